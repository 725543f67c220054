// Combinators of soac's library on arrays and views in scope.
#include "Writer.h"

using namespace soac::fuzz;

void Writer::combinator(Lines &out, int) {
  std::vector<Array> arrays;
  for (const Array &a : scope.arrays)
    if (a.kind == Array::SoacArray || a.kind == Array::View || a.kind == Array::Vector)
      arrays.push_back(a);
  if (arrays.empty()) {
    const std::string name = fresh("v");
    out.push_back(
        {"soac::array<real> " + name + " = soac::map(" + lambda(1) + ", soac::replicate(3, real(" + atom() + ")));",
         {},
         {}});
    scope.arrays.push_back({name, 3, Array::SoacArray, true});
    return;
  }
  const Array a = pick(arrays), b = pick(arrays);
  const std::string n = std::to_string(a.size), name = fresh("u");
  const auto number = [&](const std::string &value) {
    out.push_back({"real " + name + " = " + value + ";", {}, {}});
    scope.reals.push_back({name, true});
  };
  const auto array = [&](const std::string &value, int size) {
    out.push_back({"soac::array<real> " + name + " = " + value + ";", {}, {}});
    scope.arrays.push_back({name, size, Array::SoacArray, true});
  };
  switch (below(14)) {
  case 0: return number("soac::sum(" + a.name + ")");
  case 1: return number("soac::sum(soac::map(" + lambda(1) + ", " + a.name + "))");
  case 2: return number("soac::reduce(soac::plus{}, real(0), " + a.name + ")");
  case 3: return number("soac::reduce(soac::multiplies{}, real(1), soac::map(" + lambda(1) + ", " + a.name + "))");
  case 4: return number("soac::max(" + a.name + ")");
  case 5: return array("soac::map(" + lambda(1) + ", " + a.name + ")", a.size);
  case 6:
    if (a.size == b.size)
      return array("soac::map(" + lambda(2) + ", " + a.name + ", " + b.name + ")", a.size);
    return number("soac::min(" + a.name + ")");
  case 7: return array("soac::scan(soac::plus{}, real(0), " + a.name + ")", a.size);
  case 8:
    return array("soac::scan([](real p, real q) { return real(p * q); }, real(1), soac::map(" + lambda(1) + ", " +
                     a.name + "))",
                 a.size);
  case 9: return array("soac::reverse(" + a.name + ")", a.size);
  case 10: {
    const Inner inner(*this);
    const std::string i = fresh("i");
    scope.integers.push_back({i, a.size});
    const std::string value = damped();
    const std::string text = "soac::tabulate([&](soac::index " + i + ") { return real(" + value + "); }, " + n + ")";
    out.push_back({"soac::array<real> " + name + " = " + text + ";", {}, {}});
    break;
  }
  case 11:
    return array(
        "soac::reduce_by_index(soac::plus{}, real(0), 3, soac::map([](soac::index k) { return k % 2; }, soac::iota(" +
            n + ")), " + a.name + ")",
        3);
  case 12: return array("soac::rotate(" + a.name + ", " + std::to_string(below(5) - 2) + ")", a.size);
  default:
    return array(
        "soac::gather(" + a.name + ", soac::map([](soac::index k) { return (k * 2) % " + n + "; }, soac::iota(4)))", 4);
  }
  scope.arrays.push_back({name, a.size, Array::SoacArray, true});
}

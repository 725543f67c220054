// Combinators of soac's library on arrays and views in scope.
#include "Writer.h"

#include <algorithm>

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

/// Combinators whose sizes, orders or places are data.
void Writer::selecting(Lines &out, int) {
  std::vector<Array> arrays;
  for (const Array &a : scope.arrays)
    if (a.kind == Array::SoacArray || a.kind == Array::View || a.kind == Array::Vector)
      arrays.push_back(a);
  if (arrays.empty())
    return;
  const Array a = pick(arrays), b = pick(arrays);
  const std::string n = std::to_string(a.size), name = fresh("u"), limit = literal();
  const auto number = [&](const std::string &value) {
    add(out, "real " + name + " = " + value + ";");
    scope.reals.push_back({name, true});
  };
  const auto array = [&](const std::string &value, int size) {
    add(out, "soac::array<real> " + name + " = " + value + ";");
    scope.arrays.push_back({name, size, Array::SoacArray, true});
  };
  const std::string above = "[](real e) { return e > " + limit + "; }";
  switch (below(16)) {
  case 0: return number("soac::sum(soac::filter(" + above + ", " + a.name + "))");
  case 1:
    add(out, "const auto " + name + " = soac::partition(" + above + ", " + a.name + ");");
    scope.reals.push_back({"soac::sum(" + name + ".first)", false});
    scope.reals.push_back({"soac::sum(" + name + ".second)", false});
    return;
  case 2:
    return array("soac::scatter(soac::replicate(5, real(" + atom() +
                     ")), soac::map([](soac::index k) { return 4 - k; }, soac::iota(" + n + ")), " + a.name + ")",
                 5);
  case 3: return array("soac::concat(" + a.name + ", " + b.name + ")", a.size + b.size);
  case 4:
    return array("soac::slice(soac::map(" + lambda(1) + ", " + a.name + "), 1, " + std::to_string(std::min(3, a.size)) +
                     ")",
                 std::min(2, a.size - 1));
  case 5: {
    const std::string k = fresh("k");
    add(out, "const int " + k + " = static_cast<int>(soac::" + (chance(50) ? "argmax(" : "argmin(") + a.name + "));");
    scope.integers.push_back({k, a.size});
    return;
  }
  case 6: return number("soac::dot(" + a.name + ", soac::map(" + lambda(1) + ", " + a.name + "))");
  case 7:
    return array("std::get<1>(soac::sort_by_key(" + a.name + ", soac::map(" + lambda(1) + ", " + a.name + ")))",
                 a.size);
  case 8: return array("std::get<0>(soac::sort_by_key(" + a.name + "))", a.size);
  case 9: return array("soac::exclusive_scan(soac::plus{}, real(0), " + a.name + ")", a.size);
  case 10:
    return number("soac::reduce([](real p, real q) { return real(p + q + p * q); }, real(0), soac::map(" + lambda(1) +
                  ", " + a.name + "))");
  case 11:
    return array("soac::scan([](real p, real q) { return real(fmax(p, q)); }, real(-100), " + a.name + ")", a.size);
  case 12:
    return array(
        "soac::reduce_by_index([](real p, real q) { return real(fmax(p, q)); }, real(-100), soac::replicate(3, real(" +
            atom() + ")), soac::map([](soac::index k) { return (k * k) % 4; }, soac::iota(" + n + ")), " + a.name + ")",
        3);
  case 13:
    return array(
        "soac::segmented_scan(soac::plus{}, real(0), soac::map([](soac::index k) { return k % 2 == 0; }, soac::iota(" +
            n + ")), " + a.name + ")",
        a.size);
  case 14: return number("soac::product(soac::map(" + lambda(1) + ", " + a.name + "))");
  default:
    return array("soac::gather(" + a.name + ", soac::map([&](real e) { return e > " + limit + " ? 0 : 1; }, " + b.name +
                     "))",
                 b.size);
  }
}

void Writer::onRows(Lines &out, int) {
  std::vector<Matrix> matrices;
  for (const Matrix &m : scope.matrices)
    if (m.isCalled)
      matrices.push_back(m);
  const std::string name = fresh("u");
  if (matrices.empty() || chance(30)) {
    const Inner inner(*this);
    scope.integers.push_back({"i", 2});
    scope.integers.push_back({"j", 3});
    const std::string value = damped();
    add(out, "soac::array<real, 2> " + name + " = soac::tabulate([&](soac::index i, soac::index j) { return real(" +
                 value + " + real(i + 2 * j)); }, 2, 3);");
    matrices = {{name, 2, 3, true, true}};
  }
  if (matrices.front().name == name)
    return scope.matrices.push_back(matrices.front());
  const Matrix m = pick(matrices);
  const auto array = [&](const std::string &value, int size) {
    add(out, "soac::array<real> " + name + " = " + value + ";");
    scope.arrays.push_back({name, size, Array::SoacArray, true});
  };
  switch (below(8)) {
  case 0: return array("soac::map([](soac::view<const real> row) { return soac::sum(row); }, " + m.name + ")", m.rows);
  case 1: return array("soac::sum(" + m.name + ")", m.columns);
  case 2:
    return array("soac::map([](soac::view<const real> column) { return soac::max(column); }, soac::transpose(" +
                     m.name + "))",
                 m.columns);
  case 3: return array("soac::map(" + lambda(1) + ", soac::flatten(" + m.name + "))", m.rows * m.columns);
  case 4:
    add(out, "soac::array<real, 2> " + name + " = soac::map([&](soac::view<const real> row) { return soac::map(" +
                 lambda(1) + ", row); }, " + m.name + ");");
    return scope.matrices.push_back({name, m.rows, m.columns, true, true});
  case 5:
    return array("soac::map(" + lambda(1) + ", soac::row(" + m.name + ", " + std::to_string(below(m.rows)) + "))",
                 m.columns);
  case 6:
    return array("soac::scan(soac::plus{}, real(0), soac::column(" + m.name + ", " + std::to_string(below(m.columns)) +
                     "))",
                 m.rows);
  default:
    add(out, "soac::array<real, 2> " + name +
                 " = soac::map([](soac::view<const real> row) { return soac::scan(soac::plus{}, real(0), row); }, " +
                 m.name + ");");
    return scope.matrices.push_back({name, m.rows, m.columns, true, true});
  }
}

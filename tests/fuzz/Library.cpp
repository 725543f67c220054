// Algorithms of the standard library on arrays in scope.
#include "Writer.h"

using namespace soac::fuzz;

void Writer::algorithm(Lines &out, int) {
  std::vector<Array> all, changeable;
  for (const Array &a : scope.arrays)
    if (a.kind == Array::CArray || a.kind == Array::StdArray || a.kind == Array::Vector) {
      all.push_back(a);
      if (a.isChangeable)
        changeable.push_back(a);
    }
  if (all.empty())
    return;
  const Array a = pick(all), other = pick(all);
  const std::string range = "std::begin(" + a.name + "), std::end(" + a.name + ")", name = fresh("t");
  const auto result = [&](const std::string &value) {
    out.push_back({"real " + name + " = " + value + ";", {}, {}});
    scope.reals.push_back({name, true});
  };
  if (changeable.empty() || chance(50)) {
    switch (below(5)) {
    case 0: return result("std::accumulate(" + range + ", real(" + atom() + "))");
    case 1: return result("std::accumulate(" + range + ", real(" + atom() + "), " + lambda(2) + ")");
    case 2: return result("*std::max_element(" + range + ")");
    case 3: return result("*std::min_element(" + range + ")");
    default:
      if (other.size >= a.size)
        return result("std::inner_product(" + range + ", std::begin(" + other.name + "), real(" + atom() + "))");
      return result("std::accumulate(" + range + ", real(0))");
    }
  }
  const Array to = pick(changeable);
  const std::string written = "std::begin(" + to.name + "), std::end(" + to.name + ")";
  switch (below(6)) {
  case 0: out.push_back({"std::fill(" + written + ", real(" + damped() + "));", {}, {}}); break;
  case 1: out.push_back({"std::reverse(" + written + ");", {}, {}}); break;
  case 2: out.push_back({"std::sort(" + written + ");", {}, {}}); break;
  case 3:
    out.push_back({"std::transform(" + written + ", std::begin(" + to.name + "), " + lambda(1) + ");", {}, {}});
    break;
  case 4: out.push_back({"std::partial_sum(" + written + ", std::begin(" + to.name + "));", {}, {}}); break;
  default:
    if (to.size >= a.size && to.name != a.name)
      out.push_back({"std::copy(" + range + ", std::begin(" + to.name + "));", {}, {}});
    else
      out.push_back(
          {"std::rotate(std::begin(" + to.name + "), std::begin(" + to.name + ") + 1, std::end(" + to.name + "));",
           {},
           {}});
  }
}

/// Algorithms on a vector of their own.
void Writer::onCopy(Lines &out, int) {
  std::vector<Array> all;
  for (const Array &a : scope.arrays)
    if (a.kind == Array::CArray || a.kind == Array::StdArray || a.kind == Array::Vector)
      all.push_back(a);
  if (all.empty())
    return;
  const Array a = pick(all);
  const std::string v = fresh("v"), t = fresh("t"), range = v + ".begin(), " + v + ".end()", n = std::to_string(a.size);
  add(out, "std::vector<real> " + v + "(std::begin(" + a.name + "), std::end(" + a.name + "));");
  const auto number = [&](const std::string &value) {
    add(out, "real " + t + " = " + value + ";");
    scope.reals.push_back({t, true});
  };
  switch (below(17)) {
  case 0: add(out, "std::for_each(" + range + ", [&](real &e) { e = " + damped() + " * e; });"); break;
  case 1: add(out, "std::adjacent_difference(" + range + ", " + v + ".begin());"); break;
  case 2:
    add(out, "std::nth_element(" + v + ".begin(), " + v + ".begin() + 1, " + v + ".end());");
    return number("real(" + v + "[1])"); // the places of the others are not said
  case 3: add(out, "std::inclusive_scan(" + range + ", " + v + ".begin());"); break;
  case 4: add(out, "std::exclusive_scan(" + range + ", " + v + ".begin(), real(" + atom() + "));"); break;
  case 5: add(out, "std::fill_n(" + v + ".begin(), 2, real(" + damped() + "));"); break;
  case 6: add(out, "std::copy_n(std::begin(" + a.name + "), 2, " + v + ".begin());"); break;
  case 7: add(out, "std::generate(" + range + ", [&] { return real(" + damped() + "); });"); break;
  case 8: add(out, "std::sort(" + range + ", [](const real &p, const real &q) { return p > q; });"); break;
  case 9: add(out, "std::sort(" + range + ", [](const real &p, const real &q) { return fabs(p) < fabs(q); });"); break;
  case 10: add(out, "std::ranges::sort(" + v + ", std::greater<>());"); break;
  case 11:
    add(out, "std::transform(" + range + ", std::begin(" + a.name + "), " + v + ".begin(), " + lambda(2) + ");");
    break;
  case 12:
    number("std::transform_reduce(" + range + ", real(" + atom() + "), std::plus<>(), " + lambda(1) + ")");
    break;
  case 13: {
    const std::string b = fresh("b");
    add(out, "bool " + b + " = std::" + (chance(50) ? "any_of" : "all_of") + "(" + range +
                 ", [](const real &e) { return e > " + literal() + "; });");
    scope.flags.push_back(b);
    break;
  }
  case 14: {
    const std::string k = fresh("k");
    add(out, "const int " + k + " = static_cast<int>(std::find_if(" + range + ", [](const real &e) { return e > " +
                 literal() + "; }) - " + v + ".begin());");
    scope.integers.push_back({k, a.size + 1});
    break;
  }
  case 15: {
    const std::string k = fresh("k");
    add(out, "const int " + k + " = static_cast<int>(std::max_element(" + range + ") - " + v + ".begin());");
    scope.integers.push_back({k, a.size});
    break;
  }
  default: add(out, "std::swap_ranges(" + v + ".begin(), " + v + ".begin() + 1, " + v + ".begin() + 1);");
  }
  scope.arrays.push_back({v, a.size, Array::Vector, true});
}

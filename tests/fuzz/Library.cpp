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

// Numbers, conditions and indices of what is in scope.
#include "Writer.h"

using namespace soac::fuzz;

std::string Writer::literal() {
  static const std::vector<std::string> all{"0.5", "1.5", "0.25", "2.0", "-0.75", "1.25", "0.1", "-1.0", "0.0", "1.0"};
  return "real(" + pick(all) + ")";
}

std::string Writer::index(int end) {
  std::vector<std::string> fit;
  for (const Integer &i : scope.integers)
    if (i.end <= end)
      fit.push_back(i.name);
    else
      fit.push_back(i.name + " % " + std::to_string(end));
  if (fit.empty() || chance(20))
    return std::to_string(below(end));
  const std::string i = pick(fit);
  switch (below(6)) {
  case 0: return "(" + i + " + " + std::to_string(below(end)) + ") % " + std::to_string(end);
  case 1: return std::to_string(end - 1) + " - " + i;
  default: return i;
  }
}

std::string Writer::element(const Array &array) {
  const std::string i = index(array.size);
  if (array.kind == Array::Pointer && chance(20))
    return "*(" + array.name + " + (" + i + "))";
  if ((array.kind == Array::SoacArray || array.kind == Array::View) && chance(50))
    return array.name + "(" + i + ")";
  return array.name + "[" + i + "]";
}

std::string Writer::element(const Matrix &matrix) {
  const std::string i = index(matrix.rows), j = index(matrix.columns);
  return matrix.isCalled ? matrix.name + "(" + i + ", " + j + ")" : matrix.name + "[" + i + "][" + j + "]";
}

std::string Writer::atom() {
  for (int tries = 0; tries < 4; ++tries)
    switch (below(12)) {
    case 0: return literal();
    case 1:
      if (!scope.integers.empty() && !scope.integers.back().onlySteers)
        return "real(" + scope.integers.back().name + ")";
      break;
    case 2:
    case 3:
      if (!scope.arrays.empty())
        return element(pick(scope.arrays));
      break;
    case 4:
      if (!scope.matrices.empty())
        return element(pick(scope.matrices));
      break;
    default:
      if (!scope.reals.empty())
        return pick(scope.reals).name;
    }
  return literal();
}

std::string Writer::damped(int depth) {
  const std::string x = real(depth);
  switch (below(5)) {
  case 0: return "cos(" + x + ")";
  case 1: return "tanh(" + x + ")";
  case 2: return "atan(" + x + ")";
  default: return "sin(" + x + ")";
  }
}

std::string Writer::real(int depth) {
  if (depth == 0)
    return atom();
  const std::string a = atom(), b = chance(30) ? real(depth - 1) : atom();
  switch (below(26)) {
  case 0: return a + " + " + b;
  case 1: return "(" + a + " - " + "(" + b + "))";
  case 2:
  case 3: return a + " * (" + b + ")";
  case 4: return "(" + a + ") / (real(2) + (" + b + ") * (" + b + "))";
  case 5: return "sin(" + b + ")";
  case 6: return "exp(-(" + a + ") * (" + a + "))";
  case 7: return "log(real(1.5) + (" + a + ") * (" + a + "))";
  case 8: return "sqrt(real(1) + (" + b + ") * (" + b + "))";
  case 9: return "fabs(" + b + ")";
  case 10: return "fmin(" + a + ", " + b + ")";
  case 11: return "std::max<real>(" + a + ", " + b + ")";
  case 12: return "(" + condition() + " ? " + a + " : " + b + ")";
  case 13: return "pow(real(1.5) + sin(" + a + "), " + std::to_string(below(4)) + ")";
  case 14: return "pow(real(1.5) + cos(" + a + "), sin(" + b + "))";
  case 15: return "atan2(" + a + ", real(1.5) + fabs(" + b + "))";
  case 16: return "hypot(real(0.5) + fabs(" + a + "), " + b + ")";
  case 17: return "erf(" + a + ")";
  case 18: return "cbrt(real(2) + sin(" + a + "))";
  case 19: return "log1p((" + a + ") * (" + a + "))";
  case 20: return "std::clamp<real>(" + b + ", real(-1), real(1))";
  case 21:
    if (!scope.callables.empty()) {
      const Callable &f = pick(scope.callables);
      if (f.changes)
        return a;
      std::string text = f.name + "(";
      for (int i = 0; i < f.reals; ++i)
        text += (i ? ", " : "") + atom();
      return text + ")";
    }
    return a;
  case 22: return "-(" + b + ")";
  case 23: return "floor(" + a + ") + " + b;
  case 24: return "std::min(" + a + ", real(" + b + "))";
  default: return damped(depth - 1);
  }
}

std::string Writer::condition() {
  static const std::vector<std::string> orders{" < ", " > ", " <= ", " >= "};
  if (!scope.flags.empty() && chance(20))
    return (chance(50) ? "!" : "") + pick(scope.flags);
  if (!scope.integers.empty() && chance(40)) {
    const std::string i = pick(scope.integers).name;
    if (chance(50))
      return i + " % 2 == " + std::to_string(below(2));
    return i + pick(orders) + std::to_string(below(4));
  }
  const std::string a = atom(), one = a + pick(orders) + (chance(50) ? literal() : atom());
  if (chance(75))
    return one;
  const std::string b = atom(), other = b + pick(orders) + literal();
  return chance(50) ? "(" + one + " && " + other + ")" : "!(" + one + " || " + other + ")";
}

std::string Writer::place() {
  std::vector<std::string> places;
  for (const Real &r : scope.reals)
    if (r.isChangeable)
      places.push_back(r.name);
  for (const Array &a : scope.arrays)
    if (a.isChangeable)
      places.push_back(element(a));
  for (const Matrix &m : scope.matrices)
    if (m.isChangeable)
      places.push_back(element(m));
  return places.empty() ? "" : pick(places);
}

// Expressions and statements in forms that users like: flags, guards, heads with variables, lambdas called at once.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::flag(Lines &out, int) {
  if (!scope.flags.empty() && chance(50)) {
    const std::string f = pick(scope.flags);
    switch (below(4)) {
    case 0: return add(out, f + " = !" + f + ";");
    case 1: return add(out, f + " = " + f + " && " + condition() + ";");
    case 2: return add(out, f + " |= " + condition() + ";");
    default: return add(out, "if (" + condition() + ") " + f + " = " + condition() + ";");
    }
  }
  const std::string f = fresh("b");
  add(out, "bool " + f + " = " + condition() + ";");
  scope.flags.push_back(f);
}

/// Never thrown.
void Writer::guard(Lines &out, int) {
  const std::string a = atom();
  switch (below(3)) {
  case 0: return add(out, "if (fabs(" + a + ") > real(1e9)) throw std::domain_error(\"large\");");
  case 1:
    if (!scope.integers.empty()) {
      const std::string i = pick(scope.integers).name;
      return add(out, "if (" + i + " > 99) throw std::out_of_range(\"at \" + std::to_string(" + i + "));");
    }
    [[fallthrough]];
  default: {
    const std::string t = fresh("t");
    add(out, "real " + t + " = fabs(" + a + ") < real(1e9) ? real(" + a + ") : throw std::runtime_error(\"large\");");
    scope.reals.push_back({t, true});
  }
  }
}

void Writer::chosenPlace(Lines &out, int) {
  const std::string a = place(), b = place();
  if (!a.empty())
    add(out, "(" + condition() + " ? " + a + " : " + b + ") " + (chance(50) ? "+= " : "= ") + damped() + ";");
}

void Writer::headed(Lines &out, int depth) {
  const Inner inner(*this);
  const std::string d = fresh("d"), value = damped();
  const bool isChanged = chance(50);
  scope.reals.push_back({d, isChanged});
  Line line{"if (" + std::string(isChanged ? "real " : "const real ") + d + " = " + value + "; " + d + " > " +
                literal() + ") {",
            block(1 + below(3), depth), "}"};
  out.push_back(std::move(line));
}

void Writer::calledAtOnce(Lines &out, int depth) {
  const std::string name = fresh("t");
  Lines body;
  {
    const Inner inner(*this);
    const std::string outside = std::exchange(giveBack, "return real(" + damped(1) + ");");
    const int loops = std::exchange(inLoop, 0);
    statements(body, 1 + below(4), depth);
    add(body, "return real(" + damped() + ");");
    giveBack = outside;
    inLoop = loops;
  }
  out.push_back({"real " + name + " = [&] {", std::move(body), "}();"});
  scope.reals.push_back({name, true});
}

void Writer::stateful(Lines &out, int) {
  const std::string f = fresh("f"), s = fresh("s"), t = fresh("t"), u = fresh("t"), from = atom();
  add(out, "auto " + f + " = [" + s + " = real(" + from + ")](real a) mutable { " + s + " = sin(" + s +
               " + a); return " + s + "; };");
  add(out, "real " + t + " = " + f + "(" + atom() + ");");
  add(out, "const real " + u + " = " + f + "(" + t + ");");
  scope.reals.push_back({t, true});
  scope.reals.push_back({u, false});
}

void Writer::ofFunctions(Lines &out, int) {
  const std::string f = fresh("f"), g = fresh("f"), t = fresh("t");
  switch (below(4)) {
  case 0:
    add(out, "const auto " + f + " = [](const auto &g, real a) { return real(g(g(a))); };");
    add(out, "real " + t + " = " + f + "(" + lambda(1) + ", real(" + atom() + "));");
    break;
  case 1:
    add(out, "const auto " + f + " = [](real k) { return [k](real a) { return real(sin(k * a)); }; };");
    add(out, "const auto " + g + " = " + f + "(real(" + atom() + "));");
    add(out, "real " + t + " = " + g + "(" + atom() + ");");
    scope.callables.push_back({g, 1, false});
    break;
  case 2:
    add(out, "const std::function<real(real)> " + f + " = " + lambda(1) + ";");
    add(out, "real " + t + " = " + f + "(" + atom() + ");");
    scope.callables.push_back({f, 1, false});
    break;
  default:
    // By value: later changes of the variables are not seen. What owns memory is not copied.
    {
      const Inner inner(*this);
      std::erase_if(scope.arrays, [](const Array &a) { return a.kind == Array::Owner; });
      add(out, "const auto " + f + " = [=](real a) { return real(a * sin(" + atom() + ")); };");
    }
    add(out, "real " + t + " = " + f + "(" + atom() + ");");
    scope.callables.push_back({f, 1, false});
  }
  scope.reals.push_back({t, true});
}

void Writer::exchanged(Lines &out, int) {
  const std::string to = place(), t = fresh("t");
  if (to.empty())
    return;
  if (chance(50))
    add(out, "real " + t + " = std::exchange(" + to + ", real(" + damped() + "));");
  else
    add(out, "real " + t + " = (" + to + " += " + damped() + ", " + to + " * real(0.5));");
  scope.reals.push_back({t, true});
}

void Writer::throughFunction(Lines &out, int) {
  if (scope.ofArrays.empty())
    return;
  const OfArray f = pick(scope.ofArrays);
  std::vector<Array> arrays;
  for (const Array &a : scope.arrays)
    if ((a.isChangeable || !f.changes) && a.kind <= Array::View && a.kind != Array::Grown)
      arrays.push_back(a);
  if (arrays.empty())
    return;
  const Array a = pick(arrays);
  std::string text;
  for (const char c : f.text)
    text += c == '@' ? first(a) : c == '#' ? std::to_string(std::min(a.size, 4)) : std::string(1, c);
  if (f.changes)
    return add(out, text + ";");
  const std::string t = fresh("t");
  add(out, "real " + t + " = " + text + ";");
  scope.reals.push_back({t, true});
}

std::string Writer::first(const Array &array) {
  return array.kind == Array::Pointer || array.kind == Array::CArray ? array.name : array.name + ".data()";
}

std::vector<Array> Writer::changeable(Array::Kind last) const {
  std::vector<Array> found;
  for (const Array &a : scope.arrays)
    if (a.isChangeable && a.kind <= last)
      found.push_back(a);
  return found;
}

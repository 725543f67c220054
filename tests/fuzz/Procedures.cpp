// Functions that are too large to be inlined, or call themselves: they change an array, a number and an integer of the
// caller's and give a number.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::procedure(Lines &out, const std::string &prefix) {
  const std::string name = fresh((prefix + "q").c_str());
  const bool isRecursive = chance(40);
  const Scope before = std::exchange(scope, {});
  scope.reals = {{"x", true}, {"y", true}};
  scope.arrays = {{"v", 2, Array::Pointer, true}}; // every caller's has at least two elements
  Lines body;
  if (isRecursive)
    add(body, "if (depth <= 0) return real(" + damped() + ");");
  giveBack = "return " + damped(1) + ";";
  statements(body, isRecursive ? 1 : 3, 2);
  const auto call = [&](const std::string &changed) {
    const std::string given = fresh("t"), x = damped(1);
    const bool isPart = chance(30); // of the array, where that leaves two elements
    add(body, "const real " + given + " = " + name + "(" + (isPart ? "v + (n > 2), n - (n > 2), " : "v, n, ") + x + ", " +
                  changed + ", k, depth - 1);");
    scope.reals.push_back({given, false});
  };
  if (isRecursive)
    call("y");
  Lines loop;
  {
    const Inner inner(*this);
    scope.integers.push_back({"k", 4});
    scope.reals.push_back({"v[i]", true});
    ++inLoop;
    statements(loop, 1 + below(2), 1);
    add(loop, "v[i] = real(0.5) * v[i] + " + damped() + ";");
    add(loop, "y += real(0.1) * " + damped(1) + ";");
    --inLoop;
  }
  body.push_back({"for (int i = 0; i < n; ++i) {", std::move(loop), "}"});
  if (isRecursive && chance(40)) {
    add(body, "real own = real(" + damped(1) + ");");
    call("own");
    scope.reals.push_back({"own", true});
  }
  add(body, "k = " + (chance(50) ? "(k + 1) % 4" : "(" + condition() + " ? k : 3 - k)") + ";");
  giveBack.clear();
  add(body, "return real(" + damped() + ") + real(" + damped() + ");");
  out.push_back({"static real " + name + "(real *v, int n, real x, real &y, int &k" + (isRecursive ? ", int depth" : "") + ") {",
                 std::move(body), "}"});
  scope = before;
  scope.procedures.push_back({name, isRecursive});
}

/// Two to four calls of one procedure, with an element that is read between them.
void Writer::proceeding(Lines &out, int) {
  if (scope.procedures.empty())
    return;
  const Procedure called = pick(scope.procedures);
  std::vector<Array> arrays;
  if (called.isRecursive) { // it needs the extent, which a parameter of the program may not have
    const std::string own = fresh("v"), size = std::to_string(2 + below(3));
    add(out, "std::vector<real> " + own + "(" + size + ", real(" + damped() + "));");
    arrays = {{own, std::stoi(size), Array::Vector, true}};
    scope.arrays.push_back(arrays[0]);
  } else {
    for (const Array &a : changeable(Array::Vector))
      if (a.size >= 2)
        arrays.push_back(a);
  }
  if (arrays.empty())
    return;
  const std::string changed = fresh("y"), k = fresh("k");
  add(out, "real " + changed + " = real(" + damped() + ");");
  add(out, "int " + k + " = " + std::to_string(below(4)) + ";");
  for (int i = 2 + below(3); i > 0; --i) {
    const Array a = pick(arrays);
    const bool isPart = a.size > 2 && chance(30);
    const std::string t = fresh("t"), x = damped(1);
    add(out, "const real " + t + " = " + called.name + "(" + first(a) + (isPart ? " + 1" : "") + ", " +
                 std::to_string(a.size - isPart) + ", " + x + ", " + changed + ", " + k +
                 (called.isRecursive ? ", " + std::to_string(below(4)) : "") + ");");
    scope.reals.push_back({t, false});
    if (chance(50)) {
      const std::string between = fresh("t");
      add(out, "const real " + between + " = " + element(a) + " * " + changed + ";");
      scope.reals.push_back({between, false});
    }
  }
  scope.reals.push_back({changed, true});
  scope.integers.push_back({k, 4, true});
}

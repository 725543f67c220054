// Records and functions that a program uses.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::record(Lines &out, const std::string &prefix) {
  const Record made{fresh((prefix + "r").c_str()), 2 + below(2)};
  const std::string n = std::to_string(made.size), &type = made.type;
  const Inner inner(*this);
  scope = {};
  scope.reals = {{"a", false}, {"b", false}};
  scope.arrays = {{"c", made.size, Array::CArray, false}};
  const std::string energy = damped();
  scope.reals.push_back({"by", false});
  const std::string shifted = damped(), at = index(made.size);
  scope.reals = {{"left.a", false}, {"right.b", false}};
  scope.arrays = {{"left.c", made.size, Array::CArray, false}, {"right.c", made.size, Array::CArray, false}};
  const std::string sum = damped();
  out.push_back({"struct " + type + " {",
                 {{"real a = real(0), b = real(0);", {}, {}},
                  {"real c[" + n + "] = {};", {}, {}},
                  {"real energy() const { return real(" + energy + "); }", {}, {}},
                  {"void shift(real by) {", {{"a = " + shifted + ";", {}, {}}, {"c[" + at + "] += by;", {}, {}}}, "}"},
                  {"friend " + type + " operator+(const " + type + " &left, const " + type + " &right) {",
                   {{type + " out = left;", {}, {}}, {"out.b = " + sum + ";", {}, {}}, {"return out;", {}, {}}},
                   "}"}},
                 "};"});
  scope.reals = {{"x", false}};
  scope.arrays = {};
  out.push_back({"static inline " + type + " make_" + type + "(real x) {",
                 {{type + " out;", {}, {}},
                  {"out.a = " + damped() + ";", {}, {}},
                  {"out.c[" + std::to_string(below(made.size)) + "] = x;", {}, {}},
                  {"return out;", {}, {}}},
                 "}"});
  records.push_back(made);
}

void Writer::function(Lines &out, const std::string &prefix) {
  const std::string name = fresh((prefix + "h").c_str());
  const Scope before = std::exchange(scope, {});
  const bool changes = chance(40);
  const int count = 1 + below(2);
  std::string parameters;
  for (int i = 0; i < count; ++i) {
    const std::string x = fresh("x");
    const bool isReference = chance(40);
    parameters += (i ? ", " : "") + std::string(isReference ? "const real &" : "real ") + x;
    scope.reals.push_back({x, !isReference});
  }
  if (changes) {
    scope.reals.push_back({"y", true});
    parameters += ", real &y";
  }
  Lines body;
  giveBack = changes ? "return;" : "return " + damped(1) + ";";
  statements(body, 2 + below(3), 2);
  if (!changes)
    body.push_back({"return real(" + damped() + ");", {}, {}});
  giveBack.clear();
  out.push_back({(chance(30) ? "template <class = void> " : "") + std::string("static inline ") +
                     (changes ? "void " : "real ") + name + "(" + parameters + ") {",
                 std::move(body), "}"});
  scope = before;
  scope.callables.push_back({name, count, changes});
}

void Writer::functionOfArray(Lines &out, const std::string &prefix) {
  const std::string name = fresh((prefix + "h").c_str());
  const Scope before = std::exchange(scope, {});
  const bool changes = chance(40), isWalking = chance(30);
  scope.reals = {{"s", true}, {"v[i]", changes}, {"v[0]", false}};
  scope.integers = {{"i", 4}};
  Lines body, inside;
  add(body, "real s = real(0.5);");
  inLoop = 1;
  giveBack = changes ? "return;" : "return s;";
  if (isWalking) {
    scope.reals = {{"s", true}, {"(*v)", changes}};
    scope.integers = {};
  }
  statements(inside, 1 + below(2), 1);
  add(inside, changes ? (isWalking ? "*v = " : "v[i] = ") + damped() + ";" : "s += " + damped() + ";");
  inLoop = 0;
  giveBack.clear();
  body.push_back({isWalking ? "for (; n-- > 0; ++v) {" : "for (int i = 0; i < n; ++i) {", std::move(inside), "}"});
  if (!changes)
    add(body, "return s;");
  out.push_back({std::string("static inline ") + (changes ? "void " : "real ") + name +
                     (changes ? "(real *v, int n) {" : "(const real *v, int n) {"),
                 std::move(body), "}"});
  scope = before;
  scope.ofArrays.push_back({name + "(@, #)", changes});
}

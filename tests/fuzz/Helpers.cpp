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

/// A function that calls itself once or twice, for a depth that the program does not know, and one that calls it.
void Writer::recursion(Lines &out, const std::string &prefix) {
  const std::string name = fresh((prefix + "h").c_str());
  const bool isMutual = chance(30);
  const std::string other = isMutual ? name + "_other" : name;
  const auto body = [&](const std::string &of, const std::string &next) {
    const Scope before = std::exchange(scope, {});
    scope.reals = {{"x", true}, {"y", false}};
    scope.integers = {{"n", 4}};
    Lines lines;
    add(lines, "if (n <= 0) return real(" + damped() + ");");
    if (chance(50))
      statements(lines, 1, 1);
    const std::string x = damped(1), y = atom();
    add(lines, "const real once = " + next + "(" + x + ", " + y + ", n - 1);");
    scope.reals.push_back({"once", false});
    if (chance(40)) {
      const std::string z = damped(1);
      add(lines, "const real twice = " + next + "(y, " + z + ", n - 2);");
      scope.reals.push_back({"twice", false});
    }
    add(lines, "return real(" + damped() + ") + once * real(0.5);");
    scope = before;
    return Line{"static inline real " + of + "(real x, real y, int n) {", std::move(lines), "}"};
  };
  if (isMutual)
    add(out, "static inline real " + other + "(real x, real y, int n);");
  out.push_back(body(name, other));
  if (isMutual)
    out.push_back(body(other, name));
  const std::string depth = std::to_string(below(4));
  out.push_back({"static inline real " + name + "_called(real x, real y) {",
                 {{"return " + name + "(x, y, x < y ? " + depth + " : 2);", {}, {}}},
                 "}"});
  scope.callables.push_back({name + "_called", 2, false});
}

/// A call of a function that soac does not see, whose rules are given.
void Writer::opaque(Lines &out, const std::string &prefix) {
  const std::string name = fresh((prefix + "h").c_str());
  out.push_back({"static inline real " + name + "(real x, real y) {",
                 {{"const real both = fuzz::opaque_call(x, y);", {}, {}}, {"return both * real(0.5);", {}, {}}},
                 "}"});
  scope.callables.push_back({name, 2, false});
}

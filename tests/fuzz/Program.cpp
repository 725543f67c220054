// A whole program: its parameters and result, what it uses, its body.
#include "Writer.h"

using namespace soac::fuzz;

namespace {

/// A parameter, an argument for it, and what it brings into scope.
class Signature {
public:
  Signature(Writer &writer, Program &program) : w(writer), program(program) {}

  void add(int count) {
    for (int i = 0; i < count; ++i)
      parameter();
  }

private:
  void take(const std::string &text, const std::string &argument, bool isOutput, bool isPointer = false) {
    program.parameters.push_back({text, argument, isOutput ? Parameter::Output : Parameter::Input, isPointer});
    w.takesPointers |= isPointer;
  }
  std::string number() {
    static const std::vector<std::string> numbers{"0.7", "-0.4", "1.3", "0.15", "-1.1", "0.9", "0.35"};
    return w.pick(numbers);
  }
  std::string numbers(int n) {
    std::string list;
    for (int i = 0; i < n; ++i)
      list += (i ? ", " : "") + number() + "5" + std::to_string(i);
    return "{" + list + "}";
  }
  void array(const std::string &type, const std::string &owner, int size, Array::Kind kind, bool isChangeable) {
    const std::string name = w.fresh("x");
    take(type + name, owner + numbers(size), isChangeable, kind == Array::Pointer);
    w.scope.arrays.push_back({name, size, kind, isChangeable});
  }

  /// Two records in an array.
  void bodies(const std::string &type, bool isPointer) {
    const std::string name = w.fresh("x");
    const bool isChangeable = w.chance(50);
    const std::string one = "{" + number() + ", " + numbers(3) + "}";
    take((isChangeable ? "" : "const ") + type + name,
         "std::vector<fuzz::body<double>>{" + one + ", {" + number() + ", " + numbers(3) + "}}", isChangeable,
         isPointer);
    for (const char *element : {"[0]", "[1]"}) {
      w.scope.reals.push_back({name + element + ".mass", isChangeable});
      w.scope.arrays.push_back({name + element + ".at", 3, Array::CArray, isChangeable});
    }
  }

  void parameter() {
    const int size = 3 + w.below(3);
    const std::string name = w.fresh("x");
    switch (w.below(20)) {
    case 0:
    case 1:
    case 2:
      take("real " + name, number(), false);
      w.scope.reals.push_back({name, true});
      break;
    case 3:
      take("const real &" + name, number(), false);
      w.scope.reals.push_back({name, false});
      break;
    case 4:
      take("real &" + name, number(), true);
      w.scope.reals.push_back({name, true});
      break;
    case 5: array("const real *", "std::vector<double>", size, Array::Pointer, false); break;
    case 6: array("real *", "std::vector<double>", size, Array::Pointer, true); break;
    case 7: array("const std::vector<real> &", "std::vector<double>", size, Array::Vector, false); break;
    case 8: array("std::vector<real> &", "std::vector<double>", size, Array::Vector, true); break;
    case 9: array("soac::view<const real> ", "soac::array<double>", size, Array::View, false); break;
    case 10: array("soac::view<real> ", "soac::array<double>", size, Array::View, true); break;
    case 11:
      take("soac::view<const real, 2> " + name, "soac::array<double, 2>{{0.3, -0.8, 1.1}, {0.45, 0.6, -0.2}}", false);
      w.scope.matrices.push_back({name, 2, 3, true, false});
      break;
    case 12: array("std::span<const real> ", "std::vector<double>", size, Array::Span, false); break;
    case 13: array("std::span<real> ", "std::vector<double>", size, Array::Span, true); break;
    case 14:
      take("soac::view<real, 2> " + name, "soac::array<double, 2>{{0.3, -0.8, 1.1}, {0.45, 0.6, -0.2}}", true);
      w.scope.matrices.push_back({name, 2, 3, true, true});
      break;
    case 15:
      take("std::array<real, 3> &" + name, "std::array<double, 3>" + numbers(3), true);
      w.scope.arrays.push_back({name, 3, Array::StdArray, true});
      break;
    case 16: bodies("std::vector<fuzz::body<real>> &", false); break;
    case 17: bodies("fuzz::body<real> *", true); break;
    case 18:
      take("std::array<real, 3> " + name, "std::array<double, 3>" + numbers(3), false);
      w.scope.arrays.push_back({name, 3, Array::StdArray, true});
      break;
    default: {
      const bool isChangeable = w.chance(50);
      take((isChangeable ? "fuzz::body<real> &" : "const fuzz::body<real> &") + name,
           "fuzz::body<double>{" + number() + ", " + numbers(3) + "}", isChangeable);
      w.scope.reals.push_back({name + ".mass", isChangeable});
      w.scope.arrays.push_back({name + ".at", 3, Array::CArray, isChangeable});
    }
    }
  }

  Writer &w;
  Program &program;
};

std::string giveBack(const std::string &type, const std::string &a, const std::string &b) {
  if (type == "real")
    return "return real(" + a + ");";
  if (type == "fuzz::body<real>")
    return "return " + type + "{real(" + a + "), {" + b + ", real(0.5), " + b + "}};";
  return "return " + type + "{real(" + a + "), " + b + "};";
}

} // namespace

Program soac::fuzz::generate(unsigned long seed) {
  Program program;
  program.name = "p" + std::to_string(seed);
  Writer w(seed * 0x9e3779b97f4a7c15u + 1);
  for (int i = w.below(2); i > 0; --i)
    w.record(program.helpers, program.name);
  for (int i = w.below(3); i > 0; --i)
    w.function(program.helpers, program.name);
  if (w.chance(40))
    w.functionOfArray(program.helpers, program.name);
  if (w.chance(30))
    w.recursion(program.helpers, program.name);
  if (w.chance(25))
    w.opaque(program.helpers, program.name);
  if (w.chance(50))
    w.procedure(program.helpers, program.name);
  program.parameters = {{"real x", "0.6", Parameter::Input}};
  w.scope.reals.push_back({"x", true});
  Signature(w, program).add(1 + w.below(4));
  if (w.chance(60)) {
    program.parameters.push_back({"int n", std::to_string(w.below(5)), Parameter::Constant});
    w.scope.integers.push_back({"n", 5});
  }
  // A result makes sure that there is an output.
  static const std::vector<std::string> results{"real",
                                                "real",
                                                "real",
                                                "real",
                                                "std::vector<real>",
                                                "std::array<real, 2>",
                                                "std::pair<real, real>",
                                                "soac::array<real>",
                                                "fuzz::body<real>"};
  program.result = w.pick(results);
  const auto leave = [&] { return giveBack(program.result, w.real(), w.atom()); };
  w.giveBack = leave();
  w.statements(program.body, 4 + w.below(7), 3);
  // What the statements have changed reaches the result.
  std::string sum = w.damped();
  for (const Real &r : w.scope.reals)
    if (r.isChangeable && w.chance(80))
      sum += " + " + std::string("sin(" + r.name + ")");
  for (const Array &a : w.scope.arrays)
    if (a.isChangeable && w.chance(80))
      sum += " + " + w.element(a);
  program.body.push_back({giveBack(program.result, sum, w.atom()), {}, {}});
  return program;
}

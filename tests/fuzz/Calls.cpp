// The calls that a check makes: arguments are variables a0, a1, .., their tangents or adjoints d0, d1, ..
#include "Source.h"

using namespace soac::fuzz;

namespace {

class CallsOf {
public:
  explicit CallsOf(const Program &program) : program(program) {}

  std::string text() const {
    return function("point", "fuzz::sink", point()) + function("value", "fuzz::call", value(program.name, false)) +
           function("on_duals", "fuzz::call", value("reference::" + program.name, true)) +
           function("jvp_call", "fuzz::call", jvp()) + function("vjp_call", "fuzz::call", vjp()) +
           "static const fuzz::program " + program.name + "_calls{\"" + program.name + "\", " + program.name +
           "_point, " + program.name + "_value, " + program.name + "_on_duals, " + program.name + "_jvp_call, " +
           program.name + "_vjp_call};\n";
  }

private:
  std::string function(const char *what, const char *type, const std::string &body) const {
    return std::string("static void ") + program.name + "_" + what + "(" + type + " &c) {\n" + body + "}\n";
  }

  template <class F> std::string forEach(F each) const {
    std::string text;
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
      text += each(program.parameters[i], std::to_string(i));
    return text;
  }
  std::string zeroResult() const {
    std::string type = program.result;
    for (std::size_t at = 0; (at = type.find("real", at)) != std::string::npos; at += 6)
      type.replace(at, 4, "double");
    return type + (type.find("std::vector") == 0 || type.find("soac::array") == 0 ? "(2)" : "{}");
  }

  std::string arguments(bool areDual) const {
    return forEach([&](const Parameter &p, const std::string &i) {
      const std::string storage = areDual ? "fuzz::lifted(" + p.argument + ")" : p.argument;
      return "  auto a" + i + " = " + (p.kind == Parameter::Constant ? p.argument : "c.x.fill(" + storage + ")") +
             ";\n";
    });
  }
  std::string passed(const char *stem, bool isActive) const {
    std::string text;
    forEach([&](const Parameter &p, const std::string &i) {
      if (!isActive || p.kind != Parameter::Constant)
        text += (text.empty() ? "" : ", ") + (stem + i) + (p.isPointer ? ".data()" : "");
      return "";
    });
    return text;
  }
  /// Numbers of the parameters, or the outputs alone.
  std::string add(const char *to, const char *stem, bool onlyOutputs) const {
    return forEach([&](const Parameter &p, const std::string &i) {
      return p.kind == Parameter::Output || (!onlyOutputs && p.kind == Parameter::Input)
                 ? std::string("  c.") + to + ".add(" + stem + i + ");\n"
                 : std::string();
    });
  }
  std::string resultAndOutputs() const { return "  c.y.add(result);\n" + add("y", "a", true); }

  std::string point() const {
    return forEach([](const Parameter &p, const std::string &) {
      return p.kind == Parameter::Constant ? std::string() : "  c.add(" + p.argument + ");\n";
    });
  }
  std::string value(const std::string &callee, bool areDual) const {
    return arguments(areDual) + "  auto result = " + callee + "(" + passed("a", false) + ");\n" + resultAndOutputs();
  }
  std::string jvp() const {
    return arguments(false) + forEach([](const Parameter &p, const std::string &i) {
             return p.kind == Parameter::Constant ? std::string()
                                                  : "  auto d" + i + " = c.along.fill(" + p.argument + ");\n";
           }) +
           "  auto tangent = " + zeroResult() + ";\n  auto result = " + program.name + "_jvp(" + passed("a", false) +
           ", " + passed("d", true) + ", tangent);\n" + resultAndOutputs() + "  c.tangents.add(tangent);\n" +
           add("tangents", "d", true);
  }
  std::string vjp() const {
    return arguments(false) + "  auto seed = c.seeds.fill(" + zeroResult() + ");\n" +
           forEach([](const Parameter &p, const std::string &i) {
             return p.kind == Parameter::Constant
                        ? std::string()
                        : "  auto d" + i + " = c." + (p.kind == Parameter::Output ? "seeded(" : "added(") + p.argument +
                              ");\n";
           }) +
           "  auto result = " + program.name + "_vjp(" + passed("a", false) + ", seed, " + passed("d", true) + ");\n" +
           resultAndOutputs() + add("adjoints", "d", false);
  }

  const Program &program;
};

} // namespace

std::string soac::fuzz::calls(const Program &program) { return CallsOf(program).text(); }

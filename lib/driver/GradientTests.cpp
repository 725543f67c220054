#include "driver/GradientTests.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>

#include <cstring>
#include <map>
#include <optional>

namespace soac::driver {
namespace {

/// f_jvp and f_vjp of one function; one of them may be absent.
struct Subject {
  std::string nameSpace, name;
  const ir::CxxFunction *jvp = nullptr, *vjp = nullptr;
  const ir::CxxFunction &any() const { return jvp ? *jvp : *vjp; }
};

std::string qualified(const Subject &subject) {
  return subject.nameSpace.empty() ? subject.name : subject.nameSpace + "::" + subject.name;
}

bool isActive(const ir::CxxType &type) {
  return llvm::any_of(type.leaves(), [](const ir::Type &leaf) { return ir::isFloat(leaf.scalar); });
}

/// How many parameters are f's own: the rest is one tangent or adjoint for each active one, and one for the result.
std::size_t primalParameters(const ir::CxxFunction &derivative) {
  std::size_t total = isActive(derivative.result) ? 1 : 0, primal = 0;
  while (total < derivative.parameters.size()) {
    total += isActive(derivative.parameters[primal].type) ? 2 : 1;
    ++primal;
  }
  return primal;
}

std::string signatureOf(const ir::CxxFunction &derivative) {
  std::vector<std::string> parameters;
  for (const ir::CxxParameter &p : llvm::ArrayRef(derivative.parameters).take_front(primalParameters(derivative)))
    parameters.push_back(p.spelling);
  const bool returns = derivative.result.kind != ir::CxxType::Kind::Void;
  return (returns ? derivative.result.spelling : "void") + "(" + llvm::join(parameters, ", ") + ")";
}

/// The plain derivatives of the unit, both modes of a function together.
std::vector<Subject> subjectsOf(const ir::Unit &unit) {
  llvm::MapVector<std::string, Subject, std::map<std::string, unsigned>> found;
  for (const ir::CxxFunction &f : unit.functions) {
    llvm::StringRef name = f.name;
    const bool isJvp = name.consume_back("_jvp");
    if (!f.hasWorkspaceOverload || (!isJvp && !name.consume_back("_vjp")))
      continue;
    Subject &subject = found[f.nameSpace + "::" + name.str() + " " + signatureOf(f)];
    subject.nameSpace = f.nameSpace;
    subject.name = name.str();
    (isJvp ? subject.jvp : subject.vjp) = &f;
  }
  std::vector<Subject> subjects;
  for (auto &[key, subject] : found)
    subjects.push_back(subject);
  return subjects;
}

/// Value of "FUNCTION:KEY=VALUE" for this function, as pairs. FUNCTION may have its namespaces or leave outer ones out.
std::vector<std::pair<std::string, std::string>> settingsOf(llvm::StringRef function,
                                                            llvm::ArrayRef<std::string> settings) {
  std::vector<std::pair<std::string, std::string>> result;
  for (llvm::StringRef setting : settings) {
    const auto [left, value] = setting.split('=');
    const auto [name, key] = left.rsplit(':');
    if (name == function || function.ends_with(("::" + name).str()))
      result.emplace_back(key.str(), value.str());
  }
  return result;
}

std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text)
    result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return result + "\"";
}

/// A function object that forwards to `name`; `checked` ones cannot be called where `name` is not declared.
std::string forwarding(llvm::StringRef name, bool checked) {
  const std::string call = name.str() + "(static_cast<decltype(x)>(x)...)";
  return "[](auto &&...x) -> decltype(" + (checked ? call : "auto") + ") { return " + call + "; }";
}

/// The same for a derivative, in the form that has references to what it adds to.
std::string forwardingDerivative(const ir::CxxFunction &f) {
  if (!f.isExternC)
    return forwarding(f.name, false);
  return "[](auto &&...x) { soac::workspace memory; return " + f.name + "(static_cast<decltype(x)>(x)..., memory); }";
}

/// Internal functions are declared in the generated header but defined where this program cannot see them.
bool isInternal(llvm::StringRef function, const ir::Unit &unit) {
  const std::string name = (" " + (function.contains("::") ? function.rsplit("::").second : function) + "(").str();
  return llvm::any_of(unit.declarations, [&](llvm::StringRef declaration) { return declaration.contains(name); });
}

/// The names of the first `count` parameters.
std::string quotedNames(const ir::CxxFunction &function, std::size_t count) {
  std::vector<std::string> names;
  for (const ir::CxxParameter &p : llvm::ArrayRef(function.parameters).take_front(count))
    names.push_back(quoted(p.name));
  return llvm::join(names, ", ");
}

std::string testOf(const Subject &subject, const std::string &testName, const ir::Unit &unit,
                   llvm::ArrayRef<std::string> settings) {
  std::vector<std::string> values;
  for (const auto &[key, value] : settingsOf(qualified(subject), settings)) {
    if (key == "skip")
      return llvm::formatv("tests.skip({0}, {1});\n", quoted(testName), quoted(value));
    values.push_back("{" + quoted(key) + ", " + quoted(value) + "}");
  }
  const ir::CxxFunction &derivative = subject.any();
  const std::size_t count = primalParameters(derivative);
  const std::string absent = "soac::testing::absent{}";
  return llvm::formatv("tests.add<{0}>({1}, std::array<std::string, {2}>{{{3}}, {{{4}},\n{5},\n{6},\n{7});\n",
                       signatureOf(derivative), quoted(testName), count, quotedNames(derivative, count),
                       llvm::join(values, ", "), isInternal(subject.name, unit) ? absent : forwarding(subject.name, true),
                       subject.jvp ? forwardingDerivative(*subject.jvp) : absent,
                       subject.vjp ? forwardingDerivative(*subject.vjp) : absent);
}

/// "jvp<gradient<f>, wrt<1>>" of "soac::jvp_t<soac::gradient_t<&f, soac::all>{}, soac::wrt<1>>"
std::string shownName(std::string type) {
  for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
           {", soac::all", ""}, {"soac::", ""}, {"_t<", "<"}, {"&", ""}, {"{}", ""}})
    for (std::size_t at = 0; (at = type.find(from, at)) != std::string::npos;)
      type.replace(at, std::strlen(from), to);
  return type;
}

/// The function inside all operators, with its namespace; of an object, its type or name.
llvm::StringRef functionOf(llvm::StringRef operatorType) {
  while (operatorType.contains("_t<") && operatorType.starts_with("soac::"))
    operatorType = operatorType.split('<').second;
  operatorType = operatorType.take_until([](char c) { return c == ',' || c == '>' || c == '{'; });
  operatorType.consume_front("&");
  operatorType.consume_front("::");
  return operatorType;
}

/// A call that registers the test of one operator. Empty where its function cannot be seen here and has a test of its own.
std::string operatorTest(const ir::OperatorBinding &binding, llvm::ArrayRef<Subject> subjects, const ir::Unit &unit,
                         llvm::ArrayRef<std::string> settings) {
  const llvm::StringRef function = functionOf(binding.operatorType);
  const std::string shown = quoted(shownName(binding.operatorType));
  const auto skipped = [&](llvm::StringRef reason) {
    return llvm::formatv("tests.skip({0}, {1});\n", shown, quoted(reason)).str();
  };
  if (isInternal(function, unit)) {
    const bool hasOwn = llvm::any_of(subjects, [&](const Subject &s) { return qualified(s) == function; });
    return hasOwn ? "" : skipped("no header declares its function; '#pragma soac differentiate' gives it a test of its own");
  }
  std::vector<std::string> values;
  for (const auto &[key, value] : settingsOf(function, settings)) {
    if (key == "skip")
      return skipped(value);
    values.push_back("{" + quoted(key) + ", " + quoted(value) + "}");
  }
  // The first parameters of an operator are those of its function.
  const auto generated = llvm::find_if(unit.functions, [&](const ir::CxxFunction &f) {
    return f.nameSpace + "::" + f.name == binding.function;
  });
  return llvm::formatv("tests.add_operator<{0}>({1}, {{{2}}, {{{3}});\n", binding.operatorType, shown,
                       quotedNames(*generated, generated->parameters.size()), llvm::join(values, ", "));
}

} // namespace

std::string gradientTests(const ir::Unit &unit, llvm::ArrayRef<std::string> settings) {
  std::string text =
      "#include \"" + llvm::sys::path::stem(unit.source).str() + ".soac.hpp\"\n\n#include <soac/testing/suite.hpp>\n\n";
  std::string calls;
  llvm::StringMap<int> uses;
  const std::vector<Subject> subjects = subjectsOf(unit);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const Subject &subject = subjects[i];
    std::string name = qualified(subject);
    if (const int earlier = uses[name]++) // overloads
      name += "#" + std::to_string(earlier + 1);
    const std::string function = "soac_test_" + std::to_string(i);
    // In the function's namespace, so that its name is found whether or not a header declares it.
    const ir::NamespaceLines space =
        subject.nameSpace.empty() ? ir::NamespaceLines() : ir::linesOf(subject.nameSpace, unit.inlineNamespaces);
    text += space.open + "\nstatic void " + function + "(soac::testing::suite &tests) {\n" +
            testOf(subject, name, unit, settings) + "}\n" + space.close + "\n";
    calls += (subject.nameSpace.empty() ? "" : subject.nameSpace + "::") + function + "(tests);\n";
  }
  for (const ir::OperatorBinding &binding : unit.bindings)
    calls += operatorTest(binding, subjects, unit, settings);
  return text + "\nint main(int argc, char **argv) {\nsoac::testing::suite tests;\n" + calls +
         "return tests.run(argc, argv);\n}\n";
}

} // namespace soac::driver

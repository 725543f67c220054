#include "driver/GradientTests.h"

#include "driver/GradientSettings.h"
#include "driver/PassLog.h"
#include "driver/TableIndices.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
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
  const interface::CxxFunction *jvp = nullptr, *vjp = nullptr;
  const interface::CxxFunction &any() const { return jvp ? *jvp : *vjp; }
};

std::string qualified(const Subject &subject) {
  return subject.nameSpace.empty() ? subject.name : subject.nameSpace + "::" + subject.name;
}

bool isActive(const interface::CxxType &type) {
  return llvm::any_of(type.leaves(), [](const ir::Type &leaf) { return ir::isFloat(leaf.scalar); });
}

/// How many parameters are f's own: the rest is one tangent or adjoint for each active one, and one for the result.
std::size_t primalParameters(const interface::CxxFunction &derivative) {
  const auto isDerivative = [](const interface::CxxParameter &p) { return p.derivativeOf >= 0; };
  const auto derivatives = static_cast<std::size_t>(llvm::count_if(derivative.parameters, isDerivative));
  return derivative.parameters.size() - derivatives - (isActive(derivative.result) ? 1 : 0);
}

/// Is there no derivative by some of the active parameters, or are they in another order?
bool choosesParameters(const interface::CxxFunction &derivative) {
  std::vector<int> active, chosen;
  for (auto [i, p] : llvm::enumerate(llvm::ArrayRef(derivative.parameters).take_front(primalParameters(derivative))))
    if (isActive(p.type))
      active.push_back(static_cast<int>(i));
  for (const interface::CxxParameter &p : derivative.parameters)
    if (p.derivativeOf >= 0)
      chosen.push_back(p.derivativeOf);
  return active != chosen;
}

std::string signatureOf(const interface::CxxFunction &derivative) {
  std::vector<std::string> parameters;
  for (const interface::CxxParameter &p : llvm::ArrayRef(derivative.parameters).take_front(primalParameters(derivative)))
    parameters.push_back(p.spelling);
  const bool returns = derivative.result.kind != interface::CxxType::Kind::Void;
  return (returns ? derivative.result.spelling : "void") + "(" + llvm::join(parameters, ", ") + ")";
}

/// The plain derivatives of the unit, both modes of a function together.
std::vector<Subject> subjectsOf(const interface::Unit &unit) {
  llvm::MapVector<std::string, Subject, std::map<std::string, unsigned>> found;
  for (const interface::CxxFunction &f : unit.functions) {
    llvm::StringRef name = f.name;
    const bool isJvp = name.consume_back("_jvp");
    if (!f.isPlain || (!isJvp && !name.consume_back("_vjp")))
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
std::string forwardingDerivative(const interface::CxxFunction &f) {
  if (!f.isExternC)
    return forwarding(f.name, false);
  return "[](auto &&...x) { soac::workspace memory; return " + f.name + "(static_cast<decltype(x)>(x)..., memory); }";
}

/// Internal functions are declared in the generated header but defined where this program cannot see them.
bool isInternal(llvm::StringRef function, const interface::Unit &unit) {
  const std::string name = (" " + (function.contains("::") ? function.rsplit("::").second : function) + "(").str();
  return llvm::any_of(unit.declarations, [&](llvm::StringRef declaration) { return declaration.contains(name); });
}

llvm::ArrayRef<interface::CxxParameter> parametersOf(const Subject &subject) {
  return llvm::ArrayRef(subject.any().parameters).take_front(primalParameters(subject.any()));
}

std::string quotedNames(llvm::ArrayRef<interface::CxxParameter> parameters) {
  std::vector<std::string> names;
  for (const interface::CxxParameter &p : parameters)
    names.push_back(quoted(p.name));
  return llvm::join(names, ", ");
}

/// Whether results are good to single precision only: something is computed with floats.
const char *toleranceOf(const interface::CxxFunction &f) {
  bool isSingle = false;
  ir::forEachStatement(f.function.body, [&](const ir::Statement &statement) {
    isSingle = isSingle || llvm::any_of(statement.results, [&](ir::Value v) {
                 return f.function.type(v).scalar == ir::Scalar::F32;
               });
  });
  return isSingle ? "soac::testing::tolerances::single()" : "{}";
}

/// Why the derivatives are not those of the function, on purpose; empty where they are.
std::string whatChanges(const interface::CxxFunction &f) {
  std::string what;
  ir::forEachStatement(f.function.body, [&](const ir::Statement &statement) {
    const auto *rules = std::get_if<ir::WithRules>(&statement.op);
    const auto *apply = std::get_if<ir::Apply>(&statement.op);
    if (rules && rules->name == "on_adjoint")
      what = "its adjoint is changed on purpose (soac::on_adjoint)";
    else if (apply && apply->prim == prims::Prim::StopGradient && what.empty())
      what = "its derivative ends on purpose (soac::stop_gradient)";
  });
  return what;
}

/// The settings of one run, and which of them a function of the unit has.
class Settings {
  std::vector<GradientSetting> all;
  llvm::ArrayRef<std::string> texts;
  std::vector<bool> isUsed;

public:
  std::vector<std::string> mistakes;

  explicit Settings(llvm::ArrayRef<std::string> given) : texts(given), isUsed(given.size()) {
    for (const std::string &text : given)
      all.push_back(parseGradientSetting(text).value_or(GradientSetting{}));
  }

  /// Why the test of the function is skipped, where a setting says so.
  std::optional<std::string> skipReason(llvm::StringRef function) {
    for (auto [i, setting] : llvm::enumerate(all))
      if (setting.isSkip() && setting.isFor(function)) {
        isUsed[i] = true;
        return setting.value.str();
      }
    return std::nullopt;
  }

  /// As initialisers of a map from names to values. Integers without a setting stay in tables of fixed size: 3 and 4 are
  /// tried else.
  std::string valuesFor(llvm::StringRef function, llvm::ArrayRef<interface::CxxParameter> parameters, const interface::CxxFunction &made) {
    std::vector<std::string> values;
    llvm::StringMap<std::int64_t> largest = largestIndices(made);
    for (auto [i, setting] : llvm::enumerate(all)) {
      if (setting.isSkip() || !setting.isFor(function))
        continue;
      isUsed[i] = true;
      largest.erase(setting.name);
      if (const std::string mistake = mistakeIn(setting, parameters); !mistake.empty())
        mistakes.push_back("'" + texts[i] + "': " + mistake);
      values.push_back("{" + quoted(setting.name) + ", " + quoted(setting.value) + "}");
    }
    for (const interface::CxxParameter &p : parameters)
      if (const auto most = largest.find(p.name); most != largest.end() && most->second >= 0 && most->second <= 3)
        values.push_back("{" + quoted(p.name) + ", \"" + std::to_string(most->second) + "\"}");
    return llvm::join(values, ", ");
  }

  std::vector<std::string> unused() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!isUsed[i])
        result.push_back(texts[i]);
    return result;
  }
};

/// A call that registers the test of a function's plain derivatives.
std::string testOf(const Subject &subject, const std::string &testName, const interface::Unit &unit, Settings &settings) {
  const auto skip = [&](llvm::StringRef reason) {
    return llvm::formatv("tests.skip({0}, {1});\n", quoted(testName), quoted(reason)).str();
  };
  if (const std::optional<std::string> reason = settings.skipReason(qualified(subject)))
    return skip(*reason);
  const llvm::ArrayRef<interface::CxxParameter> parameters = parametersOf(subject);
  for (const interface::CxxParameter &p : parameters)
    if (p.type.kind == interface::CxxType::Kind::Void)
      return skip("'" + p.name + "' is of a type that cannot be made from numbers");
  for (const interface::CxxParameter &p : parameters)
    if (p.distance)
      return skip("'" + p.name + "' points into the array of '" + parameters[p.from].name + "'");
  if (choosesParameters(subject.any()))
    return skip("its pragma chooses parameters by 'wrt'");
  const std::string values = settings.valuesFor(qualified(subject), parameters, subject.any());
  if (const std::string what = whatChanges(subject.any()); !what.empty())
    return skip(what);
  const std::string absent = "soac::testing::absent{}";
  return llvm::formatv(
      "tests.add<{0}>({1}, std::array<std::string, {2}>{{{3}}, {{{4}}, {5},\n{6},\n{7},\n{8});\n",
      signatureOf(subject.any()), quoted(testName), parameters.size(), quotedNames(parameters),
      values, toleranceOf(subject.any()),
      subject.any().isPrimalDiscardable || isInternal(subject.name, unit) ? absent : forwarding(subject.name, true),
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
  if (operatorType.starts_with("static_cast<")) // which says what is meant of several
    operatorType = operatorType.split(">(&").second;
  operatorType.consume_front("&");
  operatorType = operatorType.take_until([](char c) { return llvm::StringRef(",<>{()").contains(c); });
  operatorType.consume_front("::");
  return operatorType;
}

/// A call that registers the test of one operator. Empty where its function cannot be seen here and has a test of its own.
std::string operatorTest(const interface::OperatorBinding &binding, llvm::ArrayRef<Subject> subjects, const interface::Unit &unit,
                         Settings &settings) {
  const llvm::StringRef function = functionOf(binding.operatorType);
  const std::string shown = quoted(shownName(binding.operatorType));
  const auto skipped = [&](llvm::StringRef reason) {
    return llvm::formatv("tests.skip({0}, {1});\n", shown, quoted(reason)).str();
  };
  if (isInternal(function, unit)) {
    const bool hasOwn = llvm::any_of(subjects, [&](const Subject &s) { return qualified(s) == function; });
    return hasOwn ? "" : skipped("no header declares its function; '#pragma soac differentiate' gives it a test of its own");
  }
  if (const std::optional<std::string> reason = settings.skipReason(function))
    return skipped(*reason);
  // The first parameters of an operator are those of its function.
  const auto made = llvm::find_if(unit.functions, [&](const interface::CxxFunction &f) { return interface::qualifiedName(f) == binding.function; });
  const llvm::ArrayRef<interface::CxxParameter> parameters = made->parameters;
  const std::string values = settings.valuesFor(function, parameters, *made);
  if (const std::string what = whatChanges(*made); !what.empty())
    return skipped(what);
  return llvm::formatv("tests.add_operator<{0}>({1}, {{{2}}, {{{3}}, {4});\n", binding.operatorType, shown,
                       quotedNames(parameters), values, toleranceOf(*made));
}

/// The records in a type, those inside others first.
void addRecords(const interface::CxxType &type, llvm::StringSet<> &seen, std::string &text) {
  if (type.element)
    addRecords(*type.element, seen, text);
  for (const interface::CxxType::Field &field : type.fields)
    addRecords(field.type, seen, text);
  if (type.kind != interface::CxxType::Kind::Record || type.isTuple || type.isComplex || !seen.insert(type.spelling).second)
    return;
  std::vector<std::string> names, members;
  for (const interface::CxxType::Field &field : type.fields) {
    names.push_back(quoted(field.name));
    members.push_back("r." + field.name);
  }
  text += llvm::formatv("template <> struct soac::testing::record<{0}> {{\n"
                        "static constexpr std::array<const char *, {1}> names{{{2}};\n"
                        "static auto members([[maybe_unused]] auto &r) {{ return std::tie({3}); }\n};\n",
                        type.spelling, names.size(), llvm::join(names, ", "), llvm::join(members, ", "));
}

std::string recordsOf(const interface::Unit &unit) {
  std::string text;
  llvm::StringSet<> seen;
  for (const interface::CxxFunction &f : unit.functions) {
    for (const interface::CxxParameter &p : f.parameters)
      addRecords(p.type, seen, text);
    addRecords(f.result, seen, text);
  }
  return text;
}

} // namespace

GradientTests gradientTests(const interface::Unit &unit, llvm::ArrayRef<std::string> given) {
  std::string text =
      "#include \"" + llvm::sys::path::stem(unit.source).str() + ".soac.hpp\"\n\n#include <soac/testing/suite.hpp>\n\n";
  text += recordsOf(unit);
  std::string calls;
  llvm::StringMap<int> uses;
  Settings settings(given);
  const std::vector<Subject> subjects = subjectsOf(unit);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const Subject &subject = subjects[i];
    std::string name = qualified(subject);
    if (const int earlier = uses[name]++) // overloads
      name += "#" + std::to_string(earlier + 1);
    const std::string function = "soac_test_" + std::to_string(i);
    // In the function's namespace, so that its name is found whether or not a header declares it.
    const interface::NamespaceLines space =
        subject.nameSpace.empty() ? interface::NamespaceLines() : interface::linesOf(subject.nameSpace, unit.inlineNamespaces);
    text += space.open + "\nstatic void " + function + "(soac::testing::suite &tests) {\n" +
            testOf(subject, name, unit, settings) + "}\n" + space.close + "\n";
    calls += (subject.nameSpace.empty() ? "" : subject.nameSpace + "::") + function + "(tests);\n";
  }
  for (const interface::OperatorBinding &binding : unit.bindings)
    calls += operatorTest(binding, subjects, unit, settings);
  text += "\nint main(int argc, char **argv) {\nsoac::testing::suite tests;\n" + calls +
          "return tests.run(argc, argv);\n}\n";
  return {std::move(text), std::move(settings.mistakes), settings.unused()};
}

} // namespace soac::driver

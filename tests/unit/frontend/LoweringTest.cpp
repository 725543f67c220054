// C++ -> IR -> interpreter against the same C++ compiled: every case at several points.
#include "Cases.h"

#include "eval/Interpreter.h"
#include "frontend/state/Lowering.h"
#include "frontend/parse/Parse.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace {

using namespace soac;

struct NoHooks : frontend::Hooks {
  frontend::CallLowering soacCall(const frontend::CallSite &) override { return nullptr; }
  frontend::LoopRequest loopRequest(const clang::Stmt *) override { return {}; }
  void checkText(frontend::Lowering &, const clang::FunctionDecl *) override {}
  bool dropsOutput() const override { return false; }
};

std::string messages(const diag::Engine &engine) {
  std::string text;
  for (const diag::Diagnostic &d : engine.all()) {
    text += d.place.file + ":" + std::to_string(d.place.line) + ": " + d.text() + "\n";
    for (const auto &[place, note] : d.notes)
      text += "  note: " + note + "\n";
  }
  return text;
}

/// Parameters as values, then the result, then what the reference parameters hold at the end.
ir::Function lower(frontend::Types &types, diag::Engine &engine, const clang::FunctionDecl *decl) {
  NoHooks hooks;
  ir::Function function;
  function.name = decl->getNameAsString();
  frontend::Lowering lowering(types, engine, hooks, function);
  std::vector<frontend::Lowering::Parameter> parameters;
  std::vector<frontend::FValue> arguments;
  for (const clang::ParmVarDecl *parameter : decl->parameters()) {
    const auto leaves = lowering.edgeTypes(parameter->getType());
    if (!leaves)
      return function;
    ir::Values values;
    for (const ir::Type type : *leaves)
      values.push_back(function.values.fresh(type, parameter->getName()));
    function.body.parameters.append(values);
    parameters.push_back(lowering.makeParameter(parameter->getType(), values, parameter->getName()));
    arguments.push_back(parameters.back().argument);
  }
  const frontend::FValue result = lowering.callFunction(decl, arguments, nullptr);
  function.body.results = lowering.edgeValues(result);
  for (const auto &parameter : parameters)
    function.body.results.append(lowering.finals(parameter));
  lowering.finish();
  return function;
}

/// The functions of one file of cases, lowered once.
std::map<std::string, ir::Function> &functionsOf(const std::string &file) {
  static std::map<std::string, std::map<std::string, ir::Function>> known;
  auto [it, isNew] = known.try_emplace(file);
  if (!isNew)
    return it->second;
  frontend::Options options;
  options.arguments = {"-std=c++20", "-I" SOAC_SOURCE_DIR "/include", "-I" SOAC_SOURCE_DIR "/tests/unit/frontend"};
  options.directory = SOAC_SOURCE_DIR;
  diag::Engine engine;
  std::vector<std::string> dependencies;
  const std::string path = SOAC_SOURCE_DIR "/tests/unit/frontend/" + file;
  std::set<std::string> directories;
  const bool isParsed = frontend::parse({path, options, "", directories}, engine, dependencies, [&](frontend::Parsed &parsed) {
    frontend::Types types(parsed.context, parsed.complete);
    const auto visit = [&](auto &self, const clang::DeclContext *scope) -> void {
      for (const clang::Decl *decl : scope->decls()) {
        if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(decl); space && space->isAnonymousNamespace())
          self(self, space);
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        if (!function || !function->isThisDeclarationADefinition() || function->isTemplated())
          continue;
        diag::Engine own;
        ir::Function lowered = lower(types, own, function);
        if (own.hasErrors())
          lowered.name = "refused: " + messages(own);
        it->second[function->getNameAsString()] = std::move(lowered);
      }
    };
    visit(visit, parsed.context.getTranslationUnitDecl());
  });
  EXPECT_TRUE(isParsed) << messages(engine);
  return it->second;
}

void expectSame(double expected, double got, const std::string &what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << what << ": " << got << " instead of NaN";
    return;
  }
  if (std::isinf(expected)) {
    EXPECT_EQ(expected, got) << what;
    return;
  }
  EXPECT_NEAR(expected, got, 1e-13 * (1 + std::fabs(expected))) << what;
}

const ir::Function *checked(const std::string &file, const std::string &name) {
  auto &functions = functionsOf(file);
  const auto found = functions.find(name);
  if (found == functions.end()) {
    ADD_FAILURE() << name << " is not in " << file;
    return nullptr;
  }
  if (found->second.name != name) {
    ADD_FAILURE() << name << " " << found->second.name;
    return nullptr;
  }
  for (const std::string &problem : ir::verify(found->second)) {
    ADD_FAILURE() << name << ": " << problem << "\n" << ir::toString(found->second);
    return nullptr;
  }
  return &found->second;
}

std::vector<eval::RuntimeValue> execute(const ir::Function &function, const std::vector<eval::RuntimeValue> &arguments) {
  eval::RunOptions options;
  options.statementLimit = 1'000'000;
  eval::Outcome outcome = eval::run(function, arguments, nullptr, options);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
    ADD_FAILURE() << function.name << ": " << failure->message << " in line " << failure->location.line << "\n"
                  << ir::toString(function);
    return {};
  }
  return std::get<std::vector<eval::RuntimeValue>>(outcome);
}

std::vector<double> arrayPoint(int n, int seed) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i)
    x.push_back(std::sin(seed * 3.7 + i * 1.9) * 2.3);
  return x;
}

void compareArray(const cases::Case &c, const ir::Function &function) {
  const int n = 12;
  for (int seed = 0; seed < 3; ++seed) {
    const std::vector<double> x = arrayPoint(n, seed);
    const auto got = execute(function, {eval::RuntimeValue::array(x), {ir::Scalar::I32, ops::numberOf(std::int64_t{n})}});
    if (got.empty())
      return;
    if (c.array) {
      expectSame(c.array(x.data(), n), got[0].asDouble(), c.name);
    } else {
      std::vector<double> y = x;
      c.inOut(y.data(), n);
      for (int i = 0; i < n; ++i)
        expectSame(y[i], got[0].elements()[i].f, c.name + "[" + std::to_string(i) + "]");
    }
  }
}

void compare(const std::string &file, const std::vector<cases::Case> &all) {
  for (const cases::Case &c : all) {
    const ir::Function *function = checked(file, c.name);
    if (!function)
      continue;
    if (!c.scalar) {
      compareArray(c, *function);
      continue;
    }
    for (const double x : {-2.6, -0.3, 0.0, 0.4, 1.0, 2.6})
      for (const double y : {-1.25, 0.0, 0.7, 3.1}) {
        const auto got = execute(*function, {eval::RuntimeValue::f64(x), eval::RuntimeValue::f64(y)});
        if (got.empty())
          break;
        expectSame(c.scalar(x, y), got[0].asDouble(),
                   c.name + "(" + std::to_string(x) + ", " + std::to_string(y) + ")");
      }
    if (testing::Test::HasFailure() && std::getenv("SOAC_SHOW_IR"))
      std::puts(ir::toString(*function).c_str());
  }
}

TEST(Lowering, ScalarsComputeWhatTheCompilerComputes) { compare("CasesScalars.cpp", cases::scalarCases()); }
TEST(Lowering, ControlFlowComputesWhatTheCompilerComputes) { compare("CasesControl.cpp", cases::controlCases()); }
TEST(Lowering, ArraysComputeWhatTheCompilerComputes) { compare("CasesArrays.cpp", cases::arrayCases()); }
TEST(Lowering, RecordsComputeWhatTheCompilerComputes) { compare("CasesRecords.cpp", cases::recordCases()); }

} // namespace

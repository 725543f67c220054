// A lowering that evaluates an argument and then once more, as one does that declines after it has begun, is an error
// of the tool and not a silent wrong derivative.
#include "frontend/state/Lowering.h"
#include "frontend/parse/Parse.h"

#include <gtest/gtest.h>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>

#include <fstream>

namespace {

using namespace soac;
using frontend::CallSite;
using frontend::FValue;
using frontend::Lowering;

/// soac::careless evaluates its argument twice, soac::careful once.
struct PlantedHooks : frontend::Hooks {
  frontend::CallLowering soacCall(const CallSite &site) override {
    if (site.name == "soac::careless")
      return [](Lowering &l, const CallSite &at) {
        l.value(at.arguments[0]);
        return l.value(at.arguments[0]);
      };
    if (site.name == "soac::careful")
      return [](Lowering &l, const CallSite &at) { return l.value(at.arguments[0]); };
    return nullptr;
  }
  frontend::LoopRequest loopRequest(const clang::Stmt *) override { return {}; }
  void checkText(frontend::Lowering &, const clang::FunctionDecl *) override {}
  bool dropsOutput() const override { return false; }
};

/// The names of what is reported of `double f(double x, int n) { body }`.
std::vector<std::string> reported(const std::string &body) {
  llvm::SmallString<128> file; // of this process alone
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("evaluations", "cpp", file));
  const llvm::FileRemover remover(file);
  const std::string path(file);
  std::ofstream(path) << "namespace soac { double careless(double); double careful(double); }\n"
                         "struct Box { double v; Box(double x) : v(x) {} };\n"
                         "inline double twice(double &x) { return x *= 2; }\n"
                         "double f(double x, int n) { "
                      << body << " }\n";
  std::vector<std::string> names;
  diag::Engine engine;
  std::vector<std::string> dependencies;
  std::set<std::string> directories;
  EXPECT_TRUE(frontend::parse({path, {}, "", directories}, engine, dependencies, [&](frontend::Parsed &parsed) {
    frontend::Types types(parsed.context, parsed.complete);
    for (const clang::Decl *decl : parsed.context.getTranslationUnitDecl()->decls()) {
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (!function || function->getNameAsString() != "f")
        continue;
      PlantedHooks hooks;
      ir::Function written;
      Lowering l(types, engine, hooks, written);
      const ir::Values values{written.values.fresh(ir::Scalar::F64), written.values.fresh(ir::Scalar::I32)};
      std::vector<FValue> arguments;
      for (unsigned i = 0; i < 2; ++i)
        arguments.push_back(l.makeParameter(function->getParamDecl(i)->getType(), {values[i]}, "").argument);
      l.callFunction(function, arguments, nullptr);
    }
  }));
  for (const diag::Diagnostic &d : engine.all())
    names.push_back(diag::info(d.id).name);
  return names;
}

const std::vector<std::string> nothing, twice{"evaluated-twice"};

TEST(Evaluations, OfAnExpressionWithAnEffectHappenOnce) {
  EXPECT_EQ(reported("return soac::careless(x *= 2);"), twice);
  EXPECT_EQ(reported("return soac::careless(++x);"), twice);
  EXPECT_EQ(reported("return soac::careless(x = 2);"), twice);
  EXPECT_EQ(reported("return soac::careless(twice(x));"), twice);
  EXPECT_EQ(reported("return soac::careless(Box(x).v);"), twice);
  EXPECT_EQ(reported("return soac::careless(n > 0 ? x *= 2 : x);"), twice);
  EXPECT_EQ(reported("return soac::careless(n > 0 && (x *= 2) > 1);"), twice);
  EXPECT_EQ(reported("while (n-- > 0) soac::careless(x *= 2); return x;"), twice);
  EXPECT_EQ(reported("if (n > 0) return soac::careless(x *= 2); return x;"), twice);
  EXPECT_EQ(reported("return [&] { return soac::careless(x *= 2); }();"), twice);
}

TEST(Evaluations, WithoutEffectMayHappenAgain) { EXPECT_EQ(reported("return soac::careless(x * x + 1);"), nothing); }

TEST(Evaluations, InEveryTripBranchAndCallAreNew) {
  EXPECT_EQ(reported("while ((x *= 2) < n) x += soac::careful(x *= 2); return x;"), nothing);
  EXPECT_EQ(reported("do x += soac::careful(x *= 2); while ((x *= 2) < n); return x;"), nothing);
  EXPECT_EQ(reported("switch (n) { case 1: x *= 2; case 2: x = soac::careful(twice(x)); default: ++x; } return x;"),
            nothing);
  EXPECT_EQ(reported("auto f = [&] { return soac::careful(x *= 2); }; f(); return f();"), nothing);
  EXPECT_EQ(reported("auto f = [](double &z, int k = soac::careful(3)) { return z * k; }; return f(x) + f(x);"),
            nothing);
  EXPECT_EQ(reported("struct D { double *p; double v = *p *= 2; }; D a{&x}, b{&x}; return a.v + b.v;"), nothing);
}

} // namespace

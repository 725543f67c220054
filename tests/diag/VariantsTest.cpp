// Every construct that is refused, at every place where code can stand: the construct's line gives its diagnostic, and
// the functions around it are still read.
#include "ad/Ad.h"
#include "frontend/Frontend.h"
#include "optimise/Passes.h"

#include <gtest/gtest.h>
#include <llvm/ADT/ArrayRef.h>

#include <fstream>
#include <map>
#include <set>

namespace soac::frontend {
namespace {

struct Construct {
  const char *id; ///< of the diagnostic
  const char *text; ///< one line of statements with a variable `double x`
};

constexpr Construct constructs[] = {
    // Calls of what is not known.
    {"opaque-call", "x = opaque(x);"},
    {"opaque-call", "opaque(x);"},
    {"opaque-call", "opaqueReference(x);"},
    {"opaque-call", "x *= std::rand();"},
    {"opaque-call", "x = Opaque{}.member(x);"},
    {"opaque-call", "x = -Opaque{x};"},
    {"opaque-call", "Opaque o(x, x);"},
    {"opaque-call", "x = opaqueTemplate(x);"},
    {"indirect-call", "x = static_cast<double (*)(double)>(nullptr)(x);"},
    {"pointer-use", "double (*f)(double) = half; if (x > 1) f = third; x = f(x);"},
    {"mutable-global", "x = table[x > 1](x);"},
    {"pointer-use", "std::function<double(double)> f = half; if (x > 1) f = third; x = f(x);"},
    {"virtual-call", "Derived d; const Base &b = d; x = b.area(x);"},
    {"virtual-call", "Derived d; const Base *b = &d; x = b->area(x);"},
    {"variadic", "x = variadic(1, x);"},
    {"recursion", "struct R { static void f(std::vector<double> &v, int n) { if (n > 0) { v.push_back(v[0]); f(v, n - 1); } } }; std::vector<double> a{x}; R::f(a, 3); x = a[0];"},
    {"recursion", "struct R { static double *f(double *p, int n) { return n == 0 ? p : f(p + 1, n - 1); } }; double a[4] = {x, x, x, x}; x = *R::f(a, 2);"},
    {"aliasing", "struct R { static void f(double &__restrict a, double &b, int n) { if (n > 0) { a *= b; f(b, a, n - 1); } } }; R::f(x, x, 3);"},
    {"coroutine", "auto later = [](double v) -> Task { co_return v; }; later(x);"},
    {"output", "std::printf(\"%g\", x);"},
    {"output", "std::puts(\"x\");"},
    {"output", "std::cout << x;"},
    {"output", "std::cin >> x;"},
    // Jumps and exceptions.
    {"goto", "again: x *= 0.5; if (x > 1) goto again;"},
    {"goto", "if (x > 1) goto end; x *= 2; end:;"},
    {"unsupported-expression", "void *label = &&there; there: x *= label ? 2 : 1;"},
    {"inline-asm", "asm volatile(\"\" : \"+x\"(x));"},
    {"exception", "if (x < 0) throw;"},
    {"exit-text", "std::array<char, 3> e{}; if (x < 0) throw e;"},
    {"exit-text", "std::string s = \"n\"; if (x > 1) s += \"!\"; if (x < 0) throw std::runtime_error(s);"},
    {"exit-text", "char s[] = \"text\"; s[0] = 'T'; if (x < 0) throw std::runtime_error(s);"},
    {"type-not-visible", "struct Here {}; x = x < 0 ? throw Here{} : x;"},
    {"exception", "try { x *= 2; } catch (...) { x = 0; }"},
    // Memory.
    {"allocation", "double *p = new double(x); x = *p;"},
    {"allocation", "double *p = nullptr; delete p;"},
    {"allocation", "auto *p = new std::vector<double>[2]; p[0].push_back(x);"},
    {"allocation", "double *p = &x; std::free(p);"},
    {"allocation", "double a[2] = {x, x}, *p = a; delete[] p;"},
    {"allocation", "void *p = std::malloc(8); x *= p != nullptr;"},
    {"allocation", "auto *p = static_cast<double *>(std::realloc(nullptr, 8)); *p = x;"},
    {"pointer-use", "double *p = new double[3]; p[0] = x; delete[] p; x = p[0];"},
    {"pointer-use", "double *p = new double[3]; delete[] p; p[0] = x;"},
    {"pointer-use", "double *p = new double[3]; p[0] = x; delete[] p; delete[] p;"},
    {"uninitialised", "double *p = new double[3]; x += p[1]; delete[] p;"},
    {"uninitialised", "auto *p = static_cast<double *>(std::malloc(16)); x += p[1]; std::free(p);"},
    {"unsupported-type", "auto p = std::make_unique<double>(x); x = *p;"},
    {"reinterpret-cast", "x += static_cast<double>(*reinterpret_cast<long *>(&x));"},
    {"reinterpret-cast", "x += static_cast<double>(reinterpret_cast<long &>(x));"},
    {"reinterpret-cast", "x += static_cast<double>(*(long *)&x);"},
    {"integer-round-trip", "x += static_cast<double>(std::bit_cast<long>(x));"},
    {"reinterpret-cast", "long l; std::memcpy(&l, &x, 8); x += static_cast<double>(l);"},
    {"reinterpret-cast", "x += static_cast<double>(reinterpret_cast<std::uintptr_t>(&x) % 3);"},
    {"aliasing", "twice(x, x);"},
    {"aliasing", "double a[2] = {x, 1}; twice(a[0], a[0]);"},
    {"uninitialised", "double y; x += y;"},
    {"uninitialised", "double y[2]; x += y[1];"},
    {"uninitialised", "struct { double v; } r; x += r.v;"},
    // Types.
    {"union", "Bits b; b.d = x; x += b.d;"},
    {"union", "union { double d; float f; } b; b.d = x; x = b.d;"},
    {"unsupported-type", "struct { union { double d; long l; }; } b; b.d = x; x = b.d;"},
    {"volatile", "volatile double v = x; x = v;"},
    {"volatile", "x *= sensor;"},
    {"unsupported-type", "struct { volatile double v; } r{x}; x = r.v;"},
    {"unsupported-type", "struct { double v; std::map<int, double> m; } r; r.v = x; r.m[1] = x;"},
    {"long-double", "long double v = x; x = static_cast<double>(v);"},
    {"long-double", "x = static_cast<double>(x * 2.0L);"},
    {"long-double", "x = static_cast<double>(std::sqrt(static_cast<long double>(x)));"},
    {"unsupported-type", "__float128 v = x; x = static_cast<double>(v);"},
    {"unsupported-type", "int n = 3; double a[n]; a[0] = x; x = a[0];"},
    {"unsupported-type", "Ends e{x};"},
    {"unsupported-type", "std::map<int, double> m; m[1] = x; x = m[1];"},
    // Variables that outlive the call.
    {"mutable-global", "x *= state;"},
    {"mutable-global", "state = x;"},
    {"mutable-global", "x *= outer;"},
    {"mutable-global", "x *= perThread;"},
    {"mutable-global", "x *= Counter::total;"},
    {"mutable-global", "Counter::total += x;"},
    {"static-local", "static double calls = 0; calls += 1; x *= calls;"},
    {"static-local", "static thread_local double calls = 0; x *= ++calls;"},
    // Numbers that lose their derivative.
    {"integer-round-trip", "x += double(int(x));"},
    {"integer-round-trip", "int n = x; x *= n;"},
    {"integer-round-trip", "x += static_cast<float>(static_cast<unsigned>(x * 2) + 1u);"},
    {"integer-round-trip", "const auto c = static_cast<Color>(static_cast<int>(x)); x += c;"},
    {"integer-round-trip", "std::array<int, 2> a{static_cast<int>(x), 1}; x += a[0];"},
    {"integer-round-trip", "int sum = 0; for (int i = 0; i < 3; ++i) sum += static_cast<int>(x); x += sum;"},
    {"integer-round-trip", "struct { int n; } r{static_cast<int>(x)}; x *= r.n;"},
    {"integer-round-trip", "x = std::ldexp(x, 2) + static_cast<double>(static_cast<long>(x) % 3);"},
    {"integer-round-trip", "const auto whole = [](double v) { return static_cast<int>(v); }; x *= whole(x);"},
    // Pragmas.
    {"pragma-unknown", "_Pragma(\"soac nonsense\") x *= 2;"},
    {"pragma-misplaced", "_Pragma(\"soac stripmine(2)\") x *= 2;"},
    {"pragma-misplaced", "_Pragma(\"soac differentiate(vjp)\") x *= 2;"},
};

constexpr const char *prelude = R"cpp(#include <soac/soac.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <vector>

double opaque(double), variadic(int, ...);
void opaqueReference(double &);
template <class T> T opaqueTemplate(T);
struct Opaque {
  double v;
  Opaque(double v = 0) : v(v) {}
  Opaque(double, double);
  double member(double) const, operator-() const;
};
inline double half(double v) { return 0.5 * v; }
inline double third(double v) { return v / 3; }
inline double (*table[2])(double) = {half, third};
inline void twice(double &__restrict a, double &b) { a += b; }
inline double state = 1;
inline volatile double sensor = 1;
inline thread_local double perThread = 1;
extern double outer;
struct Counter { static inline double total = 0; };
enum Color { red, green };
union Bits { double d; long l; };
struct Base { virtual ~Base() = default; virtual double area(double v) const { return v; } };
struct Derived : Base { double area(double v) const override { return v * v; } };
struct Ends { double &to; ~Ends() { to *= 2; } };
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(double) {}
    void unhandled_exception() {}
  };
};
)cpp";

struct Context {
  const char *name;
  /// $ is the construct on a line of its own, @ the pragma that asks for derivatives, ~ what makes names unique.
  const char *text;
  bool isHeader = false; ///< what stands before @ is a header
};

const Context contexts[] = {
    {"Function", "@double f~(double x) {\n$\nreturn x * x; }"},
    {"BranchNeverTaken", "@double f~(double x) { if (x > 1e300 && x < -1e300) {\n$\n} return x * x; }"},
    {"CountedLoop", "@double f~(double x) { for (int t = 0; t < 3; ++t) {\n$\n} return x * x; }"},
    {"WhileLoop", "@double f~(double x) { while (x > 4) {\n$\nx *= 0.5; } return x * x; }"},
    {"DoLoop", "@double f~(double x) { do {\n$\nx *= 0.5; } while (x > 4); return x * x; }"},
    {"RangeLoop", "@double f~(soac::view<const double> xs) { double s = 0; for (double x : xs) {\n$\ns += x; } return s; }"},
    {"Switch", "@double f~(double x, int c) { switch (c) { case 1: {\n$\nbreak; } default: x *= 2; } return x * x; }"},
    {"Helper", "double h~(double x) {\n$\nreturn x * x; }\n@double f~(double x) { return h~(x) + 1; }"},
    {"HelperOfHelper", "static double h~(double x) {\n$\nreturn x * x; }\nstatic double g~(double x) { return h~(x); }\n"
                       "@double f~(double x) { return g~(x) + g~(2 * x); }"},
    {"Header", "inline double h~(double x) {\n$\nreturn x * x; }\n@double f~(double x) { return h~(x); }", true},
    {"Member", "struct S~ { double v; double at(double x) const {\n$\nreturn x * v; } };\n"
               "@double f~(double x) { return S~{x}.at(x); }"},
    {"StaticMember", "struct S~ { static double at(double x) {\n$\nreturn x; } };\n@double f~(double x) { return S~::at(x); }"},
    {"CallOperator", "struct S~ { double operator()(double x) const {\n$\nreturn x; } };\n"
                     "@double f~(double x) { return S~{}(x); }"},
    {"Operator", "struct S~ { double v; };\nS~ operator+(S~ a, S~ b) { double x = a.v;\n$\nreturn {x + b.v}; }\n"
                 "@double f~(double x) { return (S~{x} + S~{x}).v; }"},
    {"Conversion", "struct S~ { double v; operator double() const { double x = v;\n$\nreturn x; } };\n"
                   "@double f~(double x) { S~ s{x}; double y = s; return y; }"},
    {"Constructor", "struct S~ { double v; explicit S~(double x) : v(x) {\n$\nv = x; } };\n"
                    "@double f~(double x) { S~ s(x); return s.v; }"},
    {"CopyConstructor", "struct S~ { double v; S~(double v) : v(v) {} S~(const S~ &o) : v(o.v) { double x = o.v;\n$\nv = x; } };\n"
                        "@double f~(double x) { S~ a(x); S~ b = a; return b.v; }"},
    {"Template", "template <class T> T h~(T x) {\n$\nreturn x * x; }\n@double f~(double x) { return h~(x); }"},
    {"ClassTemplate", "template <class T> struct S~ { T v; T at() const { T x = v;\n$\nreturn x * x; } };\n"
                      "@double f~(double x) { return S~<double>{x}.at(); }"},
    {"Lambda", "@double f~(double x) { auto g = [&](double x) {\n$\nreturn x; }; return g(x); }"},
    {"GenericLambda", "@double f~(double x) { auto g = [](auto x) {\n$\nreturn x; }; return g(x); }"},
    {"Map", "@double f~(soac::view<const double> xs) { return soac::sum(soac::map([](double x) {\n$\nreturn x; }, xs)); }"},
    {"InnerMap", "@double f~(soac::view<const double, 2> xs) { return soac::sum(soac::map([](auto row) { return soac::sum("
                 "soac::map([](double x) {\n$\nreturn x; }, row)); }, xs)); }"},
    {"Reduce", "@double f~(soac::view<const double> xs) { return soac::reduce([](double x, double y) {\n$\nreturn x + y; }, 0.0, xs); }"},
    {"Scan", "@double f~(soac::view<const double> xs) { return soac::scan([](double x, double y) {\n$\nreturn x + y; }, 0.0, xs)[0]; }"},
    {"Tabulate", "@double f~(double y) { return soac::sum(soac::tabulate([=](soac::index i) { double x = y * i;\n$\nreturn x; }, 3)); }"},
    {"Algorithm", "@double f~(double y) { std::vector<double> w(3, y), v(3); std::transform(w.begin(), w.end(), v.begin(), "
                  "[](double x) {\n$\nreturn x; }); return v[0]; }"},
    {"Namespace", "namespace n~ { inline namespace v1 { namespace {\n@double f~(double x) {\n$\nreturn x * x; }\n} } }"},
    {"OutputParameter", "@void f~(const double *p, double *q) { double x = *p;\n$\n*q = x; }"},
    {"Gradient", "double f~(double x) {\n$\nreturn x * x; }\ndouble user~(double x) { return soac::gradient<f~>(x); }"},
    {"Forward", "double f~(double x) {\n$\nreturn x * x; }\ndouble user~(double x) { return soac::jvp<f~>(x, 1.0); }"},
    {"SecondOrder", "double f~(double x) {\n$\nreturn x * x; }\n"
                    "double user~(double x) { return soac::jvp<soac::gradient<f~>>(x, 1.0); }"},
};

using Place = std::pair<const Context *, const Construct *>;

/// A source file as it grows, and what stands in which line.
struct Source {
  std::string path, text;
  unsigned lines = 0;
  std::map<unsigned, Place> places;

  void add(llvm::StringRef more) {
    text += more;
    lines += more.count('\n');
  }
  /// `more` with $ and the like replaced.
  void add(llvm::StringRef more, Place place, unsigned number) {
    for (char c : more) {
      if (c == '$')
        places[lines + 1] = place;
      add(c == '$'   ? std::string("{ ") + place.second->text + " }"
          : c == '@' ? std::string("\n#pragma soac differentiate(vjp, jvp)\n")
          : c == '~' ? std::to_string(number)
                     : std::string(1, c));
    }
    add("\n");
  }
  void write() const { std::ofstream(path) << text; }
};

/// So many contexts are in one file: the headers take longer to read than they do.
constexpr std::size_t together = 4;

llvm::ArrayRef<Context> contextsFrom(std::size_t first) {
  return llvm::ArrayRef(contexts).slice(first).take_front(together);
}

class Variants : public testing::TestWithParam<std::size_t> {};

TEST_P(Variants, AreRefusedWhereTheyStand) {
  const std::string stem = testing::TempDir() + "soac-variants-" + std::to_string(GetParam());
  Source header{stem + ".hpp", {}, 0, {}}, source{stem + ".cpp", {}, 0, {}};
  header.add("#pragma once\n");
  header.add(prelude);
  source.add("#include \"" + header.path + "\"\n");
  std::set<std::string> fine;
  const auto addFine = [&](const std::string &name) {
    source.add("#pragma soac differentiate(vjp, jvp)\ndouble " + name + "(double x) { return x * x; }\n");
    fine.insert({name + "_vjp", name + "_jvp"});
  };
  unsigned number = 0;
  for (const Context &context : contextsFrom(GetParam())) {
    addFine(std::string("fineBefore") + context.name);
    for (const Construct &construct : constructs) {
      const auto [definitions, request] = llvm::StringRef(context.text).split('@');
      const Place place(&context, &construct);
      if (context.isHeader) {
        header.add(definitions, place, number);
        source.add("@" + request.str(), place, number);
      } else {
        source.add(context.text, place, number);
      }
      ++number;
    }
    addFine(std::string("fineAfter") + context.name);
  }
  header.write();
  source.write();

  diag::Engine engine;
  Options options;
  options.arguments = {"-I", SOAC_INCLUDE};
  Result result = read(source.path, options, engine);
  std::erase_if(result.unit.functions, [&](const interface::CxxFunction &f) {
    return !ad::differentiate(optimise::normalise(f.function), {}, engine).has_value();
  });
  std::map<Place, std::set<std::string>> found;
  for (const diag::Diagnostic &d : engine.all()) {
    const Source &file = llvm::StringRef(d.place.file).ends_with(".hpp") ? header : source;
    const auto at = file.places.find(d.place.line);
    if (at == file.places.end())
      ADD_FAILURE() << d.place.file << ":" << d.place.line << ": unexpected: " << d.text();
    else
      found[at->second].insert(diag::info(d.id).name);
  }
  for (const Context &context : contextsFrom(GetParam()))
    for (const Construct &construct : constructs)
      EXPECT_EQ(found[Place(&context, &construct)], std::set<std::string>{construct.id})
          << context.name << ": " << construct.text;
  std::set<std::string> written;
  for (const interface::CxxFunction &f : result.unit.functions)
    written.insert(f.name);
  for (const std::string &name : fine)
    EXPECT_EQ(written.erase(name), 1u) << name;
  // A pragma that means nothing is an error, but the function is what it is.
  for (const std::string &name : written) {
    const std::size_t n = std::stoul(name.substr(name.find_first_of("0123456789"))) % std::size(constructs);
    EXPECT_TRUE(llvm::StringRef(constructs[n].id).starts_with("pragma-")) << name << ": " << constructs[n].text;
  }
}

std::string nameOf(const testing::TestParamInfo<std::size_t> &info) {
  std::string name;
  for (const Context &context : contextsFrom(info.param))
    name += context.name;
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Variants, testing::Range<std::size_t>(0, std::size(contexts), together), nameOf);

} // namespace
} // namespace soac::frontend

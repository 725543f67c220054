// Reductions and scans of every kind of operator from values that are not neutral, constant and active.
#include "Programs.h"

#include <llvm/Support/FormatVariadic.h>

namespace soac::test {

using ops::RuntimeValue;

namespace {

struct Operator {
  const char *name, *body; ///< of %a and %b, to %c
};
constexpr Operator operators[] = {
    {"sum", "%c: f64 = add %a, %b"},
    {"product", "%c: f64 = mul %a, %b"},
    {"minimum", "%c: f64 = min %a, %b"},
    {"maximum", "%c: f64 = max %a, %b"},
    {"curve", "%p: f64 = add %a, %b\n %q: f64 = mul %a, %b\n %c: f64 = add %p, %q"},
    {"norm", "%p: f64 = mul %a, %a\n %q: f64 = fma %b, %b, %p\n %c: f64 = sqrt %q"},
    {"curve with a free variable",
     "%p: f64 = add %a, %b\n %q: f64 = mul %a, %b\n %w: f64 = mul %q, %t\n %c: f64 = add %p, %w"},
};

std::string program(const char *combinator, const Operator &op, const char *start) {
  const bool isScan = llvm::StringRef(combinator) == "scan";
  return llvm::formatv("func @f(%xs: [f64; 1], %s: f64, %t: f64) -> ({0}) {{\n %n: i64 = extent %xs, 0\n %r: {0} = {1} %n, "
                       "(%xs), neutral ({2}) |%a: f64, %b: f64| {{\n {3}\n yield %c\n }\n return %r\n}\n",
                       isScan ? "[f64; 1]" : "f64", combinator, start, op.body);
}

std::string binsOf(const Operator &op) {
  return llvm::formatv("func @f(%ds: [f64; 1], %ks: [i64; 1], %xs: [f64; 1], %t: f64) -> ([f64; 1]) {{\n %n: i64 = extent "
                       "%xs, 0\n %r: [f64; 1] = reduce_by_index %n, dests (%ds), neutral (0.5), keys %ks, values (%xs) |%a: "
                       "f64, %b: f64| {{\n {0}\n yield %c\n }\n return %r\n}\n",
                       op.body);
}

} // namespace

std::vector<Case> startCases() {
  std::vector<Case> all;
  const RuntimeValue start = RuntimeValue::f64(1.5), free = RuntimeValue::f64(0.7);
  for (const Operator &op : operators) {
    for (const char *combinator : {"reduce", "scan"})
      for (const char *from : {"0.5", "%s"}) {
        const std::string name = std::string(combinator) + " " + op.name + (*from == '%' ? " from a variable" : " from 0.5");
        const std::string text = program(combinator, op, from);
        all.push_back({name, text, {RuntimeValue::array({2, 0.75, 3, -0.4}), start, free}});
        all.push_back({name + " one element", text, {RuntimeValue::array({2.5}), start, free}});
        all.push_back({name + " nothing", text, {RuntimeValue(ir::Scalar::F64, ops::Extents{0}), start, free}});
        if (llvm::StringRef(op.name) == "product")
          all.push_back({name + " with a zero", text, {RuntimeValue::array({2, 0, 3}), start, free}});
      }
    all.push_back({std::string("bins ") + op.name, binsOf(op),
                   {RuntimeValue::array({0.5, 2, 0.5}), RuntimeValue::indices({2, 0, 7, 2, 2}), RuntimeValue::array({2, 0.75, 3, -0.4, 1.25}), free}});
  }
  return all;
}

} // namespace soac::test

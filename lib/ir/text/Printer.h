// The text form of the IR. The parser reads it back: print(parse(print(f))) == print(f).
//
//   func @f(%x: f64, %xs: [f64; 1]) -> (f64) {
//     %n: i64 = extent %xs, 0
//     %ys: [f64; 1] = map %n, (%xs) |%i: i64, %v: f64| {
//       %t: f64 = mul %v, %x
//       yield %t
//     }
//     %s: f64 = reduce %n, (%ys), neutral (0.0) |%a: f64, %b: f64| {
//       %c: f64 = add %a, %b
//       yield %c
//     }
//     return %s
//   }
//
// The statements are written
//   add %a, %b                      every scalar primitive by its name in Prims.def
//   index %a[%i, ..]                update %a[%i, ..] = %v         extent %a, 0
//   fill %v, [%n, ..]               reshape %a, [%n, ..]           iota %n
//   rearrange %a, (1, 0)            slice %a, start %s, count %n, step -1
//   rotate %a, %by                  concat %a, ..                  scatter %dest, %indices, %values
//   argsort %keys                   repeated %indices, %extent
//   if %c { .. } else { .. }
//   loop %n, (%inits..) |%i: i64, ..| { .. }            loop while (%inits..) |..| { .. } do |..| { .. }
//      with annotations before the first block: stripmine(2) revolve(3) bound(%n, "text") no_false_dependencies(0, 1)
//   map %n, (%arrays..) |%i: i64, ..| { .. }
//   reduce %n, (%arrays..), neutral (..) |..| { .. }    scan likewise
//   map_reduce %n, (%arrays..) |..| { .. } reduce (%neutral..) |..| { .. } reduce ..
//   reduce_by_index %n, dests (..), neutral (..), keys %k, values (..) |..| { .. }
//   with_accumulators (%inits..) |%acc: acc [f64; 1]| { .. }
//   accumulate %acc[%i, ..] += %v                       check %c, "message {0}", %n
//   differentiate adjoint (%arguments..), seeds (%s, _), initial (_) |..| { .. }      or: differentiate tangent
// Constants are written where they are used: 2.0, inf, nan are f64, 7 is i64, true is bool; others say their type,
// f32:1.5, u8:255. A comment goes from // to the end of the line; a statement may end with loc("file":line:column).
#pragma once

#include "ir/Function.h"

#include <llvm/Support/raw_ostream.h>

#include <memory>

namespace soac::ir {

struct PrintOptions {
  bool locations = false; ///< write loc("file":line:column) after every statement that has one
};

void print(const Function &function, llvm::raw_ostream &out, PrintOptions options = {});
std::string toString(const Function &function, PrintOptions options = {});

/// A statement or block by itself, for debugging: its free variables have the names they would get first.
std::string toString(const Statement &statement, const ValueTable &values);
std::string toString(const Block &block, const ValueTable &values);

/// How the whole function's text calls values, and the first lines of statements in it; that text is made once.
class Names {
public:
  explicit Names(const Function &function);
  ~Names();

  std::string of(Value v) const;
  std::string headline(const Statement &statement) const;

private:
  struct State;
  std::unique_ptr<State> state;
};
std::string nameIn(const Function &function, Value v);
std::string headline(const Function &function, const Statement &statement);

/// "f64", "[f64; 2]", "acc [f64; 1]".
std::string toString(Type type);
/// As in operands: "2.0", "f32:1.5", "true".
std::string toString(const Constant &constant);

} // namespace soac::ir

// Which values a derivative may reach: those that depend on active inputs through differentiable operations.
#pragma once

#include "ir/Function.h"
#include "ir/Walk.h"

#include <llvm/ADT/DenseSet.h>

#include <map>
#include <set>
#include <tuple>

namespace soac::ad {

/// Marks of the values of a list, by position; positions behind the last mark count as false.
struct ActivityMarks {
  std::vector<bool> active, tainted;
  friend auto operator<=>(const ActivityMarks &, const ActivityMarks &) = default;
};

/// Which results and accumulators of a definition one active or tainted argument reaches, found once per argument.
/// Several marked arguments reach the union.
class DefinitionActivity {
public:
  explicit DefinitionActivity(const std::vector<ir::Function> &table) : table(table) {}

  struct Argument {
    unsigned definition, number;
    bool isTainted;     ///< else it is active
    bool isInsideRuled; ///< the invocation is in a function with user-given rules
    friend auto operator<=>(const Argument &, const Argument &) = default;
  };
  /// The marks of the results, and behind them of the accumulators.
  const ActivityMarks &reached(const Argument &argument);
  const ir::Function &definition(const ir::Invoke &op) const { return table[op.definition]; }

private:
  const ActivityMarks &evaluate(const Argument &argument);

  const std::vector<ir::Function> &table;
  std::map<Argument, ActivityMarks> known;
  std::set<Argument> settled, visited; ///< arguments with final marks; arguments met in this round of the fixed point
  bool isChanged = false;              ///< marks have grown in this round
};

/// A monotone analysis: marks only grow. Values of nested blocks are marked too.
///   y = sin x;  k = cast i64 x;  z = cast f64 k     x active: y is active, k is tainted, z is neither
class Activity {
public:
  Activity(const ir::ValueTable &values, DefinitionActivity &definitions) : values(values), definitions(definitions) {}
  /// The activity in the function that `op` differentiates.
  static Activity of(const ir::Differentiate &op, const ir::ValueTable &values, DefinitionActivity &definitions);

  static Activity of(const ir::Function &definition, const ActivityMarks &parameters, DefinitionActivity &definitions,
                     bool isInsideRuled = false);
  ActivityMarks marks(llvm::ArrayRef<ir::Value> list) const;

  bool isActive(ir::Value v) const { return active.contains(v); }
  void mark(ir::Value v) { active.insert(v); }
  /// Marks the values that the statements make active, to a fixed point.
  void analyse(llvm::ArrayRef<ir::Statement> statements);
  void analyse(const ir::Block &block) { analyse(block.statements); }

  /// Is it an integer that was computed from an active value (not only chosen by a comparison of active values)?
  bool isTainted(ir::Value v) const { return tainted.contains(v); }

private:
  bool markActive(ir::Value v);
  bool markTainted(ir::Value v);
  /// `to` is at least as active as `from`.
  bool flow(ir::Value from, ir::Value to);
  bool visit(const ir::Statement &statement);
  bool visit(const ir::Apply &op, ir::Value result);
  bool visit(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results);
  bool visit(llvm::ArrayRef<ir::Statement> statements);

  const ir::ValueTable &values;
  DefinitionActivity &definitions;
  llvm::DenseSet<ir::Value> active, tainted;
  bool isInsideRuled = false; ///< in a function with rules, which give the derivatives of the outside calls in it
};

} // namespace soac::ad

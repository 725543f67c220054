#include "ad/PointerExtents.h"

#include "ad/PrimalCopy.h"
#include "analysis/InPlace.h"
#include "ir/Builder.h"
#include "ir/Definitions.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using prims::Prim;

// Instruments a copy of the primal: `state[q]` is one more than the largest index at which pointer q was touched so far,
// and state[pointers + q] how far before its start it was touched, 0 where it was not.
class Instruments {
public:
  Instruments(ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers) : values(values) {
    for (std::size_t q = 0; q < pointers.size(); ++q)
      versions[pointers[q]] = q;
    failed.resize(pointers.size());
  }

  void visit(std::vector<ir::Statement> &statements, ir::Values &state) {
    std::vector<ir::Statement> out;
    for (ir::Statement &statement : statements) {
      ir::Builder b(values, out, statement.location);
      before(statement, state, b);
      out.push_back(std::move(statement));
      after(out, state);
      lastTest(out, state);
    }
    statements = std::move(out);
  }

  llvm::SmallVector<bool, 4> failed; ///< pointers that are used in a way that is not followed

private:
  std::optional<std::size_t> pointer(ir::Value v) const {
    const auto it = versions.find(v);
    return it == versions.end() ? std::nullopt : std::optional(it->second);
  }
  void derive(ir::Value from, ir::Value to) {
    if (const auto q = pointer(from))
      versions[to] = *q;
  }

  void touch(ir::Value array, ir::Value end, ir::Values &state, ir::Builder &b) {
    if (const auto q = pointer(array))
      state[*q] = b.apply(Prim::Max, {state[*q], end});
  }
  void touchFrom(ir::Value array, ir::Value first, ir::Values &state, ir::Builder &b) {
    if (const auto q = pointer(array)) {
      ir::Value &before = state[failed.size() + *q];
      before = b.apply(Prim::Max, {before, b.neg(first)});
    }
  }

  // An index that the state accounts for already is not noted again, so that branches that touch only the elements of
  // their condition drop out of the inspector.
  void touchAt(ir::Value array, ir::Value index, ir::Values &state, ir::Builder &b) {
    const auto q = pointer(array);
    if (!q || seen[state[*q]].contains(index))
      return;
    const llvm::SmallDenseSet<ir::Value, 4> before = seen[state[*q]];
    touch(array, b.add(index, b.index(1)), state, b);
    touchFrom(array, index, state, b);
    seen[state[*q]] = before;
    seen[state[*q]].insert(index);
  }
  // States only grow: the indices that `from` accounts for, `to` accounts for.
  void inherit(ir::Value from, ir::Value to) {
    const llvm::SmallDenseSet<ir::Value, 4> before = seen[from];
    seen[to] = before;
  }

  void before(ir::Statement &statement, ir::Values &state, ir::Builder &b) {
    if (auto *op = std::get_if<ir::Index>(&statement.op)) {
      touchAt(op->array, op->indices[0], state, b);
    } else if (auto *op = std::get_if<ir::Update>(&statement.op)) {
      touchAt(op->array, op->indices[0], state, b);
      derive(op->array, statement.results[0]);
    } else if (auto *op = std::get_if<ir::Slice>(&statement.op)) {
      if (pointer(op->array)) {
        const ir::Value last = b.add(op->start, b.mul(b.sub(op->count, b.index(1)), b.index(op->step)));
        const ir::Value end = b.add(op->step < 0 ? op->start : last, b.index(1));
        const ir::Value isTouched = b.lessThan(b.index(0), op->count);
        touch(op->array, b.select(isTouched, end, b.index(0)), state, b);
        touchFrom(op->array, b.select(isTouched, op->step < 0 ? last : op->start, b.index(0)), state, b);
      }
    } else if (auto *op = std::get_if<ir::Reshape>(&statement.op)) {
      if (pointer(op->array)) {
        ir::Value size = b.index(1);
        for (ir::Value n : op->extents)
          size = b.mul(size, n);
        touch(op->array, size, state, b);
      }
    } else if (auto *op = std::get_if<ir::Map>(&statement.op)) {
      for (ir::Value array : op->arrays)
        touch(array, op->count, state, b);
      mapped(*op, statement);
    } else if (auto *op = std::get_if<ir::Reduce>(&statement.op)) {
      for (ir::Value array : op->arrays)
        touch(array, op->count, state, b);
      refuse(op->op);
    } else if (auto *op = std::get_if<ir::Scan>(&statement.op)) {
      for (ir::Value array : op->arrays)
        touch(array, op->count, state, b);
      refuse(op->op);
    } else if (auto *op = std::get_if<ir::Loop>(&statement.op)) {
      looped(*op, statement, state);
    } else if (auto *op = std::get_if<ir::If>(&statement.op)) {
      branched(*op, statement, state);
    } else {
      // Whole-array uses need the extent itself; nested derivatives are not followed.
      ir::forEachOperand(statement.op, [&](ir::Value &v) { fail(v); });
      ir::forEachBlock(statement.op, [&](ir::Block &block) { refuse(block); });
    }
  }

  // The statement's further results are the new state: of a loop or branch as they are, of a map as arrays of maxima.
  void after(std::vector<ir::Statement> &out, ir::Values &state) {
    if (pending.empty())
      return;
    const ir::SourceLocation location = out.back().location;
    const bool isMap = std::holds_alternative<ir::Map>(out.back().op);
    const ir::Value count = isMap ? std::get<ir::Map>(out.back().op).count : ir::Value();
    ir::Builder b(values, out, location);
    for (const auto &[q, result] : std::exchange(pending, {})) {
      ir::Value end = result;
      if (isMap) {
        ir::Block larger = b.block({ir::indexType, ir::indexType}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
          return ir::Values{in.apply(Prim::Max, {p[0], p[1]})};
        });
        end = b.emit1(ir::Reduce{count, {result}, {b.index(0)}, std::move(larger)});
        end = b.apply(Prim::Max, {state[q], end});
      }
      state[q] = end;
    }
  }

  void mapped(ir::Map &op, ir::Statement &statement) {
    ir::Values inner(2 * failed.size(), values.constantIndex(0));
    const ir::Values start = inner;
    visit(op.fn.statements, inner);
    for (std::size_t q = 0; q < inner.size(); ++q)
      if (inner[q] != start[q]) {
        op.fn.results.push_back(inner[q]);
        statement.results.push_back(values.fresh(ir::indexType.withRank(1)));
        pending.emplace_back(q, statement.results.back());
      }
  }

  void looped(ir::Loop &op, ir::Statement &statement, ir::Values &state) {
    const std::size_t own = op.inits.size(), first = op.isCounted();
    for (std::size_t k = 0; k < own; ++k) {
      derive(op.inits[k], op.body.parameters[k + first]);
      derive(op.inits[k], statement.results[k]);
    }
    ir::Values inner;
    for (ir::Value v : state) {
      op.inits.push_back(v);
      inner.push_back(values.fresh(ir::indexType));
      inherit(v, inner.back());
      op.body.parameters.push_back(inner.back());
      if (!op.isCounted()) {
        op.condition.parameters.push_back(values.fresh(ir::indexType));
        statement.results.push_back(values.fresh(ir::indexType));
      } else {
        statement.results.push_back(values.fresh(ir::indexType));
      }
      inherit(v, statement.results.back());
      pending.emplace_back(inner.size() - 1, statement.results.back());
    }
    const auto saved = std::exchange(pending, {});
    // The condition has no results for the state, so a copy of it in front of the body touches the same elements.
    if (!op.isCounted()) {
      std::vector<ir::Statement> body;
      ir::inlineBlock(op.condition, op.body.parameters, values, body);
      std::move(op.body.statements.begin(), op.body.statements.end(), std::back_inserter(body));
      op.body.statements = std::move(body);
    }
    visit(op.body.statements, inner);
    pending = saved;
    op.body.results.append(inner);
  }

  // No body follows the last test of a loop's condition: a copy of the condition stands behind the loop.
  void lastTest(std::vector<ir::Statement> &out, ir::Values &state) {
    const auto *loop = std::get_if<ir::Loop>(&out.back().op);
    if (!loop || loop->isCounted())
      return;
    std::vector<ir::Statement> test;
    ir::inlineBlock(loop->condition, out.back().results, values, test);
    visit(test, state);
    std::move(test.begin(), test.end(), std::back_inserter(out));
  }

  void branched(ir::If &op, ir::Statement &statement, ir::Values &state) {
    ir::Values then = state, otherwise = state;
    visit(op.then.statements, then);
    visit(op.otherwise.statements, otherwise);
    for (std::size_t k = 0; k < statement.results.size(); ++k) {
      derive(op.then.results[k], statement.results[k]);
      derive(op.otherwise.results[k], statement.results[k]);
    }
    for (std::size_t q = 0; q < state.size(); ++q) {
      if (then[q] == state[q] && otherwise[q] == state[q])
        continue;
      op.then.results.push_back(then[q]);
      op.otherwise.results.push_back(otherwise[q]);
      statement.results.push_back(values.fresh(ir::indexType));
      inherit(state[q], statement.results.back());
      pending.emplace_back(q, statement.results.back());
    }
  }

  void fail(ir::Value v) {
    if (const auto q = pointer(v))
      failed[*q] = true;
  }
  void refuse(const ir::Block &block) {
    for (ir::Value v : ir::freeVariables(block, values))
      fail(v);
    ir::forEachUse(block, [&](ir::Value v) { fail(v); });
  }

  ir::ValueTable &values;
  llvm::DenseMap<ir::Value, std::size_t> versions;
  llvm::DenseMap<ir::Value, llvm::SmallDenseSet<ir::Value, 4>> seen; ///< per state: indices it accounts for
  std::vector<std::pair<std::size_t, ir::Value>> pending;
};

// Companions of a differentiated pointer have its extent: its tangent, its adjoint at entry, and the seed of the result
// that was written through it.
void addCompanions(const ir::Differentiate &op, const ir::ValueTable &values, ir::ValueMap &extents) {
  std::size_t next = 0;
  for (ir::Value argument : op.arguments) {
    if (!values.type(argument).isDifferentiable())
      continue;
    const ir::Value extent = extents.lookup(argument);
    const std::size_t at = next++;
    if (!extent)
      continue;
    const llvm::ArrayRef<ir::Value> companions = op.mode == ir::Mode::Tangent ? op.seeds : op.initial;
    if (at < companions.size() && companions[at])
      extents[companions[at]] = extent;
  }
  if (op.mode == ir::Mode::Tangent)
    return;
  next = 0;
  for (ir::Value result : op.fn.results) {
    if (!values.type(result).isDifferentiable())
      continue;
    const ir::Value seed = op.seeds[next++];
    const auto *source = llvm::find(op.fn.parameters, analysis::inPlaceSource(result, op.fn));
    if (!seed || source == op.fn.parameters.end())
      continue;
    if (const ir::Value extent = extents.lookup(op.arguments[static_cast<std::size_t>(source - op.fn.parameters.begin())]))
      extents[seed] = extent;
  }
}

// Reshapes pointers to `extents` at the function's start.
void reshapePointers(ir::Function &function, ir::ValueMap extents) {
  for (const ir::Statement &statement : function.body.statements)
    if (const auto *op = std::get_if<ir::Differentiate>(&statement.op))
      addCompanions(*op, function.values, extents);
  ir::ValueMap replacements;
  std::vector<ir::Statement> entry;
  ir::Builder b(function.values, entry);
  for (ir::Value p : function.body.parameters)
    if (const ir::Value extent = extents.lookup(p))
      replacements[p] = b.emit1(ir::Reshape{p, {extent}}, function.values.name(p));
  std::vector<ir::Statement> body = std::move(function.body.statements);
  function.body.statements.clear();
  ir::substitute(function.body, replacements);
  for (ir::Statement &statement : body)
    ir::substitute(statement.op, replacements);
  function.body.statements = std::move(entry);
  std::move(body.begin(), body.end(), std::back_inserter(function.body.statements));
}

} // namespace

ir::Values addSymbolicExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers) {
  ir::ValueMap extents;
  ir::Values symbols;
  for (ir::Value p : pointers) {
    symbols.push_back(function.values.fresh(ir::indexType, function.values.name(p).text + "_extent"));
    extents[p] = symbols.back();
  }
  reshapePointers(function, std::move(extents));
  function.body.parameters.append(symbols);
  return symbols;
}

ExtentInspector inspectExtents(const ir::Function &function, llvm::ArrayRef<ir::Value> all,
                               llvm::ArrayRef<ir::Value> asked) {
  ExtentInspector result{function, {}};
  ir::Function &inspector = result.function;
  PrimalCopy primal(inspector.values, all);
  primal.add(inspector.body.statements);
  inspector.body.statements = primal.take();
  Instruments walk(inspector.values, asked);
  ir::Values state(2 * asked.size(), inspector.values.constantIndex(0));
  walk.visit(inspector.body.statements, state);
  ir::Builder checked(inspector.values, inspector.body.statements);
  inspector.body.results.clear();
  for (auto [q, pointer] : llvm::enumerate(asked)) {
    if (walk.failed[q] || primal.unknown.contains(pointer))
      result.unknown = pointer;
    const ir::Value isBefore = checked.lessThan(checked.index(0), state[asked.size() + q]);
    inspector.body.results.push_back(checked.select(isBefore, checked.index(-1), state[q]));
  }
  return result;
}

void addInspector(ir::Function &derivative, const ir::Function &inspector, llvm::ArrayRef<ir::Value> symbols) {
  ir::Function own = inspector;
  const auto first = static_cast<unsigned>(derivative.definitions.size());
  ir::forEachInvoke(own, [&](ir::Invoke &op, ir::Statement &) { op.definition += first; });
  llvm::move(own.definitions, std::back_inserter(derivative.definitions));
  ir::Block front = ir::imported(own, derivative);
  ir::ValueMap replaced;
  for (auto [own, outer] : llvm::zip(front.parameters, derivative.body.parameters))
    replaced[own] = outer;
  ir::substitute(front, replaced);
  ir::ValueMap extents;
  for (auto [symbol, extent] : llvm::zip(symbols, front.results))
    extents[symbol] = extent;
  ir::substitute(derivative.body, extents);
  llvm::erase_if(derivative.body.parameters, [&](ir::Value p) { return llvm::is_contained(symbols, p); });
  llvm::move(derivative.body.statements, std::back_inserter(front.statements));
  derivative.body.statements = std::move(front.statements);
}

void dropPointerExtents(ir::Function &function, llvm::ArrayRef<ir::Value> pointers, const ir::ValueSet &kept) {
  ir::ValueMap plain;
  for (const ir::Statement &statement : function.body.statements)
    if (const auto *reshape = std::get_if<ir::Reshape>(&statement.op);
        reshape && llvm::is_contained(pointers, reshape->array) && !kept.contains(reshape->array))
      plain[statement.results[0]] = reshape->array;
  ir::substitute(function.body, plain);
}

} // namespace soac::ad

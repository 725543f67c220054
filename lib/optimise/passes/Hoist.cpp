// Moves statements out of loops and operators when their operands come from outside:
//   loop n |i| { a = mul x, y;  .. }   ->   a = mul x, y;  loop n |i| { .. }
//
// Note [Speculation]: a moved statement is executed where the program might not have executed it: when the loop makes no
// trip, or in the branch not taken. So it must have a value whatever its operands are. That holds for
//   - total scalar primitives, extents, argsort, repeated, rearrange, rotate, fill and iota of extents that are not
//     negative by construction, and concat of equal rows;
//   - reads that are in range by construction: an index that counts up to the extent that it indexes, or a constant below
//     a constant extent;
//   - maps, reductions, scans, loops and branches made of such statements, whose extents fit by construction.
// Out of a branch only cheap scalars move, and only on their way out of a loop around it. An array that will be updated
// in place stays: hoisted, it would be copied (Note [Consumed values]).
#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/PassList.h"

#include "analysis/Shapes.h"
#include "ir/Fields.h"
#include "ir/Walk.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Hoist {
public:
  explicit Hoist(Function &f) : values(f.values), shapes(f), consumed(consumedValues(f)), origins(f.values.size()) {
    block(f.body, Border::Wall);
  }

private:
  /// The border between a block and the block around it: how often the inner block is executed per execution of the outer.
  enum class Border {
    Repeated, ///< any number of executions, also none
    Branch,   ///< one or none
    Once,     ///< exactly one
    Wall,     ///< nothing passes
  };
  /// Bit d: a value of level d is used. Deeper levels than the mask has are never left.
  using Uses = std::uint64_t;
  static constexpr unsigned deepest = 62;
  struct Level {
    std::vector<Statement> out;
    Border border;
    Uses uses = 0; ///< of the statements in `out`
  };
  struct Origin {
    unsigned depth = 0; ///< the level that defines it
    Value count;        ///< an index parameter is below this
    bool isExtent = false;
  };
  // Works on the block in place; returns the levels around it whose values it uses.
  Uses block(Block &b, Border border) {
    const auto depth = static_cast<unsigned>(levels.size());
    levels.push_back({{}, depth > deepest ? Border::Wall : border, 0});
    levels.back().out.reserve(b.statements.size());
    for (Value v : b.parameters)
      origins[v.id].depth = depth;
    for (Statement &s : b.statements) {
      const Uses used = statement(s);
      const unsigned target = depth > deepest ? depth : targetOf(s, used ? llvm::Log2_64(used) : 0, depth);
      for (Value v : s.results) {
        origins[v.id].depth = target;
        origins[v.id].isExtent = std::holds_alternative<Extent>(s.op);
      }
      levels[target].uses |= used;
      levels[target].out.push_back(std::move(s));
    }
    Uses uses = levels.back().uses;
    for (Value v : b.results)
      uses |= usesOf(v);
    b.statements = std::move(levels.back().out);
    levels.pop_back();
    return uses & ((Uses{1} << std::min(depth, deepest)) - 1);
  }

  Uses usesOf(Value v) const { return values.asConstant(v) ? 0 : Uses{1} << std::min(origins[v.id].depth, deepest + 1); }

  Uses statement(Statement &s) {
    Uses uses = 0;
    forEachOperand(s.op, [&](Value v) { uses |= usesOf(v); });
    if (auto *map = std::get_if<Map>(&s.op))
      origins[map->fn.parameters[0].id].count = map->count;
    else if (auto *mapReduce = std::get_if<MapReduce>(&s.op))
      origins[mapReduce->fn.parameters[0].id].count = mapReduce->count;
    else if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
      origins[loop->body.parameters[0].id].count = loop->count;
    const Border border = std::holds_alternative<If>(s.op)                 ? Border::Branch
                          : std::holds_alternative<WithAccumulators>(s.op) ? Border::Once
                          : std::holds_alternative<Differentiate>(s.op)    ? Border::Wall
                          : std::holds_alternative<WithRules>(s.op)        ? Border::Wall
                                                                           : Border::Repeated;
    forEachBlock(s.op, [&](Block &inner) { uses |= block(inner, border); });
    return uses;
  }

  // The outermost level from `needed` on that the statement may move to, out of a repeated block in the last step.
  unsigned targetOf(const Statement &s, unsigned needed, unsigned depth) const {
    unsigned target = depth;
    std::optional<bool> isMovable;
    for (unsigned level = depth; level > needed; --level) {
      const Border border = levels[level].border;
      if (border == Border::Wall || (border == Border::Branch && !isCheapScalar(s)))
        break;
      if (!isMovable)
        isMovable = isSpeculable(s) && llvm::none_of(s.results, [&](Value v) { return consumedArray(v); });
      if (!*isMovable)
        break;
      if (border == Border::Repeated)
        target = level - 1;
    }
    return target;
  }
  bool consumedArray(Value v) const { return consumed[v.id] && values.type(v).isArray(); }
  bool isCheapScalar(const Statement &s) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return (apply && isCheap(*apply, values)) || std::holds_alternative<Extent>(s.op);
  }

  // See Note [Speculation].
  bool isSpeculable(const Statement &s) const {
    return std::visit(
        Overloaded{
            [&](const Apply &op) { return isTotal(op, values); },
            [](const Extent &) { return true; },
            [&](const Index &op) { return isInRange(op); },
            [&](const Fill &op) { return llvm::all_of(op.extents, [&](Value e) { return isNonNegative(e); }); },
            [&](const Iota &op) { return isNonNegative(op.count); },
            [](const Argsort &) { return true; },
            [](const Repeated &) { return true; },
            [](const Rearrange &) { return true; },
            [](const Rotate &) { return true; },
            [&](const Concat &op) { return haveSameRows(op.arrays); },
            [&](const If &op) { return isSpeculable(op.then) && isSpeculable(op.otherwise); },
            [&](const Loop &op) { return op.isCounted() && !op.annotations.bound && isSpeculable(op.body); },
            [&](const Map &op) { return fits(op.count, op.arrays) && isSpeculable(op.fn); },
            [&](const Reduce &op) { return fits(op.count, op.arrays) && isSpeculable(op.op); },
            [&](const Scan &op) { return fits(op.count, op.arrays) && isSpeculable(op.op); },
            [&](const MapReduce &op) {
              return fits(op.count, op.arrays) && isSpeculable(op.fn) &&
                     llvm::all_of(op.reductions, [&](const Reduction &r) { return isSpeculable(r.op); });
            },
            [](const OneOf<ReduceByIndex, WithAccumulators, WithRules, Differentiate> auto &) { return false; },
            [](const WithoutBlocks auto &) { return false; },
        },
        s.op);
  }
  bool isSpeculable(const Block &block) const {
    return llvm::all_of(block.statements, [&](const Statement &s) { return isSpeculable(s); });
  }
  bool isNonNegative(Value v) const {
    const Origin &fact = origins[v.id];
    return values.asInt(v) ? *values.asInt(v) >= 0 : fact.isExtent || fact.count;
  }
  bool fits(Value count, llvm::ArrayRef<Value> arrays) const {
    return isNonNegative(count) &&
           llvm::all_of(arrays, [&](Value a) { return shapes.of(a, 0) == shapes.ofScalar(count); });
  }
  bool haveSameRows(llvm::ArrayRef<Value> arrays) const {
    const Dims first = shapes.of(arrays.front());
    return llvm::all_of(arrays, [&](Value a) {
      return llvm::ArrayRef(first).drop_front() == llvm::ArrayRef(shapes.of(a)).drop_front();
    });
  }
  bool isInRange(const Index &op) const {
    for (auto [d, i] : llvm::enumerate(op.indices)) {
      const Dim extent = shapes.of(op.array, static_cast<unsigned>(d));
      const Value count = origins[i.id].count;
      if (count && shapes.ofScalar(count) == extent)
        continue;
      const Shapes::Origin origin = shapes.origin(extent);
      const auto n = origin.dimension < 0 ? values.asInt(origin.value) : std::nullopt;
      if (const auto k = values.asInt(i); !k || !n || *k < 0 || *k >= *n)
        return false;
    }
    return true;
  }

  const ValueTable &values;
  mutable Shapes shapes; ///< queries number extents
  std::vector<bool> consumed;
  std::vector<Origin> origins; ///< by value id
  std::vector<Level> levels;
};

} // namespace

Function hoist(Function function) {
  Hoist run(function);
  return function;
}

} // namespace soac::optimise

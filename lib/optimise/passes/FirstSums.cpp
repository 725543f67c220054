// Arrays of zeros to whose elements one statement adds, to each at most once: the statement stores its number instead.
//
//   r = with_accumulators (fill 0, [n]) |a| { loop n, () |i| { .. a[i] += v } }
//   ->   r = loop n, (fill 0, [n]) |i, p| { .. p[i] = v  yield p }
//
// Such an array needs no zeros where the loop covers it, and nothing is read to be added to.
//
// The sign of a zero that is added is not kept, as in Accumulators.cpp.
#include "optimise/passes/PassList.h"

#include "analysis/IndexRanges.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class FirstSums {
public:
  explicit FirstSums(Function &f) : f(f), definitions(f.body) { block(f.body); }

private:
  /// The loops around an addition, outermost first, and the addition in the innermost.
  struct Nest {
    llvm::SmallVector<Statement *, 3> loops;
    Statement *addition = nullptr;
  };

  Function &f;
  std::optional<DefUse> definitions;

  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (std::holds_alternative<WithAccumulators>(s.op))
        storeSums(s);
    }
  }

  void storeSums(Statement &s) {
    auto &op = std::get<WithAccumulators>(s.op);
    for (std::size_t k = op.inits.size(); k-- > 0;) {
      const Value accumulator = op.body.parameters[k];
      const auto *fill = definitions->as<Fill>(op.inits[k]);
      Nest nest;
      if (!fill || f.values.asFloat(fill->value) != 0.0 || definitions->uses(accumulator) != 1 ||
          !findAddition(op.body, accumulator, nest) || !isOnceEach(nest))
        continue;
      op.body.results.push_back(store(nest, op.inits[k]));
      s.results.push_back(s.results[k]);
      s.results.erase(s.results.begin() + static_cast<std::ptrdiff_t>(k));
      op.inits.erase(op.inits.begin() + static_cast<std::ptrdiff_t>(k));
      op.body.parameters.erase(op.body.parameters.begin() + static_cast<std::ptrdiff_t>(k));
      definitions.emplace(f.body);
    }
  }

  // In counted loops alone.
  bool findAddition(Block &b, Value accumulator, Nest &nest) const {
    for (Statement &s : b.statements) {
      if (const auto *addition = std::get_if<Accumulate>(&s.op); addition && addition->accumulator == accumulator) {
        nest.addition = &s;
        return !nest.loops.empty() && f.values.type(addition->value).isScalar();
      }
      auto *loop = std::get_if<Loop>(&s.op);
      if (!loop || !loop->isCounted())
        continue;
      nest.loops.push_back(&s);
      if (findAddition(loop->body, accumulator, nest))
        return true;
      nest.loops.pop_back();
    }
    return false;
  }

  bool isOnceEach(const Nest &nest) const {
    const Values &at = std::get<Accumulate>(nest.addition->op).indices;
    return llvm::all_of(nest.loops, [&](const Statement *s) {
      const IndexRanges ranges(f.values, *definitions, std::get<Loop>(s->op).body);
      return ranges.areApart(at, at, [](Value) { return false; });
    });
  }

  // The loops carry the array; the result of the outermost one.
  Value store(const Nest &nest, Value zeros) {
    const Type type = f.values.type(zeros);
    Value array = zeros;
    for (Statement *s : nest.loops) {
      auto &loop = std::get<Loop>(s->op);
      loop.inits.push_back(array);
      array = f.values.fresh(type, f.values.name(zeros));
      loop.body.parameters.push_back(array);
      s->results.push_back(f.values.fresh(type, f.values.name(zeros)));
    }
    const auto addition = std::get<Accumulate>(nest.addition->op);
    nest.addition->op = Update{array, addition.indices, addition.value};
    nest.addition->results = {f.values.fresh(type, f.values.name(zeros))};
    for (std::size_t k = nest.loops.size(); k-- > 0;) {
      const Statement *inside = k + 1 == nest.loops.size() ? nest.addition : nest.loops[k + 1];
      std::get<Loop>(nest.loops[k]->op).body.results.push_back(inside->results.back());
    }
    return nest.loops.front()->results.back();
  }
};

} // namespace

Function storeFirstSums(Function function) {
  FirstSums run(function);
  return function;
}

} // namespace soac::optimise

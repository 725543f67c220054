// Numbers that two loops of one count compute, each for itself, and that are dear: the first loop keeps them, the
// second reads them.
//
//   loop n |i| { k = <search for x[i]>  .. }                kept = loop n, (fill 0, [n]) |i, p| { k = <search for x[i]>
//   p[i] = k  .. } loop n |j| { i = n - 1 - j                        ->    loop n |j| { i = n - 1 - j
//                k' = <search for x[i]>  .. }                            k' = kept[i]  .. }
//
// The second loop goes forwards or backwards. A statement of it equals one of the first loop if it is the same
// operation on equal operands, when one counter is replaced by its expression in the other; integers are equal that are
// the same polynomial. As all is pure and both loops do every iteration, the numbers are the same.
//
// Kept are results of statements that hold a loop or an invocation, and so cost more than a store and a load, and of
// which a statement with no equal in the first loop is made; cheap numbers that are made of kept ones are computed
// again. So are functions, of kernels:
//
//   s    = sum (map (\x -> exp x) xs)                 s, es = map_reduce (\x -> (exp x, exp x)) xs
//   x_adj = map (\x -> exp x / s) xs            ->    x_adj = map (\e -> e / s) es
//
// where that takes no more memory to and from the processor: the second kernel then reads fewer arrays by at least as many, and has
// results that can take the place of what is kept.
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/EqualValues.h"
#include "optimise/passes/Kernel.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

bool isDear(const Statement &s) {
  bool isLoop = false;
  const auto look = [&](const Statement &inner) {
    isLoop |= std::holds_alternative<Loop>(inner.op) || std::holds_alternative<Invoke>(inner.op) || isKernel(inner.op);
  };
  look(s);
  forEachBlock(s.op, [&](const Block &b) { forEachStatement(b, look); });
  return isLoop;
}

class Keep {
public:
  explicit Keep(Function &f) : values(f.values), body(f.body) {
    look();
    block(f.body);
  }

private:
  void look() {
    definitions.emplace(body);
    polynomials.emplace(values, *definitions, [](Scalar s) { return s == Scalar::I64; });
  }

  void block(Block &b) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner); });
      const Block *const first = iterationBody(b.statements[at].op);
      if (!first || llvm::none_of(first->statements, [&](const Statement &s) { return isDear(s) || isFunction(s, values); }))
        continue;
      llvm::SmallVector<Statement *, 4> later;
      for (Statement &s : llvm::drop_begin(b.statements, at + 1))
        addLoops(s, tripsOf(b.statements[at].op), later);
      std::vector<Statement> front;
      for (Statement *second :
           llvm::reverse(later)) // inner ones first: statements move when something is put in front of them
        keepFor(b.statements[at], *second, front);
      at += front.size();
      b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(at - front.size()),
                          std::make_move_iterator(front.begin()), std::make_move_iterator(front.end()));
      look();
    }
  }

  void addLoops(Statement &s, Value trips, llvm::SmallVectorImpl<Statement *> &loops) const {
    if (iterationBody(s.op) && tripsOf(s.op) == trips)
      loops.push_back(&s);
    forEachBlock(s.op, [&](Block &inner) {
      for (Statement &nested : inner.statements)
        addLoops(nested, trips, loops);
    });
  }

  void keepFor(Statement &first, Statement &second, std::vector<Statement> &front) {
    for (const bool isBackwards : {false, true}) {
      const auto kept = keptOf(first.op, second.op, isBackwards);
      for (const auto &[mine, other] : kept)
        read(second, mine, store(first, other, front), isBackwards, !isBackwards && isKernel(first.op) && isKernel(second.op));
      if (!kept.empty()) {
        look();
        return;
      }
    }
  }

  /// The first loop stores the number: `front` gets what has to stand before it. Returns the array.
  Value store(Statement &loop, Value number, std::vector<Statement> &front) {
    const Type type(values.type(number).scalar, 1);
    const Value kept = values.fresh(type);
    values.setName(kept, values.name(number).empty() ? Name("kept") : values.name(number));
    loop.results.push_back(kept);
    auto *counted = std::get_if<Loop>(&loop.op);
    if (!counted) {
      iterationBody(loop.op)->results.push_back(number);
      return kept;
    }
    Builder b(values, front, loop.location);
    counted->inits.push_back(b.fill(b.zero(type.scalar), {b.apply(Prim::Max, {counted->count, b.index(0)})}));
    const Value before = values.fresh(type);
    counted->body.parameters.push_back(before);
    Builder in(values, counted->body.statements, loop.location);
    counted->body.results.push_back(in.update(before, {counted->body.parameters[0]}, number));
    return kept;
  }

  /// The second loop reads it, in place of the statement that has computed it, whose result is not used any more.
  void read(Statement &loop, Value number, Value kept, bool isBackwards, bool isOperand) {
    Block &in = *iterationBody(loop.op);
    for (Statement &s : in.statements)
      if (Value *const result = llvm::find(s.results, number); result != s.results.end())
        *result = values.fresh(values.type(number));
    if (isOperand) {
      auto *map = std::get_if<Map>(&loop.op);
      (map ? map->arrays : std::get<MapReduce>(loop.op).arrays).push_back(kept);
      in.parameters.push_back(number);
      return;
    }
    std::vector<Statement> start;
    Builder b(values, start, loop.location);
    const Value i = in.parameters[0];
    const Value at = isBackwards ? b.sub(b.add(tripsOf(loop.op), b.index(-1)), i) : i;
    start.push_back({{number}, Index{kept, {at}}, loop.location});
    in.statements.insert(in.statements.begin(), std::make_move_iterator(start.begin()),
                         std::make_move_iterator(start.end()));
  }

  using Pairs = llvm::SmallVector<std::pair<Value, Value>, 2>;

  /// Values of the second body to keep, with the equal ones of the first, and what the second still needs.
  struct Choice {
    Pairs kept;
    ValueSet needed;
  };

  /// What is worth keeping.
  Pairs keptOf(const Op &first, const Op &second, bool isBackwards) const {
    const Block &body = *iterationBody(second);
    const ValueMap equals = equalValues(first, second, isBackwards, values, *polynomials);
    const Choice few = choose(body, equals, isDear);
    if (isBackwards || !isKernel(first) || !isKernel(second))
      return few.kept;
    const Choice more = choose(body, equals, [&](const Statement &s) { return isDear(s) || isFunction(s, values); });
    const std::size_t functions = more.kept.size() - few.kept.size();
    const bool isNoMoreMemory = readsOf(body, more.needed) + functions <= readsOf(body, few.needed) &&
                                functions <= body.results.size() - reducedResults(second);
    return isNoMoreMemory ? more.kept : few.kept;
  }

  Choice choose(const Block &second, const ValueMap &equals, llvm::function_ref<bool(const Statement &)> isKept) const {
    Choice choice;
    choice.needed.insert(second.results.begin(), second.results.end());
    for (const Statement &s : llvm::reverse(second.statements)) {
      const bool isEqual = llvm::all_of(s.results, [&](Value r) { return equals.contains(r); }) && !s.results.empty();
      const auto isNeeded = [&](Value r) { return choice.needed.contains(r); };
      if (isEqual && llvm::none_of(s.results, isNeeded))
        continue;
      if (isEqual && isKept(s)) {
        for (Value r : llvm::make_filter_range(s.results, isNeeded))
          choice.kept.emplace_back(r, equals.lookup(r));
        continue;
      }
      const ValueSet used = freeVariables(s.op, values);
      choice.needed.insert(used.begin(), used.end());
    }
    return choice;
  }

  /// How many elements an iteration reads that are needed.
  static std::size_t readsOf(const Block &body, const ValueSet &needed) {
    const auto isRead = [&](const Statement &s) { return std::holds_alternative<Index>(s.op) && needed.contains(s.results[0]); };
    return static_cast<std::size_t>(llvm::count_if(body.statements, isRead) +
                                    llvm::count_if(llvm::drop_begin(body.parameters), [&](Value p) { return needed.contains(p); }));
  }

  ValueTable &values;
  Block &body; ///< the function's
  std::optional<DefUse> definitions;
  std::optional<Polynomials> polynomials;
};

} // namespace

Function keepDearNumbers(Function function) {
  Keep run(function);
  return function;
}

} // namespace soac::optimise

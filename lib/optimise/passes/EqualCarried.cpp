// Values that a loop carries and that are always equal become one of them. They begin equal, and if they are equal when an
// iteration begins, they are when it ends:
//   loop n, (0, 0) |i, a, b| { c = add a, 2;  d = add b, 2  yield c, d }   ->   all that reads b, or its result, reads a
//
// The assumption is as large as it can be at first, all that begin equal, and is given up for those whose next values
// are not made of equal values by equal operations.
#include "optimise/passes/EqualCarried.h"

#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "optimise/passes/PassList.h"

#include "ir/Walk.h"

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

/// The carried values of one loop, in classes of equal ones.
class Classes {
public:
  explicit Classes(const Loop &loop) : loop(loop), inside(loop.body) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      first.push_back(k);
      for (std::size_t j = 0; j < k && first[k] == k; ++j)
        if (loop.inits[j] == loop.inits[k])
          first[k] = first[j];
    }
    for (bool isChanged = true; isChanged;)
      isChanged = split();
  }

  /// For each position the first one that is always equal to it.
  llvm::SmallVector<std::size_t, 8> firsts() const { return {first.begin(), first.end()}; }

private:
  Value parameter(std::size_t position) const { return loop.body.parameters[position + loop.isCounted()]; }

  /// Takes positions out of classes whose first one goes on differently. False where there are none.
  bool split() {
    const std::vector<std::size_t> before = first;
    known.clear();
    for (std::size_t k = 0; k < before.size(); ++k) {
      first[k] = k;
      for (std::size_t j = 0; j < k && first[k] == k; ++j)
        if (before[j] == before[k] && first[j] == j && isSame(loop.body.results[j], loop.body.results[k], before))
          first[k] = j;
    }
    return first != before;
  }

  std::optional<std::size_t> positionOf(Value v) const {
    const Definition *d = inside.of(v);
    if (!d || d->parameterOf != &loop.body || d->position < loop.isCounted())
      return std::nullopt;
    return d->position - loop.isCounted();
  }

  bool isSame(Value a, Value b, llvm::ArrayRef<std::size_t> classes) {
    if (a == b)
      return true;
    const auto [it, isNew] = known.try_emplace({a, b}, false);
    if (!isNew)
      return it->second;
    const bool result = areMadeAlike(a, b, classes);
    return known[{a, b}] = result;
  }

  bool areMadeAlike(Value a, Value b, llvm::ArrayRef<std::size_t> classes) {
    if (const auto i = positionOf(a), j = positionOf(b); i && j)
      return classes[*i] == classes[*j];
    const Statement *x = inside.statement(a), *y = inside.statement(b);
    if (!x || !y || x->op.index() != y->op.index())
      return false;
    const unsigned i = inside.of(a)->position, j = inside.of(b)->position;
    if (const auto *branch = std::get_if<If>(&x->op)) {
      const auto &other = std::get<If>(y->op);
      return isSame(branch->condition, other.condition, classes) &&
             isSame(branch->then.results[i], other.then.results[j], classes) &&
             isSame(branch->otherwise.results[i], other.otherwise.results[j], classes);
    }
    return i == j && isSame(x->op, y->op, classes);
  }

  bool isSame(const Op &a, Op b, llvm::ArrayRef<std::size_t> classes) {
    bool isKnown = !hasEffect(a);
    forEachBlock(a, [&](const Block &) { isKnown = false; });
    Values operands;
    forEachOperand(a, [&](Value v) { operands.push_back(v); });
    std::size_t next = 0;
    forEachOperand(b, [&](Value &v) {
      if (next < operands.size() && isSame(operands[next], v, classes))
        v = operands[next];
      ++next;
    });
    return isKnown && equal(a, b);
  }

  const Loop &loop;
  const DefUse inside;
  std::vector<std::size_t> first;
  llvm::DenseMap<std::pair<Value, Value>, bool> known; ///< of values in the body, under the assumption
};

void unite(Block &block, ValueMap &equal) {
  for (Statement &s : block.statements) {
    forEachBlock(s.op, [&](Block &inner) { unite(inner, equal); });
    auto *loop = std::get_if<Loop>(&s.op);
    if (!loop)
      continue;
    for (auto [k, j] : llvm::enumerate(equalCarried(*loop)))
      if (j != k) {
        const std::size_t own = loop->isCounted();
        equal[loop->body.parameters[k + own]] = loop->body.parameters[j + own];
        if (!loop->isCounted())
          equal[loop->condition.parameters[k]] = loop->condition.parameters[j];
        equal[s.results[k]] = s.results[j];
      }
  }
}

} // namespace

llvm::SmallVector<std::size_t, 8> equalCarried(const Loop &loop) { return Classes(loop).firsts(); }

Function uniteEqualCarried(Function function) {
  ValueMap equal;
  unite(function.body, equal);
  if (!equal.empty())
    substitute(function.body, equal);
  return function;
}

} // namespace soac::optimise

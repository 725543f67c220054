// Fusion: kernels (maps, reductions, map-reductions) of one count become one.
//
//   vertical    a kernel reads what another has mapped, at its own index only: it takes the elements as they are made,
//               and what nobody else reads is never stored. A reduction of mapped elements becomes a map-reduction.
//   horizontal  two kernels that do not depend on each other and read a common array.
//
// Every iteration is executed once, as before: fusion duplicates no work. The fused kernel stands where the second one
// stood, so nothing in between may read the first's results, nor consume what it reads (Note [Consumed values]), nor rely on a
// check in it; or
// where the first one stood, if all that the second needs is known there and no check stands in between.
#include "optimise/Facts.h"
#include "optimise/Kernel.h"
#include "optimise/PassList.h"
#include "optimise/Shapes.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

// A check may be what makes the statements after it safe.
bool hasCheck(const Op &op) {
  bool result = std::holds_alternative<Check>(op);
  forEachBlock(op, [&](const Block &inner) {
    result = result || llvm::any_of(inner.statements, [](const Statement &s) { return hasCheck(s.op); });
  });
  return result;
}

// The kernels of one block.
class BlockFusion {
public:
  BlockFusion(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed)
      : statements(block.statements), values(values), shapes(shapes), consumed(consumed) {
    for (Value v : block.results)
      users[v].push_back(end);
    for (unsigned position = 0; position < statements.size(); ++position)
      enter(position);
  }

  void run() {
    for (unsigned position = 0; position < statements.size(); ++position)
      vertical(position);
    horizontal();
    llvm::erase_if(statements, [&](const Statement &s) { return isGone(s); });
  }

private:
  static constexpr unsigned end = ~0u;
  static bool isGone(const Statement &s) {
    const auto *concat = std::get_if<Concat>(&s.op);
    return concat && concat->arrays.empty();
  }
  void takeAway(unsigned position) { statements[position] = Statement{{}, Concat{}, {}}; }

  void enter(unsigned position) {
    uses.resize(std::max<std::size_t>(uses.size(), position + 1));
    uses[position] = freeVariables(statements[position].op, values);
    for (Value v : uses[position])
      users[v].push_back(position);
    for (Value v : statements[position].results)
      definedAt[v] = position;
  }
  void leave(unsigned position) {
    for (Value v : uses[position])
      llvm::erase(users[v], position);
    uses[position].clear();
  }

  Value countOf(unsigned position) const {
    return std::visit(
        [](const auto &op) -> Value {
          if constexpr (requires { op.count; })
            return op.count;
          else
            return {};
        },
        statements[position].op);
  }
  bool sameCount(unsigned a, unsigned b) const {
    const Value x = countOf(a), y = countOf(b);
    return x == y || shapes.ofScalar(x) == shapes.ofScalar(y);
  }

  // Vertical: again and again, the last producer first, until no producer fits.
  void vertical(unsigned consumer) {
    for (bool isChanged = true; isChanged && isKernel(statements[consumer].op);) {
      isChanged = false;
      llvm::SmallVector<unsigned, 8> producers;
      for (Value v : uses[consumer])
        if (const auto it = definedAt.find(v); it != definedAt.end() && isKernel(statements[it->second].op))
          producers.push_back(it->second);
      llvm::sort(producers, std::greater<>());
      producers.erase(llvm::unique(producers), producers.end());
      for (unsigned producer : producers) {
        const Statement &p = statements[producer];
        if (std::holds_alternative<Reduce>(p.op) || !sameCount(producer, consumer) || usesReduced(consumer, p) ||
            !readsAtOwnIndex(statements[consumer].op, p.results))
          continue;
        if (const auto place = placeOf(producer, consumer)) {
          merge(producer, consumer, *place);
          if (*place == producer)
            return; // the consumer stands before where the walk is, and has been seen with all its producers
          isChanged = true;
          break;
        }
      }
    }
  }
  bool usesReduced(unsigned consumer, const Statement &producer) const {
    const auto *mapReduce = std::get_if<MapReduce>(&producer.op);
    std::size_t n = 0;
    if (mapReduce)
      for (const Reduction &r : mapReduce->reductions)
        n += r.neutral.size();
    return llvm::any_of(llvm::ArrayRef(producer.results).take_front(n),
                        [&](Value v) { return uses[consumer].contains(v); });
  }

  // Horizontal: neighbours among the kernels of one count that read a common array.
  void horizontal() {
    llvm::DenseMap<Value, llvm::SmallVector<unsigned, 4>> readers;
    for (unsigned second = 0; second < statements.size(); ++second) {
      if (!isKernel(statements[second].op))
        continue;
      llvm::SmallVector<unsigned, 8> partners;
      for (Value v : arraysOf(second))
        for (unsigned first : readers[v])
          if (isKernel(statements[first].op))
            partners.push_back(first);
      llvm::sort(partners, std::greater<>());
      partners.erase(llvm::unique(partners), partners.end());
      unsigned place = second;
      for (unsigned first : llvm::ArrayRef(partners).take_front(8)) {
        if (!sameCount(first, second) || isUsed(first, second))
          continue;
        if (const auto found = placeOf(first, second)) {
          merge(first, second, *found);
          place = *found;
          break;
        }
      }
      for (Value v : arraysOf(place))
        readers[v].push_back(place);
    }
  }
  llvm::ArrayRef<Value> arraysOf(unsigned position) const {
    return std::visit(
        [](const auto &op) -> llvm::ArrayRef<Value> {
          if constexpr (requires { op.arrays; })
            return op.arrays;
          else
            return {};
        },
        statements[position].op);
  }
  bool isUsed(unsigned producer, unsigned by) const {
    return llvm::any_of(statements[producer].results, [&](Value v) { return uses[by].contains(v); });
  }

  // Where the two may stand as one.
  std::optional<unsigned> placeOf(unsigned first, unsigned second) const {
    bool isReadBetween = false;
    for (Value v : statements[first].results)
      for (unsigned user : usersOf(v))
        isReadBetween |= user < second;
    bool isConsumedBetween = false;
    for (Value v : uses[first])
      if (v.id < consumed.size() && consumed[v.id] && values.type(v).isArray())
        for (unsigned user : usersOf(v))
          isConsumedBetween |= first < user && user < second;
    const bool isGuard = hasCheck(statements[first].op) && second > first + 1;
    if (!isReadBetween && !isConsumedBetween && !isGuard)
      return second;
    for (Value v : uses[second])
      if (const auto it = definedAt.find(v); it != definedAt.end() && it->second > first)
        return std::nullopt;
    for (unsigned position = first + 1; position <= second; ++position)
      if (!isGone(statements[position]) && hasEffect(statements[position].op))
        return std::nullopt;
    return first;
  }
  llvm::ArrayRef<unsigned> usersOf(Value v) const {
    const auto it = users.find(v);
    return it == users.end() ? llvm::ArrayRef<unsigned>() : llvm::ArrayRef<unsigned>(it->second);
  }

  void merge(unsigned first, unsigned second, unsigned place) {
    leave(first);
    leave(second);
    Kernel a = takeKernel(std::move(statements[first]), values), b = takeKernel(std::move(statements[second]), values);
    llvm::SmallVector<bool, 8> keep;
    for (Value v : a.mapped)
      keep.push_back(!usersOf(v).empty());
    takeAway(first);
    takeAway(second);
    statements[place] = statementOf(fused(std::move(a), std::move(b), keep));
    enter(place);
  }

  std::vector<Statement> &statements;
  ValueTable &values;
  Shapes &shapes;
  const std::vector<bool> &consumed;
  std::vector<ValueSet> uses; ///< by position
  llvm::DenseMap<Value, llvm::SmallVector<unsigned, 4>> users;
  llvm::DenseMap<Value, unsigned> definedAt;
};

// Outer kernels first: fusing them brings the inner ones together.
void fuseIn(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed) {
  BlockFusion(block, values, shapes, consumed).run();
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { fuseIn(inner, values, shapes, consumed); });
}

} // namespace

Function fuse(Function function) {
  Shapes shapes(function);
  const std::vector<bool> consumed = consumedValues(function);
  fuseIn(function.body, function.values, shapes, consumed);
  return function;
}

} // namespace soac::optimise

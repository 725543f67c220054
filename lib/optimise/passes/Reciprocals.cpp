// Quotients of tangents and adjoints by one divisor become products with its reciprocal, where that costs less:
//   a = seed_div x, d                 r = div 1.0, d
//   b = seed_div y, d         ->      a = seed_mul x, r
//                                     b = seed_mul y, r
// Only derivatives have such quotients (Note [Strong zeros] in prims/Prims.def): those of the program itself, which are
// `div`, keep their last bit. A product with a reciprocal is rounded twice, so that it is at most 1.5 units in the last
// place from the quotient, not half of one. For d = 0, of either sign, d = inf and d = NaN the two are equal, as a zero
// seed gives zero in both. Where 1 / d overflows, for |d| < 2^-1024, the product is infinite or not a number where the
// quotient may be a number; of the seeds that are zero it stays zero (optimise/passes/StrongZeros.cpp drops the guard
// only where the reciprocal is a number).
//
// A reciprocal that the program itself computes is taken as it is; where it stands behind a quotient, it moves in front of it.
//
// Quotients count as often as they are expected to be executed: in an arm of a branch half as often, in a loop as often
// as it has trips. The reciprocal stands in front of the first statement that holds one of them, in the innermost block
// that holds them all, or around the loop.
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

/// How often a loop runs, where its trips are not known.
constexpr double usualTrips = 8;

class Reciprocals {
public:
  explicit Reciprocals(Function &f) : values(f.values) {
    useThose(f.body, ValueMap());
    block(f.body);
  }

private:
  /// Expected numbers of quotients by divisors.
  using Counts = llvm::MapVector<Value, double>;

  struct Group {
    std::size_t first = 0; ///< the first statement with a quotient
    std::size_t statements = 0;
    double quotients = 0;
  };

  /// Quotients by divisors whose reciprocals are known become products.
  void useThose(Block &b, ValueMap known) {
    moveReciprocals(b);
    for (Statement &s : b.statements) {
      auto *apply = std::get_if<Apply>(&s.op);
      if (apply && isQuotient(*apply))
        if (const auto reciprocal = known.find(apply->arguments[1]); reciprocal != known.end())
          *apply = Apply{Prim::SeedMul, apply->type, {apply->arguments[0], reciprocal->second}};
      if (isReciprocal(s))
        known.try_emplace(apply->arguments[1], s.results[0]);
      if (isOrdinary(s.op))
        forEachBlock(s.op, [&](Block &inner) { useThose(inner, known); });
    }
  }

  /// Those of the block in front of quotients by the same divisor.
  void moveReciprocals(Block &b) {
    if (llvm::none_of(b.statements, [&](const Statement &s) { return isReciprocal(s); }))
      return;
    for (std::size_t at = 0; at < b.statements.size(); ++at)
      for (const auto &[divisor, count] : countsOf(b.statements[at])) {
        const auto here = b.statements.begin() + static_cast<std::ptrdiff_t>(at);
        const auto isOfThese = [&, divisor = divisor](const Statement &s) {
          return isReciprocal(s) && std::get<Apply>(s.op).arguments[1] == divisor;
        };
        const auto behind = std::find_if(here + 1, b.statements.end(), isOfThese);
        if (behind == b.statements.end())
          continue;
        std::rotate(here, behind, behind + 1);
        ++at; // the quotient stands one further
      }
  }
  bool isReciprocal(const Statement &s) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply && apply->prim == Prim::Div && apply->arguments[0] == values.one(apply->type);
  }

  void block(Block &b) {
    llvm::MapVector<Value, Group> groups;
    for (std::size_t at = 0; at < b.statements.size(); ++at)
      for (auto [divisor, count] : countsOf(b.statements[at])) {
        Group &group = groups.try_emplace(divisor, Group{at}).first->second;
        ++group.statements;
        group.quotients += count;
      }
    llvm::SmallVector<std::pair<std::size_t, Statement>, 4> made;
    for (const auto &[divisor, group] : groups)
      if (pays(b, group))
        made.emplace_back(group.first, multiply(b, divisor, group.first));
    llvm::stable_sort(made, llvm::less_first());
    for (auto &[at, reciprocal] : llvm::reverse(made))
      b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(at), std::move(reciprocal));
    for (Statement &s : b.statements)
      if (isOrdinary(s.op))
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
  }

  bool pays(const Block &b, const Group &group) const {
    if (group.statements == 1 && std::holds_alternative<If>(b.statements[group.first].op))
      return false; // its arms decide
    const double quotient = prims::info(Prim::SeedDiv).cost, product = prims::info(Prim::SeedMul).cost;
    return group.quotients * quotient > quotient + group.quotients * product;
  }

  /// The quotients from the statement on become products; gives the reciprocal.
  Statement multiply(Block &b, Value divisor, std::size_t first) {
    const Scalar type = values.type(divisor).scalar;
    const Value reciprocal = values.fresh(type);
    for (Statement &s : llvm::drop_begin(b.statements, first))
      multiply(s, divisor, reciprocal);
    return {{reciprocal}, Apply{Prim::Div, type, {values.one(type), divisor}}, b.statements[first].location};
  }
  void multiply(Statement &s, Value divisor, Value reciprocal) {
    if (auto *apply = std::get_if<Apply>(&s.op); apply && isQuotient(*apply) && apply->arguments[1] == divisor) {
      apply->prim = Prim::SeedMul;
      apply->arguments[1] = reciprocal;
    }
    if (isOrdinary(s.op))
      forEachBlock(s.op, [&](Block &inner) {
        for (Statement &nested : inner.statements)
          multiply(nested, divisor, reciprocal);
      });
  }

  /// Of divisors that are known before the statement.
  Counts countsOf(const Statement &s) const {
    Counts counts;
    if (const auto *apply = std::get_if<Apply>(&s.op); apply && isQuotient(*apply))
      counts[apply->arguments[1]] = 1;
    if (isOrdinary(s.op))
      forEachBlock(s.op, [&](const Block &inner) {
        for (auto [divisor, count] : countsOf(inner))
          counts[divisor] += executions(s.op) * count;
      });
    return counts;
  }
  Counts countsOf(const Block &b) const {
    Counts counts;
    for (const Statement &s : b.statements)
      for (auto [divisor, count] : countsOf(s))
        counts[divisor] += count;
    for (Value p : b.parameters)
      counts.erase(p);
    for (const Statement &s : b.statements)
      for (Value r : s.results)
        counts.erase(r);
    return counts;
  }

  bool isQuotient(const Apply &apply) const {
    return apply.prim == Prim::SeedDiv && !values.asConstant(apply.arguments[1]);
  }
  /// Is what its blocks read all that they depend on? What is to be differentiated depends on nothing else by intent.
  static bool isOrdinary(const Op &op) {
    return !std::holds_alternative<Differentiate>(op) && !std::holds_alternative<WithRules>(op);
  }
  /// How often a block of the statement runs.
  double executions(const Op &op) const {
    if (std::holds_alternative<If>(op))
      return 0.5;
    if (std::holds_alternative<WithAccumulators>(op))
      return 1;
    const auto *loop = std::get_if<Loop>(&op);
    const auto trips = loop && loop->isCounted() ? values.asInt(loop->count) : std::nullopt;
    return trips ? static_cast<double>(*trips) : usualTrips;
  }

  ValueTable &values;
};

} // namespace

Function multiplyByReciprocals(Function function) {
  Reciprocals run(function);
  return function;
}

} // namespace soac::optimise

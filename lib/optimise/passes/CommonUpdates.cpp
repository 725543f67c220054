// Updates that both arms of a branch make, of the same elements in the same order, go behind it:
//   b = if c { x = f u;  d = update a[i] = x  yield d } else { y = g u;  e = update a[i] = y  yield e }
//     ->   z = if c { x = f u  yield x } else { y = g u  yield y };  b = update a[i] = z
// So a loop around writes what its counters say, whatever the data: the log of an adjoint needs no index and no run
// that counts, and a branch of a few cheap numbers can become a selection.
#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

/// The updates of an arm that make one of its results, the first one first.
class Writes {
public:
  Writes(const Block &arm, Value result, const ValueTable &values)
      : definitions(arm), polynomials(values, definitions, isIndex) {
    source = result;
    while (const auto *update = definitions.as<Update>(source)) {
      if (values.type(update->value).isArray() || countUses(source, arm) != 1)
        break;
      all.push_back(update);
      made.insert(source);
      source = update->array;
    }
    std::reverse(all.begin(), all.end());
  }

  Value source; ///< the array in front of the arm
  std::vector<const Update *> all;
  ValueSet made; ///< their results

  bool areAtTheTop(const Block &arm) const {
    return static_cast<std::size_t>(llvm::count_if(arm.statements, [&](const Statement &s) { return isMade(s); })) ==
           all.size();
  }
  bool isMade(const Statement &s) const { return s.results.size() == 1 && made.contains(s.results[0]); }
  bool comesFromOutside() const { return !definitions.isInside(source); }
  /// The indices of an update; none where the arm makes them of other things than indices in front of it.
  std::optional<llvm::SmallVector<Polynomial, 2>> place(const Update &update) const {
    llvm::SmallVector<Polynomial, 2> indices;
    for (const Value index : update.indices) {
      indices.push_back(polynomials.of(index));
      for (const auto &[factors, coefficient] : indices.back().terms())
        if (llvm::any_of(factors, [&](Value v) { return definitions.isInside(v); }))
          return std::nullopt;
    }
    return indices;
  }

private:
  static bool isIndex(Scalar s) { return s == Scalar::I64; }

  analysis::DefUse definitions;
  analysis::Polynomials polynomials;
};

class CommonUpdates {
public:
  explicit CommonUpdates(Function &f) : values(f.values) { block(f.body); }

private:
  /// Inner branches first: what is behind them then is of an arm of the outer one.
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      std::vector<Statement> behind;
      if (std::holds_alternative<If>(s.op))
        branch(s, behind);
      kept.push_back(std::move(s));
      llvm::move(behind, std::back_inserter(kept));
    }
    b.statements = std::move(kept);
  }

  void branch(Statement &s, std::vector<Statement> &behind) {
    auto &choice = std::get<If>(s.op);
    for (std::size_t k = s.results.size(); k-- > 0;)
      if (values.type(s.results[k]).isArray())
        takeOut(s, choice, k, behind);
  }
  /// Of result number k.
  void takeOut(Statement &s, If &choice, std::size_t k, std::vector<Statement> &behind) {
    const Writes first(choice.then, choice.then.results[k], values),
        second(choice.otherwise, choice.otherwise.results[k], values);
    if (first.all.empty() || first.all.size() != second.all.size() || first.source != second.source ||
        !first.comesFromOutside() || !first.areAtTheTop(choice.then) || !second.areAtTheTop(choice.otherwise))
      return;
    std::vector<llvm::SmallVector<Polynomial, 2>> places;
    for (auto [a, b] : llvm::zip_equal(first.all, second.all)) {
      auto place = first.place(*a);
      if (!place || second.place(*b) != place)
        return;
      places.push_back(std::move(*place));
    }
    Values numbers;
    for (auto [a, b] : llvm::zip_equal(first.all, second.all)) {
      choice.then.results.push_back(a->value);
      choice.otherwise.results.push_back(b->value);
      numbers.push_back(values.freshLike(a->value));
    }
    Builder out(values, behind, s.location);
    Value array = first.source;
    for (auto [place, number] : llvm::zip_equal(places, numbers)) {
      Values indices;
      for (const Polynomial &index : place)
        indices.push_back(valueOf(index, out));
      array = out.update(array, indices, number, values.name(s.results[k]));
    }
    behind.back().results[0] = s.results[k];
    const auto drop = [&](Block &arm, const Writes &writes) {
      arm.results.erase(arm.results.begin() + static_cast<std::ptrdiff_t>(k));
      llvm::erase_if(arm.statements, [&](const Statement &made) { return writes.isMade(made); });
    };
    drop(choice.then, first);
    drop(choice.otherwise, second);
    s.results.erase(s.results.begin() + static_cast<std::ptrdiff_t>(k));
    s.results.append(numbers);
  }

  ValueTable &values;
};

} // namespace

Function takeCommonUpdatesOut(Function function) {
  CommonUpdates run(function);
  return function;
}

} // namespace soac::optimise

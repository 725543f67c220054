// Elements that are read of an array whose other elements are only compared, as the least of distances, to what the trip computes that
// has written them. Before it is differentiated:
//   a = loop n, (fill 0, [n]) |c, p| { p[c] = f(c) };  k = <the place of the least of a>;  x = a[k]
//   ->  a = loop n, ..;  k = <the place of the least of a>;  x = f(k)
// The derivative goes to the one trip, and none through the loop.
#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/TripSlice.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostReads = 2; ///< of one array: each is computed once more

class ChosenElements {
public:
  explicit ChosenElements(Function &f) : values(f.values), whole(f.body), definitions(whole) {
    find(f.body, false);
    if (!terms.empty())
      replace(f.body);
  }

private:
  void find(const Block &b, bool isDifferentiated) {
    for (const Statement &s : b.statements) {
      if (isDifferentiated)
        if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && loop->annotations.areNone())
          for (auto [k, r] : llvm::enumerate(s.results))
            findReads(*loop, k, r, b);
      forEachBlock(s.op, [&](const Block &inner) { find(inner, isDifferentiated || std::holds_alternative<Differentiate>(s.op)); });
    }
  }

  void findReads(const Loop &loop, std::size_t k, Value array, const Block &home) {
    const Type type = values.type(array);
    if (type.rank != 1 || !isFloat(type.scalar) || definitions.uses(array) == 0)
      return;
    std::vector<Value> chosen;
    std::size_t others = 0; // uses that no derivative goes through
    look(home, array, true, chosen, others);
    if (chosen.empty() || chosen.size() > mostReads || chosen.size() + others != definitions.uses(array))
      return;
    auto ofTrip = termOf(loop, k);
    if (!ofTrip || !hasBlocks(*ofTrip))
      return;
    for (const Value r : chosen)
      terms.emplace(r, *ofTrip);
  }

  /// Reads of elements, in the block and in branches of it, and uses that need no derivative: reads that are only compared, extents.
  void look(const Block &b, Value array, bool isOnce, std::vector<Value> &chosen, std::size_t &others) const {
    for (const Statement &s : b.statements) {
      const auto *read = std::get_if<Index>(&s.op);
      const auto *extent = std::get_if<Extent>(&s.op);
      if (extent && extent->array == array)
        ++others;
      else if (read && read->array == array && isCompared(s.results[0]))
        ++others;
      else if (read && read->array == array && isOnce)
        chosen.push_back(s.results[0]);
      forEachBlock(s.op, [&](const Block &inner) { look(inner, array, isOnce && std::holds_alternative<If>(s.op), chosen, others); });
    }
  }
  bool isCompared(Value v) const {
    std::size_t n = 0;
    forEachStatement(whole, [&](const Statement &s) {
      if (const auto *apply = std::get_if<Apply>(&s.op); apply && values.type(s.results[0]).scalar == Scalar::Bool)
        n += static_cast<std::size_t>(llvm::count(apply->arguments, v));
    });
    return n == definitions.uses(v);
  }

  /// |c| { f(c) } of a loop whose trip c writes element c of a new array, as many as there are trips, and reads none.
  std::optional<Block> termOf(const Loop &loop, std::size_t k) const {
    const auto *fill = definitions.as<Fill>(loop.inits[k]);
    const auto *update = definitions.as<Update>(loop.body.results[k]);
    const Value p = loop.body.parameters[k + 1];
    if (!fill || fill->extents.size() != 1 || !update || update->array != p || update->indices[0] != loop.body.parameters[0] ||
        definitions.uses(p) != 1 || definitions.uses(loop.body.results[k]) != 1)
      return std::nullopt;
    const auto open = [&](Value n) { return analysis::openCount(n, values, definitions); };
    if (open(fill->extents[0]) != open(loop.count))
      return std::nullopt;
    return TripSlice(loop, nullptr, values).of(update->value);
  }

  void replace(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { replace(inner); });
      const auto term = s.results.size() == 1 ? terms.find(s.results[0]) : terms.end();
      if (term == terms.end()) {
        made.push_back(std::move(s));
        continue;
      }
      Builder in(values, made, s.location);
      const Values results = in.inlineBlock(term->second, {std::get<Index>(s.op).indices[0]});
      same[s.results[0]] = results[0];
    }
    b.statements = std::move(made);
    substitute(b, same);
  }

  ValueTable &values;
  const Block &whole;
  const analysis::DefUse definitions;
  std::map<Value, Block> terms; ///< of the reads
  ValueMap same;
};

} // namespace

Function chooseElements(Function function) {
  ChosenElements work(function);
  return function;
}

} // namespace soac::optimise

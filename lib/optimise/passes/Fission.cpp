// A loop around one that goes crosswise through arrays becomes two. The first has nothing but the other loop and the
// scalars that it needs, so that the pass `interchange` can exchange them; sums that the other loop makes go to arrays:
//
//   loop m |j| { s = loop n |k| { s + a[k] b[k, j] } from 0; c[j] = tanh(s) }   ->
//   loop m |j| { loop n |k| { t[j] = t[j] + a[k] b[k, j] } };  loop m |j| { c[j] = tanh(t[j]) }
//
// as in a product of matrices, and in its adjoint, where both are written row by row.
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/Steps.h"

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostSums = 4; ///< more arrays of sums are not kept in the nearest cache

class Fission {
public:
  explicit Fission(Function &f) : values(f.values) {
    insertAround(f.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &) {
      if (auto *loop = std::get_if<Loop>(&s.op))
        split(*loop, s.location, front);
    });
  }

private:
  void split(Loop &loop, SourceLocation location, std::vector<Statement> &front) {
    const auto at = llvm::find_if(loop.body.statements, [](const Statement &s) { return std::holds_alternative<Loop>(s.op); });
    if (!loop.isCounted() || at == loop.body.statements.end() || !gains(loop, std::get<Loop>(at->op)))
      return;
    const std::size_t position = at - loop.body.statements.begin();
    const auto needed = sliceOf(loop, position);
    if (!needed || !mayGoFirst(loop, position, *needed))
      return;
    const Values sums = addNest(loop, position, *needed, location, front);
    Statement inner = std::move(loop.body.statements[position]);
    loop.body.statements.erase(loop.body.statements.begin() + static_cast<std::ptrdiff_t>(position));
    for (auto [k, sum] : llvm::enumerate(sums))
      loop.body.statements.insert(loop.body.statements.begin() + static_cast<std::ptrdiff_t>(position + k),
                                  {{inner.results[k]}, Index{sum, {loop.body.parameters[0]}}, inner.location});
  }

  /// Are the steps through memory with the outer counter innermost less than half of those with the inner one?
  bool gains(const Loop &loop, const Loop &inner) const {
    const DefUse inside(loop.body);
    const auto isSum = [&](Value init) { return isFloat(values.type(init).scalar) && !values.type(init).isArray() && !inside.isInside(init); };
    if (!inner.isCounted() || inside.isInside(inner.count) || inner.inits.size() > mostSums ||
        !llvm::all_of(inner.inits, isSum) || values.asInt(loop.count).value_or(fewTrips) < fewTrips ||
        values.asInt(inner.count).value_or(fewTrips) < fewTrips)
      return false;
    const auto accesses = elementAccesses(inner.body, values);
    if (!accesses || accesses->all.empty())
      return false;
    const Polynomials polynomials(values, inside, [](Scalar s) { return s == Scalar::I64; });
    const auto sums = static_cast<std::int64_t>(inner.inits.size());
    return 2 * (steps(*accesses, loop.body.parameters[0], polynomials) + 3 * sums) <=
           steps(*accesses, inner.body.parameters[0], polynomials);
  }

  /// Positions of the statements of the body that the one at `position` needs, in order: scalar ones. None where others do.
  std::optional<llvm::SmallVector<std::size_t, 8>> sliceOf(const Loop &loop, std::size_t position) const {
    ValueSet needed = freeVariables(loop.body.statements[position].op, values);
    llvm::SmallVector<std::size_t, 8> slice;
    for (std::size_t at = position; at-- > 0;) {
      const Statement &s = loop.body.statements[at];
      if (llvm::none_of(s.results, [&](Value r) { return needed.contains(r); }))
        continue;
      const bool isScalar = std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op) ||
                            (std::holds_alternative<Index>(s.op) && values.type(s.results[0]).isScalar());
      if (!isScalar)
        return std::nullopt;
      forEachOperand(s.op, [&](Value v) { needed.insert(v); });
      slice.push_back(at);
    }
    std::reverse(slice.begin(), slice.end());
    return slice;
  }

  /// May all trips of the inner loop run before the rest of every iteration? They read no element that another one writes.
  bool mayGoFirst(const Loop &loop, std::size_t position, llvm::ArrayRef<std::size_t> needed) const {
    Loop rest = loop;
    rest.body.statements.erase(rest.body.statements.begin() + static_cast<std::ptrdiff_t>(position));
    if (!elementAccesses(rest.body, values))
      return false;
    const llvm::ArrayRef<Value> carried = llvm::ArrayRef(loop.body.parameters).drop_front();
    const auto isCarried = [&](Value v) { return llvm::is_contained(carried, v); };
    if (llvm::any_of(freeVariables(loop.body.statements[position].op, values), isCarried))
      return false;
    bool readsCarried = false;
    for (const std::size_t at : needed) {
      const Op &op = loop.body.statements[at].op;
      forEachOperand(op, [&](Value v) { readsCarried |= isCarried(v) && !std::holds_alternative<Extent>(op); });
    }
    return !readsCarried || orderFree(rest, values); // which reads elements of its own as they are at entry
  }

  /// Appends the nest, and gives the arrays of sums.
  Values addNest(const Loop &loop, std::size_t position, llvm::ArrayRef<std::size_t> needed, SourceLocation location,
                 std::vector<Statement> &front) {
    const auto &inner = std::get<Loop>(loop.body.statements[position].op);
    const Value j = loop.body.parameters[0];
    Builder b(values, front, location);
    Loop outer{loop.count, {}, {}, {{j}, {}, {}}, {}}, turned{inner.count, {}, {}, {{inner.body.parameters[0]}, {}, {}}, {}};
    Builder in(values, turned.body.statements, loop.body.statements[position].location);
    Values rows;
    for (auto [init, sum] : llvm::zip_equal(inner.inits, llvm::drop_begin(inner.body.parameters))) {
      const Value trips = b.apply(Prim::Max, {loop.count, b.index(0)});
      outer.inits.push_back(b.fill(init, {trips}));
      values.setName(outer.inits.back(), values.name(sum));
      const Type type = values.type(outer.inits.back());
      outer.body.parameters.push_back(values.fresh(type, values.name(sum)));
      turned.inits.push_back(outer.body.parameters.back());
      turned.body.parameters.push_back(values.fresh(type, values.name(sum)));
      turned.body.statements.push_back({{sum}, Index{turned.body.parameters.back(), {j}}, in.location});
    }
    llvm::append_range(turned.body.statements, inner.body.statements);
    for (auto [sums, next] : llvm::zip_equal(llvm::drop_begin(turned.body.parameters), inner.body.results))
      turned.body.results.push_back(in.update(sums, {j}, next));
    for (const std::size_t at : needed)
      outer.body.statements.push_back(loop.body.statements[at]);
    Builder around(values, outer.body.statements, in.location);
    outer.body.results = around.emit(std::move(turned));
    ValueMap entry;
    for (auto [p, init] : llvm::zip_equal(llvm::drop_begin(loop.body.parameters), loop.inits))
      entry[p] = init;
    outer.body = cloneBlock(outer.body, values, entry);
    return b.emit(std::move(outer));
  }

  ValueTable &values;
};

} // namespace

Function splitLoops(Function function) {
  Fission pass(function);
  return function;
}

} // namespace soac::optimise

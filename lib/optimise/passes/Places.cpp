// Reductions to a greatest or least number and its place, which one lane has to follow: to a reduction to the number, whose order is
// free, and a search for its first place, which is the least one.
//   m, p = reduce n, (x, iota n), (v, -1) { of the greater, the first }
//   ->   m = max (v, max i < n { x[i] });  p = if v < m { min i < n { x[i] == m ? i : n } } else { -1 }
// The elements are computed twice, so they must be cheap. Reductions inside of kernels are short; they stay.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr unsigned mostCost = 4; ///< of an element

class Places {
public:
  explicit Places(Function &f) : values(f.values) { block(f.body); }

private:
  ValueTable &values;
  llvm::DenseSet<Value> iotas;

  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (std::holds_alternative<Iota>(s.op))
        iotas.insert(s.results[0]);
      if (isKernel(s.op)) {
        kernel(std::move(s), kept);
        continue;
      }
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  void kernel(Statement s, std::vector<Statement> &out) {
    if (std::holds_alternative<Map>(s.op))
      return out.push_back(std::move(s));
    const Statement before = s;
    Kernel k = takeKernel(std::move(s), values);
    const auto join = k.mapped.empty() && k.reductions.size() == 1 ? joinOf(k.reductions[0].op) : std::nullopt;
    if (!join || !isPlace(k, k.fn.results[1]) || !isCheapToRepeat(k.fn))
      return out.push_back(before);
    Builder b(values, out, before.location);
    const Value begin = k.reductions[0].neutral[0], noPlace = k.reductions[0].neutral[1], most = k.reduced[0];
    const auto reduced = [&](Value result, Prim op, Value neutral, llvm::function_ref<Value(Builder &, Value i, Value element)> of) {
      const Type type = values.type(result);
      std::vector<Type> parameters = {indexType};
      for (Value array : k.arrays)
        parameters.push_back(values.type(array).element());
      Block fn = b.block(parameters, [&](Builder &in, llvm::ArrayRef<Value> p) { return Values{of(in, p[0], in.inlineBlock(k.fn, p)[0])}; });
      Block combine = b.block({type, type}, [&](Builder &in, llvm::ArrayRef<Value> p) { return Values{in.apply(op, {p[0], p[1]})}; });
      out.push_back({{result}, MapReduce{k.count, k.arrays, std::move(fn), {{{neutral}, std::move(combine)}}}, before.location});
    };
    reduced(most, *join, begin, [](Builder &, Value, Value element) { return element; });
    const Value first = values.fresh(indexType);
    reduced(first, Prim::Min, k.count, [&](Builder &in, Value i, Value element) { return in.select(in.equal(element, most), i, k.count); });
    const Value isFound = b.apply(*join == Prim::Max ? Prim::Lt : Prim::Gt, {begin, most});
    out.push_back({{k.reduced[1]}, Apply{Prim::Select, indexType.scalar, {isFound, first, noPlace}}, before.location});
  }

  /// Max or Min, where the operator on (number, place) keeps the first of the greatest or least numbers.
  std::optional<Prim> joinOf(const Block &op) const {
    if (op.results.size() != 2 || op.statements.size() != 3)
      return std::nullopt;
    const Value number = op.parameters[0], place = op.parameters[1], other = op.parameters[2], otherPlace = op.parameters[3];
    const auto applied = [&](Value v) -> const Apply * {
      for (const Statement &s : op.statements)
        if (s.results[0] == v)
          return std::get_if<Apply>(&s.op);
      return nullptr;
    };
    const Apply *const chosen = applied(op.results[1]), *const kept = applied(op.results[0]);
    const Apply *const test = chosen && chosen->prim == Prim::Select ? applied(chosen->arguments[0]) : nullptr;
    if (!kept || !test || !(chosen->arguments[1] == otherPlace && chosen->arguments[2] == place) || !isFloat(values.type(number).scalar) ||
        values.type(number).isArray())
      return std::nullopt;
    Values less = test->arguments;
    if (test->prim == Prim::Gt)
      std::swap(less[0], less[1]);
    else if (test->prim != Prim::Lt)
      return std::nullopt;
    const Prim join = less == Values{number, other} ? Prim::Max : Prim::Min;
    if (join == Prim::Min && !(less == Values{other, number}))
      return std::nullopt;
    const bool isSelected = kept->prim == Prim::Select && kept->arguments == Values{chosen->arguments[0], other, number};
    return isSelected || (kept->prim == join && kept->arguments == Values{number, other}) ? std::optional(join) : std::nullopt;
  }

  bool isPlace(const Kernel &k, Value v) const {
    const auto at = llvm::find(k.fn.parameters, v) - k.fn.parameters.begin();
    return at == 0 || (at < static_cast<std::ptrdiff_t>(k.fn.parameters.size()) && iotas.contains(k.arrays[static_cast<std::size_t>(at) - 1]));
  }

  bool isCheapToRepeat(const Block &fn) const {
    unsigned all = 0;
    return llvm::all_of(fn.statements, [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      if (apply)
        all += analysis::cost(*apply, values);
      return (apply || std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op)) && all <= mostCost;
    });
  }
};

} // namespace

Function searchPlaces(Function function) {
  Places run(function);
  return function;
}

} // namespace soac::optimise

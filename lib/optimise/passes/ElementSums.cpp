// Sums that a loop adds, trip by trip, to one element of an array, to reductions in front of the loop. What else the
// loop does to the array, to other elements, stays in it, and no longer waits for the sum:
//
//   loop n, (a) |j, p| { v = p[i, j] * w;  p[k, j] = p[k, j] + v;  p[i, k] = p[i, k] + v * y[j] }
//   ->   s = sum j < n { a[i, j] * w * y[j] };  a[i, k] = a[i, k] + s;  loop n, (a) |j, p| { p[k, j] = .. }
//
// where i and k differ, and k is none of the j.
// What a term is made of is computed again, so it must be little where something stays.
#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostStatementsOfSummand = 16; ///< of a term
constexpr std::size_t mostAccesses = 64;   ///< of one array in a loop

class ElementSums {
public:
  explicit ElementSums(Function &f) : values(f.values), definitions(f.body) { find(f.body); }

  void run(Block &b) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      auto *loop = std::get_if<Loop>(&s.op);
      const auto found = loop && loop->isCounted() ? sums.find(loop->body.parameters[0]) : sums.end();
      if (found != sums.end())
        split(*loop, found->second, s.location, out);
      else
        forEachBlock(s.op, [&](Block &inner) { run(inner); });
      out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }
  bool isAny() const { return !sums.empty(); }

private:
  /// a[f] = a[f] + term, or a[f] - term.
  struct Sum {
    std::size_t position;  ///< of the array
    Value updated, before; ///< the array behind the addition, and in front of it
    Values indices;
    Prim join;
    std::vector<const Statement *> slice; ///< what the term is made of, in order
    Value term;
  };

  void find(const Block &b) {
    for (const Statement &s : b.statements) {
      forEachBlock(s.op, [&](const Block &inner) { find(inner); });
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && isPlain(*loop))
        if (auto found = sumsOf(*loop); !found.empty())
          sums[loop->body.parameters[0]] = std::move(found);
    }
  }
  /// Trips of numbers alone.
  static bool isPlain(const Loop &loop) {
    return loop.isCounted() && loop.annotations.stripmine == 1 && loop.annotations.revolve == 0 &&
           loop.annotations.noFalseDependencies.empty() && llvm::all_of(loop.body.statements, [](const Statement &s) {
             return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op) ||
                    std::holds_alternative<Update>(s.op);
           });
  }

  std::vector<Sum> sumsOf(const Loop &loop) {
    const auto isCandidate = [&](const Statement &s) { return additionIn(s, loop.body).has_value(); };
    if (llvm::none_of(loop.body.statements, isCandidate))
      return {};
    std::vector<std::optional<ArrayAccesses>> accesses(loop.inits.size());
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (values.type(loop.inits[k]).isArray())
        if (accesses[k].emplace(loop, k, values); !accesses[k]->isKnown() || accesses[k]->all().size() > mostAccesses)
          return {};
    const IndexRanges ranges(values, definitions, loop.body);
    std::vector<Sum> found;
    for (const Statement &s : loop.body.statements)
      if (auto sum = additionIn(s, loop.body);
          sum && isApart(*sum, loop, accesses, ranges) && findSlice(*sum, loop, accesses, ranges))
        found.push_back(std::move(*sum));
    return found;
  }

  /// The addition of a term that the statement stores, to an element that is the same in all trips.
  std::optional<Sum> additionIn(const Statement &s, const Block &body) const {
    const auto *update = std::get_if<Update>(&s.op);
    const auto *join = update ? definitions.as<Apply>(update->value) : nullptr;
    if (!join || (join->prim != Prim::Add && join->prim != Prim::Sub) || !isFloat(join->type) ||
        definitions.uses(update->value) != 1 || definitions.home(update->value) != &body ||
        llvm::any_of(update->indices, [&](Value v) { return definitions.isInside(v, body); }))
      return std::nullopt;
    for (const std::size_t k : {0u, 1u}) {
      const Value element = join->arguments[k];
      const auto *read = definitions.as<Index>(element);
      if (read && read->array == update->array && read->indices == update->indices && definitions.uses(element) == 1 &&
          (k == 0 || join->prim == Prim::Add))
        return Sum{0, s.results[0], update->array, update->indices, join->prim, {}, join->arguments[1 - k]};
    }
    return std::nullopt;
  }

  /// Does nothing else in the loop read or write the element?
  static bool isApart(Sum &sum, const Loop &loop, llvm::ArrayRef<std::optional<ArrayAccesses>> accesses,
                      const IndexRanges &ranges) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (accesses[k] && accesses[k]->isVersion(sum.updated)) {
        sum.position = k;
        unsigned own = 0; // the read and the write of the addition itself
        return llvm::all_of(accesses[k]->all(),
                            [&](const Access &a) {
                              if (a.statement && a.indices == sum.indices && ++own <= 2)
                                return true;
                              return !a.indices.empty() && ranges.areApartInside(a.indices, sum.indices);
                            }) &&
               own == 2;
      }
    return false;
  }

  bool findSlice(Sum &sum, const Loop &loop, llvm::ArrayRef<std::optional<ArrayAccesses>> accesses,
                 const IndexRanges &ranges) const {
    llvm::DenseSet<Value> needed{sum.term};
    for (const Statement &s : llvm::reverse(loop.body.statements)) {
      if (!needed.contains(s.results[0]))
        continue;
      if (std::holds_alternative<Update>(s.op))
        return false;
      const auto *read = std::get_if<Index>(&s.op);
      if (read && !readsFirst(s, *read, accesses, ranges))
        return false;
      forEachOperand(s.op, [&](Value v) {
        if (!read || v != read->array)
          needed.insert(v);
      });
      sum.slice.insert(sum.slice.begin(), &s);
    }
    return sum.slice.size() <= mostStatementsOfSummand &&
           llvm::none_of(llvm::drop_begin(loop.body.parameters), [&](Value p) { return needed.contains(p); });
  }
  /// Is what the term reads the element as it is in front of the loop?
  bool readsFirst(const Statement &s, const Index &read, llvm::ArrayRef<std::optional<ArrayAccesses>> accesses,
                  const IndexRanges &ranges) const {
    for (const auto &array : accesses) {
      if (!array || !array->isVersion(read.array))
        continue;
      const auto own = llvm::find_if(array->all(), [&](const Access &a) { return a.statement == &s; });
      return own != array->all().end() && llvm::all_of(array->all(), [&](const Access &write) {
               return !write.isWrite ||
                      (ranges.areApartLater(write.indices, own->indices) &&
                       (write.version > own->version || ranges.areApartInside(write.indices, own->indices)));
             });
    }
    return true;
  }

  void split(Loop &loop, llvm::ArrayRef<Sum> found, SourceLocation location, std::vector<Statement> &out) {
    Builder b(values, out, location);
    ValueMap first; // arrays in front of the loop
    for (auto [parameter, init] : llvm::zip_equal(llvm::drop_begin(loop.body.parameters), loop.inits))
      first[parameter] = init;
    for (const Statement &s : loop.body.statements)
      if (const auto *update = std::get_if<Update>(&s.op))
        first[s.results[0]] = first.lookup(update->array);
    const Value count = b.apply(Prim::Max, {loop.count, b.index(0)});
    Values all;
    for (const Sum &sum : found) {
      Block term;
      term.parameters.push_back(values.freshLike(loop.body.parameters[0]));
      ValueMap map = first;
      map[loop.body.parameters[0]] = term.parameters[0];
      Block slice;
      for (const Statement *s : sum.slice)
        slice.statements.push_back(*s);
      slice.results.push_back(sum.term);
      term.results = inlineBlock(slice, {}, values, term.statements, map);
      const Type type = values.type(sum.term);
      all.push_back(b.emit1(MapReduce{count, {}, std::move(term), {{{values.zero(type.scalar)}, b.addBlock(type)}}}));
    }
    const Value hasTrips = b.lessThan(b.index(0), count); // else the element need not be there
    for (auto [sum, total] : llvm::zip_equal(found, all)) {
      Value &array = loop.inits[sum.position];
      array = b.ifElse(
          hasTrips,
          [&](Builder &in) -> Values {
            return {in.update(array, sum.indices, in.apply(sum.join, {in.read(array, sum.indices), total}),
                              values.name(array))};
          },
          [&](Builder &) -> Values { return {array}; })[0];
    }
    ValueMap same;
    for (const Sum &sum : found)
      same[sum.updated] = sum.before;
    for (auto &[updated, before] : same)
      while (const Value earlier = same.lookup(before))
        before = earlier;
    llvm::erase_if(loop.body.statements, [&](const Statement &s) { return same.contains(s.results[0]); });
    substitute(loop.body, same);
  }

  ValueTable &values;
  const DefUse definitions;
  llvm::DenseMap<Value, std::vector<Sum>> sums; ///< by the counter of the loop
};

} // namespace

Function sumElements(Function function) {
  ElementSums work(function);
  if (work.isAny())
    work.run(function.body);
  return function;
}

} // namespace soac::optimise

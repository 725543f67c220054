// An element that is all that a loop changes of an array is carried as a number, and the array stays as it is:
//   b = update a[i, j] = x
//   r = loop n, (b) |k, p| { c = p[i, k] + p[k + 1, j];  y = p[i, j];  q = if c < y { update p[i, j] = c } else { p };  yield q }
//     ->   s = loop n, (x) |k, y| { c = a[i, k] + a[k + 1, j];  z = if c < y { c } else { y };  yield z };  r = update a[i, j] = s
// where the loop reads no other elements that may be this one: k < n = j - i, and no k + 1 is 0. The element has been written in front of
// the loop, so that it is there, whatever the trips do.
//
// What can be said of numbers - that this is a least term, and in which trip - is then said of the element, and its loop has no log of
// an array, nor a copy. Where each update is an addition, the loop stays: see ElementSums.cpp.
#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostAccesses = 64; ///< of one array in a loop

class LoneElements {
public:
  explicit LoneElements(Function &f) : values(f.values), definitions(f.body) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && loop->annotations.areNone())
        for (std::size_t k = 0; k < loop->inits.size(); ++k)
          if (const auto e = elementOf(*loop, k))
            elements[loop->body.parameters[0]].push_back(*e);
    });
    if (!elements.empty())
      insertAround(f.body, [&](Statement &s, std::vector<Statement> &, std::vector<Statement> &behind) {
        if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
          for (const Element &e : elements.lookup(loop->body.parameters[0]))
            carry(e, s, behind);
      });
  }

private:
  struct Element {
    std::size_t position; ///< of the array
    Values indices;
    Value array;  ///< in front of the loop, without regard to the element
    Value first;  ///< what the element is there
    Values place; ///< the same indices, in front of the loop
  };

  std::optional<Element> elementOf(const Loop &loop, std::size_t k) const {
    const Type type = values.type(loop.inits[k]);
    if (!type.isArray())
      return std::nullopt;
    const ArrayAccesses accesses(loop, k, values);
    if (!accesses.isKnown() || accesses.depth() != static_cast<unsigned>(type.rank) || accesses.all().size() > mostAccesses)
      return std::nullopt;
    const auto write = llvm::find_if(accesses.all(), [](const Access &a) { return a.isWrite; });
    if (write == accesses.all().end() || llvm::any_of(write->indices, [&](Value v) { return definitions.isInside(v, loop.body); }))
      return std::nullopt;
    const Values &indices = write->indices;
    const auto *before = definitions.as<Update>(loop.inits[k]); // of the element
    if (!before || !areEqual(before->indices, indices))
      return std::nullopt;
    const IndexRanges ranges(values, definitions, loop.body);
    const auto isFine = [&](const Access &a) {
      return a.statement && (a.indices == indices || (!a.isWrite && (ranges.areApartInside(a.indices, indices) ||
                                                                     ranges.areApartInside(a.indices, before->indices))));
    };
    const auto isPassedOn = [&](const Statement &s) { // to a loop inside, which changes it
      const auto *inner = std::get_if<Loop>(&s.op);
      return inner && llvm::any_of(inner->inits, [&](Value v) { return accesses.isVersion(v); });
    };
    if (!llvm::all_of(accesses.all(), isFine) ||
        llvm::all_of(accesses.all(), [&](const Access &a) { return !a.isWrite || isAddition(*a.statement); }) ||
        anyStatement(loop.body, isPassedOn))
      return std::nullopt;
    return Element{k, indices, definitions.uses(loop.inits[k]) == 1 ? before->array : loop.inits[k], before->value, before->indices};
  }

  static bool anyStatement(const Block &b, llvm::function_ref<bool(const Statement &)> holds) {
    bool is = false;
    forEachStatement(b, [&](const Statement &s) { is |= holds(s); });
    return is;
  }

  /// p[i] = p[i] + term.
  bool isAddition(const Statement &s) const {
    const auto &update = std::get<Update>(s.op);
    const auto *join = definitions.as<Apply>(update.value);
    return join && (join->prim == Prim::Add || join->prim == Prim::Sub) && llvm::any_of(join->arguments, [&](Value v) {
             const auto *read = definitions.as<Index>(v);
             return read && read->array == update.array && read->indices == update.indices;
           });
  }

  /// As indices of elements that are there.
  bool areEqual(const Values &a, const Values &b) const {
    const Polynomials polynomials(values, definitions, [](Scalar s) { return s == Scalar::I32 || s == Scalar::I64; });
    return a.size() == b.size() &&
           llvm::all_of(llvm::zip_equal(a, b), [&](const auto &pair) { return polynomials.of(std::get<0>(pair)) == polynomials.of(std::get<1>(pair)); });
  }

  void carry(const Element &e, Statement &s, std::vector<Statement> &behind) {
    auto &loop = std::get<Loop>(s.op);
    const Value parameter = loop.body.parameters[e.position + 1], result = s.results[e.position];
    const auto number = [&] { return values.fresh({values.type(parameter).scalar, 0}, values.name(parameter)); };
    loop.inits[e.position] = e.first;
    ValueMap numbers; // of versions of the array, and what is read of them
    numbers[parameter] = loop.body.parameters[e.position + 1] = number();
    replace(loop.body, e, numbers);
    for (auto &[version, now] : numbers)
      while (const Value earlier = numbers.lookup(now))
        now = earlier;
    substitute(loop.body, numbers);
    Builder b(values, behind, s.location);
    b.update(e.array, e.place, s.results[e.position] = number());
    behind.back().results = {result};
  }

  /// Takes out what is done to the element, and lets everything else read the array.
  void replace(Block &block, const Element &e, ValueMap &numbers) {
    std::vector<Statement> left;
    for (Statement &s : block.statements) {
      if (const auto *update = std::get_if<Update>(&s.op); update && numbers.contains(update->array)) {
        numbers[s.results[0]] = update->value;
        continue;
      }
      if (auto *read = std::get_if<Index>(&s.op); read && numbers.contains(read->array)) {
        if (read->indices == e.indices) {
          numbers[s.results[0]] = read->array;
          continue;
        }
        read->array = e.array;
      }
      if (auto *extent = std::get_if<Extent>(&s.op); extent && numbers.contains(extent->array))
        extent->array = e.array;
      forEachBlock(s.op, [&](Block &inner) { replace(inner, e, numbers); });
      if (const auto *branch = std::get_if<If>(&s.op))
        for (auto [r, then] : llvm::zip_equal(s.results, branch->then.results))
          if (numbers.contains(then))
            r = numbers[r] = values.fresh({values.type(r).scalar, 0}, values.name(r));
      left.push_back(std::move(s));
    }
    block.statements = std::move(left);
  }

  ValueTable &values;
  const DefUse definitions;
  llvm::DenseMap<Value, std::vector<Element>> elements; ///< by the loop's counter
};

} // namespace

Function carryLoneElements(Function function) {
  LoneElements run(function);
  return function;
}

} // namespace soac::optimise

// Elements that a trip of a loop reads and that the trip before has written last are carried as numbers:
//   r = loop n, (a) |i, x| { y = index x[i];  u = update x[i + 1] = f(y) }
//     ->   y0 = if 0 < n { index a[0] };  r, _ = loop n, (a, y0) |i, x, y| { z = f(y);  u = update x[i + 1] = z }
// A processor that reads what it has just written waits for the write; and of two neighbours that a trip writes GCC
// makes one store, for which both have to be known. Other updates of a trip in front of the read, or behind the update,
// are of elements at a constant distance.
#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class CarriedElements {
public:
  explicit CarriedElements(Function &f)
      : values(f.values), definitions(f.body),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        elements[loop->body.parameters[0]] = elementsOf(*loop);
    });
    insertAround(f.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &) {
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        for (const Element &e : elements.lookup(loop->body.parameters[0]))
          carry(e, s, front);
    });
  }

private:
  struct Element {
    Value number;                    ///< that a trip reads
    Value written;                   ///< what a trip writes
    std::vector<Polynomial> indices; ///< in the first trip
    Value array;                     ///< in front of the loop
  };

  /// At most one of each array.
  std::vector<Element> elementsOf(const Loop &loop) const {
    std::vector<Element> found;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (values.type(loop.inits[k]).isArray())
        if (const auto chain = updateChain(loop.body.parameters[k + 1], loop.body.results[k], loop.body))
          for (const Statement &s : loop.body.statements)
            if (const auto e = elementOf(s, loop, k, *chain)) {
              found.push_back(*e);
              break;
            }
    return found;
  }

  /// The number that the statement reads of array number k, where the trip before has written it.
  std::optional<Element> elementOf(const Statement &s, const Loop &loop, std::size_t k,
                                   llvm::ArrayRef<UpdateLink> chain) const {
    const auto *read = std::get_if<Index>(&s.op);
    if (!read || !values.type(s.results[0]).isScalar())
      return std::nullopt;
    const auto updateAt = [&](const UpdateLink &link) {
      return std::get_if<Update>(&loop.body.statements[link.statement].op);
    };
    const Value counter = loop.body.parameters[0];
    const std::optional<Indices> here = indicesOf(read->indices, loop);
    if (!here)
      return std::nullopt;
    Value version = loop.body.parameters[k + 1];
    for (const UpdateLink &link : chain) {
      if (read->array == version)
        break;
      const Update *update = updateAt(link);
      if (!update || !areApart(indicesOf(update->indices, loop), *here))
        return std::nullopt;
      version = loop.body.statements[link.statement].results[0];
    }
    if (read->array != version)
      return std::nullopt;
    for (const UpdateLink &link : llvm::reverse(chain)) {
      const Update *update = updateAt(link);
      std::optional<Indices> before = update ? indicesOf(update->indices, loop) : std::nullopt;
      if (!before || before->size() != here->size())
        return std::nullopt;
      for (Polynomial &p : *before)
        p = p - p.in(counter).slope;
      if (*before == *here)
        return moves(*here, counter)
                   ? std::optional(Element{s.results[0], update->value, atFirst(*here, counter), loop.inits[k]})
                   : std::nullopt;
      if (!areApart(before, *here))
        return std::nullopt;
    }
    return std::nullopt;
  }

  using Indices = std::vector<Polynomial>;

  /// Of the counter and of values from outside, and linear in the counter.
  std::optional<Indices> indicesOf(llvm::ArrayRef<Value> indices, const Loop &loop) const {
    const Value counter = loop.body.parameters[0];
    const auto isFixed = [&](const Polynomial &p) {
      return llvm::all_of(p.terms(), [&](const auto &term) {
        return llvm::none_of(term.first, [&](Value v) { return v == counter || definitions.isInside(v, loop.body); });
      });
    };
    Indices result;
    for (Value v : indices) {
      result.push_back(polynomials.of(v));
      const auto line = result.back().in(counter);
      if (!isFixed(line.slope) || !isFixed(line.rest))
        return std::nullopt;
    }
    return result;
  }
  static bool areApart(const std::optional<Indices> &a, const Indices &b) {
    return a && a->size() == b.size() && llvm::any_of(llvm::zip_equal(*a, b), [](const auto &pair) {
             const Polynomial distance = std::get<0>(pair) - std::get<1>(pair);
             return distance.isConstant() && distance.constant() != 0;
           });
  }
  static bool moves(const Indices &indices, Value counter) {
    return llvm::any_of(indices, [&](const Polynomial &p) { return p.in(counter).slope != Polynomial(); });
  }
  static Indices atFirst(Indices indices, Value counter) {
    for (Polynomial &p : indices)
      p = p.in(counter).rest;
    return indices;
  }

  void carry(const Element &e, Statement &s, std::vector<Statement> &front) {
    Builder b(values, front, s.location);
    auto &loop = std::get<Loop>(s.op);
    const Value first = b.ifElse(
        b.lessThan(b.index(0), loop.count),
        [&](Builder &in) -> Values {
          Values indices;
          for (const Polynomial &p : e.indices)
            indices.push_back(valueOf(p, in));
          return {in.read(e.array, indices)};
        },
        [&](Builder &) -> Values { return {values.zero(values.type(e.number).scalar)}; })[0];
    loop.inits.push_back(first);
    loop.body.parameters.push_back(e.number);
    loop.body.results.push_back(e.written);
    s.results.push_back(values.freshLike(e.number));
    llvm::erase_if(loop.body.statements,
                   [&](const Statement &inner) { return llvm::is_contained(inner.results, e.number); });
  }

  ValueTable &values;
  DefUse definitions;
  Polynomials polynomials;
  llvm::DenseMap<Value, std::vector<Element>> elements; ///< by the loop's counter
};

} // namespace

Function carryElements(Function function) {
  CarriedElements run(function);
  return function;
}

} // namespace soac::optimise

// Rows of an array that an iteration writes whole before it reads them, to arrays of the iteration's own, which are copied to their
// place in the end:
//
//   loop n, (a) |i, p| {                              loop n, (a) |i, p| {
//     q = loop m, (p) |j, d| { d[m i + j] = x[j] }      r = loop m, (fill 0, [m]) |j, d| { d[j] = x[j] }
//     .. q[m i + k] ..                            ->    .. r[k] ..
//     q'= loop m, (q) |j, d| { d[m i + j] *= y }        r'= loop m, (r) |j, d| { d[j] *= y }
//     yield q' }                                        yield loop m, (p) |j, d| { d[m i + j] = r'[j] } }
//
// No iteration reads the array then, so that it needs no undo log; and what the return sweep needs of the row, it makes again.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::DefUse;
using analysis::IndexRanges;
using analysis::Polynomial;

/// An element of one of the array's versions that a statement, somewhere in the body, reads or writes.
struct Element {
  const Statement *statement;
  const Block *home;
  Value index;
  bool isWrite;
};

/// The statements of the body itself that change the array, each what the one before has made of it, and all elements that
/// are accessed.
struct Chain {
  struct Link {
    std::size_t statement, position; ///< of its results
  };
  llvm::SmallVector<Link, 4> links;
  std::vector<std::vector<Element>> elements;     ///< by statements of the body
  llvm::DenseMap<Value, std::size_t> versions;    ///< the number of the statement that makes each, or in which it is
  bool isVersion(Value v) const { return versions.contains(v); }
};

/// Follows one array of rank 1 that a loop carries, through updates, loops and branches.
class Follower {
public:
  Follower(const Block &body, Value array) : current(array), parameter(array) {
    chain.versions[array] = 0;
    for (const Statement &s : body.statements) {
      chain.elements.emplace_back();
      visit(s, body);
      const auto made = llvm::find_if(s.results, [&](Value v) { return chain.isVersion(v); });
      if (made == s.results.end())
        continue;
      chain.links.push_back({number(), static_cast<std::size_t>(made - s.results.begin())});
      current = *made;
      isKnown &= llvm::count_if(s.results, [&](Value v) { return chain.isVersion(v); }) == 1;
    }
    isKnown &= llvm::count_if(body.results, [&](Value v) { return chain.isVersion(v); }) == 1;
  }
  /// None where something else happens to the array than that elements of it are read and written, or where it is not `last` in the end.
  std::optional<Chain> take(Value last) { return isKnown && current == last ? std::optional(std::move(chain)) : std::nullopt; }

private:
  std::size_t number() const { return chain.elements.size() - 1; }
  /// May the array be changed, or passed on, by a part of this statement of the body?
  bool isLatest(Value v) const {
    const auto found = chain.versions.find(v);
    return v == current || (v != parameter && found != chain.versions.end() && found->second == number());
  }

  void visit(const Statement &s, const Block &home) {
    if (const auto *index = std::get_if<Index>(&s.op)) {
      if (chain.isVersion(index->array))
        chain.elements.back().push_back({&s, &home, index->indices[0], false});
    } else if (const auto *update = std::get_if<Update>(&s.op)) {
      isKnown &= !chain.isVersion(update->value);
      if (!chain.isVersion(update->array))
        return;
      chain.elements.back().push_back({&s, &home, update->indices[0], true});
      join({update->array}, s.results[0]);
    } else if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted()) {
      for (auto [init, own] : llvm::zip_equal(loop->inits, llvm::drop_begin(loop->body.parameters)))
        join({init}, own);
      isKnown &= loop->annotations.noFalseDependencies.empty();
      inner(loop->body);
      for (std::size_t k = 0; k < loop->inits.size(); ++k)
        join({loop->inits[k], loop->body.results[k]}, s.results[k]);
    } else if (const auto *branch = std::get_if<If>(&s.op)) {
      inner(branch->then);
      inner(branch->otherwise);
      for (std::size_t k = 0; k < s.results.size(); ++k)
        join({branch->then.results[k], branch->otherwise.results[k]}, s.results[k]);
    } else {
      forEachOperand(s.op, [&](Value v) { isKnown &= !chain.isVersion(v) || (v == parameter && std::holds_alternative<Extent>(s.op)); });
      forEachBlock(s.op, [&](const Block &b) {
        inner(b);
        isKnown &= llvm::none_of(b.results, [&](Value v) { return chain.isVersion(v); });
      });
    }
  }
  void inner(const Block &b) {
    for (const Statement &s : b.statements)
      visit(s, b);
  }
  void join(std::initializer_list<Value> sources, Value made) {
    if (llvm::none_of(sources, [&](Value v) { return chain.isVersion(v); }))
      return;
    isKnown &= llvm::all_of(sources, [&](Value v) { return isLatest(v); });
    chain.versions[made] = number();
  }

  Chain chain;
  Value current, parameter;
  bool isKnown = true;
};

/// A row of the array: elements first .. first + count - 1.
struct Row {
  Polynomial first, count; ///< without a maximum of the count and 0: rows of a negative count have no elements
  Value trips;             ///< the count, of the loop that writes the row
};

class OwnRows {
public:
  explicit OwnRows(Function &f) : f(f) {
    look();
    block(f.body);
  }

private:
  void look() {
    definitions.emplace(f.body);
    polynomials.emplace(f.values, *definitions, [](Scalar s) { return s == Scalar::I64; });
  }

  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        for (std::size_t k = 0; k < loop->inits.size(); ++k)
          if (f.type(loop->inits[k]).isArray() && f.type(loop->inits[k]).rank == 1)
            own(*loop, k);
    }
  }

  void own(Loop &loop, std::size_t k) {
    const Block &body = loop.body;
    const auto chain = Follower(body, body.parameters[k + 1]).take(body.results[k]);
    if (!chain || chain->links.empty() || !isRead(*chain))
      return;
    const auto row = rowOf(body, *chain);
    if (!row)
      return;
    const IndexRanges ranges(f.values, *definitions, body);
    const std::size_t links = linksOfRow(*chain, *row, ranges);
    if (links == 0)
      return;
    rewrite(loop, k, *chain, *row, links);
    look();
  }
  static bool isRead(const Chain &chain) {
    return llvm::any_of(chain.elements, [](const auto &elements) { return llvm::any_of(elements, [](const Element &e) { return !e.isWrite; }); });
  }

  /// The elements that the first link writes, before all that is read: a loop, with one of them each trip.
  std::optional<Row> rowOf(const Block &body, const Chain &chain) const {
    const Chain::Link &link = chain.links.front();
    const auto *loop = std::get_if<Loop>(&body.statements[link.statement].op);
    if (!loop || !llvm::all_of(llvm::ArrayRef(chain.elements).take_front(link.statement), [](const auto &e) { return e.empty(); }))
      return std::nullopt;
    const std::vector<Element> &elements = chain.elements[link.statement];
    if (elements.empty())
      return std::nullopt;
    const Polynomial &index = polynomials->of(elements.front().index);
    const bool isWritten = elements.front().isWrite && elements.front().home == &loop->body &&
                           llvm::all_of(elements, [&](const Element &e) { return polynomials->of(e.index) == index; });
    const Polynomial first = index - Polynomial(loop->body.parameters[0]);
    const auto isMadeBefore = [&](Value v) { return !definitions->isInside(v, loop->body); };
    if (!isWritten || !llvm::all_of(first.terms(), [&](const auto &term) { return llvm::all_of(term.first, isMadeBefore); }))
      return std::nullopt;
    const auto *apply = definitions->as<Apply>(loop->count);
    const bool isClipped = apply && apply->prim == Prim::Max && f.values.asInt(apply->arguments[1]) == 0;
    return Row{first, polynomials->of(isClipped ? apply->arguments[0] : loop->count), loop->count};
  }

  Polynomial placeOf(const Element &e, const Row &row) const { return polynomials->of(e.index) - row.first; }
  bool isInRow(const Element &e, const Row &row, const IndexRanges &ranges) const {
    const Polynomial place = placeOf(e, row);
    return ranges.isNonNegative(place, *e.home) && ranges.isNonNegative(row.count - place - 1, *e.home);
  }
  bool isBesideRow(const Element &e, const Row &row, const IndexRanges &ranges) const {
    const Polynomial place = placeOf(e, row);
    return ranges.isNonNegative(place - row.count, *e.home) || ranges.isNonNegative(Polynomial() - place - 1, *e.home);
  }

  /// How many of the links, the first ones, change elements of the row alone, where the others write beside it and all that is
  /// read is in it; else 0.
  std::size_t linksOfRow(const Chain &chain, const Row &row, const IndexRanges &ranges) const {
    const auto inRow = [&](const Element &e) { return isInRow(e, row, ranges); };
    std::size_t own = 0;
    while (own < chain.links.size() && llvm::all_of(chain.elements[chain.links[own].statement], inRow))
      ++own;
    const std::size_t behind = own < chain.links.size() ? chain.links[own].statement : chain.elements.size();
    for (const auto &[at, elements] : llvm::enumerate(chain.elements))
      for (const Element &e : elements)
        if (e.isWrite && at >= behind ? !isBesideRow(e, row, ranges) : !inRow(e))
          return 0;
    return own;
  }

  void rewrite(Loop &loop, std::size_t k, const Chain &chain, const Row &row, std::size_t links) {
    Block &body = loop.body;
    const Value parameter = body.parameters[k + 1];
    const Chain::Link first = chain.links.front(), last = chain.links[links - 1];
    const Value whole = body.statements[last.statement].results[last.position];
    places.clear();
    for (const auto &[at, elements] : llvm::enumerate(chain.elements))
      for (const Element &e : elements)
        if (!e.isWrite || at <= last.statement)
          places.try_emplace(e.statement->results[0], placeOf(e, row));
    std::vector<Statement> front, behind;
    Builder make(f.values, front, body.statements[first.statement].location);
    const Value count = make.apply(Prim::Max, {row.trips, make.index(0)});
    std::get<Loop>(body.statements[first.statement].op).inits[first.position] =
        make.fill(f.values.zero(f.type(parameter).scalar), {count}, f.values.name(parameter));
    Builder put(f.values, behind, body.statements[last.statement].location);
    const Value array = put.loop(row.trips, {parameter}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      const Value place = in.add(valueOf(row.first, in), p[0]);
      return {in.update(p[1], {place}, in.read(whole, {p[0]}))};
    })[0];
    std::vector<Statement> all;
    for (auto &&[at, s] : llvm::enumerate(body.statements)) {
      if (at == first.statement)
        llvm::append_range(all, std::move(front));
      if (at > last.statement)
        passOn(s, [&](Value v) { return chain.isVersion(v) && chain.versions.lookup(v) > last.statement; }, whole, array);
      index(s, all);
      all.push_back(std::move(s));
      if (at == last.statement)
        llvm::append_range(all, std::move(behind));
    }
    body.statements = std::move(all);
    if (body.results[k] == whole)
      body.results[k] = array;
  }

  /// Behind the row's last change: all that is read of later versions is in the row, and what is written goes into the array.
  static void passOn(Statement &s, llvm::function_ref<bool(Value)> isLater, Value whole, Value array) {
    if (auto *read = std::get_if<Index>(&s.op)) {
      read->array = isLater(read->array) ? whole : read->array;
      return;
    }
    forEachOperand(s.op, [&](Value &v) { v = v == whole ? array : v; });
    forEachBlock(s.op, [&](Block &inner) {
      for (Statement &t : inner.statements)
        passOn(t, isLater, whole, array);
      for (Value &v : inner.results)
        v = v == whole ? array : v;
    });
  }

  /// Elements of the row by their places in it; what computes the place goes to `front`.
  void index(Statement &s, std::vector<Statement> &front) {
    forEachBlock(s.op, [&](Block &inner) {
      std::vector<Statement> all;
      for (Statement &t : inner.statements) {
        index(t, all);
        all.push_back(std::move(t));
      }
      inner.statements = std::move(all);
    });
    const auto found = s.results.empty() ? places.end() : places.find(s.results[0]);
    if (found == places.end())
      return;
    Builder b(f.values, front, s.location);
    const Value at = valueOf(found->second, b);
    if (auto *read = std::get_if<Index>(&s.op))
      read->indices[0] = at;
    else
      std::get<Update>(s.op).indices[0] = at;
  }

  llvm::DenseMap<Value, Polynomial> places; ///< in the row, by results of the statements that access it
  Function &f;
  std::optional<DefUse> definitions;
  std::optional<analysis::Polynomials> polynomials;
};

} // namespace

Function ownRows(Function function) {
  OwnRows work(function);
  return function;
}

} // namespace soac::optimise

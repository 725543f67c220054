// Nests of loops that add to several rows of an array around their own, as the adjoint of a stencil does, to nests over
// the rows that sum up what is added to each. Then every row is read and written once, and rows are independent of each
// other.
//
//   loop n |i| { loop m |j| { a[i,j] += f(i,j); a[i+1,j] += g(i,j) } }
//   ->   loop max(n-1,0) |p| { loop m |j| { a[p+1,j] += f(p+1,j); a[p+1,j] += g(p,j) } }
//        loop few |b| { i = ..;  if i < n { loop m |j| { a[i,j] += f(i,j) } }
//                                if i > 0 { loop m |j| { a[i,j] += g(i-1,j) } } }
//
// The second loop has the rows at both ends, to which only some of the iterations add. A row is what iterations with
// one number of the outermost loop add to: of an array with an index for it, or a part of a flat one, `a[i * m + j]`.
// What is added is computed again for each row, so it may be a few additions and products only. Neighbours in the
// innermost loop are left to `distribute`.
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/SumTerms.h"

#include "analysis/Effects.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;
using prims::Prim;

constexpr std::size_t mostStatementsOfRow = 192; ///< of all terms that a row gets
constexpr std::int64_t farthestRow = 4;          ///< between the rows that an iteration adds to
constexpr std::int64_t farthestElement = 64;     ///< between the elements that an iteration adds to in a row

class GatherRows {
public:
  explicit GatherRows(Function &f)
      : values(f.values), definitions(f.body),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    find(f.body);
    replace(f.body);
  }

private:
  /// Additions of an iteration of the outermost loop to the row `row` behind that of the first addition.
  struct Part {
    std::int64_t row;
    llvm::SmallVector<const Accumulate *, 4> additions;
  };
  /// All that a nest adds to one array.
  struct Rows {
    llvm::SmallVector<const Loop *, 3> nest;  ///< from the outermost loop to the one that adds
    llvm::SmallVector<Part, 4> parts;         ///< no two have one row
    llvm::DenseSet<const Statement *> needed; ///< for what is added
    ValueMap entry;                           ///< of arrays that the loops carry: what the outermost one begins with

    std::int64_t least() const { return llvm::min_element(parts, before)->row; }
    std::int64_t most() const { return llvm::max_element(parts, before)->row; }

  private:
    static bool before(const Part &a, const Part &b) { return a.row < b.row; }
  };

  ValueTable &values;
  const DefUse definitions;
  const Polynomials polynomials;
  llvm::DenseMap<const Statement *, std::vector<Rows>> found; ///< by the outermost loop

  /// Not those of a branch in a loop, which are the rows at the ends of a nest.
  void find(const Block &b, bool isInLoop = false) {
    for (const Statement &s : b.statements) {
      if (std::holds_alternative<If>(s.op) && isInLoop)
        continue;
      const auto *loop = std::get_if<Loop>(&s.op);
      if (loop)
        if (auto rows = rowsOf(*loop); !rows.empty()) {
          found[&s] = std::move(rows);
          continue;
        }
      forEachBlock(s.op, [&](const Block &inner) { find(inner, isInLoop || loop); });
    }
  }
  void replace(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      const auto rows = found.find(&s);
      if (rows == found.end()) {
        forEachBlock(s.op, [&](Block &inner) { replace(inner); });
      } else {
        Builder here(values, made, s.location);
        llvm::DenseSet<const Accumulate *> gathered;
        for (const Rows &r : rows->second) {
          gather(here, r);
          for (const Part &part : r.parts)
            gathered.insert(part.additions.begin(), part.additions.end());
        }
        forEachBlock(s.op, [&](Block &inner) { drop(inner, gathered); });
      }
      if (!s.results.empty() || hasEffect(s.op))
        made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }
  static void drop(Block &b, const llvm::DenseSet<const Accumulate *> &gathered) {
    std::vector<Statement> kept;
    for (Statement &s : b.statements) {
      if (const auto *a = std::get_if<Accumulate>(&s.op); a && gathered.contains(a))
        continue;
      forEachBlock(s.op, [&](Block &inner) { drop(inner, gathered); });
      if (!s.results.empty() || hasEffect(s.op))
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  /// Of each array to which the nest adds in several rows.
  std::vector<Rows> rowsOf(const Loop &outermost) const {
    llvm::MapVector<Value, llvm::SmallVector<const Accumulate *, 8>> additions;
    forEachStatement(outermost.body, [&](const Statement &s) {
      if (const auto *a = std::get_if<Accumulate>(&s.op))
        additions[a->accumulator].push_back(a);
    });
    std::vector<Rows> result;
    for (const auto &[accumulator, all] : additions)
      if (!definitions.isInside(accumulator, outermost.body))
        if (auto rows = rowsOf(outermost, all))
          result.push_back(std::move(*rows));
    return result;
  }
  std::optional<Rows> rowsOf(const Loop &outermost, llvm::ArrayRef<const Accumulate *> additions) const {
    Rows rows;
    if (additions.size() < 2 || !nestOf(outermost, additions, rows) || rows.nest.size() < 2)
      return std::nullopt;
    for (const Accumulate *a : additions) {
      const auto row = rowOf(*a, *additions[0], outermost);
      if (!row)
        return std::nullopt;
      auto part = llvm::find_if(rows.parts, [&](const Part &p) { return p.row == *row; });
      if (part == rows.parts.end())
        part = rows.parts.insert(rows.parts.end(), {*row, {}});
      part->additions.push_back(a);
    }
    if (rows.parts.size() < 2 || rows.most() - rows.least() > farthestRow)
      return std::nullopt;
    std::size_t statements = 0;
    for (const Accumulate *a : additions)
      if (const auto needed = neededFor(*a, rows)) {
        statements += needed->size();
        rows.needed.insert(needed->begin(), needed->end());
      } else {
        return std::nullopt;
      }
    return statements <= mostStatementsOfRow ? std::optional(std::move(rows)) : std::nullopt;
  }

  /// The loops around the additions, where these all are in the innermost one.
  bool nestOf(const Loop &loop, llvm::ArrayRef<const Accumulate *> additions, Rows &rows) const {
    if (!loop.isCounted() || !loop.annotations.areNone() ||
        definitions.isInside(loop.count, outermost(rows, loop).body) ||
        !hasFreeOrderBesideSums(loop, values, definitions))
      return false;
    for (auto [parameter, init] : llvm::zip_equal(llvm::drop_begin(loop.body.parameters), loop.inits)) {
      const auto entry = rows.entry.find(init);
      rows.entry[parameter] = entry == rows.entry.end() ? init : entry->second;
    }
    rows.nest.push_back(&loop);
    std::size_t here = 0;
    const Loop *inner = nullptr;
    for (const Statement &s : loop.body.statements) {
      if (const auto *a = std::get_if<Accumulate>(&s.op))
        here += llvm::is_contained(additions, a);
      else if (const auto *next = std::get_if<Loop>(&s.op); next && addsAnyOf(*next, additions))
        inner = next;
    }
    return here == additions.size() || (here == 0 && inner && nestOf(*inner, additions, rows));
  }
  static const Loop &outermost(const Rows &rows, const Loop &loop) {
    return rows.nest.empty() ? loop : *rows.nest.front();
  }
  static bool addsAnyOf(const Loop &loop, llvm::ArrayRef<const Accumulate *> additions) {
    bool adds = false;
    forEachStatement(loop.body, [&](const Statement &s) {
      const auto *a = std::get_if<Accumulate>(&s.op);
      adds |= a && llvm::is_contained(additions, a);
    });
    return adds;
  }

  /// By how much the outermost counter of `first` must be greater for it to add where `a` does, in the same row. None
  /// where they have no rows.
  std::optional<std::int64_t> rowOf(const Accumulate &a, const Accumulate &first, const Loop &outermost) const {
    if (values.type(a.value).isArray() || a.indices.size() != first.indices.size())
      return std::nullopt;
    const Value counter = outermost.body.parameters[0];
    const auto isAt = [&](std::int64_t row) {
      return llvm::all_of(llvm::zip_equal(a.indices, first.indices), [&](const auto &indices) {
        const auto &[index, ofFirst] = indices;
        const Polynomial reference = polynomials.of(ofFirst);
        const Polynomial::Line line = reference.in(counter);
        const Polynomial apart = polynomials.of(index) - reference - Polynomial(row) * line.slope;
        if (line.slope.in(counter).slope != Polynomial() || !apart.isConstant())
          return false;
        const std::int64_t distance = std::abs(apart.constant()), step = std::abs(line.slope.constant());
        return distance <= farthestElement && (!line.slope.isConstant() || step == 0 || distance < (step + 1) / 2);
      });
    };
    std::optional<std::int64_t> found;
    for (std::int64_t row = -farthestRow; row <= farthestRow; ++row)
      if (isAt(row)) {
        if (found)
          return std::nullopt;
        found = row;
      }
    return found;
  }

  /// The statements of the nest for what is added and for its place. None where these are not few and cheap, or need
  /// what iterations have written.
  std::optional<llvm::DenseSet<const Statement *>> neededFor(const Accumulate &a, const Rows &rows) const {
    llvm::DenseSet<const Statement *> needed;
    ValueSet pending;
    forEachOperand(Op(a), [&](Value v) { pending.insert(v); });
    for (const Loop *loop : llvm::reverse(rows.nest))
      for (const Statement &s : llvm::reverse(loop->body.statements)) {
        if (llvm::none_of(s.results, [&](Value r) { return pending.contains(r); }))
          continue;
        if (!isPartOfTerm(s, values))
          return std::nullopt;
        needed.insert(&s);
        forEachOperand(s.op, [&](Value v) { pending.insert(v); });
      }
    const auto isCarried = [&](Value v) { return rows.entry.contains(v); };
    const auto hasArrayOfNest = [&](Value v) {
      return isCarried(v) && definitions.isInside(rows.entry.lookup(v), rows.nest.front()->body);
    };
    const auto isNumber = [&](Value v) { return isCarried(v) && !values.type(v).isArray(); };
    if (needed.size() > mostStatementsOfTerm || llvm::any_of(pending, hasArrayOfNest) ||
        llvm::any_of(pending, isNumber))
      return std::nullopt;
    return needed;
  }

  void gather(Builder &b, const Rows &rows) {
    const Value n = rows.nest.front()->count;
    const std::int64_t least = rows.least(), most = rows.most(), width = most - least;
    const Value whole = b.apply(Prim::Max, {b.sub(n, b.index(width)), b.index(0)});
    loop(b, whole, [&](Builder &in, Value p) {
      llvm::SmallVector<Copy, 4> copies;
      for (const Part &part : rows.parts)
        copies.push_back(copyOf(rows, part, in.add(p, in.index(most - part.row))));
      level(in, rows, 0, copies);
    });
    loop(b, b.sub(b.add(n, b.index(width)), whole), [&](Builder &in, Value p) {
      const Value row = in.select(in.lessThan(p, in.index(width)), p, in.add(p, whole));
      for (const Part &part : rows.parts) {
        const Value i = in.sub(row, in.index(part.row - least));
        const Value exists = in.apply(Prim::And, {in.apply(Prim::Ge, {i, in.index(0)}), in.lessThan(i, n)});
        in.ifElse(
            exists,
            [&](Builder &then) {
              Copy copy = copyOf(rows, part, i);
              level(then, rows, 0, copy);
              return Values();
            },
            [](Builder &) { return Values(); });
      }
    });
  }
  static void loop(Builder &b, Value count, llvm::function_ref<void(Builder &, Value)> body) {
    b.loop(count, {}, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      body(in, parameters[0]);
      return Values();
    });
  }

  /// An iteration of the outermost loop, of which one part is done.
  struct Copy {
    const Part *part;
    ValueMap made; ///< for the values of the nest
  };
  static Copy copyOf(const Rows &rows, const Part &part, Value i) {
    Copy copy{&part, rows.entry};
    copy.made[rows.nest.front()->body.parameters[0]] = i;
    return copy;
  }
  /// The bodies of a loop of the nest, one behind the other, around one loop for all of them.
  void level(Builder &b, const Rows &rows, std::size_t depth, llvm::MutableArrayRef<Copy> copies) {
    for (Copy &copy : copies)
      for (const Statement &s : rows.nest[depth]->body.statements) {
        const auto *a = std::get_if<Accumulate>(&s.op);
        if (rows.needed.contains(&s) || (a && llvm::is_contained(copy.part->additions, a)))
          copyTo(b, s, copy.made);
      }
    if (depth + 1 == rows.nest.size())
      return;
    loop(b, rows.nest[depth + 1]->count, [&](Builder &in, Value counter) {
      for (Copy &copy : copies)
        copy.made[rows.nest[depth + 1]->body.parameters[0]] = counter;
      level(in, rows, depth + 1, copies);
    });
  }
};

} // namespace

Function gatherRows(Function function) {
  GatherRows work(function);
  return function;
}

} // namespace soac::optimise

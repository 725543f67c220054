// Updates that no statement reads: a loop carries an array of which afterwards nobody needs an element that it writes, and each
// element is read in one iteration alone, before that iteration writes it. The adjoint of `y[i] = f(x[i])` is of this kind.
//
//   r = loop n, (a) |i, p| { t = index p[i + 1];  q = update p[i + 1] = 0.0;  .. t ..  yield q };  index r[0]
//   ->  loop n, () |i| { t = index a[i + 1];  .. t .. };  index a[0]
//
// The loop may be a nest, with the accesses in the innermost body.
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

/// The versions of one carried array in a nest of counted loops.
class CarriedVersions {
public:
  CarriedVersions(const Loop &outer, const ValueTable &values, const analysis::DefUse &definitions)
      : outer(outer), values(values), definitions(definitions),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {}

  /// Is the array, carried at position k, read before it is written, element by element?
  bool areDead(std::size_t k) {
    return nest(outer, k) && update && llvm::all_of(reads, [&](const Access &read) { return comesBefore(read); }) &&
           isOwnElement();
  }
  /// Is none of the elements with these indices, which a statement outside of the loop reads, written?
  bool isUntouched(const Values &indices) const {
    return llvm::any_of(llvm::zip_equal(std::get<Update>(update->op).indices, indices), [&](const auto &pair) {
      const auto written = range(polynomials.of(std::get<0>(pair)));
      const Polynomial at = polynomials.of(std::get<1>(pair));
      return written && (isPositive(written->first - at) || isPositive(at - written->second));
    });
  }
  /// The updates, with the versions that they make, and the parameters and results that stand for the array.
  ValueSet all;
  const Statement *update = nullptr;

private:
  struct Access {
    const Values *indices;
    const Block *home; ///< a statement of this block holds it
    std::size_t position;
  };
  const Loop &outer;
  const ValueTable &values;
  const analysis::DefUse &definitions;
  const analysis::Polynomials polynomials;
  std::vector<Access> reads;
  const Block *home = nullptr; ///< of the update
  std::size_t position = 0;
  std::vector<const Loop *> around; ///< the loops around the update

  bool nest(const Loop &loop, std::size_t k) {
    if (!loop.isCounted())
      return false;
    const Value p = loop.body.parameters[k + 1];
    around.push_back(&loop);
    all.insert(p);
    const std::optional<Value> last = follow(loop.body, p);
    return last && loop.body.results[k] == *last;
  }

  /// The version that the block ends with; none where the array is used otherwise.
  std::optional<Value> follow(const Block &b, Value version) {
    unsigned uses = 0; ///< of the version at hand
    for (auto [at, s] : llvm::enumerate(b.statements)) {
      if (const auto *write = std::get_if<Update>(&s.op); write && write->array == version) {
        if (update || write->indices.size() != values.type(version).rank || definitions.uses(version) != uses + 1)
          return std::nullopt;
        update = &s;
        home = &b;
        position = at;
        version = s.results[0];
        all.insert(version);
        uses = 0;
      } else if (const auto *loop = std::get_if<Loop>(&s.op); loop && llvm::is_contained(loop->inits, version)) {
        const auto k = static_cast<std::size_t>(llvm::find(loop->inits, version) - loop->inits.begin());
        if (update || definitions.uses(version) != uses + 1 || !nest(*loop, k))
          return std::nullopt;
        version = s.results[k];
        all.insert(version);
        uses = 0;
      } else {
        uses += readsIn(s, version, {nullptr, &b, at});
      }
    }
    return definitions.uses(version) == uses + 1 ? std::optional(version) : std::nullopt; // the block yields it
  }
  /// How often the statement, or those in it, read elements of the array.
  unsigned readsIn(const Statement &s, Value version, Access from) {
    unsigned count = 0;
    const auto look = [&](const Statement &each) {
      if (const auto *index = std::get_if<Index>(&each.op);
          index && index->array == version && index->indices.size() == values.type(version).rank) {
        reads.push_back({&index->indices, from.home, from.position});
        ++count;
      }
    };
    look(s);
    forEachBlock(s.op, [&](const Block &b) { forEachStatement(b, look); });
    return count;
  }

  bool comesBefore(const Access &read) const {
    const auto isSame = [&](const auto &pair) { return polynomials.of(std::get<0>(pair)) == polynomials.of(std::get<1>(pair)); };
    return read.home == home && read.position < position &&
           llvm::all_of(llvm::zip_equal(*read.indices, std::get<Update>(update->op).indices), isSame);
  }

  /// The indices of the update tell the iterations of all loops around it apart.
  bool isOwnElement() const {
    return llvm::all_of(around, [&](const Loop *loop) {
      return llvm::any_of(std::get<Update>(update->op).indices, [&](Value index) {
        const auto [slope, rest] = polynomials.of(index).in(loop->body.parameters[0]);
        return slope.isConstant() && slope.constant() != 0 && isFixed(rest);
      });
    });
  }

  bool isFixed(const Polynomial &p) const {
    return llvm::all_of(p.terms(), [&](const auto &term) {
      return llvm::none_of(term.first, [&](Value factor) { return definitions.isInside(factor, outer.body); });
    });
  }
  static bool isPositive(const Polynomial &p) { return p.isConstant() && p.constant() > 0; }

  /// The least and the greatest value of an index in all iterations, if there is one.
  std::optional<std::pair<Polynomial, Polynomial>> range(Polynomial index) const {
    Polynomial least, greatest;
    for (const Loop *loop : around) {
      const auto [slope, rest] = index.in(loop->body.parameters[0]);
      const Polynomial last = polynomials.of(analysis::openCount(loop->count, values, definitions)) - 1;
      if (!slope.isConstant() || !isFixed(last))
        return std::nullopt;
      (slope.constant() < 0 ? least : greatest) = (slope.constant() < 0 ? least : greatest) + slope * last;
      index = rest;
    }
    if (!isFixed(index))
      return std::nullopt;
    return std::pair(least + index, greatest + index);
  }
};

class DeadUpdates {
public:
  explicit DeadUpdates(Function &f) : f(f), definitions(f.body) { block(f.body); }

private:
  void block(Block &b) {
    for (Statement &s : b.statements) {
      if (std::holds_alternative<Loop>(s.op))
        loop(s);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    }
  }

  void loop(Statement &s) {
    Loop &l = std::get<Loop>(s.op);
    for (std::size_t k = 0; k < l.inits.size(); ++k) {
      if (!f.values.type(l.inits[k]).isArray() || llvm::is_contained(l.annotations.noFalseDependencies, k))
        continue;
      CarriedVersions versions(l, f.values, definitions);
      if (!versions.areDead(k) || !isReadElsewhere(s.results[k], versions))
        continue;
      remove(s, k, versions);
      definitions = analysis::DefUse(f.body);
    }
  }

  /// Do the uses of what the loop gives, also as what a scope of accumulators gives, only read elements that it has not written?
  bool isReadElsewhere(Value result, const CarriedVersions &versions) const {
    unsigned reads = 0;
    if (definitions.uses(result) > 0)
      forEachStatement(f.body, [&](const Statement &s) {
        const auto *index = std::get_if<Index>(&s.op);
        reads += index && index->array == result && index->indices.size() == f.values.type(result).rank &&
                 versions.isUntouched(index->indices);
        if (const auto *scope = std::get_if<WithAccumulators>(&s.op))
          for (auto [given, after] : llvm::zip_equal(scope->body.results, llvm::drop_begin(s.results, scope->inits.size())))
            reads += given == result && isReadElsewhere(after, versions);
      });
    return reads == definitions.uses(result);
  }

  /// The loops still carry the array, unchanged; dead code elimination removes it.
  void remove(Statement &s, std::size_t k, const CarriedVersions &versions) {
    Loop &l = std::get<Loop>(s.op);
    ValueMap same;
    same[s.results[k]] = l.inits[k];
    for (Value v : versions.all)
      same[v] = l.inits[k];
    const Values made = versions.update->results; // the statement itself goes
    const auto erase = [&](const auto &self, Block &b) -> void {
      llvm::erase_if(b.statements, [&](const Statement &s) { return s.results == made; });
      for (Statement &s : b.statements)
        forEachBlock(s.op, [&](Block &inner) { self(self, inner); });
    };
    erase(erase, l.body);
    substitute(f.body, same);
  }

  Function &f;
  analysis::DefUse definitions;
};

} // namespace

Function removeDeadUpdates(Function function) {
  DeadUpdates work(function);
  return function;
}

} // namespace soac::optimise

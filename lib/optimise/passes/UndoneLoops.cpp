// A loop that runs once more only to log what it overwrites, element by element, and the loop behind it that puts each
// element back before it goes on with it: the second one reads the array as it is in front of both.
//   b, log = loop n, (a, ..) |i, p, l| { l' = update l[i] = p[i];  p' = update p[i] = f(p[i], p[i + 1]) }
//   .., r = loop n, (.., b) |j, .., q| { k = n - 1 - j;  q' = update q[k] = log[k];  .. q'[k] .. q'[k + 1] .. }
//     ->   .. = loop n, (..) |j, ..| { k = n - 1 - j;  .. a[k] .. a[k + 1] .. };  r = a
// What the second loop reads must have been put back before, or never have been overwritten: k + 1 was by the trip before;
// k - 1 would still be what the first loop has made of it. Adjoints of recurrences in place that look ahead are of this
// kind (de Casteljau's, binomial trees, divided differences): their rounds are neither run again nor logged twice.
//
// The first loop must do nothing else that is used, so that it goes. Indices of 32 bits are taken for exact.
#include "analysis/Accesses.h"
#include "analysis/Effects.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>
#include <optional>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class UndoneLoops {
public:
  explicit UndoneLoops(Function &f)
      : values(f.values), definitions(f.body),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I32 || s == Scalar::I64; }) {
    forEachStatement(f.body, [&](const Statement &s) { find(s); });
    if (restored.empty())
      return;
    for (auto &[value, array] : before)
      while (const Value earlier = before.lookup(array))
        array = earlier;
    readBefore(f.body);
    substitute(f.body, before);
  }

private:
  /// An array that the first loop overwrites and the second one puts back.
  struct Undone {
    std::size_t first, log, second;  ///< positions among what the loops carry
    const Statement *entry, *update; ///< in the second loop: what reads the log and what puts it back
  };

  /// Notes what becomes of the statement, where it is a loop that another one undoes.
  void find(const Statement &s) {
    const auto *first = std::get_if<Loop>(&s.op);
    if (!first || !first->isCounted() || hasEffect(s.op))
      return;
    const Statement *behind = nullptr;
    std::vector<Undone> all;
    ValueSet accounted;
    for (auto [k, result] : llvm::enumerate(s.results)) {
      if (!values.type(result).isArray() || definitions.uses(result) != 1)
        continue;
      if (!behind)
        behind = loopFrom(*definitions.home(s), result);
      if (!behind)
        continue;
      if (const auto u = undone(s, *behind, k)) {
        all.push_back(*u);
        accounted.insert(s.results[u->first]);
        accounted.insert(s.results[u->log]);
      }
    }
    if (all.empty() ||
        llvm::any_of(s.results, [&](Value r) { return definitions.uses(r) > 0 && !accounted.contains(r); }))
      return;
    const auto &second = std::get<Loop>(behind->op);
    for (const Undone &u : all) {
      const Value array = first->inits[u.first];
      restored.insert(u.update->results[0]);
      entries[u.entry->results[0]] = {array, std::get<Update>(u.update->op).indices};
      before[second.body.parameters[u.second + 1]] = before[u.update->results[0]] = array;
      before[behind->results[u.second]] = before[s.results[u.first]] = array;
    }
  }

  /// The counted loop of the block that begins with the value.
  static const Statement *loopFrom(const Block &b, Value v) {
    const auto found = llvm::find_if(b.statements, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      return loop && loop->isCounted() && llvm::is_contained(loop->inits, v);
    });
    return found == b.statements.end() ? nullptr : &*found;
  }

  std::optional<Undone> undone(const Statement &s, const Statement &behind, std::size_t k) const {
    const auto &first = std::get<Loop>(s.op), &second = std::get<Loop>(behind.op);
    const auto at = llvm::find(second.inits, s.results[k]);
    if (at == second.inits.end() || polynomials.of(first.count) != polynomials.of(second.count))
      return std::nullopt;
    const std::size_t k2 = static_cast<std::size_t>(at - second.inits.begin());
    const ArrayAccesses made(first, k, values), undoing(second, k2, values);
    const Access *write = onlyWrite(made, first), *back = onlyWrite(undoing, second);
    if (!write || !back)
      return std::nullopt;
    const Statement *from = definitions.statement(std::get<Update>(back->statement->op).value);
    const auto *entry = from ? std::get_if<Index>(&from->op) : nullptr;
    const auto log = entry ? llvm::find(s.results, entry->array) : s.results.end();
    if (log == s.results.end() || definitions.uses(*log) != 1)
      return std::nullopt;
    const auto l = static_cast<std::size_t>(log - s.results.begin());
    const Update *logged = logOf(first, l, k, write->indices);
    if (!logged || !areReversed(write->indices, first, back->indices, second) ||
        !areReversed(logged->indices, first, entry->indices, second) || !areKnownAt(*from, back->indices) ||
        !llvm::all_of(undoing.all(), [&](const Access &a) {
          return &a == back || (!a.isWrite && isAsBefore(a, *back, undoing, second));
        }))
      return std::nullopt;
    return Undone{k, l, k2, from, back->statement};
  }

  /// The one update of the array, in each trip of another element.
  static const Access *onlyWrite(const ArrayAccesses &accesses, const Loop &loop) {
    if (!accesses.isKnown())
      return nullptr;
    const Access *write = nullptr;
    for (const Access &a : accesses.all())
      if (a.isWrite) {
        if (write || !a.statement || !isDirectlyIn(a, loop))
          return nullptr;
        write = &a;
      }
    if (!write)
      return nullptr;
    const auto apart = accesses.distances(*write, *write);
    return apart && apart->of.contains(&loop.body) ? write : nullptr;
  }
  static bool isDirectlyIn(const Access &a, const Loop &loop) {
    return a.path.size() == 1 && a.path[0].block == &loop.body;
  }

  /// Are the values defined in front of the statement?
  bool areKnownAt(const Statement &s, const Values &all) const {
    return llvm::all_of(all, [&](Value v) {
      const Statement *made = definitions.statement(v);
      return !made || definitions.home(*made) != definitions.home(s) || std::less<>()(made, &s);
    });
  }

  /// The update by which each trip logs what it finds in the element that it overwrites.
  const Update *logOf(const Loop &loop, std::size_t log, std::size_t array, const Values &indices) const {
    const Statement *s = definitions.statement(loop.body.results[log]);
    const auto *update = s ? std::get_if<Update>(&s->op) : nullptr;
    if (!update || definitions.home(*s) != &loop.body || update->array != loop.body.parameters[log + 1])
      return nullptr;
    const auto *found = definitions.as<Index>(update->value);
    return found && found->array == loop.body.parameters[array + 1] && areEqual(found->indices, indices) ? update
                                                                                                         : nullptr;
  }
  bool areEqual(const Values &a, const Values &b) const {
    return a.size() == b.size() && llvm::all_of(llvm::zip_equal(a, b), [&](const auto &pair) {
             return polynomials.of(std::get<0>(pair)) == polynomials.of(std::get<1>(pair));
           });
  }

  /// Are the indices in trip j of the second loop those in trip n - 1 - j of the first one, which no other trip has?
  bool areReversed(const Values &a, const Loop &first, const Values &b, const Loop &second) const {
    if (a.size() != b.size())
      return false;
    const Value i = first.body.parameters[0];
    const Polynomial reversed = polynomials.of(first.count) - 1 - Polynomial(second.body.parameters[0]);
    bool isOfTrip = false;
    for (const auto &[x, y] : llvm::zip_equal(a, b)) {
      const auto line = polynomials.of(x).in(i);
      if (!line.slope.isConstant() || line.slope * reversed + line.rest != polynomials.of(y))
        return false;
      isOfTrip |= line.slope != Polynomial();
    }
    return isOfTrip;
  }

  /// Does the second loop read what was in front of both: an element that it has put back, or that none of them has
  /// written?
  static bool isAsBefore(const Access &read, const Access &back, const ArrayAccesses &accesses, const Loop &second) {
    if (!read.statement)
      return false;
    const auto apart = accesses.distances(back, read);
    if (!apart)
      return true;
    const auto trips = apart->of.find(&second.body);
    return trips != apart->of.end() && (trips->second > 0 || (trips->second == 0 && read.version >= back.version));
  }

  void readBefore(Block &b) const {
    llvm::erase_if(b.statements, [&](const Statement &s) {
      return std::holds_alternative<Update>(s.op) && restored.contains(s.results[0]);
    });
    for (Statement &s : b.statements) {
      if (s.results.size() == 1)
        if (const auto found = entries.find(s.results[0]); found != entries.end())
          s.op = found->second;
      forEachBlock(s.op, [&](Block &inner) { readBefore(inner); });
    }
  }

  ValueTable &values;
  const DefUse definitions;
  const Polynomials polynomials;
  ValueSet restored;                    ///< what the updates make that put elements back
  llvm::DenseMap<Value, Index> entries; ///< what is read instead of the log
  ValueMap before;                      ///< from what the second loops have to what is in front of both
};

} // namespace

Function readBeforeUndone(Function function) {
  UndoneLoops run(function);
  return function;
}

} // namespace soac::optimise

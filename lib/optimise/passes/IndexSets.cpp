// Index-set splitting: a loop whose iterations up to one of them write elements in one way, and those behind it in another, becomes two.
//
//   loop n, (a) |j, p| { if j <= k { p[j] = x } else { p[j] = 0 } }    with 0 <= k + 1 <= n
//   ->  b = loop k + 1, (a) |j, p| { p[j] = x };   loop n - k - 1, (b) |j, p| { p[k + 1 + j] = 0 }
//
// as in triangles and masks. Neither loop branches, and what each of them writes follows from its counter alone.
//
// Where it decides what is read or written whether an iteration is the first one, or whether it is the last one, this iteration becomes
// a loop of its own:
//   loop n |i| { x = if i == 0 { a[0] } else { a[i] * b[i - 1] }; .. }
//   ->  loop min(n, 1) |i| { x = a[0]; .. };   loop n - 1 |i| { x = a[i + 1] * b[i]; .. }
//
// An iteration between them that does nothing is left out, as in sums over all others:
//   loop n |j, x| { y = if j == k { x } else { .. };  yield y }    with 0 <= k < n
//   ->  b = loop k, (a) |j, x| { .. };   loop n - k - 1, (b) |j, x| { .. }
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

constexpr std::size_t mostStatementsOfBody = 64;      ///< of the body, which is there twice afterwards
constexpr std::size_t mostStatementsInNest = 256; ///< of one with loops inside

class IndexSets {
public:
  explicit IndexSets(Function &f)
      : values(f.values), definitions(f.body), polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    block(f.body, nullptr);
  }

private:
  /// A branch of the body: its first iterations take one arm, those from number `cut` on the other one.
  struct Split {
    std::size_t branch;
    Polynomial cut;
    bool isThenFirst;
  };

  /// A condition of the body that tells its first or its last iteration from the others.
  struct End {
    Value condition;
    bool isLast;
  };

  /// A branch of the body that leaves everything as it is in one iteration.
  struct Gap {
    std::size_t branch;
    Polynomial at;
    bool isThen; ///< the arm that leaves it
  };

  /// `around` is the body of the outermost loop around the block.
  void block(Block &b, const Block *around) {
    std::vector<std::pair<std::size_t, Split>> splits;
    std::vector<std::pair<std::size_t, End>> ends;
    std::vector<std::pair<std::size_t, Gap>> gaps;
    for (auto [at, s] : llvm::enumerate(b.statements)) {
      auto *loop = std::get_if<Loop>(&s.op);
      const auto split = loop && loop->isCounted() && around ? splitOf(*loop, *around, b) : std::nullopt;
      const auto end = loop && loop->isCounted() && !split ? endOf(*loop) : std::nullopt;
      const auto gap = loop && loop->isCounted() && around && !split && !end ? gapOf(*loop, *around, b) : std::nullopt;
      if (split)
        splits.emplace_back(at, *split);
      else if (end)
        ends.emplace_back(at, *end);
      else if (gap)
        gaps.emplace_back(at, *gap);
      else
        forEachBlock(s.op, [&](Block &inner) { block(inner, around || !loop || !loop->isCounted() ? around : &inner); });
    }
    if (splits.empty() && ends.empty() && gaps.empty())
      return;
    std::vector<Statement> made;
    for (auto [at, s] : llvm::enumerate(b.statements)) {
      const auto isHere = [at = at](const auto &pair) { return pair.first == at; };
      if (const auto split = llvm::find_if(splits, isHere); split != splits.end())
        apply(s, split->second, made);
      else if (const auto end = llvm::find_if(ends, isHere); end != ends.end())
        peel(s, end->second, made);
      else if (const auto gap = llvm::find_if(gaps, isHere); gap != gaps.end())
        leaveOut(s, gap->second, made);
      else
        made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }

  std::optional<End> endOf(const Loop &loop) const {
    if (!loop.annotations.areNone() || !loop.annotations.shapeChanges.empty() || countStatements(loop.body) > mostStatementsInNest)
      return std::nullopt;
    const Polynomial last = openCount(loop.count) - 1;
    for (const Statement &s : loop.body.statements) {
      const auto *compare = std::get_if<Apply>(&s.op);
      if (!compare || (compare->prim != Prim::Eq && compare->prim != Prim::Ne) || values.type(compare->arguments[0]) != indexType)
        continue;
      const Polynomial difference = polynomials.of(compare->arguments[0]) - polynomials.of(compare->arguments[1]);
      const auto [slope, rest] = difference.in(loop.body.parameters[0]);
      if (slope != 1 && slope != -1)
        continue;
      const Polynomial at = slope == 1 ? Polynomial() - rest : rest;
      if ((at == Polynomial() || at == last) && decidesAccesses(s.results[0], loop.body))
        return End{s.results[0], at == last};
    }
    return std::nullopt;
  }

  /// Are there branches on the condition that hold more than arithmetic, or indices that it selects?
  static bool decidesAccesses(Value condition, const Block &body) {
    bool isSo = false;
    forEachStatement(body, [&](const Statement &s) {
      const auto *branch = std::get_if<If>(&s.op);
      const auto *choice = std::get_if<Apply>(&s.op);
      if (branch && branch->condition == condition)
        forEachBlock(s.op, [&](const Block &arm) {
          isSo |= llvm::any_of(arm.statements, [](const Statement &t) { return !std::holds_alternative<Apply>(t.op); });
        });
      isSo |= choice && choice->prim == Prim::Select && choice->arguments[0] == condition && isInteger(choice->type);
    });
    return isSo;
  }

  /// The iteration, where there is one, and the others.
  void peel(const Statement &s, const End &end, std::vector<Statement> &out) {
    const auto &loop = std::get<Loop>(s.op);
    const bool isEqual = definitions.as<Apply>(end.condition)->prim == Prim::Eq;
    Builder b(values, out, s.location);
    const Value one = b.index(1), others = b.sub(loop.count, one), single = b.apply(Prim::Min, {loop.count, one});
    const auto part = [&](Value count, Value start, const Values &inits, bool isEnd) {
      Block known = loop.body;
      llvm::erase_if(known.statements, [&](const Statement &t) { return llvm::is_contained(t.results, end.condition); });
      ValueMap map;
      map[end.condition] = values.constantBool(isEnd == isEqual);
      Block body = cloneBlock(known, values, std::move(map));
      if (isEnd)
        runOnce(body, start, inits);
      else
        shift(body, start);
      return Loop{count, {}, inits, std::move(body), loop.annotations};
    };
    if (end.isLast) {
      const Values before = b.emit(part(others, {}, loop.inits, false));
      out.push_back({s.results, part(single, others, before, true), s.location});
    } else {
      const Values before = b.emit(part(single, b.index(0), loop.inits, true));
      out.push_back({s.results, part(others, one, before, false), s.location});
    }
  }

  /// The body of a loop of one trip at most: its counter is known, and so are the numbers that it begins with.
  void runOnce(Block &body, Value counter, const Values &inits) const {
    ValueMap known;
    known[body.parameters[0]] = counter;
    for (auto [p, init] : llvm::zip_equal(llvm::drop_begin(body.parameters), inits))
      if (values.type(p).isScalar())
        known[p] = init;
    substitute(body, known);
  }

  std::optional<Gap> gapOf(const Loop &loop, const Block &around, const Block &home) const {
    if (!loop.annotations.areNone() || countStatements(loop.body) > mostStatementsOfBody)
      return std::nullopt;
    const analysis::IndexRanges ranges(values, definitions, around);
    for (auto [at, s] : llvm::enumerate(loop.body.statements)) {
      const auto *branch = std::get_if<If>(&s.op);
      const auto *compare = branch ? definitions.as<Apply>(branch->condition) : nullptr;
      if (!compare || (compare->prim != Prim::Eq && compare->prim != Prim::Ne) || values.type(compare->arguments[0]) != indexType)
        continue;
      const bool isThen = compare->prim == Prim::Eq;
      const auto [slope, rest] = (polynomials.of(compare->arguments[0]) - polynomials.of(compare->arguments[1])).in(loop.body.parameters[0]);
      if ((slope != 1 && slope != -1) || !isFromOutside(rest, loop.body) || !leavesAll(s, isThen, loop.body))
        continue;
      const Polynomial k = slope == 1 ? Polynomial() - rest : rest;
      if (ranges.isNonNegative(k, home) && ranges.isNonNegative(openCount(loop.count) - 1 - k, home))
        return Gap{at, k, isThen};
    }
    return std::nullopt;
  }
  /// Where this arm is taken, the iteration gives what it got, and does nothing else.
  bool leavesAll(const Statement &s, bool isThen, const Block &body) const {
    const auto &branch = std::get<If>(s.op);
    const Block &arm = isThen ? branch.then : branch.otherwise;
    if (!arm.statements.empty() || llvm::any_of(body.statements, [&](const Statement &t) { return &t != &s && !std::holds_alternative<Apply>(t.op); }))
      return false;
    return llvm::all_of(llvm::zip_equal(body.results, llvm::drop_begin(body.parameters)), [&](const auto &pair) {
      const auto [result, parameter] = pair;
      const auto *found = llvm::find(s.results, result);
      return (found == s.results.end() ? result : arm.results[static_cast<std::size_t>(found - s.results.begin())]) == parameter;
    });
  }
  void leaveOut(const Statement &s, const Gap &gap, std::vector<Statement> &out) {
    const auto &loop = std::get<Loop>(s.op);
    Builder b(values, out, s.location);
    const Value at = valueOf(gap.at, b), behind = b.add(at, b.index(1));
    const Split others{gap.branch, {}, false};
    const Values first = b.emit(part(loop, others, at, {}, loop.inits, !gap.isThen));
    Loop rest = part(loop, others, b.sub(loop.count, behind), behind, first, !gap.isThen);
    out.push_back({s.results, std::move(rest), s.location});
  }

  std::optional<Split> splitOf(const Loop &loop, const Block &around, const Block &home) const {
    if (!loop.annotations.areNone() || countStatements(loop.body) > mostStatementsOfBody)
      return std::nullopt;
    const analysis::IndexRanges ranges(values, definitions, around);
    for (const auto &[at, s] : llvm::enumerate(loop.body.statements)) {
      const auto *branch = std::get_if<If>(&s.op);
      if (!branch || llvm::none_of(s.results, [&](Value v) { return values.type(v).isArray(); }))
        continue;
      const auto distance = distanceOf(branch->condition);
      if (!distance)
        continue;
      const auto [slope, rest] = distance->in(loop.body.parameters[0]);
      const bool isThenFirst = slope == -1;
      if ((!isThenFirst && slope != 1) || !isFromOutside(rest, loop.body))
        continue;
      const Polynomial cut = isThenFirst ? rest + 1 : Polynomial() - rest;
      if (ranges.isNonNegative(cut, home) && ranges.isNonNegative(openCount(loop.count) - cut, home))
        return Split{at, cut, isThenFirst};
    }
    return std::nullopt;
  }

  /// A number that is not negative where the condition, a comparison of integers, holds, and negative elsewhere.
  std::optional<Polynomial> distanceOf(Value condition) const {
    const auto *compare = definitions.as<Apply>(condition);
    if (!compare || compare->arguments.size() != 2 || !isSigned(values.type(compare->arguments[0]).scalar))
      return std::nullopt;
    const Polynomial a = polynomials.of(compare->arguments[0]), b = polynomials.of(compare->arguments[1]);
    switch (compare->prim) {
    case Prim::Le: return b - a;
    case Prim::Lt: return b - a - 1;
    case Prim::Ge: return a - b;
    case Prim::Gt: return a - b - 1;
    default: return std::nullopt;
    }
  }
  bool isFromOutside(const Polynomial &p, const Block &body) const {
    return llvm::all_of(p.terms(), [&](const auto &term) {
      return llvm::none_of(term.first, [&](Value v) { return definitions.isInside(v, body); });
    });
  }
  /// Where there is no iteration, no cut lies above 0.
  Polynomial openCount(Value count) const { return polynomials.of(analysis::openCount(count, values, definitions)); }

  void apply(const Statement &s, const Split &split, std::vector<Statement> &out) {
    const auto &loop = std::get<Loop>(s.op);
    Builder b(values, out, s.location);
    const Value cut = valueOf(split.cut, b);
    const Values first = b.emit(part(loop, split, cut, {}, loop.inits, split.isThenFirst));
    Loop rest = part(loop, split, b.sub(loop.count, cut), cut, first, !split.isThenFirst);
    out.push_back({s.results, std::move(rest), s.location});
  }

  /// The iterations from number `start` on, with one arm of the branch.
  Loop part(const Loop &loop, const Split &split, Value count, Value start, const Values &inits, bool isThen) {
    Block body = cloneBlock(loop.body, values);
    auto &branch = std::get<If>(body.statements[split.branch].op);
    Block arm = std::move(isThen ? branch.then : branch.otherwise);
    ValueMap same;
    for (auto [result, value] : llvm::zip_equal(body.statements[split.branch].results, arm.results))
      same[result] = value;
    const auto at = body.statements.begin() + static_cast<std::ptrdiff_t>(split.branch);
    body.statements.insert(body.statements.erase(at), std::make_move_iterator(arm.statements.begin()), std::make_move_iterator(arm.statements.end()));
    substitute(body, same);
    shift(body, start);
    return {count, {}, inits, std::move(body), loop.annotations};
  }

  /// Counts from `start` on; from 0 on where that is unset.
  void shift(Block &body, Value start) {
    if (!start)
      return;
    const Value counter = std::exchange(body.parameters[0], values.fresh(indexType));
    std::vector<Statement> front;
    Builder b(values, front);
    substitute(body, {{counter, b.add(start, body.parameters[0])}});
    body.statements.insert(body.statements.begin(), std::move(front.front()));
  }

  ValueTable &values;
  const analysis::DefUse definitions;
  const analysis::Polynomials polynomials;
};

} // namespace

Function splitIndexSets(Function function) {
  IndexSets work(function);
  return function;
}

} // namespace soac::optimise

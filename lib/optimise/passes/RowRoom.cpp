// Rows that get their lengths in a loop: arrays have room for the longest row before the loop begins.
//
//   loop n, (a) |i, p| { q = widen p to m;  .. q[i, j] .. }   ->   b = widen a to m;  loop n, (b) |i, p| { .. p[i, j]
//   .. }
//
// The room changes no element, so all that has to be seen is that nobody asks how much there is: all uses of the array,
// and of what is made of it by updates, loops and branches, are elements, and the first elements of rows. Where the
// length is computed in the loop, a run of what computes it comes first and finds the greatest; where that takes
// elements of the array itself, the array is widened in the loop as before.
#include "optimise/passes/PassList.h"

#include "analysis/DeadCode.h"
#include "analysis/DefUse.h"
#include "analysis/Widening.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/STLExtras.h>

#include <map>
#include <set>

namespace soac::optimise {
namespace {

using namespace ir;

/// Arrays that are one variable of the program at different times.
class Variables {
public:
  /// `widened`: what widenings give.
  Variables(const Function &f, std::set<Value> widened) : values(f.values), widened(std::move(widened)) { visit(f.body); }

  using Id = unsigned;
  Id of(Value v) const {
    const auto leader = roots.findLeader(v.id);
    return leader == roots.member_end() ? v.id : *leader;
  }
  /// Another version of the variable.
  void add(Value version, Value other) { roots.unionSets(other.id, version.id); }
  void addWidened(Value version) { widened.insert(version); }
  std::optional<analysis::Widening> widening(const Statement &s) const {
    return s.results.size() == 1 && widened.contains(s.results[0]) ? analysis::asWidening(s, values) : std::nullopt;
  }
  llvm::ArrayRef<analysis::Widening> widenings() const { return found; }

private:
  void unite(Value a, Value b) {
    if (values.type(a).isArray())
      roots.unionSets(a.id, b.id);
  }
  void visit(const Block &block) {
    for (const Statement &s : block.statements) {
      if (const auto made = widening(s)) {
        unite(made->array, s.results[0]);
        found.push_back(*made);
        continue;
      }
      if (const auto *loop = std::get_if<Loop>(&s.op)) {
        const unsigned first = loop->isCounted() ? 1 : 0;
        for (auto [k, init] : llvm::enumerate(loop->inits)) {
          unite(init, loop->body.parameters[first + k]);
          unite(init, loop->body.results[k]);
          unite(init, s.results[k]);
          if (!loop->isCounted())
            unite(init, loop->condition.parameters[k]);
        }
      } else if (const auto *choice = std::get_if<If>(&s.op)) {
        for (auto [k, result] : llvm::enumerate(s.results)) {
          unite(result, choice->then.results[k]);
          unite(result, choice->otherwise.results[k]);
        }
      } else if (const auto *update = std::get_if<Update>(&s.op)) {
        unite(update->array, s.results[0]);
      }
      forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
    }
  }

  const ValueTable &values;
  std::set<Value> widened;
  llvm::EquivalenceClasses<unsigned> roots;
  std::vector<analysis::Widening> found;
};

/// An array that is widened, in one dimension.
using WideDimension = std::pair<Variables::Id, unsigned>;

/// Which rooms nobody asks for.
class Unasked {
public:
  Unasked(const Function &f, const Variables &variables) : values(f.values), variables(variables) {
    for (const analysis::Widening &widening : variables.widenings())
      rooms.insert({variables.of(widening.array), widening.dimension});
    if (!rooms.empty())
      look(f.body, /*isEnd=*/true);
  }
  const std::set<WideDimension> &found() const { return rooms; }

private:
  /// At its end the block gives its results away, other than to a loop or branch.
  void look(const Block &block, bool isEnd) {
    for (const Statement &s : block.statements) {
      if (variables.widening(s))
        continue;
      const bool passesOn = std::holds_alternative<Loop>(s.op) || std::holds_alternative<If>(s.op);
      if (!passesOn)
        forEachOperand(s.op, [&](Value v) { use(s, v, block); });
      forEachBlock(s.op, [&](const Block &inner) { look(inner, !passesOn); });
    }
    if (isEnd)
      for (const Value r : block.results)
        erase(r, [](unsigned) { return true; });
  }

  void use(const Statement &s, Value v, const Block &block) {
    if (values.type(v).isArray())
      erase(v, [&](unsigned dimension) { return !isFine(s, v, dimension, block); });
  }
  void erase(Value v, llvm::function_ref<bool(unsigned)> where) {
    for (auto it = rooms.begin(); it != rooms.end();)
      it = variables.of(v) == it->first && where(it->second) ? rooms.erase(it) : std::next(it);
  }

  /// Is what the statement makes of the array the same with more room?
  bool isFine(const Statement &s, Value v, unsigned dimension, const Block &block) const {
    if (const auto *extent = std::get_if<Extent>(&s.op))
      return extent->dimension != dimension || isForWidenings(s.results[0], block);
    if (const auto *update = std::get_if<Update>(&s.op))
      return update->array == v && update->value != v && update->indices.size() > dimension;
    if (const auto *index = std::get_if<Index>(&s.op))
      return index->indices.size() > dimension ||
             (index->indices.size() == dimension && isOnlyCut(s.results[0], block));
    if (const auto *slice = std::get_if<Slice>(&s.op))
      return dimension == 0 && values.asInt(slice->start) == 0 && slice->step == 1;
    if (const auto *turned = std::get_if<Rearrange>(&s.op))
      return turned->permutation[0] == dimension && isOnlyCut(s.results[0], block);
    return false;
  }

  /// The uses of a value in the block and those inside; results of blocks have no statement.
  static void forEachUser(Value v, const Block &block, llvm::function_ref<void(const Statement *)> f) {
    if (llvm::is_contained(block.results, v))
      f(nullptr);
    for (const Statement &s : block.statements) {
      bool isUser = false;
      forEachOperand(s.op, [&](Value operand) { isUser |= operand == v; });
      if (isUser)
        f(&s);
      forEachBlock(s.op, [&](const Block &inner) { forEachUser(v, inner, f); });
    }
  }
  /// Do all uses take the first so many elements?
  bool isOnlyCut(Value v, const Block &block) const {
    bool isFine = true;
    forEachUser(v, block, [&](const Statement *s) {
      const auto *slice = s ? std::get_if<Slice>(&s->op) : nullptr;
      isFine &= slice && values.asInt(slice->start) == 0 && slice->step == 1;
    });
    return isFine;
  }
  /// Does the extent only say whether there is room?
  bool isForWidenings(Value extent, const Block &block) const {
    std::set<Value> parts;
    for (const Statement &s : block.statements)
      if (variables.widening(s)) {
        const auto &choice = std::get<If>(s.op);
        parts.insert(choice.condition);
        for (const Statement &part : choice.then.statements)
          parts.insert(part.results[0]);
      }
    bool isFine = true;
    forEachUser(extent, block, [&](const Statement *s) { isFine &= s && parts.contains(s->results[0]); });
    return isFine;
  }

  const ValueTable &values;
  const Variables &variables;
  std::set<WideDimension> rooms;
};

/// Arrays that are filled with one number, of arrays of arrays all extents.
class Fills {
public:
  explicit Fills(const ValueTable &values) : values(values) {}
  void note(const Statement &s) {
    const auto *fill = std::get_if<Fill>(&s.op);
    if (!fill)
      return;
    Fill whole = *fill;
    if (const Fill *inner = of(fill->value)) {
      whole.extents.append(inner->extents);
      whole.value = inner->value;
    }
    if (values.type(whole.value).isScalar())
      fills[s.results[0]] = whole;
  }
  const Fill *of(Value v) const {
    const auto found = fills.find(v);
    return found == fills.end() ? nullptr : &found->second;
  }

private:
  const ValueTable &values;
  std::map<Value, Fill> fills;
};

/// Extents of what is filled are known, and not asked for.
void foldExtents(Block &block, Fills fills, ValueMap &same) {
  llvm::erase_if(block.statements, [&](Statement &s) {
    fills.note(s);
    const auto *extent = std::get_if<Extent>(&s.op);
    const Fill *fill = extent ? fills.of(extent->array) : nullptr;
    if (fill)
      same[s.results[0]] = fill->extents[extent->dimension];
    else
      forEachBlock(s.op, [&](Block &inner) { foldExtents(inner, fills, same); });
    return fill != nullptr;
  });
}
Function &withFoldedExtents(Function &f) {
  ValueMap same;
  foldExtents(f.body, Fills(f.values), same);
  for (auto &[extent, value] : same)
    for (auto next = same.find(value); next != same.end(); next = same.find(value))
      value = next->second;
  substitute(f.body, same);
  return f;
}

class RowRoom {
public:
  RowRoom(Function &f, std::set<Value> widened)
      : function(f), values(f.values), variables(f, std::move(widened)), rooms(Unasked(f, variables).found()), fills(f.values) {
    if (!rooms.empty())
      around(f.body);
  }

private:
  /// Outermost loops first.
  void around(Block &block) {
    std::vector<Statement> statements;
    for (Statement &s : block.statements) {
      if (!variables.widening(s)) {
        Builder front(values, statements, s.location);
        if (std::holds_alternative<Loop>(s.op) || std::holds_alternative<If>(s.op))
          for (const WideDimension &room : rooms)
            give(s, room, front);
        forEachBlock(s.op, [&](Block &inner) { around(inner); });
      }
      fills.note(s);
      statements.push_back(std::move(s));
    }
    block.statements = std::move(statements);
  }

  bool isVersion(Value v, const WideDimension &room) const { return values.type(v).isArray() && variables.of(v) == room.first; }
  std::optional<analysis::Widening> widening(const Statement &s, const WideDimension &room) const {
    auto found = variables.widening(s);
    return found && found->dimension == room.second && isVersion(found->array, room) ? found : std::nullopt;
  }
  void collectCounts(const Block &block, const WideDimension &room, Values &out) const {
    for (const Statement &s : block.statements)
      if (const auto found = widening(s, room))
        out.push_back(found->count);
      else
        forEachBlock(s.op, [&](const Block &inner) { collectCounts(inner, room, out); });
  }

  void give(Statement &s, const WideDimension &room, Builder &front) {
    Values counts;
    forEachBlock(s.op, [&](const Block &inner) { collectCounts(inner, room, counts); });
    if (counts.empty())
      return;
    const analysis::DefUse inside(s);
    std::set<Value> given; // variables that the statement begins with
    const auto note = [&](Value v) {
      if (!inside.isInside(v) && isVersion(v, room))
        given.insert(v);
    };
    forEachOperand(s.op, note);
    forEachBlock(s.op, [&](const Block &inner) { forEachUse(inner, note); });
    if (given.empty())
      return;
    Value most;
    if (llvm::any_of(counts, [&](Value v) { return inside.isInside(v); }))
      most = greatest(s, room, front);
    else
      for (const Value count : counts)
        most = !most || most == count ? count : front.apply(prims::Prim::Max, {most, count});
    if (!most)
      return;
    ValueMap wide;
    for (const Value v : given)
      wide[v] = withRoom(front, v, room.second, most);
    forEachOperand(s.op, [&](Value &v) {
      if (const auto found = wide.find(v); found != wide.end())
        v = found->second;
    });
    forEachBlock(s.op, [&](Block &inner) {
      substitute(inner, wide);
      drop(inner, room, most);
    });
  }

  Value withRoom(Builder &b, Value array, unsigned dimension, Value count) {
    Value wide;
    if (const Fill *fill = fills.of(array); fill && fill->value == values.zero(values.type(array).scalar)) {
      Fill longer = *fill;
      longer.extents[dimension] = b.apply(prims::Prim::Max, {count, longer.extents[dimension]});
      wide = b.emit1(longer, values.name(array));
      fills.note(b.statements().back());
    } else {
      wide = analysis::widened(b, array, dimension, count);
      variables.addWidened(wide);
    }
    variables.add(wide, array);
    return wide;
  }

  /// Takes the widenings away, and gives arrays that are made in the block room from the start.
  void drop(Block &block, const WideDimension &room, Value most) {
    ValueMap same;
    std::vector<Statement> statements;
    const auto latest = [&](Value &v) {
      if (const auto found = same.find(v); found != same.end())
        v = found->second;
    };
    for (Statement &s : block.statements) {
      forEachOperand(s.op, latest);
      forEachBlock(s.op, [&](Block &inner) { substitute(inner, same); });
      if (const auto found = widening(s, room)) {
        same[s.results[0]] = found->array;
        continue;
      }
      forEachBlock(s.op, [&](Block &inner) { drop(inner, room, most); });
      fills.note(s);
      statements.push_back(std::move(s));
      const Statement &kept = statements.back();
      if (std::holds_alternative<Loop>(kept.op) || std::holds_alternative<If>(kept.op) ||
          std::holds_alternative<Update>(kept.op))
        continue;
      Builder behind(values, statements, kept.location);
      const Values made = kept.results;
      for (const Value v : made)
        if (isVersion(v, room))
          same[v] = withRoom(behind, v, room.second, most);
    }
    for (Value &r : block.results)
      latest(r);
    block.statements = std::move(statements);
  }

  /// The greatest length that the statement asks for, by a run of what computes the lengths; unset where that takes
  /// elements of the array.
  Value greatest(const Statement &s, const WideDimension &room, Builder &front) {
    Function alone;
    alone.definitions = function.definitions;
    alone.body.statements.push_back(s);
    carry(alone.body.statements.back(), room, values.constantIndex(0));
    alone.body.results = {alone.body.statements.back().results.back()};
    alone.values = values;
    alone = analysis::eliminateDeadCode(std::move(alone), analysis::Claimed::IsDropped);
    bool isNeeded = false;
    forEachUse(alone.body, [&](Value v) { isNeeded |= isVersion(v, room); });
    return isNeeded ? Value() : front.inlineBlock(alone.body, {}).front();
  }

  /// Carries the greatest length through the statement, where it is the last result.
  void carry(Statement &s, const WideDimension &room, Value most) const {
    if (auto *loop = std::get_if<Loop>(&s.op)) {
      LoopAnnotations bound;
      bound.bound = loop->annotations.bound;
      bound.boundText = loop->annotations.boundText;
      loop->annotations = bound;
      loop->inits.push_back(most);
      loop->body.parameters.push_back(values.fresh(indexType));
      if (!loop->isCounted())
        loop->condition.parameters.push_back(values.fresh(indexType));
      loop->body.results.push_back(carry(loop->body, room, loop->body.parameters.back()));
    } else {
      auto &choice = std::get<If>(s.op);
      choice.then.results.push_back(carry(choice.then, room, most));
      choice.otherwise.results.push_back(carry(choice.otherwise, room, most));
    }
    s.results.push_back(values.fresh(indexType));
  }
  Value carry(Block &block, const WideDimension &room, Value most) const {
    std::vector<Statement> statements;
    for (Statement &s : block.statements) {
      Values counts;
      const auto found = widening(s, room);
      forEachBlock(s.op, [&](const Block &inner) { collectCounts(inner, room, counts); });
      if (!found && !counts.empty()) {
        carry(s, room, most);
        most = s.results.back();
      }
      statements.push_back(std::move(s));
      if (found)
        most = Builder(values, statements).apply(prims::Prim::Max, {most, found->count});
    }
    block.statements = std::move(statements);
    return most;
  }

  Function &function;
  ValueTable &values;
  Variables variables;
  const std::set<WideDimension> rooms; ///< that nobody asks for
  Fills fills;
};

} // namespace

Function giveRowsRoom(Function function) {
  std::set<Value> widened;
  {
    const analysis::DefUse definitions(function.body);
    forEachStatement(function.body, [&](const Statement &s) {
      if (analysis::isWidening(s, definitions, function.values))
        widened.insert(s.results[0]);
    });
  }
  if (!widened.empty())
    RowRoom room(withFoldedExtents(function), std::move(widened));
  return function;
}

} // namespace soac::optimise

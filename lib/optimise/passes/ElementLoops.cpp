#include "optimise/passes/ElementLoops.h"

#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

namespace {

/// Of a value, the loops over elements that it depends on, and whether it depends on the element as it was.
struct Dependences {
  bool onElement = false;
  llvm::SmallVector<bool, 4> onPlace; ///< for each loop of the path

  void add(const Dependences &other) {
    onElement |= other.onElement;
    onPlace.resize(std::max(onPlace.size(), other.onPlace.size()));
    for (auto [k, does] : llvm::enumerate(other.onPlace))
      onPlace[k] = onPlace[k] || does;
  }
  /// Is it the same for all elements?
  bool isOfTrip() const { return !onElement && llvm::none_of(onPlace, [](bool does) { return does; }); }
};

/// A loop, and how it changes its arrays.
class ElementLoop {
public:
  ElementLoop(const Statement &s, const LaneValues &kinds, const analysis::DefUse &definitions, ValueTable &values)
      : statement(s), loop(std::get<Loop>(s.op)), kinds(kinds), definitions(definitions), values(values) {}

  /// Does every trip change elements of each array, the same in each, by what depends on no other one of them?
  bool find() {
    if (!isPlain(loop) || loop.inits.empty())
      return false;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (auto change = changeOf(k))
        changes.push_back(std::move(*change));
      else
        return false;
    return hasNothingElse() && llvm::all_of(changes, [&](Change &c) { return findSlice(c); });
  }

  void write(std::vector<Statement> &out) {
    Builder b(values, out, statement.location);
    keepNumbersOfTrips(b);
    for (auto [k, change] : llvm::enumerate(changes)) {
      ValueMap now;
      overElements(change, 0, loop.inits[k], now, b);
      out.back().results = {statement.results[k]};
    }
  }

private:
  /// What happens to one of the arrays.
  struct Change {
    llvm::SmallVector<const Loop *, 4> path; ///< the loops over its elements, outer ones first
    Value version;                           ///< of the array before the update
    const Update *update = nullptr;
    Value begin;                         ///< the number that all elements are at first, where it is a constant
    std::vector<const Statement *> trip; ///< what the next value of an element needs, in order, but for what is kept
    ValueSet kept;
  };

  const Statement &statement;
  const Loop &loop;
  const LaneValues &kinds;
  const analysis::DefUse &definitions;
  ValueTable &values;
  std::vector<Change> changes;
  llvm::DenseMap<const Statement *, std::size_t> changing; ///< loops inside and updates: how many of the arrays they change
  llvm::DenseSet<const Statement *> ofTrips;               ///< statements that do the same for all elements
  ValueMap keptIn;                                         ///< numbers of the trips: in which array

  static bool isPlain(const Loop &l) {
    return l.isCounted() && l.annotations.areNone();
  }
  bool isMadeHere(Value v) const { return definitions.isInside(v, loop.body); }

  // What the loop does
  // --------------------------------------------------------------------------------------------------------------------

  std::optional<Change> changeOf(std::size_t k) {
    const Value init = loop.inits[k];
    if (!values.type(init).isArray() || !kinds.isVarying(init))
      return std::nullopt;
    Change change;
    for (const Block *b = &loop.body; !change.update;) {
      change.version = b->parameters[k + 1];
      const auto next = llvm::find_if(b->statements, [&](const Statement &s) { return positionIn(s, change.version).has_value(); });
      if (next == b->statements.end() || b->results[k] != next->results[*positionIn(*next, change.version)] || countUses(b->results[k], *b) != 1)
        return std::nullopt;
      ++changing[&*next];
      if (const auto *inner = std::get_if<Loop>(&next->op)) {
        if (!isPlain(*inner) || values.asInt(inner->count).value_or(0) <= 0 || countUses(change.version, *b) != 1)
          return std::nullopt;
        k = *positionIn(*next, change.version);
        change.path.push_back(inner);
        b = &inner->body;
      } else {
        change.update = &std::get<Update>(next->op);
        const auto reads = llvm::count_if(b->statements, [&](const Statement &s) { return isOfElement(s, change); });
        if (countUses(change.version, *b) != 1 + static_cast<std::size_t>(reads))
          return std::nullopt;
      }
    }
    const auto *fill = definitions.as<Fill>(init);
    if (fill && values.asConstant(fill->value))
      change.begin = fill->value;
    return values.type(change.update->value).isScalar() && isEveryElementOfNest(change, fill) ? std::optional(std::move(change)) : std::nullopt;
  }

  /// Is there an element for each place of the path, the same in each trip, also where there are no trips?
  bool isEveryElementOfNest(const Change &change, const Fill *fill) const {
    const Values &indices = change.update->indices;
    const auto isOwn = [&](const Loop *l) { return llvm::count(indices, l->body.parameters[0]) == 1; };
    if (change.path.empty() || !llvm::all_of(change.path, isOwn))
      return false;
    const bool hasTrips = values.asInt(loop.count).value_or(0) > 0;
    for (auto [d, index] : llvm::enumerate(indices)) {
      const auto *place = llvm::find_if(change.path, [&](const Loop *l) { return l->body.parameters[0] == index; });
      if (place == change.path.end() && isMadeHere(index))
        return false;
      const std::int64_t last = place == change.path.end() ? values.asInt(index).value_or(-1) : *values.asInt((*place)->count) - 1;
      const std::int64_t extent = fill && d < fill->extents.size() ? values.asInt(fill->extents[d]).value_or(0) : 0;
      if (!hasTrips && !(last >= 0 && last < extent))
        return false;
    }
    return true;
  }

  /// The number of the result that the array becomes in the statement.
  static std::optional<std::size_t> positionIn(const Statement &s, Value array) {
    if (const auto *update = std::get_if<Update>(&s.op); update && update->array == array)
      return 0;
    const auto *inner = std::get_if<Loop>(&s.op);
    const auto *at = inner && inner->isCounted() ? llvm::find(inner->inits, array) : nullptr;
    return at && at != inner->inits.end() ? std::optional(static_cast<std::size_t>(at - inner->inits.begin())) : std::nullopt;
  }
  /// Does it read the element as it was?
  static bool isOfElement(const Statement &s, const Change &change) {
    const auto *read = std::get_if<Index>(&s.op);
    return read && read->array == change.version && read->indices == change.update->indices;
  }

  /// Besides, there are numbers and elements alone.
  bool hasNothingElse() const {
    bool isFine = true;
    forEachStatement(loop.body, [&](const Statement &s) {
      if (const auto *inner = std::get_if<Loop>(&s.op))
        isFine &= changing.lookup(&s) == inner->inits.size();
      else if (std::holds_alternative<Update>(s.op))
        isFine &= changing.lookup(&s) == 1;
      else
        isFine &= (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op)) && values.type(s.results[0]).isScalar();
    });
    return isFine;
  }

  // What the next value of an element needs
  // --------------------------------------------------------------------------------------------------------------------

  bool findSlice(Change &change) {
    std::vector<const Statement *> all;
    const auto collect = [&](const Block &b) {
      for (const Statement &s : b.statements)
        if (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op))
          all.push_back(&s);
    };
    collect(loop.body);
    for (const Loop *l : change.path)
      collect(l->body);
    ValueSet needed;
    needed.insert(change.update->value);
    for (const Statement *s : llvm::reverse(all))
      if (needed.contains(s->results[0]) && !isOfElement(*s, change))
        forEachOperand(s->op, [&](Value v) { needed.insert(v); });
    llvm::erase_if(all, [&](const Statement *s) { return !needed.contains(s->results[0]); });
    return sort(change, all);
  }

  /// What is the same for all elements, and what is left.
  bool sort(Change &change, llvm::ArrayRef<const Statement *> all) {
    llvm::DenseMap<Value, Dependences> known;
    known[loop.body.parameters[0]] = {};
    for (auto [k, l] : llvm::enumerate(change.path)) {
      Dependences &own = known[l->body.parameters[0]];
      own.onPlace.resize(change.path.size());
      own.onPlace[k] = true;
    }
    ValueSet again; // numbers that are the same for all elements, and that each computes for itself
    again.insert(loop.body.parameters[0]);
    for (const Statement *s : all) {
      Dependences mine;
      const auto *read = std::get_if<Index>(&s->op);
      if (isOfElement(*s, change))
        mine.onElement = true;
      else if (read && isMadeHere(read->array))
        return false;
      else
        forEachOperand(s->op, [&](Value v) { mine.add(known.lookup(v)); });
      const Value made = s->results[0];
      if (mine.isOfTrip()) {
        ofTrips.insert(s);
        if (isComputedAgain(*s, again))
          again.insert(made);
      } else if (!isWorthAgain(*s, mine, change)) {
        return false;
      }
      known[made] = std::move(mine);
      if (!ofTrips.contains(s) || again.contains(made))
        change.trip.push_back(s);
    }
    const auto need = [&](Value v) {
      if (const auto found = known.find(v); found != known.end() && found->second.isOfTrip() && !again.contains(v))
        change.kept.insert(v);
    };
    for (const Statement *s : change.trip)
      forEachOperand(s->op, need);
    need(change.update->value);
    return llvm::all_of(change.kept, [&](Value v) { return values.type(v).scalar != Scalar::Bool; });
  }

  /// Indices are as good as read; an element that is the same in all lanes is one of another array as well.
  bool isComputedAgain(const Statement &s, const ValueSet &again) const {
    const auto isThere = [&](Value v) { return !isMadeHere(v) || again.contains(v); };
    const auto *apply = std::get_if<Apply>(&s.op);
    bool isAllThere = true;
    forEachOperand(s.op, [&](Value v) { isAllThere &= isThere(v); });
    return isAllThere && (apply ? isInteger(apply->type) && analysis::isCheap(*apply, values) : !kinds.isVarying(s.results[0]));
  }
  /// An operation is done for each element: it is one of an element, or costs little.
  bool isWorthAgain(const Statement &s, const Dependences &dependences, const Change &change) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return !apply || analysis::isCheap(*apply, values) ||
           (dependences.onPlace.size() == change.path.size() && llvm::all_of(dependences.onPlace, [](bool does) { return does; }));
  }

  // The new loops
  // --------------------------------------------------------------------------------------------------------------------

  void keepNumbersOfTrips(Builder &b) {
    ValueSet kept;
    for (const Change &change : changes)
      kept.insert(change.kept.begin(), change.kept.end());
    if (kept.empty())
      return;
    Values arrays;
    for (const Value v : kept)
      arrays.push_back(b.fill(values.zero(values.type(v).scalar), {loop.count}, values.name(v)));
    const Values made = b.loop(loop.count, arrays, [&](Builder &in, llvm::ArrayRef<Value> p) {
      ValueMap now;
      now[loop.body.parameters[0]] = p[0];
      forEachStatement(loop.body, [&](const Statement &s) {
        if (ofTrips.contains(&s))
          copy(s, now, in);
      });
      Values written;
      for (auto [k, v] : llvm::enumerate(kept))
        written.push_back(in.update(p[k + 1], {p[0]}, now.lookup(v), values.name(v)));
      return written;
    });
    for (auto [v, array] : llvm::zip_equal(kept, made))
      keptIn[v] = array;
  }

  void copy(const Statement &s, ValueMap &now, Builder &b) {
    Statement made = s;
    substitute(made.op, now);
    made.results = {now[s.results[0]] = values.freshLike(s.results[0])};
    b.statements().push_back(std::move(made));
  }

  /// The loops of the path from number `depth` on; the array as it is then.
  Value overElements(const Change &change, std::size_t depth, Value array, ValueMap &now, Builder &b) {
    if (depth == change.path.size())
      return changeElement(change, array, now, b);
    const Loop &l = *change.path[depth];
    return b.loop(l.count, {array}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      now[l.body.parameters[0]] = p[0];
      return Values{overElements(change, depth + 1, p[1], now, in)};
    })[0];
  }

  Value changeElement(const Change &change, Value array, ValueMap &now, Builder &b) {
    const auto mapped = [&](Value v) {
      const auto found = now.find(v);
      return found == now.end() ? v : found->second;
    };
    Values indices;
    for (const Value v : change.update->indices)
      indices.push_back(mapped(v));
    const Value begin = change.begin ? change.begin : b.read(array, indices, values.name(array));
    const Value end = b.loop(loop.count, {begin}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      now[loop.body.parameters[0]] = p[0];
      for (const Value v : change.kept)
        now[v] = in.read(keptIn.lookup(v), {p[0]}, values.name(v));
      for (const Statement *s : change.trip)
        if (isOfElement(*s, change))
          now[s->results[0]] = p[1];
        else
          copy(*s, now, in);
      return Values{mapped(change.update->value)};
    })[0];
    return b.update(array, indices, end, values.name(array));
  }
};

bool turnOne(Block &b, const LaneValues &kinds, const analysis::DefUse &definitions, ValueTable &values) {
  for (std::size_t at = 0; at < b.statements.size(); ++at) {
    Statement &s = b.statements[at];
    if (std::holds_alternative<Loop>(s.op)) {
      ElementLoop found(s, kinds, definitions, values);
      if (found.find()) {
        std::vector<Statement> made;
        found.write(made);
        const auto place = b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(at));
        b.statements.insert(place, std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
        return true;
      }
    }
    bool isTurned = false;
    forEachBlock(s.op, [&](Block &inner) { isTurned = isTurned || turnOne(inner, kinds, definitions, values); });
    if (isTurned)
      return true;
  }
  return false;
}

} // namespace

void turnElementLoops(Block &plain, const LaneValues &kinds, ValueTable &values) {
  while (turnOne(plain, kinds, analysis::DefUse(plain), values)) {
  }
}

} // namespace soac::optimise

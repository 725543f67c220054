#include "frontend/state/Joins.h"

#include "frontend/state/Flags.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using prims::Prim;

namespace {

/// Slots that are newer than the snapshot belong to variables that are gone; they keep their last value.
void restore(Lowering &l, const std::vector<Slot> &snapshot) {
  std::copy(snapshot.begin(), snapshot.end(), l.internals().slots.begin());
}

/// The results of the `If` that two sides become. Equal pairs are one result.
class JoinedValues {
public:
  JoinedValues(Lowering &l, ir::Value condition, Side &then, Side &otherwise)
      : l(l), condition(condition), then(then), otherwise(otherwise) {}

  /// The position of the result.
  std::size_t add(ir::Value yes, ir::Value no, const std::string &name) {
    const auto [at, isNew] = positions.try_emplace({yes, no}, names.size());
    if (isNew) {
      then.block.results.push_back(yes);
      otherwise.block.results.push_back(no);
      names.push_back(name);
    }
    return at->second;
  }
  /// The parts of a location made on one of the sides that are needed outside.
  void addValues(const std::optional<Leaf> &leaf, bool isThen) {
    if (leaf && leaf->target)
      mapValues(leaf->target->location, [&](ir::Value v) {
        if (isInside(v))
          exported(v, isThen);
        return v;
      });
  }

  bool isNothing() const { return names.empty() && then.block.statements.empty() && otherwise.block.statements.empty(); }
  void emit();
  ir::Value result(std::size_t position) const { return results[position]; }
  /// The leaf of one side as it is known outside, after `emit`.
  std::optional<Leaf> outside(const std::optional<Leaf> &leaf, bool isThen) {
    if (!leaf || !leaf->target || leaf->target->function)
      return leaf;
    const auto map = [&](ir::Value v) { return isInside(v) ? results[exported(v, isThen)] : v; };
    bool isSame = true;
    Target target{mapValues(leaf->target->location,
                            [&](ir::Value v) {
                              isSame &= !isInside(v);
                              return map(v);
                            }),
                  nullptr};
    return isSame ? leaf : Leaf{{}, std::make_shared<const Target>(std::move(target))};
  }

private:
  bool isInside(ir::Value v) const { return v.id >= then.firstInside && !l.builder().values.asConstant(v); }
  std::size_t exported(ir::Value v, bool isThen) {
    const ir::Value none = l.builder().zero(l.builder().type(v).scalar);
    return isThen ? add(v, none, "") : add(none, v, "");
  }

  Lowering &l;
  ir::Value condition;
  Side &then, &otherwise;
  std::map<std::pair<ir::Value, ir::Value>, std::size_t> positions;
  std::vector<ir::Name> names;
  ir::Values results;
};

/// Arrays that had the same shape on both sides have it afterwards.
void JoinedValues::emit() {
  auto &shapeRoots = l.internals().shapeRoots;
  const auto rootOf = [&](ir::Value v) {
    const auto found = shapeRoots.find(v);
    return found == shapeRoots.end() ? v : found->second;
  };
  std::vector<ir::Value> roots;
  for (auto [a, b] : llvm::zip(then.block.results, otherwise.block.results))
    roots.push_back(rootOf(a) == rootOf(b) ? rootOf(a) : ir::Value{});
  results = l.builder().emit(ir::If{condition, std::move(then.block), std::move(otherwise.block)}, names);
  for (auto [root, result] : llvm::zip(roots, results))
    if (root && l.builder().type(result).isArray())
      shapeRoots[result] = root;
}

/// Integers that the two sides compute alike from outside values are computed once, in front: the step of a loop's
/// counter stays visible where several paths take it.
struct CommonSums {
  Lowering &l;
  const Side &then, &otherwise;

  static const ir::Apply *sum(const Side &side, ir::Value v) {
    for (const ir::Statement &s : llvm::reverse(side.block.statements)) {
      if (!llvm::is_contained(s.results, v))
        continue;
      const auto *apply = std::get_if<ir::Apply>(&s.op);
      const bool isTotal = apply && (apply->prim == Prim::Add || apply->prim == Prim::Sub || apply->prim == Prim::Mul);
      return isTotal && ir::isInteger(apply->type) ? apply : nullptr;
    }
    return nullptr;
  }

  bool areAlike(ir::Value a, ir::Value b) const {
    if (a == b)
      return a.id < then.firstInside || l.builder().values.asConstant(a);
    const ir::Apply *x = sum(then, a), *y = sum(otherwise, b);
    return x && y && x->prim == y->prim && x->type == y->type && x->isExact == y->isExact &&
           llvm::all_of(llvm::zip(x->arguments, y->arguments),
                        [&](const auto &pair) { return areAlike(std::get<0>(pair), std::get<1>(pair)); });
  }

  /// `a`, of the first side, computed outside.
  ir::Value outside(ir::Value a) {
    const ir::Apply *x = sum(then, a);
    if (!x)
      return a;
    ir::Apply copy = *x;
    for (ir::Value &operand : copy.arguments)
      operand = outside(operand);
    const ir::Value r = l.builder().emit1(copy, l.builder().values.name(a));
    l.internals().integers[r] = copy;
    return r;
  }
};

bool isUnwritten(const Slot &s) {
  return !s.leaf.target && (s.written == Written::No || s.written == Written::LoopEntry);
}

/// The facts about a slot after the two sides, besides its leaf.
void joinState(Slot &s, const Slot &a, const Slot &b, const Side &then, const Side &otherwise, bool isResult) {
  s.isEntryTarget = a.isEntryTarget || b.isEntryTarget;
  s.isFreed = then.leaves ? b.isFreed : otherwise.leaves ? a.isFreed : a.isFreed && b.isFreed;
  if (isResult) {
    s.written = std::max(a.written, b.written);
    return;
  }
  s.isEmptyArray = a.isEmptyArray && b.isEmptyArray;
  s.written = then.leaves              ? b.written
              : otherwise.leaves       ? a.written
              : a.written == b.written ? a.written
                                       : Written::Maybe;
}

/// The target of a pointer after either side; nothing on one where nothing has written it.
struct JoinedTarget {
  unsigned slot;
  std::optional<Leaf> yes, no;
};

} // namespace

void Side::lower(Lowering &l, const std::vector<Slot> &before, llvm::function_ref<void()> body) {
  restore(l, before);
  BuilderScope inside(l, builder);
  BranchEvaluations evaluations(l.internals().evaluations);
  VariableScope scope(l, /*isBlock=*/true);
  StopScope stopScope(l);
  body();
  after = l.internals().slots;
  leaves = jumped(l).known.value_or(false);
  stops = l.internals().isStopped;
}

namespace {

/// Emits a side that stops; `condition` says when it is reached.
void emitStop(Lowering &l, ir::Value condition, ir::Block block, bool isThen) {
  if (block.statements.empty()) // std::unreachable()
    return;
  ir::Check *only = block.statements.size() == 1 ? std::get_if<ir::Check>(&block.statements[0].op) : nullptr;
  if (only && l.builder().values.asInt(only->condition) == 0) {
    only->condition = isThen ? l.builder().apply(Prim::Not, {condition}) : condition;
    l.builder().statements().push_back(std::move(block.statements[0]));
    return;
  }
  ir::If branch{condition, {}, {}};
  (isThen ? branch.then : branch.otherwise) = std::move(block);
  l.builder().emit(std::move(branch));
}

/// Both sides or one of them stop.
void joinStopped(Lowering &l, ir::Value condition, const std::vector<Slot> &before, Side &then, Side &otherwise) {
  emitStop(l, condition, std::move((then.stops ? then : otherwise).block), then.stops);
  Side &rest = then.stops ? otherwise : then;
  restore(l, rest.stops ? before : rest.after);
  std::vector<ir::Statement> &statements = l.builder().statements();
  statements.insert(statements.end(), std::make_move_iterator(rest.block.statements.begin()),
                    std::make_move_iterator(rest.block.statements.end()));
  l.internals().isStopped = rest.stops;
}

} // namespace

void join(Lowering &l, ir::Value condition, const std::vector<Slot> &before, Side &then, Side &otherwise) {
  if (then.stops || otherwise.stops)
    return joinStopped(l, condition, before, then, otherwise);
  Lowering::State &state = l.internals();
  restore(l, before);
  JoinedValues joined(l, condition, then, otherwise);
  CommonSums common{l, then, otherwise};
  std::vector<std::pair<unsigned, std::size_t>> values;
  std::vector<JoinedTarget> targets;
  for (const unsigned slot : state.live) {
    const Slot &a = then.after[slot], &b = otherwise.after[slot];
    const SlotInfo &info = state.infos[slot];
    Slot &s = state.slots[slot];
    const auto isKnown = [&](const Slot &x, int value) { return l.builder().values.asInt(x.leaf.value) == value; };
    if (a.leaf == b.leaf)
      s = otherwise.leaves ? a : b;
    else if (info.isTarget)
      targets.push_back({slot, isUnwritten(a) ? std::nullopt : std::optional(a.leaf),
                         isUnwritten(b) ? std::nullopt : std::optional(b.leaf)});
    else if (common.areAlike(a.leaf.value, b.leaf.value))
      s.leaf.value = common.outside(a.leaf.value);
    else if (info.isFlag && isKnown(a, 1) && isKnown(b, 0))
      s.leaf.value = condition;
    else
      values.emplace_back(slot, joined.add(a.leaf.value, b.leaf.value, info.name));
    joinState(s, a, b, then, otherwise, info.isResult);
  }
  for (const JoinedTarget &target : targets) {
    joined.addValues(target.yes, true);
    joined.addValues(target.no, false);
  }
  if (!joined.isNothing())
    joined.emit();
  for (const auto &[slot, position] : values)
    state.slots[slot].leaf = {joined.result(position), nullptr};
  for (const JoinedTarget &target : targets) {
    const auto yes = joined.outside(target.yes, true), no = joined.outside(target.no, false);
    state.slots[target.slot].leaf = yes && no ? choiceOf(condition, *yes, *no) : yes ? *yes : no ? *no : Leaf{};
  }
}

void lowerIfElse(Lowering &l, ir::Value condition, llvm::function_ref<void()> then,
                 llvm::function_ref<void()> otherwise) {
  if (l.failed())
    return;
  if (const auto known = l.builder().values.asInt(condition)) {
    VariableScope scope(l);
    *known ? then() : otherwise();
    return;
  }
  const std::vector<Slot> before = l.internals().slots;
  Side yes(l), no(l);
  yes.lower(l, before, then);
  no.lower(l, before, otherwise);
  if (!l.failed())
    join(l, condition, before, yes, no);
}

} // namespace soac::frontend

#include "frontend/state/Reaiming.h"

#include "frontend/state/Joins.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

namespace {

constexpr std::size_t mostWays = 16;

/// Ranges that go without saying are written out, up to so many dimensions; nothing where the object has fewer.
std::optional<Location> padded(Location at, std::size_t dimensions) {
  unsigned ranges = static_cast<unsigned>(llvm::count_if(at.dimensions, [](const Dimension &d) { return !d.isFixed; }));
  while (at.dimensions.size() < dimensions) {
    if (ranges == at.layout->rank)
      return std::nullopt;
    Dimension d;
    d.isFixed = false;
    d.axis = ranges++;
    at.dimensions.push_back(d);
  }
  return at;
}

bool haveSameForm(const Location &a, const Location &b) {
  if (a.layout != b.layout || a.slots != b.slots || a.choice || b.choice || a.derived || b.derived ||
      a.dimensions.size() != b.dimensions.size() || !a.grid != !b.grid ||
      (a.grid && a.grid->extents.size() != b.grid->extents.size()))
    return false;
  return llvm::all_of(llvm::zip(a.dimensions, b.dimensions), [](const auto &pair) {
    const auto &[x, y] = pair;
    return x.isFixed == y.isFixed && x.step == y.step && x.axis == y.axis;
  });
}

/// The numbers in it, in order; those of ranges may be unset.
void forEachNumber(Location &at, llvm::function_ref<void(ir::Value &)> f) {
  for (Dimension &d : at.dimensions) {
    f(d.start);
    if (!d.isFixed)
      f(d.count);
  }
  if (at.grid) {
    Grid grid = *at.grid;
    f(grid.start);
    llvm::for_each(grid.extents, f);
    at.grid = std::make_shared<const Grid>(std::move(grid));
  }
}

/// The number at this position, also where it goes without saying.
ir::Value numberAt(Lowering &l, Location at, std::size_t position) {
  ir::Value number;
  std::size_t next = 0;
  for (const Dimension &d : at.dimensions) {
    if (next++ == position)
      return d.start ? d.start : l.builder().index(0);
    if (!d.isFixed && next++ == position)
      return d.count ? d.count : l.extent(at, d.axis);
  }
  forEachNumber(at, [&, i = std::size_t{0}](ir::Value &v) mutable {
    if (i++ == position)
      number = v;
  });
  return number;
}

llvm::SmallVector<ir::Value, 4> numbersOf(Location at) {
  llvm::SmallVector<ir::Value, 4> numbers;
  forEachNumber(at, [&](ir::Value &v) { numbers.push_back(v); });
  return numbers;
}

const Location &aimOf(const Leaf &leaf) { return leaf.target->location; }

Leaf leafOf(Location at) { return {{}, std::make_shared<const Target>(Target{std::move(at), nullptr})}; }

} // namespace

bool Reaiming::contains(unsigned slot) const {
  return llvm::any_of(aims, [&](const Aim &aim) { return aim.slot == slot; });
}

bool Reaiming::isOutside(ir::Value v) const { return !v || v.id < firstInside || l.builder().values.asConstant(v); }

/// The ways are found anew.
void Reaiming::add(unsigned slot) {
  aims.push_back({slot, state.slots[slot], {}});
  ways.clear();
  Way first;
  for (Aim &aim : aims) {
    aim.forms.clear();
    first.forms.push_back(formOf(aim, aim.initial.leaf));
  }
  first.isEntered = true;
  ways.push_back(std::move(first));
}

/// The number of the leaf's form. A number that is not always the same becomes one that varies.
std::size_t Reaiming::formOf(Aim &aim, const Leaf &leaf) {
  const Location *place = leaf.target && !leaf.target->function && leaf.target->location ? &aimOf(leaf) : nullptr;
  for (auto [i, form] : llvm::enumerate(aim.forms)) {
    if (form.leaf == leaf)
      return i;
    if (!leaf.target || !form.leaf.target)
      continue;
    const Location &known = aimOf(form.leaf);
    if (!place || !known) { // null, or a function
      if (!place && !known && form.leaf.target->function == leaf.target->function)
        return i;
      continue;
    }
    if (*place == known)
      return i;
    const std::size_t dimensions = std::max(known.dimensions.size(), place->dimensions.size());
    const auto a = padded(known, dimensions), b = padded(*place, dimensions);
    if (!a || !b || !haveSameForm(*a, *b))
      continue;
    if (a->dimensions.size() != known.dimensions.size()) {
      form.leaf = leafOf(*a);
      form.varies.assign(numbersOf(*a).size(), false);
      isNew = true;
    }
    for (auto [x, y, varies] : llvm::zip(numbersOf(*a), numbersOf(*b), form.varies))
      if (!varies && x != y)
        varies = isNew = true;
    return i;
  }
  Form form;
  form.leaf = leaf;
  if (place && !place->choice)
    for (const ir::Value v : numbersOf(*place))
      form.varies.push_back(!isOutside(v));
  isNew |= !aim.forms.empty();
  aim.forms.push_back(std::move(form));
  return aim.forms.size() - 1;
}

std::size_t Reaiming::wayOf(const Leaves &leaves, bool isEntered) {
  Way way;
  for (auto [aim, leaf] : llvm::zip(aims, leaves))
    way.forms.push_back(formOf(aim, leaf));
  auto found = llvm::find_if(ways, [&](const Way &known) { return known.forms == way.forms; });
  if (found == ways.end()) {
    isNew = true;
    found = ways.insert(ways.end(), std::move(way));
  }
  isNew |= isEntered && !found->isEntered;
  found->isEntered |= isEntered;
  return static_cast<std::size_t>(found - ways.begin());
}

void Reaiming::declare() {
  const clang::QualType index = l.types.context.LongTy;
  const auto variable = [&](ir::Value init, const std::string &name) {
    return l.newVariable(l.makeScalar(init, index), name);
  };
  chosen = ways.size() > 1 ? variable(l.builder().index(0), "aim") : Location{};
  for (Aim &aim : aims)
    for (auto [number, form] : llvm::enumerate(aim.forms)) {
      form.held.assign(form.varies.size(), Location{});
      const std::string name = state.infos[aim.slot].name; // variables move as they are added
      for (auto [i, varies] : llvm::enumerate(form.varies))
        if (varies)
          form.held[i] = variable(number == 0 ? numberAt(l, aimOf(form.leaf), i) : l.builder().index(0),
                                  name.empty() ? "" : name + "_at");
    }
}

/// The slot's target, with the numbers as they are now.
Leaf Reaiming::current(const Aim &aim, std::size_t number) {
  const Form &form = aim.forms[number];
  if (llvm::none_of(form.varies, [](bool varies) { return varies; }))
    return form.leaf;
  Location at = aimOf(form.leaf);
  forEachNumber(at, [&, i = std::size_t{0}](ir::Value &v) mutable {
    if (form.varies[i])
      v = l.read(form.held[i]).leaves[0].value;
    ++i;
  });
  return leafOf(std::move(at));
}

bool Reaiming::lower(llvm::function_ref<void()> iteration) {
  isNew = false;
  std::vector<std::size_t> entered;
  for (auto [i, way] : llvm::enumerate(ways))
    if (way.isEntered)
      entered.push_back(i);
  dispatch(entered, iteration);
  if (ways.size() > mostWays && !l.failed())
    l.refuse(diag::Id::PointerUse, loop->getSourceRange(),
             {state.infos[aims.front().slot].name, "this loop aims it at other objects in too many ways"},
             {"swap or copy the arrays themselves instead of the pointers"});
  return !isNew;
}

void Reaiming::dispatch(llvm::ArrayRef<std::size_t> entered, llvm::function_ref<void()> iteration) {
  const Way way = ways[entered.front()];
  if (entered.size() == 1)
    return lowerFrom(way, iteration);
  const ir::Value is = l.builder().equal(l.read(chosen).leaves[0].value, l.builder().index(entered.front()));
  lowerIfElse(l, is, [&] { lowerFrom(way, iteration); }, [&] { dispatch(entered.drop_front(), iteration); });
}

void Reaiming::lowerFrom(const Way &way, llvm::function_ref<void()> iteration) {
  std::vector<Slot> before;
  for (auto [aim, form] : llvm::zip(aims, way.forms)) {
    Slot &s = state.slots[aim.slot];
    before.push_back(s);
    s.leaf = current(aim, form);
    s.isEntryTarget = false;
    if (s.leaf.target)
      s.written = Written::Yes;
  }
  iteration();
  if (l.failed())
    return;
  if (state.isStopped) {
    for (auto [aim, slot] : llvm::zip(aims, before))
      state.slots[aim.slot] = slot;
    return;
  }
  Leaves leaves;
  for (const Aim &aim : aims) {
    const Slot &s = state.slots[aim.slot];
    if (!s.leaf.target && s.written != Written::No && s.written != Written::LoopEntry) {
      l.refuse(diag::Id::PointerUse, loop->getSourceRange(),
               {state.infos[aim.slot].name, "what it refers to after an iteration of this loop is not known"},
               {"swap or copy the arrays themselves instead of the pointers"});
      return;
    }
    leaves.push_back(s.leaf);
  }
  settle(std::move(leaves), Decisions());
  for (auto [aim, slot] : llvm::zip(aims, before))
    state.slots[aim.slot] = slot;
}

/// Has this path left the loop? Then no iteration begins so.
bool Reaiming::isLeft(const Decisions &decided) const {
  return llvm::any_of(state.live, [&](unsigned slot) {
    if (!state.infos[slot].isFlag)
      return false;
    const ir::Value flag = state.slots[slot].leaf.value;
    const auto found = decided.find(flag);
    return l.builder().values.asInt(flag) == 1 || (found != decided.end() && found->second);
  });
}

/// Writes down how the slots point at the end of an iteration. Choices made in it are followed.
void Reaiming::settle(Leaves leaves, Decisions decided) {
  if (l.failed())
    return;
  for (Leaf &leaf : leaves)
    while (leaf.target && aimOf(leaf).choice && !allValues(aimOf(leaf), [&](ir::Value v) { return isOutside(v); })) {
      const Choice choice = *aimOf(leaf).choice;
      const auto side = [&](bool yes) {
        Location at = yes ? choice.yes : choice.no;
        return at ? leafOf(std::move(at)) : nullTarget();
      };
      if (const auto found = decided.find(choice.condition); found != decided.end()) {
        leaf = side(found->second);
        continue;
      }
      const auto follow = [&](bool yes) {
        leaf = side(yes);
        decided[choice.condition] = yes;
        settle(leaves, decided);
      };
      lowerIfElse(l, choice.condition, [&] { follow(true); }, [&] { follow(false); });
      return;
    }
  for (auto [aim, leaf] : llvm::zip(aims, leaves))
    if (leaf.target && llvm::any_of(aimOf(leaf).slots, [&](unsigned slot) { return !state.infos[slot].isAlive; })) {
      l.refuse(diag::Id::PointerUse, loop->getSourceRange(),
               {state.infos[aim.slot].name, "it refers to an object whose life ends with the iteration"});
      return;
    }
  const std::size_t way = wayOf(leaves, !isLeft(decided));
  const auto write = [&](const Location &at, ir::Value v) { l.write(at, l.makeScalar(v, l.types.context.LongTy)); };
  if (chosen)
    write(chosen, l.builder().index(static_cast<std::int64_t>(way)));
  for (auto [i, aim] : llvm::enumerate(aims)) {
    const Form &form = aim.forms[ways[way].forms[i]];
    if (!leaves[i].target || !aimOf(leaves[i]))
      continue;
    const auto place = padded(aimOf(leaves[i]), aimOf(form.leaf).dimensions.size());
    for (auto [position, held] : llvm::enumerate(form.held))
      if (held && place)
        write(held, numberAt(l, *place, position));
  }
}

void Reaiming::finish() {
  for (auto [i, aim] : llvm::enumerate(aims)) {
    std::optional<Leaf> result;
    for (auto [form, unused] : llvm::enumerate(aim.forms)) {
      ir::Value is;
      for (auto [number, way] : llvm::enumerate(ways))
        if (way.forms[i] == form && chosen) {
          const ir::Value one =
              l.builder().equal(l.read(chosen).leaves[0].value, l.builder().index(static_cast<std::int64_t>(number)));
          is = is ? l.builder().apply(prims::Prim::Or, {is, one}) : one;
        }
      const Leaf leaf = current(aim, form);
      if (leaf.target) // where nothing was written it is not used
        result = result ? choiceOf(is, leaf, *result) : leaf;
    }
    Slot &s = state.slots[aim.slot];
    s = aim.initial;
    s.leaf = result.value_or(Leaf{});
    s.written = aim.initial.written == Written::Yes ? Written::Yes : Written::Maybe;
  }
}

} // namespace soac::frontend

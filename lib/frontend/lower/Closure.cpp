#include "frontend/lower/Closure.h"

#include "frontend/state/Variables.h"

#include <llvm/Support/raw_ostream.h>

namespace soac::frontend {

using Kind = Layout::Kind;

/// A value as a definition sees it: an array's extents stay constants.
enum class Closure::Role : std::uint8_t { Value, Extent };

/// The values and slots of all parts become others, in a fixed order.
struct Closure::Mapping {
  llvm::function_ref<ir::Value(ir::Value, Role)> value;
  llvm::function_ref<unsigned(unsigned)> slot;

  Location operator()(Location at) const {
    if (at.choice)
      at.choice = std::make_shared<const Choice>(
          Choice{value(at.choice->condition, Role::Value), (*this)(at.choice->yes), (*this)(at.choice->no)});
    const auto map = [&](ir::Value &v, Role role) {
      if (v)
        v = value(v, role);
    };
    for (Dimension &d : at.dimensions) {
      map(d.start, Role::Value);
      map(d.count, Role::Value);
    }
    if (at.grid) {
      Grid grid = *at.grid;
      map(grid.start, Role::Value);
      for (ir::Value &extent : grid.extents)
        map(extent, Role::Extent);
      at.grid = std::make_shared<const Grid>(std::move(grid));
    }
    for (unsigned &s : at.slots)
      s = slot(s);
    if (at.derived)
      at.derived = std::make_shared<const Location>((*this)(*at.derived));
    return at;
  }
  Leaf operator()(const Leaf &leaf) const {
    Leaf out = leaf;
    if (leaf.value)
      out.value = value(leaf.value, Role::Value);
    for (RowLengths &rows : out.rows)
      rows.lengths = value(rows.lengths, Role::Value);
    if (leaf.target && leaf.target->location) {
      Target target = *leaf.target;
      target.location = (*this)(target.location);
      out.target = std::make_shared<const Target>(std::move(target));
    }
    return out;
  }
  FValue operator()(const FValue &v) const {
    FValue out{v.layout, {}};
    for (const Leaf &leaf : v.leaves)
      out.leaves.push_back((*this)(leaf));
    return out;
  }
  Slot operator()(Slot s) const {
    s.leaf = (*this)(s.leaf);
    return s;
  }
};

namespace {

/// What a number that nothing has written, or perhaps an earlier iteration, is to a function: not written. An array may
/// be one that the function fills.
Written writtenInside(const SlotInfo &info, Written w) {
  return !info.type.isArray() && (w == Written::No || w == Written::LoopEntry) ? Written::No : Written::Yes;
}

} // namespace

/// Writes the form of each part.
class Closure::Collector {
public:
  explicit Collector(Closure &c) : c(c), state(c.l.internals()), out(c.form) {}

  void run() {
    if (c.object) {
      form(*c.object);
      mapping(*c.object);
    }
    for (const FValue &argument : c.arguments) {
      ++owner;
      out << " a";
      form(argument);
      mapping(argument);
    }
    for (unsigned i = 0; i < c.variables.size(); ++i) {
      owner = c.owners[i];
      variable(c.variables[i]);
    }
  }

private:
  void no(const char *why) {
    if (c.reason.empty())
      c.reason = why;
  }

  void variable(unsigned number) {
    const SlotInfo &info = state.infos[number];
    const Slot &slot = state.slots[number];
    if (!info.isAlive || slot.isFreed || !info.mirrored.empty() || info.isCopy)
      no("an argument refers to an object that may change or end on the way");
    out << " s" << int(info.type.scalar) << ',' << int(info.type.rank) << ',' << info.isTarget << info.isFlag
        << info.isResult << info.isGlobal << info.isAllocated << info.isStaticShape
        << slot.isEmptyArray << int(writtenInside(info, slot.written)) << ',' << info.literal;
    for (const SlotInfo::Lengths &lengths : info.lengths) {
      out << 'l' << lengths.dimension;
      onSlot(lengths.slot);
    }
    for (const std::int64_t extent : info.rows)
      out << 'r' << extent;
    c.ofSlot.push_back(slot.leaf.value ? std::optional(static_cast<unsigned>(c.values.size())) : std::nullopt);
    form(slot.leaf);
    mapping(slot);
  }

  void form(const Location &at) {
    out << " l" << at.layout << '(' << at.dimensions.size();
    for (const Dimension &d : at.dimensions)
      out << (d.isFixed ? 'f' : 'r') << bool(d.start) << bool(d.count) << d.step << ',' << d.axis;
    if (at.grid)
      out << 'g' << bool(at.grid->start) << at.grid->extents.size();
    if (at.choice) {
      form(at.choice->yes);
      form(at.choice->no);
    }
    if (at.derived)
      form(*at.derived);
    out << ')';
  }
  void form(const Leaf &leaf) {
    for (const RowLengths &rows : leaf.rows)
      out << 'l' << rows.dimension;
    out << (leaf.value ? 'v' : leaf.target ? 't' : '-');
    if (!leaf.target)
      return;
    if (leaf.target->text)
      no("an argument is text");
    out << leaf.target->function << ',' << leaf.target->member;
    if (leaf.target->location)
      form(leaf.target->location);
  }
  void form(const FValue &v) {
    out << v.layout;
    for (const Leaf &leaf : v.leaves)
      form(leaf);
  }

  ir::Value value(ir::Value v, Role role) {
    const ir::Constant *constant = c.l.function.values.asConstant(v);
    const bool staysConstant = constant && role == Role::Extent;
    const ir::Type type = c.l.function.values.type(v);
    out << (staysConstant ? " c" : " p") << int(type.scalar) << ',' << int(type.rank);
    if (staysConstant)
      out << '=' << constant->bits;
    if (state.indeterminate.contains(v))
      out << 'i';
    c.met.push_back(v);
    c.isConstant.push_back(staysConstant);
    if (!staysConstant)
      c.values.push_back(v);
    return v;
  }

  Closure &c;
  Lowering::State &state;
  llvm::raw_string_ostream out;
  unsigned owner = 0; ///< the object, then the arguments
  std::function<ir::Value(ir::Value, Role)> onValue = [this](ir::Value v, Role role) { return value(v, role); };
  std::function<unsigned(unsigned)> onSlot = [this](unsigned s) {
    const unsigned position = c.positionOf(s, owner);
    if (position == c.variables.size()) {
      c.variables.push_back(s);
      c.owners.push_back(owner);
    }
    out << '#' << position;
    return s;
  };
  const Mapping mapping{onValue, onSlot};
};

Closure::Closure(Lowering &l, llvm::ArrayRef<FValue> arguments, const std::optional<Location> &object, Form form)
    : l(l), arguments(arguments), object(object), how(form) {
  Collector(*this).run();
}

unsigned Closure::positionOf(unsigned slot, unsigned owner) const {
  unsigned position = 0;
  while (position < variables.size() && !(variables[position] == slot && (!how.isApart || owners[position] == owner)))
    ++position;
  return position;
}

Closure::Inside Closure::enter(Lowering &inner, llvm::ArrayRef<clang::ParmVarDecl *> names) const {
  Lowering::State &state = inner.internals();
  const Lowering::State &outer = l.internals();
  Inside result;
  std::size_t next = 0;
  std::string name; ///< of the values that are met
  llvm::DenseMap<unsigned, std::string> named; ///< positions
  const auto value = [&](ir::Value v, Role) {
    const std::size_t k = next++;
    const ir::ValueTable &from = l.function.values;
    if (isConstant[k])
      return inner.function.values.constant(*from.asConstant(v));
    const ir::Value parameter = inner.function.values.fresh(from.type(v), name.empty() ? from.name(v) : name);
    if (outer.indeterminate.contains(v))
      state.indeterminate.insert(parameter);
    result.parameters.push_back(parameter);
    return parameter;
  };
  unsigned owner = 0;
  const auto slot = [&](unsigned s) { return positionOf(s, owner); };
  const Mapping mapping{value, slot};
  if (object)
    result.object = mapping(*object);
  for (auto [k, argument] : llvm::enumerate(arguments)) {
    owner = static_cast<unsigned>(k + 1);
    name = k < names.size() ? names[k]->getNameAsString() : "";
    for (const Leaf &leaf : argument.leaves)
      if (leaf.target)
        for (const unsigned number : leaf.target->location.slots)
          named.try_emplace(positionOf(number, owner), name);
    result.arguments.push_back(mapping(argument));
  }
  for (auto [position, number] : llvm::enumerate(variables)) {
    owner = owners[position];
    SlotInfo info = outer.infos[number];
    if (const std::string &given = named[static_cast<unsigned>(position)]; !given.empty())
      info.name = given;
    name = info.name;
    Slot made = mapping(outer.slots[number]);
    name = "";
    made.written = writtenInside(info, made.written);
    made.isEntryTarget = false;
    for (SlotInfo::Lengths &lengths : info.lengths)
      lengths.slot = slot(lengths.slot);
    llvm::erase_if(info.measured, [&](unsigned of) { return slot(of) == variables.size(); });
    for (unsigned &of : info.measured)
      of = slot(of);
    info.mayBeNull = info.type.isArray();
    info.isPresent = {};
    info.mayCoincide = !how.isExact;
    state.live.push_back(static_cast<unsigned>(state.slots.size()));
    state.slots.push_back(std::move(made));
    state.infos.push_back(std::move(info));
  }
  return result;
}

} // namespace soac::frontend

#include "emit/Arguments.h"

#include "ir/Walk.h"
#include "schedule/Uses.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::emit {

using namespace interface;
using namespace ir;
using Use = ArgumentMemory::Use;
using Container = CxxType::Container;

namespace {

bool borrows(Container c) { return c == Container::View || c == Container::StdSpan || c == Container::Pointer; }
bool owns(Container c) { return c == Container::Array || c == Container::StdVector; }

/// Does the type hold arrays whose elements lie outside of the object?
bool isSpread(const CxxType &t) {
  if (t.kind == CxxType::Kind::Array)
    return borrows(t.container) || owns(t.container) || isSpread(*t.element);
  return llvm::any_of(t.fields, [](const CxxType::Field &f) { return isSpread(f.type); });
}

/// The number of scalars in each leaf of a pointer's element.
void countNumbers(const CxxType &t, std::int64_t numbers, std::vector<std::int64_t> &into) {
  if (t.kind == CxxType::Kind::Scalar)
    into.push_back(numbers);
  if (t.kind == CxxType::Kind::Array)
    countNumbers(*t.element, numbers * std::max<std::int64_t>(t.staticExtent, 1), into);
  for (const CxxType::Field &f : t.fields)
    countNumbers(f.type, numbers, into);
}

bool sameElements(const PointerAccess &a, const PointerAccess &b, const Values &results) {
  const auto value = [&](unsigned k) { return results[k]; };
  return value(a.first) == value(b.first) &&
         std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(), b.dimensions.end(),
                    [&](const PointerAccess::Dimension &m, const PointerAccess::Dimension &n) {
                      return value(m.count) == value(n.count) && value(m.step) == value(n.step);
                    });
}

class Collector {
public:
  explicit Collector(const CxxFunction &face) : face(face), uses(face.function) {}

  std::vector<ArgumentMemory> all;

  void add(unsigned parameter) {
    const CxxParameter &p = face.parameters[parameter];
    const llvm::StringRef spelling = llvm::StringRef(p.spelling).trim();
    ArgumentMemory memory;
    memory.parameter = parameter;
    visit(p.type, memory, spelling.ends_with("&") || spelling.ends_with("*"));
  }

private:
  const CxxFunction &face;
  const schedule::Uses uses;

  void visit(const CxxType &t, ArgumentMemory memory, bool isReference) {
    const auto leaves = static_cast<unsigned>(t.leaves().size());
    if (t.kind == CxxType::Kind::Record && isSpread(t)) {
      for (auto [k, field] : llvm::enumerate(t.fields)) {
        ArgumentMemory member = memory;
        member.path.push_back(static_cast<unsigned>(k));
        visit(field.type, member, isReference);
        memory.firstLeaf += static_cast<unsigned>(field.type.leaves().size());
      }
      return;
    }
    const bool isArray = t.kind == CxxType::Kind::Array;
    memory.leaves = leaves;
    if (!isReference && !(isArray && borrows(t.container)))
      return;
    const std::optional<Use> use = useOf(memory);
    if (!use)
      return;
    memory.use = *use;
    if (isArray && t.container == Container::Pointer)
      addElements(t, memory);
    all.push_back(std::move(memory));
  }

  std::optional<Use> useOf(const ArgumentMemory &memory) const {
    std::optional<Use> all;
    for (unsigned k = memory.firstLeaf; k < memory.firstLeaf + memory.leaves; ++k)
      if (const std::optional<Use> use = useOf(memory.parameter, k))
        all = !all || *all == *use ? *use : Use::Written;
    return all;
  }
  std::optional<Use> useOf(unsigned parameter, unsigned leaf) const {
    const CxxParameter &p = face.parameters[parameter];
    const Value input = leaf < p.inputs.size() ? p.inputs[leaf] : Value();
    if (leaf < p.outputs.size() && p.outputs[leaf] >= 0) {
      const Value output = face.function.body.results[static_cast<std::size_t>(p.outputs[leaf])];
      const bool isSum = leaf < p.isSum.size() && p.isSum[leaf];
      const bool isNothing = output == input || (isSum && p.type.kind == CxxType::Kind::Scalar && isZero(output));
      if (!isNothing)
        return isSum ? Use::Sum : Use::Written;
    }
    return input && uses.count(input) > (isReturned(p, leaf) ? 1u : 0u) ? std::optional(Use::Read) : std::nullopt;
  }
  /// True when the leaf is returned unchanged.
  bool isReturned(const CxxParameter &p, unsigned leaf) const {
    return leaf < p.outputs.size() && p.outputs[leaf] >= 0 &&
           face.function.body.results[static_cast<std::size_t>(p.outputs[leaf])] == p.inputs[leaf];
  }
  bool isZero(Value v) const {
    const auto x = face.function.values.asFloat(v);
    return x && *x == 0;
  }

  void addElements(const CxxType &pointer, ArgumentMemory &memory) const {
    const CxxParameter &p = face.parameters[memory.parameter];
    const CxxParameter &primal = p.derivativeOf >= 0 ? face.parameters[static_cast<std::size_t>(p.derivativeOf)] : p;
    std::vector<std::int64_t> numbers;
    countNumbers(*pointer.element, 1, numbers);
    bool isKnown = pointer.element->kind == CxxType::Kind::Scalar;
    for (unsigned k = 0; k < memory.leaves; ++k) {
      const std::optional<Use> use = useOf(memory.parameter, memory.firstLeaf + k);
      if (!use)
        continue;
      const unsigned leaf = memory.firstLeaf + k;
      const bool isTold = leaf < primal.accesses.size() && !primal.accesses[leaf].empty();
      if (!isTold)
        memory.elements.push_back({*use, nullptr, numbers[k], leaf});
      isKnown &= isTold;
      for (unsigned n = 0; isTold && n < primal.accesses[leaf].size(); ++n)
        addAccess(primal.accesses[leaf], n, *use, &p == &primal, {*use, nullptr, numbers[k], leaf}, memory);
      if (isTold)
        isKnown &= llvm::none_of(primal.accesses[leaf], [](const PointerAccess &a) { return a.isPartial; });
    }
    if (memory.use != Use::Sum || isKnown)
      return;
    memory.use = Use::Written; // a sum of unknown elements cannot have memory of its own
    for (ArgumentMemory::Elements &e : memory.elements)
      e.use = Use::Written;
  }
  /// Adds an access, unless another access to the same elements implies it.
  void addAccess(const std::vector<PointerAccess> &accesses, unsigned n, Use use, bool isPrimal,
                 ArgumentMemory::Elements elements, ArgumentMemory &memory) const {
    const PointerAccess &access = accesses[n];
    const auto useOf = [&](const PointerAccess &a) {
      return isPrimal && use == Use::Written && !a.isWritten ? Use::Read : use;
    };
    for (unsigned m = 0; m < accesses.size(); ++m)
      if (m != n && sameElements(accesses[m], access, face.function.body.results) &&
          (useOf(accesses[m]) == useOf(access) ? m < n : useOf(access) == Use::Read))
        return;
    elements.use = useOf(access);
    elements.access = &access;
    memory.elements.push_back(elements);
  }
};

bool mustBeApart(Use a, Use b) { return (a != Use::Sum || b != Use::Sum) && (a != Use::Read || b != Use::Read); }

/// The scalar types in the memory, as bits.
unsigned kinds(const CxxFunction &face, const ArgumentMemory &memory) {
  const auto leaves = face.parameters[memory.parameter].type.leaves();
  unsigned bits = 0;
  for (unsigned k = memory.firstLeaf; k < memory.firstLeaf + memory.leaves; ++k)
    bits |= 1u << static_cast<unsigned>(leaves[k].scalar);
  return bits;
}

bool isArray(const CxxFunction &face, const ArgumentMemory &memory) {
  return face.parameters[memory.parameter].type.leaves()[memory.firstLeaf].rank > 0;
}

} // namespace

std::vector<ArgumentMemory> listedArguments(const CxxFunction &face) {
  Collector collector(face);
  for (unsigned k = 0; k < face.parameters.size(); ++k)
    collector.add(k);
  std::vector<ArgumentMemory> &all = collector.all, listed;
  const auto meets = [&](const ArgumentMemory &a, auto isWanted) {
    return llvm::any_of(all, [&](const ArgumentMemory &b) {
      return &a != &b && (kinds(face, a) & kinds(face, b)) != 0 && isWanted(b);
    });
  };
  for (ArgumentMemory &a : all)
    a.isShareable = a.use == Use::Sum && isArray(face, a) &&
                    meets(a, [&](const ArgumentMemory &b) { return b.use == Use::Sum && isArray(face, b); });
  for (ArgumentMemory &a : all)
    if (a.isShareable || meets(a, [&](const ArgumentMemory &b) { return mustBeApart(a.use, b.use); }))
      listed.push_back(a);
  return listed;
}

void dropUnlisted(Function &function, const CxxFunction &face, const std::vector<ArgumentMemory> &listed) {
  const auto forEachNumber = [](const PointerAccess &access, auto f) {
    f(access.first);
    for (const PointerAccess::Dimension &d : access.dimensions) {
      f(d.count);
      f(d.step);
    }
  };
  llvm::DenseSet<unsigned> kept;
  for (const ArgumentMemory &memory : listed)
    for (const ArgumentMemory::Elements &e : memory.elements)
      if (e.access)
        forEachNumber(*e.access, [&](unsigned k) { kept.insert(k); });
  for (const CxxParameter &p : face.parameters)
    for (const std::vector<PointerAccess> &leaf : p.accesses)
      for (const PointerAccess &access : leaf)
        forEachNumber(access, [&](unsigned k) {
          if (!kept.contains(k))
            function.body.results[k] = function.values.constantIndex(0);
        });
}

std::size_t moveToEntry(Function &function, const std::vector<ArgumentMemory> &listed) {
  ValueSet wanted;
  for (const ArgumentMemory &memory : listed)
    for (const ArgumentMemory::Elements &e : memory.elements)
      if (e.access) {
        wanted.insert(function.body.results[e.access->first]);
        for (const PointerAccess::Dimension &d : e.access->dimensions) {
          wanted.insert(function.body.results[d.count]);
          wanted.insert(function.body.results[d.step]);
        }
      }
  std::vector<Statement> &statements = function.body.statements;
  std::vector<bool> isFirst(statements.size());
  for (std::size_t k = statements.size(); k-- > 0;)
    if (llvm::any_of(statements[k].results, [&](Value v) { return wanted.contains(v); })) {
      isFirst[k] = true;
      const ValueSet operands = freeVariables(statements[k].op, function.values);
      wanted.insert(operands.begin(), operands.end());
    }
  std::vector<Statement> ordered;
  for (const bool first : {true, false})
    for (std::size_t k = 0; k < statements.size(); ++k)
      if (isFirst[k] == first)
        ordered.push_back(std::move(statements[k]));
  statements = std::move(ordered);
  return static_cast<std::size_t>(llvm::count(isFirst, true));
}

} // namespace soac::emit

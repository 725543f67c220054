#include "optimise/passes/SmallArrays.h"

#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"
#include "optimise/passes/TableLoops.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

constexpr std::int64_t mostElements = 16, mostTripsUnrolled = 16;
constexpr std::int64_t mostTripsAlongRows = 4; ///< no vector register is filled
constexpr std::size_t mostStatementsUnrolled = 192;    ///< of a loop's iterations together

/// The versions of each array, and the counters in their indices.
class VersionsOfArrays {
public:
  explicit VersionsOfArrays(const Function &f)
      : values(f.values), definitions(f.body), polynomials(f.values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    block(f.body);
    for (const Value v : f.body.results)
      spoil(v);
  }

  struct Group {
    llvm::SmallVector<std::int64_t, 2> extents;
    llvm::DenseSet<Value> counters; ///< of the loops with a few trips that say which elements are meant
    bool isFine = true;
    bool isTable = true; ///< all that is written are constants
  };
  struct Element {
    Value array, result;
    const Values *indices;
  };

  const std::vector<Element> &all() const { return elements; }
  llvm::ArrayRef<Value> versions() const { return order; }
  const Group *groupOf(Value v) const {
    const auto found = members.find(v);
    return found == members.end() ? nullptr : &groups[leader(found->second)];
  }
  bool isFine(Value v) const { return groupOf(v) && groupOf(v)->isFine; }
  const std::vector<Group> &allGroups() const { return groups; }
  /// The arrays that need one of these loops keep their memory.
  void spoilWith(const llvm::DenseSet<Value> &counters) {
    for (Group &g : groups)
      if (llvm::any_of(counters, [&](Value c) { return g.counters.contains(c); }))
        g.isFine = false;
  }
  const Loop *loopOf(Value counter) const {
    return definitions.isCounter(counter) ? std::get_if<Loop>(&definitions.of(counter)->statement->op) : nullptr;
  }
  /// The element's number, where it is a constant in the array.
  std::optional<std::int64_t> number(const Element &e) const {
    std::int64_t sum = 0;
    for (auto [extent, index] : llvm::zip_equal(groupOf(e.array)->extents, *e.indices)) {
      const Polynomial &p = polynomials.of(index);
      if (!p.isConstant() || p.constant() < 0 || p.constant() >= extent)
        return std::nullopt;
      sum = sum * extent + p.constant();
    }
    return sum;
  }
  /// Does the loop go from one element of another array to the next one?
  bool goesAlongRows(const Loop &loop) const {
    bool does = false;
    const auto look = [&](Value array, const Values &indices) {
      const Polynomial slope = polynomials.of(indices.back()).in(loop.body.parameters[0]).slope;
      does |= !isFine(array) && (slope == 1 || slope == -1);
    };
    forEachStatement(loop.body, [&](const Statement &s) {
      if (const auto *index = std::get_if<Index>(&s.op))
        look(index->array, index->indices);
      else if (const auto *update = std::get_if<Update>(&s.op))
        look(update->array, update->indices);
    });
    return does;
  }

private:
  unsigned leader(unsigned g) const {
    while (leaders[g] != g)
      g = leaders[g];
    return g;
  }
  Group *find(Value v) { return const_cast<Group *>(groupOf(v)); }
  void spoil(Value v) {
    if (Group *g = find(v))
      g->isFine = false;
  }
  void add(Value v, unsigned group) {
    if (members.try_emplace(v, group).second)
      order.push_back(v);
  }

  void fill(const Fill &op, Value result) {
    spoil(op.value);
    Group made;
    std::int64_t size = 1;
    for (const Value extent : op.extents) {
      const auto n = values.asInt(extent);
      if (!n || *n < 1 || *n > mostElements || (size *= *n) > mostElements)
        return;
      made.extents.push_back(*n);
    }
    if (values.type(op.value).isArray())
      return;
    leaders.push_back(static_cast<unsigned>(groups.size()));
    add(result, leaders.back());
    groups.push_back(std::move(made));
  }

  /// All of these values are versions of one array, or none is.
  void join(llvm::ArrayRef<Value> same) {
    const Group *first = nullptr;
    for (const Value v : same)
      if (!first)
        first = groupOf(v);
    if (!first)
      return;
    const auto group = static_cast<unsigned>(first - groups.data());
    for (const Value v : same) {
      const Group *other = groupOf(v);
      if (!other) {
        add(v, group);
      } else if (other != first) {
        Group &all = groups[group];
        all.isFine &= other->isFine && other->extents == all.extents;
        all.isTable &= other->isTable;
        all.counters.insert(other->counters.begin(), other->counters.end());
        leaders[static_cast<unsigned>(other - groups.data())] = group;
      }
    }
  }
  /// These values pass on what is, or will be, in the versions: one that is no version is unknown.
  void joinKnown(llvm::ArrayRef<Value> sources, llvm::ArrayRef<Value> made) {
    const bool areKnown = llvm::all_of(sources, [&](Value v) { return groupOf(v); });
    for (const Value v : sources)
      if (!areKnown)
        spoil(v);
    Values both(sources);
    both.append(made.begin(), made.end());
    if (areKnown)
      join(both);
  }

  void element(Value array, const Values &indices, Value result) {
    Group *g = find(array);
    if (!g)
      return;
    elements.push_back({array, result, &indices});
    if (indices.size() != g->extents.size()) {
      g->isFine = false;
      return;
    }
    addCounters(indices, *g);
  }
  /// The counters that the indices are made of, also those of the elements of a table that they are made of.
  void addCounters(const Values &indices, Group &g) {
    for (const Value index : indices)
      for (const auto &[factors, coefficient] : polynomials.of(index).terms())
        for (const Value v : factors) {
          if (const auto *element = elementOfTable(v)) {
            addCounters(element->indices, g);
            continue;
          }
          g.isFine &= hasFewTrips(loopOf(v));
          g.counters.insert(v);
        }
  }
  /// The element of a small array of constants that v is.
  const Index *elementOfTable(Value v) const {
    while (const auto *cast = definitions.as<Apply>(v)) {
      if (cast->prim != prims::Prim::Cast)
        return nullptr;
      v = cast->arguments[0];
    }
    const auto *element = definitions.as<Index>(v);
    return element && groupOf(element->array) && groupOf(element->array)->isTable ? element : nullptr;
  }
  bool hasFewTrips(const Loop *loop) const {
    const auto trips = loop ? values.asInt(loop->count) : std::nullopt;
    return trips && *trips >= 0 && *trips <= mostTripsUnrolled && loop->annotations.stripmine == 1 && loop->annotations.revolve == 0;
  }

  void loop(const Loop &op, llvm::ArrayRef<Value> results) {
    const bool hasPositions = !op.annotations.noFalseDependencies.empty() || !op.annotations.shapeChanges.empty();
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      if (hasPositions)
        spoil(op.inits[k]);
      joinKnown({op.inits[k]}, {op.body.parameters[k + op.isCounted()]});
      if (!op.isCounted())
        joinKnown({op.inits[k]}, {op.condition.parameters[k]});
    }
    block(op.condition);
    block(op.body);
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      joinKnown({op.inits[k], op.body.results[k]}, {results[k]});
  }
  void branch(const If &op, llvm::ArrayRef<Value> results) {
    block(op.then);
    block(op.otherwise);
    for (std::size_t k = 0; k < results.size(); ++k)
      joinKnown({op.then.results[k], op.otherwise.results[k]}, {results[k]});
  }

  void block(const Block &b) {
    for (const Statement &s : b.statements)
      statement(s);
  }
  void statement(const Statement &s) {
    if (const auto *op = std::get_if<Fill>(&s.op))
      return fill(*op, s.results[0]);
    if (const auto *op = std::get_if<Loop>(&s.op))
      return loop(*op, s.results);
    if (const auto *op = std::get_if<If>(&s.op))
      return branch(*op, s.results);
    if (const auto *op = std::get_if<Index>(&s.op))
      return element(op->array, op->indices, s.results[0]);
    if (const auto *op = std::get_if<Update>(&s.op)) {
      element(op->array, op->indices, s.results[0]);
      if (Group *g = find(op->array))
        g->isTable &= values.asConstant(op->value) != nullptr;
      spoil(op->value);
      return joinKnown({op->array}, {s.results[0]});
    }
    forEachOperand(s.op, [&](Value v) { spoil(v); });
    forEachBlock(s.op, [&](const Block &inner) {
      block(inner);
      for (const Value v : inner.results)
        spoil(v);
    });
  }

  const ValueTable &values;
  analysis::DefUse definitions;
  analysis::Polynomials polynomials;
  llvm::DenseMap<Value, unsigned> members;
  std::vector<Value> order; ///< the members
  std::vector<Group> groups;
  std::vector<unsigned> leaders; ///< of groups that are joined: one of them
  std::vector<Element> elements;
};

/// The number of statements that are there once the loops with these counters are their iterations.
std::size_t sizeOf(const Block &b, const ValueTable &values, const llvm::DenseSet<Value> &counters) {
  std::size_t size = 0;
  for (const Statement &s : b.statements) {
    std::size_t inner = 1;
    forEachBlock(s.op, [&](const Block &nested) { inner += sizeOf(nested, values, counters); });
    const auto *loop = std::get_if<Loop>(&s.op);
    if (loop && loop->isCounted() && counters.contains(loop->body.parameters[0]))
      inner *= static_cast<std::size_t>(*values.asInt(loop->count));
    size += inner;
  }
  return size;
}

} // namespace

SmallArrays smallArrays(const Function &f) {
  const VersionsOfArrays versions(f);
  SmallArrays small;
  llvm::DenseSet<const VersionsOfArrays::Group *> others;
  for (const VersionsOfArrays::Element &e : versions.all())
    if (versions.isFine(e.array) && !versions.number(e))
      others.insert(versions.groupOf(e.array));
  const auto isSmall = [&](Value v) { return versions.isFine(v) && !others.contains(versions.groupOf(v)); };
  for (const VersionsOfArrays::Element &e : versions.all())
    if (isSmall(e.array))
      small.elements[e.result] = static_cast<std::size_t>(*versions.number(e));
  for (const Value v : versions.versions())
    if (isSmall(v)) {
      std::int64_t size = 1;
      for (const std::int64_t extent : versions.groupOf(v)->extents)
        size *= extent;
      small.sizes[v] = static_cast<std::size_t>(size);
    }
  return small;
}

llvm::DenseSet<Value> loopsOverSmallArrays(const Function &f) {
  VersionsOfArrays versions(f);
  const ValueSet ofTables = countersOfTableLoops(f);
  for (;;) {
    llvm::DenseSet<Value> counters, besideTables, unfit;
    for (const Value v : versions.versions())
      if (versions.isFine(v)) {
        const VersionsOfArrays::Group &g = *versions.groupOf(v);
        counters.insert(g.counters.begin(), g.counters.end());
        if (!g.isTable && llvm::any_of(g.counters, [&](Value c) { return ofTables.contains(c); }))
          besideTables.insert(g.counters.begin(), g.counters.end());
      }
    for (const Value counter : counters) {
      const Loop &loop = *versions.loopOf(counter);
      const auto trips = *f.values.asInt(loop.count);
      const std::size_t size = static_cast<std::size_t>(trips) * sizeOf(loop.body, f.values, counters);
      if (besideTables.contains(counter) ? size > mostStatementsWithTables
                                         : size > mostStatementsUnrolled || (trips > mostTripsAlongRows && versions.goesAlongRows(loop)))
        unfit.insert(counter);
    }
    if (unfit.empty())
      return counters;
    versions.spoilWith(unfit);
  }
}

} // namespace soac::optimise

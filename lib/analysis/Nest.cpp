#include "analysis/Nest.h"

#include "analysis/Accesses.h"
#include "analysis/Polynomial.h"
#include "prims/Prims.h"

namespace soac::analysis {

using namespace ir;

namespace {

/// The loop at the end of the body, where nothing but scalars stands before it and all that is carried goes through it.
Loop *nextOf(Loop &loop, const ValueTable &values) {
  Block &body = loop.body;
  auto *next = body.statements.empty() ? nullptr : std::get_if<Loop>(&body.statements.back().op);
  const llvm::ArrayRef<Value> carried = llvm::ArrayRef(body.parameters).drop_front();
  if (!next || !next->isCounted() || llvm::ArrayRef<Value>(next->inits) != carried ||
      body.results != body.statements.back().results)
    return nullptr;
  const auto isScalar = [&](const Statement &s) {
    return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op) ||
           (std::holds_alternative<Index>(s.op) && values.type(s.results[0]).isScalar());
  };
  const auto isHandedOn = [&](Value v) { return countUses(v, body) == 1; };
  return llvm::all_of(llvm::drop_end(body.statements), isScalar) && llvm::all_of(carried, isHandedOn) ? next : nullptr;
}

bool carriesArraysAlone(const Loop &loop, const ValueTable &values) {
  return llvm::all_of(loop.inits, [&](Value v) { return values.type(v).isArray(); });
}

/// By how much counters of two loops differ where iterations meet at an element; unset: by any number.
struct Meeting {
  std::optional<std::int64_t> outer, inner;
  bool isNever = false; ///< they meet nowhere
  bool isSame = false;  ///< they meet in the same iteration alone

  /// Do iterations that meet come in the same order when the loops are interchanged?
  bool keepsOrder() const {
    return isNever || isSame || outer == 0 || inner == 0 || (outer && inner && (*outer > 0) == (*inner > 0));
  }
};

/// Where iterations of two loops, one in the other, access the same elements.
class Meetings {
public:
  Meetings(const Loop &outer, const Loop &inner, const ValueMap &positives, const ValueTable &values)
      : outer(outer), inner(inner), positives(positives), definitions(outer.body),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {}

  Meeting of(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) const {
    Meeting meeting;
    for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d)
      restrict(meeting, polynomials.of(a[d]), polynomials.of(b[d]));
    return meeting;
  }

private:
  void restrict(Meeting &meeting, const Polynomial &a, const Polynomial &b) const {
    const Polynomial apart = a - b;
    const auto ofOuter = a.in(outer.body.parameters[0]), ofBoth = ofOuter.rest.in(inner.body.parameters[0]);
    if (!apart.isConstant() || !isOutside(ofBoth.rest))
      return;
    const std::int64_t distance = apart.constant();
    const bool isOfOuter = !ofOuter.slope.terms().empty(), isOfInner = !ofBoth.slope.terms().empty();
    if (!isOfOuter && !isOfInner)
      meeting.isNever |= distance != 0;
    else if (isOfOuter && isOfInner)
      meeting.isSame |= distance == 0 && (isRow(ofOuter.slope, ofBoth.slope, inner) || isRow(ofBoth.slope, ofOuter.slope, outer));
    else
      restrict(isOfOuter ? meeting.outer : meeting.inner, isOfOuter ? ofOuter.slope : ofBoth.slope, distance, meeting.isNever);
  }

  /// The numbers `apart` of trips with slope * apart = distance: one, where the slope is not zero.
  void restrict(std::optional<std::int64_t> &apart, const Polynomial &slope, std::int64_t distance, bool &isNever) const {
    if (slope.isConstant()) {
      isNever |= distance % slope.constant() != 0 || (apart && *apart != distance / slope.constant());
      apart = distance / slope.constant();
    } else if (distance == 0 && (isCount(slope, outer) || isCount(slope, inner))) {
      apart = 0; // where the loops run, their counts are not zero
    }
  }

  /// row * i + column * j for 0 <= j < row, or either of them negative: each pair gives another number.
  bool isRow(const Polynomial &row, const Polynomial &column, const Loop &columns) const {
    return column.isConstant() && std::abs(column.constant()) == 1 && isCount(row, columns);
  }
  /// The loop's number of trips, up to the sign, where it has any.
  bool isCount(const Polynomial &n, const Loop &loop) const {
    const auto found = positives.find(loop.count);
    const Polynomial count = polynomials.of(found == positives.end() ? loop.count : found->second);
    return n == count || Polynomial() - n == count;
  }

  /// No number that the loops compute, and no counter of loops between and inside them.
  bool isOutside(const Polynomial &p) const {
    return llvm::all_of(p.terms(), [&](const auto &term) {
      return llvm::none_of(term.first, [&](Value v) { return definitions.isInside(v); });
    });
  }
  const Loop &outer, &inner;
  const ValueMap &positives;
  DefUse definitions;
  Polynomials polynomials;
};

} // namespace

ValueMap positiveParts(const Block &block) {
  ValueMap parts;
  forEachStatement(block, [&](const Statement &s) {
    const auto *apply = std::get_if<Apply>(&s.op);
    if (apply && apply->prim == Prim::Max && apply->type == Scalar::I64)
      parts[s.results[0]] = apply->arguments[0];
  });
  return parts;
}

Nest::Nest(Loop &outermost, const ValueMap &positives, ValueTable &values) : positives(positives), values(values) {
  look(outermost);
}

void Nest::look(Loop &outermost) {
  all.clear();
  Loop *loop = outermost.isCounted() && carriesArraysAlone(outermost, values) ? &outermost : nullptr;
  for (; loop; loop = nextOf(*loop, values))
    all.push_back(loop);
}

bool Nest::mayBeInnermost(std::size_t level) const {
  const DefUse inside(all[level]->body);
  const auto inner = llvm::ArrayRef(all).drop_front(level + 1);
  const auto accesses = elementAccesses(all.back()->body, values);
  if (!accesses || llvm::any_of(inner, [&](const Loop *loop) { return inside.isInside(loop->count); }))
    return false;
  // Every array that is written is a version of a carried one, known by its position there.
  const Block &body = all.back()->body;
  llvm::DenseMap<Value, std::size_t> versions;
  for (auto [position, v] : llvm::enumerate(llvm::drop_begin(body.parameters)))
    versions[v] = position;
  llvm::SmallVector<std::pair<std::size_t, const ElementAccess *>, 8> reads, writes;
  for (const ElementAccess &access : accesses->all) {
    if (access.kind == ElementAccess::Addition)
      continue;
    const auto version = versions.find(access.array);
    const bool isWrite = access.kind == ElementAccess::Write;
    if (version == versions.end() && isWrite)
      return false;
    if (version == versions.end())
      continue;
    if (isWrite)
      versions[access.statement->results[0]] = version->second;
    (isWrite ? writes : reads).emplace_back(version->second, &access);
  }
  for (const Statement *branch : accesses->branches)
    if (llvm::any_of(branch->results, [&](Value v) { return values.type(v).isArray(); }))
      return false;
  for (auto [position, v] : llvm::enumerate(body.results))
    if (const auto version = versions.find(v); version == versions.end() || version->second != position)
      return false;
  return llvm::all_of(inner, [&](const Loop *loop) {
    const Meetings meetings(*all[level], *loop, positives, values);
    return llvm::all_of(writes, [&](const auto &write) {
      const auto keepsOrder = [&](const auto &other) {
        return other.first != write.first || meetings.of(*write.second->indices, *other.second->indices).keepsOrder();
      };
      return llvm::all_of(reads, keepsOrder) && llvm::all_of(writes, keepsOrder);
    });
  });
}

void Nest::interchange(std::size_t level) {
  Loop &outer = *all[level];
  std::vector<Statement> between;
  between.insert(between.end(), std::make_move_iterator(outer.body.statements.begin()),
                 std::make_move_iterator(std::prev(outer.body.statements.end())));
  // The last statement, in which the inner loop is, becomes the only one.
  outer.body.statements.erase(outer.body.statements.begin(), std::prev(outer.body.statements.end()));
  Loop &next = std::get<Loop>(outer.body.statements.back().op);
  next.body.statements.insert(next.body.statements.begin(), std::make_move_iterator(between.begin()),
                              std::make_move_iterator(between.end()));
  std::swap(outer.count, next.count);
  std::swap(outer.body.parameters[0], next.body.parameters[0]);
  look(*all.front());
}

void Nest::tile(std::int64_t size, std::vector<Statement> &front, SourceLocation location) {
  Loop &outer = *all[all.size() - 2], &inner = *all.back();
  std::vector<Statement> counts; // numbers of blocks
  Builder b(values, counts, location);
  const Value length = values.constantIndex(size);
  inner = inStrips(std::move(inner), length, b);
  outer = inStrips(std::move(outer), length, b);
  std::vector<Statement> &around = all.size() > 2 ? all[all.size() - 3]->body.statements : front;
  around.insert(all.size() > 2 ? std::prev(around.end()) : around.end(), std::make_move_iterator(counts.begin()),
                std::make_move_iterator(counts.end()));
  look(*all.front());
  interchange(all.size() - 3);
}

Loop inStrips(Loop loop, Value size, Builder &b) {
  ValueTable &values = b.values;
  const Value blocks = b.div(b.sub(b.add(loop.count, size), b.index(1)), size);
  Loop outer{blocks, {}, loop.inits, {}, {}};
  Block &body = outer.body;
  body.parameters.push_back(values.fresh(indexType, "block"));
  for (Value v : llvm::drop_begin(loop.body.parameters))
    body.parameters.push_back(values.fresh(values.type(v), values.name(v)));
  Builder in(values, body.statements, b.location);
  const Value start = in.mul(body.parameters[0], size);
  const Value whole = std::exchange(loop.body.parameters[0], values.fresh(indexType, values.name(loop.body.parameters[0])));
  loop.body.statements.insert(loop.body.statements.begin(),
                              {{whole}, Apply{Prim::Add, Scalar::I64, {start, loop.body.parameters[0]}}, b.location});
  loop.count = in.apply(Prim::Min, {in.sub(loop.count, start), size});
  loop.inits.assign(body.parameters.begin() + 1, body.parameters.end());
  body.results = in.emit(std::move(loop));
  return outer;
}

} // namespace soac::analysis

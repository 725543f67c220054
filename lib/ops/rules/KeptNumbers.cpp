#include "ops/rules/KeptNumbers.h"

#include "analysis/Cost.h"
#include "analysis/Flow.h"
#include "ops/rules/Contribution.h"
#include "ops/rules/Notes.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

namespace soac::ops {
namespace {

constexpr llvm::StringLiteral keptNumberName = "kept number";

/// Numbers that a loop keeps for each one that it stores anyway.
constexpr unsigned keptPerStored = 4;
/// Of these, what a log needs at most, an index beside each number.
constexpr unsigned readsPerStored = 2;

bool isDear(const ir::Apply &apply, const ir::ValueTable &values) {
  return ir::isFloat(apply.type) && analysis::cost(apply, values) > 4 * analysis::loadCost;
}

/// Adds what is computed of values in the set, until nothing is new.
void followFlow(llvm::ArrayRef<ir::Statement> statements, ir::ValueSet &from) {
  for (std::size_t before = 0; before != from.size();) {
    before = from.size();
    for (const ir::Statement &s : statements) {
      if (const auto *apply = std::get_if<ir::Apply>(&s.op)) {
        if (llvm::any_of(apply->arguments, [&](ir::Value v) { return from.contains(v); }))
          from.insert(s.results[0]);
        continue;
      }
      analysis::forEachFlow(s, [&](ir::Value x, ir::Value y) {
        if (from.contains(x))
          from.insert(y);
      });
      ir::forEachBlock(s.op, [&](const ir::Block &inner) { followFlow(inner.statements, from); });
    }
  }
}

/// The number's own name, or that of the array or function it comes from.
std::string nameFor(const ir::Statement &s, const ir::ValueTable &values) {
  const std::string &own = values.name(s.results[0]).text;
  if (!own.empty())
    return own;
  if (const auto *apply = std::get_if<ir::Apply>(&s.op))
    return prims::info(apply->prim).name;
  const auto *read = std::get_if<ir::Index>(&s.op);
  return read ? values.name(read->array).text : "";
}

/// Counts, for each block, the elements that updates between `source` and `result` overwrite in one run of it. The states
/// of the array in between are added to `states`.
void countUpdates(ir::Value source, ir::Value result, const ir::Block &block,
                  llvm::DenseMap<const ir::Block *, unsigned> &updates, ir::ValueSet &states) {
  states.insert(source);
  const auto links = analysis::updateChain(source, result, block);
  for (const analysis::UpdateLink &link : *links) {
    const ir::Statement &s = block.statements[link.statement];
    states.insert(s.results[link.position]);
    if (std::holds_alternative<ir::Update>(s.op))
      ++updates[&block];
    else if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      countUpdates(loop->body.parameters[link.position + loop->isCounted()], loop->body.results[link.position], loop->body,
                   updates, states);
  }
}

/// Reads a number, or one of two as a branch decides.
bool isRead(const ir::Statement &s, const ir::ValueTable &values) {
  if (s.results.size() != 1 || !values.type(s.results[0]).isScalar() || !values.type(s.results[0]).isDifferentiable())
    return false;
  const auto *branch = std::get_if<ir::If>(&s.op);
  const auto isRow = [&](const ir::Block &b) { return llvm::all_of(b.statements, [&](const ir::Statement &t) { return isRead(t, values); }); };
  return std::holds_alternative<ir::Index>(s.op) || (branch && isRow(branch->then) && isRow(branch->otherwise));
}

/// r = p(x..) of which the value is known: the derivative is that of p, the value is `kept`.
ir::WithRules withKnownValue(const ir::Apply &op, ir::Value kept, ir::ValueTable &values) {
  ir::WithRules rules;
  rules.arguments = op.arguments;
  rules.arguments.push_back(kept);
  for (ir::Value v : rules.arguments)
    rules.fn.parameters.push_back(values.fresh(values.type(v)));
  rules.fn.results = {rules.fn.parameters.back()};
  ir::Block &adjoint = rules.adjoint.emplace();
  for (ir::Value v : rules.arguments)
    adjoint.parameters.push_back(values.fresh(values.type(v)));
  const ir::Value r = adjoint.parameters.back(), d = values.fresh(values.type(kept));
  adjoint.parameters.push_back(d);
  ir::Apply inside = op;
  inside.arguments.assign(adjoint.parameters.begin(), adjoint.parameters.begin() + op.arguments.size());
  ir::Builder b(values, adjoint.statements);
  for (std::size_t k = 0; k < op.arguments.size(); ++k) {
    const ir::Type type = values.type(op.arguments[k]);
    if (!type.isDifferentiable())
      continue;
    const ir::Value part = contribution(inside, k, r, d, b);
    adjoint.results.push_back(part ? b.cast(type.scalar, part) : b.zero(type.scalar));
  }
  adjoint.results.push_back(b.zero(values.type(kept).scalar));
  return rules;
}

/// The same of an element of an array, which has been read where `kept` comes from: nobody needs it, but its derivative.
ir::WithRules withKnownValue(ir::Value element, ir::Value kept, ir::ValueTable &values) {
  const ir::Type type = values.type(element);
  ir::WithRules rules;
  rules.arguments = {element, kept};
  rules.fn.parameters = {values.fresh(type), values.fresh(type)};
  rules.fn.results = {rules.fn.parameters[1]};
  ir::Block &adjoint = rules.adjoint.emplace();
  adjoint.parameters = {values.fresh(type), values.fresh(type), values.fresh(type)};
  adjoint.results = {adjoint.parameters[2], values.zero(type.scalar)};
  return rules;
}

} // namespace

ir::Statement keptNumberMark(ir::Value number, llvm::ArrayRef<ir::Value> counters, llvm::ArrayRef<ir::Value> trips,
                             ir::ValueTable &values, ir::SourceLocation location) {
  ir::Values arguments{number};
  arguments.append(counters.begin(), counters.end());
  arguments.append(trips.begin(), trips.end());
  return note(keptNumberName, std::move(arguments), values, location);
}

bool isKeptNumberMark(const ir::Statement &s) { return noteOf(s, keptNumberName); }

ir::Value askedNumber(const ir::Statement &s, ir::Value counter) {
  const ir::WithRules *mark = noteOf(s, keptNumberName);
  return mark && mark->arguments[1] == counter ? mark->arguments[0] : ir::Value();
}

void KeptNumbers::addAsked(const ir::Loop &loop) {
  ir::forEachStatement(loop.body, [&](const ir::Statement &s) {
    const ir::Value number = askedNumber(s, loop.body.parameters[0]);
    if (!number || find(number))
      return;
    const llvm::ArrayRef<ir::Value> all = llvm::ArrayRef(std::get<ir::WithRules>(s.op).arguments).drop_front();
    numbers.push_back({number,
                       ir::Values(all.take_front(all.size() / 2)),
                       ir::Values(all.drop_front(all.size() / 2)),
                       {},
                       {}});
  });
}

bool isKeptNumber(const ir::WithRules &op) { return op.name.empty(); }

ir::Value keptElement(const ir::Statement &s) {
  const auto *rules = std::get_if<ir::WithRules>(&s.op);
  const bool isKept = rules && isKeptNumber(*rules) && rules->arguments.size() == 2 && rules->adjoint &&
                      rules->adjoint->statements.empty();
  return isKept ? rules->arguments[0] : ir::Value();
}

KeptNumbers::KeptNumbers(const ir::Loop &loop, llvm::ArrayRef<std::size_t> logged, llvm::ArrayRef<std::size_t> checkpoints,
                         const ir::ValueTable &values) {
  ir::ValueSet states;
  for (std::size_t k : logged) {
    countUpdates(loop.body.parameters[k + 1], loop.body.results[k], loop.body, stored, states);
    followsCarried.insert(loop.body.parameters[k + 1]);
  }
  for (std::size_t k : checkpoints)
    if (const ir::Value v = loop.body.parameters[k + 1]; values.type(v).isScalar() && values.type(v).isDifferentiable()) {
      ++stored[&loop.body];
      followsCarried.insert(v);
    }
  if (stored.empty())
    return;
  followFlow(loop.body.statements, followsCarried);
  ir::ValueSet inside(loop.body.parameters.begin(), loop.body.parameters.end());
  const auto define = [&](const ir::Statement &s) { inside.insert(s.results.begin(), s.results.end()); };
  ir::forEachStatement(loop.body, define);
  ir::forEachStatement(loop.body, [&](const ir::Statement &s) {
    if (const auto *apply = std::get_if<ir::Apply>(&s.op); apply && isDear(*apply, values))
      dear.insert(s.results[0]);
    else if (isRead(s, values))
      reads.insert(s.results[0]);
    ir::forEachBlock(s.op, [&](const ir::Block &b) { inside.insert(b.parameters.begin(), b.parameters.end()); });
  });
  find(loop.body, {loop.body.parameters[0]}, {loop.count}, inside, values);
  keepLastReads(loop, states);
}

/// Keeps what other blocks read of the logged arrays, too, where nothing else of the return sweep reads them then: so that they are
/// not restored.
void KeptNumbers::keepLastReads(const ir::Loop &loop, const ir::ValueSet &states) {
  const auto hasRoom = [&](const Number &read) {
    return llvm::any_of(stored, [&](const auto &block) {
      const ir::Values trips = tripsOf.lookup(block.first);
      return llvm::all_of(read.trips, [&](ir::Value n) { return llvm::count(read.trips, n) <= llvm::count(trips, n); });
    });
  };
  ir::ValueSet ofStates;
  ir::forEachStatement(loop.body, [&](const ir::Statement &s) {
    if (s.results.size() == 1 && readsAnyOf(states, {{}, {s}, {}}))
      ofStates.insert(s.results[0]);
  });
  llvm::erase_if(lastReads, [&](const Number &n) { return !hasRoom(n) || !ofStates.contains(n.number); });
  const std::size_t before = numbers.size();
  llvm::append_range(numbers, std::exchange(lastReads, {}));
  if (numbers.size() > before && readsAnyOf(states, loop.body))
    numbers.resize(before);
}

/// Are there uses of these states of an array that no kept number takes the place of, and that are not updates?
bool KeptNumbers::readsAnyOf(const ir::ValueSet &states, const ir::Block &block) const {
  return llvm::any_of(block.statements, [&](const ir::Statement &s) {
    if (s.results.size() == 1 && find(s.results[0]))
      return false;
    bool reads = false;
    const auto *update = std::get_if<ir::Update>(&s.op);
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (!loop)
      ir::forEachOperand(s.op, [&](ir::Value v) { reads |= states.contains(v) && !(update && v == update->array); });
    ir::forEachBlock(s.op, [&](const ir::Block &inner) { reads |= readsAnyOf(states, inner); });
    return reads;
  });
}

void KeptNumbers::find(const ir::Block &block, const ir::Values &counters, const ir::Values &trips,
                       const ir::ValueSet &inside, const ir::ValueTable &values) {
  const std::size_t anyway = stored.lookup(&block);
  tripsOf[&block] = trips;
  std::vector<Number> functions, reads;
  for (const ir::Statement &s : block.statements) {
    if (s.results.size() != 1 || !followsCarried.contains(s.results[0]))
      continue;
    if (dear.contains(s.results[0]))
      functions.push_back({s.results[0], counters, trips, nameFor(s, values), {}});
    else if (this->reads.contains(s.results[0]))
      reads.push_back({s.results[0], counters, trips, nameFor(s, values), {}});
  }
  if (functions.size() > keptPerStored * anyway)
    functions.resize(keptPerStored * anyway);
  if (anyway == 0 && functions.empty())
    llvm::append_range(lastReads, std::exchange(reads, {}));
  if (functions.empty() || reads.size() > readsPerStored * anyway || functions.size() + reads.size() > keptPerStored * anyway)
    reads.clear();
  llvm::append_range(numbers, functions);
  llvm::append_range(numbers, reads);
  for (const ir::Statement &s : block.statements) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (!loop || !loop->isCounted() || inside.contains(loop->count) || loop->annotations.revolve ||
        loop->annotations.stripmine != 1)
      continue;
    ir::Values around = counters, counts = trips;
    around.push_back(loop->body.parameters[0]);
    counts.push_back(loop->count);
    find(loop->body, around, counts, inside, values);
  }
}

const KeptNumbers::Number *KeptNumbers::find(ir::Value number) const {
  const auto found = llvm::find_if(numbers, [&](const Number &n) { return n.number == number; });
  return found == numbers.end() ? nullptr : &*found;
}

/// In the iterations of a loop, or in an arm of a branch?
bool KeptNumbers::isIn(const Number &number, const ir::Statement &s) const {
  if (const auto *loop = std::get_if<ir::Loop>(&s.op))
    return loop->isCounted() && llvm::is_contained(number.counters, loop->body.parameters[0]);
  bool isInArm = false;
  if (std::holds_alternative<ir::If>(s.op))
    ir::forEachBlock(s.op, [&](const ir::Block &arm) {
      ir::forEachStatement(
          arm, [&](const ir::Statement &inner) { isInArm |= llvm::is_contained(inner.results, number.number); });
    });
  return isInArm;
}

void KeptNumbers::store(ir::Statement &statement, ir::Builder &b) {
  auto &loop = std::get<ir::Loop>(statement.op);
  now.clear();
  for (const Number &n : numbers) {
    ir::Values extents;
    for (ir::Value trips : n.trips)
      extents.push_back(b.apply(prims::Prim::Max, {trips, b.index(0)}));
    loop.inits.push_back(b.store(ir::Stored::Kept, b.zero(b.type(n.number).scalar), extents,
                                 n.name.empty() ? b.values.name(n.number).text : n.name));
    now.push_back(b.values.freshLike(loop.inits.back()));
    loop.body.parameters.push_back(now.back());
  }
  storeIn(loop.body, b.values);
  loop.body.results.append(now);
  for (auto [n, last] : llvm::zip_equal(numbers, now)) {
    n.kept = b.values.freshLike(last);
    statement.results.push_back(n.kept);
  }
}

void KeptNumbers::storeIn(ir::Block &block, ir::ValueTable &values) {
  std::vector<ir::Statement> statements;
  for (ir::Statement &s : block.statements) {
    auto *loop = std::get_if<ir::Loop>(&s.op);
    llvm::SmallVector<std::size_t, 4> handed; // the numbers that are in this loop or branch
    for (auto [k, n] : llvm::enumerate(numbers))
      if (isIn(n, s))
        handed.push_back(k);
    for (std::size_t k : handed)
      if (loop) {
        loop->inits.push_back(now[k]);
        now[k] = values.freshLike(now[k]);
        loop->body.parameters.push_back(now[k]);
      }
    const ir::Values before = now;
    if (!handed.empty())
      ir::forEachBlock(s.op, [&](ir::Block &inner) { // the body, or an arm
        now = before;
        storeIn(inner, values);
        for (std::size_t k : handed)
          inner.results.push_back(now[k]);
      });
    for (std::size_t k : handed) {
      now[k] = values.freshLike(now[k]);
      s.results.push_back(now[k]);
    }
    statements.push_back(std::move(s));
    const ir::Values results = statements.back().results;
    for (ir::Value r : results) {
      const Number *const number = find(r);
      if (!number)
        continue;
      ir::Builder b(values, statements, statements.back().location);
      ir::Value &array = now[static_cast<std::size_t>(number - numbers.data())];
      const ir::Value after = b.update(array, number->counters, number->number);
      values.setStored(after, ir::Stored::Kept);
      array = after;
    }
  }
  block.statements = std::move(statements);
}

ir::Loop KeptNumbers::read(ir::Loop loop, ir::ValueTable &values) const {
  if (!numbers.empty())
    readIn(loop.body, values);
  return loop;
}

void KeptNumbers::readIn(ir::Block &block, ir::ValueTable &values) const {
  std::vector<ir::Statement> statements;
  ir::ValueMap now; // integers
  for (ir::Statement &s : block.statements) {
    if (std::holds_alternative<ir::Loop>(s.op) || std::holds_alternative<ir::If>(s.op))
      ir::forEachBlock(s.op, [&](ir::Block &inner) { readIn(inner, values); });
    ir::substitute(s.op, now);
    const Number *number = s.results.size() == 1 ? find(s.results[0]) : nullptr;
    if (number && values.type(number->number).isDifferentiable()) {
      ir::Builder b(values, statements, s.location);
      const ir::Value kept = b.read(number->kept, number->counters);
      if (const auto *apply = std::get_if<ir::Apply>(&s.op)) {
        s.op = withKnownValue(*apply, kept, values);
      } else {
        const ir::Value element = values.freshLike(number->number);
        statements.push_back({{element}, std::move(s.op), s.location});
        s.op = withKnownValue(element, kept, values);
      }
    }
    statements.push_back(std::move(s));
    const ir::Values results = statements.back().results;
    for (ir::Value r : results)
      if (const Number *integer = values.type(r).isDifferentiable() ? nullptr : find(r))
        now[r] = ir::Builder(values, statements, statements.back().location).read(integer->kept, integer->counters);
  }
  block.statements = std::move(statements);
  for (ir::Value &r : block.results)
    if (const ir::Value v = now.lookup(r))
      r = v;
}

} // namespace soac::ops

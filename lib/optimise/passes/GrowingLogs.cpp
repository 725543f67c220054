// A `while` that only counts its trips, and the loop behind it that goes the same way and logs numbers, become one
// `while` whose logs grow:
//   n = loop while (x, 0) |x, k| { yield step(x), k + 1 };  log = fill 0, [n];
//   loop n, (x, log) |i, x, l| { m = update l[i] = x  yield step(x), m }
//     ->  n, log = loop while (0, x, fill 0, [64]) |k, x, l| [and k < 64] {
//                     m = update l[k] = x  yield k + 1, step(x), m }
//         if it would go on:
//           loop while (n, x, log) |k, x, l| {
//             more = concat l, (fill 0, [extent l])
//             loop while (k, x, more) |k, x, l| [and k < extent more] { .. as above .. }
//           }
// So a forward sweep computes once what it computed twice, for logs of up to twice the length (or 64), each number of
// which is copied once on average. A loop of a few trips, which is often one of many, has its logs on the stack. Logs
// of rows are left as they are: their memory weighs more than the computation.
//
// The second loop goes the same way where all that the first one carries is carried by it, too (EqualCarried.h).
#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/EqualCarried.h"
#include "optimise/passes/PassList.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVectorExtras.h>

#include <utility>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

/// Numbers that a log has room for at first.
constexpr std::int64_t firstRoom = 64;

/// A log that the second loop fills.
struct Log {
  std::size_t position; ///< among what the loop carries
  std::size_t fill;     ///< the statement that makes it
  Value value;          ///< that it is filled with
};

class GrowingLogs {
public:
  explicit GrowingLogs(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    for (std::size_t at = 0; at < b.statements.size(); ++at)
      if (const auto counter = counterOf(b.statements[at], b))
        unite(b, at, *counter);
  }

  /// The position of the number of trips, where the loop gives nothing else.
  std::optional<std::size_t> counterOf(const Statement &s, const Block &around) const {
    const auto *loop = std::get_if<Loop>(&s.op);
    if (!loop || loop->isCounted() || !loop->annotations.areNone() || hasEffect(s.op))
      return std::nullopt;
    std::optional<std::size_t> counter;
    const DefUse inside(loop->body);
    for (auto [k, r] : llvm::enumerate(s.results)) {
      if (countUses(r, around) == 0)
        continue;
      if (counter || !isCounter(*loop, k, inside))
        return std::nullopt;
      counter = k;
    }
    return counter;
  }
  bool isCounter(const Loop &loop, std::size_t k, const DefUse &inside) const {
    const auto *next = inside.as<Apply>(loop.body.results[k]);
    if (!next || next->prim != Prim::Add || next->type != indexType || values.asInt(loop.inits[k]) != 0)
      return false;
    const Value x = next->arguments[0], y = next->arguments[1], self = loop.body.parameters[k];
    return (x == self && values.asInt(y) == 1) || (y == self && values.asInt(x) == 1);
  }

  void unite(Block &b, std::size_t first, std::size_t counter) {
    const Value n = b.statements[first].results[counter];
    const auto isLoopOf = [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      return loop && loop->count == n && loop->annotations.areNone() && !hasEffect(s.op);
    };
    const auto found =
        std::find_if(b.statements.begin() + static_cast<std::ptrdiff_t>(first), b.statements.end(), isLoopOf);
    if (found == b.statements.end())
      return;
    const auto second = static_cast<std::size_t>(found - b.statements.begin());
    const auto logs = logsBetween(b, first, second, n);
    if (!logs || logs->empty())
      return;

    std::vector<Statement> made;
    Builder out(values, made, b.statements[second].location);
    for (std::size_t at = first + 1; at < second; ++at)
      if (llvm::none_of(*logs, [&](const Log &log) { return log.fill == at; }))
        made.push_back(b.statements[at]);
    std::optional<Loop> both =
        united(std::get<Loop>(b.statements[first].op), std::get<Loop>(b.statements[second].op), counter);
    if (!both)
      return;
    Values results{n}, grown;
    results.append(b.statements[second].results);
    for (const Log &log : *logs) {
      grown.push_back(values.freshLike(results[log.position + 1]));
      results[log.position + 1] = grown.back();
    }
    If rest = inParts(std::move(*both), *logs, out);
    made.push_back({results, std::move(rest), out.location});
    for (auto [log, array] : llvm::zip_equal(*logs, grown)) // there is more room than numbers
      made.push_back({{b.statements[second].results[log.position]}, Slice{array, out.index(0), n, 1}, out.location});
    const auto begin = b.statements.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(second - first + 1);
    b.statements.insert(b.statements.erase(begin, end), std::make_move_iterator(made.begin()),
                        std::make_move_iterator(made.end()));
  }

  /// The logs that the second loop fills. Nothing where another statement from the first loop on reads n, or cannot
  /// move in front of the first loop.
  std::optional<llvm::SmallVector<Log, 4>> logsBetween(const Block &b, std::size_t first, std::size_t second,
                                                       Value n) const {
    const auto &loop = std::get<Loop>(b.statements[second].op);
    if (freeVariables(loop.body, values).contains(n))
      return std::nullopt;
    llvm::SmallVector<Log, 4> logs;
    for (std::size_t at = first + 1; at < second; ++at) {
      const Statement &s = b.statements[at];
      if (hasEffect(s.op))
        return std::nullopt;
      if (!freeVariables(s.op, values).contains(n))
        continue;
      const auto *fill = std::get_if<Fill>(&s.op);
      const auto *used = fill ? llvm::find(loop.inits, s.results[0]) : nullptr;
      if (!fill || fill->extents.size() != 1 || fill->extents[0] != n || values.type(s.results[0]).rank != 1 ||
          !values.asConstant(fill->value) || used == loop.inits.end() || countUses(s.results[0], b) != 1)
        return std::nullopt;
      const auto position = static_cast<std::size_t>(used - loop.inits.begin());
      ValueSet states;
      states.insert(loop.body.parameters[position + 1]);
      if (!writesOwnElement(loop.body, loop.body.parameters[0], states) ||
          !states.contains(loop.body.results[position]))
        return std::nullopt;
      logs.push_back({position, at, fill->value});
    }
    return logs;
  }

  /// Is element i of the log written, and nothing else done with it? Adds the states of the log to `states`.
  bool writesOwnElement(const Block &block, Value i, ValueSet &states) const {
    for (const Statement &s : block.statements) {
      if (const auto *update = std::get_if<Update>(&s.op); update && states.contains(update->array)) {
        if (update->indices.size() != 1 || update->indices[0] != i)
          return false;
        states.insert(s.results[0]);
      } else if (const auto *branch = std::get_if<If>(&s.op)) {
        if (!writesOwnElement(branch->then, i, states) || !writesOwnElement(branch->otherwise, i, states))
          return false;
        for (auto [k, r] : llvm::enumerate(s.results)) {
          const bool isState = states.contains(branch->then.results[k]);
          if (isState != states.contains(branch->otherwise.results[k]))
            return false;
          if (isState)
            states.insert(r);
        }
      } else if (llvm::any_of(freeVariables(s.op, values), [&](Value v) { return states.contains(v); })) {
        return false;
      }
    }
    return true;
  }

  /// One loop that counts and does in each trip what both do: it carries the number of trips, and then what the second
  /// one carries. Nothing where they do not go the same way.
  std::optional<Loop> united(Loop first, Loop second, std::size_t counter) {
    const std::size_t count = first.inits.size();
    substitute(second.body, {{second.body.parameters[0], first.body.parameters[counter]}});
    for (Value p : llvm::drop_begin(second.body.parameters)) {
      first.body.parameters.push_back(p);
      first.condition.parameters.push_back(values.freshLike(p));
    }
    first.inits.append(second.inits);
    llvm::move(second.body.statements, std::back_inserter(first.body.statements));
    first.body.results.append(second.body.results);

    const auto firsts = equalCarried(first);
    ValueMap same;
    for (std::size_t k = 0; k < count; ++k) {
      const auto rest = llvm::drop_begin(firsts, count);
      const auto equal = llvm::find(rest, firsts[k]);
      if (k == counter)
        continue;
      if (equal == rest.end())
        return std::nullopt;
      const auto position = static_cast<std::size_t>(equal - firsts.begin());
      same[first.body.parameters[k]] = first.body.parameters[position];
      same[first.condition.parameters[k]] = first.condition.parameters[position];
    }
    substitute(first.body, same);
    substitute(first.condition, same);
    for (Values *carried : {&first.inits, &first.body.parameters, &first.body.results, &first.condition.parameters}) {
      std::swap((*carried)[counter], (*carried)[count - 1]);
      carried->erase(carried->begin(), carried->begin() + static_cast<std::ptrdiff_t>(count) - 1);
    }
    return first;
  }

  /// The loop, in parts that end when the logs are full: what comes after the first part. `out` takes that one and what
  /// makes the logs.
  If inParts(Loop loop, llvm::ArrayRef<Log> logs, Builder &out) {
    for (const Log &log : logs) {
      Value &init = loop.inits[log.position + 1];
      init = out.emit1(Fill{log.value, {out.index(firstRoom)}}, values.name(init));
    }
    const Loop beginning{{}, cloneBlock(loop.condition, values), loop.inits, cloneBlock(loop.body, values), {}};
    loop.inits = part(beginning, out.index(firstRoom), out);
    If rest{out.inlineBlock(loop.condition, loop.inits)[0], {}, {}};
    rest.otherwise.results = loop.inits;
    Builder in(values, rest.then.statements, out.location);
    rest.then.results = in.emit(growing(std::move(loop), logs, out.location), namesOf(rest.otherwise.results));
    return rest;
  }

  /// The loop in parts, for each of which the logs grow to twice their length.
  Loop growing(Loop loop, llvm::ArrayRef<Log> logs, SourceLocation location) {
    Loop all{{}, cloneBlock(loop.condition, values), loop.inits, {}, {}};
    for (Value p : loop.body.parameters)
      all.body.parameters.push_back(values.freshLike(p));
    loop.inits = all.body.parameters;
    Builder in(values, all.body.statements, location);
    const Value length = in.extent(loop.inits[logs.front().position + 1]); // of all of them
    for (const Log &log : logs) {
      Value &array = loop.inits[log.position + 1];
      array = in.emit1(Concat{{array, in.fill(log.value, {length})}}, values.name(array));
    }
    all.body.results = part(std::move(loop), in.add(length, length), in);
    return all;
  }

  /// The trips of the loop up to number `room`, which its first carried value counts.
  Values part(Loop loop, Value room, Builder &out) {
    Builder test(values, loop.condition.statements, out.location);
    Value &goesOn = loop.condition.results[0];
    goesOn = test.apply(Prim::And, {goesOn, test.lessThan(loop.condition.parameters[0], room)});
    const auto names = namesOf(loop.inits);
    return out.emit(std::move(loop), names);
  }

  llvm::SmallVector<Name, 8> namesOf(llvm::ArrayRef<Value> all) const {
    return llvm::map_to_vector<8>(all, [&](Value v) { return values.name(v); });
  }

  ValueTable &values;
};

} // namespace

Function growLogs(Function function) {
  GrowingLogs run(function);
  return function;
}

} // namespace soac::optimise

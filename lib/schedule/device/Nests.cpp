#include "schedule/device/Nests.h"

#include "analysis/Cost.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule::device {

using namespace exec;
using ir::Value;

namespace {

constexpr std::int64_t few = 64;      ///< iterations that one thread runs beside what is around them
constexpr unsigned mostRepeated = 16; ///< cost of the numbers that each thread computes again

class NestWalk {
public:
  NestWalk(const ir::Function &function, const AccessQuery &query, const FreeLoops &free, const Sides &sides, ir::Values added)
      : function(function), query(query), free(free), sides(sides), nest{1, std::move(added)} {}

  Nest run(const For &outermost) {
    const ir::ValueSet inside = query.of(outermost.body).made;
    const For *around = &outermost;
    while (const Node *next = inner(*around, inside)) {
      ++nest.depth;
      around = iterationsOf(*next);
      for (Value v : *free.added(*around->statement))
        if (!inside.contains(v) && !llvm::is_contained(nest.added, v))
          nest.added.push_back(v);
      if (std::holds_alternative<ir::MapReduce>(around->statement->op))
        break;
    }
    return std::move(nest);
  }

private:
  const ir::Function &function;
  const AccessQuery &query;
  const FreeLoops &free;
  const Sides &sides;
  Nest nest;
  unsigned repeated = 0;

  /// The loop that is all of the body.
  const Node *inner(const For &around, const ir::ValueSet &inside) {
    const Node *const node = onlyLoop(around.body);
    if (!node || !isWorthThreads(*iterationsOf(*node), inside) || !free.added(*iterationsOf(*node)->statement))
      return nullptr;
    const For &loop = *iterationsOf(*node);
    const bool isReduction = std::holds_alternative<ir::MapReduce>(loop.statement->op);
    if (isReduction && !(beginsWithConstants(*loop.statement) && (std::holds_alternative<Reduce>(*node) || !loop.running.empty())))
      return nullptr;
    const bool isPure = std::holds_alternative<ir::Map>(around.statement->op) &&
                        !std::holds_alternative<ir::Loop>(loop.statement->op);
    bool isBefore = true;
    for (const Node &n : around.body) {
      if (&n == node)
        isBefore = false;
      else if (const auto *variable = std::get_if<Variable>(&n); variable && llvm::is_contained(loop.running, variable->value))
        continue;
      else if (isBefore ? !mayRepeat(n, isPure) : !(isReduction && mayFollow(n)))
        return nullptr;
    }
    return node;
  }

  bool isWorthThreads(const For &loop, const ir::ValueSet &inside) const {
    if (!loop.count || function.values.asInt(loop.count->value).value_or(few + 1) <= few)
      return false;
    const Value count = loop.count->value;
    return (loop.count->isExtent || !sides.isOnDevice(count)) && !inside.contains(count) &&
           llvm::none_of(query.readFor(count), [&](Value v) { return inside.contains(v); });
  }
  bool beginsWithConstants(const ir::Statement &s) const {
    return llvm::all_of(std::get<ir::MapReduce>(s.op).reductions,
                        [&](const ir::Reduction &r) {
                          return llvm::all_of(r.neutral, [&](Value v) { return function.values.asConstant(v); });
                        });
  }

  /// What every thread does for itself: numbers, which are cheap, and names of rows. `isPure`: the threads write nothing that
  /// another one reads.
  bool mayRepeat(const Node &node, bool isPure) {
    return std::visit(Overloaded{[&](const Let &l) {
                                   const ir::Op &op = l.statement->op;
                                   if (std::holds_alternative<ir::Index>(op))
                                     return isPure;
                                   if (const auto *apply = std::get_if<ir::Apply>(&op))
                                     repeated += analysis::cost(*apply, function.values);
                                   return (std::holds_alternative<ir::Apply>(op) || std::holds_alternative<ir::Extent>(op)) &&
                                          repeated <= mostRepeated;
                                 },
                                 [&](const Bind &b) { return isPure || function.type(b.parameter).isArray(); },
                                 [](const View &v) { return !v.isOfPointer; }, [](const Check &) { return true; },
                                 [](const Alloc &a) { return a.space == Space::Row; }, [](const auto &) { return false; }},
                      node);
  }
  /// What one thread does with the sum.
  static bool mayFollow(const Node &node) {
    return std::visit(Overloaded{[](const OneOf<Let, Bind, Store, Check> auto &) { return true; },
                                 [](const View &v) { return !v.isOfPointer; },
                                 [](const Put &p) { return p.how == Put::How::Element; }, [](const auto &) { return false; }},
                      node);
  }
};

} // namespace

Nest nestOf(const For &outermost, ir::Values added, const ir::Function &function, const AccessQuery &query, const FreeLoops &free,
            const Sides &sides) {
  if (!free.added(*outermost.statement))
    return {1, std::move(added)};
  return NestWalk(function, query, free, sides, std::move(added)).run(outermost);
}

} // namespace soac::schedule::device

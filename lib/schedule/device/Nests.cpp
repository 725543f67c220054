#include "schedule/device/Nests.h"

#include "analysis/Cost.h"
#include "analysis/Polynomial.h"
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
  NestWalk(const ir::Function &function, const AccessQuery &query, const Places &places, const FreeLoops &free, const Sides &sides, ir::Values added)
      : function(function), query(query), places(places), free(free), sides(sides), nest{1, std::move(added)} {}

  Nest run(const For &outermost) {
    ir::ValueSet inside = query.of(outermost.body).made;
    inside.insert(blockOf(outermost).parameters.begin(), blockOf(outermost).parameters.end());
    learnParts(outermost.body);
    const For *around = &outermost;
    while (const Node *next = inner(*around, inside)) {
      ++nest.depth;
      const Value segment = blockOf(*around).parameters[0];
      around = iterationsOf(*next);
      for (Value v : *free.added(*around->statement))
        if (!inside.contains(v) && !llvm::is_contained(nest.added, v))
          nest.added.push_back(v);
      if (const auto *sums = std::get_if<ir::MapReduce>(&around->statement->op)) {
        nest.readsColumns = readsColumns(*sums, segment, outermost);
        break;
      }
    }
    return std::move(nest);
  }

private:
  const ir::Function &function;
  const AccessQuery &query;
  const Places &places;
  const FreeLoops &free;
  const Sides &sides;
  ir::ValueMap partOf; ///< from rows and other parts to arrays
  Nest nest;
  unsigned repeated = 0;

  static const ir::Block &blockOf(const For &loop) {
    return std::visit(Overloaded{[](const ir::Loop &l) -> const ir::Block & { return l.body; },
                                 [](const OneOf<ir::Map, ir::MapReduce> auto &k) -> const ir::Block & { return k.fn; },
                                 [](const auto &) -> const ir::Block & { llvm_unreachable("no loop of a nest"); }},
                      loop.statement->op);
  }

  /// Do fewer of the reads of a sum go to memory far apart where threads side by side have neighbouring sums, than where they have
  /// neighbouring elements of one sum?
  bool readsColumns(const ir::MapReduce &sums, Value segment, const For &outermost) const {
    const analysis::DefUse definitions(*outermost.statement);
    const analysis::Polynomials polynomials(function.values, definitions, [](ir::Scalar s) { return s == ir::Scalar::I64; });
    const auto depends = [&](Value index, Value counter) {
      return llvm::any_of(polynomials.of(index).terms(), [&](const auto &term) {
        return llvm::any_of(term.first, [&](Value v) {
          return v == counter || (definitions.isInside(v) && !definitions.isParameter(v)); // of others it is not known
        });
      });
    };
    const auto isFar = [&](llvm::ArrayRef<Value> indices, Value counter) {
      const analysis::Polynomial slope = polynomials.of(indices.back()).in(counter).slope;
      return llvm::any_of(indices.drop_back(), [&](Value v) { return depends(v, counter); }) ||
             (depends(indices.back(), counter) && slope != 1 && slope != -1);
    };
    const Value element = sums.fn.parameters[0];
    int byRows = 0, byColumns = 0;
    forEachStatement(sums.fn, [&](const ir::Statement &s) {
      if (const auto *read = std::get_if<ir::Index>(&s.op); read && !function.type(s.results[0]).isArray()) {
        byRows += isFar(read->indices, element);
        byColumns += isFar(read->indices, segment);
      }
    });
    // Elements of rows: far apart for other segments, unless the row is the same for all.
    for (Value array : sums.arrays)
      byColumns += function.type(array).rank == 1 && definitions.isInside(array);
    return byColumns < byRows;
  }

  /// The loop that is all of the body.
  const Node *inner(const For &around, const ir::ValueSet &inside) {
    const Node *const node = onlyLoop(around.body);
    if (!node || !isWorthThreads(*iterationsOf(*node), inside) || !free.added(*iterationsOf(*node)->statement))
      return nullptr;
    const For &loop = *iterationsOf(*node);
    const bool isReduction = std::holds_alternative<ir::MapReduce>(loop.statement->op);
    if (isReduction &&
        !(beginsWithConstants(*loop.statement) && (std::holds_alternative<Reduce>(*node) || isInParts(loop))))
      return nullptr;
    const bool isPure = std::holds_alternative<ir::Map>(around.statement->op) &&
                        !std::holds_alternative<ir::Loop>(loop.statement->op);
    if (readsBefore(around, *node))
      return nullptr;
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

  void learnParts(const Nodes &nodes) {
    const auto learn = [&](Value part, Value of) {
      if (of && function.type(part).isArray() && function.type(of).isArray())
        partOf.try_emplace(places.handle(part), of);
    };
    for (const Node &node : nodes) {
      if (const auto *bind = std::get_if<Bind>(&node))
        learn(bind->parameter, bind->operand);
      else if (const auto *view = std::get_if<View>(&node))
        forEachOperand(view->statement->op, [&](Value of) { learn(view->statement->results[0], of); });
      else if (const auto *alloc = std::get_if<Alloc>(&node))
        learn(alloc->value, alloc->of);
      forEachInside(node, [&](const Nodes &inner) { learnParts(inner); });
    }
  }
  Value whole(Value v) const {
    v = places.handle(v);
    for (auto at = partOf.find(v); at != partOf.end(); at = partOf.find(v))
      v = places.handle(at->second);
    return v;
  }
  /// Does something in front of the inner loop read elements of an array that this loop writes? Then each thread would have to
  /// read them before another one writes.
  bool readsBefore(const For &around, const Node &inner) const {
    ir::Values read;
    for (const Node &n : around.body) {
      if (&n == &inner)
        break;
      if (const auto *let = std::get_if<Let>(&n); let && std::holds_alternative<ir::Index>(let->statement->op))
        read.push_back(std::get<ir::Index>(let->statement->op).array);
      else if (const auto *bind = std::get_if<Bind>(&n); bind && !function.type(bind->parameter).isArray())
        read.push_back(bind->operand);
    }
    const ir::ValueSet written = query.of({inner}).written;
    return llvm::any_of(read, [&](Value r) {
      return llvm::any_of(written, [&](Value w) { return function.type(w).isArray() && free.mayMeet(whole(r), whole(w)); });
    });
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
    return std::visit(Overloaded{[](const OneOf<Let, Bind, Store, Save, Check> auto &) { return true; },
                                 [](const View &v) { return !v.isOfPointer; },
                                 [](const Put &p) { return p.how == Put::How::Element; }, [](const auto &) { return false; }},
                      node);
  }
};

} // namespace

Nest nestOf(const For &outermost, ir::Values added, const ir::Function &function, const AccessQuery &query, const Places &places,
            const FreeLoops &free, const Sides &sides) {
  if (!free.added(*outermost.statement))
    return {1, std::move(added)};
  return NestWalk(function, query, places, free, sides, std::move(added)).run(outermost);
}

} // namespace soac::schedule::device

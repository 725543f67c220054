#include "ops/rules/NestUndo.h"

#include "analysis/Deciders.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

using analysis::updateChain;
using analysis::UpdateLink;

namespace {

/// The array at which the chain of a branch's arms begins.
ir::Value sourceOf(const ir::If &branch, std::size_t position) {
  return analysis::inPlaceSource(branch.then.results[position], branch.then);
}

/// Do loops inside of a loop update the array? The number of an entry would have to be taken apart by divisions.
bool hasNest(const ir::Block &b, ir::Value source, ir::Value result, bool isInLoop) {
  return llvm::any_of(*updateChain(source, result, b), [&](const UpdateLink &link) {
    const ir::Op &op = b.statements[link.statement].op;
    if (const auto *loop = std::get_if<ir::Loop>(&op))
      return isInLoop || hasNest(loop->body, loop->body.parameters[link.position + 1], loop->body.results[link.position], true);
    const auto *branch = std::get_if<ir::If>(&op);
    return branch && (hasNest(branch->then, sourceOf(*branch, link.position), branch->then.results[link.position], isInLoop) ||
                      hasNest(branch->otherwise, sourceOf(*branch, link.position), branch->otherwise.results[link.position], isInLoop));
  });
}

class NestBackwards {
public:
  NestBackwards(const ir::Loop &loop, ir::Value contents) : definitions(loop.body), contents(contents) {}

  /// Undoes the chain, the last statement first; `known` are counters and what is computed of them.
  NestUndo::State block(const ir::Block &b, ir::Value source, ir::Value result, NestUndo::State now, ir::ValueMap known,
                        ir::Builder &out) const {
    const auto links = updateChain(source, result, b);
    for (const UpdateLink &link : llvm::reverse(*links))
      now = statement(b.statements[link.statement].op, link.position, now, known, out);
    return now;
  }
  /// The iterations, the last first.
  NestUndo::State loop(const ir::Loop &l, std::size_t position, NestUndo::State now, const ir::ValueMap &known,
                       ir::Value count, ir::Builder &out) const {
    const ir::Values undone =
        out.loop(count, {now.array, now.end}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
          ir::ValueMap inside = known;
          inside[l.body.parameters[0]] = in.sub(in.sub(count, in.index(1)), p[0]);
          const NestUndo::State state = block(l.body, l.body.parameters[position + 1], l.body.results[position],
                                              {p[1], p[2]}, std::move(inside), in);
          return {state.array, state.end};
        });
    return {undone[0], undone[1]};
  }

private:
  NestUndo::State statement(const ir::Op &op, std::size_t position, NestUndo::State now, ir::ValueMap &known,
                            ir::Builder &out) const {
    if (const auto *update = std::get_if<ir::Update>(&op)) {
      const ir::Value entry = out.sub(now.end, out.index(1));
      ir::Values indices;
      for (ir::Value v : update->indices)
        indices.push_back(valueOf(v, known, out));
      return {out.update(now.array, indices, out.read(contents, {entry})), entry};
    }
    if (const auto *inner = std::get_if<ir::Loop>(&op))
      return loop(*inner, position, now, known, valueOf(inner->count, known, out), out);
    const auto &branch = std::get<ir::If>(op);
    const auto arm = [&](const ir::Block &b) {
      return [&](ir::Builder &in) -> ir::Values {
        const NestUndo::State state = block(b, sourceOf(branch, position), b.results[position], now, known, in);
        return {state.array, state.end};
      };
    };
    const ir::Value condition = valueOf(branch.condition, known, out);
    const ir::Values undone = out.ifElse(condition, arm(branch.then), arm(branch.otherwise));
    return {undone[0], undone[1]};
  }

  ir::Value valueOf(ir::Value v, ir::ValueMap &known, ir::Builder &out) const {
    if (out.values.asConstant(v) || !definitions.isInside(v))
      return v;
    if (const ir::Value same = known.lookup(v))
      return same;
    ir::Apply computed = *definitions.as<ir::Apply>(v);
    for (ir::Value &x : computed.arguments)
      x = valueOf(x, known, out);
    return known[v] = out.emit1(std::move(computed));
  }

  analysis::DefUse definitions;
  ir::Value contents;
};

} // namespace

std::optional<NestUndo> NestUndo::of(const ir::Loop &loop, std::size_t position, Indices indices,
                                     const ir::ValueTable &values) {
  if (!loop.isCounted())
    return std::nullopt;
  const analysis::Deciders deciders(loop.body, loop.body.parameters[0], values);
  const auto holds = [&](auto ofIndex, auto ofControl) {
    const ir::Block &body = loop.body;
    return analysis::holdsOfUpdates(body.parameters[position + 1], body.results[position], body, ofIndex, ofControl);
  };
  const auto isKnown = [&](ir::Value v) { return deciders.isKnown(v); };
  if (!holds(isKnown, isKnown))
    return std::nullopt;
  if (indices == Indices::AreNotNeeded)
    return NestUndo(loop, position);
  // Where one loop in each iteration makes as many entries of the same elements, their indices are found without this.
  const bool isFound = holds([&](ir::Value v) { return !deciders.followsFromIteration(v); }, [&](ir::Value v) { return !deciders.isInside(v); });
  const ir::Block &body = loop.body;
  return isFound && !hasNest(body, body.parameters[position + 1], body.results[position], false) ? std::nullopt
                                                                                               : std::optional(NestUndo(loop, position));
}

NestUndo::State NestUndo::iteration(ir::Value i, State now, ir::Value contents, ir::Builder &b) const {
  return NestBackwards(loop, contents)
      .block(loop.body, loop.body.parameters[position + 1], loop.body.results[position], now,
             {{loop.body.parameters[0], i}}, b);
}

NestUndo::State NestUndo::all(State now, ir::Value contents, ir::Builder &b) const {
  return NestBackwards(loop, contents).loop(loop, position, now, ir::ValueMap(), loop.count, b);
}

} // namespace soac::ops

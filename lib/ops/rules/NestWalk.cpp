#include "ops/rules/NestWalk.h"

#include "analysis/Effects.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

using analysis::UpdateLink;

namespace {

/// Says which numbers are what they were, to the last bit, when they are made once more of counters and of values in
/// front of the loop.
class MadeAgain {
public:
  MadeAgain(const ir::Loop &loop, WalkReads reads, const ir::ValueTable &values)
      : values(values), definitions(loop.body), iteration(loop.body.parameters[0]), reads(reads) {}

  bool operator()(ir::Value v) const {
    if (values.asConstant(v) || !definitions.isInside(v) || v == iteration || definitions.isCounter(v))
      return true;
    if (const auto *read = definitions.as<ir::Index>(v))
      return reads != WalkReads::None && values.type(v).isScalar() && !definitions.isInside(read->array) &&
             llvm::all_of(read->indices, *this);
    const auto *computed = definitions.as<ir::Apply>(v);
    return computed && !isRounded(*computed) && analysis::isTotal(*computed, values) &&
           llvm::all_of(computed->arguments, *this);
  }

private:
  /// Compilers round the same arithmetic in several ways.
  static bool isRounded(const ir::Apply &op) {
    return ir::isFloat(op.type) && op.prim != prims::Prim::Abs && op.prim != prims::Prim::Neg;
  }

  const ir::ValueTable &values;
  analysis::DefUse definitions;
  ir::Value iteration;
  WalkReads reads;
};

/// Where these conditions are known, too.
bool holdsOf(const ir::Loop &loop, std::size_t position, const MadeAgain &isMade, const ir::ValueSet &conditions) {
  return analysis::holdsOfUpdates(
      loop.body.parameters[position + 1], loop.body.results[position], loop.body,
      [&](ir::Value v) { return isMade(v); }, [&](ir::Value v) { return conditions.contains(v) || isMade(v); });
}

void forEachBranch(const ir::Block &block, llvm::function_ref<void(const ir::If &)> visit) {
  ir::forEachStatement(block, [&](const ir::Statement &s) {
    if (const auto *branch = std::get_if<ir::If>(&s.op))
      visit(*branch);
  });
}

void mark(ir::Block &block, const ir::ValueSet &conditions) {
  for (ir::Statement &s : block.statements) {
    if (auto *branch = std::get_if<ir::If>(&s.op); branch && conditions.contains(branch->condition))
      branch->isRecorded = true;
    ir::forEachBlock(s.op, [&](ir::Block &inner) { mark(inner, conditions); });
  }
}

} // namespace

bool canBeWalked(const ir::Loop &loop, std::size_t position, WalkReads reads, const ir::ValueTable &values) {
  if (!loop.isCounted())
    return false;
  const MadeAgain isMade(loop, reads, values);
  ir::ValueSet recorded;
  if (reads == WalkReads::ArraysAndDecisions)
    forEachBranch(loop.body, [&](const ir::If &branch) {
      if (branch.isRecorded)
        recorded.insert(branch.condition);
    });
  return holdsOf(loop, position, isMade, recorded);
}

void markRecorded(ir::Loop &loop, std::size_t position, const ir::ValueTable &values) {
  if (!loop.isCounted() || canBeWalked(loop, position, WalkReads::ArraysInFront, values))
    return;
  const MadeAgain isMade(loop, WalkReads::ArraysInFront, values);
  ir::ValueSet conditions;
  forEachBranch(loop.body, [&](const ir::If &branch) {
    if (!isMade(branch.condition) && (ir::has<ir::Loop>(branch.then) || ir::has<ir::Loop>(branch.otherwise)))
      conditions.insert(branch.condition);
  });
  if (!conditions.empty() && holdsOf(loop, position, isMade, conditions))
    mark(loop.body, conditions);
}

ir::Value sourceOf(const ir::If &branch, std::size_t position) {
  return analysis::inPlaceSource(branch.then.results[position], branch.then);
}

ir::Values NestWalk::iteration(ir::Value i, ir::Values state, ir::Builder &b) const {
  return block(whole.body, whole.body.parameters[carried + 1], whole.body.results[carried], std::move(state),
               {{whole.body.parameters[0], i}}, b);
}

ir::Values NestWalk::iterations(ir::Value count, ir::Values state, ir::Builder &b) const {
  return loop(whole, carried, std::move(state), ir::ValueMap(), count, b);
}

/// `known` are counters and what is computed of them.
ir::Values NestWalk::block(const ir::Block &b, ir::Value source, ir::Value result, ir::Values state, ir::ValueMap known,
                           ir::Builder &out) const {
  auto links = *analysis::updateChain(source, result, b);
  if (order == Order::Backwards)
    std::reverse(links.begin(), links.end());
  for (const UpdateLink &link : links)
    state = statement(b.statements[link.statement].op, link.position, std::move(state), known, out);
  return state;
}

ir::Values NestWalk::loop(const ir::Loop &l, std::size_t position, ir::Values state, const ir::ValueMap &known,
                          ir::Value count, ir::Builder &out) const {
  return out.loop(count, state, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    ir::ValueMap inside = known;
    inside[l.body.parameters[0]] = order == Order::Backwards ? in.sub(in.sub(count, in.index(1)), p[0]) : p[0];
    return block(l.body, l.body.parameters[position + 1], l.body.results[position], ir::Values(p.drop_front()),
                 std::move(inside), in);
  });
}

ir::Values NestWalk::statement(const ir::Op &op, std::size_t position, ir::Values state, ir::ValueMap &known,
                               ir::Builder &out) const {
  if (const auto *update = std::get_if<ir::Update>(&op)) {
    ir::Values indices;
    for (ir::Value v : update->indices)
      indices.push_back(valueOf(v, known, out));
    return action(out, indices, state);
  }
  if (const auto *inner = std::get_if<ir::Loop>(&op))
    return loop(*inner, position, std::move(state), known, valueOf(inner->count, known, out), out);
  const auto &branch = std::get<ir::If>(op);
  const auto arm = [&](const ir::Block &b) {
    return [&](ir::Builder &in) { return block(b, sourceOf(branch, position), b.results[position], state, known, in); };
  };
  if (!branch.isRecorded || !numbers)
    return out.ifElse(valueOf(branch.condition, known, out), arm(branch.then), arm(branch.otherwise));
  Decisions decisions{state[state.size() - 2], state.back(), numbers};
  const ir::Value wasTaken = decisions.wasTaken(out);
  state[state.size() - 2] = decisions.executions;
  const bool isThen = Decisions::isThen(branch, position);
  const auto recorded = [&, &b = isThen ? branch.then : branch.otherwise](ir::Builder &in) {
    decisions.dropTaken(in);
    ir::Values before = state;
    before.back() = decisions.taken;
    return block(b, sourceOf(branch, position), b.results[position], std::move(before), known, in);
  };
  return out.ifElse(wasTaken, recorded, arm(isThen ? branch.otherwise : branch.then));
}

ir::Value NestWalk::valueOf(ir::Value v, ir::ValueMap &known, ir::Builder &out) const {
  if (out.values.asConstant(v) || !definitions.isInside(v))
    return v;
  if (const ir::Value same = known.lookup(v))
    return same;
  ir::Op made = definitions.statement(v)->op;
  ir::forEachOperand(made, [&](ir::Value &x) { x = valueOf(x, known, out); });
  return known[v] = out.emit1(std::move(made));
}

} // namespace soac::ops

#include "ops/rules/KeptDecisions.h"

#include "ir/Walk.h"
#include "ops/rules/Notes.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

constexpr llvm::StringLiteral markName = "decision";

} // namespace

ir::Statement decisionMark(ir::Value decision, ir::Value counter, ir::ValueTable &values, ir::SourceLocation location) {
  return note(markName, {decision, counter}, values, location);
}

bool isDecisionMark(const ir::Statement &s) { return noteOf(s, markName); }

KeptDecisions::KeptDecisions(const ir::Loop &loop) {
  for (const ir::Statement &s : loop.body.statements)
    if (const ir::WithRules *mark = noteOf(s, markName); mark && mark->arguments[1] == loop.body.parameters[0])
      decisions.push_back(mark->arguments[0]);
}

void KeptDecisions::store(ir::Statement &statement, ir::Builder &b) {
  auto &loop = std::get<ir::Loop>(statement.op);
  ir::Builder in(b.values, loop.body.statements, b.location);
  const ir::Value trips = b.apply(prims::Prim::Max, {loop.count, b.index(0)});
  for (ir::Value decision : decisions) {
    const ir::Value array =
        b.store(ir::Stored::Kept, b.zero(b.type(decision).scalar), {trips}, b.values.name(decision).text);
    loop.inits.push_back(array);
    loop.body.parameters.push_back(b.values.freshLike(array));
    const ir::Value after = in.update(loop.body.parameters.back(), {loop.body.parameters[0]}, decision);
    b.values.setStored(after, ir::Stored::Kept);
    loop.body.results.push_back(after);
    kept.push_back(b.values.freshLike(array));
    statement.results.push_back(kept.back());
  }
}

void KeptDecisions::read(ir::Loop &loop, ir::ValueTable &values) const {
  if (decisions.empty())
    return;
  std::vector<ir::Statement> statements;
  ir::ValueMap now;
  for (ir::Statement &s : loop.body.statements) {
    ir::substitute(s.op, now);
    statements.push_back(std::move(s));
    const ir::Values results = statements.back().results;
    ir::Builder b(values, statements, statements.back().location);
    for (ir::Value r : results)
      if (const auto *found = llvm::find(decisions, r); found != decisions.end())
        now[r] = b.read(kept[static_cast<std::size_t>(found - decisions.begin())], {loop.body.parameters[0]});
  }
  loop.body.statements = std::move(statements);
  for (ir::Value &r : loop.body.results)
    if (const ir::Value v = now.lookup(r))
      r = v;
}

} // namespace soac::ops

#include "optimise/passes/TripSlice.h"

#include "analysis/Effects.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

TripSlice::TripSlice(const Loop &loop, const Block *branch, const ValueTable &values) : loop(loop), values(values) {
  for (const Block *b : {&loop.body, branch})
    if (b)
      for (const Statement &s : b->statements) {
        for (const Value r : s.results)
          makers[r] = &s;
        all.push_back(&s);
      }
  carried.insert(loop.body.parameters.begin() + 1, loop.body.parameters.end());
}

std::optional<Block> TripSlice::of(Value term) {
  need(term);
  if (!isFine)
    return std::nullopt;
  Block made{{loop.body.parameters[0]}, {}, {term}};
  for (const Statement *s : all)
    if (needed.contains(s))
      made.statements.push_back(*s);
  return made;
}

static bool isOpaque(const Statement &s) {
  const auto isCall = [](const Statement &t) {
    return std::holds_alternative<Call>(t.op) || std::holds_alternative<Invoke>(t.op) || std::holds_alternative<WithRules>(t.op) ||
           std::holds_alternative<Differentiate>(t.op);
  };
  bool isSo = isCall(s);
  forEachBlock(s.op, [&](const Block &b) { forEachStatement(b, [&](const Statement &t) { isSo |= isCall(t); }); });
  return isSo;
}

void TripSlice::need(Value v) {
  isFine = isFine && !carried.contains(v);
  const auto found = makers.find(v);
  if (!isFine || found == makers.end() || !needed.insert(found->second).second)
    return;
  const Statement &s = *found->second;
  isFine = !analysis::hasEffect(s.op) && !isOpaque(s);
  forEachOperand(s.op, [&](Value operand) { need(operand); });
  forEachBlock(s.op, [&](const Block &inner) {
    for (const Value free : freeVariables(inner, values))
      need(free);
  });
}

bool hasBlocks(const Block &block) {
  return llvm::any_of(block.statements, [](const Statement &s) {
    bool isSo = false;
    forEachBlock(s.op, [&](const Block &) { isSo = true; });
    return isSo;
  });
}

} // namespace soac::optimise

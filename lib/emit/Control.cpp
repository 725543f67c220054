// `if` and loops. A `while` whose condition needs statements tests it inside:
//   while (true) { const double t = f(x);  if (!(t < y)) break;  .. }
#include "emit/FunctionEmitter.h"

namespace soac::emit {

using namespace ir;

void FunctionEmitter::branch(const exec::Branch &b) {
  const If &op = std::get<If>(b.statement->op);
  const Expression condition = expression(op.condition);
  comment();
  const Text then = within([&] { nodes(b.then); }),
             otherwise = within([&] { nodes(b.otherwise); });
  pending = printed = b.statement->location;
  if (!seeds.empty()) {
    llvm::SmallVector<std::string, 4> compared;
    for (const Value v : guards->choices.lookup(b.statement))
      compared.push_back(text(v));
    leaveAtNaN(compared);
  }
  if (then.empty()) {
    open("if (" + negated(condition) + ") {");
    out->append(otherwise);
    close("}");
    return;
  }
  open("if (" + condition.text + ") {");
  out->append(then);
  if (!otherwise.empty()) {
    close("} else {");
    out->indent();
    out->append(otherwise);
  }
  close("}");
}

/// A loop, or a reduction in order.
void FunctionEmitter::iterations(const exec::For &l) {
  if (hasLaneForm(l))
    return lanes(l);
  if (addsSumsOfLanes(l))
    return addSumsOfLanes(l);
  if (sumsBesideElements(l))
    return sumBesideElements(l);
  const auto *loop = std::get_if<Loop>(&l.statement->op);
  const Block &fn = loop ? loop->body : std::get<MapReduce>(l.statement->op).fn;
  std::string count = l.count ? tripsOf(l) : "";
  if (!loop)
    comment();
  if (l.isVector && hasLanes() && !isPlainLimit(l.count->value)) {
    const std::string name = names.unique("count");
    line("const soac::index " + name + " = " + count + ";");
    count = name;
  }
  enterScope();
  std::string index;
  if (l.count) {
    index = names.index(function.values.name(fn.parameters[0]).text);
    bindName(fn.parameters[0], index);
  }
  const std::string scope = l.usesWorkspace ? names.unique("iteration") : "";
  Expression test;
  Text condition, body;
  llvm::SmallVector<std::string, 4> carried; ///< numbers that may be NaN behind it
  const bool around = std::exchange(isInLanes, l.isInLanes && hasLanes());
  if (l.count) {
    body = within([&] {
      nodes(l.body);
      nodes(l.operation);
    });
  } else { // the condition may need statements, which stand in front of the body, in its scope
    condition = within([&] {
      nodes(l.condition);
      test = expression(loop->condition.results[0]);
      body = within([&] { nodes(l.body); }, /*deeper=*/false);
    });
    if (!seeds.empty())
      for (const std::size_t k : guards->ends.lookup(l.statement))
        carried.push_back(text(loop->body.parameters[k]));
  }
  isInLanes = around;
  pending = printed = l.statement->location;
  if (const std::string hint = loopHint(l); !hint.empty())
    line(hint);
  if (l.count)
    open("for (soac::index " + index + " = 0; " + index + " < " + count + "; ++" + index + ") {");
  else
    open(condition.empty() ? "while (" + test.text + ") {" : std::string("while (true) {"));
  if (!scope.empty())
    line(iterationScope(scope));
  if (!condition.empty()) {
    out->append(condition);
    open("if (" + negated(test) + ")");
    line("break;");
    out->dedent();
  }
  out->append(body);
  close("}");
  leaveScope();
  leaveAtNaN(carried);
}

std::string FunctionEmitter::tripsOf(const exec::For &l) { return limit(l.count->value); }

std::string FunctionEmitter::loopHint(const exec::For &l) {
  return !l.isVector || !hasLanes() ? "" : l.isInterleaved ? "SOAC_INTERLEAVED" : "SOAC_INDEPENDENT";
}

std::string FunctionEmitter::iterationScope(const std::string &name) {
  return "const soac::runtime::scope " + name + "(" + workspace() + ");";
}

std::string FunctionEmitter::negated(const Expression &e) {
  return e.precedence == 0 ? "!" + e.text : "!(" + e.text + ")";
}

} // namespace soac::emit

// `if` and loops.
#include "emit/FunctionEmitter.h"

#include "prims/Prims.h"

#include <algorithm>

namespace soac::emit {

using namespace ir;

void FunctionEmitter::ifElse(const If &op, const Statement &s) {
  const Expression condition = expression(op.condition);
  comment();
  llvm::SmallVector<std::string, 4> resultNames;
  for (Value r : s.results)
    resultNames.push_back(uses.count(r) > 0 || uses.isMeasured(r) ? freshName(r) : "");
  Text then = within(op.then, [&] { block(op.then); });
  Text otherwise = within(op.otherwise, [&] { block(op.otherwise); });
  pending = printed = s.location;

  // A result whose branches lie in the same named memory needs no variable.
  std::vector<Assignment> thenValues, otherValues;
  const bool defaults = otherwise.empty();
  for (std::size_t k = 0; k < s.results.size(); ++k) {
    const Value r = s.results[k];
    if (uses.count(r) == 0 && !uses.isMeasured(r))
      continue;
    const std::string a = text(op.then.results[k]), b = text(op.otherwise.results[k]);
    if (isArray(r) && a == b && names.isTaken(a)) {
      bindName(r, a);
      continue;
    }
    const std::string &name = resultNames[k];
    const std::string declared = isArray(r) ? handleType(r) : spelling(type(r).scalar);
    line(declared + " " + name + (defaults ? " = " + b : "") + ";");
    bindName(r, name);
    thenValues.push_back({name, declared, a, {}});
    otherValues.push_back({name, declared, b, {}});
  }
  const auto append = [&](Text &piece, std::vector<Assignment> &list) {
    for (const Assignment &a : list)
      piece.line(a.target + " = " + a.text + ";");
  };
  append(then, thenValues);
  if (!defaults)
    append(otherwise, otherValues);
  if (then.empty() && otherwise.empty())
    return;
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

/// True when nobody reads what is carried.
bool FunctionEmitter::isIdle(const Loop &op, const Statement &s, std::size_t carried) const {
  const Value p = op.body.parameters[carried + (op.isCounted() ? 1 : 0)];
  return !isArray(p) && uses.count(p) == 0 && uses.count(s.results[carried]) == 0 &&
         (op.isCounted() || uses.count(op.condition.parameters[carried]) == 0);
}

/// Declares what the loop carries at this position: scalars in variables, arrays in place or in slots.
void FunctionEmitter::declareCarried(const Loop &op, const Statement &s, std::size_t carried) {
  const Value p = op.body.parameters[carried + op.isCounted()], r = s.results[carried], init = op.inits[carried];
  const Value named = function.values.name(p).empty() ? r : p;
  std::string name;
  if (!isArray(p)) {
    const std::string start = text(init);
    name = freshName(named);
    line(std::string(spelling(type(p).scalar)) + " " + name + " = " + start + ";");
  } else {
    name = plan.copies(r) ? declareCopy(r, init) : text(init);
    if (!plan.stable(r)) {
      const std::string start = name;
      name = freshName(named);
      const std::string slot = slotNames[r] = names.unique(name + "_slot");
      line("soac::runtime::slot<" + std::string(spelling(type(p).scalar)) + ", " + std::to_string(type(p).rank) + "> " +
           slot + "(" + workspace() + ");");
      line(handleType(r) + " " + name + " = " + start + ";");
    }
  }
  bindName(p, name);
  bindName(r, name);
  if (!op.isCounted())
    bindName(op.condition.parameters[carried], name);
}

/// The body's statements, and what it carries on.
void FunctionEmitter::loopBody(const Loop &op, const Statement &s) {
  const llvm::ArrayRef<Value> parameters = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
  block(op.body);
  std::vector<Assignment> scalars;
  for (auto [k, p] : llvm::enumerate(parameters))
    if (const Value y = op.body.results[k]; !isArray(p) && y != p && !isIdle(op, s, k))
      scalars.push_back({text(p), spelling(type(p).scalar), text(y), y, p});
  llvm::SmallVector<std::string, 4> next;
  for (Value y : op.body.results)
    next.push_back(isArray(y) ? text(y) : "");
  for (const auto &keep : plan.keeps(s))
    if (keep.copyFirst) {
      const std::string copy = names.unique(text(parameters[keep.carried]) + "_next");
      line("const auto " + copy + " = " + workspace() + ".copy(" + next[keep.carried] + ");");
      next[keep.carried] = copy;
    }
  assign(std::move(scalars));
  for (const auto &keep : plan.keeps(s)) {
    const std::string name = text(parameters[keep.carried]);
    if (name != next[keep.carried])
      line(name + " = " + slotNames.at(s.results[keep.carried]) + ".keep(" + name + ", " + next[keep.carried] + ");");
  }
}

void FunctionEmitter::loop(const Loop &op, const Statement &s) {
  for (std::size_t k = 0; k < op.inits.size(); ++k)
    if (!isIdle(op, s, k))
      declareCarried(op, s, k);
  std::string count = op.isCounted() ? limit(op.count) : "";
  const bool isIndependent = places.of(s).isVector;
  if (isIndependent && expression(op.count).hasCall) { // GCC wants a condition without calls
    const std::string name = names.unique("count");
    line("const soac::index " + name + " = " + count + ";");
    count = name;
  }
  names.enter();
  std::string index;
  if (op.isCounted()) {
    const Value i = op.body.parameters[0];
    index = names.index(function.values.name(i).text);
    bindName(i, index);
  }
  const std::string scope = places.of(s).usesWorkspace ? names.unique("iteration") : "";
  Expression test;
  Text condition, body;
  if (op.isCounted()) {
    body = within(op.body, [&] { loopBody(op, s); });
  } else { // the condition may need statements; they stand in front of the body, in its scope
    condition = within(op.condition, [&] {
      block(op.condition);
      test = expression(op.condition.results[0]);
      body = within(op.body, [&] { loopBody(op, s); }, /*deeper=*/false);
    });
  }
  pending = printed = s.location;
  if (isIndependent)
    line("SOAC_INDEPENDENT");
  if (op.isCounted())
    open("for (soac::index " + index + " = 0; " + index + " < " + count + "; ++" + index + ") {");
  else
    open(condition.empty() ? "while (" + test.text + ") {" : std::string("while (true) {"));
  if (!scope.empty())
    line("const soac::runtime::scope " + scope + "(" + workspace() + ");");
  if (!condition.empty()) {
    out->append(condition);
    open("if (" + negated(test) + ")");
    line("break;");
    out->dedent();
  }
  out->append(body);
  close("}");
  names.leave();
}

std::string FunctionEmitter::negated(const Expression &e) {
  return e.precedence == 0 ? "!" + e.text : "!(" + e.text + ")";
}

/// "x += y" for x = x + y.
std::string FunctionEmitter::compound(const Assignment &a) {
  if (const Statement *s = a.value ? uses.definition(a.value) : nullptr; s && !bound.count(a.value))
    if (const auto *op = std::get_if<Apply>(&s->op); op && op->arguments.size() == 2 && bitWidth(op->type) >= 32) {
      const char *symbol = nullptr;
      switch (op->prim) {
      case Prim::Add: symbol = " += "; break;
      case Prim::Sub: symbol = " -= "; break;
      case Prim::Mul: symbol = " *= "; break;
      case Prim::Div: symbol = " /= "; break;
      default: break;
      }
      if (symbol && text(op->arguments[0]) == a.target)
        return a.target + symbol + text(op->arguments[1]) + ";";
      const bool commutes = op->prim == Prim::Add || op->prim == Prim::Mul;
      if (symbol && commutes && text(op->arguments[1]) == a.target)
        return a.target + symbol + text(op->arguments[0]) + ";";
    }
  return a.target + " = " + a.text + ";";
}

/// All at once: no assignment sees the new value of another's target.
void FunctionEmitter::assign(std::vector<Assignment> list) {
  while (!list.empty()) {
    const auto isFree = [&](const Assignment &a) {
      return std::none_of(list.begin(), list.end(),
                          [&](const Assignment &b) { return &a != &b && b.value && inlining.reads(b.value, a.variable); });
    };
    auto next = std::find_if(list.begin(), list.end(), isFree);
    if (next == list.end()) {
      Assignment &first = list.front();
      const std::string name = names.unique("next");
      line("const " + first.type + " " + name + " = " + first.text + ";");
      first.text = name;
      first.value = {};
      std::rotate(list.begin(), list.begin() + 1, list.end()); // the next round saves another
      continue;
    }
    line(compound(*next));
    list.erase(next);
  }
}

} // namespace soac::emit

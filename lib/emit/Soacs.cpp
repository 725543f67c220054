// Maps and reductions: calls of skeletons with lambdas.
//
// The outermost one of a function runs on several threads where that is worth it; those inside run on one.
#include "emit/FunctionEmitter.h"

#include "ir/Walk.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

/// About how many operations one iteration takes.
std::string FunctionEmitter::work(const schedule::Work &work) {
  std::string text = std::to_string(work.own);
  for (const schedule::Work::Inner &inner : work.inner) {
    const Expression count = inner.count ? dim(*inner.count) : Expression{std::to_string(schedule::unknownCount)};
    text += " + " + (count.precedence > 5 ? "(" + count.text + ")" : count.text);
    if (inner.each != schedule::Work())
      text += " * " + (inner.each.inner.empty() ? this->work(inner.each) : "(" + this->work(inner.each) + ")");
  }
  return text;
}

bool FunctionEmitter::reusesOperand(const Statement &s) const {
  return llvm::any_of(s.results, [&](Value r) { return isArray(r) && plan.reused(r); });
}

/// Memory for the results of a map.
void FunctionEmitter::declareResults(const Statement &s, std::size_t first) {
  for (std::size_t k = first; k < s.results.size(); ++k) {
    const Value r = s.results[k];
    if (uses.count(r) == 0 && !uses.isMeasured(r))
      continue;
    if (const Value operand = plan.reused(r)) {
      bound[r] = expression(operand);
      continue;
    }
    if (!plan.lateShape(r)) {
      allocate(r);
      continue;
    }
    const std::string name = freshName(r), slot = names.unique(name + "_slot");
    const std::string scalar = spelling(type(r).scalar), rank = std::to_string(type(r).rank);
    std::string shape = "nullptr, " + extent(r, 0);
    for (unsigned d = 1; d < type(r).rank; ++d)
      shape += ", 0";
    line("soac::runtime::slot<" + scalar + ", " + rank + "> " + slot + "(" + workspace() + ");");
    line("soac::runtime::dense<" + scalar + ", " + rank + "> " + name + "(" + shape + ");");
    bindName(r, name);
    rowName[r] = slot;
  }
}

/// The elements of the arrays, at the beginning of an iteration or where they are used.
void FunctionEmitter::bindElements(const Block &fn, llvm::ArrayRef<Value> arrays, const std::string &index,
                                   bool early) {
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const Value p = fn.parameters[k + 1];
    if (uses.count(p) == 0)
      continue;
    if (isArray(p)) {
      const std::string name = freshName(p, rowHint(arrays[k]));
      line("const auto " + name + " = " + text(arrays[k]) + "(" + index + ");");
      bindName(p, name);
      continue;
    }
    const Expression e = element(arrays[k], Expression{index});
    bool isDirect = uses.count(p) == 1 && !early;
    for (const Block *b = uses.blockAt(uses.of(p)[0]); isDirect && b != &fn; b = uses.parent(*b))
      isDirect = std::holds_alternative<If>(uses.owner(*b)->op);
    if (isDirect) {
      bound[p] = e;
      continue;
    }
    const std::string name = freshName(p, "x");
    line("const " + std::string(spelling(type(p).scalar)) + " " + name + " = " + e.text + ";");
    bindName(p, name);
  }
}

void FunctionEmitter::storeResults(const Statement &s, const Block &fn, const std::string &index, std::size_t first) {
  std::vector<std::pair<std::string, std::string>> stores;
  for (std::size_t k = first; k < s.results.size(); ++k) {
    const Value r = s.results[k], value = fn.results[k];
    if (!bound.count(r))
      continue;
    const std::string name = text(r), from = text(value);
    if (!isArray(value)) {
      stores.push_back({name + "(" + index + ")", from});
      continue;
    }
    if (plan.lateShape(r)) {
      open("if (" + index + " == 0)");
      line(name + " = " + rowName[r] + ".make(" + extent(r, 0) + ", " + extents(value) + ");");
      out->dedent();
      open("if (!soac::runtime::same_shape(" + name + "(" + index + "), " + from + ")) {");
      line(workspace() + ".fail(\"soac: map: the results of its calls differ in their shape\");");
      returnEarly();
      close("}");
    } else if (rowName.lookup(r) == from || plan.reused(r)) {
      continue; // the row is there already
    }
    line("soac::runtime::copy(" + name + "(" + index + "), " + from + ");");
  }
  if (stores.size() > 1 && reusesOperand(s))
    for (std::size_t k = 0; k < stores.size(); ++k) {
      const std::string name = names.unique("next");
      line("const auto " + name + " = " + stores[k].second + ";");
      stores[k].second = name;
    }
  for (const auto &[target, value] : stores)
    line(target + " = " + value + ";");
}

/// Is the number of the iteration written in its lambda?
bool FunctionEmitter::readsIndex(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays, std::size_t first) const {
  if (read.contains(fn.parameters[0]))
    return true;
  for (auto [p, array] : llvm::zip(llvm::drop_begin(fn.parameters), arrays))
    if (uses.count(p) > 0 && !(plan.delayed(array) && std::holds_alternative<Fill>(uses.definition(array)->op)))
      return true;
  return llvm::any_of(llvm::drop_begin(s.results, first), [&](Value r) { return bound.count(r) > 0; });
}

/// The lambda of one iteration. `first` results are returned, the others stored.
FunctionEmitter::Lambda FunctionEmitter::lambda(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays,
                                                std::size_t first, llvm::ArrayRef<Value> accumulators) {
  Lambda result;
  names.enter();
  const std::string index = names.index(function.values.name(fn.parameters[0]).text);
  bindName(fn.parameters[0], index);
  contexts.push_back({first > 0 ? Context::Value : Context::Void, names.unique("scratch")});
  llvm::SmallVector<Expression, 2> outside;
  std::string own;
  for (Value a : accumulators) {
    outside.push_back(expression(a));
    const std::string name = names.unique(outside.back().text);
    own += ", auto " + name;
    bindName(a, type(a).rank == 0 ? name + "()" : name);
  }
  for (std::size_t k = first; k < s.results.size(); ++k)
    rowIndex[s.results[k]] = index;
  result.body = within(fn, [&] {
    bindElements(fn, arrays, index, s.results.size() > 1 && reusesOperand(s));
    block(fn);
    storeResults(s, fn, index, first);
    if (first == 1)
      line("return " + text(fn.results[0]) + ";");
    else if (first > 1)
      line("return " + tuple(llvm::ArrayRef<Value>(fn.results).take_front(first)) + ";");
  });
  for (std::size_t k = 0; k < accumulators.size(); ++k)
    bound[accumulators[k]] = outside[k];
  result.usesWorkspace = places.of(s).usesWorkspace;
  result.mayFail = places.of(s).mayFail;
  result.parameters = readsIndex(s, fn, arrays, first) ? "soac::index " + index : "soac::index";
  if (result.usesWorkspace)
    result.parameters += ", soac::workspace &" + workspace();
  result.parameters += own;
  contexts.pop_back();
  names.leave();
  pending = printed = s.location;
  return result;
}

/// call([&](parameters) { body }rest);
void FunctionEmitter::callSkeleton(const std::string &call, const Lambda &f, const std::string &returned,
                                   const std::string &rest, const Statement &s) {
  const std::string result = f.mayFail && !returned.empty() ? " -> " + returned : "";
  open(call + "[&](" + f.parameters + ")" + result + " {");
  out->append(f.body);
  close("}" + rest + ");");
  if (f.mayFail)
    leave(s);
}

/// The accumulators as a skeleton takes them.
std::string FunctionEmitter::handles(llvm::ArrayRef<Value> accumulators) {
  std::string list;
  for (Value a : accumulators)
    list += ", soac::runtime::" + std::string(type(a).rank == 0 ? "scalar(" : "handle(") + text(a) + ")";
  return list;
}

/// What a row of the array is called when the user has no name for it.
std::string FunctionEmitter::rowHint(Value array) const {
  const std::string &name = function.values.name(array).text;
  return name.empty() ? "row" : name + "_row";
}

void FunctionEmitter::map(const Map &op, const Statement &s) {
  const schedule::Parallel &how = levels.of(s);
  const std::string count = text(op.count);
  declareResults(s, 0);
  comment();
  const std::string each = work(how.work);
  const Lambda f = lambda(s, op.fn, op.arrays, 0, how.accumulators);
  std::string call, rest;
  if (how.level == schedule::Level::Threads) {
    call = !how.accumulators.empty() ? "accumulating_map" : how.isVector ? "parallel_simd_map" : "parallel_map";
    call += "(" + workspace() + ", " + count + ", " + each + ", ";
    rest = handles(how.accumulators);
  } else if (f.usesWorkspace) {
    call = "map(" + workspace() + ", " + count + ", ";
  } else {
    call = (how.isVector ? "simd_map(" : "map(") + count + ", ";
  }
  callSkeleton("soac::runtime::" + call, f, "", rest, s);
}

/// std::tuple<double, soac::index>{a, b}
std::string FunctionEmitter::tuple(llvm::ArrayRef<Value> values) {
  return tupleType(values) + "{" + commaSeparated(values) + "}";
}
std::string FunctionEmitter::tupleType(llvm::ArrayRef<Value> values) const {
  llvm::SmallVector<std::string, 4> list;
  for (Value v : values)
    list.push_back(spelling(type(v).scalar));
  return "std::tuple<" + llvm::join(list, ", ") + ">";
}
std::string FunctionEmitter::commaSeparated(llvm::ArrayRef<Value> values) {
  llvm::SmallVector<std::string, 4> list;
  for (Value v : values)
    list.push_back(text(v));
  return llvm::join(list, ", ");
}

void FunctionEmitter::mapReduce(const MapReduce &op, const Statement &s) {
  const schedule::Parallel &how = levels.of(s);
  if (how.operators.empty())
    return reductionLoop(op, s);
  std::string operators;
  Values neutral;
  for (auto [r, known] : llvm::zip(op.reductions, how.operators)) {
    operators += std::string(operators.empty() ? "" : ", ") + "soac::runtime::" + schedule::spelling(known);
    neutral.push_back(r.neutral[0]);
  }
  const std::size_t reduced = neutral.size();
  const auto results = llvm::ArrayRef<Value>(s.results).take_front(reduced);
  const std::string count = text(op.count), start = reduced == 1 ? text(neutral[0], true) : tuple(neutral);
  const bool parallel = how.level == schedule::Level::Threads;
  declareResults(s, reduced);
  comment();
  const std::string each = work(how.work);
  llvm::SmallVector<std::string, 4> resultNames;
  for (Value r : results)
    resultNames.push_back(freshName(r));
  const Lambda f = lambda(s, op.fn, op.arrays, reduced, how.accumulators);
  const char *prefix = !how.accumulators.empty() ? "accumulating_" : parallel ? "parallel_" : "";
  const std::string rest = handles(how.accumulators);
  std::string call = std::string(prefix) + (how.isVector ? "simd_" : "") + "reduce<" + operators + ">(";
  if (parallel)
    call += workspace() + ", " + start + ", " + count + ", " + each + ", ";
  else
    call += (f.usesWorkspace ? workspace() + ", " : "") + start + ", " + count + ", ";
  for (std::size_t k = 0; k < reduced; ++k)
    bindName(results[k], resultNames[k]);
  const std::string scalar = spelling(type(results[0]).scalar);
  if (reduced == 1)
    callSkeleton("const " + scalar + " " + resultNames[0] + " = soac::runtime::" + call, f, scalar, rest, s);
  else
    callSkeleton("const auto [" + llvm::join(resultNames, ", ") + "] = soac::runtime::" + call, f, tupleType(results),
                 rest, s);
}

/// Reductions with operators of the user's own, in order.
void FunctionEmitter::reductionLoop(const MapReduce &op, const Statement &s) {
  std::size_t reduced = 0;
  const std::string count = limit(op.count);
  for (const Reduction &r : op.reductions)
    for (std::size_t k = 0; k < r.neutral.size(); ++k, ++reduced) {
      const Value result = s.results[reduced];
      if (uses.count(result) == 0 && r.op.results[k] == r.op.parameters[k])
        continue; // idle
      const std::string start = text(r.neutral[k]), name = freshName(result);
      line(std::string(spelling(type(result).scalar)) + " " + name + " = " + start + ";");
      bindName(result, name);
      bindName(r.op.parameters[k], name);
    }
  declareResults(s, reduced);
  comment();
  names.enter();
  const std::string index = names.index(function.values.name(op.fn.parameters[0]).text);
  bindName(op.fn.parameters[0], index);
  for (std::size_t k = reduced; k < s.results.size(); ++k)
    rowIndex[s.results[k]] = index;
  const std::string scope = places.of(s).usesWorkspace ? names.unique("iteration") : "";
  const Text body = within(op.fn, [&] {
    bindElements(op.fn, op.arrays, index, s.results.size() > 1 && reusesOperand(s));
    block(op.fn);
    storeResults(s, op.fn, index, reduced);
    std::vector<Assignment> next;
    std::size_t at = 0;
    for (const Reduction &r : op.reductions) {
      const std::size_t n = r.neutral.size();
      for (std::size_t k = 0; k < n; ++k)
        bindOperand(r.op.parameters[n + k], op.fn.results[at + k]);
      block(r.op);
      for (std::size_t k = 0; k < n; ++k, ++at)
        if (r.op.results[k] != r.op.parameters[k])
          next.push_back({text(s.results[at]), spelling(type(s.results[at]).scalar), text(r.op.results[k]),
                          r.op.results[k], r.op.parameters[k]});
    }
    assign(std::move(next));
  });
  pending = printed = s.location;
  open("for (soac::index " + index + " = 0; " + index + " < " + count + "; ++" + index + ") {");
  if (!scope.empty())
    line("const soac::runtime::scope " + scope + "(" + workspace() + ");");
  out->append(body);
  close("}");
  names.leave();
}

/// A scalar parameter of an operator that is not a lambda's: the operand itself, in a variable when it is read often.
void FunctionEmitter::bindOperand(Value parameter, Value operand) {
  const Expression e = expression(operand);
  if (uses.count(parameter) == 0)
    return;
  if (uses.count(parameter) == 1 || e.isName()) {
    bound[parameter] = e;
    return;
  }
  const std::string name = freshName(parameter, "x");
  line("const " + std::string(spelling(type(parameter).scalar)) + " " + name + " = " + e.text + ";");
  bindName(parameter, name);
}

} // namespace soac::emit

// Maps and reductions: calls of skeletons with lambdas.
//   %y = map %n, (%x) |%i, %a| { .. }   ->   soac::runtime::parallel_map(workspace, n, 4, [&](soac::index i) { .. });
//
// The outermost map or reduction runs on several threads where its work is worth it; maps and reductions inside run on
// one thread.
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

/// An expression for the approximate number of operations in one iteration.
std::string FunctionEmitter::work(const exec::Work &work) {
  std::string text = std::to_string(work.own);
  for (const exec::Work::Inner &inner : work.inner) {
    const Expression count = inner.count ? dim(*inner.count) : Expression{std::to_string(exec::unknownCount)};
    text += " + " + (count.precedence > 5 ? "(" + count.text + ")" : count.text);
    if (inner.each != exec::Work())
      text += " * " + (inner.each.inner.empty() ? this->work(inner.each) : "(" + this->work(inner.each) + ")");
  }
  return text;
}

/// The lambda of one iteration, or of all lanes, which returns its first `returned` results.
FunctionEmitter::Lambda FunctionEmitter::lambda(const exec::For &node, const Block &fn, std::size_t returned, bool ofLanes) {
  Lambda result;
  enterScope();
  const Value i = fn.parameters[0];
  const std::string index = ofLanes ? names.unique("lane") : names.index(function.values.name(i).text);
  bindName(i, index);
  contexts.push_back({returned > 0 ? Context::Value : Context::Void, names.unique("scratch")});
  llvm::SmallVector<Expression, 2> outside;
  std::string own;
  for (Value a : node.accumulators) {
    outside.push_back(expression(a));
    const std::string name = names.unique(outside.back().text);
    own += ", auto " + name;
    bindName(a, type(a).rank == 0 ? name + "()" : name);
  }
  const bool around = std::exchange(isInLanes, node.isInLanes || ofLanes), wasOfLanes = std::exchange(isOfLanes, ofLanes);
  result.body = within([&] {
    nodes(node.body);
    const auto values = llvm::ArrayRef<Value>(fn.results).take_front(returned);
    if (returned > 0)
      line("return " + (returned == 1 ? text(values[0]) : tuple(values)) + ";");
  });
  isInLanes = around;
  isOfLanes = wasOfLanes;
  for (auto [a, expression] : llvm::zip(node.accumulators, outside))
    bound.set(a, expression);
  result.parameters = std::string(ofLanes ? "auto" : "soac::index") + (accesses.isNamed(i) ? " " + index : "");
  if (node.usesWorkspace)
    result.parameters += ", soac::workspace &" + workspace();
  result.parameters += own;
  contexts.pop_back();
  leaveScope();
  pending = printed = node.statement->location;
  return result;
}

/// Simple iterations on threads have copies of numbers and of the handles of arrays: a compiler that makes a function of them for
/// threads would otherwise have to take any element that they write for one of these. What may be no handle, an array on the stack or
/// an overlay, stays where it is.
const char *FunctionEmitter::capture(const exec::For &node) const {
  if (node.level != exec::Level::Threads || !node.isVector)
    return "[&]";
  ValueSet used = freeVariables(node.statement->op, function.values);
  used.insert(node.statement->results.begin(), node.statement->results.end());
  const auto isHandle = [&](Value v) {
    const Value array = places.handle(v);
    const auto space = places.of(array);
    return space ? *space != exec::Space::Stack && *space != exec::Space::Overlay
                 : !isDefinition && llvm::is_contained(function.body.parameters, array);
  };
  return llvm::all_of(used, [&](Value v) { return type(v).rank == 0 || isHandle(v); }) ? "[=]" : "[&]";
}

/// call([&](parameters) { body }, accumulators);
void FunctionEmitter::callSkeleton(const std::string &call, const exec::For &node, const Lambda &f,
                                   const std::string &returned) {
  const std::string result = node.mayFail && !returned.empty() ? " -> " + returned : "";
  open(call + capture(node) + "(" + f.parameters + ")" + result + " {");
  out->append(f.body);
  close("}" + handles(node.accumulators) + ");");
  if (node.mayFail)
    leave();
}

/// The accumulators as arguments of a skeleton.
std::string FunctionEmitter::handles(llvm::ArrayRef<Value> accumulators) {
  std::string list;
  for (Value a : accumulators)
    list += ", soac::runtime::" + std::string(type(a).rank == 0 ? "scalar(" : "handle(") + text(a) + ")";
  return list;
}

/// The name of a row of the array when the user's program has no name for it.
std::string FunctionEmitter::rowHint(Value array) const {
  const std::string &name = function.values.name(array).text;
  return name.empty() ? "row" : name + "_row";
}

/// A map, or a loop on threads.
void FunctionEmitter::map(const exec::For &node) {
  const auto *loop = std::get_if<Loop>(&node.statement->op);
  const Block &fn = loop ? loop->body : std::get<Map>(node.statement->op).fn;
  const std::string count = text(node.count->value);
  if (!loop)
    comment();
  const std::string each = work(node.work);
  const bool ofLanes = hasLaneForm(node);
  const Lambda f = lambda(node, fn, 0, ofLanes);
  std::string call;
  if (node.level == exec::Level::Threads) {
    call = !node.accumulators.empty() ? "accumulating_map"
           : ofLanes                  ? "parallel_lane_map"
           : !node.isVector           ? "parallel_map"
           : node.isInterleaved       ? "parallel_interleaved_map"
                                      : "parallel_simd_map";
    call += "(" + workspace() + ", " + count + ", " + each + ", ";
  } else if (node.usesWorkspace) {
    call = "map(" + workspace() + ", " + count + ", ";
  } else {
    call = (ofLanes ? "in_lanes(" : node.isVector ? "simd_map(" : "map(") + count + ", ";
  }
  callSkeleton("soac::runtime::" + call, node, f, "");
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

void FunctionEmitter::reduce(const exec::Reduce &node) {
  const bool ofLanes = hasLaneForm(node);
  if (ofLanes && node.level == exec::Level::Sequential)
    return sumsOfLanes(node);
  const MapReduce &op = std::get<MapReduce>(node.statement->op);
  std::string operators;
  Values neutral;
  for (auto [r, known] : llvm::zip(op.reductions, node.operators)) {
    operators += std::string(operators.empty() ? "" : ", ") + "soac::runtime::" + exec::spelling(known);
    neutral.push_back(r.neutral[0]);
  }
  const std::size_t reduced = neutral.size();
  const auto results = llvm::ArrayRef<Value>(node.statement->results).take_front(reduced);
  const std::string count = text(op.count), start = reduced == 1 ? text(neutral[0], true) : tuple(neutral);
  const bool parallel = node.level == exec::Level::Threads;
  comment();
  const std::string each = work(node.work);
  llvm::SmallVector<std::string, 4> resultNames;
  for (Value r : results)
    resultNames.push_back(freshName(r));
  const Lambda f = lambda(node, op.fn, reduced, ofLanes);
  const char *prefix = !node.accumulators.empty() ? "accumulating_" : parallel ? "parallel_" : "";
  std::string call = ofLanes ? std::string("parallel_") + kindOfSum(node) + "sum("
                             : std::string(prefix) + (node.isVector && node.accumulators.empty() ? "simd_" : "") + "reduce<" + operators + ">(";
  call += (parallel || node.usesWorkspace ? workspace() + ", " : "") + start + ", " + count + ", " +
          (parallel ? each + ", " : "");
  for (auto [r, name] : llvm::zip(results, resultNames))
    bindName(r, name);
  const std::string scalar = spelling(type(results[0]).scalar);
  const std::string declared = reduced == 1 ? scalar + " " + resultNames[0] : "auto [" + llvm::join(resultNames, ", ") + "]";
  callSkeleton("const " + declared + " = soac::runtime::" + call, node, f, reduced == 1 ? scalar : tupleType(results));
}

} // namespace soac::emit

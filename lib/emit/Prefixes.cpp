// Scans and histograms: calls of skeletons with lambdas for an element, the operator and a result.
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

/// [&](soac::index i) { return a(i); }, of several arrays a tuple.
std::string FunctionEmitter::elementsLambda(llvm::ArrayRef<Value> arrays) {
  names.enter();
  contexts.push_back({Context::Value, ""});
  const std::string index = names.index("");
  llvm::SmallVector<std::string, 4> elements;
  bool readsIndex = false;
  for (Value a : arrays) {
    elements.push_back(element(a, Expression{index}).text);
    readsIndex |= !places.isDelayed(a) || !std::holds_alternative<Fill>(uses.definition(a)->op);
  }
  contexts.pop_back();
  names.leave();
  const std::string list = llvm::join(elements, ", ");
  return "[&](soac::index" + (readsIndex ? " " + index : "") + ") { return " +
         (arrays.size() == 1 ? list : elementTuple(arrays) + "{" + list + "}") + "; }";
}

/// [&](double a, double b) { return a + b; }
std::string FunctionEmitter::operatorLambda(const Block &op, const exec::Nodes &combine) {
  names.enter();
  contexts.push_back({Context::Value, ""});
  llvm::SmallVector<std::string, 4> parameterNames;
  for (Value p : op.parameters) {
    parameterNames.push_back(freshName(p, "x"));
    bindName(p, parameterNames.back());
  }
  const Text body = within([&] {
    nodes(combine);
    line("return " + (op.results.size() == 1 ? text(op.results[0], true) : tuple(op.results)) + ";");
  });
  contexts.pop_back();
  names.leave();
  llvm::SmallVector<std::string, 4> parameters;
  for (auto [p, name] : llvm::zip(op.parameters, parameterNames))
    parameters.push_back(spelling(type(p).scalar) + (accesses.isNamed(p) ? " " + name : std::string()));
  return "[&](" + llvm::join(parameters, ", ") + ") {\n" + body.str() + "}";
}

/// std::tuple<double, soac::index>, of the arrays' elements.
std::string FunctionEmitter::elementTuple(llvm::ArrayRef<Value> arrays) const {
  return arrays.size() == 1 ? spelling(type(arrays[0]).scalar) : tupleType(arrays);
}

void FunctionEmitter::scan(const exec::Scan &node) {
  const Statement &s = *node.statement;
  const Scan &op = std::get<Scan>(s.op);
  const std::string start = op.neutral.size() == 1 ? text(op.neutral[0], true) : tuple(op.neutral), count = text(op.count);
  comment();
  names.enter();
  const std::string index = names.index("");
  std::string parameters = "soac::index " + index, stores;
  for (Value r : s.results) {
    parameters += std::string(", ") + spelling(type(r).scalar);
    if (!bound.count(r))
      continue;
    const std::string name = names.unique(text(r) + "_" + index);
    parameters += " " + name;
    stores += text(r) + "(" + index + ") = " + name + "; ";
  }
  names.leave();
  const std::string elements = elementsLambda(op.arrays), combine = operatorLambda(op.op, node.combine);
  pending = printed = s.location;
  line("soac::runtime::parallel_scan(" + start + ", " + count + ", " + work(node.work) + ", " + elements + ", " +
       combine + ", [&](" + parameters + ") { " + stores + "});");
}

void FunctionEmitter::bins(const exec::Bins &node) {
  const Statement &s = *node.statement;
  const ReduceByIndex &op = std::get<ReduceByIndex>(s.op);
  std::string dests;
  for (Value r : s.results)
    dests += ", soac::runtime::handle(" + text(r) + ")";
  const std::string count = text(op.count), keys = elementsLambda(op.keys), values = elementsLambda(op.values);
  comment();
  const std::string combine = operatorLambda(op.op, node.combine);
  pending = printed = s.location;
  line("soac::runtime::parallel_bins<" + elementTuple(op.values) + ">(" + workspace() + ", " + count + ", " +
       work(node.work) + ", " + dim(node.bins).text + ", " + keys + ", " + values + ", " + combine + dests + ");");
}

} // namespace soac::emit

// Scans and histograms: calls of skeletons with lambdas for an element, the operator and a result.
//   soac::runtime::parallel_scan(0.0, n, 1, [&](soac::index i) { return a(i); },
//                                [&](double x, double y) { return x + y; }, [&](soac::index i, double r_i) { r(i) = r_i; });
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

/// [&](soac::index i) { return a(i); }; for several arrays the lambda returns a tuple.
std::string FunctionEmitter::elementsLambda(llvm::ArrayRef<exec::Elements> sources) {
  enterScope();
  contexts.push_back({Context::Value, ""});
  const std::string index = names.index("");
  std::string list;
  Values arrays;
  bool readsIndex = false;
  const Text body = within([&] {
    for (const exec::Elements &e : sources) {
      if (e.value)
        bindName(e.index, index);
      nodes(e.body);
      const Expression read = e.value ? expression(e.value) : element(e.array, index);
      list += (list.empty() ? "" : ", ") + read.text;
      arrays.push_back(e.array);
      readsIndex |= !e.value || accesses.isNamed(e.index);
    }
  });
  contexts.pop_back();
  leaveScope();
  return "[&](soac::index" + (readsIndex ? " " + index : "") + ") {" + (body.empty() ? " " : "\n" + body.str()) + "return " +
         (arrays.size() == 1 ? list : elementTuple(arrays) + "{" + list + "}") + "; }";
}

/// [&](double a, double b) { return a + b; }
std::string FunctionEmitter::operatorLambda(const Block &op, const exec::Nodes &combine) {
  enterScope();
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
  leaveScope();
  llvm::SmallVector<std::string, 4> parameters;
  for (auto [p, name] : llvm::zip(op.parameters, parameterNames))
    parameters.push_back(spelling(type(p).scalar) + (accesses.isNamed(p) ? " " + name : std::string()));
  return "[&](" + llvm::join(parameters, ", ") + ") {\n" + body.str() + "}";
}

/// The type of the arrays' elements; std::tuple<double, soac::index> for several arrays.
std::string FunctionEmitter::elementTuple(llvm::ArrayRef<Value> arrays) const {
  return arrays.size() == 1 ? spelling(type(arrays[0]).scalar) : tupleType(arrays);
}

void FunctionEmitter::scan(const exec::Scan &node) {
  const Statement &s = *node.statement;
  const Scan &op = std::get<Scan>(s.op);
  const std::string start = op.neutral.size() == 1 ? text(op.neutral[0], true) : tuple(op.neutral), count = text(op.count);
  comment();
  enterScope();
  const std::string index = names.index("");
  std::string parameters = "soac::index " + index, stores;
  for (Value r : s.results) {
    parameters += std::string(", ") + spelling(type(r).scalar);
    if (!bound.contains(r))
      continue;
    const std::string name = names.unique(text(r) + "_" + index);
    parameters += " " + name;
    stores += text(r) + "(" + index + ") = " + name + "; ";
  }
  leaveScope();
  const std::string elements = elementsLambda(node.sources), combine = operatorLambda(op.op, node.combine);
  pending = printed = s.location;
  line("soac::runtime::parallel_scan(" + start + ", " + count + ", " + work(node.work) + ", " + elements + ", " +
       combine + ", [&](" + parameters + ") { " + stores + "});");
}

void FunctionEmitter::bins(const exec::Bins &node) {
  const Statement &s = *node.statement;
  const ReduceByIndex &op = std::get<ReduceByIndex>(s.op);
  const llvm::ArrayRef<exec::Elements> sources = node.sources;
  std::string dests;
  for (Value r : s.results)
    dests += ", soac::runtime::handle(" + text(r) + ")";
  const std::string count = text(op.count), keys = elementsLambda(sources.take_front()),
                    values = elementsLambda(sources.drop_front());
  comment();
  const std::string combine = operatorLambda(op.op, node.combine);
  pending = printed = s.location;
  line("soac::runtime::parallel_bins<" + elementTuple(op.values) + ">(" + workspace() + ", " + count + ", " +
       work(node.work) + ", " + dim(node.bins).text + ", " + keys + ", " + values + ", " + combine + dests + ");");
}

} // namespace soac::emit

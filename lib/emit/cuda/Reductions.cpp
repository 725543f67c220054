// Kernels that combine: reductions of a whole and of its segments, prefixes, histograms.
#include "emit/cuda/CudaEmitter.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

/// The values of the operands that are changed in order, or all of a reduction by known operators.
static Values reducedBy(const exec::Node &node) {
  if (const auto *reduce = std::get_if<exec::Reduce>(&node))
    return Values(llvm::ArrayRef<Value>(reduce->statement->results).take_front(reduce->operators.size()));
  return std::get<exec::For>(node).running;
}

/// By result: where the reduction begins, what an iteration gives, and the operator's right operand.
struct Component {
  Value neutral, element, right;
};
static Component componentOf(const Statement &s, Value result) {
  const MapReduce &op = std::get<MapReduce>(s.op);
  std::size_t at = static_cast<std::size_t>(llvm::find(s.results, result) - s.results.begin());
  const Value element = op.fn.results[at];
  for (const Reduction &r : op.reductions) {
    if (at < r.neutral.size())
      return {r.neutral[at], element, r.op.parameters[r.neutral.size() + at]};
    at -= r.neutral.size();
  }
  llvm_unreachable("no result of a reduction");
}

/// Parameters `double &m_part` for values, and their names.
std::vector<CudaEmitter::Parameter> CudaEmitter::referencesTo(llvm::ArrayRef<Value> list, const char *suffix,
                                                              std::vector<std::string> &given) {
  std::vector<Parameter> parameters;
  for (Value v : list) {
    const std::string &hint = function.values.name(v).text;
    given.push_back(names.unique((hint.empty() ? "t" : hint) + suffix));
    parameters.push_back({std::string(spelling(type(v).scalar)) + " &", given.back()});
  }
  return parameters;
}

/// void element(index i, thread, T &part..) const: what an iteration gives.
void CudaEmitter::elementOf(const exec::For &node, const std::vector<Parameter> &before, llvm::function_ref<void()> prologue) {
  enterScope();
  const Value index = iterationOf(node).parameters[0];
  const std::string counter = names.index(function.values.name(index).text);
  bindName(index, counter);
  std::vector<Parameter> parameters = before;
  parameters.push_back({"soac::index", counter});
  parameters.push_back(ofThread);
  std::vector<std::string> given;
  const std::vector<Parameter> results = referencesTo(node.running, "_part", given);
  parameters.insert(parameters.end(), results.begin(), results.end());
  method("void", "element", parameters, [&] {
    prologue();
    nodes(node.body);
    for (auto [v, name] : llvm::zip_equal(node.running, given))
      line(name + " = " + text(componentOf(*node.statement, v).element, true) + ";");
  });
  leaveScope();
}

/// void combine(T &a.., T b..) const: a = a op b.
void CudaEmitter::combineOf(const exec::For &node) {
  enterScope();
  std::vector<std::string> left, right;
  std::vector<Parameter> parameters = referencesTo(node.running, "", left);
  for (Parameter p : referencesTo(node.running, "_next", right))
    parameters.push_back({llvm::StringRef(p.type).drop_back(2).str(), p.name});
  ValueSet operands;
  for (auto [v, a, b] : llvm::zip_equal(node.running, left, right)) {
    const Value operand = componentOf(*node.statement, v).right;
    operands.insert(operand);
    bindName(v, a);
    bindName(operand, b);
  }
  exec::Nodes operation;
  for (const exec::Node &n : node.operation)
    if (const auto *bind = std::get_if<exec::Bind>(&n); !bind || !operands.contains(bind->parameter))
      operation.push_back(n);
  method("void", "combine", parameters, [&] { nodes(operation); });
  leaveScope();
}

/// workspace.reduce_in_order(n, bytes of a thread, function object, results..), by an operator of the user's own.
void CudaEmitter::reduceInOrder(const exec::For &node) {
  const std::string count = text(node.count->value);
  passed = {};
  std::string results;
  for (Value v : node.running) {
    passed.insert(places.handle(v));
    results += ", " + cells[places.handle(v)];
  }
  const Kernel k = kernel("reduce", node, node.accumulators, [&](auto) {
    out->line("using value = " + packType(node.running) + ";");
    elementOf(node, {}, [] {});
    combineOf(node);
  });
  passed = {};
  comment();
  line(workspace() + ".reduce_in_order(" + count + ", " + k.bytes + ", " +
       k.object + results + ");");
  explain(k, "a reduction of " + count + " in parts that follow each other, and one of the blocks' results");
}

/// workspace.reduce_segments<plus>(n, m, reads::rows, bytes of a thread, function object, {0.0}), and reduce_segments_in_order.
void CudaEmitter::segments(const exec::For &node, const Nest &all, Value n) {
  const auto outer = llvm::ArrayRef(all.loops).drop_back();
  const exec::For &inner = *all.loops.back();
  const auto *known = std::get_if<exec::Reduce>(all.innermost);
  const Values results = reducedBy(*all.innermost);
  const std::string count = iterationCount(outer, n);
  std::string neutral;
  passed = {};
  for (Value r : results) {
    neutral += (neutral.empty() ? "" : ", ") + text(componentOf(*inner.statement, r).neutral);
    passed.insert(places.handle(r));
  }
  const Kernel k = kernel("sums", node, node.accumulators, [&](auto) {
    enterScope();
    std::string number = iterationNumber(outer);
    const auto prologue = [&] {
      divide(outer, number);
      nodes(neededFor({*all.innermost}, all.before));
    };
    if (!known) {
      out->line("using value = " + packType(results) + ";");
      elementOf(inner, {{"soac::index", number}}, prologue);
      combineOf(inner);
    } else {
      const Value index = iterationOf(inner).parameters[0];
      const std::string counter = names.index(function.values.name(index).text);
      bindName(index, counter);
      std::vector<Parameter> parameters = {{"soac::index", number}, {"soac::index", counter}, ofThread};
      std::vector<std::string> partial;
      const std::vector<Parameter> sums = referencesTo(results, "_part", partial);
      parameters.insert(parameters.end(), sums.begin(), sums.end());
      method("void", "operator()", parameters, [&] {
        prologue();
        nodes(inner.body);
        for (auto [op, name, r] : llvm::zip_equal(known->operators, partial, results))
          combine(op, name, r, text(componentOf(*inner.statement, r).element));
      });
    }
    leaveScope();
    enterScope();
    number = iterationNumber(outer);
    std::vector<Parameter> parameters = {{"soac::index", number}, ofThread};
    for (Value r : results) {
      const std::string name = freshName(r);
      bindName(r, name);
      parameters.push_back({spelling(type(r).scalar), name});
    }
    method("void", "finish", parameters, [&] {
      divide(outer, number);
      nodes(neededFor(all.after, all.before));
      nodes(all.after);
    });
    leaveScope();
  });
  passed = {};
  comment();
  line(workspace() + (known ? ".reduce_segments<" + operatorNames(known->operators) + ">(" : ".reduce_segments_in_order(") +
       count + ", " + dim(*inner.count).text + ", soac::cuda::reads::" + (node.readsColumns ? "columns" : "rows") + ", " + k.bytes + ", " +
       k.object + ", " + packType(results) + "{" + neutral + "});");
  explain(k, count + (known ? " sums of " : " reductions of ") + dim(*inner.count).text + (node.readsColumns ? " by columns" : "") +
                 ", one thread for each where they occupy the device, else several");
}

std::string CudaEmitter::operatorNames(llvm::ArrayRef<exec::Operator> list) {
  std::string names;
  for (exec::Operator op : list)
    names += std::string(names.empty() ? "" : ", ") + "soac::runtime::" + exec::spelling(op);
  return names;
}

void CudaEmitter::reduce(const exec::Reduce &node) {
  const MapReduce &op = std::get<MapReduce>(node.statement->op);
  const std::size_t reduced = node.operators.size();
  const auto results = llvm::ArrayRef<Value>(node.statement->results).take_front(reduced);
  if (node.level != exec::Level::Grid) {
    llvm::SmallVector<std::string, 4> running;
    for (auto [r, each] : llvm::zip(results, op.reductions)) {
      running.push_back(freshName(r));
      line(std::string(spelling(type(r).scalar)) + " " + running.back() + " = " + text(each.neutral[0]) + ";");
    }
    loopInThread(node, op.fn, [&] {
      for (std::size_t k = 0; k < reduced; ++k)
        combine(node.operators[k], running[k], results[k], text(op.fn.results[k]));
    });
    for (auto [r, name] : llvm::zip(results, running))
      bindName(r, name);
    return;
  }
  const std::string count = text(op.count);
  std::string neutral, to;
  Values neutrals;
  for (const Reduction &each : op.reductions) {
    neutral += (neutral.empty() ? "" : ", ") + text(each.neutral[0]);
    neutrals.push_back(each.neutral[0]);
  }
  for (Value r : results)
    to += ", " + cells[r];
  const Kernel k = kernel("reduce", node, node.accumulators, [&](auto) {
    const std::string index = names.index(function.values.name(op.fn.parameters[0]).text);
    bindName(op.fn.parameters[0], index);
    std::vector<Parameter> parameters = {{"soac::index", index}, ofThread};
    std::vector<std::string> partial;
    const std::vector<Parameter> sums = referencesTo(results, "_part", partial);
    parameters.insert(parameters.end(), sums.begin(), sums.end());
    method("void", "operator()", parameters, [&] {
      nodes(node.body);
      for (std::size_t k = 0; k < reduced; ++k)
        combine(node.operators[k], partial[k], results[k], text(op.fn.results[k]));
    });
  });
  comment();
  line(workspace() + ".reduce<" + operatorNames(node.operators) + ">(" + count + ", " + k.bytes + ", " + k.object + ", " + packType(neutrals) + "{" + neutral + "}" + to + ");");
  explain(k, "a sum of " + count + ", and one of the blocks' sums");
}

std::string CudaEmitter::packType(llvm::ArrayRef<Value> values) const {
  llvm::SmallVector<std::string, 4> list;
  for (Value v : values)
    list.push_back(spelling(type(v).scalar));
  return "soac::cuda::pack<" + llvm::join(list, ", ") + ">";
}

/// value element(index i, thread) const { return {a(i), b(i)}; }
void CudaEmitter::elementMethod(const char *name, llvm::ArrayRef<exec::Elements> sources) {
  const bool isKey = llvm::StringRef(name) == "key";
  enterScope();
  const std::string index = names.index("");
  method(isKey ? "soac::index" : "value", name, {{"soac::index", index}, ofThread}, [&] {
    std::string list;
    for (const exec::Elements &e : sources) {
      if (e.value)
        bindName(e.index, index);
      nodes(e.body);
      list += (list.empty() ? "" : ", ") + (e.value ? text(e.value, true) : element(e.array, index).text);
    }
    line("return " + (isKey ? list : "{" + list + "}") + ";");
  });
  leaveScope();
}

/// value combine(value a, value b) const
void CudaEmitter::combineMethod(const Block &op, const exec::Nodes &body, llvm::ArrayRef<Value>) {
  enterScope();
  const std::string left = names.unique("left"), right = names.unique("right");
  const std::size_t n = op.results.size();
  for (auto [k, p] : llvm::enumerate(op.parameters))
    bound.set(p, {"soac::cuda::get<" + std::to_string(k % n) + ">(" + (k < n ? left : right) + ")", 0, true});
  method("value", "combine", {{"value", left}, {"value", right}}, [&] {
    nodes(body);
    std::string list;
    for (Value r : op.results)
      list += (list.empty() ? "" : ", ") + text(r, true);
    line("return {" + list + "};");
  });
  leaveScope();
}

void CudaEmitter::scan(const exec::Scan &node) {
  const Statement &s = *node.statement;
  const Scan &op = std::get<Scan>(s.op);
  const std::string count = text(op.count), neutral = commaSeparated(op.neutral);
  const Kernel k = kernel("scan", node, {}, [&](auto) {
    out->line("using value = " + packType(op.neutral) + ";");
    elementMethod("element", node.sources);
    combineMethod(op.op, node.combine, op.neutral);
    enterScope();
    const std::string index = names.index(""), sum = names.unique("sum");
    method("void", "store", {{"soac::index", index}, {"const value &", sum}}, [&] {
      for (auto [k, r] : llvm::enumerate(s.results))
        if (bound.contains(r))
          line(text(r) + "(" + index + ") = soac::cuda::get<" + std::to_string(k) + ">(" + sum + ");");
    });
    leaveScope();
  });
  comment();
  line(workspace() + ".scan(" + count + ", " + k.bytes + ", " + k.object + ", {" + neutral + "});");
  explain(k, "prefixes of " + count + ": sums of parts, sums before parts, prefixes of parts");
}

void CudaEmitter::bins(const exec::Bins &node) {
  const Statement &s = *node.statement;
  const ReduceByIndex &op = std::get<ReduceByIndex>(s.op);
  const llvm::ArrayRef<exec::Elements> sources = node.sources;
  const std::string count = text(op.count), bins = dim(node.bins).text;
  const Kernel k = kernel("bins", node, {}, [&](auto) {
    out->line("using value = " + packType(op.values) + ";");
    elementMethod("key", sources.take_front());
    elementMethod("element", sources.drop_front());
    combineMethod(op.op, node.combine, op.values);
    enterScope();
    const std::string index = names.index(""), sum = names.unique("sum");
    std::string loads;
    for (Value r : s.results)
      loads += (loads.empty() ? "" : ", ") + text(r) + "(" + index + ")";
    method("value", "load", {{"soac::index", index}}, [&] { line("return {" + loads + "};"); });
    method("void", "store", {{"soac::index", index}, {"const value &", sum}}, [&] {
      for (auto [k, r] : llvm::enumerate(s.results))
        line(text(r) + "(" + index + ") = soac::cuda::get<" + std::to_string(k) + ">(" + sum + ");");
    });
    leaveScope();
  });
  comment();
  line(workspace() + ".bins(" + count + ", " + bins + ", " + k.bytes + ", " + k.object + ");");
  explain(k, count + " values in " + bins + " bins: sorted by bin, one thread for each bin");
}

} // namespace soac::emit

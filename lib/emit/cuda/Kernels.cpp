// The function objects of kernels, and their calls on the host.
#include "emit/cuda/CudaEmitter.h"

#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;
using exec::Space;

namespace {

/// The arrays of which nodes write elements: by their own names, by those of their parts, or by variables for arrays.
class WrittenArrays {
public:
  WrittenArrays(const exec::Nodes &nodes, const Function &function, const exec::Places &places, const ValueSet &written)
      : function(function), places(places), all(written) {
    collect(nodes);
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (auto [part, of] : parts)
        isChanged |= all.contains(part) && all.insert(of);
    }
  }
  bool contains(Value v) const { return all.contains(v); }

private:
  const Function &function;
  const exec::Places &places;
  ValueSet all, readOnly; ///< readOnly: variables that nothing is written by
  std::vector<std::pair<Value, Value>> parts;

  void add(Value part, Value of) {
    if (of && function.type(of).isArray() && function.type(part).isArray() && !readOnly.contains(places.handle(part)))
      parts.push_back({places.handle(part), places.handle(of)});
  }
  void collect(const exec::Nodes &nodes) {
    for (const exec::Node &node : nodes) {
      std::visit(Overloaded{[&](const exec::View &v) {
                              forEachOperand(v.statement->op, [&](Value of) { add(v.statement->results[0], of); });
                            },
                            [&](const exec::Bind &b) { add(b.parameter, b.operand); },
                            [&](const exec::Alloc &a) {
                              if (a.space == Space::Row)
                                all.insert(places.handle(a.of));
                            },
                            [&](const exec::Slot &s) {
                              if (s.isConst)
                                readOnly.insert(places.handle(s.value));
                              add(s.value, s.start);
                            },
                            [&](const exec::Variable &v) {
                              if (v.isConst)
                                readOnly.insert(places.handle(v.value));
                              add(v.value, v.start);
                            },
                            [&](const exec::Assign &a) { add(a.variable, a.value); }, [](const auto &) {}},
                 node);
      exec::forEachInside(node, [&](const exec::Nodes &inner) { collect(inner); });
    }
  }
};

} // namespace

/// What the messages of checks say, which the tree does not know of.
void CudaEmitter::addMessageNumbers(const exec::Nodes &nodes, const ValueSet &made, Values &list) const {
  for (const exec::Node &node : nodes) {
    const auto *check = std::get_if<exec::Check>(&node);
    const auto *op = check ? &std::get<Check>(check->statement->op) : nullptr;
    if (const auto extents = op && !op->number ? comparedExtents(op->condition) : std::nullopt)
      for (Value v : {extents->first, extents->second})
        for (Value read : query.readFor(v))
          if (bound.contains(read) && !made.contains(read) && !llvm::is_contained(list, read))
            list.push_back(read);
    exec::forEachInside(node, [&](const exec::Nodes &inner) { addMessageNumbers(inner, made, list); });
  }
}

std::vector<CudaEmitter::Captured> CudaEmitter::captured(const exec::Node &node, llvm::ArrayRef<Value> accumulators) {
  const exec::Accesses accesses = query.of(exec::Nodes{node});
  Values list = accesses.fromOutside();
  addMessageNumbers(exec::Nodes{node}, accesses.made, list);
  for (Value v : accesses.made)
    if (cells.count(v) && !llvm::is_contained(list, v))
      list.push_back(v);
  const WrittenArrays written(exec::Nodes{node}, function, places, accesses.written);
  ValueSet atomic;
  for (Value a : accumulators)
    atomic.insert(places.handle(a));
  std::vector<Captured> result;
  for (Value v : list) {
    if (passed.contains(v))
      continue;
    const bool isCell = cells.count(v) > 0;
    const std::string outside = isCell ? cells[v] : text(v);
    const std::string member = isIdentifier(outside) ? outside : freshName(v);
    const std::string array = atomic.contains(v) ? "soac::cuda::atomic_dense<" : "soac::runtime::dense<";
    const bool isHandle = isCell || isArray(v) || type(v).accumulator;
    const bool isConst = !atomic.contains(v) && !written.contains(v) && !isCell;
    std::string given = outside;
    if (atomic.contains(v))
      given = workspace() + ".adding(" + outside + ")";
    result.push_back({v, member, isHandle ? array + shortType(v, isConst) : spelling(type(v).scalar), given});
  }
  return result;
}

CudaEmitter::Kernel CudaEmitter::kernel(const char *kind, const exec::Node &node, llvm::ArrayRef<Value> accumulators,
                                        llvm::function_ref<void(llvm::ArrayRef<std::string>)> methods) {
  const std::string name = face.name + "_" + kind + "_" + std::to_string(++numberOfKernels);
  const std::vector<Captured> list = captured(node, accumulators);
  exec::Nodes one = {node};
  const std::string size = bytesOf(one);
  const SourceLocation location = pending, before = printed;
  enterScope();
  std::string given;
  llvm::SmallVector<std::string, 4> reads, writes, adds;
  Text text;
  Text *const around = std::exchange(out, &text);
  isInKernel = true;
  printed = {};
  comment();
  open("struct " + name + " {");
  for (const Captured &c : list) {
    out->line(c.type + " " + c.member + ";");
    if (llvm::StringRef(c.type).starts_with("soac::"))
      (llvm::StringRef(c.type).contains("<const ") ? reads : llvm::StringRef(c.type).contains("::atomic_dense<") ? adds : writes)
          .push_back(c.member);
    given += (given.empty() ? "" : ", ") + c.outside;
    bindName(c.value, cells.count(c.value) || (type(c.value).accumulator && type(c.value).rank == 0) ? c.member + "()" : c.member);
  }
  if (!list.empty())
    out->blank();
  methods(adds);
  close("};");
  out->blank();
  isInKernel = false;
  out = around;
  leaveScope();
  pending = location;
  printed = before;
  kernels.append(text);
  std::string accesses;
  for (const auto &[what, list] : {std::pair{"reads ", &reads}, std::pair{"writes ", &writes}})
    if (!list->empty())
      accesses += (accesses.empty() ? "" : "; ") + std::string(what) + llvm::join(*list, ", ");
  return {name, name + "{" + given + "}", size, accesses, llvm::join(adds, ", ")};
}

/// The elements that all threads add to, for a kernel that may do so in copies of its blocks.
void CudaEmitter::listSums(llvm::ArrayRef<std::string> members) {
  out->open("template <class Visit> __host__ __device__ void sums(Visit &&visit) {");
  for (const std::string &member : members)
    out->line("visit(" + member + ");");
  out->close("}");
}

void CudaEmitter::explain(const Kernel &k, const llvm::Twine &how) {
  std::string place;
  if (pending && pending.file < function.files.size())
    place = "  (" + function.files[pending.file] + ":" + std::to_string(pending.line) + ")";
  explanation.line(k.name + place + ": " + how);
  explanation.indent();
  if (!k.accesses.empty())
    explanation.line(k.accesses);
  if (!k.added.empty())
    explanation.line("adds to " + k.added + ": by atomic operations, up to three where sums are deterministic()");
  if (k.bytes != "0")
    explanation.line("memory of each thread: " + k.bytes + " bytes");
  explanation.dedent();
}

/// What the host does around kernels.
void CudaEmitter::explainAround(const std::string &head, llvm::function_ref<void()> inside) {
  Text around = std::exchange(explanation, explanation.piece(/*deeper=*/true));
  inside();
  std::swap(around, explanation);
  if (around.empty())
    return;
  explanation.line(head);
  explanation.append(around);
}

void CudaEmitter::branch(const exec::Branch &b) {
  if (isInKernel)
    return FunctionEmitter::branch(b);
  explainAround("where " + text(std::get<If>(b.statement->op).condition) + ", one, else the other of these:",
                [&] { FunctionEmitter::branch(b); });
}

static bool hasWord(llvm::StringRef text, llvm::StringRef word) {
  const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1))
    if ((at == 0 || !isPart(text[at - 1])) && (at + word.size() == text.size() || !isPart(text[at + word.size()])))
      return true;
  return false;
}

/// __device__ RESULT NAME(.., thread) const { BODY }, with the names of those parameters that the body reads.
void CudaEmitter::method(const std::string &result, const std::string &name, llvm::ArrayRef<Parameter> parameters,
                         llvm::function_ref<void()> body) {
  contexts.push_back({result == "void" ? Context::Void : Context::Value, names.unique("scratch")});
  bound.enter();
  const Text inner = within(body);
  bound.leave();
  std::string list;
  for (const Parameter &p : parameters) {
    const std::string &own = p.isThread() ? scratch() : p.name;
    const std::string space = llvm::StringRef(p.type).ends_with("&") ? "" : " ";
    list += (list.empty() ? "" : ", ") + p.type + (hasWord(inner.str(), own) ? space + own : "");
  }
  out->open("__device__ " + result + " " + name + "(" + list + ") const {");
  out->append(inner);
  out->close("}");
  contexts.pop_back();
}

std::string CudaEmitter::scratch() const { return contexts.back().workspace; }

/// What a thread takes from its memory: all arrays of the nodes and of those inside, as if none were given back.
void CudaEmitter::bytes(const exec::Nodes &nodes, std::vector<std::string> &list) {
  const auto add = [&](Value v, const std::string &shape) {
    list.push_back("soac::cuda::bytes_of<" + std::string(spelling(type(v).scalar)) + ">(" + shape + ")");
  };
  for (const exec::Node &node : nodes) {
    if (const auto *a = std::get_if<exec::Alloc>(&node); a && a->space == Space::Workspace)
      add(a->value, extents(*a));
    if (const auto *s = std::get_if<exec::Slot>(&node))
      for (int k = 0; k < (s->hasSpare ? 2 : 1); ++k)
        add(s->value, dims(s->extents, ", "));
    exec::forEachInside(node, [&](const exec::Nodes &inner) { bytes(inner, list); });
  }
}

std::string CudaEmitter::bytesOf(const exec::Nodes &nodes) {
  std::vector<std::string> list;
  bytes(nodes, list);
  return list.empty() ? "0" : llvm::join(list, " + ");
}

void CudaEmitter::launch(const exec::Launch &n) {
  const Kernel k = kernel("step", n, {}, [&](auto) {
    method("void", "operator()", {ofThread}, [&] { nodes(n.body); });
  });
  line(workspace() + ".run(" + k.bytes + ", " + k.object + ");");
  explain(k, "one thread");
}

/// for (index i = 0; i < n; ++i) { body; atEnd }
void CudaEmitter::loopInThread(const exec::For &node, const Block &fn, llvm::function_ref<void()> atEnd) {
  comment();
  const std::string count = tripsOf(node);
  enterScope();
  const std::string index = names.index(function.values.name(fn.parameters[0]).text);
  bindName(fn.parameters[0], index);
  const std::string scope = node.usesWorkspace ? names.unique("iteration") : "";
  const Text body = within([&] {
    nodes(node.body);
    atEnd();
  });
  pending = printed = node.statement->location;
  open("for (soac::index " + index + " = 0; " + index + " < " + count + "; ++" + index + ") {");
  if (!scope.empty())
    line(iterationScope(scope));
  out->append(body);
  close("}");
  leaveScope();
}

/// into = into op value;
void CudaEmitter::combine(exec::Operator op, const std::string &into, Value of, const std::string &value) {
  const Scalar scalar = type(of).scalar;
  const bool isNarrow = isInteger(scalar) && bitWidth(scalar) < 32;
  if (!isNarrow && (op == exec::Operator::Plus || op == exec::Operator::Times))
    line(into + (op == exec::Operator::Plus ? " += " : " *= ") + value + ";");
  else
    line(into + " = soac::runtime::" + exec::spelling(op) + "::apply<" + spelling(scalar) + ">(" + into + ", " + value + ");");
}

void CudaEmitter::map(const exec::For &node) {
  const Map &op = std::get<Map>(node.statement->op);
  if (node.level != exec::Level::Grid)
    return loopInThread(node, op.fn, [] {});
  grid(node, op.count);
}

void CudaEmitter::iterations(const exec::For &node) {
  if (isInKernel)
    return FunctionEmitter::iterations(node);
  if (node.level != exec::Level::Grid)
    return explainAround("for each of " + (node.count ? dim(*node.count).text : "the") + " iterations, on the host:",
                         [&] { FunctionEmitter::iterations(node); });
  if (std::holds_alternative<MapReduce>(node.statement->op))
    return reduceInOrder(node);
  grid(node, node.count->value);
}

const Block &CudaEmitter::iterationOf(const exec::For &node) {
  if (const auto *loop = std::get_if<Loop>(&node.statement->op))
    return loop->body;
  if (const auto *map = std::get_if<Map>(&node.statement->op))
    return map->fn;
  return std::get<MapReduce>(node.statement->op).fn;
}

static std::string product(const std::string &left, const Expression &right) {
  constexpr int multiplication = 5;
  const std::string factor = right.precedence > multiplication ? "(" + right.text + ")" : right.text;
  return left.empty() ? factor : left + " * " + factor;
}

/// Those of the nodes before that make what `rest` reads, and what they read. Of what is part of expressions, all whose operands
/// are made.
exec::Nodes CudaEmitter::neededFor(const exec::Nodes &rest, const exec::Nodes &before) const {
  ValueSet needed;
  const auto need = [&](const exec::Accesses &a) {
    needed.insert(a.read.begin(), a.read.end());
    needed.insert(a.written.begin(), a.written.end());
  };
  need(query.of(rest));
  std::vector<bool> isKept(before.size());
  for (std::size_t k = before.size(); k-- > 0;) {
    const exec::Accesses own = query.of(exec::Nodes{before[k]});
    isKept[k] = llvm::any_of(own.made, [&](Value v) { return needed.contains(v); });
    if (isKept[k])
      need(own);
  }
  const ValueSet made = query.of(before).made;
  exec::Nodes result;
  for (auto [k, node] : llvm::enumerate(before)) {
    const auto *let = std::get_if<exec::Let>(&node);
    const auto *bind = std::get_if<exec::Bind>(&node);
    if ((let && let->isInlined) || (bind && bind->isInlined)) {
      const ValueSet operands = query.readFor(let ? let->statement->results[0] : bind->parameter);
      isKept[k] = llvm::all_of(operands, [&](Value v) { return needed.contains(v) || !made.contains(v); });
    }
    if (isKept[k])
      result.push_back(node);
  }
  return result;
}

CudaEmitter::Nest CudaEmitter::nest(const exec::For &outermost) const {
  Nest result{{&outermost}, nullptr, {}, {}};
  while (result.loops.size() < outermost.depth) {
    const exec::Nodes &body = result.loops.back()->body;
    const exec::Node *const inner = exec::onlyLoop(body);
    const exec::For &loop = *exec::iterationsOf(*inner);
    for (const exec::Node &node : llvm::ArrayRef(body.data(), inner))
      if (const auto *variable = std::get_if<exec::Variable>(&node); !variable || !llvm::is_contained(loop.running, variable->value))
        result.before.push_back(node);
    result.after.assign(inner + 1, body.data() + body.size());
    result.innermost = inner;
    result.loops.push_back(&loop);
  }
  return result;
}

/// The indices of the loops, of which `number` counts all iterations; that of the first one is bound already where it is alone.
///   const auto [i, j] = soac::cuda::divided(number, m);
void CudaEmitter::divide(llvm::ArrayRef<const exec::For *> loops, std::string number) {
  for (std::size_t k = 0; k + 1 < loops.size(); ++k) {
    std::string size;
    for (const exec::For *inner : loops.drop_front(k + 1))
      size = product(size, dim(*inner->count));
    const Value index = iterationOf(*loops[k]).parameters[0];
    const std::string name = names.index(function.values.name(index).text);
    bindName(index, name);
    const bool isLast = k + 2 == loops.size();
    const Value next = iterationOf(*loops[k + 1]).parameters[0];
    const std::string rest = isLast ? names.index(function.values.name(next).text) : names.unique("rest");
    if (isLast)
      bindName(next, rest);
    const bool isUsed = !isLast || accesses.isNamed(index) || accesses.isNamed(next);
    if (isUsed)
      line("const auto [" + name + ", " + rest + "] = soac::cuda::divided(" + number + ", " + size + ");");
    number = rest;
  }
}

/// How many iterations all loops have together, of which the first has `n`: "n * m".
std::string CudaEmitter::iterationCount(llvm::ArrayRef<const exec::For *> loops, Value n) {
  if (loops.size() == 1)
    return text(n);
  std::string count = product("", expression(n));
  for (const exec::For *loop : loops.drop_front())
    count = product(count, dim(*loop->count));
  return count;
}

/// The number of all iterations: a parameter of the kernel's methods. That of a single loop is its index.
std::string CudaEmitter::iterationNumber(llvm::ArrayRef<const exec::For *> loops) {
  if (loops.size() > 1)
    return names.unique("number");
  const Value index = iterationOf(*loops[0]).parameters[0];
  const std::string name = names.index(function.values.name(index).text);
  bindName(index, name);
  return name;
}

/// workspace.map(n * m, bytes of a thread, function object);
void CudaEmitter::grid(const exec::For &node, Value n) {
  const Nest all = nest(node);
  if (std::holds_alternative<MapReduce>(all.loops.back()->statement->op))
    return segments(node, all, n);
  const std::string count = iterationCount(all.loops, n);
  const Kernel k = kernel("map", node, node.accumulators, [&](llvm::ArrayRef<std::string> sums) {
    const std::string number = iterationNumber(all.loops);
    method("void", "operator()", {{"soac::index", number}, ofThread}, [&] {
      divide(all.loops, number);
      nodes(all.before);
      nodes(all.loops.back()->body);
    });
    if (!sums.empty())
      listSums(sums);
  });
  comment();
  line(workspace() + ".map(" + count + ", " + k.bytes + ", " + k.object + ");");
  explain(k, count + " threads");
}

} // namespace soac::emit

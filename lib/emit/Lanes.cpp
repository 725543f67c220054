// Loops over the lanes of a block (optimise/passes/Lanes.cpp), written once for all of them: runtime/lanes.hpp. So are other
// independent iterations that call functions: compilers leave the last ones of a loop to the scalar functions, and Clang all of
// them.
//   loop 16, (%y) |%l, ..| { %t = index %x[%l];  update %y[%l] = %t * 2.0 }
//   ->   soac::runtime::in_lanes([&](auto lane) {
//          const auto t = soac::runtime::at(x, lane);
//          soac::runtime::put(y, t * 2.0, lane);
//        });
// Sums over the lanes that go to neighbouring elements are formed together, a register of them at a time.
#include "emit/FunctionEmitter.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;

static constexpr std::int64_t laneCount = 16; ///< of runtime/lanes.hpp

/// Of the vector functions (runtime/vector_math.hpp)?
static bool isFunction(Prim p) {
  switch (p) {
  case Prim::Sin:
  case Prim::Cos:
  case Prim::Tan:
  case Prim::Atan:
  case Prim::Sinh:
  case Prim::Cosh:
  case Prim::Tanh:
  case Prim::Sech:
  case Prim::Exp:
  case Prim::Exp2:
  case Prim::Expm1:
  case Prim::Log:
  case Prim::Log2:
  case Prim::Log10:
  case Prim::Log1p: return true;
  default: return false;
  }
}

static bool callsFunction(const exec::Node &node) {
  const auto *let = std::get_if<exec::Let>(&node);
  const auto *op = let ? std::get_if<Apply>(&let->statement->op) : nullptr;
  return op && isFunction(op->prim);
}

bool FunctionEmitter::hasLaneForm(const exec::For &l) {
  return isOverLanes(l) && !std::holds_alternative<MapReduce>(l.statement->op) &&
         llvm::all_of(l.body, [&](const exec::Node &node) { return hasLaneForm(node); });
}

/// Sums; several ones on one thread.
bool FunctionEmitter::hasLaneForm(const exec::Reduce &r) {
  const bool isOne = r.operators.size() == 1;
  if (!(isOverLanes(r) || (!isOne && isShort(r)) || isBesideElements(r)) || (!isOne && r.level != exec::Level::Sequential) ||
      !r.accumulators.empty())
    return false;
  const auto sums = llvm::ArrayRef<Value>(r.statement->results).take_front(r.operators.size());
  return llvm::all_of(r.operators, [](exec::Operator o) { return o == exec::Operator::Plus; }) &&
         llvm::all_of(sums, [&](Value v) { return isFloat(type(v).scalar); }) &&
         llvm::all_of(r.body, [&](const exec::Node &node) { return hasLaneForm(node); });
}

/// A few long iterations: compilers dissolve such a loop before they look for vectors.
bool FunctionEmitter::isShort(const exec::Reduce &r) const {
  constexpr std::int64_t least = laneCount / 2, most = 2 * laneCount;
  constexpr std::size_t leastNodes = 12;
  const auto count = knownCount(r);
  return isForLanes(r) && count && least <= *count && *count <= most && r.body.size() >= leastNodes;
}

/// Sums over one block each, which the iterations add to neighbouring elements. Terms may be computed several times, hence write nothing.
bool FunctionEmitter::addsSumsOfLanes(const exec::For &l) {
  if (!hasLanes() || !l.addsSums || l.level != exec::Level::Sequential || l.usesWorkspace || l.mayFail)
    return false;
  const exec::Reduce *sum = nullptr;
  for (const exec::Node &node : llvm::drop_end(l.body)) {
    if (const auto *reduce = std::get_if<exec::Reduce>(&node))
      sum = reduce;
    else if (!std::holds_alternative<exec::Let>(node))
      return false;
  }
  const auto *addition = std::get_if<exec::Store>(&l.body.back());
  return sum && addition && places.of(std::get<Accumulate>(addition->statement->op).accumulator) != exec::Space::Overlay &&
         sum->level == exec::Level::Sequential && isOneBlock(*sum) && hasLaneForm(*sum) && beginsAtZero(*sum) &&
         llvm::all_of(sum->body, [](const exec::Node &node) { return std::holds_alternative<exec::Let>(node) || std::holds_alternative<exec::Bind>(node); });
}
bool FunctionEmitter::beginsAtZero(const exec::Reduce &r) const {
  return function.values.asFloat(std::get<MapReduce>(r.statement->op).reductions[0].neutral[0]) == 0.0;
}

/// Independent iterations, as many as there are lanes, or with functions.
bool FunctionEmitter::isOverLanes(const exec::For &l) const {
  constexpr std::int64_t few = 8; // functions of one number after the other are as fast
  return isForLanes(l) && (isOneBlock(l) || (isFree(l) && knownCount(l).value_or(few) >= few && llvm::any_of(l.body, callsFunction)));
}
bool FunctionEmitter::isForLanes(const exec::For &l) const {
  return hasLanes() && l.isVector && l.count && !l.usesWorkspace && !l.mayFail;
}
/// Sums beside elements that are written, of so many iterations that the compiler does not dissolve the loop.
bool FunctionEmitter::isBesideElements(const exec::For &l) const {
  constexpr std::int64_t many = 2 * laneCount;
  return isForLanes(l) && isFree(l) && writesElements(l) && knownCount(l).value_or(many) >= many;
}
/// It is neither for threads, which have copies of what they add to, nor has it elements whose order in an iteration compilers change.
bool FunctionEmitter::isFree(const exec::For &l) { return l.accumulators.empty() && !l.isInterleaved; }
bool FunctionEmitter::writesElements(const exec::For &l) {
  return llvm::any_of(l.body, [](const exec::Node &node) {
    return std::holds_alternative<exec::Store>(node) || std::holds_alternative<exec::Put>(node);
  });
}
bool FunctionEmitter::isOneBlock(const exec::For &l) const { return knownCount(l) == laneCount; }
std::optional<std::int64_t> FunctionEmitter::knownCount(const exec::For &l) const {
  return l.count->isExtent ? std::nullopt : function.values.asInt(l.count->value);
}

bool FunctionEmitter::hasLaneForm(const exec::Node &node) const {
  const auto isNumber = [&](Value v) {
    const Scalar s = type(v).scalar;
    return s == Scalar::F64 || s == Scalar::F32 || s == Scalar::I64 || s == Scalar::I32;
  };
  const auto isPlain = [&](Value array) { return isNumber(array) && places.of(array) != exec::Space::Overlay; };
  if (const auto *let = std::get_if<exec::Let>(&node)) {
    const Op &op = let->statement->op;
    if (const auto *apply = std::get_if<Apply>(&op))
      return hasLaneForm(*apply);
    const auto *read = std::get_if<Index>(&op);
    return read && type(let->statement->results[0]).isScalar() && isPlain(read->array);
  }
  if (const auto *bind = std::get_if<exec::Bind>(&node))
    return bind->index && type(bind->parameter).isScalar() && isPlain(bind->operand);
  if (const auto *put = std::get_if<exec::Put>(&node))
    return put->how == exec::Put::How::Element && !put->isSaved && isPlain(put->result);
  const auto *store = std::get_if<exec::Store>(&node);
  const auto *update = store ? std::get_if<Update>(&store->statement->op) : nullptr;
  const auto *addition = store ? std::get_if<Accumulate>(&store->statement->op) : nullptr;
  if (update)
    return isPlain(update->array);
  return addition && isNumber(addition->accumulator) && !addition->indices.empty();
}

bool FunctionEmitter::hasLaneForm(const Apply &op) const {
  const Scalar of = type(op.arguments[op.prim == Prim::Select ? 1 : 0]).scalar;
  const bool isReal = of == Scalar::F64 || of == Scalar::F32, isInt = of == Scalar::I64 || of == Scalar::I32;
  switch (op.prim) {
  case Prim::Add:
  case Prim::Sub:
  case Prim::Mul:
  case Prim::Neg:
  case Prim::Select:
  case Prim::StopGradient: return isReal || isInt;
  case Prim::Lt:
  case Prim::Le:
  case Prim::Gt:
  case Prim::Ge:
  case Prim::Eq:
  case Prim::Ne: return isReal || isInt;
  case Prim::And:
  case Prim::Or: return of == Scalar::Bool || isInt;
  case Prim::Not: return of == Scalar::Bool;
  case Prim::Cast: return (isReal || isInt) && op.type != Scalar::Bool && (isFloat(op.type) || op.type == Scalar::I64 || op.type == Scalar::I32);
  case Prim::Div:
  case Prim::Min:
  case Prim::Max:
  case Prim::StrongMul:
  case Prim::SeedMul:
  case Prim::SeedDiv:
  case Prim::Sqrt: return isReal;
  default: return isReal && isFunction(op.prim);
  }
}

/// What `body` writes, where `counter` is the lane of that name.
Text FunctionEmitter::ofLanes(Value counter, const std::string &lane, llvm::function_ref<void()> body, bool deeper) {
  bindName(counter, lane);
  const bool wasInLanes = std::exchange(isInLanes, true), wasOfLanes = std::exchange(isOfLanes, true);
  Text text = within(body, deeper);
  isInLanes = wasInLanes;
  isOfLanes = wasOfLanes;
  return text;
}

void FunctionEmitter::lanes(const exec::For &l) {
  enterScope();
  const Value counter = std::get<Loop>(l.statement->op).body.parameters[0];
  const std::string lane = accesses.isNamed(counter) ? names.unique("lane") : "";
  const Text body = ofLanes(counter, lane, [&] { nodes(l.body); });
  pending = printed = l.statement->location;
  open("soac::runtime::in_lanes(" + (isOneBlock(l) ? "" : text(l.count->value) + ", ") + "[&](auto" + (lane.empty() ? "" : " " + lane) + ") {");
  out->append(body);
  close("});");
  leaveScope();
}

/// One sum, or several:
///   const double s = 1.0 + soac::runtime::sum_of_lanes(n, [&](auto lane) { .. });
///   const auto [s, t] = soac::runtime::sums_of_lanes(std::tuple<double, double>{0.0, 0.0}, n, [&](auto lane) { .. });
void FunctionEmitter::sumsOfLanes(const exec::Reduce &node) {
  const MapReduce &op = std::get<MapReduce>(node.statement->op);
  const std::size_t count = node.operators.size();
  const bool isOne = count == 1;
  const auto results = llvm::ArrayRef<Value>(node.statement->results).take_front(count);
  Values neutral;
  for (const Reduction &r : op.reductions)
    neutral.push_back(r.neutral[0]);
  std::string call;
  if (!isOne)
    call = sumOver(node, false) + tuple(neutral) + ", ";
  else
    call = (beginsAtZero(node) ? "" : expression(neutral[0]).text + " + ") + sumOver(node, true);
  llvm::SmallVector<std::string, 4> sums;
  for (Value r : results)
    sums.push_back(freshName(r));
  enterScope();
  const std::string lane = accesses.isNamed(op.fn.parameters[0]) ? names.unique("lane") : "";
  const Text body = ofLanes(op.fn.parameters[0], lane, [&] {
    nodes(node.body);
    llvm::SmallVector<std::string, 4> terms;
    for (Value v : llvm::ArrayRef(op.fn.results).take_front(count))
      terms.push_back(text(v, true));
    line("return " + (isOne ? terms[0] : "std::tuple{" + llvm::join(terms, ", ") + "}") + ";");
  });
  pending = printed = node.statement->location;
  const std::string trips = isOne && isOneBlock(node) ? "" : text(node.count->value) + ", ",
                    declared = isOne ? std::string(spelling(type(results[0]).scalar)) + " " + sums[0]
                                     : "auto [" + llvm::join(sums, ", ") + "]";
  open("const " + declared + " = " + call + trips + "[&](auto" + (lane.empty() ? "" : " " + lane) + ") {");
  out->append(body);
  close("});");
  leaveScope();
  for (auto [r, sum] : llvm::zip_equal(results, sums))
    bindName(r, sum);
}

///   loop n |%r| { %s = map_reduce + 16 |%l| { .. };  accumulate %a[%at + %r] += %s }
///   ->   soac::runtime::add_sums_of_lanes(n, [&](soac::index r, auto lane) SOAC_INLINED { return soac::runtime::addend(a, .., at + r); });
void FunctionEmitter::addSumsOfLanes(const exec::For &l) {
  const Value counter = std::get<Loop>(l.statement->op).body.parameters[0];
  const std::string count = text(l.count->value);
  exec::Nodes scalars;
  const exec::Reduce *sum = nullptr;
  for (const exec::Node &node : llvm::drop_end(l.body))
    if (const auto *reduce = std::get_if<exec::Reduce>(&node))
      sum = reduce;
    else
      scalars.push_back(node);
  const Block &term = std::get<MapReduce>(sum->statement->op).fn;
  const auto &addition = std::get<Accumulate>(std::get<exec::Store>(l.body.back()).statement->op);
  enterScope();
  const std::string index = names.index(function.values.name(counter).text),
                    lane = accesses.isNamed(term.parameters[0]) ? names.unique("lane") : "";
  bindName(counter, index);
  const Text body = within([&] {
    nodes(scalars);
    out->append(ofLanes(
        term.parameters[0], lane,
        [&] {
          nodes(sum->body);
          line("return soac::runtime::addend(" + text(addition.accumulator) + ", " + text(term.results[0], true) + ", " +
               commaSeparated(addition.indices) + ");");
        },
        /*deeper=*/false));
  });
  pending = printed = l.statement->location;
  open("soac::runtime::add_sums_of_lanes(" + count + ", [&](soac::index " + index + ", auto" + (lane.empty() ? "" : " " + lane) + ") SOAC_INLINED {");
  out->append(body);
  close("});");
  leaveScope();
}

/// Independent iterations that write elements, and add to numbers: compilers add these up one after the other.
bool FunctionEmitter::sumsBesideElements(const exec::For &l) const {
  return !l.sums.empty() && l.level == exec::Level::Sequential && isBesideElements(l) && llvm::all_of(l.body, [&](const exec::Node &node) {
           return std::holds_alternative<exec::Assign>(node) || hasLaneForm(node);
         });
}

/// What skeletons for sums are called in front of "sum".
const char *FunctionEmitter::kindOfSum(const exec::For &l) {
  const bool hasFunction = llvm::any_of(l.body, callsFunction);
  return hasFunction ? "lane_" : writesElements(l) ? "independent_" : "";
}
std::string FunctionEmitter::sumOver(const exec::For &l, bool isOne) const {
  const std::string sum = isOne ? "sum" : "sums";
  return "soac::runtime::" + (isOneBlock(l) || !writesElements(l) ? sum + "_of_lanes(" : kindOfSum(l) + sum + "(");
}

///   loop n, (%a, %s) |%i, %b, %t| { %c = update %b[%i] = %x;  %u = add %t, %x;  yield %c, %u }
///   ->   s += soac::runtime::sum_of_lanes(n, [&](auto lane) { soac::runtime::put(a, x, lane);  return x; });
void FunctionEmitter::sumBesideElements(const exec::For &l) {
  const Value counter = std::get<Loop>(l.statement->op).body.parameters[0];
  const bool isOne = l.sums.size() == 1;
  const std::string count = text(l.count->value);
  Values variables;
  for (const exec::Sum &sum : l.sums)
    variables.push_back(sum.variable);
  enterScope();
  const std::string lane = accesses.isNamed(counter) ? names.unique("lane") : "";
  const Text body = ofLanes(counter, lane, [&] {
    llvm::DenseMap<const Statement *, std::string> terms;
    for (const exec::Node &node : l.body) {
      const auto *let = std::get_if<exec::Let>(&node);
      const auto isAddition = [&](const exec::Sum &s) { return let && !let->isInlined && s.addition == let->statement; };
      if (const auto sum = llvm::find_if(l.sums, isAddition); sum != l.sums.end()) {
        const Expression term = expression(sum->term);
        if (!term.isName()) // what it reads may be written behind the addition
          line("const auto " + (terms[sum->addition] = names.unique("term")) + " = " + term.text + ";");
      } else if (!std::holds_alternative<exec::Assign>(node)) {
        nodes({node});
      }
    }
    llvm::SmallVector<std::string, 4> list;
    for (const exec::Sum &sum : l.sums) {
      const auto named = terms.find(sum.addition);
      const Expression term = named == terms.end() ? expression(sum.term) : Expression{named->second};
      list.push_back(isOne || !sum.isSubtracted ? term.text : term.precedence > 0 ? "-(" + term.text + ")" : "-" + term.text);
    }
    line("return " + (isOne ? list[0] : "std::tuple{" + llvm::join(list, ", ") + "}") + ";");
  });
  pending = printed = l.statement->location;
  const std::string start = isOne ? text(variables[0]) + (l.sums[0].isSubtracted ? " -= " : " += ")
                                  : "std::tie(" + commaSeparated(variables) + ") = ",
                    call = sumOver(l, isOne) + (isOne ? "" : tuple(variables) + ", ");
  open(start + call + count + ", [&](auto" + (lane.empty() ? "" : " " + lane) + ") {");
  out->append(body);
  close("});");
  leaveScope();
}

/// put(array, value, indices..)
void FunctionEmitter::put(const exec::Store &n) {
  const auto *update = std::get_if<Update>(&n.statement->op);
  const auto *addition = std::get_if<Accumulate>(&n.statement->op);
  const std::string array = text(update ? n.statement->results[0] : addition->accumulator),
                    indices = commaSeparated(update ? update->indices : addition->indices);
  std::string value;
  if (n.compound) {
    const Prim prim = n.compound->prim;
    const Expression e = expression(n.compound->operand);
    const char *symbol = prim == Prim::Add ? " + " : prim == Prim::Sub ? " - " : prim == Prim::Mul ? " * " : " / ";
    value = "soac::runtime::at(" + array + ", " + indices + ")" + symbol + (e.precedence > 0 ? "(" + e.text + ")" : e.text);
  } else {
    value = text(update->value, true);
  }
  line("soac::runtime::put(" + array + ", " + value + ", " + indices + ");");
}

} // namespace soac::emit

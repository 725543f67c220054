// for (i = a; i < n; i += s): the trip count is computed at entry, max(0, ceil((n - a) / s)), and i is a + k * s in
// iteration k. The form needs that the body changes neither i nor what n and s are made of, which is known once the
// body is lowered; where it does, the loop is lowered again in the while form.
#include "frontend/Loops.h"

namespace soac::frontend {

using ir::Scalar;
using prims::Prim;
using Kind = Shape::Kind;

namespace {

/// What steers the loop. The variable is an integer, or a pointer whose offset is what runs.
struct Induction {
  const clang::VarDecl *variable = nullptr;
  Location at;
  unsigned slot = 0;
  clang::BinaryOperatorKind relation = clang::BO_LT; ///< variable `relation` bound
  const clang::Expr *bound = nullptr;
  clang::QualType comparedAs;
  const clang::Expr *step = nullptr; ///< unset: 1
  bool isDown = false;               ///< the step is subtracted
  bool isCountdown = false;          ///< `i-- > 0` is the whole of it: the body sees n-1, .., 0 and i is -1 afterwards
};

const clang::VarDecl *variableOf(const clang::Expr *e) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

clang::BinaryOperatorKind flipped(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_LT: return clang::BO_GT;
  case clang::BO_GT: return clang::BO_LT;
  case clang::BO_LE: return clang::BO_GE;
  case clang::BO_GE: return clang::BO_LE;
  default: return op;
  }
}

/// Iterators compare with operator functions; C++20 may rewrite these.
bool comparison(const clang::Expr *e, const clang::Expr *&left, const clang::Expr *&right, clang::BinaryOperatorKind &op) {
  e = e->IgnoreParenImpCasts();
  if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(e))
    e = cleanups->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    left = binary->getLHS();
    right = binary->getRHS();
    op = binary->getOpcode();
    return binary->isComparisonOp() && op != clang::BO_EQ && op != clang::BO_Cmp;
  }
  if (const auto *rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(e)) {
    const auto form = rewritten->getDecomposedForm();
    left = form.LHS;
    right = form.RHS;
    op = form.Opcode;
    return op == clang::BO_NE || op == clang::BO_LT;
  }
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e); call && call->getNumArgs() == 2) {
    left = call->getArg(0);
    right = call->getArg(1);
    op = call->getOperator() == clang::OO_ExclaimEqual ? clang::BO_NE : clang::BO_LT;
    return call->getOperator() == clang::OO_ExclaimEqual || call->getOperator() == clang::OO_Less;
  }
  return false;
}

bool matchStep(Induction &induction, const clang::Expr *increment) {
  increment = increment->IgnoreParenImpCasts();
  if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(increment))
    increment = cleanups->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(increment)) {
    induction.isDown = unary->isDecrementOp();
    return unary->isIncrementDecrementOp() && variableOf(unary->getSubExpr()) == induction.variable;
  }
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(increment)) {
    induction.isDown = call->getOperator() == clang::OO_MinusMinus;
    return (call->getOperator() == clang::OO_PlusPlus || induction.isDown) &&
           variableOf(call->getArg(0)) == induction.variable;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(increment);
  if (!binary || variableOf(binary->getLHS()) != induction.variable)
    return false;
  if (binary->getOpcode() == clang::BO_AddAssign || binary->getOpcode() == clang::BO_SubAssign) {
    induction.step = binary->getRHS();
    induction.isDown = binary->getOpcode() == clang::BO_SubAssign;
    return true;
  }
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(binary->getRHS()->IgnoreParenImpCasts());
  if (binary->getOpcode() != clang::BO_Assign || !sum || variableOf(sum->getLHS()) != induction.variable)
    return false;
  induction.step = sum->getRHS();
  induction.isDown = sum->getOpcode() == clang::BO_Sub;
  return sum->getOpcode() == clang::BO_Add || induction.isDown;
}

/// `i-- > 0`, `i-- != 0` or `i--` as the condition of a loop without an increment.
std::optional<Induction> matchCountdown(Lowering &l, const clang::Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition)) {
    const bool isRelation = binary->getOpcode() == clang::BO_GT || binary->getOpcode() == clang::BO_NE;
    if (!isRelation || l.constantInt(binary->getRHS()) != 0)
      return std::nullopt;
    condition = binary->getLHS()->IgnoreParenImpCasts();
  }
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
  if (!unary || unary->getOpcode() != clang::UO_PostDec)
    return std::nullopt;
  Induction induction;
  induction.variable = variableOf(unary->getSubExpr());
  const auto at = induction.variable ? l.variable(induction.variable) : std::nullopt;
  if (!at || !at->dimensions.empty() || at->shape->kind != Kind::Scalar || !ir::isInteger(at->shape->scalar))
    return std::nullopt;
  induction.at = *at;
  induction.slot = at->slots[0];
  induction.relation = clang::BO_GT;
  induction.comparedAs = induction.variable->getType().getNonReferenceType();
  induction.isDown = induction.isCountdown = true;
  return induction;
}

std::optional<Induction> match(Lowering &l, const clang::Expr *condition, const clang::Expr *increment) {
  const clang::Expr *left = nullptr, *right = nullptr;
  Induction induction;
  if (!comparison(condition, left, right, induction.relation) || !increment)
    return std::nullopt;
  for (const bool isFlipped : {false, true}) {
    const clang::Expr *own = isFlipped ? right : left;
    induction.variable = variableOf(own);
    if (!induction.variable || !matchStep(induction, increment))
      continue;
    induction.bound = isFlipped ? left : right;
    induction.comparedAs = own->getType();
    if (isFlipped)
      induction.relation = flipped(induction.relation);
    const auto at = l.variable(induction.variable);
    if (!at || !at->dimensions.empty())
      return std::nullopt;
    induction.at = *at;
    if (at->shape->kind == Kind::Scalar && ir::isInteger(at->shape->scalar) && own->getType()->isIntegerType())
      induction.slot = at->slots[0];
    else if (at->shape->kind == Kind::Pointer)
      induction.slot = at->slots[1];
    else
      return std::nullopt;
    return induction;
  }
  return std::nullopt;
}

bool isNeverNegative(Lowering &l, ir::Value v) {
  const auto known = l.builder().values.asInt(v);
  return known && *known >= 0;
}

/// The trip count, in i64; unset where the relation and the direction of the step do not go together.
ir::Value tripCount(Lowering &l, const Induction &induction, ir::Value start, ir::Value bound, ir::Value step,
                    bool isUp, bool boundIsUnsigned) {
  ir::Builder &b = l.builder();
  const auto relation = induction.relation;
  const bool isOne = b.values.asInt(step) == 1;
  if (relation == clang::BO_NE) {
    if (!isOne)
      return {};
  } else if (isUp != (relation == clang::BO_LT || relation == clang::BO_LE)) {
    return {};
  }
  const bool isClosed = relation == clang::BO_LE || relation == clang::BO_GE;
  if (isClosed && !isUp && boundIsUnsigned)
    return {}; // i >= 0 of an unsigned i is always true
  const auto known = [&](ir::Value v) { return b.values.asInt(v); };
  const auto a = known(start), n = known(bound), s = known(step);
  if (a && n && s) {
    const std::int64_t distance = (isUp ? *n - *a : *a - *n) + (isClosed ? 1 : 0);
    return b.index(distance <= 0 ? 0 : (distance + *s - 1) / *s);
  }
  ir::Value distance = isUp ? (a == 0 ? bound : b.sub(bound, start)) : (n == 0 ? start : b.sub(start, bound));
  if (isClosed)
    distance = b.add(distance, b.index(1));
  if (!isOne) {
    distance = b.add(distance, b.sub(step, b.index(1)));
    distance = b.div(distance, step);
  }
  if (boundIsUnsigned && a == 0 && isUp && isOne && !isClosed)
    return distance;
  return b.apply(Prim::Max, {distance, b.index(0)});
}

} // namespace

bool lowerCountedLoop(Lowering &l, const clang::Stmt *loopStatement, const clang::Expr *condition,
                      const clang::Expr *increment, const clang::Stmt *body, const clang::Stmt *init) {
  auto matched = increment ? match(l, condition, increment) : matchCountdown(l, condition);
  if (!matched)
    return false;
  Induction &induction = *matched;
  Lowering::State &state = l.internals();
  ir::Builder &b = l.builder();
  const std::size_t mark = b.statements().size();
  const std::vector<Slot> before = state.slots;
  const auto giveUp = [&] {
    std::copy(before.begin(), before.end(), state.slots.begin());
    b.statements().resize(mark);
    return false;
  };

  // The bound and the step at entry, and which variables they are made of.
  const bool isPointer = induction.at.shape->kind == Kind::Pointer;
  llvm::DenseSet<unsigned> reads;
  auto *outer = state.readLog;
  state.readLog = &reads;
  const FValue bound = induction.bound ? l.value(induction.bound)
                                       : l.makeScalar(l.builder().index(0), l.types.context.LongTy);
  const FValue stepValue = induction.step ? l.value(induction.step) : FValue{};
  state.readLog = outer;
  if (outer)
    for (const unsigned slot : reads)
      outer->insert(slot);
  const FValue start = l.read(induction.at, condition);
  if (l.failed())
    return true;
  if (!bound || !start || (induction.step && !stepValue.isScalar()) || reads.contains(induction.slot))
    return giveUp();
  for (const unsigned slot : state.live)
    if (!(state.slots[slot].leaf == before[slot].leaf))
      return giveUp();

  ir::Value first, last;
  bool boundIsUnsigned = false;
  if (isPointer) {
    if (bound.shape->kind != Kind::Pointer || !start.leaves[0].target || !bound.leaves[0].target ||
        !(start.leaves[0].target->location == bound.leaves[0].target->location))
      return giveUp();
    first = start.leaves[1].value;
    last = bound.leaves[1].value;
  } else {
    if (!bound.isScalar() || !ir::isInteger(bound.shape->scalar))
      return giveUp();
    first = widen(l, start.leaves[0].value);
    last = widen(l, bound.leaves[0].value);
    boundIsUnsigned = ir::isUnsigned(l.types.scalarOf(induction.comparedAs).value_or(Scalar::I64));
    // A negative start compares as a huge number where the comparison is unsigned.
    if (boundIsUnsigned && ir::isSigned(induction.at.shape->scalar) && !isNeverNegative(l, first))
      boundIsUnsigned = false, last = b.select(b.lessThan(first, b.index(0)), first, last);
  }
  ir::Value step = b.index(1);
  bool isUp = !induction.isDown;
  if (induction.step) {
    step = widen(l, stepValue.leaves[0].value);
    if (const auto known = b.values.asInt(step)) {
      if (*known == 0)
        return giveUp();
      if (*known < 0) {
        isUp = !isUp;
        step = b.index(-*known);
      }
    }
  }
  const ir::Value count = tripCount(l, induction, first, last, step, isUp, boundIsUnsigned);
  if (!count)
    return giveUp();
  if (induction.isCountdown)
    first = b.sub(first, b.index(1));

  const auto position = [&](ir::Value k) {
    const bool isOne = b.values.asInt(step) == 1;
    ir::Builder &here = l.builder();
    ir::Value offset = isOne ? k : here.mul(k, step);
    if (here.values.asInt(first) == 0 && isUp)
      return offset;
    return isUp ? here.add(first, offset) : here.sub(first, offset);
  };
  const auto set = [&](ir::Value at, bool isInRange = true) {
    ir::Value v = at;
    if (!isPointer && induction.at.shape->scalar != Scalar::I64) {
      v = l.builder().cast(induction.at.shape->scalar, at);
      if (isInRange)
        state.definitions[v] = {Prim::Cast, at, {}};
    }
    if (b.values.name(v).empty() && !b.values.asConstant(v))
      b.values.setName(v, state.infos[induction.slot].name);
    state.slots[induction.slot].leaf.value = v;
    return v;
  };

  LoopBuilder loop(l, loopStatement);
  const ir::Value k = b.values.fresh(ir::indexType, state.infos[induction.slot].name);
  ir::Value inBody;
  bool isKept = true;
  loop.body({k}, [&] {
    inBody = set(position(k));
    VariableScope scope(l);
    Frame &frame = state.frame();
    frame.jumps.push_back({newFlag(l, "left"), newFlag(l, "continued"), false});
    if (body)
      lowerStatement(l, body);
    frame.jumps.pop_back();
    isKept = state.slots[induction.slot].leaf.value == inBody;
    // The loop gives the variable its value; it is not carried.
    loop.keepAsIs(induction.slot);
  });
  if (l.failed())
    return true;
  if (!isKept || loop.changesAny(reads)) {
    loop.abandon();
    return giveUp();
  }
  loop.finish(count);
  const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init);
  if (!(declaration && llvm::is_contained(declaration->decls(), induction.variable)) && !l.failed()) {
    const bool isOne = b.values.asInt(step) == 1;
    const ir::Value total = isOne ? count : b.mul(count, step);
    set(isUp ? b.add(first, total) : b.sub(first, total), !induction.isCountdown);
    state.slots[induction.slot].written = Written::Yes;
  }
  return true;
}

} // namespace soac::frontend

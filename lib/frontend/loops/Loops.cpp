// for, while, do and range-for. A range-for over an array is counted. Others have the while form, where `break` and `return`
// are flags of the condition; the pass `count` counts those whose trips are known at entry.
//
// The while form of a condition without effects is `while (c) body`. Any other condition is evaluated once before the
// loop and once at the end of the body, into a carried variable; so is one that declares a variable, which is carried
// too, and one that uses pointers which the body aims elsewhere.
#include "frontend/loops/Loops.h"

#include "frontend/loops/LoopBuilder.h"
#include "frontend/loops/OpenMp.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/Flags.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"

namespace soac::frontend {

namespace {

struct LoopParts {
  const clang::Stmt *init = nullptr;
  const clang::Expr *condition = nullptr; ///< none is `true`
  const clang::Expr *increment = nullptr;
  const clang::Stmt *body = nullptr;
  bool isDo = false;
  const clang::VarDecl *variable = nullptr;          ///< declared in the condition
  llvm::ArrayRef<const clang::Stmt *> statements{};  ///< of the body, without those that are `exits`
  llvm::SmallVector<const clang::Expr *, 2> exits{}; ///< `if (exit) break;` where the condition is evaluated
};

/// c of `if (c) break;`.
const clang::Expr *exitCondition(const clang::Stmt *s) {
  const auto *choice = llvm::dyn_cast<clang::IfStmt>(s);
  if (!choice || choice->getElse() || choice->getInit() || choice->getConditionVariable() || choice->isConstexpr() ||
      choice->isConsteval())
    return nullptr;
  const clang::Stmt *then = choice->getThen();
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(then); compound && compound->size() == 1)
    then = compound->body_front();
  return llvm::isa<clang::BreakStmt>(then) ? choice->getCond() : nullptr;
}

bool hasContinue(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::Expr, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(s))
    return false;
  return llvm::isa<clang::ContinueStmt>(s) || llvm::any_of(s->children(), hasContinue);
}

bool refersTo(const clang::Stmt *s, const llvm::DenseSet<const clang::Decl *> &variables) {
  if (!s)
    return false;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(s);
      reference && variables.contains(reference->getDecl()))
    return true;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) { return refersTo(child, variables); });
}

/// Does the condition use variables that these statements declare?
bool usesLocals(const clang::Expr *condition, llvm::ArrayRef<const clang::Stmt *> statements) {
  llvm::DenseSet<const clang::Decl *> variables;
  for (const clang::Stmt *s : statements)
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(s))
      for (const clang::Decl *d : declaration->decls()) {
        variables.insert(d);
        if (const auto *decomposition = llvm::dyn_cast<clang::DecompositionDecl>(d))
          variables.insert(decomposition->bindings().begin(), decomposition->bindings().end());
      }
  return refersTo(condition, variables);
}

/// `if (c) break;` at the start of the body belongs to the condition. At its end, where nothing else ends the loop, it
/// is the condition of a do-loop.
void takeExits(Lowering &l, LoopParts &parts) {
  const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(parts.body);
  parts.statements = compound ? llvm::ArrayRef<const clang::Stmt *>(compound->body_begin(), compound->size())
                              : llvm::ArrayRef(parts.body);
  if (!parts.body)
    parts.statements = {};
  if (parts.isDo)
    return;
  while (!parts.statements.empty()) {
    const clang::Expr *exit = exitCondition(parts.statements.front());
    if (!exit)
      break;
    parts.exits.push_back(exit);
    parts.statements = parts.statements.drop_front();
  }
  const bool isEndless = !parts.condition || l.constantInt(parts.condition).value_or(0) != 0;
  if (isEndless && parts.exits.empty() && !parts.increment && !parts.statements.empty() && !hasContinue(parts.body))
    if (const clang::Expr *exit = exitCondition(parts.statements.back()); exit && !usesLocals(exit, parts.statements)) {
      parts.isDo = true;
      parts.condition = nullptr;
      parts.exits.push_back(exit);
      parts.statements = parts.statements.drop_back();
    }
}

/// Lowers one execution of the body and, where it is not left, of `then`.
void lowerIteration(Lowering &l, const clang::Stmt *loop, unsigned broken, llvm::ArrayRef<const clang::Stmt *> body,
                    llvm::function_ref<void()> then) {
  Frame &frame = l.internals().frame();
  frame.jumps.push_back({broken, newFlag(l, "continued"), false});
  {
    VariableScope scope(l);
    PrivateVariables own(l, loop);
    lowerSequence(l, body);
    own.keepLast();
  }
  // `continue` ends here; `break` and `return` stay.
  setFlag(l, frame.jumps.back().continued, false);
  guarded(l, then);
  frame.jumps.pop_back();
}

void evaluateForEffect(Lowering &l, const clang::Expr *e) {
  if (e)
    lowerStatement(l, e);
}

/// The condition, and none of the exits from number `first` on.
ir::Value staysAfter(Lowering &l, const LoopParts &parts, ir::Value so, std::size_t first) {
  const auto known = l.builder().values.asInt(so);
  if (first == parts.exits.size() || known == 0 || l.failed())
    return so;
  const auto next = [&] {
    const ir::Value exit = l.condition(parts.exits[first]);
    return staysAfter(l, parts, l.builder().apply(prims::Prim::Not, {exit}), first + 1);
  };
  if (known)
    return next();
  const clang::QualType boolean = l.types.context.BoolTy;
  const Location result = l.newVariable(l.makeScalar(so, boolean), "");
  lowerIfElse(l, so, [&] { l.write(result, l.makeScalar(next(), boolean)); }, [] {});
  return l.failed() ? so : l.read(result).leaves[0].value;
}

ir::Value conditionOf(Lowering &l, const LoopParts &parts) {
  const bool around = std::exchange(l.internals().isLoopExit, true);
  const ir::Value own = parts.condition ? l.condition(parts.condition) : l.builder().values.constantBool(true);
  const ir::Value stays = staysAfter(l, parts, own, 0);
  l.internals().isLoopExit = around;
  return stays;
}

/// The variable of the condition, for the next trip.
void initialiseAgain(Lowering &l, const clang::VarDecl *variable) {
  const std::optional<Location> at = l.variable(variable);
  FValue v = l.value(variable->getInit());
  if (at && v && v.layout != at->layout)
    v = convertTo(l, v, at->layout, variable->getInit());
  if (at && v)
    l.write(*at, v, variable->getInit());
}

void lowerWhile(Lowering &l, const clang::Stmt *s, const LoopParts &parts) {
  VariableScope scope(l);
  const unsigned broken = newFlag(l, "left");
  if (!parts.isDo && !parts.variable) {
    LoopBuilder loop(l, s);
    if (loop.condition([&] { return conditionOf(l, parts); }) && !l.failed()) {
      loop.body(
          {}, [&] { lowerIteration(l, s, broken, parts.statements, [&] { evaluateForEffect(l, parts.increment); }); });
      if (!loop.conditionIsAimed())
        return loop.finish({});
      loop.abandon();
    }
    if (l.failed())
      return;
  }
  if (parts.variable)
    lowerVariable(l, parts.variable);
  const clang::QualType boolean = l.types.context.BoolTy;
  const FValue first = parts.isDo ? l.makeScalar(l.builder().values.constantBool(true), boolean)
                                  : l.makeScalar(conditionOf(l, parts), boolean);
  const Location again = l.newVariable(first, "again");
  LoopBuilder loop(l, s);
  loop.condition([&] { return l.read(again).leaves[0].value; });
  loop.body({}, [&] {
    l.write(again, l.makeScalar(l.builder().values.constantBool(false), boolean));
    lowerIteration(l, s, broken, parts.statements, [&] {
      evaluateForEffect(l, parts.increment);
      if (parts.variable)
        initialiseAgain(l, parts.variable);
      l.write(again, l.makeScalar(conditionOf(l, parts), boolean));
    });
  });
  loop.finish({});
}

/// break or return that leaves this loop, or goto: such a loop has no count at entry.
bool isLeftEarly(const clang::Stmt *s, bool isInner = false) {
  if (!s || llvm::isa<clang::Expr>(s))
    return false;
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt>(s))
    return true;
  if (llvm::isa<clang::BreakStmt>(s))
    return !isInner;
  const bool catchesBreak =
      llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::SwitchStmt>(s);
  return llvm::any_of(s->children(),
                      [&](const clang::Stmt *child) { return isLeftEarly(child, isInner || catchesBreak); });
}

/// Over an object with iterators of its own: the loop that C++ says it is.
void lowerIteratorLoop(Lowering &l, const clang::CXXForRangeStmt *s) {
  lowerStatement(l, s->getBeginStmt());
  lowerStatement(l, s->getEndStmt());
  const clang::Stmt *const iteration[] = {s->getLoopVarStmt(), s->getBody()};
  LoopParts parts;
  parts.condition = s->getCond();
  parts.increment = s->getInc();
  parts.statements = iteration;
  if (!l.failed())
    lowerWhile(l, s, parts);
}

} // namespace

void lowerLoop(Lowering &l, const clang::Stmt *s) {
  VariableScope scope(l);
  LoopParts parts;
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(s))
    parts = {loop->getInit(), loop->getCond(), loop->getInc(), loop->getBody(), false, loop->getConditionVariable()};
  else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(s))
    parts = {nullptr, loop->getCond(), nullptr, loop->getBody(), false, loop->getConditionVariable()};
  else if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(s))
    parts = {nullptr, loop->getCond(), nullptr, loop->getBody(), true, nullptr};
  if (parts.variable && parts.variable->getType()->isReferenceType()) {
    l.refuse(diag::Id::UnsupportedStatement, parts.variable->getSourceRange(), {"a reference in a loop's condition"},
             {"declare it in the body"});
    return;
  }
  if (parts.init)
    lowerStatement(l, parts.init);
  setLocation(l, s->getBeginLoc());
  if (l.failed())
    return;
  takeExits(l, parts);
  lowerWhile(l, s, parts);
}

void lowerRangeFor(Lowering &l, const clang::CXXForRangeStmt *s) {
  VariableScope scope(l);
  if (s->getInit())
    lowerStatement(l, s->getInit());
  lowerStatement(l, s->getRangeStmt());
  if (l.failed())
    return;
  const auto *range = llvm::cast<clang::VarDecl>(s->getRangeStmt()->getSingleDecl());
  std::optional<Location> found = l.variable(range);
  if (!found || l.failed())
    return;
  Location array = *found;
  if (array.layout->kind == Layout::Kind::View)
    array = l.referent(l.read(array, s));
  const clang::VarDecl *variable = s->getLoopVariable();
  if (!array)
    return;
  if (array.layout->kind != Layout::Kind::Array)
    return lowerIteratorLoop(l, s);
  setLocation(l, s->getBeginLoc());
  // The element: a reference binds to it, anything else is a copy; of a rank above 1 it is a row.
  const auto bind = [&](ir::Value index) {
    const Location element = l.element(array, {index});
    const clang::QualType type = variable->getType();
    auto &variables = l.internals().frame().variables;
    const auto *key = llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl());
    const Layout *layout = l.types.ofObject(type);
    const std::string name = variable->getIdentifier() ? variable->getName().str() : "";
    if (layout->kind == Layout::Kind::View)
      variables[key] = l.newVariable(viewOf(l, element, layout), name);
    else if (type->isReferenceType())
      variables[key] = element;
    else if (FValue v = l.copy(element, s))
      variables[key] = l.newVariable(v.layout == layout ? v : convertTo(l, v, layout, variable->getInit()), name);
  };
  const ir::Value extent = l.extent(array, 0);
  if (!isLeftEarly(s->getBody())) {
    LoopBuilder loop(l, s);
    const ir::Value index = l.builder().values.fresh(ir::indexType, "i");
    loop.body({index}, [&] {
      bind(index);
      lowerIteration(l, s, newFlag(l, "left"), s->getBody(), [] {});
    });
    return loop.finish(extent);
  }
  const unsigned broken = newFlag(l, "left");
  const clang::QualType indexType = l.types.context.LongTy;
  const Location index = l.newVariable(l.makeScalar(l.builder().index(0), indexType), "i");
  LoopBuilder loop(l, s);
  loop.condition([&] { return l.builder().lessThan(l.read(index).leaves[0].value, extent); });
  loop.body({}, [&] {
    const ir::Value i = l.read(index).leaves[0].value;
    bind(i);
    lowerIteration(l, s, broken, s->getBody(),
                   [&] { l.write(index, l.makeScalar(l.builder().add(i, l.builder().index(1)), indexType)); });
  });
  loop.finish({});
}

void lowerCountedLoop(Lowering &l, ir::Value count, const clang::Expr *site, llvm::function_ref<void(ir::Value)> body) {
  LoopBuilder loop(l, site);
  const ir::Value i = l.builder().values.fresh(ir::indexType, "i");
  loop.body({i}, [&] { body(i); });
  loop.finish(count);
}

} // namespace soac::frontend

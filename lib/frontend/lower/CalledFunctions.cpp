#include "frontend/lower/CalledFunctions.h"

#include "analysis/Shapes.h"
#include "frontend/lower/CallTree.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Closure.h"
#include "frontend/state/Variables.h"
#include "ir/Definitions.h"

#include <llvm/ADT/StringMap.h>

namespace soac::frontend {

using Kind = Layout::Kind;

/// What a call needs to know of a definition.
struct Signature {
  unsigned number = 0;
  bool isRefused = false;
  llvm::SmallVector<unsigned, 4> changed; ///< positions of the closure's slots that get another value, ascending
  std::vector<Written> written;           ///< per slot of the closure, when it ends
  std::vector<bool> isRead;               ///< per slot of the closure: elements that it is given are read for certain
};

struct CalledFunctions {
  CalledFunctions(ir::Function &root, const clang::FunctionDecl *function) : root(root), tree(function) {}

  ir::Function &root; ///< which has the table of definitions
  CallTree tree;
  llvm::StringMap<Signature> signatures;                        ///< by function and form of the closure
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> isOpen; ///< how many definitions of it are being made
};

namespace {

/// Of the outermost function, the first that is called.
CalledFunctions &calledBy(Lowering &l, const clang::FunctionDecl *function) {
  Lowering::State &state = l.internals();
  if (!state.called)
    state.called = std::make_shared<CalledFunctions>(l.function, function);
  return *state.called;
}

bool isArray(const ir::Function &f, ir::Value v) { return f.type(v).isArray(); }

class DefinitionCall {
public:
  DefinitionCall(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments, const clang::Expr *site,
                 const std::optional<Location> &object, bool isApart)
      : l(l), called(calledBy(l, function)), function(function->getCanonicalDecl()), site(site),
        isRecursive(called.tree.isRecursive(function)), returned(l.types.of(function->getReturnType())),
        closure(l, arguments, object, {isApart, /*isExact=*/isRecursive}) {}

  /// Do two arguments refer to one variable?
  bool sharesVariables() const {
    for (unsigned k = 0; k < closure.slots().size(); ++k)
      if (closure.isShared(k))
        return true;
    return false;
  }

  std::optional<FValue> call() {
    if (const std::string why = whyNot(); !why.empty())
      return decline(why);
    std::string key;
    llvm::raw_string_ostream(key) << function << closure.key();
    const auto known = called.signatures.find(key);
    if (known == called.signatures.end() && !define(key))
      return l.failed() ? std::optional(FValue{}) : std::nullopt;
    const Signature &signature = called.signatures[key];
    const auto isShared = [&](unsigned k) { return closure.isShared(k); };
    if (signature.isRefused || (!isRecursive && readsUnwritten(signature)) || llvm::any_of(signature.changed, isShared))
      return std::nullopt;
    return emit(signature);
  }

private:
  std::string whyNot() const {
    constexpr unsigned mostOpen = 4;
    if (function->isVariadic())
      return "it has variadic arguments";
    if (!closure.whyNot().empty())
      return closure.whyNot();
    if (returned->kind != Kind::Void && (!returned->isData || !hasStaticShape(returned)))
      return "what it returns is neither a number nor a record of numbers and arrays of known size";
    if (called.isOpen.lookup(function) >= mostOpen)
      return "each call of it is given other variables";
    return "";
  }

  /// Whether that is an error is seen where the function is written in place.
  bool readsUnwritten(const Signature &signature) const {
    return llvm::any_of(llvm::zip_equal(closure.slots(), signature.isRead), [&](auto pair) {
      const auto [slot, isRead] = pair;
      return isRead && l.internals().slots[slot].written < Written::Maybe;
    });
  }

  /// Written in place, or refused.
  std::optional<FValue> decline(const std::string &why) {
    if (!isRecursive)
      return std::nullopt;
    refuseRecursion(why);
    return FValue{};
  }

  /// Lowers the function. What it changes is known at the end: one that calls itself is lowered again where it changes
  /// more than was thought at its own calls.
  bool define(const std::string &key) {
    const auto number = static_cast<unsigned>(called.root.definitions.size());
    called.signatures[key].number = number;
    ++called.isOpen[function];
    for (bool isSettled = false; !isSettled;) {
      dropFrom(number + 1);
      called.root.definitions.resize(number);
      called.root.definitions.emplace_back();
      called.signatures[key].written.assign(closure.slots().size(), Written::Maybe);
      called.signatures[key].isRead.assign(closure.slots().size(), false);
      diag::Engine found;
      ir::Function made;
      const std::optional<Signature> after = lower(made, isRecursive ? l.engine : found, called.signatures[key]);
      Signature &signature = called.signatures[key];
      isSettled = !after || after->changed == signature.changed || !isRecursive;
      if (!after) {
        signature.isRefused = true;
      } else {
        signature.changed = after->changed;
        signature.written = after->written;
        signature.isRead = after->isRead;
      }
      if (!after || !isSettled)
        continue;
      for (const diag::Diagnostic &diagnostic : found.all())
        l.engine.add(diagnostic);
      called.root.definitions[number] = std::move(made);
    }
    --called.isOpen[function];
    if (called.signatures[key].isRefused && isRecursive)
      l.followRefusal();
    return !called.signatures[key].isRefused;
  }

  /// Forgets the definitions from this number on.
  void dropFrom(unsigned number) {
    llvm::SmallVector<std::string, 4> dropped;
    for (const auto &entry : called.signatures)
      if (entry.second.number >= number)
        dropped.push_back(entry.first().str());
    for (const std::string &key : dropped)
      called.signatures.erase(key);
  }

  std::optional<Signature> lower(ir::Function &made, diag::Engine &engine, const Signature &assumed) {
    made.isDefinition = true;
    made.name = function->getDeclName().isIdentifier() ? function->getNameAsString() : "called";
    made.files = l.function.files;
    Lowering inner(l.types, engine, l.hooks, made);
    Lowering::State &state = inner.internals(), &outer = l.internals();
    state.called = outer.called;
    state.withRules = outer.withRules;
    state.rules = outer.rules;
    state.derivatives = outer.derivatives;
    const Closure::Inside inside = closure.enter(inner, function->parameters());
    made.body.parameters = inside.parameters;
    const std::vector<Slot> before = state.slots;
    const FValue result = inlineFunction(inner, function->getDefinition(), inside.arguments, nullptr, inside.object, nullptr);
    if (inner.failed() || state.isStopped)
      return std::nullopt;
    Signature after;
    after.number = assumed.number;
    for (const auto &[k, slot] : llvm::enumerate(before)) {
      const Slot &now = state.slots[k];
      after.written.push_back(now.written);
      if (now.isFreed != slot.isFreed || now.leaf.target != slot.leaf.target || state.infos[k].isAlive != l.internals().infos[closure.slots()[k]].isAlive) {
        refuseRecursion("it changes what a pointer that it is given points to");
        return std::nullopt;
      }
      if (now.leaf.value != slot.leaf.value || llvm::is_contained(assumed.changed, k))
        after.changed.push_back(static_cast<unsigned>(k));
    }
    inner.finish();
    after.isRead = readAtEntry(made, before);
    if (!setResults(made, state, before, result, after)) {
      refuseRecursion("it gives an array another size");
      return std::nullopt;
    }
    return after;
  }

  static std::vector<bool> readAtEntry(const ir::Function &made, llvm::ArrayRef<Slot> slots) {
    llvm::DenseSet<ir::Value> read;
    ir::forEachStatement(made.body, [&](const ir::Statement &s) {
      if (const auto *index = std::get_if<ir::Index>(&s.op))
        read.insert(index->array);
    });
    std::vector<bool> result;
    for (const Slot &slot : slots)
      result.push_back(slot.leaf.value && read.contains(slot.leaf.value));
    return result;
  }

  void refuseRecursion(const std::string &why) {
    if (isRecursive)
      l.refuse(diag::Id::Recursion, site ? site->getSourceRange() : function->getSourceRange(),
               {function->getNameAsString()}, {why, "write it as a loop, or give it numbers and arrays"});
  }

  /// Numbers first, then arrays; of each what is returned comes first. False where an array has another shape in the end.
  bool setResults(ir::Function &made, const Lowering::State &state, llvm::ArrayRef<Slot> before, const FValue &result,
                  const Signature &after) {
    ir::Values arrays, models;
    for (const Leaf &leaf : result.leaves)
      if (!isArray(made, leaf.value))
        made.body.results.push_back(leaf.value);
      else
        arrays.push_back(leaf.value);
    for (const ir::Value array : arrays) {
      made.body.parameters.push_back(made.values.freshLike(array));
      models.push_back({});
    }
    for (const unsigned k : after.changed) {
      const ir::Value now = state.slots[k].leaf.value;
      if (!before[k].leaf.value || !now)
        return false;
      if (!isArray(made, now)) {
        made.body.results.push_back(now);
        continue;
      }
      arrays.push_back(now);
      models.push_back(before[k].leaf.value);
    }
    made.body.results.append(arrays);
    analysis::Shapes shapes(made);
    for (auto [array, model] : llvm::zip_equal(arrays, models))
      if (model && !shapes.sameShape(array, model))
        return false;
    return true;
  }

  FValue emit(const Signature &signature) {
    ir::Builder &b = l.builder();
    Lowering::State &state = l.internals();
    if (!b.location)
      setLocation(l, function->getLocation());
    ir::Invoke invoke;
    invoke.definition = signature.number;
    invoke.arguments.assign(closure.operands().begin(), closure.operands().end());
    llvm::SmallVector<ir::Type, 4> arrays;
    llvm::SmallVector<bool, 4> isReturnedArray;
    const auto add = [&](ir::Type type) { (type.isArray() ? arrays : invoke.types).push_back(type); };
    for (const Layout::LeafType &leaf : returned->leaves)
      add(leaf.type);
    if (!arrays.empty())
      for (const ir::Value zero : zeroLeaves(l, returned))
        if (b.type(zero).isArray()) {
          invoke.updated.push_back(static_cast<unsigned>(invoke.arguments.size()));
          invoke.arguments.push_back(zero);
        }
    for (const unsigned k : signature.changed) {
      const unsigned operand = *closure.operandOf(k);
      add(b.type(closure.operands()[operand]));
      if (arrays.size() > invoke.updated.size())
        invoke.updated.push_back(operand);
    }
    const std::size_t numbers = invoke.types.size();
    invoke.types.append(arrays);
    const ir::Values results = b.emit(std::move(invoke));
    std::size_t nextNumber = 0, nextArray = numbers;
    const auto take = [&](bool isArray) { return results[isArray ? nextArray++ : nextNumber++]; };
    FValue value{returned, {}};
    for (const Layout::LeafType &leaf : returned->leaves)
      value.leaves.push_back({take(leaf.type.isArray()), nullptr});
    for (auto [k, number] : llvm::enumerate(closure.slots())) {
      Slot &slot = state.slots[number];
      if (state.readLog)
        state.readLog->insert(number);
      if (slot.isEntryTarget)
        state.entryTargetReads.insert(number);
      if (!llvm::is_contained(signature.changed, k))
        continue;
      const ir::Value before = slot.leaf.value, now = take(b.type(before).isArray());
      if (b.type(now).isArray()) {
        const auto root = state.shapeRoots.find(before);
        state.shapeRoots[now] = root == state.shapeRoots.end() ? before : root->second;
      }
      slot.leaf.value = now;
      nameLeaf(l.function.values, now, state.infos[number].name);
      slot.written = signature.written[k];
    }
    return value;
  }

  Lowering &l;
  CalledFunctions &called;
  const clang::FunctionDecl *function;
  const clang::Expr *site;
  const bool isRecursive;
  const Layout *returned;
  const Closure closure;
};

} // namespace

std::optional<FValue> callDefinition(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                                     const clang::Expr *site, const std::optional<Location> &object) {
  CallTree &tree = calledBy(l, function).tree;
  const Lowering::State &state = l.internals();
  const bool isInPlace = state.inParallelLoops > 0 || state.withRules > 0 || !tree.isShared(function);
  if (!tree.isRecursive(function) && isInPlace)
    return std::nullopt;
  if (!tree.isRecursive(function))
    if (DefinitionCall apart(l, function, arguments, site, object, true); apart.sharesVariables())
      if (std::optional<FValue> result = apart.call())
        return result;
  return DefinitionCall(l, function, arguments, site, object, false).call();
}

} // namespace soac::frontend

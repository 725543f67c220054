#include "frontend/loops/Races.h"

#include "prims/Prims.h"

namespace soac::frontend {

using ir::Value;
using prims::Prim;

namespace {

// ---- Sums.
// -----------------------------------------------------------------------------------------------------------

/// The operator's name where two spellings mean one.
Combination normal(Combination c) {
  return c == Combination::BitAnd ? Combination::And : c == Combination::BitOr ? Combination::Or : c;
}

std::optional<Combination> combinationOf(Prim prim) {
  switch (prim) {
  case Prim::Add:
  case Prim::Sub: return Combination::Sum;
  case Prim::Mul:
  case Prim::Div: return Combination::Product;
  case Prim::Min:
  case Prim::FMin: return Combination::Minimum;
  case Prim::Max:
  case Prim::FMax: return Combination::Maximum;
  case Prim::And: return Combination::And;
  case Prim::Or: return Combination::Or;
  case Prim::Xor: return Combination::BitXor;
  default: return std::nullopt;
  }
}

/// Follows a value backwards from the end of an iteration to its beginning: each step must be one and the same
/// operator with an operand that does not depend on the value, and nothing else may use the values between.
class Accumulation {
public:
  Accumulation(const IterationBody &body, const SharedValue &shared, llvm::function_ref<bool(Value)> isGuarded)
      : body(body), shared(shared), isGuarded(isGuarded), combination(shared.reduction) {
    ends.insert(shared.parameter);
    depends.insert(shared.parameter);
    findDependents(body.body);
  }

  bool run() {
    return follow(shared.result) && llvm::all_of(followed, [&](const auto &entry) {
             return body.definitions.uses(entry.first) == entry.second;
           });
  }

private:
  void findDependents(const ir::Block &block) {
    for (const ir::Statement &s : block.statements) {
      if (const auto *choice = std::get_if<ir::If>(&s.op)) {
        findDependents(choice->then);
        findDependents(choice->otherwise);
        for (auto [k, v] : llvm::enumerate(s.results))
          if (isDependent(choice->condition) || isDependent(choice->then.results[k]) ||
              isDependent(choice->otherwise.results[k]))
            depends.insert(v);
      } else if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
        dependentsOfLoop(s, *loop);
      } else if (llvm::any_of(ir::freeVariables(s.op, body.values), [&](Value v) { return isDependent(v); })) {
        depends.insert(s.results.begin(), s.results.end());
      }
    }
  }

  void dependentsOfLoop(const ir::Statement &s, const ir::Loop &loop) {
    const std::size_t first = loop.body.parameters.size() - loop.inits.size();
    for (std::size_t known = 0; known != depends.size();) {
      known = depends.size();
      for (auto [k, init] : llvm::enumerate(loop.inits))
        if (isDependent(init) || isDependent(loop.body.results[k])) {
          depends.insert(loop.body.parameters[first + k]);
          depends.insert(s.results[k]);
          if (!loop.isCounted())
            depends.insert(loop.condition.parameters[k]);
        }
      findDependents(loop.condition);
      findDependents(loop.body);
    }
  }

  bool isDependent(Value v) const { return depends.contains(v); }

  bool follow(Value v) {
    if (++followed[v] > 1 || ends.contains(v))
      return true;
    const analysis::Definition *made = body.definitions.of(v);
    if (!made || made->parameterOf)
      return false;
    const ir::Op &op = made->statement->op;
    if (const auto *computed = std::get_if<ir::Apply>(&op))
      return followApply(*computed, v);
    if (const auto *choice = std::get_if<ir::If>(&op))
      return followIf(*choice, made->position, v);
    if (const auto *loop = std::get_if<ir::Loop>(&op))
      return followLoop(*loop, made->position);
    if (const auto *write = std::get_if<ir::Update>(&op))
      return followUpdate(*write, v);
    const auto *read = std::get_if<ir::Index>(&op); // the element that is updated
    return read && update && read->array == update->array && read->indices.size() == update->indices.size() &&
           llvm::all_of(llvm::zip(read->indices, update->indices),
                        [&](const auto &pair) { return body.isSameValue(std::get<0>(pair), std::get<1>(pair)); }) &&
           follow(read->array);
  }

  bool followApply(const ir::Apply &computed, Value v) {
    const auto isFloat = [&](Value x) { return ir::isFloat(body.values.type(x).scalar); };
    const Value left = computed.arguments[0];
    if (computed.prim == Prim::Cast)
      return isFloat(left) == isFloat(v) && follow(left);
    const auto found = combinationOf(computed.prim);
    if (!found || !combine(*found, v) || (computed.prim == Prim::Div && !isFloat(v)))
      return false;
    const Value right = computed.arguments[1];
    const bool isCommutative = computed.prim != Prim::Sub && computed.prim != Prim::Div;
    if (isDependent(left))
      return !isDependent(right) && follow(left);
    return isCommutative && isDependent(right) && follow(right);
  }

  /// Is the operator the only one, and does one thread at a time apply it?
  bool combine(Combination found, Value v) {
    if (!combination)
      combination = found;
    return normal(*combination) == normal(found) && (shared.reduction || isGuarded(v));
  }

  bool followIf(const ir::If &choice, std::size_t k, Value v) {
    const Value yes = choice.then.results[k], no = choice.otherwise.results[k];
    if (const auto extremum = extremumOf(choice.condition, yes, no); extremum && combine(extremum->first, v))
      return follow(extremum->second) && follow(isDependent(yes) ? yes : no);
    const auto known = [&](Value x) { return body.values.asInt(x); };
    if (isDependent(choice.condition)) { // p && b, p || b
      const bool isAnd = !isDependent(yes) && (known(no) == 0 || no == choice.condition);
      const bool isOr = !isDependent(no) && (known(yes) == 1 || yes == choice.condition);
      const Value itself = isAnd ? no : yes;
      return (isAnd || isOr) && combine(isAnd ? Combination::And : Combination::Or, v) && follow(choice.condition) &&
             (itself != choice.condition || follow(itself));
    }
    const auto side = [&](Value x) {
      if (isDependent(x))
        return follow(x);
      return known(x) == 1 ? combine(Combination::Or, v) : known(x) == 0 && combine(Combination::And, v);
    };
    return side(yes) && side(no);
  }

  /// Of e < p ? e : p and its like: the kind, and p in the comparison.
  std::optional<std::pair<Combination, Value>> extremumOf(Value condition, Value yes, Value no) const {
    const auto *compared = body.definitions.as<ir::Apply>(condition);
    if (!compared || compared->arguments.size() != 2 || isDependent(yes) == isDependent(no))
      return std::nullopt;
    const bool isLess = compared->prim == Prim::Lt || compared->prim == Prim::Le;
    if (!isLess && compared->prim != Prim::Gt && compared->prim != Prim::Ge)
      return std::nullopt;
    const bool isLeft = isDependent(compared->arguments[0]); // p < e
    const Value p = compared->arguments[isLeft ? 0 : 1], e = compared->arguments[isLeft ? 1 : 0];
    const Value kept = isDependent(yes) ? yes : no, taken = isDependent(yes) ? no : yes;
    if (isDependent(e) || p != kept || !body.isSameValue(e, taken))
      return std::nullopt;
    const bool smallerIsE = isLess != isLeft; // where the condition holds
    return std::pair(smallerIsE == (taken == yes) ? Combination::Minimum : Combination::Maximum, p);
  }

  bool followLoop(const ir::Loop &loop, std::size_t k) {
    const std::size_t first = loop.body.parameters.size() - loop.inits.size();
    ends.insert(loop.body.parameters[first + k]);
    followed.try_emplace(loop.body.parameters[first + k], 0);
    if (!loop.isCounted())
      followed.try_emplace(loop.condition.parameters[k], 0); // which must not use it
    return follow(loop.inits[k]) && follow(loop.body.results[k]);
  }

  bool followUpdate(const ir::Update &write, Value v) {
    if (!shared.reduction && !isGuarded(v))
      return false;
    const ir::Update *around = std::exchange(update, &write);
    const bool isSum = follow(write.value) && follow(write.array);
    update = around;
    return isSum;
  }

  const IterationBody &body;
  const SharedValue &shared;
  llvm::function_ref<bool(Value)> isGuarded;
  std::optional<Combination> combination;
  llvm::DenseSet<Value> ends, depends;
  llvm::DenseMap<Value, unsigned> followed; ///< how many of the uses are steps of the way
  const ir::Update *update = nullptr;       ///< whose value is being followed
};

// ---- Elements.
// -------------------------------------------------------------------------------------------------------

struct ElementAccess {
  bool isWrite = false;
  ir::Values indices;
  bool isConditional = false; ///< not in every iteration
  bool isOnce = false;        ///< in one iteration at most
};

class ElementAccesses {
public:
  ElementAccesses(const IterationBody &body, Value array) : body(body) {
    versions.insert(array);
    walk(body.body, false, false);
  }

  std::vector<ElementAccess> all;
  bool isVersion(Value v) const { return versions.contains(v); }

private:
  void walk(const ir::Block &block, bool isConditional, bool isOnce) {
    for (const ir::Statement &s : block.statements) {
      if (const auto *write = std::get_if<ir::Update>(&s.op); write && isVersion(write->array)) {
        versions.insert(s.results[0]);
        all.push_back({true, write->indices, isConditional, isOnce});
      } else if (const auto *read = std::get_if<ir::Index>(&s.op); read && isVersion(read->array)) {
        all.push_back({false, read->indices, isConditional, isOnce});
      } else if (const auto *choice = std::get_if<ir::If>(&s.op)) {
        walk(choice->then, true, isOnce || body.holdsOnce(choice->condition));
        walk(choice->otherwise, true, isOnce);
        for (auto [k, v] : llvm::enumerate(s.results))
          if (isVersion(choice->then.results[k]) || isVersion(choice->otherwise.results[k]))
            versions.insert(v);
      } else if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
        enter(s, *loop, isConditional, isOnce);
      } else if (const auto *bins = std::get_if<ir::ReduceByIndex>(&s.op)) {
        for (auto [k, v] : llvm::enumerate(bins->dests))
          if (isVersion(v))
            versions.insert(s.results[k]);
      } else if (const auto *scatter = std::get_if<ir::Scatter>(&s.op); scatter && isVersion(scatter->dest)) {
        versions.insert(s.results[0]);
      }
    }
  }

  void enter(const ir::Statement &s, const ir::Loop &loop, bool isConditional, bool isOnce) {
    const std::size_t first = loop.body.parameters.size() - loop.inits.size();
    for (auto [k, init] : llvm::enumerate(loop.inits))
      if (isVersion(init)) {
        versions.insert(loop.body.parameters[first + k]);
        versions.insert(s.results[k]);
      }
    walk(loop.body, isConditional || !loop.isCounted(), isOnce);
  }

  const IterationBody &body;
  llvm::DenseSet<Value> versions;
};

class Elements {
public:
  Elements(const IterationBody &body, const SharedValue &shared)
      : body(body), shared(shared), accesses(body, shared.parameter) {}

  std::string race() const {
    const std::string name = "'" + shared.name + "'";
    if (!accesses.isVersion(shared.result))
      return "every iteration writes the whole of " + name;
    for (const ElementAccess &write : accesses.all) {
      if (!write.isWrite || write.isOnce)
        continue;
      if (isSameEverywhere(write))
        return "every iteration writes the same element of " + name;
      for (const ElementAccess &other : accesses.all)
        if (!other.isOnce && !other.isConditional && !write.isConditional && meetElsewhere(write, other))
          return "one iteration writes an element of " + name + " that another one " +
                 (other.isWrite ? "writes" : "reads");
    }
    return "";
  }

private:
  bool isSameEverywhere(const ElementAccess &write) const {
    return llvm::all_of(write.indices, [&](Value v) {
      const auto line = body.line(v);
      return line && line->slope.terms().empty();
    });
  }

  /// Does one iteration write an element that another one, up to 8 iterations away, accesses?
  bool meetElsewhere(const ElementAccess &write, const ElementAccess &other) const {
    if (write.indices.size() != other.indices.size() || body.stride() == 0)
      return false;
    for (std::int64_t apart = -8; apart <= 8; ++apart)
      if (apart != 0 && llvm::all_of(llvm::zip(write.indices, other.indices), [&](const auto &pair) {
            return areApart(std::get<0>(pair), std::get<1>(pair), apart * body.stride());
          }))
        return true;
    return false;
  }

  /// a in one iteration is b in the iteration whose counter is larger by `by`.
  bool areApart(Value a, Value b, std::int64_t by) const {
    const auto x = body.line(a), y = body.line(b);
    return x && y && x->slope == y->slope && y->rest + analysis::Polynomial(by) * y->slope == x->rest;
  }

  const IterationBody &body;
  const SharedValue &shared;
  ElementAccesses accesses;
};

/// Does the variable keep its value, but in one iteration at most?
bool isWrittenOnce(const IterationBody &body, Value v, Value before) {
  const auto *choice = body.definitions.as<ir::If>(v);
  return choice && body.holdsOnce(choice->condition) &&
         choice->otherwise.results[body.definitions.of(v)->position] == before;
}

} // namespace

std::string raceOn(const SharedValue &shared, const IterationBody &body, llvm::function_ref<bool(Value)> isGuarded) {
  if (Accumulation(body, shared, isGuarded).run() || isWrittenOnce(body, shared.result, shared.parameter))
    return "";
  if (shared.reduction)
    return "'" + shared.name + "' is a reduction, and they use it in another way than by its operator";
  if (body.values.type(shared.parameter).isArray())
    return Elements(body, shared).race();
  const bool isAny = body.definitions.isInside(shared.result) && isGuarded(shared.result);
  return isAny ? "what they leave in '" + shared.name + "' depends on their order"
               : "each of them writes '" + shared.name + "'";
}

} // namespace soac::frontend

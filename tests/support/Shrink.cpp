// Simplifications, all tried at every place:
//   a result of the function is dropped
//   a statement goes; its results become zero, or another value of the same type (an operand, an earlier value)
//   an `if` becomes one of its branches, a loop its inits or its first iteration
//   a number of the arguments becomes 0, 1 or 0.5
// and after each, statements that nothing uses go where that keeps the failure.
#include "support/Shrink.h"

#include "analysis/Effects.h"
#include "ir/Walk.h"
#include "ir/text/Printer.h"

#include <cmath>

namespace soac::test {
namespace {

using namespace ir;

/// Removes what has no use and no effect; true when it removed something.
bool removeUnused(Function &f) {
  ValueSet used;
  const std::function<void(const Block &)> collect = [&](const Block &block) {
    for (const Statement &s : block.statements) {
      forEachOperand(s.op, [&](Value v) { used.insert(v); });
      forEachBlock(s.op, collect);
    }
    for (Value v : block.results)
      used.insert(v);
  };
  collect(f.body);
  bool isChanged = false;
  const std::function<void(Block &)> sweep = [&](Block &block) {
    const auto isUnused = [&](const Statement &s) {
      return !analysis::hasEffect(s.op) && llvm::none_of(s.results, [&](Value v) { return used.contains(v); });
    };
    isChanged |= std::erase_if(block.statements, isUnused) > 0;
    for (Statement &s : block.statements)
      forEachBlock(s.op, sweep);
  };
  sweep(f.body);
  return isChanged;
}

/// What stands for the results of a statement that goes; empty when there is nothing.
std::vector<Values> replacements(const Statement &s, llvm::ArrayRef<Value> earlier, ValueTable &values) {
  std::vector<Values> found;
  Values zeros, others;
  for (Value r : s.results) {
    const Type t = values.type(r);
    if (t.isScalar())
      zeros.push_back(values.zero(t.scalar));
    Value other;
    forEachOperand(s.op, [&](Value v) {
      if (!other && values.type(v) == t)
        other = v;
    });
    for (Value v : earlier)
      if (!other && values.type(v) == t)
        other = v;
    if (other)
      others.push_back(other);
  }
  if (zeros.size() == s.results.size() && !zeros.empty())
    found.push_back(zeros);
  if (others.size() == s.results.size() && !others.empty())
    found.push_back(others);
  return found;
}

class Editor {
public:
  /// Applies edit number `n` to the function; false when there are fewer.
  bool apply(Function &f, std::size_t n) {
    function = &f;
    remaining = n;
    if (f.body.results.size() > 1)
      for (std::size_t i = 0; i < f.body.results.size(); ++i)
        if (isIt()) {
          f.body.results.erase(f.body.results.begin() + static_cast<std::ptrdiff_t>(i));
          return true;
        }
    llvm::SmallVector<Value, 16> earlier;
    return visit(f.body, earlier);
  }

private:
  bool isIt() { return remaining-- == 0; }

  bool visit(Block &block, llvm::SmallVector<Value, 16> earlier) {
    earlier.append(block.parameters.begin(), block.parameters.end());
    for (std::size_t i = 0; i < block.statements.size(); ++i) {
      if (edit(block, i, earlier))
        return true;
      bool isDone = false;
      forEachBlock(block.statements[i].op, [&](Block &inner) { isDone = isDone || visit(inner, earlier); });
      if (isDone)
        return true;
      earlier.append(block.statements[i].results.begin(), block.statements[i].results.end());
    }
    return false;
  }

  bool edit(Block &block, std::size_t i, llvm::ArrayRef<Value> earlier) {
    const Statement &s = block.statements[i];
    if (s.results.empty() && isIt()) {
      block.statements.erase(block.statements.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    for (const Values &others : replacements(s, earlier, function->values))
      if (isIt())
        return replace(block, i, others, {});
    if (const auto *branch = std::get_if<If>(&s.op))
      for (const Block *taken : {&branch->then, &branch->otherwise})
        if (isIt()) {
          std::vector<Statement> moved;
          const Values results = inlineBlock(*taken, {}, function->values, moved);
          return replace(block, i, results, std::move(moved));
        }
    if (const auto *loop = std::get_if<Loop>(&s.op)) {
      if (isIt())
        return replace(block, i, Values(loop->inits), {});
      if (isIt()) {
        Values arguments;
        if (loop->isCounted())
          arguments.push_back(function->values.constantIndex(0));
        arguments.append(loop->inits);
        std::vector<Statement> moved;
        const Values results = inlineBlock(loop->body, arguments, function->values, moved);
        return replace(block, i, results, std::move(moved));
      }
    }
    return false;
  }

  bool replace(Block &block, std::size_t i, const Values &others, std::vector<Statement> moved) {
    ValueMap map;
    for (std::size_t k = 0; k < others.size(); ++k)
      map[block.statements[i].results[k]] = others[k];
    const auto at = block.statements.erase(block.statements.begin() + static_cast<std::ptrdiff_t>(i));
    block.statements.insert(at, std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()));
    substitute(function->body, map);
    return true;
  }

  Function *function = nullptr;
  std::size_t remaining = 0;
};

/// Argument edit number n: a number that is not simple yet becomes so.
bool simplifyNumber(std::vector<ops::RuntimeValue> &arguments, std::size_t n) {
  const double simple[] = {1, 0, 0.5};
  for (ops::RuntimeValue &a : arguments) {
    if (!isFloat(a.scalar()))
      continue;
    for (ops::Number &x : a.mutableElements())
      for (double s : simple) {
        if (x.f == s)
          break;
        if (n-- == 0) {
          x.f = s;
          return true;
        }
      }
  }
  return false;
}

/// Parameters that nothing uses go, with their arguments.
void dropParameters(Case &c) {
  const ValueSet used = [&] {
    Block body = c.function.body;
    body.parameters.clear();
    return freeVariables(body, c.function.values);
  }();
  for (std::size_t i = c.arguments.size(); i-- > 0;)
    if (!used.contains(c.function.body.parameters[i])) {
      c.function.body.parameters.erase(c.function.body.parameters.begin() + static_cast<std::ptrdiff_t>(i));
      c.arguments.erase(c.arguments.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

} // namespace

Case shrink(Case best, const std::function<bool(const Case &)> &fails, unsigned mostAttempts) {
  const auto isBetter = [&](Case c) {
    if (mostAttempts == 0)
      return false;
    --mostAttempts;
    if (!fails(c))
      return false;
    best = std::move(c);
    return true;
  };
  // What nothing uses may be the trouble, so both are tried.
  const auto attempt = [&](Case c) {
    Case clean = c;
    bool isCleaner = false;
    while (removeUnused(clean.function))
      isCleaner = true;
    return (isCleaner && isBetter(std::move(clean))) || isBetter(std::move(c));
  };
  attempt(Case(best));
  for (bool isChanged = true; isChanged && mostAttempts > 0;) {
    isChanged = false;
    for (std::size_t n = 0; mostAttempts > 0;) {
      Case c = best;
      if (!Editor().apply(c.function, n))
        break;
      if (attempt(std::move(c)))
        isChanged = true; // the next edit has this number now
      else
        ++n;
    }
    Case fewer = best;
    dropParameters(fewer);
    if (fewer.arguments.size() < best.arguments.size())
      isChanged |= attempt(std::move(fewer));
  }
  for (std::size_t n = 0; mostAttempts > 0;) {
    Case c = best;
    if (!simplifyNumber(c.arguments, n))
      break;
    if (!attempt(std::move(c)))
      ++n;
  }
  return best;
}

std::string toString(const Case &c) {
  std::string text = ir::toString(c.function);
  for (const ops::RuntimeValue &a : c.arguments)
    text += "// argument: " + ops::toString(a) + "\n";
  return text;
}

} // namespace soac::test

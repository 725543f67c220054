// What generated code calls values, while the scope is open that names them: behind it the name may be another value's,
// and what is still computed there, extents above all, is spelled out again.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace soac::emit {

struct Expression {
  std::string text;
  int precedence = 0;   ///< 0 for atoms and calls, else the C++ level
  bool hasCall = false; ///< it calls a function, or a handle for an element or an extent

  bool isName() const { return precedence == 0 && !hasCall; } ///< or a literal
};

class Bindings {
public:
  /// Null where the value has no name here.
  const Expression *find(ir::Value v) const {
    const auto found = all.find(v);
    return found == all.end() ? nullptr : &found->second;
  }
  bool contains(ir::Value v) const { return all.contains(v); }
  /// Empty where it has none.
  std::string textOf(ir::Value v) const { return all.lookup(v).text; }
  void set(ir::Value v, Expression e) {
    const auto [at, isNew] = all.try_emplace(v, e);
    changes.push_back({v, isNew ? std::nullopt : std::optional(at->second)});
    at->second = std::move(e);
  }
  void erase(ir::Value v) {
    if (const Expression *before = find(v)) {
      changes.push_back({v, *before});
      all.erase(v);
    }
  }

  void enter() { marks.push_back(changes.size()); }
  /// Takes back what has changed since the last `enter`.
  void leave() {
    for (const std::size_t mark = marks.back(); changes.size() > mark; changes.pop_back())
      if (Change &last = changes.back(); last.before)
        all[last.value] = std::move(*last.before);
      else
        all.erase(last.value);
    marks.pop_back();
  }

private:
  struct Change {
    ir::Value value;
    std::optional<Expression> before; ///< none: it had no name
  };
  llvm::DenseMap<ir::Value, Expression> all;
  std::vector<Change> changes;
  std::vector<std::size_t> marks; ///< how many changes there were where each open scope began
};

} // namespace soac::emit

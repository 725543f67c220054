// What the verifier's parts share: the list of problems, and the check of one statement's types.
#pragma once

#include "ir/Function.h"

namespace soac::ir {

/// The problems found in a function, each with the statement it is in.
class Problems {
public:
  explicit Problems(const Function &f) : f(f) {}

  const Statement *current = nullptr; ///< none in the function's own parameters and results

  /// {0} in `what` is the name of `about`.
  void add(std::string what, Value about = {});
  bool require(bool condition, const char *what, Value about = {}) {
    if (!condition)
      add(what, about);
    return condition;
  }
  std::size_t count() const { return found.size(); }
  std::vector<std::string> take() { return std::move(found); }

private:
  const Function &f;
  std::vector<std::string> found;
};

/// That the operands, blocks and results of the statement are typed as Ops.h says. Its operands are set and in scope.
void checkTypes(const Statement &statement, const Function &function, Problems &problems);

} // namespace soac::ir

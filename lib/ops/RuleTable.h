// The ways to differentiate a combinator in reverse, as a table in which the first that applies is taken.
#pragma once

#include "ops/rules/Rule.h"

#include <cstddef>

namespace soac::ops {

template <class Op> struct AdjointRule {
  const char *name; ///< for --force-rule=construct:name
  bool (*applies)(const Op &, Adjoints &);
  ReturnSweep (*run)(const Op &, const ir::Statement &, Adjoints &);
};

/// For the last rule of a table.
template <class Op> bool always(const Op &, Adjoints &) { return true; }

/// By the first rule that applies and may be used; the last one always may.
template <class Op, std::size_t N>
ReturnSweep adjointByRule(llvm::StringRef construct, const AdjointRule<Op> (&rules)[N], const Op &op,
                          const ir::Statement &statement, Adjoints &adjoints) {
  for (const AdjointRule<Op> &rule : rules)
    if (adjoints.mayUse(construct, rule.name) && rule.applies(op, adjoints))
      return rule.run(op, statement, adjoints);
  return rules[N - 1].run(op, statement, adjoints);
}

/// Differentiates statements that compute the same results in place of one statement.
ReturnSweep adjointOf(llvm::ArrayRef<ir::Statement> statements, Adjoints &adjoints);

} // namespace soac::ops

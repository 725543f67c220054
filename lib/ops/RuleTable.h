// The adjoint rules of a combinator as a table, of which the first rule that applies is taken.
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

/// The adjoint by the first rule that applies and may be used; else by the last rule of the table.
template <class Op, std::size_t N>
ReturnSweep adjointByRule(llvm::StringRef construct, const AdjointRule<Op> (&rules)[N], const Op &op,
                          const ir::Statement &statement, Adjoints &adjoints) {
  for (const AdjointRule<Op> &rule : rules)
    if (adjoints.mayUse(construct, rule.name) && rule.applies(op, adjoints))
      return rule.run(op, statement, adjoints);
  return rules[N - 1].run(op, statement, adjoints);
}

/// The adjoint of statements that replace one statement and compute the same results.
ReturnSweep adjointOf(llvm::ArrayRef<ir::Statement> statements, Adjoints &adjoints);

} // namespace soac::ops

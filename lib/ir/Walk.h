// Walks over operands and blocks, written once; copies and substitutions made of them.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>

template <> struct llvm::DenseMapInfo<soac::ir::Value> {
  static soac::ir::Value getEmptyKey() { return {~0u - 1}; }
  static soac::ir::Value getTombstoneKey() { return {~0u - 2}; }
  static unsigned getHashValue(soac::ir::Value v) { return llvm::DenseMapInfo<unsigned>::getHashValue(v.id); }
  static bool isEqual(soac::ir::Value a, soac::ir::Value b) { return a == b; }
};

namespace soac::ir {

using ValueSet = llvm::SetVector<Value>;
using ValueMap = llvm::DenseMap<Value, Value>;

/// Calls `f` on every operand of the statement itself, not those inside its blocks. Unset values are passed over.
void forEachOperand(Op &op, llvm::function_ref<void(Value &)> f);
void forEachOperand(const Op &op, llvm::function_ref<void(Value)> f);

/// False when an operand is unset that the statement needs.
bool hasEveryOperand(const Op &op);

/// Calls `f` on every block that the statement holds (empty `condition` blocks of counted loops are passed over).
void forEachBlock(Op &op, llvm::function_ref<void(Block &)> f);
void forEachBlock(const Op &op, llvm::function_ref<void(const Block &)> f);

/// Calls `f` on every statement of the block and of the blocks inside it, outer ones first.
void forEachStatement(const Block &block, llvm::function_ref<void(const Statement &)> f);

/// Does the block, or one inside it, have a statement whose operation is a T?
template <class T> bool has(const Block &block) {
  bool found = false;
  forEachStatement(block, [&](const Statement &s) { found |= std::holds_alternative<T>(s.op); });
  return found;
}

/// Calls `f` on every statement of the block and of the blocks inside it, inner ones first. Statements that it appends to
/// `front` and `behind` are put in front of the statement and behind it.
void insertAround(Block &block,
                  llvm::function_ref<void(Statement &, std::vector<Statement> &front, std::vector<Statement> &behind)> f);

/// Calls `f` on every use of a value in the block: as an operand and as a result, in the blocks inside it too.
void forEachUse(const Block &block, llvm::function_ref<void(Value)> f);
std::size_t countUses(Value value, const Block &block);

/// Every value that the block (the op: its operands, and its blocks) uses and does not define, in order of first use;
/// constants are left out.
ValueSet freeVariables(const Block &block, const ValueTable &values);
ValueSet freeVariables(const Op &op, const ValueTable &values);

/// Replaces every use of a key of `map` by its value, in nested blocks too (not definitions).
void substitute(Block &block, const ValueMap &map);
void substitute(Op &op, const ValueMap &map);

/// A copy whose defined values (parameters too) are fresh; free variables are replaced as `map` says.
Block cloneBlock(const Block &block, ValueTable &values, ValueMap map = ValueMap());

/// Appends a fresh copy of the block's statements to `out` with its parameters bound to `arguments`; returns its results.
Values inlineBlock(const Block &block, llvm::ArrayRef<Value> arguments, ValueTable &values,
                   std::vector<Statement> &out, ValueMap map = ValueMap());

/// Structural equality up to the names of defined values; free variables must be the same.
bool equal(const Block &a, const Block &b);
bool equal(const Op &a, const Op &b);

/// How many statements there are, nested ones included.
std::size_t countStatements(const Block &block);

} // namespace soac::ir

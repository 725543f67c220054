// A loop's body in SSA form, shared by the kinds of loops. Private to the lowering.
#pragma once

#include "frontend/state/Reaiming.h"

namespace soac::frontend {

/// Lowers the blocks of one loop. Each block starts with a parameter for every IR slot in scope; `finish` keeps those
/// that the body changes as carried values and replaces the others by their value at entry.
class LoopBuilder {
public:
  LoopBuilder(Lowering &l, const clang::Stmt *loop);

  /// Lowers `body` into the loop's body block, more than once where pointers are aimed elsewhere in it. `leading` are
  /// parameters before the carried ones.
  void body(llvm::ArrayRef<ir::Value> leading, llvm::function_ref<void()> body);
  /// Lowers a condition into the condition block; false where it changes a variable (nothing is kept of it then).
  bool condition(llvm::function_ref<ir::Value()> condition);

  /// Called at the end of the body: the slot counts as unchanged.
  void keepAsIs(unsigned slot);
  bool changes(unsigned slot) const;
  bool changesAny(const llvm::DenseSet<unsigned> &slots) const;
  /// Emits the loop and sets the slots to their values after it. `count` is unset for the while form.
  void finish(ir::Value count);
  /// True where the condition uses pointers that the body aims elsewhere: it has to be evaluated in the body.
  bool conditionIsAimed() const;
  /// Gives the slots back as they were before the loop: nothing is kept.
  void abandon();

private:
  struct Part {
    ir::Block block;
    ir::Values parameters; ///< by position in `slots`
    std::vector<Slot> after;
    ir::Value result;
  };
  /// The carried values, in order.
  struct Carried {
    std::vector<unsigned> slots;
    std::vector<ir::Name> names;
  };
  void enter(Part &part);
  void lowerBody(llvm::function_ref<void()> body);
  bool addAims();
  void declareAims();
  ir::Values carriedInto(Part &part) const;
  void checkShapes();
  llvm::SmallVector<unsigned, 2> changedTargets() const;
  void findExchanged();
  void passOnTargetReads();
  void checkUninitialised();
  void checkTakenAsEntry();
  ir::LoopAnnotations annotations();
  Carried carry(ir::Loop &statement);
  ir::Block conditionBlock(llvm::ArrayRef<unsigned> carried);
  bool isCounted(ir::Loop statement, const Carried &carried) const;
  void leave(const Carried &carried, llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results);
  bool claim(const std::string &name, llvm::ArrayRef<unsigned> carried, ir::LoopAnnotations &annotations);

  Lowering &l;
  Lowering::State &state;
  const clang::Stmt *loop;
  ir::SourceLocation location;
  LoopRequest request;
  std::vector<Slot> before;
  std::vector<unsigned> slots;   ///< IR slots in scope at entry
  std::vector<unsigned> targets; ///< target slots in scope at entry
  llvm::SmallVector<unsigned, 2> reshaped; ///< arrays that have another shape after the body
  Part conditionPart, bodyPart;
  ir::Values leading;
  std::size_t ownSlots, ownLive; ///< of `slots` and the slots in scope: without the variables of `aims`
  Reaiming aims;
  llvm::DenseSet<unsigned> targetReads, conditionReads;
  llvm::DenseSet<unsigned> exchanged; ///< slots that count as unchanged
  std::vector<EntryRead> entryReads;
};


} // namespace soac::frontend

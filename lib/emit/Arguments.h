// Which of a function's arguments must not share memory, and which sums may: what its entry lists
// (include/soac/runtime/overlap.hpp).
#pragma once

#include "interface/Interface.h"

#include <vector>

namespace soac::emit {

/// The memory of one argument, or of one member of a record that holds arrays.
struct ArgumentMemory {
  enum class Use : std::uint8_t { Read, Written, Sum };

  unsigned parameter = 0;
  llvm::SmallVector<unsigned, 2> path; ///< of members, from the parameter on
  unsigned firstLeaf = 0, leaves = 0;  ///< of the parameter's
  Use use = Use::Read;
  bool isShareable =
      false; ///< a sum in an array, beside others: it may have memory of its own instead of the argument's
  /// Of a pointer: what is touched behind it, by leaf.
  struct Elements {
    Use use = Use::Read;
    const interface::PointerAccess *access = nullptr; ///< none: not known
    std::int64_t numbers = 1;                  ///< that a record has of it
    unsigned leaf = 0;
  };
  std::vector<Elements> elements;
};

/// The memory that the entry lists: what may meet other memory that it must not meet, and sums beside sums.
std::vector<ArgumentMemory> listedArguments(const interface::CxxFunction &face);

/// Takes away the results that say which elements are touched, but for those that the list speaks of.
void dropUnlisted(ir::Function &function, const interface::CxxFunction &face, const std::vector<ArgumentMemory> &listed);

/// Puts first what the list's numbers are made of; how many statements these are.
std::size_t moveToEntry(ir::Function &function, const std::vector<ArgumentMemory> &listed);

} // namespace soac::emit

// Which of a function's arguments must not share memory, and which sums may: its entry lists them
// (include/soac/runtime/overlap.hpp):
//   arguments<2> arguments([&](auto &list) -> decltype(auto) { return list.reads("x", x_arg).adds("x_adj", x_adj_arg); });
#pragma once

#include "interface/Interface.h"

#include <vector>

namespace soac::emit {

/// The memory of one argument, or of one member of a record that holds arrays.
struct ArgumentMemory {
  enum class Use : std::uint8_t { Read, Written, Sum };

  unsigned parameter = 0;
  llvm::SmallVector<unsigned, 2> path; ///< of members, from the parameter on
  unsigned firstLeaf = 0, leaves = 0;  ///< the range among the parameter's leaves
  Use use = Use::Read;
  bool isShareable =
      false; ///< a sum in an array, beside other sums: it may have memory of its own instead of the argument's
  /// The elements that are touched behind a pointer, by leaf.
  struct Elements {
    Use use = Use::Read;
    const interface::PointerAccess *access = nullptr; ///< null: not known
    std::int64_t numbers = 1;                  ///< numbers of this leaf in one element
    unsigned leaf = 0;
  };
  std::vector<Elements> elements;
};

/// The memory that the entry lists: memory that must not overlap other memory of the list, and sums that may share memory.
std::vector<ArgumentMemory> listedArguments(const interface::CxxFunction &face);

/// Replaces the results that give the touched elements by 0, except for the elements that the list refers to.
void dropUnlisted(ir::Function &function, const interface::CxxFunction &face, const std::vector<ArgumentMemory> &listed);

/// Moves the statements that compute the list's numbers to the front; returns their number.
std::size_t moveToEntry(ir::Function &function, const std::vector<ArgumentMemory> &listed);

} // namespace soac::emit

// Classes of the standard library and of soac that the lowering knows better than by their members.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace clang {
class CXXRecordDecl;
}

namespace soac::frontend {

enum class LibraryClass : std::uint8_t {
  None, ///< an ordinary class, lowered by its members
  // Arrays.
  Vector,
  Deque,
  FixedArray, ///< std::array
  SoacArray,
  // Views of an array.
  SoacView,
  Span,
  InitializerList,
  Iterator,       ///< of elements that lie one behind the other; its first argument is a pointer to them
  DequeIterator,  ///< its second argument is a pointer to them
  StridedIterator, ///< of soac; its argument is its element
  BitReference,   ///< std::vector<bool>'s reference to an element
  // Records.
  Tuple,
  Pair,
  Optional,
  Complex,
  // Others.
  UniquePtr,
  Function,
  Unsupported, ///< has no counterpart
};

LibraryClass libraryClassNamed(llvm::StringRef qualifiedName);
LibraryClass libraryClassOf(const clang::CXXRecordDecl *record);

constexpr bool isArray(LibraryClass c) { return c >= LibraryClass::Vector && c <= LibraryClass::SoacArray; }
constexpr bool isView(LibraryClass c) { return c >= LibraryClass::SoacView && c <= LibraryClass::InitializerList; }
constexpr bool isIterator(LibraryClass c) { return c >= LibraryClass::Iterator && c <= LibraryClass::StridedIterator; }
/// Classes that the lowering makes itself: arrays, views of them, iterators.
constexpr bool isContainer(LibraryClass c) { return isArray(c) || isView(c) || isIterator(c); }

} // namespace soac::frontend

#include "frontend/values/LibraryClasses.h"

#include "frontend/values/Types.h"

#include <llvm/ADT/StringSwitch.h>

namespace soac::frontend {

LibraryClass libraryClassNamed(llvm::StringRef name) {
  return llvm::StringSwitch<LibraryClass>(name)
      .Case("std::vector", LibraryClass::Vector)
      .Case("std::deque", LibraryClass::Deque)
      .Case("std::array", LibraryClass::FixedArray)
      .Case("soac::array", LibraryClass::SoacArray)
      .Case("soac::view", LibraryClass::SoacView)
      .Case("std::span", LibraryClass::Span)
      .Case("std::initializer_list", LibraryClass::InitializerList)
      .Cases("__gnu_cxx::__normal_iterator", "std::__wrap_iter", LibraryClass::Iterator)
      .Cases("std::_Deque_iterator", "std::__deque_iterator", LibraryClass::DequeIterator)
      .Case("soac::detail::strided_iterator", LibraryClass::StridedIterator)
      .Case("std::_Bit_reference", LibraryClass::BitReference)
      .Case("std::tuple", LibraryClass::Tuple)
      .Case("std::pair", LibraryClass::Pair)
      .Case("std::optional", LibraryClass::Optional)
      .Case("std::complex", LibraryClass::Complex)
      .Case("std::unique_ptr", LibraryClass::UniquePtr)
      .Case("std::function", LibraryClass::Function)
      .Cases("std::basic_string", "std::map", "std::unordered_map", "std::list", "std::set", LibraryClass::Unsupported)
      .Cases("std::variant", "std::any", "std::shared_ptr", "std::valarray", LibraryClass::Unsupported)
      .Default(LibraryClass::None);
}

LibraryClass libraryClassOf(const clang::CXXRecordDecl *record) { return libraryClassNamed(qualifiedName(record)); }

} // namespace soac::frontend

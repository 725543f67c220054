// Finds Clang's builtin headers (stddef.h, immintrin.h, ..), which belong to the version of the Clang library.
#include "frontend/parse/Parse.h"

#include <clang/Basic/Version.h>

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <dlfcn.h>

namespace soac::frontend {
namespace {

bool holdsHeaders(llvm::StringRef directory) {
  llvm::SmallString<256> header(directory);
  llvm::sys::path::append(header, "include", "stddef.h");
  return llvm::sys::fs::exists(header);
}

/// `above` of a file's real directory, then lib/clang/<version>, as Clang's own installation has it.
std::string beside(llvm::StringRef file) {
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(file, real))
    return "";
  const llvm::StringRef directory = llvm::sys::path::parent_path(real);
  for (const char *up : {"clang", "../lib/clang", "../llvm-" CLANG_VERSION_MAJOR_STRING "/lib/clang",
                         "../../lib/llvm-" CLANG_VERSION_MAJOR_STRING "/lib/clang"}) {
    llvm::SmallString<256> candidate(directory);
    llvm::sys::path::append(candidate, up, CLANG_VERSION_MAJOR_STRING);
    llvm::sys::path::remove_dots(candidate, /*remove_dot_dot=*/true);
    if (holdsHeaders(candidate))
      return candidate.str().str();
  }
  return "";
}

} // namespace

std::string resourceDirectory() {
  Dl_info library{};
  std::string (*inClang)() = &clang::getClangFullVersion;
  if (dladdr(reinterpret_cast<void *>(inClang), &library) && library.dli_fname)
    if (std::string found = beside(library.dli_fname); !found.empty())
      return found;
  for (const char *program : {"clang-" CLANG_VERSION_MAJOR_STRING, "clang++-" CLANG_VERSION_MAJOR_STRING, "clang"})
    if (const auto path = llvm::sys::findProgramByName(program))
      if (std::string found = beside(*path); !found.empty())
        return found;
  for (const char *prefix : {"/usr/lib/llvm-" CLANG_VERSION_MAJOR_STRING "/lib/clang/", "/usr/lib/clang/",
                             "/usr/local/lib/clang/", "/usr/lib64/clang/"})
    if (std::string candidate = std::string(prefix) + CLANG_VERSION_MAJOR_STRING; holdsHeaders(candidate))
      return candidate;
  return "";
}

} // namespace soac::frontend

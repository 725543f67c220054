// Names of the macros that compilers define.
#include "frontend/parse/CompilerConditions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

namespace soac::frontend {

bool isNameOfCompilers(llvm::StringRef name) {
  static const llvm::StringSet<> names{
      // Which compiler.
      "__clang__", "__llvm__", "__GNUC__", "__GNUG__", "__VERSION__", "__INTEL_COMPILER", "__INTEL_LLVM_COMPILER",
      "__ICC", "__ICL", "_MSC_VER", "_MSC_FULL_VER", "__NVCC__", "__CUDACC__", "__CUDA_ARCH__", "__HIP__", "__HIPCC__",
      "__PGI", "__PGIC__", "__NVCOMPILER", "_CRAYC", "__cray__", "__xlC__", "__ibmxl__", "__SUNPRO_CC", "__EDG__",
      "__TINYC__", "__INTELLISENSE__", "__has_builtin", "__has_feature", "__has_extension", "__has_attribute",
      "__has_cpp_attribute", "__has_declspec_attribute", "__has_constexpr_builtin", "__is_identifier",
      // Which flags.
      "_OPENMP", "_OPENACC", "__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__FAST_MATH__",
      "__FINITE_MATH_ONLY__", "__NO_MATH_ERRNO__", "__ROUNDING_MATH__", "__RECIPROCAL_MATH__", "__ASSOCIATIVE_MATH__",
      "__FLT_EVAL_METHOD__", "__SANITIZE_ADDRESS__", "__SANITIZE_THREAD__", "__STRICT_ANSI__",
      // Which instructions.
      "__POPCNT__", "__LZCNT__", "__F16C__", "__AES__", "__PCLMUL__", "__XOP__", "__ALTIVEC__", "__VSX__"};
  static constexpr llvm::StringLiteral prefixes[] = {"__clang_", "__GNUC_", "__GCC_",     "__AVX",          "__SSE",
                                                     "__FMA",    "__BMI",   "__ARM_NEON", "__ARM_FEATURE_", "__riscv_"};
  return names.contains(name) || llvm::any_of(prefixes, [&](llvm::StringRef p) { return name.starts_with(p); });
}

bool isSameForAllCompilers(llvm::StringRef name) {
  if (isNameOfCompilers(name))
    return false;
  static constexpr llvm::StringLiteral prefixes[] = {
      "__cplusplus", "__cpp_",          "__STDC",        "__SIZEOF_",   "__ORDER_",   "__BYTE_ORDER", "__CHAR",
      "__DBL_",      "__FLT",           "__LDBL_",       "__DECIMAL_",  "__LP64",     "_LP64",        "__INT",
      "__UINT",      "__SCHAR_",        "__SHRT_",       "__LONG_",     "__SIZE_",    "__PTRDIFF_",   "__WCHAR_",
      "__WINT_",     "__SIG_ATOMIC_",   "__FILE",        "__LINE",      "__DATE",     "__TIME",       "__COUNTER",
      "__BASE_FILE", "__INCLUDE_LEVEL", "__has_include", "__has_embed", "__linux",    "linux",        "__unix",
      "unix",        "__gnu_linux",     "__x86_64",      "__amd64",     "__i386",     "__aarch64",    "__arm",
      "__powerpc",   "__PPC",           "__riscv",       "_WIN",        "__APPLE__",  "__MACH__",     "__ELF__",
      "__FreeBSD",   "__ANDROID__",     "_GNU_SOURCE",   "_REENTRANT", "__BIGGEST_ALIGNMENT",  "__GXX_RTTI", "__EXCEPTIONS"};
  return llvm::any_of(prefixes, [&](llvm::StringRef p) { return name.starts_with(p); });
}

} // namespace soac::frontend

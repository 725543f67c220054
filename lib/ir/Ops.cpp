#include "ir/Ops.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ir {

Op::Op() = default;
#define SOAC_OP(Struct, ...) \
  Op::Op(Struct op) : OpVariant(std::move(op)) {}
#include "ir/Ops.def"
Op::Op(const Op &) = default;
Op::Op(Op &&) noexcept = default;
Op &Op::operator=(const Op &) = default;
Op &Op::operator=(Op &&) noexcept = default;
Op::~Op() = default;

std::optional<unsigned> Invoke::argumentOf(std::size_t result) const {
  if (!types[result].isArray())
    return std::nullopt;
  const auto before = llvm::ArrayRef(types).take_front(result);
  return updated[static_cast<std::size_t>(llvm::count_if(before, [](Type t) { return t.isArray(); }))];
}

} // namespace soac::ir

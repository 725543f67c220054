#include "ir/Ops.h"

namespace soac::ir {

Op::Op() = default;
#define SOAC_OP(Struct, name) \
  Op::Op(Struct op) : OpVariant(std::move(op)) {}
#include "ir/Ops.def"
Op::Op(const Op &) = default;
Op::Op(Op &&) noexcept = default;
Op &Op::operator=(const Op &) = default;
Op &Op::operator=(Op &&) noexcept = default;
Op::~Op() = default;

} // namespace soac::ir

#include "ir/Interface.h"

namespace soac::ir {

llvm::SmallVector<Type, 4> CxxType::leaves() const {
  switch (kind) {
  case Kind::Void: return {};
  case Kind::Scalar: return {Type(scalar)};
  case Kind::Record: {
    llvm::SmallVector<Type, 4> types;
    for (const Field &field : fields)
      types.append(field.type.leaves());
    return types;
  }
  case Kind::Array: {
    auto types = element->leaves();
    for (Type &t : types)
      t = t.withRank(t.rank + rank);
    return types;
  }
  }
  return {};
}

} // namespace soac::ir

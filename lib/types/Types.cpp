#include "types/Types.h"

namespace soac::types {

const char *name(Scalar s) {
  switch (s) {
  case Scalar::Bool: return "bool";
  case Scalar::I8: return "i8";
  case Scalar::I16: return "i16";
  case Scalar::I32: return "i32";
  case Scalar::I64: return "i64";
  case Scalar::U8: return "u8";
  case Scalar::U16: return "u16";
  case Scalar::U32: return "u32";
  case Scalar::U64: return "u64";
  case Scalar::F32: return "f32";
  case Scalar::F64: return "f64";
  }
  return "?";
}

} // namespace soac::types

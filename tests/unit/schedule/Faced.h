// A function in textual IR whose parameters a C++ caller has under their names.
#pragma once

#include "interface/Interface.h"
#include "ir/text/Parser.h"

namespace soac::test {

inline interface::CxxFunction faced(llvm::StringRef text) {
  interface::CxxFunction face;
  face.function = std::move(ir::parse(text).functions.at(0));
  for (ir::Value v : face.function.body.parameters) {
    interface::CxxParameter &p = face.parameters.emplace_back();
    p.name = face.function.values.name(v).text;
    p.inputs = {v};
    p.type.kind = interface::CxxType::Kind::Scalar;
    p.type.scalar = face.function.type(v).scalar;
    if (face.function.type(v).isArray()) {
      p.type.element = std::make_shared<const interface::CxxType>(p.type);
      p.type.kind = interface::CxxType::Kind::Array;
    }
  }
  return face;
}

} // namespace soac::test

#include "interface/DefinitionFace.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::interface {

using namespace ir;

namespace {

CxxType scalarType(Type t) {
  CxxType result;
  result.kind = CxxType::Kind::Scalar;
  result.scalar = t.scalar;
  result.spelling = spelling(t.scalar);
  return result;
}

CxxType arrayType(Type t) {
  CxxType result;
  result.kind = CxxType::Kind::Array;
  result.rank = t.rank;
  result.element = std::make_shared<const CxxType>(scalarType(t));
  return result;
}

CxxParameter parameterOf(Value v, const Function &f, std::size_t number) {
  const Type type = f.type(v);
  CxxParameter p;
  p.name = f.values.name(v).empty() ? "x" + std::to_string(number) : f.values.name(v).text;
  p.type = type.isArray() && !type.accumulator ? arrayType(type) : scalarType(type);
  p.inputs = {v};
  p.spelling = type.accumulator ? "auto &&" : type.isArray() ? "const auto &" : p.type.spelling;
  return p;
}

} // namespace

CxxFunction definitionFace(const Function &f, llvm::ArrayRef<unsigned> updated) {
  CxxFunction face;
  face.name = f.name;
  for (auto [k, v] : llvm::enumerate(f.body.parameters))
    face.parameters.push_back(parameterOf(v, f, k));
  llvm::SmallVector<std::string, 4> types;
  const unsigned *next = updated.begin();
  for (auto [k, v] : llvm::enumerate(f.body.results)) {
    if (f.type(v).isArray()) {
      CxxParameter &parameter = face.parameters[*next++];
      parameter.outputs = {static_cast<int>(k)};
      parameter.spelling = "auto &&";
      continue;
    }
    face.result.fields.push_back({std::to_string(types.size()), scalarType(f.type(v))});
    face.results.push_back(static_cast<unsigned>(k));
    types.push_back(face.result.fields.back().type.spelling);
  }
  if (types.size() == 1) {
    const CxxType only = face.result.fields[0].type;
    face.result = only;
  } else if (types.size() > 1) {
    face.result.kind = CxxType::Kind::Record;
    face.result.isTuple = true;
    face.result.spelling = "std::tuple<" + llvm::join(types, ", ") + ">";
  }
  return face;
}

} // namespace soac::interface

// From textual IR by the execution tree to the body of a C++ function: parameters are double and soac::view<const
// double, R> and the like, what is returned is a tuple of scalars and soac::array.
#pragma once

#include "emit/FunctionEmitter.h"
#include "unit/schedule/Scheduled.h"

namespace soac::test {

inline interface::CxxType cxxType(ir::Type type, const char *array, interface::CxxType::Container container) {
  interface::CxxType scalar;
  scalar.kind = interface::CxxType::Kind::Scalar;
  scalar.scalar = type.scalar;
  scalar.spelling = interface::spelling(type.scalar);
  if (type.rank == 0)
    return scalar;
  interface::CxxType result;
  result.kind = interface::CxxType::Kind::Array;
  result.container = container;
  result.rank = type.rank;
  result.spelling = std::string(array) + scalar.spelling + ", " + std::to_string(type.rank) + ">";
  result.element = std::make_shared<const interface::CxxType>(scalar);
  return result;
}

inline interface::CxxFunction faceOf(const ir::Function &f) {
  using Container = interface::CxxType::Container;
  interface::CxxFunction face;
  face.name = f.name;
  for (ir::Value v : f.body.parameters) {
    interface::CxxParameter p;
    p.name = f.values.name(v).text;
    p.type = cxxType(f.type(v), "soac::view<const ", Container::View);
    p.spelling = p.type.spelling;
    p.inputs = {v};
    face.parameters.push_back(std::move(p));
  }
  for (unsigned k = 0; k < f.body.results.size(); ++k) {
    face.result.fields.push_back(
        {std::to_string(k), cxxType(f.type(f.body.results[k]), "soac::array<", Container::Array)});
    face.results.push_back(k);
  }
  if (face.results.size() == 1) {
    const interface::CxxType only = face.result.fields[0].type;
    face.result = only;
  } else if (!face.results.empty()) {
    face.result.kind = interface::CxxType::Kind::Record;
    face.result.isTuple = true;
    face.result.spelling = "std::tuple";
  }
  return face;
}

/// The body, without the lines that unpack the parameters.
inline std::string emitted(llvm::StringRef text) {
  const ir::Function function = lowered(text);
  const interface::CxxFunction face = faceOf(function);
  const std::vector<emit::ArgumentMemory> listed;
  std::string body, line;
  llvm::StringRef rest;
  const std::string all = emit::FunctionEmitter(face, function, listed, 0, {}).emit().body.str();
  for (rest = all; !rest.empty();) {
    const auto [first, others] = rest.split('\n');
    rest = others;
    if (!first.contains("soac::runtime::borrow<") && !first.contains("scope frame("))
      body += (first.starts_with("  ") ? first.drop_front(2) : first).str() + "\n";
  }
  return body;
}

} // namespace soac::test

#include "Cases.h"

#include "emit/Spelling.h"

namespace soac::test {

using namespace interface;
using namespace ir;

namespace {

CxxType scalarType(Scalar s) {
  CxxType t;
  t.kind = CxxType::Kind::Scalar;
  t.spelling = emit::spelling(s);
  t.scalar = s;
  return t;
}

CxxType cxxType(Type t, bool isParameter) {
  if (t.rank == 0)
    return scalarType(t.scalar);
  CxxType array;
  array.kind = CxxType::Kind::Array;
  array.container = isParameter ? CxxType::Container::View : CxxType::Container::Array;
  array.rank = t.rank;
  array.element = std::make_shared<CxxType>(scalarType(t.scalar));
  array.spelling = std::string(isParameter ? "soac::view<const " : "soac::array<") + emit::spelling(t.scalar) + ", " +
                   std::to_string(t.rank) + ">";
  return array;
}

} // namespace

CxxFunction plainFace(const Case &c) {
  CxxFunction face;
  face.nameSpace = "programs";
  face.name = c.name;
  face.function = c.function;
  for (std::size_t k = 0; k < c.function.body.parameters.size(); ++k) {
    const Value v = c.function.body.parameters[k];
    CxxParameter p;
    const std::string &name = c.function.values.name(v).text;
    p.name = name.empty() ? "p" + std::to_string(k) : name;
    p.type = cxxType(c.function.type(v), true);
    p.spelling = p.type.spelling;
    p.inputs = {v};
    face.parameters.push_back(std::move(p));
  }
  const Values &results = c.function.body.results;
  for (unsigned k = 0; k < results.size(); ++k)
    face.results.push_back(k);
  if (results.size() == 1) {
    face.result = cxxType(c.function.type(results[0]), false);
    return face;
  }
  face.result.kind = CxxType::Kind::Record;
  face.result.isTuple = true;
  std::string list;
  for (unsigned k = 0; k < results.size(); ++k) {
    CxxType t = cxxType(c.function.type(results[k]), false);
    list += (k > 0 ? ", " : "") + t.spelling;
    face.result.fields.push_back({std::to_string(k), std::move(t)});
  }
  face.result.spelling = "std::tuple<" + list + ">";
  return face;
}

} // namespace soac::test

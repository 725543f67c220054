#include "ir/Function.h"

#include <bit>
#include <cassert>

namespace soac::ir {

double Constant::asDouble() const {
  assert(isFloat(type));
  return std::bit_cast<double>(bits);
}

std::int64_t Constant::asInt() const {
  assert(!isFloat(type));
  return static_cast<std::int64_t>(bits);
}

ValueTable::Pool &ValueTable::shared() {
  if (!pool)
    pool = std::make_shared<Pool>();
  return *pool;
}

const Name *ValueTable::pooled(const Name &name) {
  return name == Name() ? nullptr : &*shared().names.insert(name).first;
}

Value ValueTable::fresh(Type type, const Name &name) {
  entries.push_back({type, Stored::None, pooled(name)});
  return {static_cast<std::uint32_t>(entries.size() - 1)};
}

Value ValueTable::freshLike(Value v, Type type) {
  const Entry like = entries[v.id];
  entries.push_back({type, like.stored, like.name});
  return {static_cast<std::uint32_t>(entries.size() - 1)};
}

const Name &ValueTable::name(Value v) const {
  static const Name none;
  const Name *name = entries[v.id].name;
  return name ? *name : none;
}

Value ValueTable::constant(Constant c) {
  const Constant *known = &*shared().constants.insert(c).first;
  auto [it, isNew] = constants.try_emplace(known);
  if (isNew) {
    it->second = fresh(c.type);
    entries.back().constant = known;
  }
  return it->second;
}

Value ValueTable::constantFloat(Scalar type, double x) {
  assert(isFloat(type));
  if (type == Scalar::F32)
    x = static_cast<float>(x);
  return constant({type, std::bit_cast<std::uint64_t>(x)});
}

Value ValueTable::constantInt(Scalar type, std::int64_t x) {
  assert(!isFloat(type));
  switch (type) {
  case Scalar::Bool: x = x != 0; break;
  case Scalar::I8: x = static_cast<std::int8_t>(x); break;
  case Scalar::I16: x = static_cast<std::int16_t>(x); break;
  case Scalar::I32: x = static_cast<std::int32_t>(x); break;
  case Scalar::U8: x = static_cast<std::uint8_t>(x); break;
  case Scalar::U16: x = static_cast<std::uint16_t>(x); break;
  case Scalar::U32: x = static_cast<std::uint32_t>(x); break;
  default: break;
  }
  return constant({type, static_cast<std::uint64_t>(x)});
}

Value ValueTable::zero(Scalar type) { return isFloat(type) ? constantFloat(type, 0.0) : constantInt(type, 0); }
Value ValueTable::one(Scalar type) { return isFloat(type) ? constantFloat(type, 1.0) : constantInt(type, 1); }

std::optional<std::int64_t> ValueTable::asInt(Value v) const {
  const Constant *c = asConstant(v);
  if (!c || isFloat(c->type))
    return std::nullopt;
  return c->asInt();
}

std::optional<double> ValueTable::asFloat(Value v) const {
  const Constant *c = asConstant(v);
  if (!c || !isFloat(c->type))
    return std::nullopt;
  return c->asDouble();
}

std::string Function::placeOf(SourceLocation location) const {
  if (!location || location.file >= files.size())
    return "";
  return files[location.file] + ":" + std::to_string(location.line);
}

} // namespace soac::ir

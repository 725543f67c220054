// Patterns of scalar expressions, so that a rule reads like algebra:
//
//   Value x, y;
//   if (is(m::mul(m::neg(x), m::neg(y))))   -x * -y
//
// A variable of type Value binds to any operand; an integer or a double binds to constants only. A literal number matches
// that constant, a zero with its sign. m::same(x) matches the value that x was bound to further left.
#pragma once

#include "optimise/rules/Rules.h"

#include "prims/Prims.h"

#include <tuple>

namespace soac::optimise::m {

struct Variable {
  ir::Value &value;
  bool matches(ir::Value v, const Context &) const { return value = v, true; }
};
struct Same {
  const ir::Value &value;
  bool matches(ir::Value v, const Context &) const { return v == value; }
};
struct IntegerVariable {
  std::int64_t &number;
  bool matches(ir::Value v, const Context &c) const { return c.asInt(v) && (number = *c.asInt(v), true); }
};
struct FloatVariable {
  double &number;
  bool matches(ir::Value v, const Context &c) const {
    const auto x = c.values.asFloat(v);
    return x && (number = *x, true);
  }
};
struct Integer {
  std::int64_t number;
  bool matches(ir::Value v, const Context &c) const { return c.isInt(v, number); }
};
struct Float {
  double number;
  bool matches(ir::Value v, const Context &c) const { return c.isFloat(v, number); }
};

template <class... Parts> struct Application {
  prims::Prim prim;
  std::tuple<Parts...> parts;

  bool matches(const ir::Apply &apply, const Context &c) const {
    return apply.prim == prim && apply.arguments.size() == sizeof...(Parts) &&
           std::apply(
               [&](const auto &...part) {
                 std::size_t k = 0;
                 return (part.matches(apply.arguments[k++], c) && ...);
               },
               parts);
  }
  bool matches(ir::Value v, const Context &c) const {
    const auto *apply = c.as<ir::Apply>(v);
    return apply && matches(*apply, c);
  }
};

inline Variable pattern(ir::Value &v) { return {v}; }
inline IntegerVariable pattern(std::int64_t &number) { return {number}; }
inline FloatVariable pattern(double &number) { return {number}; }
inline Integer pattern(int &&number) { return {number}; }
inline Float pattern(double &&number) { return {number}; }
inline Same pattern(Same same) { return same; }
template <class... Parts> Application<Parts...> pattern(Application<Parts...> part) { return part; }

inline Same same(const ir::Value &v) { return {v}; }
template <class... Parts> auto apply(prims::Prim prim, Parts &&...parts) {
  return Application<decltype(pattern(std::forward<Parts>(parts)))...>{prim, {pattern(std::forward<Parts>(parts))...}};
}
template <class A, class B> auto add(A &&a, B &&b) {
  return apply(prims::Prim::Add, std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B> auto sub(A &&a, B &&b) {
  return apply(prims::Prim::Sub, std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B> auto mul(A &&a, B &&b) {
  return apply(prims::Prim::Mul, std::forward<A>(a), std::forward<B>(b));
}
template <class A> auto neg(A &&a) { return apply(prims::Prim::Neg, std::forward<A>(a)); }

} // namespace soac::optimise::m

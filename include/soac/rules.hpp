// Derivatives that the user gives. The calls below compute f's result; in differentiated code they also say how its
// derivative goes on: a rule has the form of the plain function f_vjp or f_jvp. Rules have no free variables.
#pragma once

#include "soac/sequence.hpp"
#include "soac/tangent.hpp"

namespace soac {

/// f(x...), whose adjoint is `rule(x..., r_adj, x_adj...)`: it returns the result and adds into the adjoints.
template <class F, class Rule, class... X> decltype(auto) with_vjp(F &&f, [[maybe_unused]] Rule &&rule, X &&...x) {
  return std::forward<F>(f)(std::forward<X>(x)...);
}
/// f(x...), whose tangent is `rule(x..., x_tan..., r_tan)`: it returns the result and writes its tangent.
template <class F, class Rule, class... X> decltype(auto) with_jvp(F &&f, [[maybe_unused]] Rule &&rule, X &&...x) {
  return std::forward<F>(f)(std::forward<X>(x)...);
}
/// Both.
template <class F, class Vjp, class Jvp, class... X>
decltype(auto) with_rules(F &&f, [[maybe_unused]] Vjp &&vjp_rule, [[maybe_unused]] Jvp &&jvp_rule, X &&...x) {
  return std::forward<F>(f)(std::forward<X>(x)...);
}
/// x, of which the derivative is zero on purpose.
template <class X> std::decay_t<X> stop_gradient(X &&x) { return std::forward<X>(x); }

/// x, whose adjoint is `f` of the adjoint that arrives: f takes and returns a tangent_t of X. Tangents pass as they are.
template <class F, class X, class Tangent = tangent_t<X>> std::decay_t<X> on_adjoint([[maybe_unused]] F &&f, X &&x) {
  static_assert(std::is_invocable_v<const F &, const Tangent &>,
                "soac: the function of on_adjoint takes what x has as its tangent");
  return std::forward<X>(x);
}

} // namespace soac

// Checks the plain derivatives f_jvp and f_vjp of one function at one point.
//
// The function is seen as a map from numbers to numbers: x are the floating-point leaves of all parameters at entry,
// y those of the result and of the output parameters at exit. For random v and w the checks are
//   values        f_jvp and f_vjp compute f's y
//   differences   <w, f_jvp(x; v)> = d/dh <w, y(x + h v)> at h = 0, by extrapolated central differences (Ridders)
//   dot test      <w, f_jvp(x; v)> = <f_vjp(x; w), v>
//   addition      f_vjp adds to the adjoints that it is given
// Tolerances are relative to the sum of the absolute terms of the products.
#pragma once

#include "soac/testing/leaves.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace soac::testing {

/// Stands for a derivative that was not generated.
struct absent {};

struct report {
  std::string failures;    ///< one a line; empty when all is well
  bool not_finite = false; ///< the function's value is infinite or not a number here, so nothing was compared
  bool ok() const { return failures.empty(); }
};

struct tolerances {
  double exact = 1e-10;      ///< values and dot test, relative
  double differences = 1e-6; ///< relative
};

namespace detail {

template <class T> struct parameter_kind {
  static constexpr bool output = false;
};
template <class T> struct parameter_kind<T &> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T> struct parameter_kind<T *> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T, int R> struct parameter_kind<view<T, R>> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T, std::size_t N> struct parameter_kind<std::span<T, N>> {
  static constexpr bool output = !std::is_const_v<T>;
};
/// Written by the function, so also part of y.
template <class P>
inline constexpr bool is_output = parameter_kind<std::remove_cv_t<P>>::output && soac::detail::differentiable_v<P>;

/// An argument as the parameter P takes it from what owns the data.
template <class P, class Storage> decltype(auto) pass(Storage &storage) {
  if constexpr (std::is_pointer_v<P> && std::is_array_v<Storage>)
    return static_cast<P>(storage);
  else if constexpr (std::is_pointer_v<P> && requires { storage.data(); })
    return static_cast<P>(storage.data());
  else if constexpr (std::is_pointer_v<P>)
    return static_cast<P>(&storage);
  else
    return (storage);
}

/// A pointer to const data has an adjoint that is written.
template <class P> struct changeable {
  using type = P;
};
template <class T> struct changeable<const T *> {
  using type = T *;
};
template <class P> using changeable_t = typename changeable<std::remove_cv_t<P>>::type;

template <class Signature> struct point;
/// One evaluation point of a function R(P...), with the storage that owns the arguments.
template <class R, class... P> struct point<R(P...)> {
  static constexpr bool returns = !std::is_void_v<R>;
  static constexpr bool result_active = soac::detail::differentiable_v<R>;
  using result = std::conditional_t<returns, soac::detail::value_t<R>, int>;
  using result_tangent = std::conditional_t<returns, tangent_t<result>, int>;

  /// Calls `g(index, storage)` for each parameter whose leaves belong to x (or, with `outputs`, to y).
  template <bool Outputs, class Storage, class G> static void each(Storage &storage, G &&g) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (
          [&] {
            using Q = std::tuple_element_t<I, std::tuple<P...>>;
            if constexpr (Outputs ? is_output<Q> : soac::detail::differentiable_v<Q>)
              g(std::get<I>(storage));
          }(),
          ...);
    }(std::index_sequence_for<P...>{});
  }

  template <class Storage> static std::vector<double> inputs(const Storage &storage) {
    std::vector<double> x;
    each<false>(storage, [&](const auto &s) { append_leaves(s, x); });
    return x;
  }
  template <class Storage> static void set_inputs(Storage &storage, const std::vector<double> &x) {
    const double *next = x.data();
    each<false>(storage, [&](auto &s) { set_leaves(s, next); });
  }
  template <class Storage, class Result>
  static std::vector<double> outputs(const Storage &storage, const Result &value) {
    std::vector<double> y;
    if constexpr (result_active)
      append_leaves(value, y);
    each<true>(storage, [&](const auto &s) { append_leaves(s, y); });
    return y;
  }

  /// The arguments of the primal, then those of the active parameters in `second`, to `call`.
  template <class Storage, class Call> static decltype(auto) with_arguments(Storage &storage, Call &&call) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return call(pass<std::tuple_element_t<I, std::tuple<P...>>>(std::get<I>(storage))...);
    }(std::index_sequence_for<P...>{});
  }
  template <class Storage> static auto active_arguments(Storage &storage) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple_cat([&] {
        using Q = changeable_t<std::tuple_element_t<I, std::tuple<P...>>>;
        if constexpr (soac::detail::differentiable_v<Q>)
          return std::tuple<decltype(pass<Q>(std::get<I>(storage)))>(pass<Q>(std::get<I>(storage)));
        else
          return std::tuple<>();
      }()...);
    }(std::index_sequence_for<P...>{});
  }
  /// The primal's result, or 0 for void functions.
  template <class F> static result value_of(F &&f) {
    if constexpr (returns) {
      return result(f());
    } else {
      f();
      return 0;
    }
  }

  template <class F, class Storage> static constexpr bool callable() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return std::is_invocable_v<const F &, decltype(pass<std::tuple_element_t<I, std::tuple<P...>>>(
                                                std::get<I>(std::declval<Storage &>())))...>;
    }(std::index_sequence_for<P...>{});
  }
  /// The result and y. Where `f` itself cannot be called from here, as a derivative computes them.
  template <class F, class Jvp, class Vjp, class Storage>
  static std::pair<result, std::vector<double>> primal(const F &f, const Jvp &jvp, const Vjp &vjp, Storage storage) {
    Storage zeros = storage;
    each<false>(zeros, [](auto &s) { for_each_leaf(s, [](auto &e) { e = 0; }); });
    result_tangent nothing{};
    result r = value_of([&]() -> decltype(auto) {
      if constexpr (callable<F, Storage>())
        return with_arguments(storage, f);
      else if constexpr (!std::is_same_v<Jvp, absent>)
        return call_tangent(jvp, storage, zeros, nothing);
      else
        return call_adjoint(vjp, storage, nothing, zeros);
    });
    std::vector<double> y = outputs(storage, r);
    return {std::move(r), std::move(y)};
  }

  template <class Jvp, class Storage>
  static decltype(auto) call_tangent(const Jvp &jvp, Storage &storage, Storage &tangents, result_tangent &r_tan) {
    return with_arguments(storage, [&](auto &&...x) -> decltype(auto) {
      return std::apply(
          [&](auto &&...dx) -> decltype(auto) {
            if constexpr (result_active)
              return jvp(static_cast<decltype(x)>(x)..., static_cast<decltype(dx)>(dx)..., r_tan);
            else
              return jvp(static_cast<decltype(x)>(x)..., static_cast<decltype(dx)>(dx)...);
          },
          active_arguments(tangents));
    });
  }
  template <class Vjp, class Storage>
  static decltype(auto) call_adjoint(const Vjp &vjp, Storage &storage, const result_tangent &seed, Storage &adjoints) {
    return with_arguments(storage, [&](auto &&...x) -> decltype(auto) {
      return std::apply(
          [&](auto &&...a) -> decltype(auto) {
            if constexpr (result_active)
              return vjp(static_cast<decltype(x)>(x)..., seed, static_cast<decltype(a)>(a)...);
            else
              return vjp(static_cast<decltype(x)>(x)..., static_cast<decltype(a)>(a)...);
          },
          active_arguments(adjoints));
    });
  }

  /// y and J v.
  template <class Jvp, class Storage>
  static std::pair<std::vector<double>, std::vector<double>>
  tangent(const Jvp &jvp, Storage storage, Storage tangents, result_tangent r_tan, const std::vector<double> &v) {
    set_inputs(tangents, v);
    const result r = value_of([&]() -> decltype(auto) { return call_tangent(jvp, storage, tangents, r_tan); });
    return {outputs(storage, r), outputs(tangents, r_tan)};
  }

  /// y and J^T w, where the adjoints of pure inputs hold `initial` at entry (and the result has it added).
  template <class Vjp, class Storage>
  static std::pair<std::vector<double>, std::vector<double>> adjoint(const Vjp &vjp, Storage storage, Storage adjoints,
                                                                     result_tangent seed, const std::vector<double> &w,
                                                                     const std::vector<double> &initial) {
    set_inputs(adjoints, initial);
    const double *next = w.data();
    if constexpr (result_active)
      set_leaves(seed, next);
    each<true>(adjoints, [&](auto &s) { set_leaves(s, next); });
    const result r = value_of([&]() -> decltype(auto) { return call_adjoint(vjp, storage, seed, adjoints); });
    return {outputs(storage, r), inputs(adjoints)};
  }
};

struct products {
  double sum = 0, magnitude = 0;
};
inline products dot(const std::vector<double> &a, const std::vector<double> &b) {
  products p;
  for (std::size_t i = 0; i < a.size(); ++i) {
    p.sum += a[i] * b[i];
    p.magnitude += std::fabs(a[i] * b[i]);
  }
  return p;
}

/// d/dh g(h) at 0 and an estimate of its error: central differences, extrapolated; the best entry of Ridders' table.
template <class G> std::pair<double, double> differentiate_numerically(G &&g, double first_step) {
  constexpr int rows = 12;
  constexpr double ratio = 1.7;
  double table[rows][rows];
  double best = 0, error = std::numeric_limits<double>::infinity(), h = first_step;
  for (int i = 0; i < rows; ++i, h /= ratio) {
    table[0][i] = (g(h) - g(-h)) / (2 * h);
    double factor = ratio * ratio;
    for (int j = 1; j <= i; ++j, factor *= ratio * ratio) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const double e =
          std::fmax(std::fabs(table[j][i] - table[j - 1][i]), std::fabs(table[j][i] - table[j - 1][i - 1]));
      if (e <= error) {
        error = e;
        best = table[j][i];
      }
    }
  }
  return {best, error};
}

inline std::string describe(const char *what, double got, double expected, double allowed) {
  char text[200];
  std::snprintf(text, sizeof text, "%s: got %.17g, expected %.17g, difference %.3g, allowed %.3g\n", what, got,
                expected, std::fabs(got - expected), allowed);
  return text;
}

inline bool close(double a, double b, double allowed) { return std::fabs(a - b) <= allowed; }

inline void compare_values(const char *what, const std::vector<double> &got, const std::vector<double> &expected,
                           double relative, report &out) {
  if (got.size() != expected.size()) {
    out.failures += std::string(what) + ": another shape than the function's result\n";
    return;
  }
  double scale = 0;
  for (double e : expected)
    scale = std::fmax(scale, std::isfinite(e) ? std::fabs(e) : 0);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!close(got[i], expected[i], relative * scale) && got[i] != expected[i] &&
        !(std::isnan(got[i]) && std::isnan(expected[i])))
      out.failures += describe(what, got[i], expected[i], relative * scale);
}

} // namespace detail

/// Checks the derivatives of the function of type `Signature` at the point in `storage`. Each of `jvp` and `vjp` may be
/// `absent`. `storage` owns one value per parameter: pointers, views and spans are made from arrays and vectors.
template <class Signature, class F, class Jvp, class Vjp, class... Storage>
report check_derivatives(const F &f, const Jvp &jvp, const Vjp &vjp, std::tuple<Storage...> storage,
                         std::uint64_t seed = 1, tolerances tolerance = {}) {
  using at = detail::point<Signature>;
  constexpr bool forward = !std::is_same_v<Jvp, absent>, reverse = !std::is_same_v<Vjp, absent>;
  report out;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](std::size_t n) {
    std::vector<double> v(n);
    for (double &e : v)
      e = static_cast<float>(uniform(random)); // exact in both precisions
    return v;
  };
  if constexpr ((has_float<Storage>() || ...) || has_float<typename at::result>())
    tolerance = {std::fmax(tolerance.exact, 1e-4), std::fmax(tolerance.differences, 2e-2)};

  const std::vector<double> x = at::inputs(storage);
  const auto [value, y] = at::primal(f, jvp, vjp, storage);
  for (double e : y)
    out.not_finite = out.not_finite || !std::isfinite(e);
  if (out.not_finite)
    out.failures += "the function's value is not finite at this point\n";
  typename at::result_tangent shape{};
  if constexpr (std::is_constructible_v<typename at::result_tangent, const typename at::result &>)
    shape = typename at::result_tangent(value);
  if (!out.ok())
    return out;
  if (x.empty() || y.empty()) {
    out.failures += "nothing to differentiate: no floating-point input or output at this point\n";
    return out;
  }

  for (int trial = 0; trial < 3; ++trial) {
    const std::vector<double> v = draw(x.size()), w = draw(y.size());
    const auto along = [&](double h) {
      std::vector<double> x_h = x;
      for (std::size_t i = 0; i < x.size(); ++i)
        x_h[i] += h * v[i];
      auto moved = storage;
      at::set_inputs(moved, x_h);
      return detail::dot(w, at::primal(f, jvp, vjp, moved).second).sum;
    };
    const bool single = tolerance.exact >= 1e-4;
    const auto [expected, uncertainty] = detail::differentiate_numerically(along, single ? 0.2 : 0.01);
    double slope = expected, magnitude = std::fabs(expected);
    if constexpr (forward) {
      const auto [values, tangents] = at::tangent(jvp, storage, storage, shape, v);
      detail::compare_values("jvp, value", values, y, tolerance.exact, out);
      const detail::products p = detail::dot(w, tangents);
      slope = p.sum;
      magnitude = std::fmax(magnitude, p.magnitude);
    }
    std::vector<double> initial = draw(x.size());
    std::vector<double> adjoints;
    if constexpr (reverse) {
      const auto [values, raised] = at::adjoint(vjp, storage, storage, shape, w, initial);
      const auto [again, plain] = at::adjoint(vjp, storage, storage, shape, w, std::vector<double>(x.size()));
      detail::compare_values("vjp, value", values, y, tolerance.exact, out);
      // Adjoints of outputs are seeds at entry: `initial` has no part in them.
      std::vector<double> zeros(x.size());
      auto mask = storage;
      at::set_inputs(mask, std::vector<double>(x.size(), 1.0));
      at::template each<true>(mask, [](auto &s) { for_each_leaf(s, [](auto &e) { e = 0; }); });
      const std::vector<double> pure = at::inputs(mask);
      adjoints = plain;
      std::vector<double> sum = plain;
      for (std::size_t i = 0; i < x.size(); ++i)
        sum[i] += pure[i] * initial[i];
      detail::compare_values("vjp, addition to the adjoints", raised, sum, tolerance.exact * 10, out);
      const detail::products p = detail::dot(adjoints, v);
      magnitude = std::fmax(magnitude, p.magnitude);
      if constexpr (forward) {
        if (!detail::close(p.sum, slope, tolerance.exact * magnitude))
          out.failures +=
              detail::describe("dot test, <vjp(w), v> against <w, jvp(v)>", p.sum, slope, tolerance.exact * magnitude);
      } else {
        slope = p.sum;
      }
    }
    const double size = detail::dot(w, y).magnitude;
    const double allowed = tolerance.differences * magnitude + tolerance.exact * size + 10 * uncertainty;
    if (!(uncertainty <= 1e-2 * magnitude + 1e-6 * size) && !single)
      out.failures += "central differences do not settle: the function is not smooth near this point\n";
    if (!detail::close(slope, expected, allowed))
      out.failures += detail::describe(forward ? "jvp against central differences" : "vjp against central differences",
                                       slope, expected, allowed);
    if (!out.ok())
      return out;
  }
  return out;
}

} // namespace soac::testing

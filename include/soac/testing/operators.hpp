// Checks what the operators of one function compute at one point: soac::vjp<f> and its like.
//
// F is seen as a map from numbers to numbers: x are the floating-point leaves of the chosen parameters in the order of
// wrt, y those of the result. With s = d/dh <w, y(x + h v)> at h = 0 by central differences, for random v and w:
//   run                   y
//   jvp, jmp              <w, jvp(x; v)> = s, summed over directions
//   vjp, gradient, mjp    <vjp(x; w), v> = s, likewise
//   jacobian_*            <w, J v> = s
//   hvp, hessian          <u, H v> = d/dg d/dh y(x + g u + h v)
#pragma once

#include "soac/testing/blocks.hpp"
#include "soac/testing/callee.hpp"

namespace soac::testing::detail {

template <class Operator> struct operator_check {
  using Q = parts<Operator>;
  using W = typename Q::chosen;
  using inner = callee<Q::function>;
  using storage = typename inner::storage;
  using outer = callee<Operator{}>;
  using value = typename inner::value;
  static constexpr std::size_t own = std::tuple_size_v<storage>;
  static constexpr bool is_second = Q::gives == form::hessian || Q::gives == form::hvp;

  std::vector<std::string> names;
  tolerances tolerance;

  /// A point with directions v of the parameters and w of the results, or of the parameters where it is second order.
  struct point {
    storage s;
    value y_value;
    std::vector<double> x, y;
    directions v, w;
  };

  /// Differences of differences are less exact.
  tolerances loosened() const {
    const double loss = std::pow(100, inner::depth + is_second);
    return {tolerance.exact * loss, tolerance.differences * loss, tolerance.is_single};
  }

  template <int... I> static auto seeds(const storage &s, const directions &v, wrt<I...>) {
    std::size_t offset = 0;
    const auto slice = [&](std::size_t n) {
      directions part;
      for (const std::vector<double> &d : v)
        part.emplace_back(d.begin() + static_cast<std::ptrdiff_t>(offset),
                          d.begin() + static_cast<std::ptrdiff_t>(offset + n));
      offset += n;
      return part;
    };
    return [&]<std::size_t... N>(std::index_sequence<N...>) {
      using all = typename outer::storage;
      // Braces: from left to right.
      return std::tuple_cat(s, std::tuple<std::tuple_element_t<own + N, all>...>{
                                   seed_like<Q::batched, std::tuple_element_t<own + N, all>>(
                                       std::get<static_cast<std::size_t>(I)>(s),
                                       slice(leaves_of(std::get<static_cast<std::size_t>(I)>(s)).size()))...});
    }(std::make_index_sequence<sizeof...(I)>{});
  }

  /// What the generated code gives.
  static auto generated(const point &at) {
    if constexpr (Q::gives == form::forward || Q::gives == form::hvp)
      return outer::generated(seeds(at.s, at.v, W{}));
    else if constexpr (Q::gives == form::reverse)
      return outer::generated(std::tuple_cat(
          at.s,
          std::make_tuple(seed_like<Q::batched, std::tuple_element_t<own, typename outer::storage>>(at.y_value, at.w))));
    else
      return outer::generated(at.s);
  }

  /// y(x + h v + g u); nothing where the function throws.
  static std::vector<double> moved(const point &at, const std::vector<double> &v, double h,
                                   const std::vector<double> &u, double g) {
    std::vector<double> x = at.x;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += h * v[i] + g * u[i];
    storage there = at.s;
    set_inputs(there, x, W{});
    try {
      return leaves_of(inner::at(there));
    } catch (...) {
      return {};
    }
  }

  void compare(const point &at, const products &got, report &out) const {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const claimed_slope claim{got.sum, got.magnitude, dot(at.y, at.y).magnitude, "against central differences"};
    const double first_step = tolerance.is_single ? 0.2 : 0.01;
    if constexpr (is_second) {
      const auto slope = [&](double g) {
        return differentiate_numerically(
            [&](double h) {
              const std::vector<double> there = moved(at, at.v[0], h, at.w[0], g);
              return there.empty() ? nothing : there[0];
            },
            first_step);
      };
      const double noise = slope(0).error;
      compare_with_differences([&](double g) { return slope(g).value; }, claim, loosened(), out, noise);
    } else {
      const auto along = [&](double h) {
        double sum = 0;
        for (std::size_t d = 0; d < at.v.size(); ++d) {
          const std::vector<double> there = moved(at, at.v[d], h, at.v[d], 0);
          sum += there.size() == at.w[d].size() ? dot(at.w[d], there).sum : nothing;
        }
        return sum;
      };
      compare_with_differences(along, claim, loosened(), out);
    }
  }

  template <class Given> static products product_with(const Given &given, const point &at, report &out) {
    if constexpr (Q::gives == form::jacobian || Q::gives == form::hessian) {
      contraction all(at.w[0], at.v[0], inner::has_pointers);
      const auto x = tangents_of(chosen(at.s, W{}));
      if constexpr (Q::gives == form::jacobian)
        all.add(given, soac::tangent_t<value>(at.y_value), x);
      else
        all.add(given, x, x);
      if (!all.is_of_shape)
        out.failures += "the result has another shape than the derivative\n";
      return all.product;
    } else {
      return dot_with<Q::batched>(given, Q::gives == form::forward || Q::gives == form::hvp ? at.w : at.v);
    }
  }

  void compare_value(const std::vector<double> &got, const point &at, report &out) const {
    const double exact =
        inner::depth == 0 ? tolerance.exact : std::pow(100, inner::depth) * tolerance.differences;
    const auto wobble = [&] {
      return wobble_of(at.x, tolerance.is_single, [&](const std::vector<double> &x) {
        storage there = at.s;
        set_inputs(there, x, W{});
        return leaves_of(inner::at(there));
      });
    };
    compare_values("value", got, at.y, exact, wobble, out);
  }

  report at(source &from, std::uint64_t) const {
    argument_names = &names;
    storage s = inner::random(from, names);
    if (watching)
      watching->chose(from.choices);
    value y_value = first_value([&] { return inner::at(s); });
    point here{s, y_value, inputs(s, W{}), leaves_of(y_value), {}, {}};
    report out;
    out.not_finite = !all_finite(here.y);
    out.has_numbers = !here.x.empty() && !here.y.empty();
    if (out.not_finite || !out.has_numbers)
      return out;
    if constexpr (Q::gives == form::run) {
      compare_value(leaves_of(outer::generated(here.s)), here, out);
      out.is_compared = true;
    } else {
      std::size_t k = 1;
      if constexpr (Q::batched)
        k = static_cast<std::size_t>(Q::directions);
      for (std::size_t d = 0; d < k; ++d) {
        here.v.push_back(draw_steps(here.x, from.random));
        here.w.push_back(Q::gives == form::gradient ? std::vector<double>{1.0}
                         : is_second                ? draw_steps(here.x, from.random)
                                                    : draw_directions(here.y.size(), from.random));
      }
      const auto given = generated(here);
      products got;
      if constexpr (Q::with_value) {
        compare_value(leaves_of(std::get<0>(given)), here, out);
        got = product_with(std::get<1>(given), here, out);
      } else {
        got = product_with(given, here, out);
      }
      if (out.ok() && std::isfinite(got.sum)) {
        compare(here, got, out);
      } else if (out.ok()) {
        report differences;
        compare(here, got, differences);
        out.singular = differences.failures;
        out.unsettled = "the derivative is not finite at this point\n";
      }
    }
    return out;
  }
};

} // namespace soac::testing::detail

// Checks what the operators of one function compute at one point: soac::vjp<f> and its like.
//
// F is seen as a map from numbers to numbers: x are the floating-point leaves of the chosen parameters in the order of
// wrt, y those of the result. With s = d/dh <w, y(x + h v)> at h = 0 by central differences, for random v and w:
//   run                   y
//   jvp, jmp              <w, jvp(x; v)> = s, direction by direction
//   vjp, gradient, mjp    <vjp(x; w), v> = s, likewise
//   jacobian_*            <w, J v> = s
//   hvp, hessian          <u, H v> = d/dg d/dh y(x + g u + h v)
#pragma once

#include "soac/testing/callee.hpp"

namespace soac::testing::detail {

template <class Operator> struct operator_check {
  using Q = parts<Operator>;
  static constexpr auto function = Q::function;
  using inner = callee<Q::function>;
  using storage = typename inner::storage;
  using outer = callee<Operator{}>;
  static constexpr std::size_t own = std::tuple_size_v<storage>;

  std::vector<std::string> names;

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
    }
    (std::make_index_sequence<sizeof...(I)>{});
  }

  report at(source from, std::uint64_t seed) const {
    using W = typename Q::chosen;
    from.random.seed(seed);
    const storage s = inner::random(from, names);
    const auto value = inner::at(s);
    const std::vector<double> x = inputs(s, W{}), y = leaves_of(value);
    report out;
    for (double e : y)
      out.not_finite = out.not_finite || !std::isfinite(e);
    if (out.not_finite)
      return out;
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto draw = [&](std::size_t n) {
      std::vector<double> numbers(n);
      for (double &e : numbers)
        e = static_cast<float>(uniform(from.random));
      return numbers;
    };
    const tolerances tolerance =
        has_float<storage>() || has_float<std::decay_t<decltype(value)>>() ? tolerances{1e-4, 2e-2} : tolerances{};
    const double first_step = tolerance.exact >= 1e-4 ? 0.2 : 0.01;
    const auto moved = [&](const std::vector<double> &v, double h, const std::vector<double> &u, double g) {
      std::vector<double> point = x;
      for (std::size_t i = 0; i < x.size(); ++i)
        point[i] += h * v[i] + g * u[i];
      storage there = s;
      set_inputs(there, point, W{});
      return leaves_of(inner::at(there));
    };

    if constexpr (Q::gives == form::run) {
      compare_values("run", leaves_of(outer::generated(s)), y,
                     inner::depth == 0 ? tolerance.exact : std::pow(100, inner::depth) * tolerance.differences, out);
      return out;
    } else {
      std::size_t k = 1;
      if constexpr (Q::batched)
        k = static_cast<std::size_t>(Q::directions);
      directions v, w;
      double expected = 0, uncertainty = 0;
      constexpr bool is_second = Q::gives == form::hessian || Q::gives == form::hvp;
      for (std::size_t d = 0; d < k; ++d) {
        v.push_back(draw(x.size()));
        w.push_back(Q::gives == form::gradient ? std::vector<double>{1.0} : draw(is_second ? x.size() : y.size()));
        const auto slope = [&](double g) {
          return differentiate_numerically(
              [&](double h) {
                const std::vector<double> there = moved(v[d], h, is_second ? w[d] : v[d], g);
                return is_second ? there[0] : dot(w[d], there).sum;
              },
              first_step);
        };
        const auto [s_d, error] =
            is_second ? differentiate_numerically([&](double g) { return slope(g).first; }, first_step) : slope(0);
        expected += s_d;
        uncertainty += error;
      }
      products got;
      const auto take = [&](const auto &derivative) {
        if constexpr (Q::gives == form::jacobian)
          contract(derivative, value, w[0].data(), chosen(s, W{}), v[0].data(), got);
        else if constexpr (Q::gives == form::hessian)
          contract(derivative, chosen(s, W{}), w[0].data(), chosen(s, W{}), v[0].data(), got);
        else
          got = dot_with<Q::batched>(derivative, Q::gives == form::forward || Q::gives == form::hvp ? w : v);
      };
      const auto result = [&] {
        if constexpr (Q::gives == form::forward || Q::gives == form::hvp)
          return outer::generated(seeds(s, v, W{}));
        else if constexpr (Q::gives == form::reverse)
          return outer::generated(std::tuple_cat(
              s, std::make_tuple(seed_like<Q::batched, std::tuple_element_t<own, typename outer::storage>>(value, w))));
        else
          return outer::generated(s);
      }();
      if constexpr (Q::with_value) {
        compare_values("value", leaves_of(std::get<0>(result)), y,
                       inner::depth == 0 ? tolerance.exact : std::pow(100, inner::depth) * tolerance.differences, out);
        take(std::get<1>(result));
      } else {
        take(result);
      }
      const double magnitude = std::fmax(got.magnitude, std::fabs(expected));
      // Differences of differences are less exact.
      const double loss = std::pow(100, inner::depth + is_second);
      const double allowed =
          loss * (tolerance.differences * magnitude + tolerance.exact * dot(y, y).magnitude) + 10 * uncertainty;
      if (!close(got.sum, expected, allowed))
        out.failures += describe("against central differences", got.sum, expected, allowed);
      return out;
    }
  }
};

} // namespace soac::testing::detail

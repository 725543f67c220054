// Operators taken apart: the function in them, what they choose and give, and arguments for them.
//
// `callee<F>::at` is F; where F is itself an operator it is what that operator should give, by central differences of
// the function in it, so that an operator around it is not checked against generated code.
#pragma once

#include "soac/soac.hpp"
#include "soac/testing/derivatives.hpp"
#include "soac/testing/random.hpp"

namespace soac::testing::detail {

enum class form { run, forward, reverse, gradient, jacobian, hessian, hvp };

/// What an operator is made of: its function, the parameters it chooses, and what it gives.
template <auto F, class Wrt, form Form, bool WithValue = false, bool Batched = false> struct parts_of {
  static constexpr auto function = F;
  using chosen = soac::detail::chosen_t<F, Wrt>;
  static constexpr form gives = Form;
  static constexpr bool with_value = WithValue, batched = Batched;
};
template <class Operator> struct parts;
template <auto F> struct parts<run_t<F>> : parts_of<F, all, form::run> {};
template <auto F, class W> struct parts<jvp_t<F, W>> : parts_of<F, W, form::forward> {};
template <auto F, class W> struct parts<value_and_jvp_t<F, W>> : parts_of<F, W, form::forward, true> {};
template <auto F, class W> struct parts<vjp_t<F, W>> : parts_of<F, W, form::reverse> {};
template <auto F, class W> struct parts<value_and_vjp_t<F, W>> : parts_of<F, W, form::reverse, true> {};
template <auto F, class W> struct parts<gradient_t<F, W>> : parts_of<F, W, form::gradient> {};
template <auto F, class W> struct parts<value_and_gradient_t<F, W>> : parts_of<F, W, form::gradient, true> {};
template <auto F, class W, int K> struct parts<jmp_t<F, W, K>> : parts_of<F, W, form::forward, false, true> {
  static constexpr index directions = K > 0 ? K : 2;
};
template <auto F, class W, int K> struct parts<mjp_t<F, W, K>> : parts_of<F, W, form::reverse, false, true> {
  static constexpr index directions = K > 0 ? K : 2;
};
template <auto F, class W> struct parts<jacobian_forward_t<F, W>> : parts_of<F, W, form::jacobian> {};
template <auto F, class W> struct parts<jacobian_reverse_t<F, W>> : parts_of<F, W, form::jacobian> {};
template <auto F, class W> struct parts<hessian_t<F, W>> : parts_of<F, W, form::hessian> {};
template <auto F, class W> struct parts<hvp_t<F, W>> : parts_of<F, W, form::hvp> {};

template <class F>
concept is_operator = requires {
  parts<F>::gives;
};

using directions = std::vector<std::vector<double>>;

template <class T> std::vector<double> leaves_of(const T &v) {
  std::vector<double> out;
  append_leaves(v, out);
  return out;
}

template <class T, int R> std::array<index, R> extents_of(const array<T, R> &a) {
  std::array<index, R> out;
  for (int d = 0; d < R; ++d)
    out[d] = a.extent(d);
  return out;
}
template <class T> std::array<index, 0> extents_of(const T &) { return {}; }
template <class T>
requires(std::ranges::range<T> && !is_soac_array<T>::value) std::array<index, 1> extents_of(const T &v) {
  return {static_cast<index>(std::ranges::size(v))};
}

/// `n` values of the shape of `like`, in front of its dimensions; a tuple member by member.
template <class Batch, class T> Batch batch_like(const T &like, index n) {
  if constexpr (tuple_like<T>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return Batch(batch_like<std::tuple_element_t<I, Batch>>(std::get<I>(like), n)...);
    }
  (std::make_index_sequence<std::tuple_size_v<T>>{});
  else return std::apply([&](auto... extents) { return Batch(n, extents...); }, extents_of(like));
}
/// The numbers of one value after another, to or from a batch.
template <class Batch, class Visit> void each_direction(Batch &batch, std::size_t n, Visit &&visit) {
  if constexpr (tuple_like<std::remove_const_t<Batch>>) {
    std::apply([&](auto &...member) { (each_direction(member, n, visit), ...); }, batch);
  } else {
    std::size_t total = 0, i = 0;
    for_each_leaf(batch, [&](auto &) { ++total; });
    for_each_leaf(batch, [&](auto &x) { visit(i++ * n / total, x); });
  }
}

/// A T with the shape and the numbers of `like`, which owns an argument or is a result.
template <class T, class Like> T shaped_like(const Like &like) {
  if constexpr (is_borrower<Like>::value)
    return detail::shaped_like<T>(derivative<Like>::of(like));
  else if constexpr (std::is_constructible_v<T, const Like &>)
    return T(like);
  else if constexpr (std::ranges::range<T>)
    return T(std::ranges::begin(like), std::ranges::end(like));
  else
    return std::apply([](const auto &...member) { return T(member...); }, like);
}
template <class T, class Like> constexpr bool can_shape() {
  if constexpr (is_borrower<Like>::value)
    return can_shape<T, derivative_t<Like>>();
  else if constexpr (std::is_constructible_v<T, const Like &>)
    return true;
  else if constexpr (std::ranges::range<T> && std::ranges::range<Like>)
    return std::is_constructible_v<T, decltype(std::ranges::begin(std::declval<const Like &>())),
                                   decltype(std::ranges::end(std::declval<const Like &>()))>;
  else
    return false;
}

/// Can a seed of type Seed be made from a value of type T? Not where a record has views.
template <bool Batched, class Seed, class T>
inline constexpr bool can_seed = Batched ? tuple_like<Seed> == tuple_like<T> : can_shape<Seed, T>();

template <bool Batched, class Seed, class T> Seed seed_like(const T &like, const directions &given) {
  if constexpr (Batched) {
    Seed seed = batch_like<Seed>(like, static_cast<index>(given.size()));
    std::vector<std::size_t> next(given.size());
    each_direction(seed, given.size(), [&](std::size_t d, auto &x) {
      x = static_cast<std::remove_reference_t<decltype(x)>>(given[d][next[d]++]);
    });
    return seed;
  } else {
    Seed seed = detail::shaped_like<Seed>(like);
    const double *next = given.front().data();
    set_leaves(seed, next);
    return seed;
  }
}

/// The sum over directions of the products with what an operator gave.
template <bool Batched, class T> products dot_with(const T &v, const directions &given) {
  products p;
  const auto add = [&](double a, double b) {
    p.sum += a * b;
    p.magnitude += std::fabs(a * b);
  };
  std::vector<std::size_t> next(given.size());
  const auto one = [&](std::size_t d, const auto &x) { add(static_cast<double>(x), given[d][next[d]++]); };
  if constexpr (Batched)
    each_direction(v, given.size(), one);
  else
    for_each_leaf(v, [&](const auto &x) { one(0, x); });
  return p;
}

/// The numbers of the chosen arguments.
template <class Storage, int... I> std::vector<double> inputs(const Storage &s, wrt<I...>) {
  std::vector<double> x;
  (append_leaves(std::get<static_cast<std::size_t>(I)>(s), x), ...);
  return x;
}
template <class Storage, int... I> void set_inputs(Storage &s, const std::vector<double> &x, wrt<I...>) {
  const double *next = x.data();
  (set_leaves(std::get<static_cast<std::size_t>(I)>(s), next), ...);
}
/// The chosen arguments; one is itself, several are a tuple.
template <class Storage, int... I> auto chosen(const Storage &s, wrt<I...>) {
  if constexpr (sizeof...(I) == 1)
    return (std::get<static_cast<std::size_t>(I)>(s), ...);
  else
    return std::tuple(std::get<static_cast<std::size_t>(I)>(s)...);
}

/// Arguments as values of their tangent types.
template <class Storage> tangent_t<Storage> tangent_of(const Storage &s) { return detail::shaped_like<tangent_t<Storage>>(s); }
template <class T> tangent_t<T> tangent_of(const borrower<T> &s) { return derivative<borrower<T>>::of(s); }
template <class T> std::vector<tangent_t<T>> tangent_of(const elements<T> &s) { return {s.begin(), s.end()}; }
template <class Chosen> auto tangents_of(const Chosen &chosen) { return detail::tangent_of(chosen); }
template <class... S> auto tangents_of(const std::tuple<S...> &chosen) {
  return std::apply([](const S &...s) { return std::tuple(detail::tangent_of(s)...); }, chosen);
}

/// A value of type T with the shape of `like` and these numbers.
template <class T, class Like> T shaped(const Like &like, const std::vector<double> &leaves) {
  const double *next = leaves.data();
  T out = detail::shaped_like<T>(like);
  set_leaves(out, next);
  return out;
}

/// The parameters' names of the function that is called, for messages.
inline const std::vector<std::string> *argument_names = nullptr;

/// An operator or a function with the storage of its own arguments.
template <auto F> struct callee {
  using S = soac::detail::signature_of<F>;
  using value = soac::detail::value_t<typename S::result>;
  template <class List> struct storage_of;
  template <class... P> struct storage_of<soac::detail::types<P...>> { using type = std::tuple<owner_t<P>...>; };
  using storage = typename storage_of<typename S::parameters>::type;
  template <class... P> static constexpr bool any_pointer(soac::detail::types<P...>) {
    return (std::is_pointer_v<P> || ...);
  }
  static constexpr bool has_pointers = any_pointer(typename S::parameters{});

  /// F of the first parameters of `storage`, with `more` arguments.
  template <auto G, class Storage> static auto call(const Storage &given) {
    Storage copy = copy_of(given);
    entering(is_operator<std::remove_cv_t<decltype(G)>> ? stage::derivative : stage::primal);
    return [&]<class... P, std::size_t... I>(soac::detail::types<P...>, std::index_sequence<I...>) {
      if (watching && argument_names)
        (know_arrays(std::get<I>(copy), I < argument_names->size() ? (*argument_names)[I] : std::string("a seed")), ...);
      return soac::detail::value_t<typename soac::detail::signature_of<G>::result>(
          G(pass<P>(std::get<I>(copy))...));
    }(typename soac::detail::signature_of<G>::parameters{}, std::make_index_sequence<std::tuple_size_v<Storage>>{});
  }
  static value generated(const storage &given) { return call<F>(given); }
  /// The function; of an operator, what it should be, by central differences of the function in it.
  static value at(const storage &given) {
    if constexpr (is_operator<std::remove_cv_t<decltype(F)>>)
      return numerical<parts<std::remove_cv_t<decltype(F)>>>(given);
    else
      return call<F>(given);
  }

  /// Whether the seeds of an operator, and of those in it, can be made.
  template <class Q, int... I> static constexpr bool can_seed_all(wrt<I...>) {
    using inner = callee<Q::function>;
    constexpr std::size_t own = std::tuple_size_v<typename inner::storage>;
    constexpr bool is_second = Q::gives == form::hessian || Q::gives == form::hvp;
    if constexpr (!inner::supported() || !inner::is_plain())
      return false;
    else if constexpr (is_second && inner::depth > 0)
      return false;
    else if constexpr (Q::gives == form::forward || Q::gives == form::hvp)
      return []<std::size_t... N>(std::index_sequence<N...>) {
        return (can_seed<Q::batched, std::tuple_element_t<own + N, storage>,
                         std::tuple_element_t<static_cast<std::size_t>(I), typename inner::storage>> &&
                ...);
      }
    (std::make_index_sequence<sizeof...(I)>{});
    else if constexpr (Q::gives == form::reverse) return can_seed<Q::batched, std::tuple_element_t<own, storage>,
                                                                  typename inner::value>;
    else return true;
  }
  /// How many operators it is.
  static constexpr int depth = [] {
    if constexpr (is_operator<std::remove_cv_t<decltype(F)>>)
      return callee<parts<std::remove_cv_t<decltype(F)>>::function>::depth + 1;
    else
      return 0;
  }();
  /// Whether `at` knows it: a function, or an operator of first order in one direction.
  static constexpr bool is_plain() {
    if constexpr (is_operator<std::remove_cv_t<decltype(F)>>) {
      using Q = parts<std::remove_cv_t<decltype(F)>>;
      return !Q::batched && (Q::gives == form::run || Q::gives == form::forward || Q::gives == form::reverse ||
                             Q::gives == form::gradient);
    } else {
      return true;
    }
  }
  static constexpr bool supported() {
    if constexpr (is_operator<std::remove_cv_t<decltype(F)>>) {
      using Q = parts<std::remove_cv_t<decltype(F)>>;
      return can_seed_all<Q>(typename Q::chosen{});
    } else {
      return []<class... Owner>(std::type_identity<std::tuple<Owner...>>) {
        return (can_make<Owner>() && ...);
      }(std::type_identity<storage>{});
    }
  }

  /// Random arguments; the seeds of an operator have the shapes that its function's arguments or result have.
  static storage random(source &from, const std::vector<std::string> &names) {
    if constexpr (is_operator<std::remove_cv_t<decltype(F)>>) {
      using Q = parts<std::remove_cv_t<decltype(F)>>;
      return with_seeds<Q>(callee<Q::function>::random(from, names), from, typename Q::chosen{});
    } else {
      return [&]<class... P, std::size_t... I>(soac::detail::types<P...>, std::index_sequence<I...>) {
        return storage{random_value<P>(from, I < names.size() ? names[I] : std::string())...};
      }(typename S::parameters{}, std::make_index_sequence<std::tuple_size_v<storage>>{});
    }
  }

private:
  template <class Q> static value numerical(const storage &given) {
    using inner = callee<Q::function>;
    using W = typename Q::chosen;
    constexpr std::size_t own = std::tuple_size_v<typename inner::storage>;
    const auto part = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<std::tuple_element_t<I, storage>...>(std::get<I>(given)...);
    };
    const auto s = part(std::make_index_sequence<own>{});
    const auto y = inner::at(s);
    if constexpr (Q::gives == form::run) {
      return y;
    } else {
      std::vector<double> seed; // of the tangents, or of the result
      [&]<std::size_t... I>(std::index_sequence<I...>) { (append_leaves(std::get<own + I>(given), seed), ...); }
      (std::make_index_sequence<std::tuple_size_v<storage> - own>{});
      if (Q::gives == form::gradient)
        seed = {1.0};
      const std::vector<double> x = inputs(s, W{});
      const auto slope = [&](auto &&move, auto &&weigh) {
        return differentiate_numerically(
                   [&](double h) {
                     std::vector<double> moved = x;
                     move(moved, h);
                     auto there = s;
                     set_inputs(there, moved, W{});
                     return weigh(leaves_of(inner::at(there)));
                   },
                   has_float<storage>() ? 0.2 : 0.01)
            .value;
      };
      std::vector<double> slopes;
      if constexpr (Q::gives == form::forward)
        for (std::size_t i = 0; i < leaves_of(y).size(); ++i)
          slopes.push_back(slope(
              [&](std::vector<double> &moved, double h) {
                for (std::size_t j = 0; j < moved.size(); ++j)
                  moved[j] += h * seed[j];
              },
              [&](const std::vector<double> &result) { return result[i]; }));
      else
        for (std::size_t j = 0; j < x.size(); ++j)
          slopes.push_back(slope([&](std::vector<double> &moved, double h) { moved[j] += h; },
                                  [&](const std::vector<double> &result) { return dot(seed, result).sum; }));
      const auto derivative = [&]<class T>(std::type_identity<T>) {
        if constexpr (Q::gives == form::forward)
          return shaped<T>(y, slopes);
        else
          return shaped<T>(chosen(s, W{}), slopes);
      };
      if constexpr (Q::with_value)
        return value(y, derivative(std::type_identity<std::tuple_element_t<1, value>>{}));
      else
        return derivative(std::type_identity<value>{});
    }
  }

  template <class Q, class Inner, int... I> static storage with_seeds(const Inner &inner, source &from, wrt<I...>) {
    const auto seed = [&]<class Seed>(std::type_identity<Seed>, const auto &like) {
      return seed_like<false, Seed>(like, {draw_directions(leaves_of(like).size(), from.random)});
    };
    constexpr std::size_t own = std::tuple_size_v<Inner>;
    if constexpr (Q::gives == form::forward || Q::gives == form::hvp)
      return [&]<std::size_t... N>(std::index_sequence<N...>) {
        return std::tuple_cat(inner, std::tuple<std::tuple_element_t<own + N, storage>...>{
                                         seed(std::type_identity<std::tuple_element_t<own + N, storage>>{},
                                              std::get<static_cast<std::size_t>(I)>(inner))...});
      }
    (std::make_index_sequence<sizeof...(I)>{});
    else if constexpr (Q::gives == form::reverse) return std::tuple_cat(
        inner, std::make_tuple(
                   seed(std::type_identity<std::tuple_element_t<own, storage>>{}, callee<Q::function>::at(inner))));
    else return inner;
  }
};

} // namespace soac::testing::detail

// Products with Jacobians, whose layout follows from the types of result and parameter (vector_mode.hpp).
#pragma once

#include "soac/soac.hpp"
#include "soac/testing/leaves.hpp"
#include "soac/testing/numbers.hpp"

namespace soac::testing::detail {

/// How many floating-point numbers an element of an array has.
template <class T> constexpr std::size_t numbers_in() {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    return std::is_floating_point_v<T>;
  else if constexpr (std::is_array_v<T>)
    return std::extent_v<T> * numbers_in<std::remove_extent_t<T>>();
  else if constexpr (complex_like<T>)
    return 2;
  else if constexpr (std::ranges::range<T> && requires { std::tuple_size<T>::value; })
    return std::tuple_size_v<T> * numbers_in<typename T::value_type>();
  else if constexpr (std::is_class_v<T> && !std::is_empty_v<T> && !std::ranges::range<T>)
    return []<class... M>(std::type_identity<std::tuple<M...>>) {
      return (numbers_in<std::remove_cvref_t<M>>() + ... + std::size_t{0});
    }(std::type_identity<decltype(members(std::declval<T &>()))>{});
  else
    return 0;
}

/// Which numbers of the result or of the parameter a block is about: elements of `per_element` numbers each.
struct block_side {
  std::vector<std::size_t> numbers; ///< positions
  std::size_t per_element = 1;
};
/// All numbers from `offset` on of a value of type T that has `count` of them.
template <class T> block_side side_of(std::size_t offset, std::size_t count) {
  using D = soac::detail::dimensions<T>;
  block_side side;
  for (std::size_t i = 0; i < count; ++i)
    side.numbers.push_back(offset + i);
  side.per_element = D::rank == 0 ? count : numbers_in<typename D::element>();
  return side;
}

/// <w, J v>, with the numbers of results and parameters in w and v. Of what a pointer points to, a Jacobian has the
/// elements that the function touches; it is zero for those behind them.
class contraction {
  const std::vector<double> &w, &v;
  bool has_pointers;

  /// The first `count` numbers at the most, where others may be left out.
  void shorten(block_side &side, index count) const {
    if (has_pointers && side.per_element <= 1 && static_cast<std::size_t>(count) < side.numbers.size())
      side.numbers.resize(static_cast<std::size_t>(count));
  }

  /// At most one of both has records for elements: its members lie innermost.
  template <class J> void add_plain(const J &jacobian, block_side y, block_side x) {
    std::vector<double> block;
    append_leaves(jacobian, block);
    if constexpr (soac::detail::is_own<J>) {
      if (J::rank == 2 || x.numbers.size() == 1)
        shorten(y, jacobian.extent(0));
      if (J::rank == 2 || y.numbers.size() == 1)
        shorten(x, jacobian.extent(J::rank - 1));
    }
    const std::size_t p = std::max<std::size_t>(y.per_element, 1), q = std::max<std::size_t>(x.per_element, 1);
    const std::size_t columns = x.numbers.size() / q;
    is_of_shape = is_of_shape && block.size() == y.numbers.size() * x.numbers.size();
    for (std::size_t k = 0; k < block.size() && is_of_shape; ++k) {
      const std::size_t d = k % q, c = k / q % p, b = k / (q * p) % columns, a = k / (q * p * columns);
      const double term = w[y.numbers[a * p + c]] * block[k] * v[x.numbers[b * q + d]];
      product.sum += term;
      product.magnitude += std::fabs(term);
    }
  }

  /// The members of the result's elements, one after another: of each the block of all elements' member.
  template <class Element, class X, class J, std::size_t... I>
  void add_members(const J &jacobian, const block_side &y, const block_side &x, std::index_sequence<I...>) {
    using fields = decltype(members(std::declval<Element &>()));
    std::size_t offset = 0;
    (
        [&] {
          using Member = std::remove_cvref_t<std::tuple_element_t<I, fields>>;
          const std::size_t count = numbers_in<Member>();
          block_side side;
          for (std::size_t a = 0; a < y.numbers.size(); a += y.per_element)
            for (std::size_t i = 0; i < count; ++i)
              side.numbers.push_back(y.numbers[a + offset + i]);
          using E = typename soac::detail::dimensions<Member>::element;
          side.per_element = numbers_in<E>();
          offset += count;
          if (count > 0) // integers have their place, as zero
            add_block<E, X>(std::get<I>(jacobian), side, x);
        }(),
        ...);
  }

  template <class YElement, class XElement, class J>
  void add_block(const J &jacobian, const block_side &y, const block_side &x) {
    if constexpr (!std::is_arithmetic_v<YElement> && !std::is_arithmetic_v<XElement> && tuple_like<J>)
      add_members<YElement, XElement>(jacobian, y, x, std::make_index_sequence<std::tuple_size_v<J>>{});
    else
      add_plain(jacobian, y, x);
  }

  template <class T> static std::size_t count(const T &value) {
    std::vector<double> all;
    append_leaves(value, all);
    return all.size();
  }

public:
  products product;
  bool is_of_shape = true;

  contraction(const std::vector<double> &of_results, const std::vector<double> &of_parameters, bool of_pointers)
      : w(of_results), v(of_parameters), has_pointers(of_pointers) {}

  /// Tuples go member by member, the result's outside. `y` and `x` are values of the tangent types.
  template <class J, class Y, class X>
  void add(const J &jacobian, const Y &y, const X &x, std::size_t y_offset = 0, std::size_t x_offset = 0) {
    if constexpr (tuple_like<Y>) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((add(std::get<I>(jacobian), std::get<I>(y), x, y_offset, x_offset), y_offset += count(std::get<I>(y))), ...);
      }(std::make_index_sequence<std::tuple_size_v<Y>>{});
    } else if constexpr (tuple_like<X>) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((add(std::get<I>(jacobian), y, std::get<I>(x), y_offset, x_offset), x_offset += count(std::get<I>(x))), ...);
      }(std::make_index_sequence<std::tuple_size_v<X>>{});
    } else {
      add_block<typename soac::detail::dimensions<Y>::element, typename soac::detail::dimensions<X>::element>(
          jacobian, side_of<Y>(y_offset, count(y)), side_of<X>(x_offset, count(x)));
    }
  }
};

} // namespace soac::testing::detail

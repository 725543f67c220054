// A visitor for std::variant made of lambdas.
#pragma once

#include <concepts>

namespace soac {

template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

/// For an arm of several kinds, all of them named: `[](const OneOf<Iota, Fill> auto &) {..}`. A kind that no arm names
/// does not compile, as it would with an arm of `const auto &`.
template <class T, class... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

} // namespace soac

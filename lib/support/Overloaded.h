// A visitor for std::variant made of lambdas.
#pragma once

namespace soac {

template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

} // namespace soac

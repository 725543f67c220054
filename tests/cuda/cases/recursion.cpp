#include "recursion.hpp"

#include "recursion.soac.hpp" // written by soac

#include <cmath>

namespace problems {

double nested(double x, int depth) { return depth == 0 ? x : x * std::sin(nested(x, depth - 1)); }

static double integrand(double x, double rate) { return std::exp(-rate * x) * std::sin(x); }

static double between(double a, double b, double rate, int depth) {
  const double middle = 0.5 * (a + b), ends = integrand(a, rate) + integrand(b, rate);
  const double coarse = (b - a) * ends / 2, fine = (b - a) * (ends / 2 + integrand(middle, rate)) / 2;
  if (depth == 0 || std::abs(fine - coarse) < 1e-3)
    return (4 * fine - coarse) / 3;
  return between(a, middle, rate, depth - 1) + between(middle, b, rate, depth - 1);
}

soac::array<double> integrals(soac::view<const double> widths, double rate) {
  return soac::map([=](double width) { return between(0, width, rate, 8); }, widths);
}

static double below(soac::view<const double> nodes, soac::index node) {
  if (node >= nodes.size())
    return 1;
  return std::sin(nodes[node]) * below(nodes, 2 * node + 1) + 0.5 * nodes[node] * below(nodes, 2 * node + 2);
}

double trees(soac::view<const double> nodes, soac::view<const soac::index> roots) {
  return soac::sum(soac::map([=](soac::index root) { return below(nodes, root); }, roots));
}

static double power(double x, int depth) { return depth == 0 ? x : 0.5 * power(x, depth - 1) + 0.5 * x; }

double powers(soac::view<const double> x, int depth) {
  return soac::reduce([=](double a, double b) { return power(a * b, depth); }, 1.0, x);
}

cuda::scalar<double> nested_on(const cuda::on &place, double x, int depth) {
  return soac::gradient<nested>(place, x, depth);
}
cuda::array<double> integrals_on(const cuda::on &place, cuda::view<const double> widths, double rate,
                                 cuda::view<const double> seed) {
  return soac::vjp<integrals, soac::wrt<0>>(place, widths, rate, seed);
}
cuda::array<double> integrals_along_on(const cuda::on &place, cuda::view<const double> widths, double rate,
                                       cuda::view<const double> direction) {
  return soac::jvp<integrals, soac::wrt<0>>(place, widths, rate, direction);
}
cuda::array<double> trees_on(const cuda::on &place, cuda::view<const double> nodes,
                             cuda::view<const soac::index> roots) {
  return soac::gradient<trees>(place, nodes, roots);
}
cuda::array<double> trees_twice_on(const cuda::on &place, cuda::view<const double> nodes,
                                   cuda::view<const soac::index> roots, cuda::view<const double> direction) {
  return soac::hvp<trees>(place, nodes, roots, direction);
}
cuda::array<double> powers_on(const cuda::on &place, cuda::view<const double> x, int depth) {
  return soac::gradient<powers>(place, x, depth);
}

} // namespace problems

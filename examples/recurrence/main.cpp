// A linear recurrence of second order, solved by a scan with products of 2x2 matrices, and its derivatives.
#include "recurrence.hpp"

#include <cmath>
#include <cstdio>

namespace {

/// The same recurrence as a loop, and its adjoint by hand.
struct Plain {
  soac::array<double> y, a_adj, b_adj;
};

Plain by_hand(const soac::array<double> &a, const soac::array<double> &b, const soac::array<double> &seed) {
  const soac::index n = a.extent(0);
  Plain result{soac::array<double>(n), soac::array<double>(n), soac::array<double>(n)};
  const auto y = [&](soac::index i) { return i >= 0 ? result.y[i] : i == -1 ? 1.0 : 0.0; };
  for (soac::index i = 0; i < n; ++i)
    result.y[i] = a[i] * y(i - 1) + b[i] * y(i - 2);
  double adj = 0, before = 0; // of y[i] and y[i-1], from the terms after i
  for (soac::index i = n - 1; i >= 0; --i) {
    adj += seed[i];
    result.a_adj[i] = adj * y(i - 1);
    result.b_adj[i] = adj * y(i - 2);
    const double next = before + adj * a[i];
    before = adj * b[i];
    adj = next;
  }
  return result;
}

double difference(const soac::array<double> &x, const soac::array<double> &y) {
  double most = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    most = std::fmax(most, std::fabs(x[i] - y[i]) / std::fmax(1, std::fabs(y[i])));
  return most;
}

} // namespace

int main() {
  // With ones the terms are Fibonacci's numbers 1, 2, 3, 5, ..; the derivative of the last by a[i] counts what goes
  // through step i: the product of two of them.
  const soac::array<double> ones{1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const double fibonacci[] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  const auto [by_a, by_b] = gradient_of_last(ones, ones);
  double wrong = std::fabs(last(ones, ones) - fibonacci[10]);
  for (int i = 0; i < 10; ++i) {
    wrong += std::fabs(by_a[i] - fibonacci[i] * fibonacci[9 - i]);
    wrong += std::fabs(by_b[i] - (i > 0 ? fibonacci[i - 1] * fibonacci[9 - i] : 0));
    std::printf("step %d: d last/d a = %2.0f  d last/d b = %2.0f\n", i, by_a[i], by_b[i]);
  }

  constexpr soac::index n = 2000;
  soac::array<double> a(n), b(n), seed(n);
  for (soac::index i = 0; i < n; ++i) {
    const double t = static_cast<double>(i);
    a[i] = 1.9 * std::cos(0.3 * t);
    b[i] = -0.98 + 0.1 * std::sin(t);
    seed[i] = std::sin(0.1 * t * t);
  }
  const Plain plain = by_hand(a, b, seed);
  const auto [a_adj, b_adj] = adjoints_of_terms(a, b, seed);
  const double error = std::fmax(difference(terms(a, b), plain.y),
                                 std::fmax(difference(a_adj, plain.a_adj), difference(b_adj, plain.b_adj)));
  std::printf("2000 random steps: y[1999] = %.6g, largest difference to a loop and its adjoint by hand %.1e\n",
              plain.y[n - 1], error);
  return wrong == 0 && error < 1e-11 ? 0 : 1;
}

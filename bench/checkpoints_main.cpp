// bench_checkpoints [steps]: memory and time of the adjoint of a time loop, without an annotation and with each. The
// state has 1,000 elements; the plain adjoint of 10^5 steps (the default) stores 0.8 GB, or 1.6 GB in place.
#include "checkpoints.hpp"

#include "checkpoints.soac.hpp"
#include "timing.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

struct Measured {
  double seconds, bytes;
};

template <class F> Measured measure(F vjp, int steps) {
  soac::array<double> x(1000), x_adj(1000);
  for (soac::index i = 0; i < x.size(); ++i)
    x[i] = 1e-3 * static_cast<double>(1 + i * 37 % 100);
  soac::workspace workspace;
  const double seconds = best_seconds([&] { vjp(x, steps, 1.0, x_adj, workspace); }, 3);
  return {seconds, static_cast<double>(workspace.high_water())};
}

void row(const char *name, const Measured &m, const Measured &plain) {
  std::printf("%-28s %10.2f MB %7.3f %%  %8.3f s %6.2f x\n", name, 1e-6 * m.bytes, 100 * m.bytes / plain.bytes,
              m.seconds, m.seconds / plain.seconds);
}

#define MEASURE(f) measure([](auto &&...x) { return f##_vjp(static_cast<decltype(x)>(x)...); }, steps)

} // namespace

int main(int count, char **arguments) {
  const int steps = count > 1 ? std::atoi(arguments[1]) : 100000;
  std::printf("%d steps of 1,000 doubles\n", steps);
  const Measured march = MEASURE(march);
  row("whole states", march, march);
  row("  stripmine(2)", MEASURE(march_2), march);
  row("  stripmine(3)", MEASURE(march_3), march);
  row("  checkpoint(revolve: 50)", MEASURE(march_r50), march);
  const Measured relax = MEASURE(relax);
  row("states changed in place", relax, relax);
  row("  stripmine(2)", MEASURE(relax_2), relax);
  row("  stripmine(3)", MEASURE(relax_3), relax);
  row("  checkpoint(revolve: 50)", MEASURE(relax_r50), relax);
}

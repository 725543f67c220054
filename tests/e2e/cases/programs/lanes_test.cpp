#include "lanes.hpp"

#include "check.hpp"
#include "lanes.soac.hpp"

#include <cmath>

using namespace lanes;

namespace {
template <class T = double> std::vector<T> some(int n, double seed) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    v[static_cast<std::size_t>(i)] = static_cast<T>(std::sin(seed + 1.7 * i));
  return v;
}
soac::array<double, 1> array(soac::index n, double seed) {
  return soac::tabulate([=](soac::index i) { return std::sin(seed + 1.7 * static_cast<double>(i)); }, n);
}
soac::array<double, 2> matrix(soac::index n, soac::index m, double seed) {
  return soac::tabulate(
      [=](soac::index i, soac::index j) { return std::sin(seed + 1.7 * static_cast<double>(i) + 0.9 * static_cast<double>(j * j)); }, n, m);
}
std::vector<int> numbers(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    v[static_cast<std::size_t>(i)] = (7 * i + i * i) % 4;
  return v;
}
std::vector<Star> stars(int n) {
  std::vector<Star> v;
  for (int i = 0; i < n; ++i)
    v.push_back({std::sin(0.3 + 1.7 * i), std::cos(0.9 * i), 1 + 0.25F * static_cast<float>(i % 3), i % 2});
  return v;
}
} // namespace

// No block; one; one and a rest; several and a rest.
DERIVATIVES(LanesOf0, polynomials, some(0, 0.1), some(5, 0.2))
DERIVATIVES(LanesOf15, polynomials, some(15, 0.1), some(5, 0.2))
DERIVATIVES(LanesOf16, polynomials, some(16, 0.1), some(5, 0.2))
DERIVATIVES(LanesOf17, polynomials, some(17, 0.1), some(5, 0.2))
DERIVATIVES(Lanes, polynomials, some(37, 0.1), some(5, 0.2))
DERIVATIVES(Lanes, polynomials_by_library, array(37, 0.1), array(5, 0.2))
DERIVATIVES(Lanes, polynomials_of_floats, some<float>(37, 0.1), some<float>(4, 0.2))
DERIVATIVES(Lanes, functions, some(35, 0.1), 2)
DERIVATIVES(Lanes, mixture, matrix(37, 3, 0.1), matrix(4, 3, 0.5), array(4, 0.3))
DERIVATIVES(Lanes, mixture_in_loops, some(37 * 3, 0.1), some(4 * 3, 0.5), 3)
DERIVATIVES(Lanes, choices, some(37, 0.1), some(5, 0.2))
DERIVATIVES(Lanes, scratch, some(37, 0.1), 5)
DERIVATIVES(Lanes, of_rows, some(33 * 4 - 1, 0.1), some(3, 0.2), 33, 4)
DERIVATIVES(Lanes, sums_of_scattered, some(37, 0.1), numbers(37), 3)
DERIVATIVES(Lanes, filters, some(45, 0.1), some(2, 0.2), 6)
DERIVATIVES(Lanes, product, matrix(17, 5, 0.1), matrix(5, 18, 0.2))

// No block of sixteen, with and without eight; one with less than eight, and with more; two and a rest.
DERIVATIVES(CellsOf7, cells, some(7, 0.1), some(7, 0.2), 3)
DERIVATIVES(CellsOf7, normalised, some(7, 0.1), 3)
DERIVATIVES(CellsOf8, cells, some(8, 0.1), some(8, 0.2), 3)
DERIVATIVES(CellsOf8, normalised, some(8, 0.1), 3)
DERIVATIVES(CellsOf14, cells, some(14, 0.1), some(14, 0.2), 3)
DERIVATIVES(CellsOf14, normalised, some(14, 0.1), 3)
DERIVATIVES(CellsOf16, cells, some(16, 0.1), some(16, 0.2), 3)
DERIVATIVES(CellsOf16, normalised, some(16, 0.1), 3)
DERIVATIVES(CellsOf21, cells, some(21, 0.1), some(21, 0.2), 3)
DERIVATIVES(CellsOf21, normalised, some(21, 0.1), 3)
DERIVATIVES(CellsOf24, cells, some(24, 0.1), some(24, 0.2), 3)
DERIVATIVES(CellsOf24, normalised, some(24, 0.1), 3)
DERIVATIVES(CellsOf37, cells, some(37, 0.1), some(37, 0.2), 3)
DERIVATIVES(CellsOf37, normalised, some(37, 0.1), 3)
DERIVATIVES(CellsOf8, cells_of_floats, some<float>(8, 0.1), some(8, 0.2), 2)
DERIVATIVES(CellsOf8, cells_that_read_anywhere, some(8, 0.1), some(3 * 8, 0.2), numbers(8), 2)
DERIVATIVES(CellsOf15, cells_of_floats, some<float>(15, 0.1), some(15, 0.2), 2)
DERIVATIVES(CellsOf15, cells_that_read_anywhere, some(15, 0.1), some(3 * 15, 0.2), numbers(15), 2)
DERIVATIVES(CellsOf24, cells_of_floats, some<float>(24, 0.1), some(24, 0.2), 2)
DERIVATIVES(CellsOf24, cells_that_read_anywhere, some(24, 0.1), some(3 * 24, 0.2), numbers(24), 2)
DERIVATIVES(CellsOf39, cells_of_floats, some<float>(39, 0.1), some(39, 0.2), 2)
DERIVATIVES(CellsOf39, cells_that_read_anywhere, some(39, 0.1), some(3 * 39, 0.2), numbers(39), 2)

// Few of the elements, each several times; as many as there are; more.
DERIVATIVES(FewSeen, skin, some(30, 0.1), some(5 * 37, 0.2), numbers(20))
DERIVATIVES(AsManySeen, skin, some(30, 0.1), some(5 * 37, 0.2), numbers(37))
DERIVATIVES(ManySeen, skin, some(30, 0.1), some(5 * 18, 0.2), numbers(35))

DERIVATIVES(StarsOf5, attraction, stars(5), stars(5), 5, 0.4)
DERIVATIVES(StarsOf16, attraction, stars(16), stars(16), 16, 0.4)
DERIVATIVES(StarsOf29, attraction, stars(29), stars(29), 29, 0.4)
DERIVATIVES(StarsOf5, potential, some(37, 0.1), stars(5), 37, 5)
DERIVATIVES(StarsOf16, potential, some(28, 0.1), stars(16), 28, 16)

TEST(Lanes, directionsAreThoseOfOneAfterTheOther) {
  for (const int count : {3, 15, 16, 33, 100}) {
    std::vector<int> seen;
    for (int i = 0; i < count; ++i)
      seen.push_back(i * i % 53);
    const std::vector<double> motions = some(30, 0.1), weights = some(5 * 53, 0.2);
    const auto directions = matrix(10, 30, 0.3);
    const auto all = skin_in_directions(motions, weights, seen, directions);
    for (soac::index d = 0; d < 10; ++d) {
      const std::vector<double> direction(&directions(d, 0), &directions(d, 0) + 30);
      const std::vector<double> one = skin_along(motions, weights, seen, direction);
      for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_NEAR(all(d, static_cast<soac::index>(i)), one[i], 1e-13) << count << ", " << d << ", " << i;
    }
  }
}

#include "elements.hpp"

#include "check.hpp"
#include "elements.soac.hpp"

#include <cmath>

using namespace elements;
using reals = soac::array<double, 1>;
using points = soac::array<point, 1>;

DERIVATIVES(Elements, energies, soac::array<body, 1>{{{1, 2}, {3, 4}, 2, 0.5f}, {{2, 1}, {0.5, -1}, -1, 1.5f}})
DERIVATIVES(Elements, moved, points{{1, 2}, {3, -1}, {0.5, 0.25}}, point{0.3, 0.7}, 1.5)
DERIVATIVES(Elements, centroid, std::vector<point>{{1, 2}, {3, -1}, {0.5, 0.25}})
DERIVATIVES(Elements, chain, std::vector<double>{0.3, 0.9, -0.4, 1.1, 0.2})
DERIVATIVES(Elements, hull, reals{3, 1, 4, 1.5, 0.5, 9, 2, 6})
DERIVATIVES(Elements, complex_product, soac::array<std::array<double, 2>, 1>{{1, 2}, {0.5, -1}, {0.3, 0.7}})
DERIVATIVES(Elements, affine, reals{0.5, 1.5, -0.3}, reals{1, 2, 3})
DERIVATIVES(Elements, with_sum, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, best, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, regression, reals{0.5, 1.5, -0.3, 2.0}, reals{1, 2, 3, 2.5})
DERIVATIVES(Elements, cubes, std::vector<double>{0.5, 1.5, -0.3})
DERIVATIVES(Elements, in_loop, std::vector<double>{0.5, 1.5, -0.3, 0.8}, 0.7)
DERIVATIVES(Elements, outer, std::array<double, 3>{0.5, 1.5, -0.3}, std::vector<double>{1, 2})
DERIVATIVES(Elements, tuples, soac::array<std::tuple<double, double, int>, 1>{{1, 2, 0}, {3, 4, 2}, {5, 6, 0}})
DERIVATIVES(Elements, pairs, std::vector<std::pair<double, float>>{{1, 2}, {3, 0.5f}})
DERIVATIVES(Elements, fixed, std::vector<std::array<double, 3>>{{1, 2, 3}, {3, 0.5, -1}})
DERIVATIVES(Elements, grid_of_points,
            soac::tabulate([](soac::index i,
                              soac::index j) { return point{0.5 + double(i * j), 1.0 + double(i) - double(j)}; },
                           2, 3))
DERIVATIVES(Elements, owned, soac::array<double, 2>{{1, 2}, {0.5, 3}, {2, 1}}, reals{0.7, 0.9})
DERIVATIVES(Elements, singles, soac::array<float, 1>{0.5f, 1.5f}, 2.0f)
DERIVATIVES(Elements, integers, soac::array<int, 1>{2, 0, 1}, soac::array<bool, 1>{true, false, true},
            reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, argument_minimum, points{{1, 2}, {0.5, -1}, {0.5, 0.25}})
DERIVATIVES(Elements, scanned_pairs, reals{0.5, 1.5, -0.3, 0.8}, reals{1, 2, 3, 4})
DERIVATIVES(Elements, scanned_squares, reals{0.5, 1.5, -0.3, 0.8})
DERIVATIVES(Elements, histogram_of_tuples, reals{0.5, 1.5, -0.3, 0.8, 7}, reals{1, 2, 3, 4, 5},
            soac::array<int, 1>{0, 2, 0, 2, 5})
DERIVATIVES(Elements, output_array, reals{0.5, 1.5, -0.3, 0.8})
DERIVATIVES(Elements, outputs, reals{0.5, 1.5}, reals{2, 3}, std::vector<double>{1, 1}, std::vector<double>{0.3, 0.4},
            2.0)
DERIVATIVES(Elements, zipped, reals{0.5, 1.5, -0.3}, reals{1, 2, 3})
DERIVATIVES(Elements, several, reals{0.5, 1.5, -0.3})
DERIVATIVES(Elements, vectors_of_points, points{{1, 2}, {0.5, -1}, {0.5, 0.25}}, 0.7)
DERIVATIVES(Elements, record_output, reals{0.5, 1.5}, body{{1, 2}, {3, 4}, 2, 0.5f})

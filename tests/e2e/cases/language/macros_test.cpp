#include "check.hpp"
#include "macros.soac.hpp"
#undef x_adj
#undef frame
#undef t
#undef i
#undef r_adj
#undef sum
#undef name

DERIVATIVES(Macros, macro_product, 0.3, 0.7)
DERIVATIVES(Macros, macro_sum, std::vector<double>{0.3, 0.7, -0.2}, 3)
DERIVATIVES(Macros, macro_squares, std::vector<double>{0.3, 0.7})

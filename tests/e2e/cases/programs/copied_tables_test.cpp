#include "copied_tables.hpp"

#include "check.hpp"
#include "copied_tables.soac.hpp"
#include "waves.hpp"

#include <gtest/gtest.h>

namespace copied_tables {
namespace {

using e2e::waves;

table rows(int n, int m, double low = 0.2, double high = 0.9) {
  table t;
  for (int i = 0; i < n; ++i)
    t.push_back(waves(m, low, high, i + 1));
  return t;
}

} // namespace

DERIVATIVES(CopiedTables, aligned, waves(6, -0.8, 0.9), waves(7, -0.7, 0.8, 2), 0.15, 0.05)
DERIVATIVES(CopiedTables, products, waves(5), 4, 5)
DERIVATIVES(CopiedTables, from_given, rows(4, 5), 4, 5)
DERIVATIVES(CopiedTables, exchanged, waves(6), 6, 4)
DERIVATIVES(CopiedTables, three_of_one, waves(5), 5, 3)
DERIVATIVES(CopiedTables, one_kept, waves(5), 5, 3)
DERIVATIVES(CopiedTables, only_written, waves(6), 6, 4)
DERIVATIVES(CopiedTables, limited, waves(7), 7, 0.55)
DERIVATIVES(CopiedTables, until_small, waves(5, 0.5, 1.2), 0.02)
DERIVATIVES(CopiedTables, levels, waves(5), 5, 3, 2)
DERIVATIVES(CopiedTables, rows_and_sum, rows(4, 3), 3)
DERIVATIVES(CopiedTables, pivots, table{{0.9, 1.5, -0.4}, {1.2, 0.3, 0.8}, {-0.5, 1.1, 1.4}}, waves(3))

DERIVATIVES(RowsOfTables, packed, waves(5), std::vector<int>{2, 1, 3, 2, 4}, 7)
DERIVATIVES(RowsOfTables, smoothed_rows, rows(5, 4), 3)
DERIVATIVES(RowsOfTables, chains, waves(4), 5, 4)
DERIVATIVES(RowsOfTables, moved_up, rows(3, 3), waves(3), 3)
DERIVATIVES(RowsOfTables, chosen_rows, rows(4, 3), std::vector<int>{2, 1, 0, 0})
DERIVATIVES(RowsOfTables, in_branches, rows(6, 3), waves(3), 0.5)
DERIVATIVES(RowsOfTables, planes, waves(3), 5)

DERIVATIVES(CopiedTablesOfFewElements, aligned, numbers{}, waves(3), 0.15, 0.05)
DERIVATIVES(CopiedTablesOfFewElements, products, waves(1), 1, 1)
DERIVATIVES(CopiedTablesOfFewElements, exchanged, waves(1), 1, 2)
DERIVATIVES(CopiedTablesOfFewElements, three_of_one, waves(1), 1, 3)
DERIVATIVES(CopiedTablesOfFewElements, levels, waves(2), 2, 1, 0)

} // namespace copied_tables

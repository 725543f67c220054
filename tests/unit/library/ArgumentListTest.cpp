// Which arguments of a derivative may share memory.
#include <gtest/gtest.h>
#include <soac/runtime/runtime.hpp>

#include <stdexcept>

namespace {

using soac::runtime::arguments;
using soac::runtime::checks;

double memory[32];

template <class F> bool isRefused(F add) {
  try {
    add();
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

TEST(ArgumentList, RangesThatMeet) {
  for (const bool isSum : {false, true})
    for (soac::index first = 0; first < 16; ++first)
      for (soac::index n = 0; n < 16; ++n) {
        arguments<2> list;
        list.reads("x", memory, 8, {{4, 1}});
        const auto add = [&] { isSum ? list.adds("y", memory, first, {{n, 1}}) : list.writes("y", memory, first, {{n, 1}}); };
        const bool meets = n > 0 && first < 12 && first + n > 8;
        EXPECT_EQ(isRefused(add), checks && meets) << first << " " << n;
      }
}

TEST(ArgumentList, ManyRangesOfWhichTwoMeet) {
  for (soac::index k = 0; k < 8; ++k) {
    arguments<9> list;
    for (soac::index i = 0; i < 8; ++i)
      list.reads("x", memory, 3 * i, {{2, 1}});
    EXPECT_EQ(isRefused([&] { list.writes("y", memory, 3 * k + 1, {{2, 1}}); }), checks) << k;
  }
}

TEST(ArgumentList, ReadsAndEntriesOfOneNameMayMeet) {
  arguments<4> list;
  list.reads("x", memory, 0, {{8, 1}}).reads("y", memory, 4, {{8, 1}});
  list.writes("z", memory, 16, {{8, 1}}).writes("z", memory, 20, {{8, 1}});
  EXPECT_FALSE(list.is_shared("z"));
}

TEST(ArgumentList, NullPointersAreNearToNothing) {
  double *const none = nullptr;
  arguments<3> list;
  list.writes("x", none, 0, {{8, 1}}).writes("y", none, 0, {{8, 1}}).adds("z", none, 0, {});
  EXPECT_FALSE(list.is_shared("z"));
}

/// The elements of y's that its own memory takes the place of; groups of none do not count.
TEST(ArgumentList, SumsThatMeet) {
  arguments<4> list;
  list.adds("x", memory, 0, {{4, 1}});
  list.adds("y", memory + 2, 0, {{4, 1}}).adds("y", memory + 2, 9, {{0, 1}}).adds("y", memory + 2, 6, {{2, 1}});
  EXPECT_FALSE(list.is_shared("x"));
  EXPECT_TRUE(list.is_shared("y"));
  const auto part = list.shared_elements("y", memory + 2);
  EXPECT_EQ(part.first, 0);
  EXPECT_EQ(part.count, 8);
}

/// The columns of a matrix with rows of four lie between each other.
TEST(ArgumentList, StridedRanges) {
  arguments<3> list;
  list.reads("x", memory, 0, {{6, 4}});
  EXPECT_FALSE(isRefused([&] { list.writes("y", memory, 1, {{6, 4}}); }));
  EXPECT_EQ(isRefused([&] { list.writes("z", memory, 21, {{3, -4}}); }), checks);
}

} // namespace

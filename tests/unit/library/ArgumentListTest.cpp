// Which arguments of a derivative may share memory.
#include <gtest/gtest.h>
#include <soac/runtime/runtime.hpp>

#include <stdexcept>

namespace {

using soac::runtime::arguments;
using soac::runtime::checks;

double memory[32];

template <int N, class Tell> bool isRefused(const Tell &tell) {
  try {
    const arguments<N> list(tell);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

TEST(ArgumentList, RangesThatMeet) {
  for (soac::index first = 0; first < 16; ++first)
    for (soac::index n = 0; n < 16; ++n) {
      const bool meets = n > 0 && first < 12 && first + n > 8;
      EXPECT_EQ(isRefused<2>([&](auto &list) -> decltype(auto) {
                  return list.reads("x", memory, 8, {{4, 1}}).writes("y", memory, first, {{n, 1}});
                }),
                checks && meets)
          << first << " " << n;
      EXPECT_EQ(isRefused<2>([&](auto &list) -> decltype(auto) {
                  return list.reads("x", memory, 8, {{4, 1}}).adds("y", memory, first, {{n, 1}});
                }),
                checks && meets)
          << first << " " << n;
    }
}

/// Groups of one argument that lie around another's, which comes after or before it.
TEST(ArgumentList, ManyRangesOfWhichTwoMeet) {
  for (soac::index k = -1; k < 3; ++k) {
    const soac::index n = k < 0 ? 0 : 2;
    EXPECT_EQ(isRefused<4>([&](auto &list) -> decltype(auto) {
                return list.reads("x", memory, 0, {{2, 1}})
                    .reads(memory, 6, {{2, 1}})
                    .reads(memory, 3, {{2, 1}})
                    .writes("y", memory, 3 * k + 1, {{n, 1}});
              }),
              checks && k >= 0)
        << k;
    EXPECT_EQ(isRefused<4>([&](auto &list) -> decltype(auto) {
                return list.writes("y", memory, 3 * k + 1, {{n, 1}})
                    .reads("x", memory, 0, {{2, 1}})
                    .reads(memory, 6, {{2, 1}})
                    .reads(memory, 3, {{2, 1}});
              }),
              checks && k >= 0)
        << k;
  }
}

/// The first and the last of several.
TEST(ArgumentList, OthersBetweenTwoThatMeet) {
  for (soac::index first = 0; first < 8; ++first)
    EXPECT_EQ(isRefused<4>([&](auto &list) -> decltype(auto) {
                return list.writes("x", memory, 0, {{4, 1}})
                    .reads("y", memory, 12, {{2, 1}})
                    .writes("z", memory, 16, {{2, 1}})
                    .reads("w", memory, first, {{4, 1}});
              }),
              checks && first < 4)
        << first;
}

TEST(ArgumentList, ReadsAndEntriesOfOneArgumentMayMeet) {
  const arguments<4> list([&](auto &list) -> decltype(auto) {
    return list.reads("x", memory, 0, {{8, 1}})
        .reads("y", memory, 4, {{8, 1}})
        .writes("z", memory, 16, {{8, 1}})
        .writes(memory, 20, {{8, 1}});
  });
  EXPECT_FALSE(list.is_shared("z"));
}

/// Of one argument some elements are read and others written: what lies where it writes is found, and what lies where it
/// reads may be read.
TEST(ArgumentList, ArgumentsThatAreReadAndWritten) {
  for (soac::index first = 0; first < 12; ++first)
    EXPECT_EQ(isRefused<3>([&](auto &list) -> decltype(auto) {
                return list.reads("x", memory, 0, {{4, 1}}).writes(memory, 6, {{2, 1}}).reads("y", memory, first, {{2, 1}});
              }),
              checks && first >= 5 && first < 8)
        << first;
}

TEST(ArgumentList, NullPointersAndNothingAreNearToNothing) {
  double *const none = nullptr;
  const arguments<6> list([&](auto &list) -> decltype(auto) {
    return list.writes("x", none, 0, {{8, 1}})
        .writes("y", none, 0, {{8, 1}})
        .adds("z", none, 0, {})
        .writes("v", memory, 2, {{0, 1}})
        .writes(memory, 4, {{4, 1}})
        .writes("w", memory, 0, {{4, 1}});
  });
  EXPECT_FALSE(list.is_shared("z"));
}

/// The elements of y's that its own memory takes the place of; groups of none do not count.
TEST(ArgumentList, SumsThatMeet) {
  const arguments<4> list([&](auto &list) -> decltype(auto) {
    return list.adds("x", memory, 0, {{4, 1}})
        .adds("y", memory + 2, 0, {{4, 1}})
        .adds(memory + 2, 9, {{0, 1}})
        .adds(memory + 2, 6, {{2, 1}});
  });
  EXPECT_FALSE(list.is_shared("x"));
  EXPECT_TRUE(list.is_shared("y"));
  const auto part = list.shared_elements("y", memory + 2);
  EXPECT_EQ(part.first, 0);
  EXPECT_EQ(part.count, 8);
}

/// The columns of a matrix with rows of four lie between each other.
TEST(ArgumentList, StridedRanges) {
  const auto isMet = [](soac::index first, soac::index count, soac::index step) {
    return isRefused<2>([&](auto &list) -> decltype(auto) {
      return list.reads("x", memory, 0, {{6, 4}}).writes("y", memory, first, {{count, step}});
    });
  };
  EXPECT_FALSE(isMet(1, 6, 4));
  EXPECT_FALSE(isMet(21, 3, -4));
  EXPECT_EQ(isMet(20, 3, -4), checks);
}

} // namespace

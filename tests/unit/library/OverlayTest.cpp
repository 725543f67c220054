// An overlay of an array: the same elements as a copy would have, and the array below stays as it is.
#include <gtest/gtest.h>
#include <soac/runtime/runtime.hpp>

#include <random>
#include <vector>

namespace runtime = soac::runtime;

TEST(Overlay, IsACopyOfWhatIsTouchedAtAnyIndex) {
  constexpr soac::index half = 5000;
  soac::workspace memory;
  std::mt19937 random(1);
  std::vector<double> values(2 * half);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(i);
  const std::vector<double> before = values;
  std::size_t used = 0;
  for (int call = 0; call < 3; ++call) {
    const runtime::scope frame(memory);
    const auto below = runtime::borrow_pointer(values.data() + half);
    const runtime::overlay copy(memory, below);
    std::vector<double> expected = before;
    for (int step = 0; step < 50000; ++step) {
      const runtime::scope iteration(memory); // pages outlive the scopes in which they are asked for
      memory.make<double>(10)(0) = -1;
      const soac::index i = static_cast<soac::index>(random() % (2 * half)) - half;
      if (step % 2)
        expected[static_cast<std::size_t>(i + half)] = copy(i) += 1;
      ASSERT_EQ(copy(i), expected[static_cast<std::size_t>(i + half)]);
    }
    for (soac::index i = -half; i < half; ++i)
      ASSERT_EQ(copy(i), expected[static_cast<std::size_t>(i + half)]);
    EXPECT_EQ(values, before);
    if (call == 0)
      used = memory.high_water();
    EXPECT_EQ(used, memory.high_water()); // later calls allocate nothing
  }
}

TEST(Overlay, ReadsNothingThatIsNotAskedFor) {
  struct Counted {
    int *reads;
    double operator()(soac::index i) const { return ++*reads, static_cast<double>(i); }
  };
  soac::workspace memory;
  int reads = 0;
  const Counted below{&reads};
  const runtime::overlay copy(memory, below);
  EXPECT_EQ(-3, copy(-3));
  EXPECT_EQ(1e6, copy(1000000));
  copy(-3) = 4;
  EXPECT_EQ(4, copy(-3));
  EXPECT_EQ(4, copy.peek(-3));
  EXPECT_EQ(2, reads);
  EXPECT_EQ(7, copy.peek(7));
  EXPECT_EQ(3, reads); // it keeps nothing
}

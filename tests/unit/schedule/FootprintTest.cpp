// Memory that only threads take: beside the total, a row each.
#include "schedule/Footprint.h"

#include "Faced.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using schedule::Allocation;

struct Measured {
  interface::CxxFunction face;
  std::optional<schedule::Footprint> footprint;
  std::vector<std::pair<std::string, Allocation::Kind>> found;

  explicit Measured(llvm::StringRef text) : face(faced(text)) {
    footprint.emplace(face);
    collect(footprint->body());
  }
  Measured(const Measured &) = delete;
  void collect(const schedule::MemoryScope &scope) {
    for (const auto &part : scope.parts)
      if (part.allocation)
        found.emplace_back(part.allocation->bytes.text(), part.allocation->kind);
      else if (part.inner)
        collect(*part.inner);
  }
  bool has(llvm::StringRef bytes, Allocation::Kind kind) const {
    return llvm::is_contained(found, std::pair(bytes.str(), kind));
  }
};

TEST(Footprint, accumulatorsOfMapsOnThreadsHaveCopies) {
  const Measured m(R"(
func @f(%n: i64, %m: i64, %ks: [i64; 1]) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1] = with_accumulators (%zeros) |%acc: acc [f64; 1]| {
    map %n, (%ks) |%i: i64, %k: i64| {
      accumulate %acc[%k] += 1.0
      yield
    }
    yield
  }
  return %sums
})");
  EXPECT_TRUE(m.has("8*m", Allocation::Kind::Sums));
  EXPECT_EQ(m.footprint->peak().text(), "8*m") << "the array itself";
}

TEST(Footprint, histogramsHaveBinsForEachPart) {
  const Measured m(R"(
func @f(%n: i64, %m: i64, %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1] = reduce_by_index %n, dests (%zeros), neutral (0.0), keys %ks, values (%xs) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %sums
})");
  EXPECT_TRUE(m.has("256*m", Allocation::Kind::Bins)) << "16 parts, a double and a flag";
  EXPECT_EQ(m.footprint->peak().text(), "8*m");
}

TEST(Footprint, mapsThatAddToNothingHaveNoCopies) {
  const Measured m(R"(
func @f(%n: i64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %y: f64 = cast %i
    yield %y
  }
  return %ys
})");
  EXPECT_EQ(m.found.size(), 1u);
}

} // namespace
} // namespace soac::test

// Every property on random programs, in shards that run in parallel. SOAC_PROPERTY_PROGRAMS (2000) is how many per
// property (a fraction of them for some), SOAC_PROPERTY_SEED (1) the number of the first. A failure prints its seed and
// the shrunk program; `soac-property --property=NAME --seed=N --count=1` replays it.
#include "Properties.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace soac::property {
namespace {

std::uint64_t setting(const char *name, std::uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr std::uint64_t shards = 4;

class Programs : public testing::TestWithParam<std::tuple<std::size_t, std::uint64_t>> {};

TEST_P(Programs, hold) {
  const auto [which, shard] = GetParam();
  const NamedProperty &property = properties()[which];
  const std::uint64_t seed = setting("SOAC_PROPERTY_SEED", 1),
                      count = setting("SOAC_PROPERTY_PROGRAMS", 2000) / property.fraction;
  const std::uint64_t first = seed + count * shard / shards, end = seed + count * (shard + 1) / shards;
  std::printf("programs %llu to %llu\n", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(end - 1));
  EXPECT_EQ(check(property, first, end - first), "");
}

std::string nameOf(const testing::TestParamInfo<Programs::ParamType> &info) {
  const auto [which, shard] = info.param;
  return std::string(properties()[which].name) + "_" + std::to_string(shard);
}

INSTANTIATE_TEST_SUITE_P(Random, Programs,
                         testing::Combine(testing::Range<std::size_t>(0, properties().size()),
                                          testing::Range<std::uint64_t>(0, shards)),
                         nameOf);

} // namespace
} // namespace soac::property

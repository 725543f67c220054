// Memory that workspaces give back, for the next one.
#include <soac/runtime/workspace.hpp>

#include <gtest/gtest.h>

#include <set>

namespace soac::runtime {
namespace {

TEST(SpareMemory, isTakenWhereItIsLargeEnoughAndNotMuchLarger) {
  chunk_pool pool;
  std::set<piece *> given;
  for (const std::size_t capacity : {5000, 70000, 70001})
    pool.give(*given.insert(piece::create(capacity)).first);
  EXPECT_EQ(pool.take(71000), nullptr);
  EXPECT_EQ(pool.take(600), nullptr) << "eight times as large";
  for (const std::size_t wanted : {70001, 70000, 4000}) {
    piece *const p = pool.take(wanted);
    ASSERT_NE(p, nullptr) << wanted;
    EXPECT_GE(p->capacity, wanted);
    EXPECT_LT(p->capacity, 8 * wanted);
    EXPECT_EQ(given.erase(p), 1u);
    piece::destroy(p);
  }
  EXPECT_EQ(pool.take(4000), nullptr);
}

TEST(SpareMemory, ofBlocksAndChunksIsUsedAgain) {
  std::set<const void *> blocks, chunks;
  for (int call = 0; call < 1000; ++call) {
    workspace memory;
    const scope frame(memory);
    chunks.insert(memory.make<double>(50000).data());
    slot<double, 1> first(memory), second(memory);
    blocks.insert(first.make(3000).data());
    blocks.insert(second.make(1000).data());
  }
  EXPECT_EQ(chunks.size(), 1u);
  EXPECT_EQ(blocks.size(), 2u);
}

} // namespace
} // namespace soac::runtime

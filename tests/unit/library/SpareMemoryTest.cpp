// Memory that workspaces give back, for the next one.
#include <soac/pool.hpp>
#include <soac/runtime/workspace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

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

/// Whether the mapping that has `address` is marked for huge pages, as /proc says.
bool hasHugePages(const void *address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool within = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    if (std::istringstream(line) >> std::hex >> first >> dash >> end && dash == '-')
      within = first <= at && at < end;
    else if (within && line.starts_with("VmFlags:"))
      return line.find(" hg") != std::string::npos;
  }
  return false;
}

/// Writes all of the memory and checks it, and that it is in huge pages where the kernel has them.
void expectLarge(char *memory, std::size_t bytes) {
  if (std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) {
    EXPECT_TRUE(hasHugePages(memory + bytes / 2));
  }
  std::memset(memory, 1, bytes);
  EXPECT_EQ(std::count(memory, memory + bytes, char{1}), static_cast<std::ptrdiff_t>(bytes));
}

TEST(SpareMemory, ofManyBytesIsInHugePages) {
  const std::size_t bytes = std::size_t(20) << 20;
  piece *const large = piece::create(bytes);
  expectLarge(reinterpret_cast<char *>(large->memory()), bytes);
  piece::destroy(large);
  void *const block = soac::detail::acquire(bytes);
  expectLarge(static_cast<char *>(block), bytes);
  soac::detail::release(block, bytes);
}

} // namespace
} // namespace soac::runtime

// Damaged text never crashes the parser, the verifier or the printer, and what they accept still round-trips.
// SOAC_FUZZ_ROUNDS in the environment asks for more rounds.
#include "EveryStatement.h"

#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace soac::test {
namespace {

/// The text cut into words, names, numbers, symbols and blanks.
std::vector<std::string> pieces(const std::string &text) {
  std::vector<std::string> result;
  bool wasWord = false;
  for (char c : text) {
    const bool isWord = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '.';
    if (isWord && wasWord)
      result.back() += c;
    else
      result.emplace_back(1, c);
    wasWord = isWord;
  }
  return result;
}

class Damage {
public:
  explicit Damage(unsigned seed) : random(seed) {}

  /// A few pieces removed, repeated, exchanged, or replaced by pieces of any of the texts.
  std::string apply(std::vector<std::string> text, const std::vector<std::string> &pool) {
    for (std::size_t n = 1 + below(3); n > 0 && !text.empty(); --n) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
      case 0: text.erase(text.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 1: text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), text[below(text.size())]); break;
      case 2: std::swap(text[at], text[below(text.size())]); break;
      case 3: text[at] = std::string(1, static_cast<char>(below(256))); break;
      default: text[at] = pool[below(pool.size())]; break;
      }
    }
    std::string joined;
    for (const std::string &piece : text)
      joined += piece;
    return joined;
  }

private:
  std::mt19937 random;
  std::size_t below(std::size_t n) { return random() % n; }
};

TEST(Fuzz, DamagedTextIsRefusedOrRoundTrips) {
  const char *asked = std::getenv("SOAC_FUZZ_ROUNDS");
  const unsigned rounds = asked ? static_cast<unsigned>(std::atoi(asked)) : 2000;
  std::vector<std::vector<std::string>> texts;
  std::vector<std::string> pool;
  for (const char *text : everyStatement) {
    texts.push_back(pieces(text));
    pool.insert(pool.end(), texts.back().begin(), texts.back().end());
  }
  unsigned read = 0, good = 0;
  for (unsigned seed = 0; seed < rounds; ++seed) {
    const std::string text = Damage(seed).apply(texts[seed % texts.size()], pool);
    const ir::ParseResult result = ir::parse(text);
    if (result.error)
      continue;
    ++read;
    for (const ir::Function &f : result.functions) {
      good += ir::verify(f).empty();
      const std::string printed = ir::toString(f, {.locations = true});
      const ir::ParseResult again = ir::parse(printed);
      ASSERT_FALSE(again.error) << "seed " << seed << ": " << again.error->message << "\n" << printed;
      ASSERT_EQ(ir::toString(again.functions[0], {.locations = true}), printed) << "seed " << seed;
    }
  }
  EXPECT_GT(read, rounds / 20) << "the damage is too heavy to test anything";
  EXPECT_GT(good, rounds / 50);
  EXPECT_LT(good, read) << "the verifier finds nothing";
}

} // namespace
} // namespace soac::test

// Elements of arrays within one block, told apart by what is known of their indices in one iteration:
//
//   a read of an element whose value the block has is the value    b = update a[i] = x;  c = update b[n + i] = y;  z = index c[i]
//                                                                  ->  z is x, since n > 0 where there is an iteration
//   an update with the value that the element has is nothing       x = index a[i];  b = update a[n + i] = y;  c = update b[i] = x
//                                                                  ->  c is b
//   an update that a later one overwrites before anything can      b = update a[i] = x;  c = update b[n + i] = y;  d = update c[i] = z
//   have read the element is nothing                               ->  b is a
//
// What a block writes for the forward sweep of an iteration, and restores for its return sweep, goes in this way.
#include "analysis/IndexRanges.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Elements {
public:
  explicit Elements(Function &f) : f(f) {}

  void run() {
    everyBlock(f.body, [&](Block &b, const IndexRanges &ranges) { readKnown(b, ranges); });
    replace();
    everyBlock(f.body, [&](Block &b, const IndexRanges &ranges) { dropOverwritten(b, ranges); });
    replace();
  }

private:
  static constexpr std::size_t most = 64; ///< elements of one array that are remembered
  struct Element {
    const Values *indices;
    Value value;
  };
  Function &f;
  const DefUse *definitions = nullptr;
  ValueMap same; ///< results of statements that are needless

  void everyBlock(Block &outermost, llvm::function_ref<void(Block &, const IndexRanges &)> visit) {
    const DefUse all(f.body);
    definitions = &all;
    const auto walk = [&](const auto &self, Block &b) -> void {
      if (llvm::any_of(b.statements, [&](const Statement &s) { return elementUpdate(s); }))
        visit(b, IndexRanges(f.values, all, b));
      for (Statement &s : b.statements)
        forEachBlock(s.op, [&](Block &inner) { self(self, inner); });
    };
    walk(walk, outermost);
  }
  Value resolved(Value v) const {
    while (const Value w = same.lookup(v))
      v = w;
    return v;
  }
  void replace() {
    for (auto &[v, w] : same)
      w = resolved(w);
    const auto erase = [&](const auto &self, Block &b) -> void {
      llvm::erase_if(b.statements, [&](const Statement &s) { return s.results.size() == 1 && same.contains(s.results[0]); });
      for (Statement &s : b.statements)
        forEachBlock(s.op, [&](Block &inner) { self(self, inner); });
    };
    if (!same.empty()) {
      erase(erase, f.body);
      substitute(f.body, same);
    }
    same.clear();
  }

  const Index *elementRead(const Statement &s) const {
    const auto *read = std::get_if<Index>(&s.op);
    return read && f.values.type(s.results[0]).isScalar() ? read : nullptr;
  }
  const Update *elementUpdate(const Statement &s) const {
    const auto *update = std::get_if<Update>(&s.op);
    return update && f.values.type(update->value).isScalar() ? update : nullptr;
  }

  void readKnown(const Block &b, const IndexRanges &ranges) {
    llvm::DenseMap<Value, std::vector<Element>> known; ///< of each array
    const auto find = [&](Value array, const Values &indices) {
      const auto at = llvm::find_if(known[array], [&](const Element &e) { return ranges.areEqual(*e.indices, indices); });
      return at == known[array].end() ? Value() : at->value;
    };
    for (const Statement &s : b.statements) {
      if (const Index *read = elementRead(s)) {
        const Value array = resolved(read->array);
        if (const Value value = find(array, read->indices))
          same[s.results[0]] = value;
        else if (known[array].size() < most)
          known[array].push_back({&read->indices, s.results[0]});
      } else if (const Update *update = elementUpdate(s)) {
        const Value array = resolved(update->array);
        if (find(array, update->indices) == resolved(update->value)) {
          same[s.results[0]] = array;
          continue;
        }
        std::vector<Element> next{{&update->indices, resolved(update->value)}};
        for (const Element &e : known[array])
          if (next.size() < most && ranges.differ(*e.indices, update->indices, b))
            next.push_back(e);
        known[s.results[0]] = std::move(next);
      }
    }
  }

  void dropOverwritten(const Block &b, const IndexRanges &ranges) {
    for (auto [at, s] : llvm::enumerate(b.statements))
      if (const Update *update = elementUpdate(s))
        if (isOverwritten(*update, s.results[0], llvm::ArrayRef(b.statements).drop_front(at + 1), b, ranges))
          same[s.results[0]] = update->array;
  }
  /// Does one of the statements that follow write the element, with reads of other elements alone before?
  bool isOverwritten(const Update &update, Value version, llvm::ArrayRef<Statement> rest, const Block &b, const IndexRanges &ranges) const {
    unsigned uses = 0; ///< of the version
    for (const Statement &s : rest) {
      const Index *read = elementRead(s);
      if (read && read->array == version) {
        if (!ranges.differ(read->indices, update.indices, b))
          return false;
        ++uses;
      } else if (const Update *next = elementUpdate(s); next && next->array == version) {
        if (definitions->uses(version) != uses + 1)
          return false;
        if (ranges.areEqual(next->indices, update.indices))
          return true;
        if (!ranges.differ(next->indices, update.indices, b))
          return false;
        version = s.results[0];
        uses = 0;
      }
    }
    return false;
  }
};

} // namespace

Function readElementsMade(Function function) {
  Elements(function).run();
  return function;
}

} // namespace soac::optimise

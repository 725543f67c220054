// Rows that a map makes only to store them in an array: a loop stores the elements, and no row is made.
//
//   r = map n |j| { x = index a[i, j];  yield f(x) };  b = update a[i] = r
//   ->   b = loop n, (a) |j, p| { x = index p[i, j];  q = update p[i, j] = f(x);  yield q }
//
// The map may read the array, at its own place of any row: iterations store nothing that another one reads. All of a map's
// results go the same way, several of them into one array, too. Only maps of cheap operations on numbers, such as the
// directions of a derivative: there the row would cost as much as its elements.
#include "optimise/passes/StoredRows.h"
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class StoredRows {
public:
  StoredRows(Block &body, ValueTable &values) : values(values), body(body), definitions(body) { block(body); }

private:
  /// Where the results of a map go.
  struct Stores {
    std::vector<std::size_t> positions;           ///< of the updates, in order
    llvm::MapVector<Value, Value> arrays;         ///< those that are updated first, with what they have become
    std::vector<std::pair<Value, Value>> updates; ///< for each update: its array at first, the map's result
  };

  void block(Block &b) {
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    for (std::size_t at = b.statements.size(); at-- > 0;)
      if (isCheapMap(b.statements[at]))
        if (const auto stores = storesOf(b, at); stores && readsOwnPlace(std::get<Map>(b.statements[at].op).fn, *stores))
          storeElements(b, at, *stores);
  }

  /// A map of cheap operations on numbers over no array but by its counter.
  bool isCheapMap(const Statement &s) const {
    const auto *map = std::get_if<Map>(&s.op);
    return map && map->arrays.empty() && !s.results.empty() &&
           llvm::all_of(s.results, [&](Value r) { return values.type(r).rank == 1; }) &&
           llvm::all_of(map->fn.statements, [&](const Statement &inner) {
             const auto *apply = std::get_if<Apply>(&inner.op);
             return apply ? isCheap(*apply, values) : std::holds_alternative<Index>(inner.op) && values.type(inner.results[0]).isScalar();
           });
  }

  /// The updates that store all of the map's results, if nothing else needs these or sees the arrays in between.
  std::optional<Stores> storesOf(const Block &b, std::size_t map) const {
    const ValueSet results(b.statements[map].results.begin(), b.statements[map].results.end());
    Stores stores;
    llvm::DenseMap<Value, Value> first; // what an update gives -> the array before the first one
    for (std::size_t at = map + 1; at < b.statements.size() && stores.positions.size() < results.size(); ++at) {
      const Statement &s = b.statements[at];
      const auto *update = std::get_if<Update>(&s.op);
      if (!update || !results.contains(update->value)) {
        if (!(std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op)) ||
            llvm::any_of(freeVariables(s.op, values), [&](Value v) { return results.contains(v) || first.contains(v); }))
          return std::nullopt;
        continue;
      }
      const Value before = update->array;
      if (definitions.uses(update->value) != 1 || values.type(before).rank != update->indices.size() + 1 ||
          (first.contains(before) && definitions.uses(before) != 1))
        return std::nullopt;
      const Value array = first.contains(before) ? first.lookup(before) : before;
      if (!first.contains(before) && stores.arrays.contains(array))
        return std::nullopt; // two arrays are made of it
      first[s.results[0]] = array;
      stores.arrays[array] = s.results[0];
      stores.positions.push_back(at);
      stores.updates.emplace_back(array, update->value);
    }
    return stores.positions.size() == results.size() ? std::optional(stores) : std::nullopt;
  }

  /// Does an iteration read of the arrays only elements at its own place of a row?
  bool readsOwnPlace(const Block &fn, const Stores &stores) const {
    llvm::SmallVector<Value, 2> bases;
    for (const auto &[array, made] : stores.arrays)
      bases.push_back(baseOf(array));
    return llvm::all_of(fn.statements, [&](const Statement &s) {
      const auto *index = std::get_if<Index>(&s.op);
      return !index || !llvm::is_contained(bases, baseOf(index->array)) ||
             (stores.arrays.contains(index->array) && index->indices.back() == fn.parameters[0]);
    });
  }
  /// The array of which it is a part.
  Value baseOf(Value v) const {
    while (true)
      if (const auto *index = definitions.as<Index>(v))
        v = index->array;
      else if (const auto *reshape = definitions.as<Reshape>(v))
        v = reshape->array;
      else if (const auto *slice = definitions.as<Slice>(v))
        v = slice->array;
      else
        return v;
  }

  void storeElements(Block &b, std::size_t at, const Stores &stores) {
    Statement map = std::move(b.statements[at]);
    auto &op = std::get<Map>(map.op);
    Loop loop;
    loop.count = op.count;
    loop.body = std::move(op.fn);
    ValueMap carried;
    for (const auto &[array, made] : stores.arrays) {
      loop.inits.push_back(array);
      loop.body.parameters.push_back(carried[array] = values.freshLike(array));
    }
    for (Statement &s : loop.body.statements)
      substitute(s.op, carried);
    for (auto [position, update] : llvm::zip_equal(stores.positions, stores.updates)) {
      const auto [array, row] = update;
      Update element = std::get<Update>(b.statements[position].op);
      element.array = carried[array];
      element.indices.push_back(loop.body.parameters[0]);
      element.value = loop.body.results[static_cast<std::size_t>(llvm::find(map.results, row) - map.results.begin())];
      carried[array] = values.freshLike(array);
      loop.body.statements.push_back({{carried[array]}, std::move(element), b.statements[position].location});
    }
    loop.body.results.clear();
    map.results.clear();
    for (const auto &[array, made] : stores.arrays) {
      loop.body.results.push_back(carried[array]);
      map.results.push_back(made);
    }
    map.op = std::move(loop);
    b.statements[stores.positions.back()] = std::move(map);
    for (std::size_t position : llvm::reverse(llvm::ArrayRef(stores.positions).drop_back()))
      b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(position));
    b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(at));
    definitions = DefUse(body);
  }

  ValueTable &values;
  const Block &body; ///< all of it
  DefUse definitions;
};

} // namespace

void storeRows(Block &block, ValueTable &values) { StoredRows run(block, values); }

Function storeRows(Function function) {
  storeRows(function.body, function.values);
  return function;
}

} // namespace soac::optimise

// Rows of an array that change places, as those of a matrix do for a pivot, change them element by element, in the array itself:
//   r = a[i];  q = a[j];  b = update a[i] = q;  c = update b[j] = r
//     ->   c = loop m, (a) |k, d| { x = d[i, k];  y = d[j, k];  e = update d[i, k] = y;  f = update e[j, k] = x  yield f }
// The rows are read as they were, for which a copy of the array would be needed otherwise; and a derivative undoes an exchange of
// elements without a log.
#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class RowExchanges {
public:
  explicit RowExchanges(Function &f) : values(f.values), definitions(f.body) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (const auto first = firstOf(s, kept); first != kept.end()) {
        const Update &update = std::get<Update>(first->op);
        Builder out(values, kept, s.location);
        const Value array = update.array;
        const Values from = update.indices, to = std::get<Update>(s.op).indices;
        kept.erase(first);
        exchange(array, from, to, out);
        kept.back().results = s.results;
      } else {
        kept.push_back(std::move(s));
      }
    }
    b.statements = std::move(kept);
  }

  /// The update in front of `second`, where both are an exchange and nothing else reads what is between them.
  std::vector<Statement>::iterator firstOf(const Statement &second, std::vector<Statement> &front) const {
    const auto *update = std::get_if<Update>(&second.op);
    if (!update || !values.type(update->value).isArray() || definitions.uses(update->array) != 1)
      return front.end();
    const auto making = [&](Value v) { return llvm::find_if(front, [v](const Statement &s) { return s.results == Values{v}; }); };
    const auto first = making(update->array);
    const auto *other = first == front.end() ? nullptr : std::get_if<Update>(&first->op);
    const auto isRow = [&](Value row, const Values &indices) {
      const auto made = making(row);
      const auto *read = made == front.end() ? nullptr : std::get_if<Index>(&made->op);
      return read && read->array == other->array && read->indices == indices;
    };
    return other && isRow(other->value, update->indices) && isRow(update->value, other->indices) ? first : front.end();
  }

  Value exchange(Value array, const Values &from, const Values &to, Builder &b) {
    if (from.size() == values.type(array).rank) {
      const Value x = b.read(array, from), y = b.read(array, to);
      return b.update(b.update(array, from, y), to, x);
    }
    const auto with = [](Values indices, Value k) {
      indices.push_back(k);
      return indices;
    };
    return b.loop(b.extent(array, static_cast<unsigned>(from.size())), {array}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      return {exchange(p[1], with(from, p[0]), with(to, p[0]), in)};
    })[0];
  }

  ValueTable &values;
  const DefUse definitions;
};

} // namespace

Function exchangeRows(Function function) {
  RowExchanges run(function);
  return function;
}

} // namespace soac::optimise

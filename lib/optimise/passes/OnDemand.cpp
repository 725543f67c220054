// Elements of which a later loop reads only those that data choose: where it reads fewer than half of them, it computes them itself.
//
//   A = map n |v| { f(v) };  loop m |i| { k = c[i];  .. A[k, ..] .. }
//   ->   if 2 m <= n { loop m |i| { k = c[i];  r = f(k);  .. r[..] .. } } else { the two as they are }
//
// f has a loop or a kernel inside, so that an element costs much more than it takes to read it; it depends on nothing but its number.
// A loop that writes element v of its arrays in iteration v, and reads none, is such a map. The second loop may read at several
// places k in an iteration, q of them: then m * q elements are compared with n / 2, as all elements one after the other, in vector
// lanes perhaps, cost less than as many here and there. It reads there in every iteration: a place that it tests before may be none.
// Nothing else reads A. As both forms are written, the two may not be long.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostStatements = 500; ///< of the loop that computes elements itself

std::size_t sizeOf(const Block &b) {
  std::size_t size = 0;
  forEachStatement(b, [&](const Statement &) { ++size; });
  return size;
}

/// How the elements of some arrays are computed, all of one number at once.
struct Elements {
  Value count;
  Values arrays;   ///< the arrays
  Values operands; ///< the function's parameters are the number, and the element of each of these
  Block fn;
};

class OnDemand {
public:
  explicit OnDemand(Function &f) : values(f.values), body(f.body), definitions(f.body) { block(f.body); }

private:
  ValueTable &values;
  const Block &body; ///< the function's
  DefUse definitions;

  void block(Block &b) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner); });
      const auto elements = elementsOf(b.statements[at]);
      const auto reader = elements && !isDone(*elements, b) ? readerOf(*elements, b, at) : std::nullopt;
      if (!reader || !readOnDemand(*elements, b, at, *reader))
        continue;
      definitions = DefUse(body);
      --at;
    }
  }

  /// The form that computes all elements, beside the other one.
  bool isDone(const Elements &elements, const Block &b) const {
    const Statement *around = definitions.owner(b);
    const auto *choice = around ? std::get_if<If>(&around->op) : nullptr;
    const auto *fewer = choice ? definitions.as<Apply>(choice->condition) : nullptr;
    return fewer && fewer->prim == Prim::Le && fewer->arguments[1] == elements.count;
  }

  std::optional<Elements> elementsOf(const Statement &s) const {
    std::optional<Elements> made;
    if (const auto *map = std::get_if<Map>(&s.op))
      made = Elements{map->count, s.results, map->arrays, map->fn};
    else if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && !loop->inits.empty())
      made = elementsOf(*loop, s.results);
    const auto isLong = [](const Statement &inner) { return std::holds_alternative<Loop>(inner.op) || isKernel(inner.op); };
    if (!made || hasEffect(s.op) || hasCheck(s.op) || llvm::none_of(made->fn.statements, isLong))
      return std::nullopt;
    return made;
  }

  /// An iteration writes its element of each array, once, and does nothing else with the array.
  static std::optional<Elements> elementsOf(const Loop &loop, const Values &results) {
    Elements made{loop.count, results, {}, loop.body};
    Block &fn = made.fn;
    ValueSet versions;
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      const Value array = loop.body.parameters[k + 1], next = loop.body.results[k];
      const auto writes = llvm::find_if(loop.body.statements, [&](const Statement &s) {
        const auto *update = std::get_if<Update>(&s.op);
        return update && s.results[0] == next && update->array == array && update->indices == Values{loop.body.parameters[0]};
      });
      if (writes == loop.body.statements.end() || countUses(array, loop.body) != 1 || countUses(next, loop.body) != 1)
        return std::nullopt;
      fn.results[k] = std::get<Update>(writes->op).value;
      versions.insert(next);
    }
    fn.parameters.resize(1);
    llvm::erase_if(fn.statements, [&](const Statement &s) { return s.results.size() == 1 && versions.contains(s.results[0]); });
    return made;
  }

  /// The only statement that reads the arrays, behind theirs.
  std::optional<std::size_t> readerOf(const Elements &elements, const Block &b, std::size_t at) const {
    const auto usesIn = [&](const Statement &s) {
      std::size_t uses = 0;
      for (const Value array : elements.arrays)
        forEachBlock(s.op, [&](const Block &inner) { uses += countUses(array, inner); });
      return uses;
    };
    std::size_t all = 0;
    for (const Value array : elements.arrays)
      all += definitions.uses(array);
    for (std::size_t reader = at + 1; all > 0 && reader < b.statements.size(); ++reader)
      if (const std::size_t uses = usesIn(b.statements[reader]))
        return uses == all && iterationBody(b.statements[reader].op) ? std::optional(reader) : std::nullopt;
    return std::nullopt;
  }

  /// Calls f on the statements that run whenever the block does.
  void forEachCertain(const Block &b, llvm::function_ref<void(const Statement &)> f) const {
    for (const Statement &s : b.statements) {
      f(s);
      if (const Block *inner = iterationBody(s.op); inner && values.asInt(tripsOf(s.op)).value_or(0) > 0)
        forEachCertain(*inner, f);
    }
  }

  /// The numbers of the elements that the body reads, each the result of a statement of it; none where it uses the arrays otherwise.
  std::optional<Values> placesIn(const Block &reader, const Elements &elements) const {
    ValueSet made, places;
    for (const Statement &s : reader.statements)
      made.insert(s.results.begin(), s.results.end());
    std::size_t reads = 0, uses = 0;
    bool isFine = true;
    forEachStatement(reader, [&](const Statement &s) {
      const auto *read = std::get_if<Index>(&s.op);
      if (!read || !llvm::is_contained(elements.arrays, read->array))
        return;
      ++reads;
      isFine &= made.contains(read->indices[0]);
      places.insert(read->indices[0]);
    });
    for (const Value array : elements.arrays)
      uses += countUses(array, reader);
    ValueSet certain;
    forEachCertain(reader, [&](const Statement &s) {
      if (const auto *read = std::get_if<Index>(&s.op); read && llvm::is_contained(elements.arrays, read->array))
        certain.insert(read->indices[0]);
    });
    isFine &= certain.size() == places.size();
    return isFine && reads == uses ? std::optional(Values(places.begin(), places.end())) : std::nullopt;
  }

  bool readOnDemand(const Elements &elements, Block &b, std::size_t at, std::size_t readerAt) {
    const Statement &reader = b.statements[readerAt];
    const Block &readerBody = *iterationBody(reader.op);
    const auto places = placesIn(readerBody, elements);
    if (!places || sizeOf(elements.fn) * places->size() + sizeOf(readerBody) > mostStatements)
      return false;
    std::vector<Statement> made;
    Builder out(values, made, reader.location);
    const Value twice = out.mul(tripsOf(reader.op), out.index(static_cast<std::int64_t>(2 * places->size())));
    If choice{out.apply(Prim::Le, {twice, elements.count}), {}, {}};
    choice.then = computing(reader, elements);
    choice.otherwise = asTheyAre(std::move(b.statements[at]), reader);
    made.push_back({reader.results, std::move(choice), reader.location});
    b.statements[readerAt] = std::move(made.back());
    made.pop_back();
    b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(readerAt), std::make_move_iterator(made.begin()),
                        std::make_move_iterator(made.end()));
    b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }

  /// A copy of the statement, with results of its own.
  Statement copyOf(const Statement &s) {
    Statement copy = s;
    forEachBlock(copy.op, [&](Block &inner) { inner = cloneBlock(inner, values); });
    for (Value &r : copy.results)
      r = values.freshLike(r);
    return copy;
  }

  Block asTheyAre(Statement elements, const Statement &reader) {
    Block b;
    b.statements.push_back(std::move(elements));
    b.statements.push_back(copyOf(reader));
    b.results = b.statements.back().results;
    return b;
  }

  Block computing(const Statement &reader, const Elements &elements) {
    Block b;
    Statement copy = copyOf(reader);
    Block &in = *iterationBody(copy.op);
    llvm::DenseMap<Value, Values> rows; // of each place: the elements there
    std::vector<Statement> statements;
    const Values places = *placesIn(in, elements);
    for (Statement &s : in.statements) {
      const Values results = s.results;
      statements.push_back(std::move(s));
      for (const Value place : results)
        if (llvm::is_contained(places, place)) {
          Builder out(values, statements, reader.location);
          Values arguments = {place};
          for (const Value operand : elements.operands)
            arguments.push_back(out.read(operand, {place}));
          rows[place] = out.inlineBlock(elements.fn, arguments);
        }
    }
    in.statements = std::move(statements);
    readRows(in, elements, rows);
    b.statements.push_back(std::move(copy));
    b.results = b.statements.back().results;
    return b;
  }

  /// A[k, ..] is an element of the row A[k].
  static void readRows(Block &in, const Elements &elements, const llvm::DenseMap<Value, Values> &rows) {
    ValueMap whole;
    const auto rowOf = [&](const Index &read) {
      const auto *array = llvm::find(elements.arrays, read.array);
      return rows.lookup(read.indices[0])[static_cast<std::size_t>(array - elements.arrays.begin())];
    };
    const auto isRead = [&](const Statement &s) {
      const auto *read = std::get_if<Index>(&s.op);
      return read && llvm::is_contained(elements.arrays, read->array);
    };
    const auto visit = [&](auto &self, Block &b) -> void {
      for (Statement &s : b.statements) {
        forEachBlock(s.op, [&](Block &inner) { self(self, inner); });
        if (!isRead(s))
          continue;
        Index &read = std::get<Index>(s.op);
        const Value row = rowOf(read);
        if (read.indices.size() == 1)
          whole[s.results[0]] = row;
        read.array = row;
        read.indices.erase(read.indices.begin());
      }
      llvm::erase_if(b.statements, [&](const Statement &s) {
        return s.results.size() == 1 && whole.contains(s.results[0]);
      });
    };
    visit(visit, in);
    substitute(in, whole);
  }
};

} // namespace

Function computeOnDemand(Function function) {
  OnDemand run(function);
  return function;
}

} // namespace soac::optimise

// Elements of which a later loop reads only those that data choose: where it reads no more than there are, these alone are computed,
// each once.
//
//   A = map n |v| { f(v) };  loop m |i| { k = c[i];  .. A[k, ..] .. }
//   ->   if m <= n {
//          number = n times -1;  of = fill m
//          count = loop m, (0) |i, t| { k = c[i];  s = number[k] < 0 ? t : number[k];  number[k] = s;  of[s] = k;  t, or t + 1 where k is new }
//          B = map count |j| { f(of[j]) };  loop m |i| { k = c[i];  .. B[number[k], ..] .. }
//        } else { the two as they are }
//
// f has a loop or a kernel inside, so that an element costs much more than it takes to read it; it depends on nothing but its number.
// A loop that writes element v of its arrays in iteration v, and reads none, is such a map. The second loop may read at several
// places k in an iteration, q of them: then m * q is compared with n. It reads there in every iteration: a place that it tests before
// may be none. Nothing else reads A. As both forms are written, the two may not be long.
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

constexpr std::size_t mostStatementsOfLoop = 500; ///< of the loop that computes elements itself

std::size_t statementsIn(const Block &b) {
  std::size_t size = 0;
  forEachStatement(b, [&](const Statement &) { ++size; });
  return size;
}

/// How the elements of some arrays are computed, all of one number at once.
struct ComputedElements {
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

  /// One of the two forms, in a choice.
  bool isDone(const ComputedElements &elements, const Block &b) const {
    const Statement *around = definitions.owner(b);
    const auto *choice = around ? std::get_if<If>(&around->op) : nullptr;
    const auto *fewer = choice ? definitions.as<Apply>(choice->condition) : nullptr;
    return fewer && fewer->prim == Prim::Le && (fewer->arguments[1] == elements.count || &choice->then == &b);
  }

  std::optional<ComputedElements> elementsOf(const Statement &s) const {
    std::optional<ComputedElements> made;
    if (const auto *map = std::get_if<Map>(&s.op))
      made = ComputedElements{map->count, s.results, map->arrays, map->fn};
    else if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && !loop->inits.empty())
      made = elementsOf(*loop, s.results);
    const auto isLong = [](const Statement &inner) { return std::holds_alternative<Loop>(inner.op) || isKernel(inner.op); };
    if (!made || hasEffect(s.op) || hasCheck(s.op) || llvm::none_of(made->fn.statements, isLong))
      return std::nullopt;
    return made;
  }

  /// An iteration writes its element of each array, once, and does nothing else with the array.
  static std::optional<ComputedElements> elementsOf(const Loop &loop, const Values &results) {
    ComputedElements made{loop.count, results, {}, loop.body};
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
  std::optional<std::size_t> readerOf(const ComputedElements &elements, const Block &b, std::size_t at) const {
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
  std::optional<Values> placesIn(const Block &reader, const ComputedElements &elements) const {
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

  bool readOnDemand(const ComputedElements &elements, Block &b, std::size_t at, std::size_t readerAt) {
    const Statement &reader = b.statements[readerAt];
    const Block &readerBody = *iterationBody(reader.op);
    const auto places = placesIn(readerBody, elements);
    if (!places || !mayBeFoundBefore(*places, readerBody) || statementsIn(elements.fn) + statementsIn(readerBody) > mostStatementsOfLoop)
      return false;
    std::vector<Statement> made;
    Builder out(values, made, reader.location);
    const Value reads = out.mul(tripsOf(reader.op), out.index(static_cast<std::int64_t>(places->size())));
    If choice{out.apply(Prim::Le, {reads, elements.count}), {}, {}};
    choice.then = computing(reader, elements, *places, reads);
    choice.otherwise = asTheyAre(std::move(b.statements[at]), reader);
    made.push_back({reader.results, std::move(choice), reader.location});
    b.statements[readerAt] = std::move(made.back());
    made.pop_back();
    b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(readerAt), std::make_move_iterator(made.begin()),
                        std::make_move_iterator(made.end()));
    b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }

  /// The statements of the body that the places need, in order.
  static std::vector<const Statement *> sliceOf(const Values &places, const Block &body) {
    ValueSet needed(places.begin(), places.end());
    std::vector<const Statement *> slice;
    for (const Statement &s : llvm::reverse(body.statements))
      if (llvm::any_of(s.results, [&](Value r) { return needed.contains(r); })) {
        slice.push_back(&s);
        forEachOperand(s.op, [&](Value v) { needed.insert(v); });
      }
    std::reverse(slice.begin(), slice.end());
    return slice;
  }

  /// Do they follow from the iteration's number, elements and what is outside?
  bool mayBeFoundBefore(const Values &places, const Block &body) const {
    const Statement *reader = definitions.owner(body);
    const std::size_t known = std::holds_alternative<Loop>(reader->op) ? 1 : body.parameters.size();
    const llvm::ArrayRef<Value> carried = llvm::ArrayRef<Value>(body.parameters).drop_front(known);
    return llvm::all_of(sliceOf(places, body), [&](const Statement *s) {
      bool isFree = std::holds_alternative<Apply>(s->op) || std::holds_alternative<Index>(s->op) || std::holds_alternative<Extent>(s->op);
      forEachOperand(s->op, [&](Value v) { isFree &= !llvm::is_contained(carried, v); });
      return isFree;
    });
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

  Block computing(const Statement &reader, const ComputedElements &elements, const Values &places, Value reads) {
    Block b;
    Builder out(values, b.statements, reader.location);
    const Values numbered = numberPlaces(reader, elements, places, reads, out);
    const Value count = numbered[0], numbers = numbered[1], of = numbered[2];
    const Values computed = out.map(count, {}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      Values arguments = {in.read(of, {p[0]})};
      for (const Value operand : elements.operands)
        arguments.push_back(in.read(operand, {arguments[0]}));
      return in.inlineBlock(elements.fn, arguments);
    });
    Statement copy = copyOf(reader);
    readComputed(*iterationBody(copy.op), elements, computed, numbers);
    b.statements.push_back(std::move(copy));
    b.results = b.statements.back().results;
    return b;
  }

  /// How many elements are read, the number that each one has, and of which element a number is.
  Values numberPlaces(const Statement &reader, const ComputedElements &elements, const Values &places, Value reads, Builder &out) {
    const Block &body = *iterationBody(reader.op);
    const Value none = out.fill(out.index(-1), {elements.count}), of = out.fill(out.index(0), {reads});
    return out.loop(tripsOf(reader.op), {out.index(0), none, of}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      ValueMap now;
      now[body.parameters[0]] = p[0];
      if (isKernel(reader.op))
        for (auto [parameter, array] : llvm::zip(llvm::drop_begin(body.parameters), arraysOf(reader.op)))
          now[parameter] = in.read(array, {p[0]});
      for (const Statement *s : sliceOf(places, body)) {
        Statement made = *s;
        substitute(made.op, now);
        made.results = {now[s->results[0]] = values.freshLike(s->results[0])};
        in.statements().push_back(std::move(made));
      }
      Values state(p.drop_front());
      for (const Value place : places) {
        const Value k = now.lookup(place), before = in.read(state[1], {k}), isNew = in.lessThan(before, in.index(0));
        const Value number = in.select(isNew, state[0], before);
        state = {in.select(isNew, in.add(state[0], in.index(1)), state[0]), in.update(state[1], {k}, number), in.update(state[2], {number}, k)};
      }
      return state;
    });
  }

  /// A[k, ..] is an element of B[number[k]].
  void readComputed(Block &in, const ComputedElements &elements, const Values &computed, Value numbers) {
    ValueMap number; // of a place
    const Values places = *placesIn(in, elements);
    std::vector<Statement> statements;
    for (Statement &s : in.statements) {
      const Values results = s.results;
      const SourceLocation location = s.location;
      statements.push_back(std::move(s));
      for (const Value place : results)
        if (llvm::is_contained(places, place))
          number[place] = Builder(values, statements, location).read(numbers, {place});
    }
    in.statements = std::move(statements);
    const auto visit = [&](auto &self, Block &b) -> void {
      for (Statement &s : b.statements) {
        forEachBlock(s.op, [&](Block &inner) { self(self, inner); });
        auto *read = std::get_if<Index>(&s.op);
        const auto *array = read ? llvm::find(elements.arrays, read->array) : elements.arrays.end();
        if (array == elements.arrays.end())
          continue;
        read->array = computed[static_cast<std::size_t>(array - elements.arrays.begin())];
        read->indices[0] = number.lookup(read->indices[0]);
      }
    };
    visit(visit, in);
  }
};

} // namespace

Function computeOnDemand(Function function) {
  OnDemand run(function);
  return function;
}

} // namespace soac::optimise

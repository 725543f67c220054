// Kernels with parallel statements inside to a kernel for each of these, so that a device runs all of their iterations at
// once (Henriksen et al., "Incremental flattening for nested data parallelism", PPoPP 2019, section 3).
//
//   map n |i| { s = sum m |j| { f(i, j) };  t = exp(s);  map m |j| { g(i, j, t) } }
//   ->   T = map n |i| { s = sum m |j| { f(i, j) };  exp(s) };   map n |i| { t = T[i];  map m |j| { g(i, j, t) } }
//
// The statements of the body are distributed over stages: each has one parallel statement with the numbers that follow from
// its sums, or statements that a thread does for itself. What a later stage reads is stored, a number for each iteration;
// cheap numbers are computed again. Where arrays would have to be stored there are two versions: the one with stages is taken
// where the iterations are too fewForThreads to occupy the device (`occupies`), which the sizes alone decide.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t fewForThreads = 64;           ///< iterations that are not worth threads of their own
constexpr std::size_t mostStatementsOfKernel = 400; ///< of a kernel

/// The stages of one kernel.
class Stages {
public:
  Stages(const Kernel &kernel, const ValueTable &values) : values(values), inside(kernel.fn) {
    for (const Statement &s : kernel.fn.statements)
      place(s);
    llvm::for_each(kernel.fn.results, [&](Value r) { placeResult(r); });
    for (auto [k, stage] : llvm::enumerate(stages))
      for (const Statement *s : stage.statements)
        for (Value v : freeVariables(s->op, values))
          markRead(v, k);
    for (Value r : kernel.fn.results)
      markRead(r, stages.size());
  }

  struct Stage {
    std::vector<const Statement *> statements;
    bool isParallel = false, hasSums = false;
  };
  std::vector<Stage> stages;
  ValueSet stored; ///< what one stage makes and another one reads
  bool storesArrays = false; ///< other than results

  /// Is there parallel work, and more than one stage? Arrays that are stored must have extents that are known.
  bool isWorthIt() const {
    return stages.size() > 1 && llvm::any_of(stages, [](const Stage &s) { return s.isParallel; }) && canBeStored;
  }
  bool isRepeated(const Statement &s) const {
    if (const auto *apply = std::get_if<Apply>(&s.op))
      return analysis::isCheap(*apply, values);
    if (const auto *index = std::get_if<Index>(&s.op))
      return !values.type(index->array).accumulator;
    return std::holds_alternative<Extent>(s.op);
  }
  std::optional<unsigned> stageOf(Value v) const {
    const auto found = home.find(v);
    return found == home.end() ? std::nullopt : std::optional<unsigned>(found->second);
  }

private:
  const ValueTable &values;
  const analysis::DefUse inside;
  llvm::DenseMap<Value, unsigned> home;     ///< of results of placed statements: the stage
  llvm::DenseMap<Value, unsigned> earliest; ///< of those and of repeated ones: the last stage that they need
  bool canBeStored = true;

  bool isParallel(const Statement &s) const {
    if (!std::holds_alternative<Map>(s.op) && !std::holds_alternative<MapReduce>(s.op))
      return false;
    const Value count = countOf(s.op);
    return !inside.isInside(count) && values.asInt(count).value_or(fewForThreads + 1) > fewForThreads;
  }

  void place(const Statement &s) {
    std::optional<unsigned> last;
    const auto need = [&](Value v) {
      if (const auto found = earliest.find(v); found != earliest.end())
        last = std::max(last.value_or(0), found->second);
    };
    llvm::for_each(freeVariables(s.op, values), need);
    const bool isRepeat = isRepeated(s);
    std::optional<unsigned> at = last;
    if (!isRepeat)
      at = isParallel(s) ? parallel(s) : sequential(s, last);
    for (Value r : s.results) {
      if (at)
        earliest[r] = *at;
      if (!isRepeat)
        home[r] = *at;
    }
  }
  /// A number that the kernel gives, and that is cheap, is computed where it can be first.
  void placeResult(Value r) {
    const Statement *const s = inside.statement(r);
    const auto at = earliest.find(r);
    if (!s || home.contains(r) || !std::holds_alternative<Apply>(s->op) || at == earliest.end())
      return;
    if (Stage &stage = stages[at->second]; stage.hasSums || !stage.isParallel) {
      stage.statements.push_back(s);
      home[r] = at->second;
    }
  }
  unsigned parallel(const Statement &s) {
    const auto *sums = std::get_if<MapReduce>(&s.op);
    stages.push_back({{&s}, true, sums != nullptr});
    return static_cast<unsigned>(stages.size() - 1);
  }
  /// A number that follows from sums is computed where these are known; other statements are with their like.
  unsigned sequential(const Statement &s, std::optional<unsigned> last) {
    const bool isNumber = std::holds_alternative<Apply>(s.op) ||
                          (std::holds_alternative<Accumulate>(s.op) && values.type(std::get<Accumulate>(s.op).value).isScalar());
    for (unsigned k = last.value_or(0); k < stages.size(); ++k)
      if (!stages[k].isParallel || (isNumber && stages[k].hasSums && k == last)) {
        stages[k].statements.push_back(&s);
        return k;
      }
    stages.push_back({{&s}});
    return static_cast<unsigned>(stages.size() - 1);
  }

  /// The stage reads the value, or what it is computed of again.
  void markRead(Value v, std::size_t stage) {
    if (const auto at = stageOf(v)) {
      if (*at != stage && stored.insert(v))
        checkStored(v, stage == stages.size());
      return;
    }
    if (const Statement *s = inside.statement(v))
      for (Value operand : freeVariables(s->op, values))
        markRead(operand, stage);
  }
  /// Numbers, and arrays of numbers that a kernel with a known count has made; those that the old kernel gives are stored anyway.
  void checkStored(Value v, bool isResult) {
    const Type type = values.type(v);
    if (type.isScalar() && !type.accumulator)
      return;
    storesArrays |= !isResult;
    const Statement *const s = inside.statement(v);
    canBeStored = canBeStored && !type.accumulator && type.rank == 1 && s && stages[*stageOf(v)].isParallel &&
                  llvm::is_contained(s->results, v);
  }
};

/// Elements of rows that a kernel has made and that the iteration changes, one at a time: a kernel for all of the row.
///   r = if c { v = f(row[k]);  yield update row[k] = v } else { yield row }
///   ->   (v, at) = if c { f(row[k]), k } else { 0, -1 };   r = map m |j| { j == at ? v : row[j] }
class SpreadUpdates {
public:
  SpreadUpdates(Block &fn, ValueTable &values) : values(values) {
    const analysis::DefUse inside(fn);
    for (const Statement &s : fn.statements)
      if ((std::holds_alternative<Map>(s.op) || std::holds_alternative<MapReduce>(s.op)) && !inside.isInside(countOf(s.op)))
        for (Value r : s.results)
          if (values.type(r).rank == 1)
            lengths[r] = countOf(s.op);
    std::vector<Statement> made;
    for (Statement &s : fn.statements)
      if (!spread(s, made))
        made.push_back(std::move(s));
    fn.statements = std::move(made);
  }

private:
  ValueTable &values;
  ValueMap lengths; ///< of rows that kernels of the block make

  Value lengthOf(Value row) const { return lengths.lookup(row); }

  bool spread(Statement &s, std::vector<Statement> &out) {
    Builder b(values, out, s.location);
    if (const auto *update = std::get_if<Update>(&s.op)) {
      const Value length = lengthOf(update->array);
      if (!length || update->indices.size() != 1)
        return false;
      replace(update->array, length, update->indices[0], update->value, s.results[0], b);
      return true;
    }
    auto *choice = std::get_if<If>(&s.op);
    return choice && (spread(s, *choice, choice->then, choice->otherwise, b) || spread(s, *choice, choice->otherwise, choice->then, b));
  }

  /// `changed` is the branch with the update, which is the last use of the row there.
  bool spread(Statement &s, If &choice, Block &changed, Block &other, Builder &b) {
    for (std::size_t k = 0; k < s.results.size(); ++k) {
      const Value row = other.results[k];
      const Value length = lengthOf(row);
      const auto isUpdate = [&](const Statement &u) {
        const auto *update = std::get_if<Update>(&u.op);
        return update && update->array == row && update->indices.size() == 1 && u.results[0] == changed.results[k];
      };
      const auto found = llvm::find_if(changed.statements, isUpdate);
      if (!length || found == changed.statements.end() || countUses(found->results[0], changed) > 1)
        continue;
      const Update update = std::get<Update>(found->op);
      const Value result = s.results[k];
      changed.statements.erase(found);
      const auto drop = [k](Values &list) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(k)); };
      drop(s.results);
      drop(changed.results);
      drop(other.results);
      changed.results.append({update.value, update.indices[0]});
      other.results.append({values.zero(values.type(update.value).scalar), values.constantIndex(-1)});
      const Value value = values.freshLike(update.value), at = values.fresh(indexType);
      s.results.append({value, at});
      b.statements().push_back({std::move(s.results), std::move(choice), s.location});
      replace(row, length, at, value, result, b);
      return true;
    }
    return false;
  }

  void replace(Value row, Value length, Value at, Value value, Value result, Builder &b) {
    const Values made = b.map(length, {row}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      return Values{in.select(in.equal(p[0], at), value, p[1])};
    });
    Values &results = b.statements().back().results;
    std::replace(results.begin(), results.end(), made[0], result);
    lengths[result] = length;
  }
};

class Flatten {
public:
  explicit Flatten(Function &f) : values(f.values) {
    ofHost.insert(f.body.parameters.begin(), f.body.parameters.end());
    forEachStatement(f.body, [&](const Statement &s) { learn(s); });
    block(f.body);
  }

private:
  ValueTable &values;
  ValueSet ofHost; ///< numbers that are known before kernels run: they follow from extents and arguments

  void learn(const Statement &s) {
    const auto isKnown = [&](Value v) { return values.asConstant(v) || ofHost.contains(v); };
    const auto *apply = std::get_if<Apply>(&s.op);
    if (std::holds_alternative<Extent>(s.op) || (apply && llvm::all_of(apply->arguments, isKnown)))
      ofHost.insert(s.results[0]);
  }

  void block(Block &b) {
    std::vector<Statement> made;
    ValueMap replaced;
    for (Statement &s : b.statements) {
      substitute(s.op, replaced);
      if (isKernel(s.op)) {
        if (!flatten(s, made, replaced))
          made.push_back(std::move(s));
        continue;
      }
      const auto *loop = std::get_if<Loop>(&s.op);
      if (std::holds_alternative<If>(s.op) || std::holds_alternative<WithAccumulators>(s.op) || (loop && !loop->inits.empty()))
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
      made.push_back(std::move(s));
    }
    for (Value &r : b.results)
      if (const auto found = replaced.find(r); found != replaced.end())
        r = found->second;
    b.statements = std::move(made);
  }

  bool flatten(const Statement &s, std::vector<Statement> &out, ValueMap &replaced) {
    if (std::holds_alternative<Reduce>(s.op))
      return false;
    Kernel kernel = takeKernel(s, values);
    if (countStatements(kernel.fn) > mostStatementsOfKernel || !areNumbers(kernel))
      return false;
    kernel.fn = cloneBlock(kernel.fn, values);
    SpreadUpdates(kernel.fn, values);
    const Stages stages(kernel, values);
    if (!stages.isWorthIt())
      return false;
    Builder b(values, out, s.location);
    if (!stages.storesArrays) {
      for (auto [from, to] : llvm::zip_equal(s.results, run(kernel, stages, b)))
        replaced[from] = to;
      return true;
    }
    if (!values.asConstant(kernel.count) && !ofHost.contains(kernel.count))
      return false;
    const Value occupies = b.apply(Prim::Occupies, {kernel.count});
    If choice{occupies, {}, {}};
    choice.then.statements.push_back(copyOf(s));
    choice.then.results = choice.then.statements.back().results;
    Builder inner(values, choice.otherwise.statements, s.location);
    choice.otherwise.results = run(kernel, stages, inner);
    out.push_back({s.results, std::move(choice), s.location});
    return true;
  }
  /// The sums of the kernel are of numbers.
  bool areNumbers(const Kernel &kernel) const {
    return llvm::all_of(kernel.reduced, [&](Value v) { return values.type(v).isScalar(); });
  }
  Statement copyOf(const Statement &s) {
    Statement copy = s;
    for (Value &r : copy.results)
      r = values.freshLike(r);
    forEachBlock(copy.op, [&](Block &inner) { inner = cloneBlock(inner, values); });
    return copy;
  }

  /// One kernel that is made: its operands, and what values of the old one are in it.
  struct Made {
    Values arrays;
    Block fn;
    ValueMap map;
  };

  /// The kernels of all stages; the results of the old kernel.
  Values run(const Kernel &kernel, const Stages &stages, Builder &b) {
    const analysis::DefUse inside(kernel.fn);
    ValueMap arrays; ///< of stored values
    const auto begin = [&] {
      Made made;
      made.fn.parameters.push_back(values.freshLike(kernel.fn.parameters[0]));
      made.map[kernel.fn.parameters[0]] = made.fn.parameters[0];
      return made;
    };
    /// The value in the kernel that is made: an element of an array, or computed again.
    const auto need = [&](const auto &self, Made &made, Value v) -> void {
      if (made.map.contains(v) || !inside.isInside(v))
        return;
      const auto element = [&](Value array) {
        made.arrays.push_back(array);
        made.fn.parameters.push_back(values.freshLike(v));
        made.map[v] = made.fn.parameters.back();
      };
      if (const auto found = arrays.find(v); found != arrays.end())
        return element(found->second);
      if (const Statement *s = inside.statement(v)) {
        for (Value operand : freeVariables(s->op, values))
          self(self, made, operand);
        append(made, *s);
        return;
      }
      const auto p = llvm::find(kernel.fn.parameters, v) - kernel.fn.parameters.begin();
      element(kernel.arrays[static_cast<std::size_t>(p) - 1]);
    };
    for (const Stages::Stage &stage : stages.stages) {
      Made made = begin();
      Values kept;
      for (const Statement *s : stage.statements) {
        for (Value operand : freeVariables(s->op, values))
          need(need, made, operand);
        append(made, *s);
        for (Value r : s->results)
          if (stages.stored.contains(r)) {
            kept.push_back(r);
            made.fn.results.push_back(made.map[r]);
          }
      }
      const Values results = b.emit(Map{kernel.count, std::move(made.arrays), std::move(made.fn)}, namesOf(kept));
      for (auto [v, array] : llvm::zip_equal(kept, results))
        arrays[v] = array;
    }
    return last(kernel, arrays, begin(), need, b);
  }
  /// What the old kernel gives: sums, stored arrays, and arrays of what is computed again.
  Values last(const Kernel &kernel, const ValueMap &arrays, Made made, const auto &need, Builder &b) {
    const std::size_t sums = kernel.reduced.size();
    Values mapped(kernel.mapped.size());
    Values computed;
    for (auto [k, v] : llvm::enumerate(kernel.fn.results)) {
      const auto found = arrays.find(v);
      if (k >= sums && found != arrays.end()) {
        mapped[k - sums] = found->second;
        continue;
      }
      need(need, made, v);
      made.fn.results.push_back(made.map.contains(v) ? made.map[v] : v);
      if (k >= sums)
        computed.push_back(v);
    }
    Kernel end{kernel.count, std::move(made.arrays), std::move(made.fn), {}, {}, {}, kernel.location};
    for (const Reduction &r : kernel.reductions)
      end.reductions.push_back({r.neutral, cloneBlock(r.op, values)});
    Values results;
    for (Value v : kernel.reduced)
      results.push_back(end.reduced.emplace_back(values.freshLike(v)));
    for (auto [k, v] : llvm::enumerate(kernel.mapped)) {
      if (!mapped[k])
        mapped[k] = end.mapped.emplace_back(values.freshLike(v));
      results.push_back(mapped[k]);
    }
    if (!end.reduced.empty() || !end.mapped.empty())
      b.statements().push_back(statementOf(std::move(end)));
    return results;
  }

  void append(Made &made, const Statement &s) {
    Statement copy = s;
    forEachBlock(copy.op, [&](Block &inner) { inner = cloneBlock(inner, values, made.map); });
    substitute(copy.op, made.map);
    for (Value &r : copy.results) {
      const Value fresh = values.freshLike(r);
      made.map[r] = fresh;
      r = fresh;
    }
    made.fn.statements.push_back(std::move(copy));
  }
  std::vector<Name> namesOf(llvm::ArrayRef<Value> list) const {
    std::vector<Name> names;
    for (Value v : list)
      names.push_back(values.name(v));
    return names;
  }
};

} // namespace

Function flatten(Function function) {
  Flatten work(function);
  return function;
}

} // namespace soac::optimise

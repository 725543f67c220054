// A loop that writes elements of arrays, in any order, and carries numbers, too, becomes one for the numbers and one
// for the arrays, whose iterations a device can run all at once; a loop that only adds up numbers is a sum:
//
//   v, s = loop n, (v, 0) |i, p, t| { x = f(i); p[i] = x; yield p, t + x x }
//   ->   s = loop n, (0) |i, t| { x = f(i); yield t + x x };  v = loop n, (v) |i, p| { p[i] = f(i) }
//
// So do loops, and map-reductions, that add to several elements of one array beside what else they do: with the
// additions alone, the pass `split_additions` makes a loop for each.
//
// What several need is computed in each. The loop of the arrays comes last; the others read these as they are at entry:
// so must its iterations, each of its own elements.
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostStatementsCopied = 64; ///< of a body that is copied for its additions
constexpr std::size_t mostPiecesApart = 9;

/// What of a loop's body depends on the numbers that it carries.
class OfNumbers {
public:
  OfNumbers(const Loop &loop, const ValueTable &values) : values(values) {
    for (const Value p : llvm::drop_begin(loop.body.parameters))
      if (values.type(p).isScalar())
        found.insert(p);
    for (std::size_t before = 0; before != found.size();) {
      before = found.size();
      block(loop.body);
    }
  }
  bool depends(Value v) const { return found.contains(v); }
  /// Does anything depend on them that happens to arrays, or how often it does?
  bool isElsewhere = false;

private:
  void block(const Block &b) {
    for (const Statement &s : b.statements)
      statement(s);
  }
  void statement(const Statement &s) {
    bool isOne = false;
    if (const auto *loop = std::get_if<Loop>(&s.op)) {
      const auto parameters = llvm::ArrayRef<Value>(loop->body.parameters).drop_front(loop->isCounted());
      for (auto [k, init] : llvm::enumerate(loop->inits)) {
        const Value next = loop->body.results[k];
        for (const Value v : {init, next})
          if (depends(v)) {
            found.insert(parameters[k]);
            if (!loop->isCounted())
              found.insert(loop->condition.parameters[k]);
            add(s.results[k]);
          }
      }
      block(loop->condition);
      block(loop->body);
      isOne = loop->isCounted() ? depends(loop->count) : depends(loop->condition.results[0]);
    } else if (const auto *branch = std::get_if<If>(&s.op)) {
      block(branch->then);
      block(branch->otherwise);
      for (auto [k, r] : llvm::enumerate(s.results))
        if (depends(branch->then.results[k]) || depends(branch->otherwise.results[k]))
          add(r);
      isOne = depends(branch->condition);
    } else {
      forEachOperand(s.op, [&](Value v) { isOne |= depends(v); });
      forEachBlock(s.op, [&](const Block &b) {
        for (const Value v : freeVariables(b, values))
          isOne |= depends(v);
      });
    }
    if (!isOne)
      return;
    isElsewhere |= std::holds_alternative<Accumulate>(s.op) || std::holds_alternative<WithAccumulators>(s.op);
    forEachBlock(s.op, [&](const Block &b) {
      forEachStatement(b, [&](const Statement &in) { isElsewhere |= std::holds_alternative<Accumulate>(in.op); });
    });
    llvm::for_each(s.results, [&](Value r) { add(r); });
  }
  void add(Value v) {
    found.insert(v);
    isElsewhere |= !values.type(v).isScalar();
  }

  const ValueTable &values;
  llvm::DenseSet<Value> found;
};

/// Turns a copy of a loop's body to one that changes none of the arrays that it carries, and reads them as they are at
/// entry.
class AtEntry {
public:
  /// `free`: the counters of the loops inside whose iterations have elements of their own.
  AtEntry(const ValueTable &values, const llvm::DenseSet<Value> &free) : values(values), free(free) {}

  /// False where it would read something else. `arrays`: of the body's parameters, which are the arrays at entry
  /// afterwards.
  bool make(Block &body, const ValueMap &arrays) {
    for (auto [parameter, entry] : arrays)
      base[parameter] = entry;
    return block(body);
  }

private:
  struct Element {
    Values indices;
    Value value;
  };
  const ValueTable &values;
  const llvm::DenseSet<Value> &free;
  ValueMap base;                          ///< of each version of an array
  llvm::DenseMap<Value, Element> written; ///< of a version that an update has made
  llvm::DenseSet<Value> changed;          ///< versions of which more is not known
  ValueMap same;

  bool isVersion(Value v) const { return base.contains(v); }
  void become(Value made, Value from) {
    base[made] = base.lookup(from);
    changed.insert(made);
  }

  bool block(Block &b) {
    std::vector<Statement> kept;
    for (Statement &s : b.statements) {
      substitute(s.op, same);
      const std::optional<bool> isKept = statement(s);
      if (!isKept)
        return false;
      if (*isKept)
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
    for (Value &r : b.results)
      if (const auto found = same.find(r); found != same.end())
        r = found->second;
    return true;
  }

  /// Whether the statement stays; none where it reads what an earlier one may have written.
  std::optional<bool> statement(Statement &s) {
    if (const auto *update = std::get_if<Update>(&s.op); update && isVersion(update->array)) {
      base[s.results[0]] = base.lookup(update->array);
      if (changed.contains(update->array) || written.contains(update->array))
        changed.insert(s.results[0]);
      else
        written[s.results[0]] = {update->indices, update->value};
      return false;
    }
    if (auto *index = std::get_if<Index>(&s.op); index && isVersion(index->array)) {
      if (changed.contains(index->array) || values.type(s.results[0]).isArray())
        return std::nullopt;
      if (const auto found = written.find(index->array); found != written.end()) {
        if (found->second.indices != index->indices)
          return std::nullopt;
        same[s.results[0]] = found->second.value;
        return false;
      }
      index->array = base.lookup(index->array);
      return true;
    }
    if (auto *extent = std::get_if<Extent>(&s.op)) {
      if (isVersion(extent->array))
        extent->array = base.lookup(extent->array);
      return true;
    }
    if (auto *loop = std::get_if<Loop>(&s.op))
      return inner(*loop, s);
    if (auto *branch = std::get_if<If>(&s.op)) {
      if (!block(branch->then) || !block(branch->otherwise))
        return std::nullopt;
      for (std::size_t k = s.results.size(); k-- > 0;)
        if (isVersion(branch->then.results[k])) {
          become(s.results[k], branch->then.results[k]);
          remove(s.results, k), remove(branch->then.results, k), remove(branch->otherwise.results, k);
        }
      return true;
    }
    bool isOther = std::holds_alternative<WithAccumulators>(s.op);
    forEachOperand(s.op, [&](Value v) { isOther |= isVersion(v); });
    forEachBlock(s.op, [&](const Block &b) {
      for (const Value v : freeVariables(b, values))
        isOther |= isVersion(v);
    });
    return isOther ? std::nullopt : std::optional(true);
  }

  std::optional<bool> inner(Loop &loop, Statement &s) {
    for (auto [k, init] : llvm::enumerate(loop.inits)) {
      if (!isVersion(init))
        continue;
      // In front of the loop nothing has happened to the array yet.
      if (!loop.isCounted() || !free.contains(loop.body.parameters[0]) || changed.contains(init) ||
          written.contains(init))
        return std::nullopt;
      base[loop.body.parameters[k + 1]] = base.lookup(init);
    }
    if (!block(loop.condition) || !block(loop.body))
      return std::nullopt;
    for (std::size_t k = loop.inits.size(); k-- > 0;)
      if (isVersion(loop.inits[k])) {
        become(s.results[k], loop.inits[k]);
        remove(s.results, k), remove(loop.inits, k), remove(loop.body.parameters, k + 1), remove(loop.body.results, k);
      }
    return true;
  }
  static void remove(Values &list, std::size_t k) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(k)); }
};

void dropAdditions(Block &b) {
  llvm::erase_if(b.statements, [](const Statement &s) { return std::holds_alternative<Accumulate>(s.op); });
  for (Statement &s : b.statements)
    forEachBlock(s.op, dropAdditions);
}

class SumsApart {
public:
  explicit SumsApart(Function &f) : values(f.values), definitions(f.body) {
    find(f.body);
    if (!found.empty())
      replace(f.body);
  }

private:
  ValueTable &values;
  const analysis::DefUse definitions;
  llvm::DenseMap<const Statement *, std::vector<Statement>> found;

  /// Does the body add to several elements of an array, which counters alone decide? Not more than `split_additions`
  /// takes.
  bool addsToSeveral(const Block &body) const {
    llvm::DenseMap<Value, std::size_t> additions;
    bool isPlain = countStatements(body) <= mostStatementsCopied;
    forEachStatement(body, [&](const Statement &s) {
      isPlain &= !std::holds_alternative<WithAccumulators>(s.op);
      if (const auto *addition = std::get_if<Accumulate>(&s.op)) {
        ++additions[addition->accumulator];
        isPlain &= llvm::all_of(addition->indices, [&](Value v) { return isOfCounters(v, body); });
      }
    });
    return isPlain && llvm::any_of(additions, [](const auto &each) { return each.second > 1; }) &&
           llvm::all_of(additions, [](const auto &each) { return each.second <= mostPiecesApart; });
  }
  bool isOfCounters(Value v, const Block &body) const {
    const analysis::Definition *at = definitions.of(v);
    if (!at || !definitions.isInside(v, body))
      return true;
    if (at->parameterOf) // of a kernel, or of a loop
      return at->position == 0 &&
             (!at->statement || !std::holds_alternative<Loop>(at->statement->op) || definitions.isCounter(v));
    const auto *apply = definitions.as<Apply>(v);
    return apply && llvm::all_of(apply->arguments, [&](Value a) { return isOfCounters(a, body); });
  }

  /// Not in kernels, where a thread has its iterations one after the other.
  static bool isAround(const Statement &s) {
    return std::holds_alternative<Loop>(s.op) || std::holds_alternative<If>(s.op) ||
           std::holds_alternative<WithAccumulators>(s.op);
  }

  void find(const Block &b) {
    for (const Statement &s : b.statements)
      if (std::vector<Statement> parts = partsOf(s); !parts.empty())
        found[&s] = std::move(parts);
      else if (isAround(s))
        forEachBlock(s.op, [&](const Block &inner) { find(inner); });
  }
  void replace(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      if (const auto parts = found.find(&s); parts != found.end()) {
        llvm::move(parts->second, std::back_inserter(made));
        continue;
      }
      if (isAround(s))
        forEachBlock(s.op, [&](Block &inner) { replace(inner); });
      made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }

  std::vector<Statement> partsOf(const Statement &s) {
    if (const auto *loop = std::get_if<Loop>(&s.op))
      return partsOf(*loop, s);
    if (const auto *reduction = std::get_if<MapReduce>(&s.op))
      return partsOf(*reduction, s);
    return {};
  }

  std::vector<Statement> partsOf(const Loop &loop, const Statement &s) {
    const auto isArray = [&](Value v) { return values.type(v).isArray(); };
    const bool hasNumbers = !llvm::all_of(loop.inits, isArray), isSplit = addsToSeveral(loop.body);
    if (!loop.annotations.areNone() || llvm::none_of(loop.inits, isArray) || (!hasNumbers && !isSplit) ||
        !arraysHaveFreeOrder(loop, values, definitions) || OfNumbers(loop, values).isElsewhere)
      return {};
    Statement numbers{{}, part(loop, false), s.location}, arrays{{}, part(loop, true), s.location};
    ValueMap entry, ofArrays; // of the numbers, where only what they need has them
    for (auto [k, r] : llvm::enumerate(s.results)) {
      (isArray(r) ? arrays : numbers).results.push_back(r);
      (isArray(r) ? ofArrays : entry)[loop.body.parameters[k + 1]] = loop.inits[k];
    }
    llvm::DenseSet<Value> free;
    forEachStatement(loop.body, [&](const Statement &in) {
      if (const auto *inner = std::get_if<Loop>(&in.op); inner && arraysHaveFreeOrder(*inner, values, definitions))
        free.insert(inner->body.parameters[0]);
    });
    Block &body = std::get<Loop>(numbers.op).body;
    if (!AtEntry(values, free).make(body, ofArrays))
      return {};
    std::vector<Statement> parts;
    if (isSplit) {
      Block additions = body;
      substitute(additions, entry);
      additions.parameters.resize(1);
      additions.results.clear();
      parts.push_back({{}, Loop{loop.count, {}, {}, cloneBlock(additions, values), {}}, s.location});
      dropAdditions(std::get<Loop>(arrays.op).body);
    }
    dropAdditions(body);
    body = cloneBlock(body, values);
    substitute(std::get<Loop>(arrays.op).body, entry);
    if (hasNumbers)
      parts.push_back(std::move(numbers));
    parts.push_back(std::move(arrays));
    return parts;
  }

  std::vector<Statement> partsOf(const MapReduce &reduction, const Statement &s) {
    const auto hasBlocks = [](const Statement &in) {
      return std::holds_alternative<Loop>(in.op) || std::holds_alternative<MapReduce>(in.op);
    };
    if (!addsToSeveral(reduction.fn) ||
        llvm::none_of(reduction.fn.statements, hasBlocks)) // others `split_additions` takes
      return {};
    Statement sums = s,
              additions{{}, Map{reduction.count, reduction.arrays, cloneBlock(reduction.fn, values)}, s.location};
    dropAdditions(std::get<MapReduce>(sums.op).fn);
    std::get<Map>(additions.op).fn.results.clear();
    return {std::move(additions), std::move(sums)};
  }

  /// The loop with the arrays, or the numbers, that it carries.
  Loop part(const Loop &loop, bool ofArrays) const {
    Loop result = loop;
    result.inits.clear();
    result.body.parameters.resize(1);
    result.body.results.clear();
    for (auto [k, init] : llvm::enumerate(loop.inits))
      if (values.type(init).isArray() == ofArrays) {
        result.inits.push_back(init);
        result.body.parameters.push_back(loop.body.parameters[k + 1]);
        result.body.results.push_back(loop.body.results[k]);
      }
    return result;
  }
};

} // namespace

Function sumsApart(Function function) {
  SumsApart pass(function);
  return function;
}

} // namespace soac::optimise

// A loop that takes an element of an array, puts zero or something else there and adds to elements that earlier trips
// have taken, as the adjoint of a recurrence in place does, becomes one that takes the elements and one that adds:
//   r = loop n, (a) |j, p| { k = n - 1 - j;  x = p[k];  q = update p[k] = 0;  q[k + 1] += f x;  q[k] += g x;  yield q }
//     ->   b, s = loop n, (a, ..) |j, p, t| { x = p[k];  update t[k] = x;  update p[k] = 0 }
//          r = with_accumulators (b) |q| { loop n |j| { x = s[k];  accumulate q[k + 1] += f x;  accumulate q[k] += g x } }
// No trip adds to an element that a later one takes, so that what is taken is what was there at entry. Iterations of the
// first loop are free, and those of the second one only add.
//
// A thread of a device has its iterations one after the other: there, loops in kernels stay. Indices of 32 bits are taken
// for exact.
#include "analysis/Accesses.h"
#include "analysis/CarriedSums.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <iterator>
#include <optional>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::int64_t fewTrips = 16; ///< for which a row of seeds is not worth it

class SeedsApart {
public:
  SeedsApart(Function &f, bool areKernelsMeant) : values(f.values), definitions(f.body), areKernelsMeant(areKernelsMeant) {
    find(f.body);
    if (!taken.empty())
      insertAround(f.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &) {
        if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
          if (const auto found = taken.find(loop->body.parameters[0]); found != taken.end()) {
            for (const Taken &t : found->second)
              takeInFront(t, *loop, s.location, front);
            addOnly(found->second, s);
          }
      });
  }

private:
  /// y = p[k];  p[k] = y + term, or y - term.
  struct Addition {
    Value before, sum, written, term;
    bool isSubtracted;
  };
  struct Taken {
    std::size_t position; ///< of the array among what the loop carries
    Value seed, without;  ///< what is taken, and the array with something else in its place
    Value replacement;    ///< that; none where it is zero
    bool isBackwards;     ///< later trips take elements that lie in front
    llvm::SmallVector<Addition, 4> additions;
  };

  using AllTaken = llvm::SmallVector<Taken, 2>;

  void find(const Block &b) {
    for (const Statement &s : b.statements) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && mayBeTwo(*loop))
        if (AllTaken all = allTaken(*loop); !all.empty())
          taken[loop->body.parameters[0]] = std::move(all);
      if (areKernelsMeant || std::holds_alternative<Loop>(s.op) || std::holds_alternative<If>(s.op) || std::holds_alternative<WithAccumulators>(s.op))
        forEachBlock(s.op, [&](const Block &inner) { find(inner); });
    }
  }
  /// None where the loop carries anything else that keeps its iterations in order.
  AllTaken allTaken(const Loop &loop) const {
    AllTaken all;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (auto t = takenOf(loop, k))
        all.push_back(std::move(*t));
      else if (values.type(loop.inits[k]).isArray() ? !hasOwnElements(loop, k) : !carriedSum(loop, k, values))
        return {};
    return all;
  }

  bool mayBeTwo(const Loop &loop) const {
    return loop.isCounted() && loop.annotations.areNone() && values.asInt(loop.count).value_or(fewTrips) >= fewTrips &&
           llvm::all_of(loop.body.statements, [](const Statement &s) {
             return isScalar(s) || std::holds_alternative<Index>(s.op) || std::holds_alternative<Update>(s.op);
           });
  }
  static bool isScalar(const Statement &s) {
    const auto *branch = std::get_if<If>(&s.op);
    return std::holds_alternative<Apply>(s.op) || (branch && llvm::all_of(branch->then.statements, isScalar) &&
                                                   llvm::all_of(branch->otherwise.statements, isScalar));
  }

  std::optional<Taken> takenOf(const Loop &loop, std::size_t k) const {
    const Type type = values.type(loop.inits[k]);
    if (!type.isArray())
      return std::nullopt;
    const ArrayAccesses accesses(loop, k, values);
    if (!accesses.isKnown() || accesses.depth() != static_cast<unsigned>(type.rank))
      return std::nullopt;
    const std::vector<Access> &all = accesses.all();
    // The first two accesses are of the element that is taken; then come additions, a read and a write each.
    if (all.size() < 4 || all.size() % 2 != 0 || !isTaken(all[0], all[1], loop, k))
      return std::nullopt;
    const auto own = accesses.distances(all[1], all[1]);
    if (!own || !own->of.contains(&loop.body))
      return std::nullopt;
    bool isBehind = false;
    const Value replacement = std::get<Update>(all[1].statement->op).value;
    Taken result{k, all[0].statement->results[0], all[1].statement->results[0], replacement, isBackwards(all[0].indices, loop), {}};
    if (replacement == values.zero(type.scalar))
      result.replacement = {};
    for (std::size_t at = 2; at < all.size(); at += 2) {
      const auto addition = additionOf(all[at], all[at + 1]);
      if (!addition)
        return std::nullopt;
      result.additions.push_back(*addition);
      const auto apart = accesses.distances(all[at + 1], all[0]);
      if (!apart)
        continue;
      const auto trips = apart->of.find(&loop.body);
      if (trips == apart->of.end() || trips->second > 0)
        return std::nullopt;
      isBehind |= trips->second < 0;
    }
    if (!isBehind)
      return std::nullopt;
    return result;
  }

  /// x = p[k], then p[k] = something else, where the counter says k.
  bool isTaken(const Access &read, const Access &write, const Loop &loop, std::size_t k) const {
    if (read.isWrite || !write.isWrite || !read.statement || !write.statement || read.indices != write.indices ||
        std::get<Update>(write.statement->op).array != loop.body.parameters[k + 1])
      return false;
    return llvm::all_of(read.indices, [&](Value v) { return isOfCounter(v, loop.body); });
  }
  bool isOfCounter(Value v, const Block &body) const {
    if (!definitions.isInside(v, body) || v == body.parameters[0])
      return true;
    const auto *apply = definitions.as<Apply>(v);
    return apply && llvm::all_of(apply->arguments, [&](Value a) { return isOfCounter(a, body); });
  }

  bool isBackwards(const Values &indices, const Loop &loop) const {
    const Polynomials polynomials(values, definitions, [](Scalar s) { return s == Scalar::I32 || s == Scalar::I64; });
    return polynomials.of(indices.back()).in(loop.body.parameters[0]).slope == Polynomial(-1);
  }

  /// y = p[k], then p[k] = y + term, where nothing else uses y and the sum.
  std::optional<Addition> additionOf(const Access &read, const Access &write) const {
    if (read.isWrite || !write.isWrite || !read.statement || !write.statement || read.indices != write.indices)
      return std::nullopt;
    const auto &update = std::get<Update>(write.statement->op);
    const Value before = read.statement->results[0];
    const auto *sum = definitions.as<Apply>(update.value);
    if (!sum || update.array != std::get<Index>(read.statement->op).array || definitions.uses(before) != 1 ||
        definitions.uses(update.value) != 1)
      return std::nullopt;
    Addition result{before, update.value, write.statement->results[0], {}, sum->prim == Prim::Sub};
    if (sum->prim == Prim::Add && llvm::is_contained(sum->arguments, before))
      result.term = sum->arguments[sum->arguments[0] == before];
    else if (sum->prim == Prim::Sub && sum->arguments[0] == before)
      result.term = sum->arguments[1];
    else
      return std::nullopt;
    return result;
  }

  bool hasOwnElements(const Loop &loop, std::size_t k) const {
    const ArrayAccesses accesses(loop, k, values);
    return accesses.isKnown() && llvm::all_of(accesses.all(), [&](const Access &a) {
             return llvm::all_of(accesses.all(), [&](const Access &b) {
               const auto apart = accesses.distances(a, b);
               if (!apart)
                 return true;
               const auto trips = apart->of.find(&loop.body);
               return trips != apart->of.end() && trips->second == 0;
             });
           });
  }

  /// The loop that takes the seeds goes to `front`; the other one reads them from a row.
  void takeInFront(const Taken &t, Loop &loop, SourceLocation location, std::vector<Statement> &front) {
    Builder b(values, front, location);
    const Type ofSeed = values.type(t.seed);
    const Value row =
        b.fill(b.zero(ofSeed.scalar), {b.apply(Prim::Max, {loop.count, b.index(0)})}, values.name(t.seed));
    // The loop up to there, with a zero; what else it carries is as at entry, and nothing needs it.
    Block taking = loop.body;
    taking.statements.erase(llvm::find_if(taking.statements, [&](const Statement &s) { return isOf(s, t.without); }) +
                                1,
                            taking.statements.end());
    std::get<Update>(taking.statements.back().op).value = b.zero(ofSeed.scalar);
    ValueMap entry;
    for (auto [k, init] : llvm::enumerate(loop.inits))
      if (k != t.position)
        entry[taking.parameters[k + 1]] = init;
    const Value array = taking.parameters[t.position + 1], seeds = values.freshLike(row),
                written = values.freshLike(row);
    taking.parameters = {taking.parameters[0], array, seeds};
    const auto place = [&](Value trip, std::vector<Statement> &out) { // of its seed, which lies as the element does
      Builder in(values, out, location);
      return t.isBackwards ? in.sub(in.sub(loop.count, in.index(1)), trip) : trip;
    };
    const Value own = place(taking.parameters[0], taking.statements);
    taking.statements.push_back({{written}, Update{seeds, {own}, t.seed}, location});
    taking.results = {t.without, written};
    const Value rest = values.freshLike(loop.inits[t.position]), all = values.freshLike(row);
    front.push_back({{rest, all},
                     Loop{loop.count, {}, {loop.inits[t.position], row}, cloneBlock(taking, values, entry), {}},
                     location});

    loop.inits[t.position] = rest;
    std::vector<Statement> first;
    const Value at = place(loop.body.parameters[0], first);
    for (Statement &s : loop.body.statements)
      if (isOf(s, t.seed))
        s.op = Index{all, {at}};
    loop.body.statements.insert(loop.body.statements.begin(), std::make_move_iterator(first.begin()),
                                std::make_move_iterator(first.end()));
  }

  /// What is left of the loop, which only adds to the arrays.
  void addOnly(llvm::ArrayRef<Taken> all, Statement &s) {
    Loop loop = std::move(std::get<Loop>(s.op));
    WithAccumulators region;
    struct Term {
      Value accumulator, value;
      bool isSubtracted;
    };
    llvm::DenseMap<Value, Term> terms; // by what the updates make
    llvm::DenseSet<Value> gone;
    Values sums; // the statement's results
    for (const Taken &t : all) {
      Type type = values.type(loop.inits[t.position]);
      type.accumulator = true;
      const Value accumulator = values.fresh(type, values.name(s.results[t.position]));
      region.inits.push_back(loop.inits[t.position]);
      region.body.parameters.push_back(accumulator);
      sums.push_back(s.results[t.position]);
      gone.insert(t.without);
      if (t.replacement)
        terms[t.without] = {accumulator, t.replacement, false};
      for (const Addition &a : t.additions) {
        terms[a.written] = {accumulator, a.term, a.isSubtracted};
        gone.insert(a.before), gone.insert(a.sum);
      }
    }
    Block body{{loop.body.parameters[0]}, {}, {}};
    Builder b(values, body.statements, s.location);
    for (Statement &in : loop.body.statements) {
      const auto found = terms.find(in.results[0]);
      if (found == terms.end()) {
        if (!gone.contains(in.results[0]))
          body.statements.push_back(std::move(in));
        continue;
      }
      const Term &term = found->second;
      b.accumulate(term.accumulator, std::get<Update>(in.op).indices,
                   term.isSubtracted ? b.neg(term.value) : term.value);
    }
    Loop rest{loop.count, {}, {}, std::move(body), {}};
    Statement adding{{}, {}, s.location};
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (llvm::none_of(all, [&](const Taken &t) { return t.position == k; })) {
        rest.inits.push_back(loop.inits[k]);
        rest.body.parameters.push_back(loop.body.parameters[k + 1]);
        rest.body.results.push_back(loop.body.results[k]);
        adding.results.push_back(values.freshLike(s.results[k]));
        sums.push_back(s.results[k]);
      }
    region.body.results = adding.results;
    adding.op = std::move(rest);
    region.body.statements.push_back(std::move(adding));
    s.op = std::move(region);
    s.results = std::move(sums);
  }
  static bool isOf(const Statement &s, Value result) { return llvm::is_contained(s.results, result); }

  ValueTable &values;
  const DefUse definitions;
  const bool areKernelsMeant;
  llvm::DenseMap<Value, AllTaken> taken; ///< by the loop's counter
};

} // namespace

Function takeSeedsApart(Function function) {
  SeedsApart run(function, true);
  return function;
}
Function takeSeedsApartOutside(Function function) {
  SeedsApart run(function, false);
  return function;
}

} // namespace soac::optimise

// Arrays of integers that a loop fills and that are cheaper to compute again than to read.
//
// a = fill(.., count); loop i < count: a[i] = f(i), where f is made of a few integer primitives, the counter and what the
// loop does not change. Then a[j] = f(j) wherever an element is read after the loop, since j is in range. Where all that
// is read are elements, dead code elimination takes the array away: the checkpoints of a loop keep no integer that
// follows from its counter.
#include "optimise/PassList.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostStatements = 8; ///< of f

class Recompute {
public:
  explicit Recompute(Function &f) : values(f.values) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *fill = std::get_if<Fill>(&s.op); fill && fill->extents.size() == 1)
        lengths[s.results[0]] = fill->extents[0];
    });
    block(f.body);
  }

private:
  /// f: its statements, made of the counter `i`.
  struct Formula {
    Value i, result;
    std::vector<Statement> statements;
  };

  void block(Block &b) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner); });
      const auto *loop = std::get_if<Loop>(&b.statements[at].op);
      for (std::size_t k = 0; loop && loop->isCounted() && k < loop->inits.size(); ++k) {
        const Value a = b.statements[at].results[k];
        if (const auto formula = formulaOf(*loop, k); formula && isReadByElements(b, a)) {
          replaceReads(b, a, *formula);
          loop = std::get_if<Loop>(&b.statements[at].op);
        }
      }
    }
  }

  std::optional<Formula> formulaOf(const Loop &loop, std::size_t k) const {
    const Value p = loop.body.parameters[k + 1], next = loop.body.results[k];
    const auto length = lengths.find(loop.inits[k]);
    if (!isInteger(values.type(p).scalar) || values.type(p).rank != 1 || length == lengths.end() ||
        length->second != loop.count)
      return std::nullopt;
    const Update *update = nullptr;
    std::size_t uses = llvm::count(loop.body.results, p);
    forEachStatement(loop.body, [&](const Statement &s) { forEachOperand(s.op, [&](Value v) { uses += v == p; }); });
    for (const Statement &s : loop.body.statements)
      if (const auto *u = std::get_if<Update>(&s.op); u && s.results[0] == next && u->array == p)
        update = u;
    if (!update || uses != 1 || update->indices != Values{loop.body.parameters[0]})
      return std::nullopt;
    Formula formula{loop.body.parameters[0], update->value, {}};
    ValueSet needed;
    needed.insert(update->value);
    for (const Statement &s : llvm::reverse(loop.body.statements)) {
      if (llvm::none_of(s.results, [&](Value r) { return needed.contains(r); }))
        continue;
      const auto *apply = std::get_if<Apply>(&s.op);
      if (!apply || isFloat(apply->type) || formula.statements.size() == mostStatements)
        return std::nullopt;
      for (Value v : apply->arguments)
        if (isFloat(values.type(v).scalar))
          return std::nullopt;
      needed.insert(apply->arguments.begin(), apply->arguments.end());
      formula.statements.push_back(s);
    }
    for (Value other : llvm::drop_begin(loop.body.parameters))
      if (needed.contains(other))
        return std::nullopt;
    std::reverse(formula.statements.begin(), formula.statements.end());
    return formula;
  }

  static bool isReadByElements(const Block &b, Value a) {
    bool isRead = false, isOther = llvm::is_contained(b.results, a);
    forEachStatement(b, [&](const Statement &s) {
      const auto *index = std::get_if<Index>(&s.op);
      forEachOperand(s.op, [&](Value v) { (index && index->array == a ? isRead : isOther) |= v == a; });
      forEachBlock(s.op, [&](const Block &inner) { isOther |= llvm::is_contained(inner.results, a); });
    });
    return isRead && !isOther;
  }

  void replaceReads(Block &b, Value a, const Formula &formula) {
    ValueMap replaced;
    rewrite(b, a, formula, replaced);
    substitute(b, replaced);
  }

  void rewrite(Block &b, Value a, const Formula &formula, ValueMap &replaced) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { rewrite(inner, a, formula, replaced); });
      const auto *index = std::get_if<Index>(&s.op);
      if (!index || index->array != a) {
        out.push_back(std::move(s));
        continue;
      }
      const Value at = index->indices[0];
      Block holder;
      holder.parameters = {formula.i};
      holder.statements = formula.statements;
      holder.results = {formula.result};
      replaced[s.results[0]] = inlineBlock(holder, {replaced.count(at) ? replaced.lookup(at) : at}, values, out)[0];
    }
    b.statements = std::move(out);
  }

  ValueTable &values;
  ValueMap lengths; ///< of arrays of one value
};

} // namespace

Function recompute(Function function) {
  Recompute run(function);
  return function;
}

} // namespace soac::optimise

// Arrays that a kernel makes only to add them to an accumulator: the kernel adds the elements, and no array is made. Rows that
// all iterations of a kernel add at the same place are added by elements, too: these are sums of columns.
//
//   v = map n |i| { f(i) };  accumulate a[k] += v   ->   map n |i| { accumulate a[k, i] += f(i) }
//   map n, (x) |i, row| { accumulate a[] += row }   ->   map n, (x) |i, row| { map m, (row) |j, e| { accumulate a[j] += e } }
//
// On a computer with caches the addition of a whole row is faster; on a device it would be the work of one thread.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class AddElements {
public:
  explicit AddElements(Function &f) : values(f.values), inside(f.body) { block(f.body); }

private:
  ValueTable &values;
  const analysis::DefUse inside; ///< of the function as it is given: of values that stay where they are

  void block(Block &b) {
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    std::vector<Statement> kept;
    for (Statement &s : b.statements) {
      const auto *addition = std::get_if<Accumulate>(&s.op);
      if (addition && intoKernel(*addition, kept))
        continue;
      if (addition && values.type(addition->value).isArray() && isColumnSum(*addition, b))
        byElements(s, kept);
      else
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  /// Do all iterations of a kernel around the block add to the same place?
  bool isColumnSum(const Accumulate &a, const Block &b) const {
    for (const Block *around = &b; around && inside.owner(*around); around = inside.parent(*around)) {
      const auto isMade = [&](Value v) { return inside.isInside(v, *around); };
      if (isKernel(inside.owner(*around)->op) && !isMade(a.accumulator) && llvm::none_of(a.indices, isMade))
        return true;
    }
    return false;
  }
  void byElements(Statement &s, std::vector<Statement> &to) {
    const Accumulate a = std::get<Accumulate>(s.op);
    Builder b(values, to, s.location);
    b.map(b.extent(a.value), {a.value}, [&](Builder &inner, llvm::ArrayRef<Value> p) {
      Values indices = a.indices;
      indices.push_back(p[0]);
      inner.accumulate(a.accumulator, indices, p[1]);
      return Values();
    });
  }

  /// Into the kernel that has made the array, one of the statements before.
  bool intoKernel(const Accumulate &a, std::vector<Statement> &before) {
    if (inside.uses(a.value) != 1)
      return false;
    const auto isMaker = [&](const Statement &s) { return llvm::is_contained(s.results, a.value); };
    const auto maker = llvm::find_if(before, isMaker);
    if (maker == before.end() || !(std::holds_alternative<Map>(maker->op) || std::holds_alternative<MapReduce>(maker->op)))
      return false;
    const std::size_t position = static_cast<std::size_t>(llvm::find(maker->results, a.value) - maker->results.begin());
    if (position < reducedResults(maker->op))
      return false;
    const auto isLater = [&](Value v) {
      return std::any_of(maker, before.end(), [&](const Statement &s) { return llvm::is_contained(s.results, v); });
    };
    if (llvm::any_of(a.indices, isLater))
      return false;
    Block &fn = std::holds_alternative<Map>(maker->op) ? std::get<Map>(maker->op).fn : std::get<MapReduce>(maker->op).fn;
    Accumulate element = a;
    element.indices.push_back(fn.parameters[0]);
    element.value = fn.results[position];
    fn.statements.push_back({{}, std::move(element), maker->location});
    fn.results.erase(fn.results.begin() + static_cast<std::ptrdiff_t>(position));
    maker->results.erase(maker->results.begin() + static_cast<std::ptrdiff_t>(position));
    return true;
  }
};

} // namespace

Function addElements(Function function) {
  AddElements work(function);
  return function;
}

} // namespace soac::optimise

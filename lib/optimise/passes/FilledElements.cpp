// Loops that read elements which only a fill has written: in a loop whose iterations may run in any order, every element of the
// array that it begins with.
//
//   a = fill 0, [n];  b = loop n, (a) |i, p| { x = index p[i];  y = x + f(i);  p[i] = y }   ->   .. y = 0 + f(i) ..
//
// The first sum in an adjoint array is stored then, not added to zeros, and no zeros are needed where it covers the array.
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

namespace soac::optimise {
namespace {

using namespace ir;

class FilledElements {
public:
  explicit FilledElements(Function &f) : values(f.values), definitions(f.body) { block(f.body); }

private:
  ValueTable &values;
  const analysis::DefUse definitions;

  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        readFill(*loop);
    }
  }

  void readFill(Loop &loop) {
    llvm::DenseMap<Value, Value> filled; // by the array that an iteration begins with
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (const auto *fill = definitions.as<Fill>(loop.inits[k]); fill && values.type(fill->value).isScalar())
        filled[loop.body.parameters[k + 1]] = fill->value;
    if (filled.empty() || !orderFree(loop, values, &definitions))
      return;
    ValueMap same;
    replaceReads(loop.body, filled, same);
    if (!same.empty())
      substitute(loop.body, same);
  }

  void replaceReads(Block &b, const llvm::DenseMap<Value, Value> &filled, ValueMap &same) {
    llvm::erase_if(b.statements, [&](Statement &s) {
      const auto *read = std::get_if<Index>(&s.op);
      const auto found = read ? filled.find(read->array) : filled.end();
      if (found != filled.end() && values.type(s.results[0]).isScalar()) {
        same[s.results[0]] = found->second;
        return true;
      }
      forEachBlock(s.op, [&](Block &inner) { replaceReads(inner, filled, same); });
      return false;
    });
  }
};

} // namespace

Function readFilled(Function function) {
  FilledElements run(function);
  return function;
}

} // namespace soac::optimise

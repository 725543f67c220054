#include "analysis/CountedLoops.h"

#include "analysis/CountedForm.h"
#include "analysis/Shapes.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using ir::Value;

namespace {

class CountedLoops {
public:
  CountedLoops(ir::ValueTable &values, Shapes shapes) : values(values), shapes(std::move(shapes)) {}

  void block(ir::Block &b) {
    std::vector<ir::Statement> kept;
    kept.reserve(b.statements.size());
    for (ir::Statement &s : b.statements) {
      ir::forEachOperand(s.op, [&](Value &v) { v = current(v); });
      ir::forEachBlock(s.op, [&](ir::Block &inner) { block(inner); });
      if (auto *loop = std::get_if<ir::Loop>(&s.op); loop && !loop->isCounted() && !loop->annotations.bound)
        count(*loop, s.results, kept, s.location);
      note(s);
      kept.push_back(std::move(s));
    }
    for (Value &r : b.results)
      r = current(r);
    b.statements = std::move(kept);
  }

private:
  void count(ir::Loop &loop, ir::Values &results, std::vector<ir::Statement> &front, ir::SourceLocation location) {
    ir::Builder builder(values, front, location);
    llvm::SmallVector<unsigned, 2> reshaped;
    for (auto [i, init] : llvm::enumerate(loop.inits))
      if (!shapes.sameShape(init, loop.body.parameters[i]))
        reshaped.push_back(static_cast<unsigned>(i));
    const auto defined = [&](Value v) -> const ir::Apply * {
      const auto found = integers.find(v);
      return found == integers.end() ? nullptr : &found->second;
    };
    const auto shapeRoot = [&](Value array) { return sameShaped(array, loop); };
    const std::size_t mark = front.size();
    const auto finals = toCountedForm(builder, loop, {defined, shapeRoot, reshaped});
    for (const ir::Statement &s : llvm::drop_begin(front, mark))
      note(s);
    if (!finals)
      return;
    ir::Values still;
    for (auto [result, final] : llvm::zip_equal(results, *finals)) {
      if (final)
        replaced[result] = final;
      else
        still.push_back(result);
    }
    results = std::move(still);
  }

  /// A carried array of the loop, or an array in front of it, that has the shape of `array`; else `array`.
  Value sameShaped(Value array, const ir::Loop &loop) {
    const auto isAlike = [&](Value v) {
      return values.type(v).rank == values.type(array).rank && shapes.sameShape(v, array);
    };
    if (const auto found = llvm::find_if(loop.body.parameters, isAlike); found != loop.body.parameters.end())
      return *found;
    const ir::ValueSet outside = ir::freeVariables(ir::Op(loop), values);
    const auto found = llvm::find_if(outside, isAlike);
    return found == outside.end() ? array : *found;
  }

  Value current(Value v) const {
    const auto found = replaced.find(v);
    return found == replaced.end() ? v : found->second;
  }

  void note(const ir::Statement &s) {
    if (const auto *apply = std::get_if<ir::Apply>(&s.op); apply && ir::isInteger(apply->type))
      integers.try_emplace(s.results[0], *apply);
  }

  ir::ValueTable &values;
  Shapes shapes;
  ir::ValueMap replaced; ///< results of loops -> their closed forms
  llvm::DenseMap<Value, ir::Apply> integers;
};

} // namespace

ir::Function countLoops(ir::Function function) {
  CountedLoops(function.values, Shapes(function)).block(function.body);
  return function;
}

void countLoops(ir::Block &block, ir::ValueTable &values) {
  CountedLoops(values, Shapes(values, block)).block(block);
}

} // namespace soac::analysis

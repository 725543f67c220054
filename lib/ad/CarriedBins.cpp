// The rules of reduce_by_index for operators other than plus go over all bins. Where a loop carries the bins and the keys
// are fewer, an adjoint whose work is proportional to the updates and not to the array [SC22 §5.3] needs another rule: that
// of the loop that updates bin after bin. So before differentiation
//   r = reduce_by_index(dest, keys, ..)  becomes  r = count < bins ? the loop : reduce_by_index(dest, keys, ..)
#include "ad/CarriedBins.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "ops/rules/Operators.h"

namespace soac::ad {
namespace {

class Rewrite {
public:
  explicit Rewrite(ir::ValueTable &values) : values(values) {}

  void block(ir::Block &block) {
    std::vector<ir::Statement> out;
    out.reserve(block.statements.size());
    for (ir::Statement &statement : block.statements) {
      this->statement(statement, out);
      out.push_back(std::move(statement));
    }
    block.statements = std::move(out);
  }

private:
  // Appends the statements that must precede `s` to `out`.
  void statement(ir::Statement &s, std::vector<ir::Statement> &out) {
    if (auto *loop = std::get_if<ir::Loop>(&s.op)) {
      for (ir::Value p : loop->body.parameters)
        if (values.type(p).isArray())
          carried.insert(p);
      block(loop->body);
      for (std::size_t k = 0; k < loop->inits.size(); ++k)
        follow(loop->inits[k], s.results[k]);
    } else if (auto *branch = std::get_if<ir::If>(&s.op)) {
      block(branch->then);
      block(branch->otherwise);
      for (std::size_t k = 0; k < s.results.size(); ++k) {
        follow(branch->then.results[k], s.results[k]);
        follow(branch->otherwise.results[k], s.results[k]);
      }
    } else if (auto *update = std::get_if<ir::Update>(&s.op)) {
      follow(update->array, s.results[0]);
    } else if (auto *scatter = std::get_if<ir::Scatter>(&s.op)) {
      follow(scatter->dest, s.results[0]);
    } else if (auto *bins = std::get_if<ir::ReduceByIndex>(&s.op)) {
      for (std::size_t k = 0; k < s.results.size(); ++k)
        follow(bins->dests[k], s.results[k]);
      if (llvm::any_of(bins->dests, [&](ir::Value dest) { return carried.contains(dest); }) && !isPlus(*bins)) {
        ir::Builder b(values, out, s.location);
        s.op = byCount(*bins, b);
      }
    } else {
      // Arrays that outer loops carry do not count inside an operator; the loops in it begin anew.
      ir::forEachBlock(s.op, [&](ir::Block &inner) { Rewrite(values).block(inner); });
    }
  }

  void follow(ir::Value from, ir::Value to) {
    if (carried.contains(from))
      carried.insert(to);
  }

  static bool isPlus(const ir::ReduceByIndex &op) { return ops::primitiveOperator(op.op) == prims::Prim::Add; }

  ir::If byCount(const ir::ReduceByIndex &op, ir::Builder &b) {
    ir::If split{b.lessThan(op.count, b.extent(op.dests[0])), {}, {}};
    split.then = b.block({}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value>) { return in.emit(ops::asLoop(op, in)); });
    split.otherwise = b.block({}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value>) {
      ir::ReduceByIndex whole = op;
      whole.op = ir::cloneBlock(op.op, values);
      return in.emit(std::move(whole));
    });
    return split;
  }

  ir::ValueTable &values;
  ir::ValueSet carried;
};

} // namespace

void splitCarriedBins(ir::Block &block, ir::ValueTable &values) { Rewrite(values).block(block); }

} // namespace soac::ad

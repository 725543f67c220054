// A scatter overwrites as many elements as it has indices. Where a loop carries the array, what it overwrites is logged
// update by update (ops/UndoLog.h), so that the adjoint's work stays proportional to the updates and not to the array
// [SC22 §5.3]. So before differentiation such a scatter becomes a loop of updates.
#include "ad/Scatters.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

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
  // What goes before the statement is appended to `out`.
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
      if (carried.contains(scatter->dest)) {
        ir::Builder b(values, out, s.location);
        s.op = asLoop(ir::Scatter(*scatter), b);
      }
    } else {
      // What an operator works on is its own; the loops inside begin anew.
      ir::forEachBlock(s.op, [&](ir::Block &inner) { Rewrite(values).block(inner); });
    }
  }

  void follow(ir::Value from, ir::Value to) {
    if (carried.contains(from))
      carried.insert(to);
  }

  ir::Loop asLoop(const ir::Scatter &scatter, ir::Builder &b) {
    const ir::Value n = b.extent(scatter.dest);
    ir::Loop loop{b.extent(scatter.indices), {}, {scatter.dest}, {}, {}};
    loop.body = b.block({ir::indexType, b.type(scatter.dest)}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
      const ir::Value k = in.read(scatter.indices, {p[0]});
      const ir::Value isInside =
          in.apply(prims::Prim::And, {in.apply(prims::Prim::Ge, {k, in.index(0)}), in.lessThan(k, n)});
      return in.ifElse(
          isInside,
          [&](ir::Builder &then) -> ir::Values {
            return {then.update(p[1], {k}, then.read(scatter.values, {p[0]}))};
          },
          [&](ir::Builder &) -> ir::Values { return {p[1]}; });
    });
    return loop;
  }

  ir::ValueTable &values;
  ir::ValueSet carried;
};

} // namespace

void unrollScatters(ir::Block &block, ir::ValueTable &values) { Rewrite(values).block(block); }

} // namespace soac::ad

// Rows that a loop writes whole into an array of which it writes elements, too, become their elements:
//   loop n, (a) |i, x| { b = update x[i + 1] = x[i];  loop m, (b) |j, y| { .. y[i + 1, j] = .. } }
//   ->   loop n, (a) |i, x| { b = loop m, (x) |j, z| { z[i + 1, j] = z[i, j] };  loop m, (b) |j, y| { .. y[i + 1, j] =
//   .. } }
// All updates of the array have as many indices then: an adjoint needs no copy of it for each trip, but a log, or
// nothing where the elements are final. A row of the array itself is read as it is being changed, where its indices say
// that it is another one.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "analysis/Polynomial.h"
#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

/// The updates on the way from an array to what a loop makes of it.
class Updates {
public:
  Updates(const Block &block, Value source, Value result) { look(block, source, result); }

  bool areKnown = true;
  std::size_t most = 0;   ///< indices of one
  std::vector<Value> all; ///< their results
  std::vector<std::size_t> depths;

private:
  void look(const Block &block, Value source, Value result) {
    const auto links = analysis::updateChain(source, result, block);
    areKnown &= links.has_value();
    if (areKnown)
      for (const analysis::UpdateLink &link : *links)
        look(block.statements[link.statement], link.position);
  }
  void look(const Statement &s, std::size_t k) {
    if (const auto *update = std::get_if<Update>(&s.op)) {
      all.push_back(s.results[0]);
      depths.push_back(update->indices.size());
      most = std::max(most, update->indices.size());
    } else if (const auto *loop = std::get_if<Loop>(&s.op)) {
      look(loop->body, loop->body.parameters[k + loop->isCounted()], loop->body.results[k]);
    } else if (const auto *branch = std::get_if<If>(&s.op)) {
      const Value source = analysis::inPlaceSource(branch->then.results[k], branch->then);
      look(branch->then, source, branch->then.results[k]);
      look(branch->otherwise, source, branch->otherwise.results[k]);
    } else {
      areKnown = false;
    }
  }
};

class RowElements {
public:
  explicit RowElements(Function &f) : values(f.values) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *loop = std::get_if<Loop>(&s.op))
        find(*loop);
    });
    if (depths.empty())
      return;
    analysis::Shapes shapes(f);
    definitions.emplace(f.body);
    polynomials.emplace(values, *definitions, [](Scalar s) { return s == Scalar::I64; });
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *update = std::get_if<Update>(&s.op); update && depths.contains(s.results[0]))
        look(*update, s.results[0], shapes);
    });
    write(f.body);
  }

private:
  void find(const Loop &loop) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      if (values.type(loop.inits[k]).rank < 2)
        continue;
      const Updates updates(loop.body, loop.body.parameters[k + loop.isCounted()], loop.body.results[k]);
      if (updates.areKnown)
        for (auto [result, depth] : llvm::zip_equal(updates.all, updates.depths))
          if (depth < updates.most)
            depths[result] = std::max(depths.lookup(result), updates.most);
    }
  }

  // Before any statement moves.
  void look(const Update &update, Value result, analysis::Shapes &shapes) {
    const auto *read = definitions->as<Index>(update.value);
    if (read && read->array == update.array && isElsewhere(read->indices, update.indices))
      reads.try_emplace(result, *read);
    const auto first = static_cast<unsigned>(update.indices.size());
    bool isSame = true;
    for (unsigned d = 0; d < values.type(update.value).rank; ++d)
      isSame &= shapes.of(update.value, d) == shapes.of(update.array, first + d);
    if (isSame)
      haveShape.insert(result);
  }
  bool isElsewhere(const Values &a, const Values &b) const {
    return llvm::any_of(llvm::zip(a, b), [&](const auto &pair) {
      const Polynomial distance = polynomials->of(std::get<0>(pair)) - polynomials->of(std::get<1>(pair));
      return distance.isConstant() && distance.constant() != 0;
    });
  }

  void write(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { write(inner); });
      if (const auto *update = std::get_if<Update>(&s.op); update && depths.contains(s.results[0]))
        write(*update, s.results[0], s.location, kept);
      else
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }
  void write(const Update &update, Value result, SourceLocation location, std::vector<Statement> &out) {
    Builder b(values, out, location);
    const auto first = static_cast<unsigned>(update.indices.size());
    Values extents;
    for (unsigned d = 0; d < values.type(update.value).rank; ++d) {
      extents.push_back(b.extent(update.array, first + d));
      if (!haveShape.contains(result))
        b.check(b.equal(b.extent(update.value, d), extents.back()),
                "the new value of a part of an array has another shape");
    }
    const auto read = reads.find(result);
    const std::function<Value(Builder &, Value, Values)> elements = [&](Builder &in, Value array, Values own) -> Value {
      if (first + own.size() < depths.lookup(result))
        return in.loop(extents[own.size()], {array}, [&](Builder &inner, llvm::ArrayRef<Value> p) -> Values {
          Values deeper = own;
          deeper.push_back(p[0]);
          return {elements(inner, p[1], deeper)};
        })[0];
      Values from = read == reads.end() ? Values() : read->second.indices, to = update.indices;
      from.append(own);
      to.append(own);
      return in.update(array, to, in.read(read == reads.end() ? update.value : array, from));
    };
    elements(b, update.array, {});
    out.back().results[0] = result;
  }

  ValueTable &values;
  llvm::DenseMap<Value, std::size_t> depths; ///< of updates of rows: how many indices they shall have
  llvm::DenseMap<Value, Index> reads;        ///< likewise: the row of the same array that they read
  ValueSet haveShape;                        ///< likewise: the row is as long as its place, in every case
  std::optional<analysis::DefUse> definitions;
  std::optional<analysis::Polynomials> polynomials;
};

} // namespace

Function writeRowElements(Function function) {
  RowElements run(function);
  return function;
}

} // namespace soac::optimise

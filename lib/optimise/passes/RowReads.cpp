// Rows and parts of an array that are read whole in front of a loop which changes the array are copied element by
// element, where an adjoint is to be made:
//
//   loop n, (a) |k, p| { row = index p[k];  q = loop .., (p) |i, r| { .. r[i, j] -= f * row[j] .. }  yield q }
//   ->   loop n, (a) |k, p| { row = loop m, (zeros) |j, s| { s[j] = p[k, j] };  q = loop .. }
//
// A copy is made in either form. Of elements it is known which of them are overwritten later: where they are not, or
// few numbers of them are needed, the loop has no log (analysis/FinalElements.h, ad/PartLogs.h).
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class RowReads {
public:
  explicit RowReads(Function &f) : values(f.values) { inAdjoints(f.body); }

private:
  void inAdjoints(Block &b) {
    for (Statement &s : b.statements) {
      if (auto *op = std::get_if<Differentiate>(&s.op); op && op->mode == Mode::Adjoint)
        inLoops(op->fn, false);
      forEachBlock(s.op, [&](Block &inner) { inAdjoints(inner); });
    }
  }
  void inLoops(Block &b, bool isInLoop) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      Statement &s = b.statements[at];
      forEachBlock(s.op, [&](Block &inner) { inLoops(inner, isInLoop || std::holds_alternative<Loop>(s.op)); });
      const Value array = isInLoop ? readWhole(s) : Value();
      if (array && isReadWhileItChanges(s.results[0], array, llvm::ArrayRef(b.statements).drop_front(at + 1)))
        copy(s, out);
      else
        out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }

  /// The array of which the statement reads a row, or a part, of numbers.
  Value readWhole(const Statement &s) const {
    if (s.results.size() != 1 || values.type(s.results[0]).rank != 1 || !values.type(s.results[0]).isDifferentiable())
      return {};
    if (const auto *read = std::get_if<Index>(&s.op))
      return read->array;
    const auto *slice = std::get_if<Slice>(&s.op);
    return slice && values.type(slice->array).rank == 1 ? slice->array : Value();
  }
  /// Is there a loop that carries the array, and reads the row?
  static bool isReadWhileItChanges(Value row, Value array, llvm::ArrayRef<Statement> behind) {
    return llvm::any_of(behind, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      return loop && llvm::is_contained(loop->inits, array) && countUses(row, loop->body) > 0;
    });
  }

  void copy(Statement &s, std::vector<Statement> &out) {
    Builder b(values, out, s.location);
    const auto *read = std::get_if<Index>(&s.op);
    const auto *slice = std::get_if<Slice>(&s.op);
    const Value count = read ? b.extent(read->array, static_cast<unsigned>(read->indices.size()))
                             : b.apply(Prim::Max, {slice->count, b.index(0)});
    const Value zeros = b.fill(b.zero(values.type(s.results[0]).scalar), {count}, values.name(s.results[0]));
    b.loop(count, {zeros}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      Values at = read ? read->indices : Values();
      at.push_back(read ? p[0] : in.add(slice->start, in.mul(p[0], in.index(slice->step))));
      return {in.update(p[1], {p[0]}, in.read(read ? read->array : slice->array, at))};
    });
    out.back().results = s.results;
  }

  ValueTable &values;
};

} // namespace

Function readRowElements(Function function) {
  RowReads run(function);
  return function;
}

} // namespace soac::optimise

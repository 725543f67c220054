// With p[i] = start op a[first] op .. op a[i] and s[i] = a[i] op .. op a[last], the result is r = p[i] op s[i+1], so the
// adjoint of p[i] is q[i] = the adjoint of x -> x op s[i+1] at p[i] (r's own for the last), and one more application of the
// operator's adjoint, at (p[i-1], a[i]) with seed q[i], gives the adjoints of a[i] and of the operator's free
// variables [SC22 §5.1]. p[first-1] is the start of the segment: its neutral element, or a value with an adjoint of its own.
// Every segment is differentiated by itself [DPP24].
#include "ops/rules/Segments.h"

#include "ops/rules/OperatorAdjoint.h"
#include "ops/rules/Operators.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

class ElementAdjoints {
public:
  ElementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments, Adjoints &adjoints)
      : step(op, active, adjoints), segments(segments), adjoints(adjoints) {}

  ir::Values run() {
    ir::Values all = adjoints.withAccumulators(step.free.arrays, [&] {
      ir::Map back{segments.count, {}, {}};
      back.fn = adjoints.nested({ir::indexType}, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return at(p[0]); });
      return adjoints.builder().emit(std::move(back));
    });
    for (ir::Value v : llvm::reverse(step.free.scalars))
      adjoints.add(v, adjoints.builder().reduceAdd(all.pop_back_val()));
    return all;
  }

private:
  // The adjoints of element i and of the start value, then the contributions to the free scalars.
  ir::Values at(ir::Value i) {
    ir::Builder &b = adjoints.builder();
    const ir::Value hasAfter = segments.hasAfter(b, i);
    ir::Block inner = adjoints.nested({}, {}, {}, [&](llvm::ArrayRef<ir::Value>) { return ofPrefix(i); });
    ir::Block last = adjoints.nested({}, {}, {}, [&](llvm::ArrayRef<ir::Value>) {
      return segments.seeds(adjoints.builder(), i);
    });
    const ir::Values q = b.emit(ir::If{hasAfter, std::move(inner), std::move(last)});
    const ir::Value hasBefore = segments.hasBefore(b, i);
    ir::Block later = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) { return ofLater(i, q); });
    ir::Block first = adjoints.nested({}, step.free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
      ir::Builder &in = adjoints.builder();
      return step.atStart(segments.starts(in, i), elementsAt(segments.elements, i, in), segments.startsActive, q);
    });
    return b.emit(ir::If{hasBefore, std::move(later), std::move(first)});
  }

  ir::Values ofPrefix(ir::Value i) {
    ir::Builder &b = adjoints.builder();
    return step.at(elementsAt(segments.prefixes, i, b), segments.after(b, i), step.active, step.none,
                   step.seeds(segments.seeds(b, i)), /*reachFree=*/false);
  }

  ir::Values ofLater(ir::Value i, llvm::ArrayRef<ir::Value> q) {
    ir::Builder &b = adjoints.builder();
    ir::Values given = step.at(elementsAt(segments.prefixes, b.sub(i, b.index(1)), b), elementsAt(segments.elements, i, b), step.none,
                               step.active, step.seeds(q));
    for (auto [array, isActive] : llvm::zip_equal(segments.elements, segments.startsActive))
      if (isActive)
        given.push_back(b.zero(b.type(array).scalar));
    return given;
  }

  const OperatorAdjoint step;
  const Segments &segments;
  Adjoints &adjoints;
};

} // namespace

ir::Values elementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments,
                           Adjoints &adjoints) {
  return ElementAdjoints(op, active, segments, adjoints).run();
}

} // namespace soac::ops

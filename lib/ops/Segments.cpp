// With p[i] = a[first] op .. op a[i] and s[i] = a[i] op .. op a[last], the result is r = p[i] op s[i+1], so the adjoint
// of p[i] is q[i] = the adjoint of x -> x op s[i+1] at p[i] (r's own for the last), and one more application of the
// operator's adjoint, at (p[i-1], a[i]) with seed q[i], gives those of a[i] and of the operator's free variables; that of
// the first element is q itself [SC22 §5.1]. Every segment does so by itself [DPP24]. A segment that starts with a value
// of its own has that for p[first-1].
#include "ops/Segments.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::ops {
namespace {

class ElementAdjoints {
public:
  ElementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments, Adjoints &adjoints)
      : op(op), active(active), segments(segments), adjoints(adjoints), free(adjoints.activeFree({&op})),
        none(active.size(), false) {}

  ir::Values run() {
    ir::Values all = adjoints.withAccumulators(free.arrays, [&] {
      ir::Map back{segments.count, {}, {}};
      back.fn = adjoints.nested({ir::indexType}, {}, {}, [&](llvm::ArrayRef<ir::Value> p) { return at(p[0]); });
      return adjoints.builder().emit(std::move(back));
    });
    for (ir::Value v : llvm::reverse(free.scalars))
      adjoints.add(v, adjoints.builder().reduceAdd(all.pop_back_val()));
    return all;
  }

private:
  // The adjoints of element i, then what the free scalars receive.
  ir::Values at(ir::Value i) {
    ir::Builder &b = adjoints.builder();
    const ir::Value hasAfter = segments.hasAfter(b, i);
    ir::Block inner = adjoints.nested({}, {}, {}, [&](llvm::ArrayRef<ir::Value>) { return ofPrefix(i); });
    ir::Block last = adjoints.nested({}, {}, {}, [&](llvm::ArrayRef<ir::Value>) {
      return segments.seeds(adjoints.builder(), i);
    });
    const ir::Values q = b.emit(ir::If{hasAfter, std::move(inner), std::move(last)});
    const ir::Value hasBefore = segments.hasBefore(b, i);
    if (segments.starts)
      return b.inlineBlock(adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) {
        return ofBoth(i, hasBefore, q);
      }), {});
    ir::Block step = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) { return ofElement(i, q); });
    ir::Block first = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) { return q; });
    return b.emit(ir::If{hasBefore, std::move(step), std::move(first)});
  }

  ir::Values ofPrefix(ir::Value i) {
    ir::Builder &b = adjoints.builder();
    ir::Values arguments = read(segments.prefixes, i, b);
    arguments.append(read(segments.suffixes, b.add(i, b.index(1)), b));
    return operands(arguments, active, none, segments.seeds(b, i), /*reachFree=*/false);
  }

  ir::Values ofElement(ir::Value i, llvm::ArrayRef<ir::Value> q) {
    ir::Builder &b = adjoints.builder();
    ir::Values arguments = read(segments.prefixes, b.sub(i, b.index(1)), b);
    arguments.append(read(segments.elements, i, b));
    return operands(arguments, none, active, q, /*reachFree=*/true);
  }

  // The adjoints of element i and of what stands before it.
  ir::Values ofBoth(ir::Value i, ir::Value hasBefore, llvm::ArrayRef<ir::Value> q) {
    ir::Builder &b = adjoints.builder();
    ir::Values arguments = b.ifElse(
        hasBefore, [&](ir::Builder &in) { return read(segments.prefixes, in.sub(i, in.index(1)), in); },
        [&](ir::Builder &in) { return segments.starts(in, i); });
    arguments.append(read(segments.elements, i, b));
    ir::Values both = operands(arguments, active, active, q, /*reachFree=*/true);
    std::rotate(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(q.size()), both.end());
    return both;
  }

  static ir::Values read(llvm::ArrayRef<ir::Value> arrays, ir::Value i, ir::Builder &b) {
    ir::Values values;
    for (ir::Value array : arrays)
      values.push_back(b.read(array, {i}));
    return values;
  }

  // The adjoints of the operator's operands: of the components flagged in `first` and then those in `second`.
  ir::Values operands(llvm::ArrayRef<ir::Value> arguments, llvm::ArrayRef<bool> first, llvm::ArrayRef<bool> second,
                      llvm::ArrayRef<ir::Value> seeds, bool reachFree) {
    llvm::SmallVector<bool, 8> flags(first);
    flags.append(second.begin(), second.end());
    llvm::SmallVector<Adjoints::Seed, 4> ofResults;
    for (bool isActive : active) {
      ofResults.push_back(isActive ? Adjoints::Seed(seeds.front()) : Adjoints::Seed());
      seeds = seeds.drop_front(isActive ? 1 : 0);
    }
    adjoints.sweep(op, arguments, flags, ofResults, reachFree);
    ir::Values results;
    for (auto [argument, isWanted] : llvm::zip_equal(arguments, flags))
      if (isWanted)
        results.push_back(adjoints.of(argument));
    return results;
  }

  const ir::Block &op;
  const llvm::ArrayRef<bool> active;
  const Segments &segments;
  Adjoints &adjoints;
  const FreeVariables free;
  const llvm::SmallVector<bool, 4> none;
};

} // namespace

ir::Values elementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments,
                           Adjoints &adjoints) {
  return ElementAdjoints(op, active, segments, adjoints).run();
}

} // namespace soac::ops

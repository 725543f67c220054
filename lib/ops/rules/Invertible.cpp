// An element x receives the adjoint of x -> x op others, where `others` is the operator's result on all elements but x:
// inverse(total, x) where the total is regular. Where it is not (a product that is zero), `others` is the elements
// before x combined with those after x. This has the right derivatives of every order; a rule that counts the zeros
// would lose the derivatives of `others` by its elements.
#include "ops/rules/Invertible.h"

#include "ir/Walk.h"
#include "ops/rules/Bins.h"
#include "ops/rules/Expression.h"
#include "ops/rules/Operators.h"
#include "prims/Contributions.h"

#include <llvm/ADT/STLExtras.h>

#include <array>

namespace soac::ops {

struct Invertible {
  prims::Prim prim;
  double neutral;
  Expression (*isRegular)(const Expression &total); ///< then inverse(total, x) op x is the total
  Expression (*inverse)(const Expression &total, const Expression &x);
};

namespace {

const std::array rows = {
    Invertible{prims::Prim::Mul, 1.0, [](const Expression &total) { return total != 0.0; },
               [](const Expression &total, const Expression &x) { return total / x; }},
};

ir::Value contributionOfElement(const Invertible &op, ir::Value x, ir::Value others, ir::Value d, ir::Builder &b) {
  const std::array<Expression, 2> arguments = {Expression(b, x), Expression(b, others)};
  return prims::contribution<Expression>(op.prim, 0, arguments, Expression(b, x), Expression(b, d))
      ->value(b, b.type(d).scalar);
}

ir::Value regular(const Invertible &op, ir::Value total, ir::Builder &b) {
  return op.isRegular(Expression(b, total)).value(b, ir::Scalar::Bool);
}

ir::Value byInverse(const Invertible &op, ir::Value x, ir::Value total, ir::Value d, ir::Builder &b) {
  const ir::Value others = op.inverse(Expression(b, total), Expression(b, x)).value(b, b.type(x).scalar);
  return contributionOfElement(op, x, others, d, b);
}

ir::Block operatorOf(const Invertible &op, ir::Type type, ir::Builder &b) {
  return b.block({type, type}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.apply(op.prim, {p[0], p[1]})};
  });
}

ir::Value neutralOf(const Invertible &op, ir::Value elements, ir::Builder &b) {
  return b.values.constantFloat(b.type(elements).scalar, op.neutral);
}

/// Elements in segments that begin and end where the flags hold.
struct Segmented {
  ir::Value begins, ends, elements;
  ir::Value before, after; ///< running results up to i from the left and from the right
};

/// The adjoints of the elements. `seed(b, i)` is the adjoint of the result of i's segment, `start(b, i)` its start
/// value.
using At = llvm::function_ref<ir::Value(ir::Builder &, ir::Value i)>;
ir::Value bySegments(const Invertible &op, const Segmented &s, At seed, At start, ir::Builder &b) {
  return b.map(b.extent(s.elements), {s.begins, s.ends, s.elements},
               [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
                 const auto neighbour = [&](ir::Value isBorder, ir::Value combined, std::int64_t step, At otherwise) {
                   return in.ifElse(
                       isBorder, [&](ir::Builder &inner) -> ir::Values { return {otherwise(inner, p[0])}; },
                       [&](ir::Builder &inner) -> ir::Values {
                         return {inner.read(combined, {inner.add(p[0], inner.index(step))})};
                       })[0];
                 };
                 const auto nothing = [&](ir::Builder &inner, ir::Value) { return neutralOf(op, s.elements, inner); };
                 const ir::Value before = neighbour(p[1], s.before, -1, start);
                 const ir::Value others = in.apply(op.prim, {before, neighbour(p[2], s.after, 1, nothing)});
                 return {contributionOfElement(op, p[3], others, seed(in, p[0]), in)};
               })[0];
}

ir::Value anyIrregular(const Invertible &op, ir::Value totals, ir::Builder &b) {
  const ir::Value all = flattened(totals, b);
  const ir::Value irregular = b.map(b.extent(all), {all}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.apply(prims::Prim::Not, {regular(op, p[1], in)})};
  })[0];
  ir::Reduce any{b.extent(all), {irregular}, {b.values.constantBool(false)}, {}};
  any.op = b.block({ir::boolType, ir::boolType}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.apply(prims::Prim::Or, {p[0], p[1]})};
  });
  return b.emit1(std::move(any));
}

// Bins of scalars by segments: the adjoints of dest and of the values.
ir::Values irregularBins(const Invertible &op, const SortedBins &sorted, ir::Value dest, ir::Value values, ir::Value d,
                         ir::Builder &b) {
  const ir::Value bins = b.extent(dest), elements = sorted.sorted(values, b), neutral = neutralOf(op, values, b);
  const ir::Block combine = operatorOf(op, b.type(elements).element(), b);
  const ir::Values started = sorted.withStarts(combine, {dest}, {elements}, b);
  const Segmented segments{sorted.begins, sorted.ends, elements,
                           segmentedScan(combine, {neutral}, sorted.begins, started, b)[0],
                           segmentedSuffixes(combine, {neutral}, sorted.ends, {elements}, b)[0]};
  const auto ofBin = [&](ir::Value array) {
    return [&, array](ir::Builder &each, ir::Value i) { return each.read(array, {each.read(sorted.keys, {i})}); };
  };
  const ir::Value given = bySegments(op, segments, ofBin(d), ofBin(dest), b);
  const ir::Value ofValues = sorted.scatterFirsts(b.fill(neutral, {bins}), segments.after, b);
  const ir::Value toDest =
      b.map(bins, {dest, ofValues, d}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {contributionOfElement(op, p[1], p[2], p[3], each)};
      })[0];
  return {toDest, sorted.unsorted(given, b)};
}

// Bins of rows: the same for every column.
ir::Values irregularRows(const Invertible &op, const SortedBins &sorted, ir::Value dest, ir::Value values, ir::Value d,
                         ir::Value width, ir::Builder &b) {
  const auto exchanged = [&](ir::Value array) { return b.emit1(ir::Rearrange{array, {1, 0}}); };
  ir::Values columns;
  for (ir::Value array : {dest, values, d})
    columns.push_back(exchanged(b.emit1(ir::Reshape{array, {b.extent(array), width}})));
  ir::Values given = b.map(width, columns, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return irregularBins(op, sorted, p[1], p[2], p[3], in);
  });
  for (auto [array, like] : llvm::zip_equal(given, std::array{dest, values}))
    array = b.emit1(ir::Reshape{exchanged(array), b.extents(like)});
  return given;
}

} // namespace

const Invertible *invertible(std::optional<prims::Prim> prim) {
  const auto *const row = llvm::find_if(rows, [&](const Invertible &r) { return r.prim == prim; });
  return row == rows.end() ? nullptr : row;
}

ir::Value ofElements(const Invertible &op, ir::Value start, ir::Value elements, ir::Value total, ir::Value d,
                     ir::Builder &b) {
  return b.ifElse(
      regular(op, total, b),
      [&](ir::Builder &in) -> ir::Values {
        return in.map(in.extent(elements), {elements}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
          return {byInverse(op, p[1], total, d, each)};
        });
      },
      [&](ir::Builder &in) -> ir::Values {
        const ir::Value n = in.extent(elements), last = in.sub(n, in.index(1));
        const ir::Values borders = in.map(n, {}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
          return {each.equal(p[0], each.index(0)), each.equal(p[0], last)};
        });
        const ir::Value neutral = neutralOf(op, elements, in);
        const ir::Block combine = operatorOf(op, in.type(elements).element(), in);
        const Segmented whole{borders[0], borders[1], elements,
                              in.emit1(ir::Scan{n, {elements}, {start}, ir::cloneBlock(combine, in.values)}),
                              segmentedSuffixes(combine, {neutral}, borders[1], {elements}, in)[0]};
        return {bySegments(
            op, whole, [&](ir::Builder &, ir::Value) { return d; }, [&](ir::Builder &, ir::Value) { return start; }, in)};
      })[0];
}

std::pair<ir::Value, ir::Value> ofBins(const Invertible &op, ir::Value neutral, ir::Value dest, ir::Value keys,
                                       ir::Value values, ir::Value totals, ir::Value d, ir::Builder &b) {
  const ir::Value bins = b.extent(dest);
  const auto byTotal = [&](llvm::ArrayRef<ir::Value> arrays, ir::Builder &in) {
    return elementwise(arrays, in, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {byInverse(op, p[0], p[1], p[2], each)};
    })[0];
  };
  const ir::Values both = b.ifElse(
      anyIrregular(op, totals, b),
      [&](ir::Builder &in) {
        const SortedBins sorted(bins, keys, in);
        return in.type(neutral).isScalar()
                   ? irregularBins(op, sorted, dest, values, d, in)
                   : irregularRows(op, sorted, dest, values, d, in.extent(flattened(neutral, in)), in);
      },
      [&](ir::Builder &in) -> ir::Values {
        const ir::Value toValues =
            in.map(in.extent(values), {keys, values}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) {
              const auto ofTotal = [&](ir::Builder &inner) -> ir::Values {
                return {byTotal({p[2], inner.read(totals, {p[1]}), inner.read(d, {p[1]})}, inner)};
              };
              const auto none = [&](ir::Builder &inner) -> ir::Values { return {inner.zerosLike(neutral)}; };
              return each.ifElse(isInRange(each, p[1], bins), ofTotal, none);
            })[0];
        return {byTotal({dest, totals, d}, in), toValues};
      });
  return {both[0], both[1]};
}

} // namespace soac::ops

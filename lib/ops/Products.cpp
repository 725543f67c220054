// The product of all factors but x is product / x where the product is not zero [SC22 §5.1.1]. Else it is the product of
// the factors before x and of those after it: a polynomial, which has the right derivatives of every order also where
// factors are zero. In bins the factors are sorted by their keys, and products begin anew in every bin [DPP24].
#include "ops/Products.h"

#include "prims/Prims.h"

namespace soac::ops {
namespace {

ir::Value isInRange(ir::Builder &b, ir::Value key, ir::Value extent) {
  return b.apply(prims::Prim::And, {b.apply(prims::Prim::Ge, {key, b.index(0)}), b.lessThan(key, extent)});
}

/// f where the condition holds, else `otherwise`.
ir::Value orElse(ir::Builder &b, ir::Value condition, llvm::function_ref<ir::Value(ir::Builder &)> f,
                 ir::Value otherwise) {
  return b.ifElse(
      condition, [&](ir::Builder &in) -> ir::Values { return {f(in)}; },
      [&](ir::Builder &) -> ir::Values { return {otherwise}; })[0];
}

/// Running products, which begin anew where `begins` holds.
ir::Value runningProducts(ir::Value begins, ir::Value factors, ir::Builder &b) {
  const ir::Type type = b.type(factors).element();
  ir::Scan scan{b.extent(factors), {begins, factors}, {b.values.constantBool(false), b.one(type.scalar)}, {}};
  scan.op = b.block({ir::boolType, type, ir::boolType, type}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const ir::Value product = in.ifElse(
        p[2], [&](ir::Builder &) -> ir::Values { return {p[3]}; },
        [&](ir::Builder &within) -> ir::Values { return {within.mul(p[1], p[3])}; })[0];
    return {in.apply(prims::Prim::Or, {p[0], p[2]}), product};
  });
  return b.emit(std::move(scan))[1];
}

/// For every factor the product of its segment's others; a segment begins and ends where the flags hold.
ir::Value othersInSegments(ir::Value begins, ir::Value ends, ir::Value factors, ir::Builder &b) {
  const ir::Value before = runningProducts(begins, factors, b);
  const ir::Value after = b.reverse(runningProducts(b.reverse(ends), b.reverse(factors), b));
  const ir::Value one = b.one(b.type(factors).scalar);
  return b.map(b.extent(factors), {begins, ends}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const auto neighbour = [&](ir::Value isBorder, ir::Value products, std::int64_t step) {
      return orElse(in, in.apply(prims::Prim::Not, {isBorder}),
                    [&](ir::Builder &inner) { return inner.read(products, {inner.add(p[0], inner.index(step))}); }, one);
    };
    return {in.mul(neighbour(p[1], before, -1), neighbour(p[2], after, 1))};
  })[0];
}

ir::Value scaled(ir::Value d, ir::Value factors, ir::Builder &b) {
  return b.map(b.extent(factors), {factors}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.mul(d, p[1])};
  })[0];
}

/// By a stable sort of all factors, a bin's `dest` first.
ir::Values sortedOthers(ir::Value dest, ir::Value keys, ir::Value values, ir::Value d, ir::Builder &b) {
  const ir::Value bins = b.extent(dest), n = b.extent(values), total = b.add(bins, n);
  const ir::Value last = b.sub(total, b.index(1)), zero = b.zero(b.type(values).scalar);
  const ir::Value allKeys = b.emit1(ir::Concat{{b.emit1(ir::Iota{bins}), keys}});
  const ir::Value factors = b.emit1(ir::Concat{{dest, values}});
  const ir::Value order = b.emit1(ir::Argsort{allKeys});
  const ir::Values sorted = b.map(total, {order}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.read(allKeys, {p[1]}), in.read(factors, {p[1]})};
  });
  const ir::Values borders = b.map(total, {sorted[0]}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const auto differs = [&](ir::Value hasNeighbour, std::int64_t step) {
      return orElse(in, hasNeighbour, [&](ir::Builder &inner) {
        const ir::Value other = inner.read(sorted[0], {inner.add(p[0], inner.index(step))});
        return inner.apply(prims::Prim::Ne, {other, p[1]});
      }, in.values.constantBool(true));
    };
    return {differs(in.lessThan(in.index(0), p[0]), -1), differs(in.lessThan(p[0], last), 1)};
  });
  const ir::Value others = othersInSegments(borders[0], borders[1], sorted[1], b);
  const ir::Value contributions =
      b.map(total, {sorted[0], others}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {orElse(in, isInRange(in, p[1], bins),
                       [&](ir::Builder &inner) { return inner.mul(inner.read(d, {p[1]}), p[2]); }, zero)};
      })[0];
  const ir::Value unsorted = b.emit1(ir::Scatter{b.fill(zero, {total}), order, contributions});
  return {b.emit1(ir::Slice{unsorted, b.index(0), bins, 1}), b.emit1(ir::Slice{unsorted, bins, n, 1})};
}

} // namespace

ir::Value timesOthers(ir::Value factors, ir::Value product, ir::Value d, ir::Builder &b) {
  const ir::Scalar type = b.type(factors).scalar;
  return b.ifElse(
      b.equal(product, b.zero(type)),
      [&](ir::Builder &in) -> ir::Values {
        const ir::Value n = in.extent(factors), last = in.sub(n, in.index(1));
        const ir::Values borders = in.map(n, {}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
          return {each.equal(p[0], each.index(0)), each.equal(p[0], last)};
        });
        return {scaled(d, othersInSegments(borders[0], borders[1], factors, in), in)};
      },
      [&](ir::Builder &in) -> ir::Values {
        const ir::Value all = in.mul(d, product);
        return in.map(in.extent(factors), {factors}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
          return {each.div(all, p[1])};
        });
      })[0];
}

std::pair<ir::Value, ir::Value> timesOthersInBins(ir::Value dest, ir::Value keys, ir::Value values, ir::Value products,
                                                  ir::Value d, ir::Builder &b) {
  const ir::Value bins = b.extent(dest), zero = b.zero(b.type(values).scalar);
  const ir::Value zeros = b.map(bins, {products}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.equal(p[1], zero)};
  })[0];
  ir::Reduce any{bins, {zeros}, {b.values.constantBool(false)}, {}};
  any.op = b.block({ir::boolType, ir::boolType}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.apply(prims::Prim::Or, {p[0], p[1]})};
  });
  const ir::Values both = b.ifElse(
      b.emit1(std::move(any)), [&](ir::Builder &in) { return sortedOthers(dest, keys, values, d, in); },
      [&](ir::Builder &in) -> ir::Values {
        const ir::Value scaledProducts =
            in.map(bins, {d, products}, [](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
              return {each.mul(p[1], p[2])};
            })[0];
        const ir::Value ofDest =
            in.map(bins, {scaledProducts, dest}, [](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
              return {each.div(p[1], p[2])};
            })[0];
        const ir::Value ofValues =
            in.map(in.extent(values), {keys, values}, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> p) -> ir::Values {
              return {orElse(each, isInRange(each, p[1], bins),
                             [&](ir::Builder &inner) { return inner.div(inner.read(scaledProducts, {p[1]}), p[2]); }, zero)};
            })[0];
        return {ofDest, ofValues};
      });
  return {both[0], both[1]};
}

} // namespace soac::ops

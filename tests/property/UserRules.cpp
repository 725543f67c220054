// Functions whose derivatives the user gives, which are the true ones.
#include "Writer.h"

namespace soac::property {
namespace {

Value complement(Builder &b, Value t) { // 1 - t t, the derivative of tanh where it is t
  const Value square = b.mul(t, t);
  return b.sub(b.one(Scalar::F64), square);
}

using Element = llvm::function_ref<Value(Builder &, llvm::ArrayRef<Value>)>;

/// `f` on the elements of the arrays.
Value zip(Builder &b, llvm::ArrayRef<Value> arrays, Element f) {
  return b.map(b.extent(arrays[0]), arrays,
               [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {f(in, q.drop_front())}; })[0];
}

Value scaled(Builder &b, Value array, Value factor) {
  return zip(b, {array}, [&](Builder &in, llvm::ArrayRef<Value> q) { return in.mul(q[0], factor); });
}

Value gatheredAt(Builder &b, Value array, Value order) {
  return zip(b, {order}, [&](Builder &in, llvm::ArrayRef<Value> q) { return in.read(array, {q[0]}); });
}

const Type f64{Scalar::F64}, f64s = f64.withRank(1);

using Body = Values (*)(Builder &, llvm::ArrayRef<Value>);

ir::WithRules rules(Builder &b, llvm::ArrayRef<Type> arguments, llvm::ArrayRef<Type> results, Body fn, Body tangent,
                    Body adjoint) {
  ir::WithRules op;
  op.name = "given";
  op.fn = b.block(arguments, fn);
  ir::Types types(arguments);
  types.append(arguments.begin(), arguments.end());
  types.append(results.begin(), results.end());
  op.tangent = b.block(types, tangent);
  types.assign(arguments.begin(), arguments.end());
  types.append(results.begin(), results.end());
  op.adjoint = b.block(types, adjoint);
  return op;
}

using Given = llvm::ArrayRef<Value>;

/// sin(x) y
ir::WithRules product(Builder &b) {
  return rules(
      b, {f64, f64}, {f64}, [](Builder &in, Given q) -> Values { return {in.mul(in.apply(Prim::Sin, {q[0]}), q[1])}; },
      [](Builder &in, Given q) -> Values { // x, y, dx, dy, r
        const Value s = in.apply(Prim::Sin, {q[0]}), c = in.apply(Prim::Cos, {q[0]});
        const Value byX = in.mul(in.mul(c, q[1]), q[2]), byY = in.mul(s, q[3]);
        return {in.add(byX, byY)};
      },
      [](Builder &in, Given q) -> Values { // x, y, d
        const Value s = in.apply(Prim::Sin, {q[0]}), c = in.apply(Prim::Cos, {q[0]});
        return {in.mul(in.mul(c, q[1]), q[2]), in.mul(s, q[2])};
      });
}

/// (x y, x + tanh y), where the tangents use the results
ir::WithRules two(Builder &b) {
  return rules(
      b, {f64, f64}, {f64, f64},
      [](Builder &in, Given q) -> Values { return {in.mul(q[0], q[1]), in.add(q[0], in.apply(Prim::Tanh, {q[1]}))}; },
      [](Builder &in, Given q) -> Values { // x, y, dx, dy, r, s
        const Value t = in.sub(q[5], q[0]), byX = in.mul(q[1], q[2]), byY = in.mul(q[0], q[3]);
        const Value slope = in.mul(complement(in, t), q[3]);
        return {in.add(byX, byY), in.add(q[2], slope)};
      },
      [](Builder &in, Given q) -> Values { // x, y, d, e
        const Value t = in.apply(Prim::Tanh, {q[1]}), byX = in.mul(q[1], q[2]), byY = in.mul(q[0], q[2]);
        const Value slope = in.mul(complement(in, t), q[3]);
        return {in.add(byX, q[3]), in.add(byY, slope)};
      });
}

/// the sum of the squares
ir::WithRules squares(Builder &b) {
  return rules(
      b, {f64s}, {f64},
      [](Builder &in, Given q) -> Values {
        return {in.reduceAdd(zip(in, {q[0]}, [](Builder &i, Given e) { return i.mul(e[0], e[0]); }))};
      },
      [](Builder &in, Given q) -> Values { // x, dx, r
        const Value half = in.reduceAdd(zip(in, {q[0], q[1]}, [](Builder &i, Given e) { return i.mul(e[0], e[1]); }));
        return {in.add(half, half)};
      },
      [](Builder &in, Given q) -> Values { return {scaled(in, q[0], in.add(q[1], q[1]))}; });
}

/// c tanh(x), element by element
ir::WithRules elements(Builder &b) {
  return rules(
      b, {f64s, f64}, {f64s},
      [](Builder &in, Given q) -> Values {
        return {zip(in, {q[0]}, [&](Builder &i, Given e) { return i.mul(q[1], i.apply(Prim::Tanh, {e[0]})); })};
      },
      [](Builder &in, Given q) -> Values { // x, c, dx, dc, r
        return {zip(in, {q[0], q[2]}, [&](Builder &i, Given e) {
          const Value t = i.apply(Prim::Tanh, {e[0]}), slope = i.mul(q[1], complement(i, t));
          const Value byX = i.mul(slope, e[1]), byC = i.mul(t, q[3]);
          return i.add(byX, byC);
        })};
      },
      [](Builder &in, Given q) -> Values { // x, c, d
        const Value byX = zip(in, {q[0], q[2]}, [&](Builder &i, Given e) {
          const Value t = i.apply(Prim::Tanh, {e[0]});
          return i.mul(i.mul(q[1], complement(i, t)), e[1]);
        });
        const Value byC =
            zip(in, {q[0], q[2]}, [](Builder &i, Given e) { return i.mul(i.apply(Prim::Tanh, {e[0]}), e[1]); });
        return {byX, in.reduceAdd(byC)};
      });
}

/// the elements in ascending order
ir::WithRules ascending(Builder &b) {
  return rules(
      b, {f64s}, {f64s},
      [](Builder &in, Given q) -> Values { return {gatheredAt(in, q[0], in.emit1(ir::Argsort{q[0]}))}; },
      [](Builder &in, Given q) -> Values { return {gatheredAt(in, q[1], in.emit1(ir::Argsort{q[0]}))}; },
      [](Builder &in, Given q) -> Values {
        const Value order = in.emit1(ir::Argsort{q[0]}), zeros = in.zerosLike(q[0]);
        return {in.emit1(ir::Scatter{zeros, order, q[1]})};
      });
}

} // namespace

bool Writer::withRules(Builder &b) {
  const auto array = scope.pickArray(random, 1, 1, false);
  const auto form = random.below(array ? 5 : 2);
  if (form < 2) {
    const Value x = scalar(b), y = scalar(b);
    ir::WithRules op = form == 0 ? product(b) : two(b);
    op.arguments = {x, y};
    for (Value r : b.emit(std::move(op)))
      define(r, {});
    return true;
  }
  ir::WithRules op = form == 2 ? squares(b) : form == 3 ? elements(b) : ascending(b);
  op.arguments = {array->value};
  if (form == 3)
    op.arguments.push_back(scalar(b));
  define(b.emit1(std::move(op)), form == 2 ? Extents() : array->shape);
  return true;
}

} // namespace soac::property

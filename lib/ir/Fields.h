// The fields of every statement, in the order of their declaration: what a walk over them forgets does not compile.
#pragma once

#include "ir/Ops.h"

#include <tuple>

namespace soac::ir {

#define SOAC_FIELDS(Struct, ...)                                                                                       \
  inline auto fields(const Struct &s) {                                                                                \
    const auto &[__VA_ARGS__] = s;                                                                                     \
    return std::tie(__VA_ARGS__);                                                                                      \
  }                                                                                                                    \
  inline auto fields(Struct &s) {                                                                                      \
    auto &[__VA_ARGS__] = s;                                                                                           \
    return std::tie(__VA_ARGS__);                                                                                      \
  }
SOAC_FIELDS(Apply, prim, type, arguments, isExact)
SOAC_FIELDS(Index, array, indices)
SOAC_FIELDS(Update, array, indices, value)
SOAC_FIELDS(Extent, array, dimension)
SOAC_FIELDS(Fill, value, extents)
SOAC_FIELDS(Iota, count)
SOAC_FIELDS(Argsort, keys)
SOAC_FIELDS(Repeated, indices, extent)
SOAC_FIELDS(Rearrange, array, permutation)
SOAC_FIELDS(Reshape, array, extents)
SOAC_FIELDS(Slice, array, start, count, step)
SOAC_FIELDS(Rotate, array, by)
SOAC_FIELDS(Concat, arrays)
SOAC_FIELDS(If, condition, then, otherwise)
SOAC_FIELDS(LoopAnnotations, stripmine, revolve, bound, boundText, noFalseDependencies, shapeChanges)
SOAC_FIELDS(Loop, count, condition, inits, body, annotations)
SOAC_FIELDS(Map, count, arrays, fn)
SOAC_FIELDS(Reduce, count, arrays, neutral, op)
SOAC_FIELDS(Scan, count, arrays, neutral, op)
SOAC_FIELDS(Reduction, neutral, op)
SOAC_FIELDS(MapReduce, count, arrays, fn, reductions)
SOAC_FIELDS(ReduceByIndex, count, dests, neutral, op, keys, values)
SOAC_FIELDS(Scatter, dest, indices, values)
SOAC_FIELDS(WithAccumulators, inits, body)
SOAC_FIELDS(Accumulate, accumulator, indices, value)
SOAC_FIELDS(Call, function, types, arguments, face)
SOAC_FIELDS(Invoke, definition, types, arguments, updated, accumulators, mayFail)
SOAC_FIELDS(WithRules, name, arguments, fn, tangent, adjoint)
SOAC_FIELDS(Check, condition, message, number, isOfArgument, exit, operands)
SOAC_FIELDS(Differentiate, mode, fn, arguments, seeds, initial, directions)
SOAC_FIELDS(Block, parameters, statements, results)
SOAC_FIELDS(Statement, results, op, location)
SOAC_FIELDS(SourceLocation, file, line, column)
#undef SOAC_FIELDS

/// Calls `f` on every field.
template <class S, class F> void forEachField(S &s, F &&f) {
  std::apply([&](auto &...field) { (f(field), ...); }, fields(s));
}

} // namespace soac::ir

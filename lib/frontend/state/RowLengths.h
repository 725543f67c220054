// Rows that get their lengths one by one: `std::vector<std::vector<double>> a(n)`, then `a[i].resize(m)`.
//
// An array of the IR has rows of one length. Variables of a type that code makes row by row (`Types::isMadeRowByRow`)
// have a slot more for each dimension of vectors: how many rows there are, and how long each is. The array has room for
// more of them and for the longest one, and what lies behind the end of a row is not defined:
//   a[i].resize(m)     ->   a = widen a to m;  a[i, j] = 0 for length[i] <= j < m;  length[i] = m
//   a[i].push_back(x)  ->   a = widen a to length[i] + 1;  a[i, length[i]] = x;  length[i] = length[i] + 1
//   a[i].size()        ->   length[i]
// What takes the array as a whole gets rows of one length: that they are is checked when it runs.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// Gives a new variable the slots of the lengths that it needs; `init` is what it is made of, if anything.
void addLengths(Lowering &l, const Location &at, const FValue *init);
/// A parameter's rows have one length, which they keep.
void dropLengths(Lowering &l, const Location &at);
/// Is `at` a row with a length of its own, or all rows?
bool isRow(Lowering &l, const Location &at);

/// How many elements there are of dimension `position` of the slot's array under `dimensions`; unset where all rows
/// have the array's extent.
ir::Value lengthAt(Lowering &l, unsigned slot, llvm::ArrayRef<Dimension> dimensions, unsigned position);
/// The leaf under `dimensions`, with `Leaf::rows` for what is left of dimensions whose rows differ.
Leaf copyRows(Lowering &l, unsigned slot, llvm::ArrayRef<Dimension> dimensions);
/// With rows of one length, which is checked.
FValue exact(Lowering &l, FValue v);
/// Has a result rows with lengths of their own?
bool hasLengths(Lowering &l, const FValue &result);
/// At the edge of the function that is written: room for the longest row, and no more. The lengths are `State::rowsOf`.
ir::Values edgeRows(Lowering &l, const FValue &result);
ir::Value edgeRows(Lowering &l, unsigned slot);
/// Checks that rows have the lengths of others.
void checkSameLengths(Lowering &l, ir::Value lengths, ir::Value others, const std::string &message);
/// The array becomes `make(its elements, those of part)`; `part` may be nothing. Where rows differ, both have room for
/// the longest.
Leaf remade(Lowering &l, const Leaf &array, const Leaf *part, llvm::function_ref<ir::Value(ir::Value, ir::Value)> make);

/// The variable becomes `leaf`.
void writeWhole(Lowering &l, unsigned slot, const Leaf &leaf);
/// The part with these indices becomes `leaf`: a row, or several.
void writeRows(Lowering &l, unsigned slot, llvm::ArrayRef<ir::Value> indices, const Leaf &leaf);

/// The row (`isRow`) has `length` elements: the first `count` stay, others are `element`.
void resizeRow(Lowering &l, const Location &row, ir::Value count, ir::Value length, const FValue &element);
/// The row has the first `length` of its elements.
void shortenRow(Lowering &l, const Location &row, ir::Value length);

} // namespace soac::frontend

// Arrays that are never stored: single values repeated, numbers counted up, and other arrays in another order. A read of
// an element computes the element:
//
//   %r = slice %a, %last, %n, -1           %ys = map %n, () |%i| {
//   %ys = map %n, (%r) |%i, %x| {     =>     %k = sub %last, %i
//                                            %x = index %a[%k]
//
// Scans and histograms read whole arrays: their delayed operands are maps that look up one number, which is computed where
// it is read (MemoryPlan's `Delayed`).
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

/// Delays all arrays of which only elements and extents are read. Their extents and other operands may be left unused.
void delay(ir::Function &function);

/// Does the operator of a map compute no more than one number that it reads from an array, and sums and products of
/// integers?
bool isLookUp(const ir::Block &fn, const ir::ValueTable &values);

} // namespace soac::schedule

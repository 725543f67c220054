// Arrays that are never stored: single values repeated, numbers counted up, and other arrays in another order. What
// reads an element of one computes it:
//
//   %r = slice %a, %last, %n, -1           %ys = map %n, () |%i| {
//   %ys = map %n, (%r) |%i, %x| {     =>     %k = sub %last, %i
//                                            %x = index %a[%k]
//
// Scans and histograms read whole arrays: theirs are maps that look up one number, which they compute where they read
// it (MemoryPlan's `Delayed`).
#pragma once

#include "ir/Function.h"

namespace soac::schedule {

/// Delays all arrays of which nothing but elements and extents is read. Their extents and other operands may be left
/// unused.
void delay(ir::Function &function);

/// Does the operator of a map compute no more than one number that it looks up, and sums and products of integers?
bool isLookUp(const ir::Block &fn, const ir::ValueTable &values);

} // namespace soac::schedule

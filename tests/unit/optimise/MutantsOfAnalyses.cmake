# Planted faults in the analyses (lib/analysis) that passes ask: the passes' tests find them.
soac_unit_mutant(optimise vectors_that_grow_are_bounds analysis/CountedLoops.cpp
  "if (!shapes.sameShape(init, loop.body.parameters[i]))" "if (false)")
soac_unit_mutant(optimise what_is_not_equal_to_zero_is_zero analysis/Signs.cpp
  "holds == (test->prim == Prim::Ne)" "holds == (test->prim == Prim::Eq)")
soac_unit_mutant(optimise small_products_are_not_zero analysis/Signs.cpp
  "exact >= 2 * normal ? exact / 2 : 0" "exact >= 2 * normal ? exact / 2 : normal")
soac_unit_mutant(optimise signs_of_sums_change analysis/CarriedSums.cpp "isSubtracted || apply->arguments[1] != before" "apply->arguments[1] != before")
soac_unit_mutant(optimise sums_so_far_are_given analysis/CarriedSums.cpp "countUses(before, loop.body) != 1" "false")
soac_unit_mutant(optimise every_sum_is_given analysis/CarriedSums.cpp "countUses(after, loop.body) != 1" "false")
soac_unit_mutant(optimise products_are_sums analysis/CarriedSums.cpp "!apply || (apply->prim != Prim::Add && apply->prim != Prim::Sub)" "!apply")
soac_unit_mutant(optimise loops_that_wait_are_interchanged analysis/Nest.cpp
  "(outer && inner && (*outer > 0) == (*inner > 0))" "(outer && inner)")
soac_unit_mutant(optimise rows_never_overlap analysis/Nest.cpp "std::abs(column.constant()) == 1 && isCount(row, columns)" "true")
soac_unit_mutant(optimise rows_are_read_as_they_become analysis/Nest.cpp
  "return llvm::all_of(llvm::drop_end(body.statements), isScalar) && llvm::all_of(carried, isHandedOn)"
  "return llvm::all_of(llvm::drop_end(body.statements), isScalar)")
soac_unit_mutant(optimise strips_go_beyond_the_end analysis/Nest.cpp "in.apply(Prim::Min, {in.sub(loop.count, start), size})" "size")
soac_unit_mutant(optimise last_iterations_are_forgotten analysis/IndexRanges.cpp "countAbove0(countOf(innermost)) - 1" "countAbove0(countOf(innermost)) - 2")
soac_unit_mutant(optimise neighbours_are_apart analysis/IndexRanges.cpp "by + *x.least - *y.most - 1" "by + *x.least - *y.most")
soac_unit_mutant(optimise blocks_start_over analysis/Nest.cpp
  "in.mul(body.parameters[0], size)" "in.mul(in.index(0), size)")
soac_unit_mutant(optimise every_loop_writes_all analysis/OverwrittenFirst.cpp
  "if (auto range = ranges.of(op, k))\n        add(std::move(*range), versions[results[k]], results[k]);" "versions[results[k]].areAll = true;")
soac_unit_mutant(optimise rows_that_overlap_are_all analysis/WrittenRanges.cpp "one.count != first.slope ||" "")
soac_unit_mutant(optimise rows_are_as_long_as_they_are_many analysis/OverwrittenFirst.cpp "constantExtent(array, d);\n      if (!extent)\n" "constantExtent(array, d - 1);\n      if (!extent)\n")
soac_unit_mutant(optimise many_regions_are_all analysis/OverwrittenFirst.cpp
  "if (!areIn(written.regions, Polynomial(i), *now, values, definitions))\n        return;" ";")
soac_unit_mutant(optimise regions_have_no_end analysis/Regions.cpp "ranges.isNonNegative(count - place - 1, at) && " "")
soac_unit_mutant(optimise trips_have_written_too_much analysis/OverwrittenFirst.cpp "ofAllTrips(one, op, Polynomial(counter), now" "ofAllTrips(one, op, Polynomial(counter) + 1, now")
soac_unit_mutant(optimise fronts_are_anywhere analysis/OverwrittenFirst.cpp "r.base == all->base - all->axes[0].stride;" "true;")
soac_unit_mutant(optimise calls_read_nothing analysis/OverwrittenFirst.cpp "if (!argument.isOverwrittenFirst)\n      return false;" "")
soac_unit_mutant(optimise first_pieces_are_the_row analysis/WrittenRanges.cpp "i < *extent; ++i" "i < 1; ++i")
soac_unit_mutant(optimise one_branch_is_enough analysis/OverwrittenFirst.cpp
  "[&](const Values &at) { return llvm::is_contained(y.indices, at); }" "[&](const Values &) { return true; }")
soac_unit_mutant(optimise neighbours_do_not_differ analysis/IndexRanges.cpp
  "isNonNegative(above - 1, at) ||" "isNonNegative(above, at) ||")
soac_unit_mutant(optimise extents_are_any_maximum analysis/WrittenRanges.cpp
  "polynomials.of(openCount(origin.value, values, definitions)) == p" "openCount(origin.value, values, definitions) != origin.value")
soac_unit_mutant(optimise rows_behind_each_other_have_gaps analysis/WrittenRanges.cpp
  "|| polynomials.of(op.body.results[k]) != Polynomial(before) + one.count" "")
soac_unit_mutant(optimise rows_behind_each_other_may_be_negative analysis/WrittenRanges.cpp "if (!isNatural || !loop)" "if (!loop)")
soac_unit_mutant(optimise any_counts_are_alike analysis/WrittenRanges.cpp "return first && first == countOf(b);" "return first && countOf(b);")

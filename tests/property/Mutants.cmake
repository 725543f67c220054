# Mutations of the rules, each of which must make the random programs fail.
#
# A mutant is soac-property linked with one source of lib/ in which one text is replaced; the other sources are the
# shipped ones. A mutation whose text is no longer in its source does not compile, and the test `planted.texts` says so.
#
# Every sixteenth mutant is in the ordinary run; the others are built and run by `ctest -C Nightly -R "[._]mutant[._]"`.

# soac_mutate(directory file from to [root]): the copy of <root>/<file> with `from` replaced by `to`, at <directory>/<file>.
# The root is lib unless it is given.
function(soac_mutate directory file from to)
  set(source ${PROJECT_SOURCE_DIR}/lib/${file})
  if(ARGC EQUAL 5)
    set(source ${PROJECT_SOURCE_DIR}/${ARGV4}/${file})
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    set(text "#error this mutation needs another text: its own is not in the source exactly once\n")
    set_property(GLOBAL APPEND PROPERTY SOAC_LOST_MUTATIONS ${directory})
  else()
    string(REPLACE "${from}" "${to}" text "${text}")
  endif()
  file(CONFIGURE OUTPUT ${directory}/${file} CONTENT "${text}" @ONLY)
endfunction()

# What the target compiles itself counts, though the library has the same in a batch of files.
function(soac_goes_first target)
  target_link_options(${target} PRIVATE -Wl,--allow-multiple-definition)
endfunction()

# Nothing of lib/ is among the precompiled headers: any file of it may be the mutated one.
add_library(soac_mutant_headers OBJECT EXCLUDE_FROM_ALL Headers.cpp)
target_compile_options(soac_mutant_headers PRIVATE -O0 -w)
target_link_libraries(soac_mutant_headers PRIVATE soac_property_programs)
target_precompile_headers(soac_mutant_headers PRIVATE <llvm/ADT/DenseMap.h> <llvm/ADT/DenseSet.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/StringExtras.h> <llvm/Support/FormatVariadic.h> <llvm/Support/raw_ostream.h> <cmath> <functional> <map>
  <memory> <optional> <set> <string> <variant> <vector>)

# An ordinary build has no mutants: those that are run are built before, by a test.
foreach(which IN ITEMS some all)
  set(nightly "")
  if(which STREQUAL all)
    set(nightly CONFIGURATIONS Nightly)
  endif()
  add_custom_target(soac_mutants_${which})
  add_test(NAME planted.build_${which} ${nightly}
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --config $<CONFIG> --target soac_mutants_${which})
  set_tests_properties(planted.build_${which} PROPERTIES FIXTURES_SETUP soac_mutants_${which} RESOURCE_LOCK build TIMEOUT 7200)
endforeach()

# soac_mutant_test([ALWAYS] TARGET target NAME test FINDS text COMMAND command...): the test must print the text, a regular expression.
function(soac_mutant_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALWAYS" "TARGET;NAME;FINDS" "COMMAND")
  get_property(count GLOBAL PROPERTY SOAC_MUTANTS)
  math(EXPR count "(0${count} + 1) % 16")
  set(which all)
  set(nightly CONFIGURATIONS Nightly)
  if(arg_ALWAYS)
    set(which some)
    set(nightly "")
  else()
    set_property(GLOBAL PROPERTY SOAC_MUTANTS ${count})
    if(count EQUAL 0)
      set(which some)
      set(nightly "")
    endif()
  endif()
  add_dependencies(soac_mutants_${which} ${arg_TARGET})
  add_test(NAME ${arg_NAME} ${nightly} COMMAND ${arg_COMMAND})
  set_tests_properties(${arg_NAME} PROPERTIES FIXTURES_REQUIRED soac_mutants_${which} PASS_REGULAR_EXPRESSION "${arg_FINDS}")
endfunction()

# soac_mutant(name file from to [PROPERTY property] [IN statement] [SEED seed] [source...]): the property is first_order
# unless it is named; programs without such a statement, where there is nothing to see, are left out; the seed is
# where the search begins when the first program that sees the mutation comes late (1 else); the sources are those that include
# `file` when that is no source itself.
function(soac_mutant name file from to)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "PROPERTY;IN;SEED" "")
  if(NOT arg_PROPERTY)
    set(arg_PROPERTY first_order)
  endif()
  if(NOT arg_SEED)
    set(arg_SEED 1)
  endif()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name})
  soac_mutate(${directory} ${file} "${from}" "${to}")
  set(sources ${directory}/${file})
  if(arg_UNPARSED_ARGUMENTS)
    list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND ${PROJECT_SOURCE_DIR}/lib/ OUTPUT_VARIABLE sources)
  endif()
  add_executable(soac_mutant_${name} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:soac_property_search> ${sources})
  target_include_directories(soac_mutant_${name} BEFORE PRIVATE ${directory})
  target_compile_options(soac_mutant_${name} PRIVATE -O0 -w)
  target_link_libraries(soac_mutant_${name} PRIVATE soac_property_programs)
  target_precompile_headers(soac_mutant_${name} REUSE_FROM soac_mutant_headers)
  soac_goes_first(soac_mutant_${name})
  soac_mutant_test(TARGET soac_mutant_${name} NAME property_mutant_${name}
    FINDS "${arg_PROPERTY}, seed [0-9]+: .*(differences give|J v, w|mode fails|shape|instead of|fails: |crashes)"
    COMMAND soac_mutant_${name} --property=${arg_PROPERTY} --seed=${arg_SEED} --count=10000 --no-shrink --isolate --containing=${arg_IN})
endfunction()

# Partial derivatives: both modes share them, so only differences tell.
soac_mutant(partial_of_product prims/Prims.def "d * b, d * a, \"Product" "d * b, d * b, \"Product" ops/Apply.cpp)
soac_mutant(sign_of_cosine prims/Prims.def "cos, Finite, -d * sin(a)" "cos, Finite, d * sin(a)" ops/Apply.cpp)
soac_mutant(sign_of_quotient prims/Prims.def "-(d / b) * r, \"Quotient" "(d / b) * r, \"Quotient" ops/Apply.cpp)
soac_mutant(partial_of_arctangent prims/Prims.def "-d * (a / hypot(a, b))" "d * (a / hypot(a, b))" ops/Apply.cpp)
soac_mutant(partial_of_power prims/Prims.def "d * b * pow(a," "d * pow(a," ops/Apply.cpp)
# Activity and stripmining.
soac_mutant(activity_ends_at_accumulators analysis/Flow.cpp "{ f(op.value, op.accumulator); }" "{ (void)op; }" SEED 970)
soac_mutant(activity_ends_in_the_first_iteration analysis/Flow.cpp "each(op.body.results, carried);" "")
soac_mutant(strips_run_past_the_end analysis/Nest.cpp "in.apply(Prim::Min, {in.sub(loop.count, start), size})" "size")
soac_mutant(strips_start_over analysis/Nest.cpp "in.mul(body.parameters[0], size)" "in.index(0)")
# Structural rules of the reverse mode.
soac_mutant(update_keeps_the_overwritten ops/Update.cpp
  "adjoints.add(op.array, b.update(d, op.indices, b.zerosLike(op.value)))" "adjoints.add(op.array, d)")
soac_mutant(update_is_not_undone ops/Update.cpp
  "adjoints.undone(op.array, r, b.update(adjoints.current(r), op.indices, overwritten))"
  "adjoints.restore(op.array, adjoints.current(r))")
soac_mutant(rotation_goes_the_same_way ops/Rotate.cpp "b.neg(op.by)" "op.by")
soac_mutant(slice_forgets_its_start ops/Slice.cpp
  "b.add(op.start, b.mul(i, b.index(op.step)))" "b.mul(i, b.index(op.step))")
soac_mutant(concat_starts_over ops/Concat.cpp "start = b.add(start, count)" "start = b.index(0)")
soac_mutant(scatter_keeps_the_overwritten ops/Scatter.cpp
  "adjoints.add(op.dest, b.emit1(ir::Scatter{d, op.indices, b.zerosLike(op.values)}))" "adjoints.add(op.dest, d)")
soac_mutant(scatter_is_not_undone ops/Scatter.cpp
  "adjoints.undone(op.dest, r, b.emit1(ir::Scatter{adjoints.current(r), op.indices, overwritten}))"
  "adjoints.restore(op.dest, adjoints.current(r))")
# Reductions and scans.
soac_mutant(product_with_zeros_divides ops/rules/Invertible.cpp "return total != 0.0" "return total != 1.0")
soac_mutant(product_of_others_of_one_side ops/rules/Invertible.cpp "neighbour(p[2], s.after, 1, nothing)" "nothing(in, p[0])")
soac_mutant(minimum_gives_to_the_first ops/Reduce.cpp
  "adjoints.addAt(elements, {index}, d, isElement)" "adjoints.addAt(elements, {b.index(0)}, d, isElement)")
soac_mutant(place_of_the_other_pair ops/rules/MinMax.cpp "choice->isFirstWhereTrue ? in" "!choice->isFirstWhereTrue ? in")
soac_mutant(components_have_the_adjoint_of_the_first ops/Reduce.cpp
  "      const ir::Value d = adjoints.of(r);\n      if (adjoints.isActive(elements))"
  "      const ir::Value d = adjoints.of(results[0]);\n      if (adjoints.isActive(elements))")
soac_mutant(prefix_sums_from_the_left ops/Scan.cpp "{b.reverse(d)}" "{d}")
soac_mutant(later_steps_subtracted ops/Scan.cpp
  "sum = b.add(sum, b.apply(prims::Prim::StrongMul, {m2[j * k + m], c1[m]}))"
  "sum = b.sub(sum, b.apply(prims::Prim::StrongMul, {m2[j * k + m], c1[m]}))")
soac_mutant(backwards_scan_forgets_later_steps ops/rules/SequentialScan.cpp
  "b.addArrays(b.read(seeds[m], {i}), p[1 + m])" "b.read(seeds[m], {i})")
soac_mutant(element_among_those_after_it ops/Reduce.cpp
  "then.sub(then.sub(lastButOne, then.index(1)), i)" "then.sub(lastButOne, i)")
soac_mutant(bins_go_forwards ops/rules/SequentialBins.cpp
  "const ir::Value i = b.sub(b.sub(op.count, b.index(1)), trip)" "const ir::Value i = trip"
  PROPERTY adjoint_order IN reduce_by_index)
soac_mutant(bins_keep_the_adjoint_of_what_is_combined ops/rules/SequentialBins.cpp
  "updated(carried.take_front(k), key, llvm::ArrayRef(given).take_front(k), in)" "ir::Values(carried.take_front(k))"
  IN reduce_by_index)
soac_mutant(start_is_the_first_element ops/rules/OperatorAdjoint.cpp
  "both = at(start, y, ofStart, active, seeds)" "both = at(y, y, ofStart, active, seeds)")
soac_mutant(bins_of_rows_forget_their_column ops/ReduceByIndex.cpp
  "b.emit1(ir::Scatter{none, winner, d})" "b.emit1(ir::Scatter{none, winner, b.reverse(d)})" IN reduce_by_index)
soac_mutant(bins_keep_what_is_combined ops/rules/Bins.cpp "in.select(p[1], p[2], in.index(-1))" "in.index(-1)"
  IN reduce_by_index)
soac_mutant(dest_wins_where_a_value_does ops/ReduceByIndex.cpp
  "in.select(in.lessThan(p[1], in.index(0)), p[2], in.zero(in.type(p[2]).scalar))" "p[2]" IN reduce_by_index)
# Scopes.
soac_mutant(branches_exchanged ops/If.cpp
  "ir::If{now.condition, std::move(then), std::move(otherwise)}"
  "ir::If{now.condition, std::move(otherwise), std::move(then)}")
soac_mutant(loop_forgets_earlier_iterations ops/Loop.cpp
  "in.add(back.body.parameters[k + 1], back.body.results[k])" "back.body.results[k]")
soac_mutant(checkpoint_of_the_first ops/rules/Checkpoints.cpp "b.read(checkpoints[k], {i}, " "b.read(checkpoints[k], {b.index(0)}, ")
soac_mutant(log_starts_over ops/rules/LoggedArray.cpp "start = b.mul(i, b.index(*perIteration))" "start = b.mul(b.index(0), i)")
soac_mutant(log_undone_forwards ops/rules/UndoLog.cpp "in.sub(last, p[0])" "in.add(start, p[0])" SEED 300)
soac_mutant(snapshot_not_advanced ops/rules/Revolve.cpp
  "const ir::Value steps = b.sub(i, first)" "const ir::Value steps = b.sub(i, b.index(1))")
soac_mutant(snapshot_never_dropped ops/rules/Revolve.cpp
  "isDone = b.equal(b.read(now.positions, {now.top}), i)" "isDone = b.equal(b.index(-1), i)")
soac_mutant(trip_counted_twice ops/rules/TripCount.cpp "inspector.inits.push_back(b.index(0))" "inspector.inits.push_back(b.index(1))")
soac_mutant(map_drops_free_scalars ops/Map.cpp
  "adjoints.add(free.scalars[k], adjoints.builder().reduceAdd(contributions[mapped + k]))" "(void)0")
# Forward mode.
soac_mutant(accumulated_tangent_dropped ops/Accumulate.cpp "if (accumulator && t)" "if (accumulator && t && !accumulator)")
soac_mutant(tangent_of_an_update_lost ops/Update.cpp
  "op.indices, tangents.dense(op.value))" "op.indices, tangents.builder().zerosLike(op.value))")
soac_mutant(tangents_of_branches_exchanged ops/If.cpp
  "tangents.transform(op.then, flags), tangents.transform(op.otherwise, flags)"
  "tangents.transform(op.otherwise, flags), tangents.transform(op.then, flags)" PROPERTY tangent_order)
soac_mutant(tangent_of_the_first_element ops/Reduce.cpp "in.read(array, {index})" "in.read(array, {in.index(0)})")
soac_mutant(tangents_of_parts_lost ops/Concat.cpp
  "parts.arrays.push_back(tangents.dense(v))" "parts.arrays.push_back(tangents.builder().zerosLike(v))")
soac_mutant(tangents_of_scattered_values_lost ops/Scatter.cpp
  "op.indices, tangents.dense(op.values)}" "op.indices, tangents.builder().zerosLike(op.values)}")
soac_mutant(tangents_of_mapped_arrays_lost ops/Map.cpp
  "both.arrays.push_back(tangents.dense(op.arrays[k]))" "both.arrays.push_back(tangents.builder().zerosLike(op.arrays[k]))")
soac_mutant(tangent_of_a_slice_forgets_its_start ops/Slice.cpp
  "ir::Slice{t, op.start, op.count, op.step}" "ir::Slice{t, op.step < 0 ? op.start : tangents.builder().index(0), op.count, op.step}")
soac_mutant(tangent_is_the_value ad/TangentTransform.cpp
  "both.results.push_back(dense(block.results[k]))" "both.results.push_back(block.results[k])")
# Definitions.
soac_mutant(tangents_of_an_invocation_lost ops/Invoke.cpp
  "both.arguments.push_back(tangents.dense(v))" "both.arguments.push_back(b.zerosLike(v))" IN invoke)
soac_mutant(activity_lost_in_invocations ad/Activity.cpp "r && isActive && markActive(r)" "r && isActive && false" IN invoke)
soac_mutant(adjoints_of_an_invocation_lost ops/Invoke.cpp "adjoints.add(v, contribution)" "(void)v, (void)contribution" IN invoke)
soac_mutant(arrays_of_an_invocation_get_nothing ops/Invoke.cpp
  "back.accumulators.push_back(adjoints.accumulatorOf(array))" "(void)array, back.accumulators.push_back({})" IN invoke)
soac_mutant(every_number_has_the_first_seed ops/Invoke.cpp "seeds.push_back(adjoints.of(r))"
  "seeds.push_back(adjoints.of(adjoints.builder().type(results[0]) == adjoints.builder().type(r) ? results[0] : r))" IN invoke)
# Many directions.
soac_mutant(directions_read_the_first ad/Directions.cpp
  "index->indices.push_back(d)" "index->indices.push_back(values.constantIndex(0))" PROPERTY vector_mode)
soac_mutant(directions_add_to_the_first ad/Directions.cpp
  "add->indices.push_back(d)" "add->indices.push_back(values.constantIndex(0))" PROPERTY vector_mode)
# Optimisation.
soac_mutant(difference_turned_round optimise/rules/ScalarRules.cpp
  "become(Prim::Sub, {y, x})" "become(Prim::Sub, {x, y})" PROPERTY passes_of_adjoint SEED 27)
soac_mutant(reads_past_an_unknown_update optimise/rules/ArrayRules.cpp
  "case Overlap::Unknown: return Rewrite::none()" "case Overlap::Unknown: array = update->array; continue"
  PROPERTY passes_of_adjoint)
soac_mutant(other_counts_are_fused optimise/passes/Fuse.cpp
  "return x == y || shapes.ofScalar(x) == shapes.ofScalar(y)" "(void)x, (void)y; return true" PROPERTY passes)
# Rules of the user, states of arrays that change their shape.
soac_mutant(adjoint_of_a_rule_lost ops/WithRules.cpp
  "adjoints.isActive(r) ? adjoints.of(r) : b.zerosLike(r)" "b.zerosLike(r)")
soac_mutant(tangent_of_a_rule_lost ops/WithRules.cpp
  "arguments.push_back(tangents.dense(v))" "arguments.push_back(b.zerosLike(v))")
soac_mutant(states_start_over ops/rules/RaggedCheckpoint.cpp "{in.add(position, p[0])}" "{p[0]}")
# Lowering.
soac_mutant(scan_starts_over schedule/Lower.cpp
  "in.inlineBlock(r.op, join(before, elements(in, r.arrays, p[0])))"
  "in.inlineBlock(r.op, join(r.neutral, elements(in, r.arrays, p[0])))" PROPERTY passes)
soac_mutant(bins_end_late schedule/Lower.cpp
  "in.lessThan(key, in.extent(dests[0]))" "in.apply(Prim::Le, {key, in.extent(dests[0])})"
  PROPERTY passes IN reduce_by_index)
soac_mutant(values_before_their_bin schedule/Lower.cpp
  "join(old, elements(then, r.values, p[0]))" "join(elements(then, r.values, p[0]), old)"
  PROPERTY passes_of_tangent IN reduce_by_index SEED 6760)
soac_mutant(strides_are_lost schedule/Delayed.cpp "b.mul(at[0], b.index(o.step))" "at[0]" PROPERTY passes IN slice SEED 1220)
soac_mutant(rotations_of_elements_go_the_other_way schedule/Delayed.cpp
  "b.add(at[0], o.by)" "b.sub(at[0], o.by)" PROPERTY passes IN rotate SEED 1810)
soac_mutant(rotations_end_before_the_start schedule/Delayed.cpp
  "b.select(b.lessThan(k, n), k, b.sub(k, n))" "b.apply(Prim::Min, {k, b.sub(n, b.index(1))})" PROPERTY passes IN rotate SEED 2250)
soac_mutant(additions_not_needed analysis/Liveness.cpp "accumulates.lookup(v))" "accumulates.lookup(Value{}))" PROPERTY passes_of_adjoint SEED 38)
soac_mutant(idle_though_read schedule/Prune.cpp
  "uses.count(results[k]) > 0 || read.contains(r.op.parameters[k])" "uses.count(results[k]) > 0" PROPERTY passes SEED 130)
soac_mutant(results_are_given_in_another_order optimise/TupleDefinitions.cpp
  "both.results.append(f.results)" "both.results.append(f.results.rbegin(), f.results.rend())" PROPERTY passes_of_linear_recursions IN invoke)
soac_mutant(kept_numbers_are_of_the_first_iteration ops/rules/KeptNumbers.cpp
  "array = after;" "array = b.update(after, ir::Values(number->counters.size(), b.index(0)), number->number);" IN loop)
soac_mutant(groups_read_the_first_of_them optimise/passes/Groups.cpp
  "map[body.parameters[0]] = in.add(first, b);" "map[body.parameters[0]] = first;" PROPERTY passes SEED 55)

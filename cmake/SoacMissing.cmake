# cmake -DSTAMP=<file> "-DOUTPUTS=<files>" -P SoacMissing.cmake: removes the stamp when an output is missing. Make does not
# look at byproducts itself; Ninja does.
foreach(output IN LISTS OUTPUTS)
  if(NOT EXISTS "${output}")
    file(REMOVE "${STAMP}")
  endif()
endforeach()

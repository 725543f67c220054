// What a compiler is known to translate wrongly, switched off. A generated source includes this file before all others.
#pragma once

// GCC 12.2 at -O3: when it splits a loop into several (loop distribution) and has to compare addresses as the program
// runs, a part that clears or overwrites elements may come before the part that reads them. And where a loop inside
// another has been split by a condition (unswitching), predictive commoning may read an element of an array that lives
// in the outer loop's body before the body has written it. GCC 11.3, 12.4 and 13.3 do neither; of the other releases
// before 12.4 not all were tried. Both kinds of distribution and predictive commoning are off until the end of the
// source: for its functions, its lambdas and the skeletons that become part of them. What else the command line says
// stays.
#if defined(__GNUC__) && !defined(__clang__) && (__GNUC__ < 12 || (__GNUC__ == 12 && __GNUC_MINOR__ < 4))
#pragma GCC optimize("no-tree-loop-distribution", "no-tree-loop-distribute-patterns", "no-predictive-commoning")
#endif

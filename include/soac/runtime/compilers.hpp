// What a compiler is known to translate wrongly, switched off. A generated source includes this file before all others.
#pragma once

// GCC 12.2 at -O3: when it splits a loop into several (loop distribution) and has to compare addresses as the program
// runs, a part that clears or overwrites elements may come before the part that reads them. GCC 12.4 does not, of the
// releases before it not all were tried. Both kinds of distribution are off until the end of the source: for its
// functions, its lambdas and the skeletons that become part of them. What else the command line says stays.
#if defined(__GNUC__) && !defined(__clang__) && (__GNUC__ < 12 || (__GNUC__ == 12 && __GNUC_MINOR__ < 4))
#pragma GCC optimize("no-tree-loop-distribution", "no-tree-loop-distribute-patterns")
#endif

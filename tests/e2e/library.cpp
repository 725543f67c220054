// The library compiles on its own; the target of this file keeps it precompiled.
#include <soac/soac.hpp>

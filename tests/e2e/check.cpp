// The checks compile on their own; the target of this file keeps them precompiled.
#include "check.hpp"

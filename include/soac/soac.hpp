// soac: differentiable array programming in ordinary C++. Everything that a user needs.
#pragma once

#include "soac/language.hpp"

#include "soac/array.hpp"
#include "soac/differentiate.hpp"
#include "soac/layout.hpp"
#include "soac/map.hpp"
#include "soac/operators.hpp"
#include "soac/reduce.hpp"
#include "soac/rules.hpp"
#include "soac/scan.hpp"
#include "soac/select.hpp"
#include "soac/update.hpp"
#include "soac/vector_mode.hpp"
#include "soac/view.hpp"
#include "soac/runtime/workspace.hpp"

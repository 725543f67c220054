// The fields of every statement, in the order of their declaration: what a walk over them forgets does not compile.
#pragma once

#include "ir/Ops.h"
#include "support/Overloaded.h"

#include <tuple>
#include <utility>

namespace soac::ir {

#define SOAC_FIELDS(Struct, ...)                                                                                       \
  inline auto fields(const Struct &s) {                                                                                \
    const auto &[__VA_ARGS__] = s;                                                                                     \
    return std::tie(__VA_ARGS__);                                                                                      \
  }                                                                                                                    \
  inline auto fields(Struct &s) {                                                                                      \
    auto &[__VA_ARGS__] = s;                                                                                           \
    return std::tie(__VA_ARGS__);                                                                                      \
  }
#define SOAC_OP(Struct, name, ...) SOAC_FIELDS(Struct, __VA_ARGS__)
#include "ir/Ops.def"
SOAC_FIELDS(LoopAnnotations, stripmine, revolve, bound, boundText, noFalseDependencies, shapeChanges, rewritten,
            overwritten, partLogged)
SOAC_FIELDS(Reduction, neutral, op)
SOAC_FIELDS(Block, parameters, statements, results)
SOAC_FIELDS(Statement, results, op, location)
SOAC_FIELDS(SourceLocation, file, line, column)
#undef SOAC_FIELDS

/// The name in text form.
#define SOAC_OP(Struct, name, ...)                                                                                     \
  constexpr const char *textName(const Struct &) { return name; }
#include "ir/Ops.def"

/// Calls `f` on every field.
template <class S, class F> void forEachField(S &s, F &&f) {
  std::apply([&](auto &...field) { (f(field), ...); }, fields(s));
}

namespace detail {
template <class... Field> std::bool_constant<(OneOf<std::remove_const_t<Field>, Block, std::optional<Block>, std::vector<Reduction>> || ...)>
hasBlocks(std::tuple<Field &...>);
template <class... Field> std::bool_constant<(OneOf<std::remove_const_t<Field>, Value, Values> && ...)>
areOperands(std::tuple<Field &...>);
} // namespace detail

/// For an arm of all kinds without blocks that have none of their own, of later ones too: `[](const WithoutBlocks auto &) {..}`,
/// where the answer follows from this alone. (Kinds with blocks are named, by OneOf.)
template <class Kind>
concept WithoutBlocks = !decltype(detail::hasBlocks(fields(std::declval<const Kind &>())))::value;

/// Some of them, which have another answer than the rest.
template <class Kind, class... Kinds>
concept WithoutBlocksAmong = WithoutBlocks<Kind> && OneOf<Kind, Kinds...>;

/// Kinds whose fields are all operands: `rotate %a, %by` in text form and in calls of the runtime's.
template <class Kind>
concept OfOperands = WithoutBlocks<Kind> && decltype(detail::areOperands(fields(std::declval<const Kind &>())))::value;

} // namespace soac::ir

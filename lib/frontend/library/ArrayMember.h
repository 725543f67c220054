// Member functions of the known arrays: std::vector, std::deque, std::array, std::span, soac::array, soac::view.
//   v.push_back(x)   ->   v = concat v, (fill x, [1])
//   v.pop_back()     ->   v = slice(v, start 0, count size - 1)
#pragma once

#include "frontend/library/Emplace.h"
#include "frontend/library/Library.h"
#include "frontend/library/MemberCall.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Lowering.h"

namespace soac::frontend {

struct ArrayMember : MemberCall {
  using MemberCall::MemberCall;

  /// The array that the object is or views.
  Location array() {
    const Location at = objectLocation();
    return at && at.layout->kind == Layout::Kind::View ? l.referent(l.read(at, object)) : at;
  }

  FValue number(ir::Value index) {
    return convertScalar(l, l.makeScalar(index, l.types.context.LongTy), l.types.of(call->getType()));
  }

  ir::Values indices() {
    ir::Values out;
    for (const clang::Expr *argument : arguments)
      out.push_back(l.asIndex(l.value(argument)));
    return out;
  }

  ir::Value sizeOf(const Location &at) {
    ir::Value total = l.extent(at, 0);
    const unsigned rank = llvm::StringRef(site.name).starts_with("soac::") ? at.layout->rank : 1;
    for (unsigned d = 1; d < rank; ++d)
      total = l.builder().mul(total, l.extent(at, d));
    return total;
  }

  FValue elementAt(llvm::function_ref<ir::Values(const Location &)> indicesIn) {
    const Location at = array();
    const ir::Values where = indicesIn(at);
    if (!at || l.failed())
      return {};
    setLocation(l, call->getExprLoc());
    return returned(l.element(at, where));
  }

  FValue element() {
    return elementAt([&](const Location &) { return indices(); });
  }
  FValue front() {
    return elementAt([&](const Location &) { return ir::Values{l.builder().index(0)}; });
  }
  FValue back() {
    return elementAt(
        [&](const Location &at) { return ir::Values{l.builder().sub(l.extent(at, 0), l.builder().index(1))}; });
  }
  FValue checkedElement() {
    return elementAt([&](const Location &at) {
      const ir::Values where = indices();
      setLocation(l, call->getExprLoc());
      ir::Builder &b = l.builder();
      b.check(b.lessThan(where[0], l.extent(at, 0)), "soac: index out of range");
      b.check(b.apply(prims::Prim::Ge, {where[0], b.index(0)}), "soac: index out of range");
      return where;
    });
  }

  /// The elements from one iterator to another, as an array of the vector's own shape.
  FValue range(const FValue &from, const FValue &to) { return elementsBetween(l, from, to, site.objectLayout(), call); }

  FValue filled(const Location &at, llvm::ArrayRef<ir::Value> extents, const clang::Expr *value) {
    const FValue v = l.value(value);
    if (!v || !at)
      return {};
    FValue all{l.types.arrayOf(at.layout->element, at.layout->rank), {}};
    const FValue element = convertTo(l, v, at.layout->element, value);
    for (const Leaf &leaf : element.leaves)
      all.leaves.push_back({l.builder().fill(leaf.value, extents), nullptr});
    l.write(at, all, call);
    return nothing();
  }

  FValue fill() {
    const Location at = array();
    ir::Values extents;
    for (unsigned d = 0; at && d < at.layout->rank; ++d)
      extents.push_back(l.extent(at, d));
    return filled(at, extents, arguments[0]);
  }

  FValue assignCount() {
    const ir::Value n = l.asIndex(l.value(arguments[0]));
    const Location at = objectLocation();
    if (!at || !isRow(l, at))
      return filled(at, {n}, arguments[1]);
    if (const FValue element = convertTo(l, l.value(arguments[1]), at.layout->element, arguments[1]))
      resizeRow(l, at, l.builder().index(0), n, element);
    return nothing();
  }

  FValue assignRange() {
    const FValue from = l.value(arguments[0]), to = l.value(arguments[1]);
    const FValue v = range(from, to);
    l.write(objectLocation(), v, call);
    return nothing();
  }

  FValue assignList() {
    const FValue list = l.value(arguments[0]);
    const Location at = objectLocation();
    if (list && at)
      l.write(at, convertTo(l, list, at.layout, call), call);
    return nothing();
  }

  FValue assign() {
    const FValue v = method->isMoveAssignmentOperator() ? takeFrom(l, arguments[0]) : l.copy(arguments[0]);
    const Location at = objectLocation();
    if (v && at)
      l.write(at, convertTo(l, v, at.layout, call), call);
    return l.reference(at, l.types.of(method->getReturnType()));
  }

  FValue swap() {
    const Location a = objectLocation(), b = l.location(arguments[0]);
    const FValue x = l.copy(a, call), y = l.copy(b, call);
    l.write(a, y, call);
    l.write(b, x, call);
    return nothing();
  }

  bool isKnownEmpty(const Location &at) {
    return at.dimensions.empty() && !at.grid && !at.choice &&
           llvm::all_of(at.slots, [&](unsigned slot) { return l.internals().slots[slot].isEmptyArray; });
  }

  /// The vector becomes `make(its elements, those of part)`, leaf by leaf; `part` is an array of elements, or nothing.
  FValue resized(const Location &at, const FValue &part, llvm::function_ref<ir::Value(ir::Value, ir::Value)> make) {
    const FValue old = l.copy(at, call);
    if (!old || l.failed())
      return {};
    FValue now{old.layout, {}};
    for (auto [k, leaf] : llvm::enumerate(old.leaves))
      now.leaves.push_back(remade(l, leaf, part ? &part.leaves[k] : nullptr, make));
    l.write(at, now, call);
    return nothing();
  }

  /// An array of so many times the element.
  FValue repeated(const FValue &element, ir::Value count) {
    if (!element)
      return {};
    FValue all{site.objectLayout(), {}};
    for (const Leaf &leaf : element.leaves) {
      all.leaves.push_back({l.builder().fill(leaf.value, {count}), nullptr});
      for (const RowLengths &rows : leaf.rows)
        all.leaves.back().rows.push_back({rows.dimension + 1, l.builder().fill(rows.lengths, {count})});
    }
    return all;
  }

  /// The vector's elements joined with `added`. Rows of a vector without elements have no length: the result is `added`
  /// then. Else the rows of both must have the same length.
  ir::Value joined(ir::Value old, ir::Value added, llvm::function_ref<ir::Value(ir::Builder &)> join) {
    ir::Builder &b = l.builder();
    const unsigned rank = b.type(old).rank;
    if (rank == 1)
      return join(b);
    const auto both = [&](ir::Builder &in) -> ir::Values {
      for (unsigned d = 1; d < rank; ++d)
        in.check(in.equal(in.extent(old, d), in.extent(added, d)), "soac: the rows of a vector have different lengths");
      return {join(in)};
    };
    const ir::Value isEmpty = b.equal(b.extent(old), b.index(0));
    return b.ifElse(isEmpty, [&](ir::Builder &) { return ir::Values{added}; }, both)[0];
  }

  /// push_back(x), emplace_back(..)
  FValue append() { return added(/*atFront=*/false); }
  /// push_front(x), emplace_front(..)
  FValue prepend() { return added(/*atFront=*/true); }
  FValue added(bool atFront) {
    const FValue element = emplacedElement(l, site.objectLayout()->element, call, arguments);
    const Location at = objectLocation();
    if (!element || !at)
      return {};
    if (!atFront && isRow(l, at)) {
      const ir::Value size = l.extent(at, 0);
      resizeRow(l, at, size, l.builder().add(size, l.builder().index(1)), element);
    } else {
      const bool isFirst = isKnownEmpty(at);
      resized(at, repeated(element, l.builder().index(1)), [&](ir::Value old, ir::Value one) {
        return isFirst ? one : joined(old, one, [&](ir::Builder &b) {
          return b.emit1(atFront ? ir::Concat{{one, old}} : ir::Concat{{old, one}});
        });
      });
    }
    const Layout *layout = l.types.of(method->getReturnType());
    if (layout->kind != Layout::Kind::Reference)
      return {layout, {}};
    ir::Builder &b = l.builder();
    return l.reference(l.element(at, {atFront ? b.index(0) : b.sub(l.extent(at, 0), b.index(1))}), layout);
  }

  /// resize(n), resize(n, x): the first min(n, size) elements stay.
  FValue resize() {
    const ir::Value n = l.asIndex(l.value(arguments[0]));
    const Location at = objectLocation();
    if (!at)
      return {};
    const std::optional<FValue> made =
        arguments.size() == 2 ? convertTo(l, l.value(arguments[1]), at.layout->element, call)
                              : defaultElement(l, at.layout->element, call);
    if (!made || !*made || l.failed())
      return {};
    const FValue &element = *made;
    ir::Builder &b = l.builder();
    if (isRow(l, at)) {
      resizeRow(l, at, l.extent(at, 0), n, element);
      return nothing();
    }
    if (isKnownEmpty(at))
      return resized(at, repeated(element, n), [](ir::Value, ir::Value all) { return all; });
    const ir::Value kept = b.apply(prims::Prim::Min, {n, l.extent(at, 0)});
    return resized(at, repeated(element, b.sub(n, kept)), [&](ir::Value old, ir::Value added) {
      return joined(old, added, [&](ir::Builder &in) {
        return in.emit1(ir::Concat{{in.emit1(ir::Slice{old, in.index(0), kept, 1}), added}});
      });
    });
  }

  /// The vector becomes `count` of its elements, from number `start` on.
  FValue shortened(llvm::function_ref<ir::Value(ir::Value)> start, llvm::function_ref<ir::Value(ir::Value)> count) {
    const Location at = objectLocation();
    if (!at || l.failed())
      return {};
    const ir::Value size = l.extent(at, 0), first = start(size);
    if (isRow(l, at) && l.builder().values.asInt(first) == 0) {
      shortenRow(l, at, count(size));
      return nothing();
    }
    return resized(at, {}, [&](ir::Value old, ir::Value) { return l.builder().emit1(ir::Slice{old, first, count(size), 1}); });
  }

  FValue popBack() {
    return shortened([&](ir::Value) { return l.builder().index(0); },
                     [&](ir::Value size) { return l.builder().sub(size, l.builder().index(1)); });
  }
  FValue popFront() {
    return shortened([&](ir::Value) { return l.builder().index(1); },
                     [&](ir::Value size) { return l.builder().sub(size, l.builder().index(1)); });
  }
  FValue clear() {
    return shortened([&](ir::Value) { return l.builder().index(0); }, [&](ir::Value) { return l.builder().index(0); });
  }

  FValue reserve() {
    for (const clang::Expr *argument : arguments)
      l.value(argument);
    objectLocation();
    return nothing();
  }

  /// Replaces the elements from `first` to `last` by those of `middle`, which is an array of elements or nothing; returns
  /// an iterator to element `first`.
  FValue spliced(ir::Value first, ir::Value last, const FValue &middle) {
    const Location at = objectLocation();
    if (!at || l.failed())
      return {};
    resized(at, middle, [&](ir::Value old, ir::Value added) {
      const auto with = [&](ir::Builder &in) {
        ir::Values parts{in.emit1(ir::Slice{old, in.index(0), first, 1})};
        if (added)
          parts.push_back(added);
        parts.push_back(in.emit1(ir::Slice{old, last, in.sub(in.extent(old), last), 1}));
        return in.emit1(ir::Concat{parts});
      };
      return added ? joined(old, added, with) : with(l.builder());
    });
    return pointerTo(l, at, first, l.types.of(method->getReturnType()));
  }

  /// erase(i), erase(i, j)
  FValue erase() {
    const FValue from = l.value(arguments[0]);
    const FValue to = arguments.size() > 1 ? l.value(arguments[1]) : FValue{};
    if (!from || l.failed())
      return {};
    const ir::Value first = from.leaves[1].value;
    return spliced(first, to ? to.leaves[1].value : l.builder().add(first, l.builder().index(1)), {});
  }

  /// insert(i, x), insert(i, n, x), insert(i, j, k), insert(i, {..})
  FValue insert() {
    const Layout *layout = site.objectLayout();
    const FValue from = l.value(arguments[0]), next = l.value(arguments[1]);
    if (!from || !next || l.failed())
      return {};
    const ir::Value first = from.leaves[1].value;
    if (arguments.size() == 3 && next.layout->kind == Layout::Kind::Pointer)
      return spliced(first, first, range(next, l.value(arguments[2])));
    if (next.layout->kind == Layout::Kind::View)
      return spliced(first, first, convertTo(l, next, layout, call));
    const FValue element = convertTo(l, arguments.size() == 3 ? l.value(arguments[2]) : next, layout->element, call);
    const ir::Value count = arguments.size() == 3 ? l.asIndex(next) : l.builder().index(1);
    return element ? spliced(first, first, repeated(element, count)) : FValue{};
  }

  FValue refuseSizeChange() {
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(),
             {"'" + method->getNameAsString() + "', which changes the size of a vector,"},
             {"make the vector with its final size and write its elements"});
    return {};
  }

  /// subspan, first, last
  FValue part() {
    const Location at = array();
    const ir::Values given = numbers();
    if (!at || l.failed())
      return {};
    ir::Builder &b = l.builder();
    const ir::Value n = l.extent(at, 0);
    ir::Value start = b.index(0), count = given[0];
    if (method->getName() == "last") {
      start = b.sub(n, given[0]);
    } else if (method->getName() == "subspan") {
      start = given[0];
      count = given.size() > 1 && b.values.asInt(given[1]) != -1 ? given[1] : b.sub(n, given[0]);
    }
    return viewOf(l, l.slice(at, start, count, 1, l.types.arrayOf(at.layout->element, 1)), site.result());
  }

  /// The arguments, or the template arguments of first<n>() and the like.
  ir::Values numbers() {
    ir::Values out = indices();
    if (const clang::TemplateArgumentList *given = method->getTemplateSpecializationArgs(); given && out.empty())
      for (const clang::TemplateArgument &argument : given->asArray())
        if (argument.getKind() == clang::TemplateArgument::Integral)
          out.push_back(l.builder().index(static_cast<std::int64_t>(argument.getAsIntegral().getZExtValue())));
    return out;
  }

  FValue size() {
    const Location at = array();
    return at ? number(sizeOf(at)) : FValue{};
  }

  FValue isEmpty() {
    const Location at = array();
    return at ? l.makeScalar(l.builder().equal(sizeOf(at), l.builder().index(0)), call->getType()) : FValue{};
  }

  FValue extent() {
    const Location at = array();
    const auto axis = l.constantInt(arguments[0]);
    if (!at || l.failed())
      return {};
    if (axis && *axis >= 0 && *axis < static_cast<std::int64_t>(at.layout->rank))
      return number(l.extent(at, static_cast<unsigned>(*axis)));
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"an extent whose dimension is not a constant"});
    return {};
  }

  FValue begin() { return pointerTo(l, array(), l.builder().index(0), site.result()); }
  FValue end() {
    const Location at = array();
    return at ? pointerTo(l, at, l.extent(at, 0), site.result()) : FValue{};
  }

  /// std::reverse_iterator holds the iterator behind the element that it refers to.
  FValue reverseBegin() {
    const Location at = array();
    return at ? reversedAt(at, l.extent(at, 0)) : FValue{};
  }
  FValue reverseEnd() { return reversedAt(array(), l.builder().index(0)); }
  FValue reversedAt(const Location &at, ir::Value offset) {
    const Layout *layout = site.result();
    FValue v = pointerTo(l, at, offset, layout->fields.back().layout);
    if (v)
      v.layout = layout;
    return v;
  }
};

} // namespace soac::frontend

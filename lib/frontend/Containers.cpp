// The members of the arrays that the tool knows: std::vector, std::array, std::span, soac::array, soac::view.
#include "frontend/MemberCall.h"

namespace soac::frontend {

using prims::Prim;
using Kind = Shape::Kind;

namespace {

struct ArrayMember : MemberCall {
  /// The array that the object is or looks at.
  Location array() {
    const Location at = objectLocation();
    return at && at.shape->kind == Kind::View ? l.referent(l.read(at, object)) : at;
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

  ir::Value size(const Location &at) {
    ir::Value total = l.extent(at, 0);
    const unsigned rank = className.starts_with("soac::") ? at.shape->rank : 1;
    for (unsigned d = 1; d < rank; ++d)
      total = l.builder().mul(total, l.extent(at, d));
    return total;
  }

  bool element(llvm::StringRef name) {
    const Location at = array();
    if (l.failed())
      return true;
    ir::Values where;
    if (name == "front")
      where = {l.builder().index(0)};
    else if (name == "back")
      where = {l.builder().sub(l.extent(at, 0), l.builder().index(1))};
    else
      where = indices();
    if (l.failed() || where.empty() || where.size() > at.shape->rank)
      return false;
    setLocation(l, call->getExprLoc());
    if (name == "at") {
      ir::Builder &b = l.builder();
      b.check(b.lessThan(where[0], l.extent(at, 0)), "soac: index out of range");
      b.check(b.apply(Prim::Ge, {where[0], b.index(0)}), "soac: index out of range");
    }
    result = returned(l.element(at, where));
    return true;
  }

  bool fill(const Location &at, llvm::ArrayRef<ir::Value> extents, const clang::Expr *value) {
    const FValue v = l.value(value);
    if (!v)
      return true;
    FValue filled{l.types.arrayOf(at.shape->element, at.shape->rank), {}};
    const FValue element = convertTo(l, v, at.shape->element, value);
    for (const Leaf &leaf : element.leaves)
      filled.leaves.push_back({l.builder().fill(leaf.value, extents), nullptr});
    l.write(at, filled, call);
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }

  bool assign() {
    const FValue v = method->isMoveAssignmentOperator() ? takeFrom(l, arguments[0]) : l.value(arguments[0]);
    const Location at = objectLocation();
    if (v && at)
      l.write(at, convertTo(l, v, at.shape, call), call);
    result = l.reference(at, l.types.of(method->getReturnType()));
    return true;
  }

  bool swap() {
    const Location a = objectLocation(), b = l.location(arguments[0]);
    const FValue x = l.read(a, call), y = l.read(b, call);
    l.write(a, y, call);
    l.write(b, x, call);
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }

  bool isKnownEmpty(const Location &at) {
    return at.dimensions.empty() && !at.grid && !at.choice &&
           llvm::all_of(at.slots, [&](unsigned slot) { return l.internals().slots[slot].isEmptyArray; });
  }

  /// The vector becomes `make(its elements, k)` for leaf number k.
  bool resized(const Location &at, llvm::function_ref<ir::Value(ir::Value, std::size_t)> make) {
    const FValue old = l.read(at, call);
    if (!old)
      return true;
    FValue now{old.shape, {}};
    for (auto [k, leaf] : llvm::enumerate(old.leaves))
      now.leaves.push_back({make(leaf.value, k), nullptr});
    l.write(at, now, call);
    return true;
  }

  /// The vector's elements joined with others. Rows of a vector without elements have no length of their own: there
  /// `added` stands alone. Else they are as long as those that are there.
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
  bool append() {
    const clang::QualType type = object->getType();
    const Shape *vector = l.types.ofObject(type->isPointerType() ? type->getPointeeType() : type);
    if (vector->kind != Kind::Array)
      return l.failed();
    const FValue element = emplacedElement(l, vector->element, call, arguments);
    const Location at = objectLocation();
    if (!element || !at)
      return true;
    const bool isFirst = isKnownEmpty(at);
    resized(at, [&](ir::Value old, std::size_t k) {
      const ir::Value one = l.builder().fill(element.leaves[k].value, {l.builder().index(1)});
      return isFirst ? one : joined(old, one, [&](ir::Builder &b) { return b.emit1(ir::Concat{{old, one}}); });
    });
    const Shape *shape = l.types.of(method->getReturnType());
    result = shape->kind == Kind::Reference
                 ? l.reference(l.element(at, {l.builder().sub(l.extent(at, 0), l.builder().index(1))}), shape)
                 : FValue{shape, {}};
    return true;
  }

  /// resize(n), resize(n, x): the first min(n, size) elements stay.
  bool resize() {
    const ir::Value n = l.asIndex(l.value(arguments[0]));
    const Location at = objectLocation();
    if (!at)
      return true;
    FValue element{at.shape->element, {}};
    if (arguments.size() == 2) {
      element = convertTo(l, l.value(arguments[1]), at.shape->element, call);
    } else {
      for (const ir::Value zero : zeroLeaves(l, at.shape->element))
        element.leaves.push_back({zero, nullptr});
    }
    if (!element || l.failed())
      return true;
    ir::Builder &b = l.builder();
    if (isKnownEmpty(at))
      return resized(at, [&](ir::Value, std::size_t k) { return b.fill(element.leaves[k].value, {n}); });
    return resized(at, [&](ir::Value old, std::size_t k) {
      const ir::Value kept = b.apply(Prim::Min, {n, b.extent(old)});
      const ir::Value added = b.fill(element.leaves[k].value, {b.sub(n, kept)});
      return joined(old, added, [&](ir::Builder &in) {
        return in.emit1(ir::Concat{{in.emit1(ir::Slice{old, in.index(0), kept, 1}), added}});
      });
    });
  }

  /// The vector with the elements of `middle`, an array of its own shape or nothing, in place of those from `first` to
  /// `last`; the result is an iterator to the first of them.
  bool spliced(ir::Value first, ir::Value last, const FValue &middle) {
    const Location at = objectLocation();
    if (!at || l.failed())
      return true;
    ir::Builder &b = l.builder();
    resized(at, [&](ir::Value old, std::size_t k) {
      const auto with = [&](ir::Builder &in) {
        ir::Values parts{in.emit1(ir::Slice{old, in.index(0), first, 1})};
        if (middle)
          parts.push_back(middle.leaves[k].value);
        parts.push_back(in.emit1(ir::Slice{old, last, in.sub(in.extent(old), last), 1}));
        return in.emit1(ir::Concat{parts});
      };
      return middle ? joined(old, middle.leaves[k].value, with) : with(b);
    });
    result = pointerTo(l, at, first, l.types.of(method->getReturnType()));
    return true;
  }

  /// erase(i), erase(i, j), insert(i, x), insert(i, n, x), insert(i, j, k), insert(i, {..})
  bool splice(bool isErase) {
    const Shape *shape = l.types.ofObject(object->getType());
    const FValue from = l.value(arguments[0]);
    if (!from || from.shape->kind != Kind::Pointer)
      return l.failed();
    const ir::Value first = from.leaves[1].value;
    if (isErase && arguments.size() == 1)
      return spliced(first, l.builder().add(first, l.builder().index(1)), {});
    const FValue next = l.value(arguments[1]);
    if (!next)
      return true;
    if (isErase)
      return spliced(first, next.leaves[1].value, {});
    if (arguments.size() == 3 && next.shape->kind == Kind::Pointer)
      return spliced(first, first, elementsBetween(l, next, l.value(arguments[2]), shape, call));
    if (next.shape->kind == Kind::View)
      return spliced(first, first, convertTo(l, next, shape, call));
    const FValue element = convertTo(l, arguments.size() == 3 ? l.value(arguments[2]) : next, shape->element, call);
    const ir::Value count = arguments.size() == 3 ? l.asIndex(next) : l.builder().index(1);
    FValue middle{shape, {}};
    for (const Leaf &leaf : element.leaves)
      middle.leaves.push_back({l.builder().fill(leaf.value, {count}), nullptr});
    return element ? spliced(first, first, middle) : true;
  }

  bool changeSize(llvm::StringRef name) {
    const clang::QualType ownElement = l.types.ofObject(object->getType())->kind == Kind::Array
                                           ? l.types.ofObject(object->getType())->element->type
                                           : clang::QualType();
    const bool isPlainElement = !ownElement.isNull() && l.types.of(ownElement)->kind == Kind::Scalar;
    result = {l.types.of(l.types.context.VoidTy), {}};
    if (name == "push_back" || name == "emplace_back")
      return append();
    if (name == "resize" && (arguments.size() == 2 || (arguments.size() == 1 && isPlainElement)))
      return resize();
    if (name == "pop_back")
      return resized(objectLocation(), [&](ir::Value old, std::size_t) {
        ir::Builder &b = l.builder();
        return b.emit1(ir::Slice{old, b.index(0), b.sub(b.extent(old), b.index(1)), 1});
      });
    if (name == "clear" && isPlainElement)
      return resized(objectLocation(), [&](ir::Value old, std::size_t) {
        ir::Builder &b = l.builder();
        return b.fill(b.zero(b.type(old).scalar), {b.index(0)});
      });
    if ((name == "erase" || name == "insert") && !arguments.empty() && splice(name == "erase"))
      return true;
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(),
             {"'" + name.str() + "', which changes the size of a vector,"},
             {"make the vector with its final size and write its elements"});
    return true;
  }

  /// subspan, first, last
  bool part(llvm::StringRef name) {
    const Location at = array();
    const Shape *shape = l.types.of(call->getType());
    const ir::Values given = numbers();
    if (l.failed() || shape->kind != Kind::View || given.empty())
      return l.failed();
    ir::Builder &b = l.builder();
    const ir::Value n = l.extent(at, 0);
    ir::Value start = b.index(0), count = given[0];
    if (name == "last") {
      start = b.sub(n, given[0]);
    } else if (name == "subspan") {
      start = given[0];
      count = given.size() > 1 && b.values.asInt(given[1]) != -1 ? given[1] : b.sub(n, given[0]);
    }
    result = viewOf(l, l.slice(at, start, count, 1, l.types.arrayOf(at.shape->element, 1)), shape);
    return true;
  }

  /// The arguments, or the template arguments of first<n>() and its like.
  ir::Values numbers() {
    ir::Values out;
    for (const clang::Expr *argument : arguments)
      out.push_back(l.asIndex(l.value(argument)));
    if (const clang::TemplateArgumentList *given = method->getTemplateSpecializationArgs(); given && out.empty())
      for (const clang::TemplateArgument &argument : given->asArray())
        if (argument.getKind() == clang::TemplateArgument::Integral)
          out.push_back(l.builder().index(static_cast<std::int64_t>(argument.getAsIntegral().getZExtValue())));
    return out;
  }

  bool ofArray();
};

bool ArrayMember::ofArray() {
  const clang::OverloadedOperatorKind op = method->getOverloadedOperator();
  if (op == clang::OO_Subscript || op == clang::OO_Call)
    return element("");
  if (op == clang::OO_Equal && arguments.size() == 1)
    return assign();
  if (!method->getIdentifier())
    return false;
  const llvm::StringRef name = method->getName();
  if (name == "at" || name == "front" || name == "back")
    return element(name);
  if (name == "size") {
    const Location at = array();
    result = number(l.failed() ? l.builder().index(0) : size(at));
    return true;
  }
  if (name == "empty") {
    const Location at = array();
    const ir::Value n = l.failed() ? l.builder().index(0) : size(at);
    result = l.makeScalar(l.builder().equal(n, l.builder().index(0)), call->getType());
    return true;
  }
  if (name == "extent" && arguments.size() == 1) {
    const Location at = array();
    const auto axis = l.constantInt(arguments[0]);
    if (!l.failed() && (!axis || *axis < 0 || *axis >= static_cast<std::int64_t>(at.shape->rank))) {
      l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(),
               {"an extent whose dimension is not a constant"});
      return true;
    }
    result = number(l.failed() ? l.builder().index(0) : l.extent(at, static_cast<unsigned>(*axis)));
    return true;
  }
  if (name == "data" || name == "begin" || name == "cbegin" || name == "end" || name == "cend") {
    const Location at = array();
    const Shape *shape = l.types.of(call->getType());
    if (l.failed() || shape->kind != Kind::Pointer)
      return l.failed();
    const bool isEnd = name == "end" || name == "cend";
    result = pointerTo(l, at, isEnd ? l.extent(at, 0) : l.builder().index(0), shape);
    return true;
  }
  if (name == "fill" && arguments.size() == 1) {
    const Location at = array();
    if (l.failed())
      return true;
    ir::Values extents;
    for (unsigned d = 0; d < at.shape->rank; ++d)
      extents.push_back(l.extent(at, d));
    return fill(at, extents, arguments[0]);
  }
  if (name == "assign" && arguments.size() == 2 && arguments[0]->getType()->isIntegerType()) {
    const ir::Value n = l.asIndex(l.value(arguments[0]));
    return fill(objectLocation(), {n}, arguments[1]);
  }
  if (name == "assign" && arguments.size() == 2) {
    const FValue v =
        elementsBetween(l, l.value(arguments[0]), l.value(arguments[1]), l.types.ofObject(object->getType()), call);
    l.write(objectLocation(), v, call);
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }
  if (name == "swap" && arguments.size() == 1)
    return swap();
  if (name == "reserve" || name == "shrink_to_fit") {
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }
  if (name == "push_back" || name == "emplace_back" || name == "pop_back" || name == "resize" || name == "clear" ||
      name == "insert" || name == "erase" || name == "emplace") {
    return changeSize(name);
  }
  if (name == "subspan" || name == "first" || name == "last")
    return part(name);
  if (name == "rbegin" || name == "crbegin" || name == "rend" || name == "crend") {
    // std::reverse_iterator holds the iterator behind the element that it stands for.
    const Location at = array();
    const Shape *shape = l.types.of(call->getType());
    if (l.failed() || shape->kind != Kind::Record || shape->leaves.size() != 2 || !shape->leaves[0].isTarget)
      return l.failed();
    const bool isBegin = name == "rbegin" || name == "crbegin";
    result = pointerTo(l, at, isBegin ? l.extent(at, 0) : l.builder().index(0), shape->fields.back().shape);
    result.shape = shape;
    return true;
  }
  return false;
}

bool isArrayClass(llvm::StringRef name) {
  return name == "std::vector" || name == "std::array" || name == "std::span" || name == "soac::array" ||
         name == "soac::view" || name == "std::initializer_list";
}

} // namespace

bool isContainer(const clang::CXXRecordDecl *record) {
  const std::string name = qualifiedName(record);
  return isArrayClass(name) || isIterator(name);
}

bool lowerContainerCall(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee, FValue &result) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method)
    return iteratorOperation(l, call, result);
  if (method->isStatic())
    return false;
  const std::string className = qualifiedName(method->getParent());
  MemberCall member{l, call, method, nullptr, {}, className, result};
  const auto *memberCall = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  member.object = memberCall ? memberCall->getImplicitObjectArgument() : call->getArg(0);
  for (const clang::Expr *argument : llvm::drop_begin(call->arguments(), memberCall ? 0 : 1))
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      member.arguments.push_back(argument);
  if (isIterator(className)) {
    if (member.ofIterator())
      return true;
  } else if (isBitReference(className)) {
    if (member.ofBitReference())
      return true;
  } else if (isArrayClass(className)) {
    if (ArrayMember{std::move(member)}.ofArray())
      return true;
    if (llvm::StringRef(className).starts_with("soac::"))
      return false; // it may be a member of a base class
  } else {
    return false;
  }
  l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(),
           {"'" + className + "::" + method->getNameAsString() + "'"});
  return true;
}

} // namespace soac::frontend

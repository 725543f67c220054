// Pointers and iterators of arrays: the array and an offset in elements. Views: the array and the part of it.
//
// A pointer's target is an array of its elements, of any rank (then the offset is the row-major position), or the
// object itself. The target is known while lowering; only the offset is a value.
#include "frontend/lower/Pointers.h"

#include "analysis/Polynomial.h"
#include "frontend/lower/Arithmetic.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using prims::Prim;
using Kind = Layout::Kind;

namespace {

ir::Value sum(Lowering &l, ir::Value x, ir::Value y) {
  ir::Builder &b = l.builder();
  if (b.values.asInt(x) == 0)
    return y;
  if (b.values.asInt(y) == 0)
    return x;
  return computed(l, Prim::Add, {x, y});
}

ir::Value negation(ir::Builder &b, ir::Value condition) {
  const auto known = b.values.asInt(condition);
  return known ? b.values.constantBool(!*known) : b.apply(Prim::Not, {condition});
}

clang::SourceRange rangeOf(const clang::Expr *e) { return e ? e->getSourceRange() : clang::SourceRange(); }

void refusePointer(Lowering &l, const clang::Expr *site, const std::string &why) {
  std::string name = "expression";
  if (site)
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(site->IgnoreParenImpCasts()))
      name = reference->getDecl()->getNameAsString();
  l.refuse(diag::Id::PointerUse, rangeOf(site), {name, why});
}

} // namespace

void refuseApart(Lowering &l, clang::SourceRange site) {
  l.refuse(diag::Id::PointerUse, site,
           {"expression", "the two pointers do not point into the same array, as far as the tool can see"});
}

FValue pointerTo(Lowering &l, const Location &array, ir::Value offset, const Layout *pointer) {
  Location elements = array; // what holds them makes no difference to pointers
  if (array && array.layout->kind == Kind::Array && array.layout != pointer->element)
    elements.layout = l.types.arrayOf(array.layout->element, array.layout->rank);
  FValue v = l.reference(elements, pointer);
  if (v && v.leaves.size() > 1)
    v.leaves[1].value = offset;
  return v;
}

FValue advance(Lowering &l, const FValue &pointer, ir::Value by) {
  FValue v = pointer;
  if (v && v.layout->kind == Kind::Pointer)
    v.leaves[1].value = sum(l, v.leaves[1].value, by);
  return v;
}

Location dereference(Lowering &l, const FValue &pointer, ir::Value offset, const clang::Expr *site) {
  if (l.failed() || !pointer)
    return {};
  const Location target = pointee(pointer);
  // Null or unwritten in some iterations of a loop: in these the program may not come here.
  if (pointer.layout->kind == Kind::Pointer && !target && l.internals().inLoops > 0) {
    l.builder().check(l.builder().values.constantBool(false), "soac: a null pointer is dereferenced");
    FValue none{pointer.layout->element, {}};
    for (const ir::Value zero : zeroLeaves(l, pointer.layout->element))
      none.leaves.push_back({zero, nullptr});
    return l.newVariable(none, "");
  }
  if (pointer.layout->kind != Kind::Pointer || !target) {
    refusePointer(l, site, "what it points to is not known, or it is null");
    return {};
  }
  const ir::Value index = sum(l, pointer.leaves[1].value, offset);
  const Layout *element = pointer.layout->element;
  if (target.layout == element) {
    const auto known = l.builder().values.asInt(index);
    if (!known) { // carried by a loop, most often unchanged, or the counter of a loop that runs once
      l.builder().check(l.builder().equal(index, l.builder().index(0)), "soac: a pointer has left its object");
    } else if (known != 0) {
      refusePointer(l, site, "it points to a single object, and this is another element");
      return {};
    }
    return target;
  }
  // Arrays of arrays count as one array where the pointer is to the innermost elements.
  const Layout *array = target.layout;
  unsigned rank = 0;
  while (array->kind == Kind::Array && array != element) {
    rank += array->rank;
    array = array->element;
  }
  if (array != element || rank == 0) {
    refusePointer(l, site, "it points to an object of another type");
    return {};
  }
  Location whole = target;
  whole.layout = l.types.arrayOf(element, rank);
  if (rank == 1)
    return l.element(whole, {index});
  ir::Values indices(rank);
  ir::Value rest = index;
  for (unsigned d = rank; d-- > 1;) {
    const ir::Value extent = l.extent(whole, d);
    indices[d] = l.builder().apply(Prim::Rem, {rest, extent});
    rest = l.builder().div(rest, extent);
  }
  indices[0] = rest;
  return l.element(whole, indices);
}

FValue addressOf(Lowering &l, const Location &at, const Layout *pointer) {
  if (!at)
    return {};
  // An element of an array: the pointer may go on to its neighbours.
  if (!at.dimensions.empty() && at.dimensions.back().isFixed &&
      (!at.grid || at.grid->extents.size() == at.dimensions.size()) &&
      llvm::all_of(at.dimensions, [](const Dimension &d) { return d.isFixed; })) {
    Location array = at;
    const ir::Value offset = array.dimensions.back().start;
    array.dimensions.pop_back();
    array.layout = l.types.arrayOf(at.layout, 1);
    return pointerTo(l, array, offset, pointer);
  }
  return l.reference(at, pointer);
}

const clang::Expr *decayed(const clang::Expr *e) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e->IgnoreParens());
  return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr()->IgnoreParens() : nullptr;
}

/// The rows of a C array lie one behind the other, so a pointer to an element of a row may go on into the next.
std::optional<FValue> pointerIntoRows(Lowering &l, const clang::Expr *e, const Layout *pointer) {
  llvm::SmallVector<std::int64_t, 3> indices; // inner ones first
  e = e->IgnoreParens();
  for (const clang::Expr *array = nullptr; ; e = array) {
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e);
    const auto *star = llvm::dyn_cast<clang::UnaryOperator>(e);
    const bool isStar = star && star->getOpcode() == clang::UO_Deref;
    array = subscript ? decayed(subscript->getBase()) : isStar ? decayed(star->getSubExpr()) : nullptr;
    const auto index = !array ? std::nullopt : isStar ? std::optional<std::int64_t>(0) : l.constantInt(subscript->getIdx());
    if (!index)
      break;
    indices.push_back(*index);
  }
  llvm::SmallVector<std::int64_t, 3> extents; // outer ones first
  clang::QualType type = e->getType();
  while (const auto *array = l.types.context.getAsConstantArrayType(type)) {
    extents.push_back(static_cast<std::int64_t>(array->getSize().getZExtValue()));
    type = array->getElementType();
  }
  if (extents.size() < 2 || indices.empty() || indices.size() > extents.size() || pointer->kind != Kind::Pointer ||
      pointer->element != l.types.of(type))
    return std::nullopt;
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < extents.size(); ++d)
    offset = offset * extents[d] + (d < indices.size() ? indices[indices.size() - 1 - d] : 0);
  const Location at = l.location(e);
  return at ? pointerTo(l, at, l.builder().index(offset), pointer) : FValue{};
}

ir::Value notNull(Lowering &l, const FValue &pointer, const clang::Expr *site) {
  if (l.failed() || !pointer)
    return {};
  const ir::Value is = pointer.leaves.empty() ? ir::Value{} : isNotNull(l, pointer.leaves[0]);
  if (!is)
    refusePointer(l, site, "whether it is null is not known to the tool");
  return is;
}

namespace {

bool isSameNumber(Lowering &l, ir::Value a, ir::Value b, const clang::Expr *site);

/// Is b what `parameter` is when its loop begins? It is then taken to stay so, which the loop checks. What an iteration
/// computes, as parameters of loops inside, is no such value.
bool isEntryOf(Lowering &l, ir::Value parameter, ir::Value b, const clang::Expr *site) {
  const auto entry = l.internals().entryValues.find(parameter);
  const bool isInside = b.id > parameter.id && !l.builder().values.asConstant(b);
  if (isInside || entry == l.internals().entryValues.end() || !isSameNumber(l, entry->second, b, site))
    return false;
  l.internals().takenAsEntry.emplace_back(parameter, rangeOf(site));
  return true;
}

/// Is it b and the offset of a pointer that is zero when a loop begins?
bool isWithoutOffset(Lowering &l, ir::Value sum, ir::Value b, const clang::Expr *site) {
  const ir::Apply *made = definitionOf(l, sum);
  return made && made->prim == Prim::Add && isEntryOf(l, made->arguments[0], l.builder().index(0), site) &&
         isSameNumber(l, made->arguments[1], b, site);
}

/// Are they the same number, modulo 2^64 and whatever their types: one value, or made of the same numbers in the same way?
bool isSameNumber(Lowering &l, ir::Value a, ir::Value b, const clang::Expr *site) {
  const ir::ValueTable &values = l.builder().values;
  auto &taken = l.internals().takenAsEntry;
  const std::size_t before = taken.size();
  if (a == b || (values.asInt(a) && values.asInt(a) == values.asInt(b)) || isEntryOf(l, a, b, site) ||
      isEntryOf(l, b, a, site) || isWithoutOffset(l, a, b, site) || isWithoutOffset(l, b, a, site))
    return true;
  taken.resize(before);
  const ir::Apply *f = definitionOf(l, a), *g = definitionOf(l, b);
  const bool keepsA = f && analysis::keepsNumbers(*f, values), keepsB = g && analysis::keepsNumbers(*g, values);
  if (keepsA && f->prim == Prim::Cast)
    return isSameNumber(l, f->arguments[0], b, site);
  if (keepsB && g->prim == Prim::Cast)
    return isSameNumber(l, a, g->arguments[0], site);
  const auto areSame = [&](llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others) {
    const bool isSame = some.size() == others.size() && llvm::all_of(llvm::zip(some, others), [&](const auto &pair) {
                          return isSameNumber(l, std::get<0>(pair), std::get<1>(pair), site);
                        });
    if (!isSame)
      taken.resize(before);
    return isSame;
  };
  if (f && g && f->prim == g->prim && ((keepsA && keepsB) || f->type == g->type) && areSame(f->arguments, g->arguments))
    return true;
  const auto &elements = l.internals().elements;
  const auto x = elements.find(a), y = elements.find(b);
  return x != elements.end() && y != elements.end() &&
         areSame({x->second.array, x->second.index}, {y->second.array, y->second.index});
}

bool isSameGrid(Lowering &l, const Grid &a, const Grid &b, const clang::Expr *site) {
  return isSameNumber(l, a.start, b.start, site) && a.extents.size() == b.extents.size() &&
         llvm::all_of(llvm::zip(a.extents, b.extents), [&](const auto &extents) {
           return isSameNumber(l, std::get<0>(extents), std::get<1>(extents), site);
         });
}

/// Are they the same place? `m[i]` twice is, though each has an index of its own.
bool isSamePlace(Lowering &l, const Location &a, Location b, const clang::Expr *site) {
  if (a.choice && b.choice)
    return isSameNumber(l, a.choice->condition, b.choice->condition, site) &&
           isSamePlace(l, a.choice->yes, b.choice->yes, site) && isSamePlace(l, a.choice->no, b.choice->no, site);
  if (a.dimensions.size() != b.dimensions.size())
    return false;
  for (auto [x, y] : llvm::zip(a.dimensions, b.dimensions))
    if (isSameNumber(l, x.start, y.start, site) && isSameNumber(l, x.count, y.count, site)) {
      y.start = x.start;
      y.count = x.count;
    }
  if (a.grid && b.grid && isSameGrid(l, *a.grid, *b.grid, site))
    b.grid = a.grid;
  return a == b;
}

/// Is it the pointee of a pointer parameter?
bool isOfParameter(Lowering &l, const Location &at) {
  return !at.slots.empty() && l.internals().infos[at.slots[0]].mayBeNull;
}

/// Two pointers of which the one tells where the other stops must point into the same array. Of parameters that can be
/// so, and is noted.
void refuseApart(Lowering &l, const Location &a, const Location &b, const clang::Expr *site) {
  if (isOfParameter(l, a) && isOfParameter(l, b) && a.layout == b.layout && !l.failed())
    l.internals().joined.emplace(a.slots[0], b.slots[0]);
  refuseApart(l, rangeOf(site));
}

/// Do pointers x into a and y into b point to the same element? A bool; unset where that is refused. Elements of
/// different variables are never the same, but a loop that goes on until two parameters meet has them in one array.
ir::Value equalPlaces(Lowering &l, const Location &a, const Location &b, const FValue &x, const FValue &y,
                      const clang::Expr *site) {
  if (a.choice || b.choice) {
    const Choice &choice = a.choice ? *a.choice : *b.choice;
    const auto side = [&](const Location &one) {
      return a.choice ? equalPlaces(l, one, b, x, y, site) : equalPlaces(l, a, one, x, y, site);
    };
    const ir::Value yes = side(choice.yes), no = side(choice.no);
    return !yes || !no ? ir::Value{} : yes == no ? yes : l.builder().select(choice.condition, yes, no);
  }
  if (!a || !b) {
    const ir::Value there = isNotNull(l, Leaf{{}, std::make_shared<const Target>(Target{a ? a : b, nullptr})});
    if (there)
      return negation(l.builder(), there);
    refusePointer(l, site, "whether it is null is not known to the tool");
    return {};
  }
  if (isSamePlace(l, a, b, site))
    return l.builder().equal(x.leaves[1].value, y.leaves[1].value);
  const auto mayCoincide = [&](unsigned slot) { return l.internals().infos[slot].mayCoincide; };
  const bool areGiven = llvm::any_of(a.slots, mayCoincide) && llvm::any_of(b.slots, mayCoincide);
  if (!areGiven && llvm::none_of(a.slots, [&](unsigned slot) { return llvm::is_contained(b.slots, slot); }) &&
      !(l.internals().isLoopExit && isOfParameter(l, a) && isOfParameter(l, b)))
    return l.builder().values.constantBool(false);
  refuseApart(l, a, b, site);
  return {};
}

ir::Value equalPointers(Lowering &l, const FValue &a, const FValue &b, const clang::Expr *site) {
  if (a.leaves[0].target && b.leaves[0].target && a.leaves.size() == 2 && b.leaves.size() == 2)
    return equalPlaces(l, a.leaves[0].target->location, b.leaves[0].target->location, a, b, site);
  refusePointer(l, site, "what it points to is not known");
  return {};
}

} // namespace

FValue lowerPointerBinary(Lowering &l, const clang::BinaryOperator *e) {
  return pointerOperation(l, e->getOpcode(), l.value(e->getLHS()), l.value(e->getRHS()), l.types.of(e->getType()), e);
}

FValue pointerOperation(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Layout *result,
                        const clang::Expr *site) {
  if (l.failed() || !a || !b)
    return {};
  const bool aIsPointer = a.layout->kind == Kind::Pointer, bIsPointer = b.layout->kind == Kind::Pointer;
  const auto cast = [&](ir::Value v) { return convertScalar(l, l.makeScalar(v, l.types.context.LongTy), result); };
  if (aIsPointer && bIsPointer) {
    if (op == clang::BO_EQ || op == clang::BO_NE) {
      const ir::Value same = equalPointers(l, a, b, site);
      if (!same)
        return {};
      return l.makeScalar(op == clang::BO_EQ ? same : negation(l.builder(), same), l.types.context.BoolTy);
    }
    if (!isSamePlace(l, pointee(a), pointee(b), site)) {
      refuseApart(l, pointee(a), pointee(b), site);
      return {};
    }
    const ir::Value x = a.leaves[1].value, y = b.leaves[1].value;
    if (op == clang::BO_Sub)
      return cast(l.builder().sub(x, y));
    const FValue left = l.makeScalar(x, l.types.context.LongTy), right = l.makeScalar(y, l.types.context.LongTy);
    return arithmetic(l, op, left, right, result);
  }
  if (op == clang::BO_Add && (aIsPointer || bIsPointer))
    return aIsPointer ? advance(l, a, l.asIndex(b)) : advance(l, b, l.asIndex(a));
  if (op == clang::BO_Sub && aIsPointer)
    return advance(l, a, l.builder().neg(l.asIndex(b)));
  refusePointer(l, site, "it is used as a number");
  return {};
}

FValue viewOf(Lowering &l, const Location &array, const Layout *view) {
  if (!array || l.failed())
    return {};
  if (array.layout->kind == Kind::View)
    return viewOf(l, l.referent(l.read(array)), view);
  const Layout *layout = array.layout;
  unsigned rank = 0;
  while (layout->kind == Kind::Array && layout != view->element) {
    rank += layout->rank;
    layout = layout->element;
  }
  if (layout != view->element || rank != view->rank) {
    l.refuse(diag::Id::UnsupportedExpression, {}, {"a view of other elements or another rank than what it looks at"});
    return {};
  }
  Location whole = array;
  whole.layout = l.types.arrayOf(view->element, view->rank);
  return l.reference(whole, view);
}

/// A view of `extents` made of a pointer: the elements from its offset on, row by row.
FValue viewOfPointer(Lowering &l, const FValue &pointer, llvm::ArrayRef<ir::Value> extents, const Layout *view,
                     const clang::Expr *site) {
  if (l.failed() || !pointer)
    return {};
  const Location target = pointee(pointer);
  if (pointer.layout->kind != Kind::Pointer || !target || extents.size() != view->rank ||
      pointer.layout->element != view->element) {
    refusePointer(l, site, "what it points to is not known");
    return {};
  }
  const ir::Value offset = pointer.leaves[1].value;
  if (target.layout->kind == Kind::Array && target.layout->rank == 1 && target.layout->element == view->element) {
    if (view->rank == 1)
      return l.reference(l.slice(target, offset, extents[0], 1, l.types.arrayOf(view->element, 1)), view);
    if (target.dimensions.empty() && !target.choice) {
      Location at = target;
      at.layout = l.types.arrayOf(view->element, view->rank);
      Grid grid;
      grid.start = offset;
      grid.extents.assign(extents.begin(), extents.end());
      at.grid = std::make_shared<const Grid>(std::move(grid));
      return l.reference(at, view);
    }
  }
  // The whole of an array of equal rank: its own extents are taken to be those given.
  if (l.builder().values.asInt(offset) == 0 && target.layout->kind == Kind::Array) {
    const FValue whole = viewOf(l, target, view);
    if (whole)
      for (unsigned d = 0; d < view->rank; ++d)
        l.builder().check(l.builder().equal(l.extent(whole.leaves[0].target->location, d), extents[d]),
                          "soac: a view of a pointer has other extents than the array it points into");
    return whole;
  }
  refusePointer(l, site, "a view of this part of an array");
  return {};
}

} // namespace soac::frontend

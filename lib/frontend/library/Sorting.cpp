// std::sort, stable_sort, partial_sort, nth_element and their counterparts of std::ranges: all sort the whole range, which
// is one of the orders that the standard allows, and keep the order of equal elements. The elements are written back one
// by one in the order of a permutation of integers, so that adjoints go back to the elements' old places:
//
//   std::sort(x, x + n)   ->   p = argsort x;  y = map n |i| { x[p[i]] };  for i: x[i] = y[i]
//
// Numbers, and tuples of numbers, by < or > are an argsort. For any other order the permutation is sorted by merging
// runs of doubling width, with the user's comparison inlined; no derivative passes through the comparison.
#include "frontend/library/Iterators.h"
#include "frontend/library/KnownCalls.h"
#include "frontend/loops/Loops.h"
#include "frontend/lower/Lower.h"
#include "frontend/parse/AstVisitor.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Targets.h"
#include "frontend/values/ElementWise.h"

namespace soac::frontend {

using Kind = Layout::Kind;
using prims::Prim;

namespace {

struct Algorithm {
  const char *name;
  unsigned last; ///< which argument is the end of the range
};

/// The functions on iterators; the range is from argument 0 to `last`, the order is the argument after it.
constexpr Algorithm algorithms[] = {
    {"std::sort", 1}, {"std::stable_sort", 1}, {"std::partial_sort", 2}, {"std::nth_element", 2}};
/// The function objects of std::ranges, with a whole range as argument 1.
constexpr Algorithm onRanges[] = {{"std::ranges::__sort_fn::operator()", 1},
                                  {"std::ranges::__stable_sort_fn::operator()", 1},
                                  {"std::ranges::__partial_sort_fn::operator()", 2},
                                  {"std::ranges::__nth_element_fn::operator()", 2}};

enum class Order { Rising, Falling, Own };

/// The order of a comparison object: < or > of the standard library, or any other.
Order orderOf(clang::QualType comparison) {
  const clang::CXXRecordDecl *record = comparison.getNonReferenceType()->getAsCXXRecordDecl();
  const std::string name = record ? qualifiedName(record) : "";
  const bool isRising = name == "std::less" || name == "std::ranges::less";
  return isRising ? Order::Rising : name == "std::greater" || name == "std::ranges::greater" ? Order::Falling : Order::Own;
}

bool isIdentity(const clang::Expr *projection) {
  const clang::CXXRecordDecl *record = projection->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && qualifiedName(record) == "std::identity";
}

/// Finds the standard library's function object that compares the elements of two iterators by the user's operator<.
struct LessOfIterators : AstVisitor {
  clang::QualType found;
  bool visitStmt(clang::Stmt *s) override {
    const auto *e = llvm::dyn_cast<clang::Expr>(s);
    const clang::CXXRecordDecl *record = e ? e->getType()->getAsCXXRecordDecl() : nullptr;
    if (record && record->getName() == "_Iter_less_iter")
      found = e->getType();
    return found.isNull();
  }
};

struct Sort {
  Sort(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee) : l(l), call(call), callee(callee) {}

  Lowering &l;
  const clang::CallExpr *call;
  const clang::FunctionDecl *callee;
  FValue first; ///< to the first element in memory
  bool isReversed = false; ///< the range is given by reverse iterators
  Location array;
  const Layout *element = nullptr;
  ir::Value count;
  ir::Values items; ///< the leaves of the elements in the range's order, one array each
  Location rows;    ///< a copy of the array, where its elements are rows with lengths of their own
  FValue comparison, projection; ///< unset: operator<, the element itself
  Order order = Order::Rising;

  bool refuse(const char *what, const char *instead) {
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {what}, {instead});
    return false;
  }

  /// The range as iterators: pointers, or reverse iterators of pointers.
  bool setRange(FValue from, FValue to) {
    const auto begin = from ? currentOf(from) : std::nullopt, end = to ? currentOf(to) : std::nullopt;
    isReversed = begin && end;
    if (isReversed) {
      from = *end;
      to = *begin;
    }
    if (!from || !to || from.layout->kind != Kind::Pointer)
      return refuse("a sort of what these iterators go over", "sort a vector, an array or what pointers point to");
    first = from;
    count = l.builder().sub(to.leaves[1].value, from.leaves[1].value);
    return true;
  }

  /// The range as an object.
  bool setRange(const clang::Expr *range) {
    const Layout *pointer = l.types.of(call->getType());
    Location at = l.location(range);
    if (at && at.layout->kind == Kind::View)
      at = l.referent(l.read(at, range));
    if (l.failed() || !at || at.layout->kind != Kind::Array || pointer->kind != Kind::Pointer)
      return refuse("a sort of this range", "sort from begin() to end()");
    first = pointerTo(l, at, l.builder().index(0), pointer);
    count = l.extent(at, 0);
    return true;
  }

  bool readItems() {
    array = l.failed() ? Location() : pointee(first);
    if (!array) {
      l.refuse(diag::Id::PointerUse, call->getSourceRange(), {"argument", "what it points to is not known, or it is null"});
      return false;
    }
    element = first.layout->element;
    const FValue now = l.copy(array, call);
    if (l.failed())
      return false;
    if (hasLengths(l, now)) {
      rows = l.newVariable(now, "");
      return true;
    }
    const bool isRow = now.leaves.size() == element->leaves.size() && element->isData &&
                       llvm::all_of(llvm::zip(now.leaves, element->leaves), [&](const auto &pair) {
                         return l.builder().type(std::get<0>(pair).value).rank == std::get<1>(pair).type.rank + 1;
                       });
    if (!isRow)
      return refuse("a sort of these elements", "sort with soac::sort_by_key");
    ir::Builder &b = l.builder();
    const ir::Value start = first.leaves[1].value;
    for (const Leaf &leaf : now.leaves) {
      const ir::Value range = b.emit1(ir::Slice{leaf.value, start, count, 1});
      items.push_back(isReversed ? b.reverse(range) : range);
    }
    return true;
  }

  /// The item of the range in the copy.
  Location row(ir::Value i) {
    ir::Builder &b = l.builder();
    const ir::Value at = isReversed ? b.sub(b.sub(count, b.index(1)), i) : i;
    return l.element(rows, {b.add(first.leaves[1].value, at)});
  }
  FValue item(ir::Value i) {
    if (rows)
      return l.copy(row(i), call);
    ir::Values leaves;
    for (const ir::Value leaf : items)
      leaves.push_back(l.builder().read(leaf, {i}));
    return l.make(element, leaves);
  }

  FValue projected(const FValue &item) {
    const FValue v = l.callObject(projection, {item}, call);
    return v && v.layout->kind == Kind::Reference ? l.copy(l.referent(v), call) : v;
  }

  /// Does item a go before item b? A block of two positions.
  ir::Block lessThan() {
    std::optional<Location> all;
    if (!comparison && !rows) {
      FValue whole{l.types.arrayOf(element, 1), {}};
      for (const ir::Value leaf : items)
        whole.leaves.push_back({leaf, nullptr});
      all = l.newVariable(whole, "");
    }
    return l.operatorBlock(
        {ir::indexType, ir::indexType}, {"a", "b"},
        [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
          FValue holds;
          if (comparison) {
            FValue x = item(p[0]), y = item(p[1]);
            if (projection) {
              x = projected(x);
              y = projected(y);
            }
            if (order == Order::Own || !x.isScalar() || !y.isScalar())
              holds = l.callObject(comparison, {x, y}, call);
            else
              return {order == Order::Rising ? l.builder().lessThan(x.leaves[0].value, y.leaves[0].value)
                                             : l.builder().lessThan(y.leaves[0].value, x.leaves[0].value)};
          } else {
            LessOfIterators less;
            const clang::FunctionDecl *body = nullptr;
            if (callee->hasBody(body))
              less.traverse(body->getBody());
            if (less.found.isNull()) {
              refuse("a sort of records by operator<", "give the sort a comparison");
              return {};
            }
            const auto place = [&](ir::Value i) {
              return rows ? pointerTo(l, row(i), l.builder().index(0), first.layout) : pointerTo(l, *all, i, first.layout);
            };
            holds = l.callObject(l.make(less.found, {}), {place(p[0]), place(p[1])}, call);
          }
          return l.failed() ? ir::Values{} : ir::Values{l.asScalar(holds, ir::Scalar::Bool)};
        },
        call);
  }

  /// One pass of a merge sort: sorted runs of this width become sorted runs of twice the width. Position k takes the item
  /// at the left run's cursor or at the right run's; both cursors start anew where k begins a pair of runs.
  ir::Value merged(ir::Builder &b, ir::Value width, ir::Value permutation, const ir::Block &less) {
    const ir::Value zero = b.index(0), twice = b.add(width, width);
    return b.loop(count, {zero, zero, permutation}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      const ir::Value k = p[0];
      const ir::Value begin = in.sub(k, in.apply(Prim::Rem, {k, twice})), isNew = in.equal(k, begin);
      const ir::Value middle = in.apply(Prim::Min, {in.add(begin, width), count});
      const ir::Value end = in.apply(Prim::Min, {in.add(begin, twice), count});
      const ir::Value left = in.select(isNew, begin, p[1]), right = in.select(isNew, middle, p[2]);
      const auto fromRight = [&](ir::Builder &some) -> ir::Values {
        return some.ifElse(
            some.lessThan(left, middle),
            [&](ir::Builder &both) {
              return both.inlineBlock(less, {both.read(permutation, {right}), both.read(permutation, {left})});
            },
            [&](ir::Builder &rest) -> ir::Values { return {rest.values.constantBool(true)}; });
      };
      const ir::Value takesRight = in.ifElse(in.lessThan(right, end), fromRight, [&](ir::Builder &none) -> ir::Values {
        return {none.values.constantBool(false)};
      })[0];
      const ir::Value one = in.index(1), moved = in.select(takesRight, one, zero);
      const ir::Value next = in.read(permutation, {in.select(takesRight, right, left)});
      return {in.add(left, in.sub(one, moved)), in.add(right, moved), in.update(p[3], {k}, next)};
    })[2];
  }

  ir::Value ownOrder() {
    const ir::Block less = lessThan();
    if (l.failed())
      return {};
    ir::Builder &b = l.builder();
    ir::Loop passes;
    passes.inits = {b.index(1), b.emit1(ir::Iota{count})};
    const ir::Types types = {ir::indexType, ir::indexType.withRank(1)};
    passes.condition = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.lessThan(p[0], count)};
    });
    passes.body = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.add(p[0], p[0]), merged(in, p[0], p[1], less)};
    });
    return b.emit(std::move(passes), {"width", "order"})[1];
  }

  void run() {
    ir::Builder &b = l.builder();
    const bool isPlain = !rows && order != Order::Own && !projection && isOrdered(element);
    const ir::Value permutation = isPlain ? argsort(b, count, items) : ownOrder();
    if (l.failed())
      return;
    if (rows) {
      lowerCountedLoop(l, count, call, [&](ir::Value i) {
        const ir::Value at = isReversed ? l.builder().sub(l.builder().sub(count, l.builder().index(1)), i) : i;
        const FValue now = l.copy(row(l.builder().read(permutation, {at})), call);
        l.write(dereference(l, first, i, call->getArg(0)), now, call);
      });
      return;
    }
    ir::Values sorted = elementsAt(b, items, count, permutation);
    if (isReversed != (isPlain && order == Order::Falling)) // a plain order cannot tell equal elements apart
      for (ir::Value &leaf : sorted)
        leaf = b.reverse(leaf);
    lowerCountedLoop(l, count, call, [&](ir::Value i) {
      ir::Values leaves;
      for (const ir::Value leaf : sorted)
        leaves.push_back(l.builder().read(leaf, {i}));
      l.write(dereference(l, first, i, call->getArg(0)), l.make(element, leaves), call);
    });
  }
};

const Algorithm *algorithmOf(const CallSite &site, llvm::ArrayRef<Algorithm> all) {
  const Algorithm *found = llvm::find_if(all, [&](const Algorithm &a) { return site.name == a.name; });
  return found == all.end() ? nullptr : found;
}

FValue lowerSort(Lowering &l, const CallSite &site) {
  const Algorithm *iterators = algorithmOf(site, algorithms), *range = algorithmOf(site, onRanges);
  Sort sort(l, site.call, site.callee);
  unsigned last = range ? range->last : iterators->last;
  const clang::CallExpr *call = site.call;
  const bool isOfIterators = !range || l.types.ofObject(call->getArg(1)->getType())->kind == Kind::Pointer;
  const unsigned from = range ? 1 : 0;
  if (range && isOfIterators)
    ++last;
  if (isOfIterators ? !sort.setRange(l.value(call->getArg(from)), l.value(call->getArg(last)))
                    : !sort.setRange(call->getArg(1)))
    return {};
  if (last + 1 < call->getNumArgs()) {
    const clang::Expr *comparison = call->getArg(last + 1);
    sort.comparison = l.value(comparison);
    sort.order = orderOf(comparison->getType());
  }
  if (last + 2 < call->getNumArgs() && !isIdentity(call->getArg(last + 2)))
    sort.projection = l.value(call->getArg(last + 2));
  if (l.failed() || !sort.readItems())
    return {};
  l.builder().location = l.sourceLocation(call->getExprLoc());
  sort.run();
  const Layout *resultLayout = site.result();
  return resultLayout->kind == Kind::Pointer ? advance(l, sort.first, sort.count)
                                            : FValue{l.types.of(l.types.context.VoidTy), {}};
}

} // namespace

CallLowering sortCall(const CallSite &site) {
  return algorithmOf(site, algorithms) || algorithmOf(site, onRanges) ? lowerSort : nullptr;
}

} // namespace soac::frontend

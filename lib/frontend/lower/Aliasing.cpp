#include "frontend/lower/Aliasing.h"

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

/// The locations that a parameter may read or write.
struct Borrowed {
  Location at;
  ir::Value offset; ///< of a pointer
  bool hasExtent = true;
};

std::optional<Borrowed> borrowedBy(const FValue &argument, const clang::ParmVarDecl *parameter) {
  const clang::QualType type = parameter->getType();
  const bool isPointer = type->isPointerType();
  if (!argument || (!isPointer && argument.layout->kind != Kind::Reference && argument.layout->kind != Kind::View))
    return std::nullopt;
  if (argument.leaves.empty() || !argument.leaves[0].target || argument.leaves[0].target->function)
    return std::nullopt;
  const Location &at = argument.leaves[0].target->location;
  const bool isFloat = at && llvm::any_of(at.layout->leaves, [](const Layout::LeafType &leaf) {
                         return !leaf.isTarget && ir::isFloat(leaf.type.scalar);
                       });
  if (!isFloat || at.choice || at.slots.empty())
    return std::nullopt;
  return Borrowed{at, isPointer ? argument.leaves[1].value : ir::Value{}, !isPointer};
}

bool mayWrite(clang::QualType type) {
  if (type->isReferenceType() || type->isPointerType()) {
    const clang::QualType object = type->getPointeeType();
    return mayWrite(object) || (!object.isConstQualified() && !object->isPointerType());
  }
  const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const std::string name = record ? qualifiedName(record) : "";
  return (name == "soac::view" || name == "std::span") && !record->getTemplateArgs()[0].getAsType().isConstQualified();
}

/// `double *__restrict a` promises that what it points to is not written by another name.
bool isRestricted(const clang::ParmVarDecl *parameter) {
  return parameter->getType().isRestrictQualified() || parameter->getType().getNonReferenceType().isRestrictQualified();
}

/// Do the two ranges of one array have an element in common, as far as constants say?
bool overlap(const ir::ValueTable &values, const Dimension &a, const Dimension &b) {
  const auto bounds = [&](const Dimension &d) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
    const auto start = d.start ? values.asInt(d.start) : std::optional<std::int64_t>(0);
    const auto count = d.isFixed ? std::optional<std::int64_t>(1) : d.count ? values.asInt(d.count) : std::nullopt;
    if (!start || !count || d.step != 1)
      return std::nullopt;
    return std::pair(*start, *start + *count);
  };
  const auto x = bounds(a), y = bounds(b);
  return x && y && std::max(x->first, y->first) < std::min(x->second, y->second);
}

bool isWhole(const ir::ValueTable &values, const Borrowed &b) {
  return b.at.dimensions.empty() && !b.at.grid && (!b.offset || values.asInt(b.offset) == 0);
}

bool share(const ir::ValueTable &values, const Borrowed &a, const Borrowed &b) {
  if (llvm::none_of(a.at.slots, [&](unsigned slot) { return llvm::is_contained(b.at.slots, slot); }))
    return false;
  if (a.hasExtent != b.hasExtent && (isWhole(values, a) || isWhole(values, b)))
    return isWhole(values, a) && isWhole(values, b);
  if (!a.hasExtent || !b.hasExtent)
    return a.at.dimensions == b.at.dimensions && a.at.grid == b.at.grid && a.offset == b.offset;
  if (isWhole(values, a) || isWhole(values, b))
    return true;
  if (a.at.dimensions == b.at.dimensions && a.at.grid == b.at.grid)
    return true;
  return !a.at.grid && !b.at.grid && a.at.dimensions.size() == 1 && b.at.dimensions.size() == 1 &&
         overlap(values, a.at.dimensions[0], b.at.dimensions[0]);
}

} // namespace

SharedArguments::SharedArguments(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments) : l(l) {
  const clang::SourceManager &sources = l.types.context.getSourceManager();
  if (l.failed() || callee->isOverloadedOperator() || sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation())))
    return;
  const std::size_t count = std::min<std::size_t>(arguments.size(), callee->getNumParams());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const clang::ParmVarDecl *one = callee->getParamDecl(j), *other = callee->getParamDecl(i);
      if (!isRestricted(one) && !isRestricted(other))
        continue;
      if (!mayWrite(one->getType()) && !mayWrite(other->getType()))
        continue;
      const auto a = borrowedBy(arguments[j], one), b = borrowedBy(arguments[i], other);
      if (!a || !b || !share(l.function.values, *a, *b))
        continue;
      Pair pair{one, other, {}};
      for (const unsigned slot : a->at.slots)
        if (llvm::is_contained(b->at.slots, slot))
          pair.slots.emplace_back(slot, l.internals().slots[slot].leaf);
      pairs.push_back(std::move(pair));
    }
}

void SharedArguments::refuse(const clang::Expr *call) {
  for (const Pair &pair : pairs)
    for (const auto &[slot, before] : pair.slots)
      if (!l.failed() && !(l.internals().slots[slot].leaf == before))
        l.refuse(diag::Id::Aliasing, call->getSourceRange(),
                 {pair.one->getNameAsString(), pair.other->getNameAsString()},
                 {"give one of the two a copy"});
}

} // namespace soac::frontend

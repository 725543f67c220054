// The table of the known arrays' member functions and their lowerings (ArrayMember.h).
#include "frontend/library/ArrayMember.h"
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

template <FValue (ArrayMember::*Member)()> FValue lowered(Lowering &l, const CallSite &site) {
  return (ArrayMember(l, site).*Member)();
}

// ---- The table of members.
// ------------------------------------------------------------------------------------------

bool isOwner(const CallSite &site) { return site.objectLayout()->kind == Kind::Array; }
/// True for numbers, and records and fixed arrays of them: all elements have one shape, which the type gives.
bool hasFixedExtents(const Layout *layout) {
  switch (layout->kind) {
  case Kind::Scalar: return true;
  case Kind::Array: return layout->staticExtent >= 0 && hasFixedExtents(layout->element);
  case Kind::Record:
    return layout->isData &&
           llvm::all_of(layout->fields, [](const Layout::Field &f) { return hasFixedExtents(f.layout); });
  default: return false;
  }
}
bool hasFixedElements(const CallSite &site) {
  return isOwner(site) && hasFixedExtents(site.types.of(site.objectLayout()->element->type));
}
bool hasPointer(const CallSite &site, unsigned i) {
  return i < site.arguments.size() && site.layout(i)->kind == Kind::Pointer;
}
bool givesPointer(const CallSite &site) { return site.result()->kind == Kind::Pointer; }
bool givesPart(const CallSite &site) { return site.result()->kind == Kind::View; }
bool givesReverse(const CallSite &site) {
  const Layout *layout = site.result();
  return layout->kind == Kind::Record && layout->leaves.size() == 2 && layout->leaves[0].isTarget;
}
bool takesCount(const CallSite &site) { return site.arguments[0]->getType()->isIntegerType(); }
bool takesList(const CallSite &site) { return site.layout(0)->kind == Kind::View; }
bool canEmpty(const CallSite &site) { return hasFixedElements(site) || (isOwner(site) && site.types.isMadeRowByRow(site.objectLayout())); }
bool canResize(const CallSite &site) { return isOwner(site) && (site.arguments.size() == 2 || canEmpty(site)); }
bool canErase(const CallSite &site) {
  return isOwner(site) && hasPointer(site, 0) && (site.arguments.size() == 1 || hasPointer(site, 1));
}
bool canInsert(const CallSite &site) { return isOwner(site) && hasPointer(site, 0); }
bool hasIndices(const CallSite &site) { return site.arguments.size() <= site.objectLayout()->rank; }
bool always(const CallSite &) { return true; }

struct Member {
  llvm::StringLiteral name;
  unsigned least, most; ///< numbers of arguments
  bool (*holds)(const CallSite &);
  CallLowering lowering;
};

constexpr unsigned many = ~0U;

/// The first row that fits gives the lowering.
constexpr Member members[] = {
    {"operator[]", 1, many, hasIndices, lowered<&ArrayMember::element>},
    {"operator()", 1, many, hasIndices, lowered<&ArrayMember::element>},
    {"operator=", 1, 1, always, lowered<&ArrayMember::assign>},
    {"at", 1, many, hasIndices, lowered<&ArrayMember::checkedElement>},
    {"front", 0, 0, always, lowered<&ArrayMember::front>},
    {"back", 0, 0, always, lowered<&ArrayMember::back>},
    {"size", 0, 0, always, lowered<&ArrayMember::size>},
    {"empty", 0, 0, always, lowered<&ArrayMember::isEmpty>},
    {"extent", 1, 1, always, lowered<&ArrayMember::extent>},
    {"data", 0, 0, givesPointer, lowered<&ArrayMember::begin>},
    {"begin", 0, 0, givesPointer, lowered<&ArrayMember::begin>},
    {"cbegin", 0, 0, givesPointer, lowered<&ArrayMember::begin>},
    {"end", 0, 0, givesPointer, lowered<&ArrayMember::end>},
    {"cend", 0, 0, givesPointer, lowered<&ArrayMember::end>},
    {"rbegin", 0, 0, givesReverse, lowered<&ArrayMember::reverseBegin>},
    {"crbegin", 0, 0, givesReverse, lowered<&ArrayMember::reverseBegin>},
    {"rend", 0, 0, givesReverse, lowered<&ArrayMember::reverseEnd>},
    {"crend", 0, 0, givesReverse, lowered<&ArrayMember::reverseEnd>},
    {"fill", 1, 1, always, lowered<&ArrayMember::fill>},
    {"assign", 2, 2, takesCount, lowered<&ArrayMember::assignCount>},
    {"assign", 2, 2, always, lowered<&ArrayMember::assignRange>},
    {"assign", 1, 1, takesList, lowered<&ArrayMember::assignList>},
    {"swap", 1, 1, always, lowered<&ArrayMember::swap>},
    {"reserve", 0, 1, always, lowered<&ArrayMember::reserve>},
    {"shrink_to_fit", 0, 0, always, lowered<&ArrayMember::reserve>},
    {"push_back", 0, many, isOwner, lowered<&ArrayMember::append>},
    {"emplace_back", 0, many, isOwner, lowered<&ArrayMember::append>},
    {"push_front", 0, many, isOwner, lowered<&ArrayMember::prepend>},
    {"emplace_front", 0, many, isOwner, lowered<&ArrayMember::prepend>},
    {"pop_front", 0, 0, always, lowered<&ArrayMember::popFront>},
    {"pop_back", 0, 0, always, lowered<&ArrayMember::popBack>},
    {"resize", 1, 2, canResize, lowered<&ArrayMember::resize>},
    {"clear", 0, 0, canEmpty, lowered<&ArrayMember::clear>},
    {"erase", 1, 2, canErase, lowered<&ArrayMember::erase>},
    {"insert", 2, 3, canInsert, lowered<&ArrayMember::insert>},
    {"resize", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"clear", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"erase", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"insert", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"emplace", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"push_back", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"emplace_back", 0, many, always, lowered<&ArrayMember::refuseSizeChange>},
    {"subspan", 0, 2, givesPart, lowered<&ArrayMember::part>},
    {"first", 0, 1, givesPart, lowered<&ArrayMember::part>},
    {"last", 0, 1, givesPart, lowered<&ArrayMember::part>},
};

CallLowering arrayMember(const CallSite &site) {
  const std::string name = site.method->getNameAsString();
  for (const Member &member : members)
    if (name == member.name && member.least <= site.arguments.size() && site.arguments.size() <= member.most &&
        site.objectLayout()->isArrayLike() && member.holds(site))
      return member.lowering;
  return nullptr;
}

FValue refuseMember(Lowering &l, const CallSite &site) {
  MemberCall(l, site).objectLocation(); // the object's own error is reported first
  l.refuse(diag::Id::UnsupportedExpression, site.call->getSourceRange(),
           {"'" + qualifiedName(site.method->getParent()) + "::" + site.method->getNameAsString() + "'"});
  return {};
}

} // namespace

CallLowering containerCall(const CallSite &site) {
  if (!site.method)
    return iteratorOperation(site);
  if (site.method->isStatic() || !site.object)
    return nullptr;
  const std::string name = qualifiedName(site.method->getParent());
  const LibraryClass library = libraryClassNamed(name);
  const auto part = isIterator(library)                      ? iteratorMember
                    : library == LibraryClass::BitReference  ? bitReferenceMember
                    : isArray(library) || isView(library)    ? arrayMember
                                                             : nullptr;
  if (!part)
    return nullptr;
  if (const CallLowering lowering = part(site))
    return lowering;
  return llvm::StringRef(name).starts_with("soac::") ? nullptr : refuseMember; // soac: may be a member of a base class
}

} // namespace soac::frontend

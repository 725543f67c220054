// Variables outside functions that other files see: constants that another file defines, and tables that another file
// may fill. Generated code reads them by their names each time that it runs.
#include "frontend/lower/OutsideVariables.h"

#include "frontend/parse/SourceText.h"
#include "frontend/state/LoweringState.h"
#include "frontend/values/CxxTypes.h"

namespace soac::frontend {
namespace {

bool isOutside(const clang::VarDecl *d) {
  return d->isExternallyVisible() && !d->isStaticLocal() && d->getTLSKind() == clang::VarDecl::TLS_None;
}

/// The variable as a function without parameters; null where generated code cannot name it.
std::shared_ptr<const interface::OutsideFunction> face(Lowering &l, const clang::VarDecl *d) {
  CxxTypes names(l.types);
  const bool isOfHeader = llvm::any_of(d->redecls(), [](const clang::VarDecl *r) { return !isInSource(r); });
  if (names.hidden(d->getType()) || (!isOfHeader && d->isStaticDataMember()))
    return nullptr;
  std::string whyNot;
  std::optional<interface::CxxType> type = names.of(d->getType(), whyNot);
  if (!type)
    return nullptr;
  auto made = std::make_shared<interface::OutsideFunction>();
  made->name = "::" + d->getQualifiedNameAsString();
  made->isVariable = true;
  made->result = std::move(*type);
  if (!isOfHeader)
    made->declaration = names.declaration(d);
  return made;
}

} // namespace

bool isReadByName(Lowering &l, const clang::VarDecl *d, bool isConst) {
  if (!isOutside(d))
    return false;
  if (isConst)
    return !d->getAnyInitializer();
  return l.types.ofObject(d->getType())->kind == Layout::Kind::Array && !l.types.mayChange(d);
}

FValue readByName(Lowering &l, const clang::VarDecl *d) {
  const std::shared_ptr<const interface::OutsideFunction> named = face(l, d);
  if (!named)
    return {};
  ir::Call read{named->name, {}, {}, named};
  read.types.assign(named->result.leaves());
  FValue value{l.types.ofObject(d->getType()), {}};
  for (const ir::Value leaf : l.builder().emit(std::move(read)))
    value.leaves.push_back(Leaf{leaf, nullptr});
  return value;
}

} // namespace soac::frontend

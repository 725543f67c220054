#include "frontend/requests/DeviceRecords.h"

#include "frontend/parse/Clang.h"
#include "frontend/values/CxxTypes.h"
#include "interface/DeviceRecords.h"

namespace soac::frontend {

namespace {

template <class Decl> const Decl *declarationIn(const clang::DeclContext *in, llvm::StringRef name, clang::ASTContext &context) {
  if (in)
    for (const clang::NamedDecl *decl : in->lookup(&context.Idents.get(name)))
      if (const auto *wanted = llvm::dyn_cast<Decl>(decl))
        return wanted;
  return nullptr;
}

/// soac::cuda, null where the file does not include it.
const clang::NamespaceDecl *libraryForDevices(clang::ASTContext &context) {
  const auto *library = declarationIn<clang::NamespaceDecl>(context.getTranslationUnitDecl(), "soac", context);
  return declarationIn<clang::NamespaceDecl>(library, "cuda", context);
}

/// views<data, 1> stands for an array of records.
interface::CxxType rowsOf(interface::CxxType record, const clang::ClassTemplateSpecializationDecl &form) {
  const unsigned rank = static_cast<unsigned>(form.getTemplateArgs()[1].getAsIntegral().getZExtValue());
  if (rank == 0)
    return record;
  interface::CxxType rows;
  rows.kind = interface::CxxType::Kind::Array;
  rows.container = interface::CxxType::Container::Array;
  rows.rank = rank;
  rows.element = std::make_shared<interface::CxxType>(std::move(record));
  return rows;
}

} // namespace

bool namesDevices(const Parsed &parsed) {
  return declarationIn<clang::CXXRecordDecl>(libraryForDevices(parsed.context), "on", parsed.context);
}

std::string namedDeviceRecords(const Parsed &parsed, Types &types) {
  clang::ASTContext &context = parsed.context;
  const auto *cuda = libraryForDevices(context);
  CxxTypes cxxTypes(types);
  std::set<std::string> written;
  std::string text;
  for (const char *name : {"views", "arrays"})
    if (const auto *form = declarationIn<clang::ClassTemplateDecl>(cuda, name, context))
      for (const clang::ClassTemplateSpecializationDecl *named : form->specializations()) {
        const clang::QualType record = named->getTemplateArgs()[0].getAsType();
        std::string whyNot;
        if (record->isDependentType() || !record->isRecordType() || record->isIncompleteType() || cxxTypes.hidden(record))
          continue;
        if (const std::optional<interface::CxxType> type = cxxTypes.of(record, whyNot))
          text += interface::deviceRecords(rowsOf(*type, *named), written);
      }
  return text.empty() ? text : "#include <soac/cuda/cuda.hpp>\n" + text;
}

} // namespace soac::frontend

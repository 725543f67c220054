// Output in differentiated code: refused, or left out where the user asks for that.
#include "frontend/lower/Output.h"

#include "frontend/lower/Effects.h"
#include "frontend/lower/Lower.h"
#include "frontend/parse/Clang.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

namespace {

const clang::CXXRecordDecl *classOf(clang::QualType type) { return type.getNonReferenceType()->getAsCXXRecordDecl(); }

bool isStream(clang::QualType type, llvm::StringRef name) {
  const clang::CXXRecordDecl *record = classOf(type);
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == name;
}

/// Of the stream that a call writes to or reads from: "basic_ostream".
bool isCallOf(const clang::FunctionDecl *callee, llvm::StringRef stream) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return isStream(callee->getReturnType(), stream) ||
         (method && isStream(method->getFunctionObjectParameterType(), stream));
}

bool writesText(const clang::FunctionDecl *callee) {
  static const char *const names[] = {"printf", "fprintf", "puts",     "putchar", "putc",   "fputc", "fputs",
                                      "fwrite", "vprintf", "vfprintf", "perror",  "fflush", "print", "println"};
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const bool isOfSystem =
      callee->isInStdNamespace() || callee->getDeclContext()->getRedeclContext()->isTranslationUnit();
  return isOfSystem && !callee->isInlined() && llvm::is_contained(names, name);
}

bool isWrite(const clang::FunctionDecl *callee) { return writesText(callee) || isCallOf(callee, "basic_ostream"); }

const clang::CallExpr *callOf(const clang::Stmt *s) {
  const auto *e = llvm::dyn_cast_or_null<clang::Expr>(s);
  while (e) {
    e = e->IgnoreImplicit()->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(e);
    if (!cast || cast->getCastKind() != clang::CK_ToVoid)
      return llvm::dyn_cast<clang::CallExpr>(e);
    e = cast->getSubExpr();
  }
  return nullptr;
}

} // namespace

bool isOutput(const clang::FunctionDecl *callee) {
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  return isWrite(callee) || isCallOf(callee, "basic_istream") || name == "scanf" || name == "fscanf";
}

bool isOutputHandle(clang::QualType type) {
  const clang::RecordDecl *file = type->isPointerType() ? type->getPointeeType()->getAsRecordDecl() : nullptr;
  return isStream(type, "basic_ostream") || isStream(type, "basic_ofstream") ||
         (file && (file->getName() == "_IO_FILE" || file->getName() == "__sFILE"));
}

bool dropsOutput(Lowering &l, const clang::Stmt *s) {
  const clang::CallExpr *call = l.hooks.dropsOutput() ? callOf(s) : nullptr;
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && isWrite(callee) && !isTextCall(l, call);
}

void lowerDroppedOutput(Lowering &l, const clang::Stmt *s) {
  const clang::CallExpr *call = callOf(s);
  const diag::Place here = l.place(call->getSourceRange());
  const bool isKnown = llvm::any_of(l.engine.all(), [&](const diag::Diagnostic &d) {
    return d.id == diag::Id::OutputDropped && d.place.file == here.file && d.place.line == here.line &&
           d.place.column == here.column;
  });
  if (!isKnown)
    l.engine.report(diag::Id::OutputDropped, here, {call->getDirectCallee()->getQualifiedNameAsString()});
  lowerEffects(l, call);
}

} // namespace soac::frontend

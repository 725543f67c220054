#include "frontend/parse/CompilerConditions.h"

#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/parse/ConditionText.h"

#include <clang/Lex/PPCallbacks.h>

#include <llvm/ADT/StringSet.h>

namespace soac::frontend {

// ---- The preprocessor's view.
// -------------------------------------------------------------------------------------

class CompilerConditions::Callbacks : public clang::PPCallbacks {
public:
  Callbacks(CompilerConditions &to, clang::Preprocessor &preprocessor) : to(to), pp(preprocessor) {
    to.sources = &pp.getSourceManager();
  }

  void If(clang::SourceLocation at, clang::SourceRange condition, ConditionValueKind) override {
    open.push_back({at, dependency(textOf(condition))});
  }
  void Ifdef(clang::SourceLocation at, const clang::Token &name, const clang::MacroDefinition &) override {
    open.push_back({at, dependency(pp.getSpelling(name))});
  }
  void Ifndef(clang::SourceLocation at, const clang::Token &name, const clang::MacroDefinition &) override {
    open.push_back({at, dependency(pp.getSpelling(name))});
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind, clang::SourceLocation) override {
    add(textOf(condition));
  }
  void Elifdef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override {
    add(pp.getSpelling(name));
  }
  void Elifdef(clang::SourceLocation, clang::SourceRange condition, clang::SourceLocation) override {
    add(textOf(condition));
  }
  void Elifndef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &) override {
    add(pp.getSpelling(name));
  }
  void Elifndef(clang::SourceLocation, clang::SourceRange condition, clang::SourceLocation) override {
    add(textOf(condition));
  }

  void Endif(clang::SourceLocation at, clang::SourceLocation) override {
    if (open.empty())
      return;
    const Open conditional = open.pop_back_val();
    if (conditional.macro.empty() || !isUsers(conditional.place))
      return;
    const auto [file, begin] = to.sources->getDecomposedLoc(conditional.place);
    const unsigned end = to.sources->getFileOffset(at);
    const ConditionText text = readConditional(to.sources->getBufferData(file).slice(begin, end), pp.getLangOpts());
    if (text.branches < 2)
      return; // other compilers are told so
    const Condition condition{conditional.place, conditional.macro};
    for (const std::string &name : text.defines)
      dependent.try_emplace(name, condition);
    const bool hasCode = text.hasCode || (text.hasOmpPragma && conditional.macro != "_OPENMP");
    if (hasCode || !text.defines.empty() || text.hasInclude)
      to.conditionals.push_back({condition, {file, begin, end}, hasCode, text.hasInclude, false});
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override {
    const clang::MacroInfo *macro = directive->getMacroInfo();
    const clang::SourceRange whole(macro->getDefinitionLoc(), macro->getDefinitionEndLoc());
    if (!isUsers(macro->getDefinitionLoc()) || isHintMacro(textOf(whole), pp.getLangOpts()))
      return;
    for (const clang::Token &token : macro->tokens())
      if (const clang::IdentifierInfo *identifier = token.getIdentifierInfo();
          identifier && !dependency(identifier->getName()).empty())
        dependent.try_emplace(pp.getSpelling(name), Condition{macro->getDefinitionLoc(), identifier->getName().str()});
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange range,
                    const clang::MacroArgs *) override {
    const clang::SourceLocation at = to.sources->getExpansionLoc(range.getBegin());
    if (!isUsers(at))
      return;
    const llvm::StringRef macro = name.getIdentifierInfo()->getName();
    const auto found = dependent.find(macro);
    const bool isOwn =
        isOfCompiler(macro) && !to.sources->isInSystemHeader(to.sources->getSpellingLoc(name.getLocation()));
    if (found == dependent.end() && !isOwn)
      return;
    const auto [file, offset] = to.sources->getDecomposedLoc(at);
    to.uses.push_back({file, offset, isOwn ? Condition{at, macro.str()} : found->second});
  }

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind) override {
    if (pp.getLangOpts().OpenMP || at.isMacroID() || !isUsers(at))
      return;
    const auto [file, offset] = to.sources->getDecomposedLoc(at);
    const llvm::StringRef line =
        to.sources->getBufferData(file).drop_front(offset).take_until([](char c) { return c == '\n'; });
    const auto words = identifiersIn(line, pp.getLangOpts());
    if (words.size() > 1 && words[0] == "pragma" && words[1] == "omp")
      to.ompPragmas.push_back(at);
  }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (file && (name.starts_with("soac/") || isOfSoac(hash)))
      soacs.insert(&file->getFileEntry());
  }

private:
  struct Open {
    clang::SourceLocation place;
    std::string macro; ///< one that the condition depends on, or none
  };

  llvm::StringRef textOf(clang::SourceRange range) const {
    return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), *to.sources, pp.getLangOpts());
  }

  bool isOfSoac(clang::SourceLocation at) const {
    return soacs.contains(to.sources->getFileEntryForID(to.sources->getFileID(to.sources->getExpansionLoc(at))));
  }
  bool isUsers(clang::SourceLocation at) const {
    return at.isValid() && !to.sources->isInSystemHeader(at) && !to.sources->isWrittenInBuiltinFile(at) &&
           !to.sources->isWrittenInCommandLineFile(at) && !isOfSoac(at);
  }

  bool isOfCompiler(llvm::StringRef name) const {
    const clang::IdentifierInfo *identifier = pp.getIdentifierInfo(name);
    const clang::MacroInfo *macro = pp.getMacroInfo(identifier);
    if (!macro || macro->isBuiltinMacro())
      return isNameOfCompilers(name);
    return to.sources->isWrittenInBuiltinFile(macro->getDefinitionLoc()) && !isSameForAllCompilers(name);
  }

  /// The compiler's macro in a condition; empty where there is none.
  std::string dependency(llvm::StringRef condition) const {
    for (const std::string &name : identifiersIn(condition, pp.getLangOpts())) {
      if (const auto found = dependent.find(name); found != dependent.end())
        return found->second.macro;
      if (isOfCompiler(name))
        return name;
    }
    return "";
  }

  void add(llvm::StringRef condition) {
    if (!open.empty() && open.back().macro.empty())
      open.back().macro = dependency(condition);
  }

  CompilerConditions &to;
  clang::Preprocessor &pp;
  llvm::SmallVector<Open, 8> open;
  llvm::StringMap<Condition>
      dependent; ///< macros of the user that are defined under such a condition, or made of such macros
  llvm::DenseSet<const clang::FileEntry *> soacs; ///< headers of soac
};

void CompilerConditions::install(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Callbacks>(*this, preprocessor));
}

// ---- The conditions of a function.
// -------------------------------------------------------------------------------------

std::optional<CompilerConditions::Span> CompilerConditions::spanOf(clang::SourceRange range) const {
  const clang::SourceRange whole = sources->getExpansionRange(range).getAsRange();
  if (whole.isInvalid())
    return std::nullopt;
  const auto [file, begin] = sources->getDecomposedLoc(whole.getBegin());
  const auto [last, end] = sources->getDecomposedLoc(whole.getEnd());
  return file == last ? std::optional(Span{file, begin, end}) : std::nullopt;
}

std::optional<CompilerConditions::Condition> CompilerConditions::inText(const Span &span) {
  for (Conditional &c : conditionals)
    if (c.hasCode && span.contains(c.span.file, c.span.begin)) {
      c.isReported = true;
      return c.condition;
    }
  for (const Use &use : uses)
    if (span.contains(use.file, use.offset)) {
      for (Conditional &c : conditionals)
        c.isReported |= c.condition.place == use.condition.place;
      return use.condition;
    }
  return std::nullopt;
}

/// The condition that the place is in, or that the #include is in by which it is read.
std::optional<CompilerConditions::Condition> CompilerConditions::around(clang::SourceLocation at) {
  at = sources->getExpansionLoc(at);
  if (at.isInvalid() || sources->isInSystemHeader(at))
    return std::nullopt;
  for (bool isIncluded = false; at.isValid(); isIncluded = true) {
    const auto [file, offset] = sources->getDecomposedLoc(at);
    for (Conditional &c : conditionals)
      if ((isIncluded ? c.hasInclude : c.hasCode) && c.span.contains(file, offset)) {
        c.isReported = true;
        return c.condition;
      }
    at = sources->getIncludeLoc(file);
  }
  return std::nullopt;
}

std::optional<CompilerConditions::Condition> CompilerConditions::ofType(clang::QualType type) {
  while (!type.isNull()) {
    const clang::Decl *decl = nullptr;
    clang::QualType next;
    if (const auto *alias = type->getAs<clang::TypedefType>()) {
      decl = alias->getDecl();
      next = alias->getDecl()->getUnderlyingType();
    } else if (const clang::TagDecl *tag = type->getAsTagDecl()) {
      decl = tag->getDefinition() ? tag->getDefinition() : tag;
    } else if (!type->getPointeeType().isNull()) {
      next = type->getPointeeType();
    } else if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe()) {
      next = array->getElementType();
    }
    if (decl && !sources->isInSystemHeader(decl->getLocation()) && seen.insert(decl).second) {
      if (const auto found = around(decl->getLocation()))
        return found;
      if (const auto span = spanOf(decl->getSourceRange()))
        if (const auto found = inText(*span))
          return found;
      if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(decl))
        for (const clang::FieldDecl *field : record->fields())
          if (const auto found = ofType(field->getType()))
            return found;
    }
    type = next;
  }
  return std::nullopt;
}

std::optional<CompilerConditions::Condition> CompilerConditions::compute(const clang::FunctionDecl *function) {
  if (conditionals.empty() && uses.empty())
    return std::nullopt;
  seen.clear();
  if (const auto span = spanOf(function->getSourceRange()))
    if (const auto found = inText(*span))
      return found;
  if (const auto found = around(function->getLocation()))
    return found;
  struct Names : AstVisitor {
    CompilerConditions &conditions;
    std::optional<Condition> found;
    explicit Names(CompilerConditions &conditions) : conditions(conditions) {}
    bool name(const clang::Decl *decl) {
      if (!found && conditions.seen.insert(decl).second) {
        found = conditions.around(decl->getLocation());
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
        const auto span = !found && variable && variable->hasGlobalStorage() ? conditions.spanOf(decl->getSourceRange())
                                                                             : std::nullopt;
        if (span && !conditions.sources->isInSystemHeader(decl->getLocation()))
          found = conditions.inText(*span);
      }
      return !found;
    }
    bool visitStmt(clang::Stmt *s) override {
      if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(s))
        name(reference->getDecl());
      else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(s))
        name(member->getMemberDecl());
      if (const auto *e = llvm::dyn_cast<clang::Expr>(s); e && !found)
        found = conditions.ofType(e->getType());
      return !found;
    }
    bool visitDecl(clang::Decl *decl) override {
      const auto *value = llvm::dyn_cast<clang::ValueDecl>(decl);
      if (value && !found)
        found = conditions.ofType(value->getType());
      return !found;
    }
  } names(*this);
  names.traverse(const_cast<clang::FunctionDecl *>(function));
  return names.found;
}

std::optional<CompilerConditions::Condition> CompilerConditions::of(const clang::FunctionDecl *function) {
  if (!sources || sources->isInSystemHeader(sources->getExpansionLoc(function->getLocation())))
    return std::nullopt;
  const auto [entry, isNew] = known.try_emplace(function);
  if (isNew) {
    auto found = compute(function);
    known[function] = found;
    return found;
  }
  return entry->second;
}

std::vector<CompilerConditions::Condition> CompilerConditions::unreported() const {
  std::vector<Condition> result;
  llvm::DenseSet<clang::FileID> files;
  for (const Conditional &c : conditionals)
    if (!c.isReported && (c.hasCode || !c.hasInclude) && files.insert(c.span.file).second)
      result.push_back(c.condition);
  return result;
}

std::vector<clang::SourceLocation> CompilerConditions::ignoredPragmas(const clang::FunctionDecl *function) {
  std::vector<clang::SourceLocation> result;
  const auto span = ompPragmas.empty() ? std::nullopt : spanOf(function->getSourceRange());
  llvm::erase_if(ompPragmas, [&](clang::SourceLocation at) {
    const auto [file, offset] = sources->getDecomposedLoc(at);
    const bool isIn = span && span->contains(file, offset);
    if (isIn)
      result.push_back(at);
    return isIn;
  });
  return result;
}

} // namespace soac::frontend

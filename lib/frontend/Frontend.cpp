// Reads one file: parse, find the requests, lower each.
//
// Calls of plain derivatives need declarations that only the requests of the same file can give. So the file is parsed
// with an empty generated header first; when that leaves errors it is parsed again with the declarations of what was
// found, until nothing new is found.
#include "frontend/Frontend.h"

#include "frontend/parse/Places.h"
#include "frontend/parse/SourceText.h"
#include "frontend/requests/Derivatives.h"
#include "frontend/requests/DeviceRecords.h"
#include "frontend/soac/SoacCalls.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>

namespace soac::frontend {
namespace {

/// A name for a namespace: the file's stem, with underscores for characters that no identifier has.
std::string identifier(llvm::StringRef stem) {
  std::string name;
  for (char c : stem)
    name += llvm::isAlnum(c) ? c : '_';
  return name.empty() || llvm::isDigit(name.front()) ? "_" + name : name;
}

/// The directives of the file that the generated header repeats.
std::vector<std::string> repeatedIncludes(const Parsed &parsed) {
  std::vector<std::string> directives;
  for (const Include &include : parsed.includes) {
    if (include.isExpanded)
      continue;
    const IncludePlace place = placeOfInclude(parsed.context, include.place);
    const std::string directive = "#include " + include.name;
    if (place == IncludePlace::ExternC)
      directives.push_back("extern \"C\" {\n" + directive + "\n}");
    else if (place == IncludePlace::File)
      directives.push_back(directive);
  }
  return directives;
}

/// Does a file define symbols that may be defined once only?
bool definesThings(const clang::DeclContext *context, const clang::FileEntry *file) {
  const clang::SourceManager &sources = context->getParentASTContext().getSourceManager();
  return llvm::any_of(context->decls(), [&](const clang::Decl *decl) {
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(decl);
        inner && (inner->isNamespace() || llvm::isa<clang::LinkageSpecDecl>(decl)))
      return definesThings(inner, file);
    const clang::SourceLocation at = sources.getExpansionLoc(decl->getLocation());
    if (at.isInvalid() || sources.isInSystemHeader(at) || sources.getFileEntryForID(sources.getFileID(at)) != file)
      return false;
    if (const auto *whole = llvm::dyn_cast<clang::TemplateDecl>(decl); whole && whole->getTemplatedDecl())
      decl = whole->getTemplatedDecl();
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      return function->isThisDeclarationADefinition();
    if (const auto *type = llvm::dyn_cast<clang::TagDecl>(decl))
      return type->isThisDeclarationADefinition();
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    return variable && variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
  });
}

/// Headers that the generated one includes once more; one that the file itself includes again is meant to be repeated.
void refuseUnguarded(const Parsed &parsed, diag::Engine &engine) {
  for (const Include &include : parsed.includes) {
    const auto isSame = [&](const Include &other) { return other.file && include.file && *other.file == *include.file; };
    if (include.isGuarded || include.isExpanded || !include.file || llvm::count_if(parsed.includes, isSame) > 1 ||
        placeOfInclude(parsed.context, include.place) == IncludePlace::Declaration ||
        !definesThings(parsed.context.getTranslationUnitDecl(), &include.file->getFileEntry()))
      continue;
    engine.report(diag::Id::UnguardedHeader, placeOf(include.place, parsed.context.getSourceManager()),
                  {llvm::StringRef(include.name).drop_front().drop_back().str()});
  }
}

void lowerAll(Parsed &parsed, const Requests &requests, Types &types, LibraryHooks &hooks, interface::Unit &unit,
              diag::Engine &engine) {
  Derivatives derivatives(parsed, types, hooks, engine, identifier(llvm::sys::path::stem(unit.source)));
  for (const PlainRequest &request : requests.plain)
    derivatives.addPlain(request, unit);
  for (const Operator &op : requests.operators)
    derivatives.addOperator(op, unit);
  for (const CompilerConditions::Condition &condition : parsed.conditions.unreported())
    engine.report(diag::Id::CompilerMacroElsewhere, placeOf(condition.place, parsed.context.getSourceManager()),
                  {condition.macro});
}

/// Of Clang's errors only the first ones: others mostly follow from them.
void reportAll(const diag::Engine &found, diag::Engine &engine) {
  constexpr unsigned limit = 20;
  unsigned count = 0;
  for (const diag::Diagnostic &d : found.all())
    if (d.id != diag::Id::ClangError || ++count <= limit)
      engine.add(d);
  if (count > limit)
    engine.report(diag::Id::ClangError, {}, {"there are " + std::to_string(count - limit) + " errors more"});
}

} // namespace

Result read(const std::string &file, const Options &options, diag::Engine &engine) {
  Result result;
  std::string ownHeader;
  std::set<std::string> ownDirectories;
  diag::Engine found; // by the last attempt
  bool again = true;
  for (unsigned attempt = 0; again && attempt < 8; ++attempt) {
    again = false;
    result = {};
    result.unit.source = llvm::sys::path::filename(file).str();
    found.clear();
    const std::size_t directories = ownDirectories.size();
    result.parsed = parse({file, options, ownHeader, ownDirectories}, found, result.dependencies, [&](Parsed &parsed) {
      Types types(parsed.context, parsed.complete);
      const Requests requests = findRequests(parsed, found);
      LibraryHooks hooks(parsed.pragmas, parsed.conditions, options.dropOutput);
      if (parsed.hasErrors) {
        std::string declarations = Derivatives(parsed, types, hooks, found, "").declarations(requests.plain) + namedDeviceRecords(parsed, types);
        again = declarations != ownHeader || ownDirectories.size() > directories;
        ownHeader = std::move(declarations);
        return;
      }
      result.unit.includes = repeatedIncludes(parsed);
      result.unit.macros = parsed.macros;
      result.unit.configuresLibrary = parsed.configuresLibrary;
      if (!requests.operators.empty() || !requests.plain.empty())
        refuseUnguarded(parsed, found);
      lowerAll(parsed, requests, types, hooks, result.unit, found);
      if (requests.operators.empty() && requests.plain.empty() && !found.hasErrors())
        found.report(diag::Id::NothingToDo, {}, {file});
    });
  }
  reportAll(found, engine);
  return result;
}

} // namespace soac::frontend

#include "frontend/parse/Parse.h"

#include "frontend/parse/ClangErrors.h"
#include "frontend/parse/OmpHeader.h"

#include <clang/Basic/LangStandard.h>
#include <clang/Driver/Options.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>

#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <set>

namespace soac::frontend {
namespace {

constexpr llvm::StringLiteral generatedSuffix = ".soac.hpp";

std::string ownHeaderName(llvm::StringRef file) { return (llvm::sys::path::stem(file) + generatedSuffix).str(); }

/// The real files without generated headers; the own one has its given text wherever it is looked for, also in
/// `directories` that do not exist.
class WithoutGenerated : public llvm::vfs::ProxyFileSystem {
public:
  WithoutGenerated(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real, std::string ownName, std::string text,
                   const std::set<std::string> &directories)
      : ProxyFileSystem(std::move(real)), ownName(std::move(ownName)), text(std::move(text)), directories(directories) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    if (const Kind kind = kindOf(path); kind == Kind::Own)
      return own(path)->status(path);
    else if (kind == Kind::Other)
      return std::make_error_code(std::errc::no_such_file_or_directory);
    llvm::ErrorOr<llvm::vfs::Status> real = ProxyFileSystem::status(path);
    if (!real && isDirectoryOfOwn(path)) {
      own(path + "/" + ownName);
      return memory->status(path);
    }
    return real;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (const Kind kind = kindOf(path); kind == Kind::Own)
      return own(path)->openFileForRead(path);
    else if (kind == Kind::Other)
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  enum class Kind : std::uint8_t { Real, Own, Other };
  Kind kindOf(const llvm::Twine &path) const {
    const std::string whole = path.str();
    const llvm::StringRef name = llvm::sys::path::filename(whole);
    return !name.ends_with(generatedSuffix) ? Kind::Real : name == ownName ? Kind::Own : Kind::Other;
  }
  bool isDirectoryOfOwn(const llvm::Twine &path) const {
    const std::string whole = path.str();
    return llvm::any_of(directories, [&](llvm::StringRef d) { return llvm::StringRef(whole).ends_with(d); });
  }
  llvm::vfs::InMemoryFileSystem *own(const llvm::Twine &path) {
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
    return memory.get();
  }

  std::string ownName, text;
  const std::set<std::string> &directories;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory{new llvm::vfs::InMemoryFileSystem};
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withOmpHeader(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
  memory->addFile(ompHeaderDirectory + "/omp.h", 0, llvm::MemoryBuffer::getMemBuffer(ompHeader));
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> both(new llvm::vfs::OverlayFileSystem(std::move(files)));
  both->pushOverlay(memory);
  return both;
}

class Includes : public clang::PPCallbacks {
public:
  Includes(std::vector<Include> &includes, std::vector<clang::SourceLocation> &expansions,
           clang::CompilerInstance &compiler, const ParseInput &input)
      : includes(includes), expansions(expansions), sources(compiler.getSourceManager()),
        search(compiler.getPreprocessor().getHeaderSearchInfo()), input(input) {
    for (const auto &entry : compiler.getHeaderSearchOpts().UserEntries)
      if (!compiler.getFileManager().getOptionalDirectoryRef(entry.Path))
        searched.push_back(entry.Path);
  }

  bool FileNotFound(llvm::StringRef name) override {
    if (!name.ends_with(generatedSuffix))
      return false;
    if (llvm::sys::path::filename(name) == ownHeaderName(input.file)) {
      if (const llvm::StringRef directory = llvm::sys::path::parent_path(name); !directory.empty())
        input.ownDirectories.insert(directory.str());
      input.ownDirectories.insert(searched.begin(), searched.end());
    }
    return true;
  }
  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name, bool isAngled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (!sources.isWrittenInMainFile(hash) || name.ends_with(generatedSuffix))
      return;
    includes.push_back({hash, (isAngled ? "<" : "\"") + name.str() + (isAngled ? ">" : "\""), file});
  }
  void MacroExpands(const clang::Token &, const clang::MacroDefinition &macro, clang::SourceRange range,
                    const clang::MacroArgs *) override {
    const auto isInMain = [&](clang::SourceLocation at) { return sources.getFileID(at) == sources.getMainFileID(); };
    const clang::MacroInfo *definition = macro.getMacroInfo();
    const clang::SourceLocation at = sources.getExpansionLoc(range.getBegin());
    if (!definition || !isInMain(definition->getDefinitionLoc()) || isInMain(at))
      return;
    expansions.push_back(at);
  }
  void FileChanged(clang::SourceLocation, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID previous) override {
    const auto file = sources.getFileEntryRefForID(previous);
    const auto isIn = [&](clang::SourceLocation at) { return sources.getFileID(at) == previous; };
    if (reason != ExitFile || !file || llvm::none_of(expansions, isIn) || search.isFileMultipleIncludeGuarded(*file))
      return;
    for (Include &include : includes)
      include.isExpanded |= include.file && *include.file == *file;
  }

private:
  std::vector<Include> &includes;
  std::vector<clang::SourceLocation> &expansions;
  const clang::SourceManager &sources;
  const clang::HeaderSearch &search;
  const ParseInput &input;
  std::vector<std::string> searched; ///< directories of -I that do not exist
};

/// Every file that was read, the system's too.
class Dependencies : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

/// The names of macros that the user's files or the command line define.
std::vector<std::string> userMacros(const clang::Preprocessor &preprocessor) {
  std::vector<std::string> names;
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  for (const auto &macro : preprocessor.macros(/*IncludeExternalMacros=*/false)) {
    const clang::MacroInfo *definition = preprocessor.getMacroInfo(macro.first);
    if (!definition || definition->isBuiltinMacro() || macro.first->getName().starts_with("_"))
      continue;
    const clang::SourceLocation at = definition->getDefinitionLoc();
    if (!sources.isInSystemHeader(at) && !sources.isWrittenInBuiltinFile(at))
      names.push_back(macro.first->getName().str());
  }
  llvm::sort(names);
  return names;
}

/// Does a file of the user's define a setting of the library (SOAC_CHECKS), so that it has to come before the library?
bool configuresLibrary(const clang::Preprocessor &preprocessor) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  return llvm::any_of(preprocessor.macros(/*IncludeExternalMacros=*/false), [&](const auto &macro) {
    const clang::MacroInfo *definition = preprocessor.getMacroInfo(macro.first);
    if (!definition || !macro.first->getName().starts_with("SOAC_"))
      return false;
    const clang::SourceLocation at = definition->getDefinitionLoc();
    const llvm::StringRef folder = llvm::sys::path::parent_path(sources.getFilename(at));
    const bool isLibrary = folder.ends_with("soac") || folder.ends_with("soac/runtime");
    return !isLibrary && !sources.isWrittenInMainFile(at) && !sources.isWrittenInBuiltinFile(at) &&
           !sources.isWrittenInCommandLineFile(at);
  });
}

class Action : public clang::ASTFrontendAction {
public:
  Action(const ParseInput &input, Pragmas &pragmas, llvm::function_ref<void(Parsed &)> read)
      : input(input), pragmas(pragmas), read(read) {}

  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    pragmas.install(compiler.getPreprocessor());
    conditions.install(compiler.getPreprocessor());
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Includes>(includes, expansions, compiler, input));
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    struct Consumer : clang::ASTConsumer {
      Action &action;
      clang::CompilerInstance &compiler;
      Consumer(Action &action, clang::CompilerInstance &compiler) : action(action), compiler(compiler) {}
      void HandleTranslationUnit(clang::ASTContext &context) override {
        if (!compiler.getDiagnostics().hasFatalErrorOccurred()) // after which nothing was read that a pragma could mark
          action.pragmas.collect(context);
        const clang::HeaderSearch &search = compiler.getPreprocessor().getHeaderSearchInfo();
        for (Include &include : action.includes)
          include.isGuarded = include.file && search.isFileMultipleIncludeGuarded(*include.file);
        Parsed parsed{context,
                      action.pragmas,
                      action.conditions,
                      action.includes,
                      action.expansions,
                      userMacros(compiler.getPreprocessor()),
                      configuresLibrary(compiler.getPreprocessor()),
                      compiler.getDiagnostics().hasErrorOccurred(),
                      [&](clang::QualType type) { compiler.getSema().isCompleteType(clang::SourceLocation(), type); }};
        action.read(parsed);
      }
    };
    return std::make_unique<Consumer>(*this, compiler);
  }

private:
  const ParseInput &input;
  Pragmas &pragmas;
  llvm::function_ref<void(Parsed &)> read;
  CompilerConditions conditions;
  std::vector<Include> includes;
  std::vector<clang::SourceLocation> expansions;
};

/// The compiler's arguments without those that Clang does not know (GCC's) or that turn the parse into something else.
std::vector<std::string> knownArguments(llvm::ArrayRef<std::string> arguments) {
  const llvm::opt::OptTable &table = clang::driver::getDriverOptTable();
  std::vector<const char *> pointers;
  for (const std::string &a : arguments)
    pointers.push_back(a.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList list = table.ParseArgs(pointers, missingIndex, missingCount);
  std::vector<std::string> result;
  namespace options = clang::driver::options;
  const auto isDropped = [](const llvm::opt::Option &o) {
    return o.matches(options::OPT_UNKNOWN) || o.matches(options::OPT_INPUT) || o.matches(options::OPT_o) ||
           o.matches(options::OPT_c) || o.matches(options::OPT_S) || o.matches(options::OPT_E) ||
           o.matches(options::OPT_M_Group) || o.matches(options::OPT_fopenmp_targets_EQ);
  };
  for (const llvm::opt::Arg *argument : list) {
    if (isDropped(argument->getOption()))
      continue;
    if (argument->getOption().matches(options::OPT_fopenmp) || argument->getOption().matches(options::OPT_fopenmp_EQ)) {
      result.push_back("-fopenmp=libomp"); // whose directives Clang reads; no library is needed for that
      continue;
    }
    llvm::opt::ArgStringList words;
    argument->render(list, words);
    result.insert(result.end(), words.begin(), words.end());
  }
  return result;
}

bool hasPrefix(llvm::ArrayRef<std::string> arguments, llvm::StringRef prefix) {
  return llvm::any_of(arguments, [&](const std::string &a) { return llvm::StringRef(a).starts_with(prefix); });
}

/// The user's own -resource-dir; empty when there is none.
std::string givenResourceDirectory(llvm::ArrayRef<std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    if (!argument.consume_front("-resource-dir"))
      continue;
    if (argument.consume_front("=") || i + 1 == arguments.size())
      return argument.str();
    return arguments[i + 1];
  }
  return "";
}

/// A precompiled header was made without __SOAC__, maybe by another Clang: the header itself is read in its place.
void readPrecompiledAsText(clang::PreprocessorOptions &options, llvm::vfs::FileSystem &files) {
  llvm::StringRef header = options.ImplicitPCHInclude;
  if (header.consume_back(".pch") && files.exists(header) && !llvm::is_contained(options.Includes, header))
    options.Includes.insert(options.Includes.begin(), header.str());
  options.ImplicitPCHInclude.clear();
}

} // namespace

bool parse(const ParseInput &input, diag::Engine &engine, std::vector<std::string> &dependencies,
           llvm::function_ref<void(Parsed &)> read) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real(llvm::vfs::createPhysicalFileSystem());
  if (!input.options.directory.empty())
    real->setCurrentWorkingDirectory(input.options.directory);
  if (auto buffer = real->getBufferForFile(input.file); !buffer) {
    engine.report(diag::Id::CannotRead, {}, {input.file, buffer.getError().message()});
    return false;
  }
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(
      withOmpHeader(new WithoutGenerated(real, ownHeaderName(input.file), input.ownHeader, input.ownDirectories)));

  std::vector<std::string> arguments = {"clang++"};
  const std::vector<std::string> users = knownArguments(input.options.arguments);
  if (!hasPrefix(users, "-std="))
    arguments.push_back("-std=c++20");
  if (!hasPrefix(users, "-x"))
    arguments.insert(arguments.end(), {"-x", "c++"});
  arguments.insert(arguments.end(), users.begin(), users.end());
  if (hasPrefix(users, "-fopenmp"))
    arguments.insert(arguments.end(), {"-idirafter", ompHeaderDirectory.str()});
  std::string resources = givenResourceDirectory(users);
  if (resources.empty()) {
    resources = resourceDirectory();
    arguments.insert(arguments.end(), {"-resource-dir", resources});
  }
  if (resources.empty() || !real->exists(resources + "/include/stddef.h")) {
    engine.report(diag::Id::BuiltinHeaders, {});
    return false;
  }
  arguments.insert(arguments.end(), {"-D__SOAC__=1", "-w", "-fsyntax-only", input.file});
  std::vector<const char *> pointers;
  for (const std::string &a : arguments)
    pointers.push_back(a.c_str());

  Pragmas pragmas(engine);
  ClangErrors collector(engine, pragmas);
  clang::CreateInvocationOptions options;
  options.VFS = files;
  options.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &collector, false);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, options);
  if (!invocation)
    return false;
  if (!invocation->getLangOpts().CPlusPlus20) {
    const auto standard = clang::LangStandard::getLangStandardForKind(invocation->getLangOpts().LangStd);
    engine.report(diag::Id::LanguageVersion, {}, {std::string("-std=") + standard.getName()});
    return false;
  }
  readPrecompiledAsText(invocation->getPreprocessorOpts(), *real);
  invocation->getDiagnosticOpts().ShowCarets = false;
  invocation->getDiagnosticOpts().ErrorLimit = 0; // however many calls of functions that are not declared yet
  invocation->getFrontendOpts().DisableFree = false;
  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler.createFileManager(files);
  auto dependencyCollector = std::make_shared<Dependencies>();
  compiler.addDependencyCollector(dependencyCollector);
  Action action(input, pragmas, read);
  const bool ran = compiler.ExecuteAction(action);
  std::set<std::string> seen;
  dependencies.clear();
  for (const std::string &name : dependencyCollector->getDependencies())
    if (!llvm::StringRef(name).ends_with(generatedSuffix) && !llvm::StringRef(name).starts_with(ompHeaderDirectory) &&
        seen.insert(name).second)
      dependencies.push_back(name);
  return ran && !compiler.getDiagnostics().hasErrorOccurred();
}

} // namespace soac::frontend

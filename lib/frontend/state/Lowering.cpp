// The face of the lowering: whole functions, blocks, source places and refusals.
#include "frontend/state/Lowering.h"

#include "frontend/parse/Places.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Variables.h"
#include "ir/Definitions.h"

#include <llvm/Support/Path.h>

namespace soac::frontend {

using Kind = Layout::Kind;

FValue FValue::field(unsigned index) const {
  const Layout::Field &f = layout->fields[index];
  FValue v{f.layout, {}};
  for (unsigned i = 0; i < f.layout->leaves.size(); ++i)
    v.leaves.push_back(leaves[f.firstLeaf + i]);
  return v;
}

ir::Values FValue::values() const {
  ir::Values vs;
  for (const Leaf &leaf : leaves)
    if (leaf.value)
      vs.push_back(leaf.value);
  return vs;
}

Lowering::Lowering(Types &types, diag::Engine &engine, Hooks &hooks, ir::Function &function)
    : types(types), engine(engine), hooks(hooks), function(function),
      state(std::make_unique<State>(function.values, function.body.statements)) {
  current = &state->root;
}

Lowering::~Lowering() = default;

void Lowering::finish() {
  std::vector<ir::Statement> &body = function.body.statements;
  body.insert(body.begin(), std::make_move_iterator(state->prologue.begin()),
              std::make_move_iterator(state->prologue.end()));
  state->prologue.clear();
  ir::dropUnusedDefinitions(function);
}

// ---- The edge: how parameters and results flatten. -------------------------------------------------------------------

namespace {

bool appendEdgeTypes(Lowering &l, const Layout *layout, unsigned rank, ir::Types &out);

/// The pointee: fixed arrays in it are part of the one dimension.
bool appendElements(Lowering &l, const Layout *layout, unsigned rank, ir::Types &out) {
  const std::size_t first = out.size();
  const bool isFine = appendEdgeTypes(l, layout, rank, out);
  for (ir::Type &leaf : llvm::drop_begin(out, first))
    leaf = leaf.withRank(rank);
  return isFine;
}

bool appendEdgeTypes(Lowering &l, const Layout *layout, unsigned rank, ir::Types &out) {
  switch (layout->kind) {
  case Kind::Void: return true;
  case Kind::Unsupported:
  case Kind::Function: return false;
  case Kind::Reference: return appendEdgeTypes(l, layout->element, rank, out);
  case Kind::Pointer:
    if (const std::optional<Rows> rows = rowsOf(layout))
      return appendEdgeTypes(l, rows->element, rank + 1, out);
    return layout->element->isData && appendElements(l, layout->element, rank + 1, out);
  case Kind::View: return appendEdgeTypes(l, layout->element, rank + layout->rank, out);
  case Kind::Record:
    return llvm::all_of(layout->fields, [&](const Layout::Field &f) {
      return !isMemberOfData(f.layout) || appendEdgeTypes(l, f.layout, rank, out);
    });
  case Kind::Scalar:
  case Kind::Array:
    for (const Layout::LeafType &leaf : layout->leaves)
      out.push_back(leaf.type.withRank(leaf.type.rank + rank));
    return true;
  }
  return false;
}

FValue withoutValue(Lowering &l, const Layout *layout) {
  FValue v{layout, {}};
  for (const ir::Value zero : zeroLeaves(l, layout))
    v.leaves.push_back({zero, nullptr});
  return v;
}

/// Builds the argument of one (part of a) parameter from its values, in leaf order.
struct ParameterMaker {
  Lowering &l;
  Lowering::Parameter &parameter;
  llvm::StringRef name;
  unsigned next = 0;

  FValue take(const Layout *layout) {
    FValue v{layout, {}};
    for (unsigned i = 0; i < layout->leaves.size(); ++i) {
      const ir::Value value = parameter.values[next++];
      v.leaves.push_back({value, nullptr, l.internals().rowsOf.lookup(value)});
      parameter.slots.push_back(-1);
    }
    return v;
  }

  Location store(const Layout *layout) {
    const FValue init = take(layout);
    const Location at = l.newVariable(init, name);
    if (llvm::all_of(init.leaves, [](const Leaf &leaf) { return leaf.rows.empty(); }))
      dropLengths(l, at);
    for (unsigned i = 0; i < at.slots.size(); ++i)
      parameter.slots[parameter.slots.size() - at.slots.size() + i] = static_cast<int>(at.slots[i]);
    return at;
  }

  FValue operator()(const Layout *layout) {
    switch (layout->kind) {
    case Kind::Record: {
      FValue v{layout, {}};
      for (const Layout::Field &f : layout->fields)
        llvm::append_range(v.leaves,
                           isMemberOfData(f.layout) ? (*this)(f.layout).leaves : withoutValue(l, f.layout).leaves);
      return v;
    }
    case Kind::View: return l.reference(store(l.types.arrayOf(layout->element, layout->rank)), layout);
    case Kind::Pointer: {
      const std::optional<Rows> rows = rowsOf(layout);
      Location at = store(l.types.arrayOf(rows ? rows->element : layout->element, 1));
      if (rows) {
        Grid grid{l.builder().index(0), {l.builder().index(0)}}; // the first extent is not known, and not used
        for (const std::int64_t extent : rows->extents)
          grid.extents.push_back(l.builder().index(extent));
        at.layout = l.types.arrayOf(layout->element, 1);
        at.grid = std::make_shared<const Grid>(std::move(grid));
      } else {
        for (const auto &[slot, extents] : llvm::zip_equal(at.slots, fixedExtents(layout->element))) {
          l.internals().infos[slot].rows = extents;
          l.internals().infos[slot].type = l.internals().infos[slot].type.withRank(1);
        }
      }
      for (const unsigned slot : at.slots) {
        l.internals().infos[slot].mayBeNull = true;
        l.internals().infos[slot].isPresent = parameter.isPresent;
      }
      return l.reference(at, layout);
    }
    case Kind::Reference: {
      if (layout->element->isData)
        return l.reference(store(layout->element), layout);
      const FValue object = (*this)(layout->element);
      return l.reference(l.newVariable(object, name), layout);
    }
    default: return take(layout);
    }
  }
};

} // namespace

std::optional<ir::Types> Lowering::edgeTypes(clang::QualType declared) {
  ir::Types out;
  if (!appendEdgeTypes(*this, types.of(declared), 0, out))
    return std::nullopt;
  return out;
}

Lowering::Parameter Lowering::makeParameter(clang::QualType declared, llvm::ArrayRef<ir::Value> values,
                                            llvm::StringRef name, ir::Value isPresent) {
  Parameter parameter;
  parameter.isPresent = isPresent;
  parameter.values.assign(values.begin(), values.end());
  parameter.argument = ParameterMaker{*this, parameter, name}(types.of(declared));
  return parameter;
}

Lowering::Parameter Lowering::makeBystander(clang::QualType declared, llvm::StringRef name) {
  const Layout *layout = types.of(declared);
  Parameter parameter;
  parameter.argument = layout->kind == Kind::Reference
                           ? reference(newVariable(withoutValue(*this, layout->element), name), layout)
                           : withoutValue(*this, layout);
  return parameter;
}

ir::Values Lowering::finals(const Parameter &parameter) {
  ir::Values out = parameter.values;
  for (auto [i, slot] : llvm::enumerate(parameter.slots))
    if (slot >= 0)
      out[i] = state->slots[slot].leaf.value;
  return out;
}

ir::Values Lowering::edgeValues(const FValue &value) {
  if (!value)
    return {};
  if (value.isRecord()) {
    ir::Values out;
    for (unsigned i = 0; i < value.layout->fields.size(); ++i)
      llvm::append_range(out, edgeValues(value.field(i)));
    return out;
  }
  return data(value);
}

// ---- Blocks. ---------------------------------------------------------------------------------------------------------

ir::Block Lowering::operatorBlock(llvm::ArrayRef<ir::Type> parameters, llvm::ArrayRef<ir::Name> names,
                                  llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body,
                                  const clang::Expr *site) {
  ir::Block block;
  for (auto [i, type] : llvm::enumerate(parameters))
    block.parameters.push_back(function.values.fresh(type, i < names.size() ? names[i] : ir::Name()));
  ir::Builder builder(function.values, block.statements);
  const std::vector<Slot> before = state->slots;
  const std::size_t live = state->live.size();
  {
    BuilderScope inside(*this, builder);
    VariableScope scope(*this, /*isBlock=*/true);
    StopScope stops(*this);
    block.results = body(block.parameters);
  }
  for (std::size_t i = 0; i < live; ++i) {
    const unsigned slot = state->live[i];
    if (!(state->slots[slot].leaf == before[slot].leaf)) {
      const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site);
      const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      refuse(diag::Id::OperatorWrites, site ? site->getSourceRange() : clang::SourceRange(),
             {callee ? callee->getNameAsString() : "map", state->infos[slot].name},
             {"return the new value instead: a combinator's result is made of what its operator returns"});
    }
    state->slots[slot] = before[slot];
  }
  return block;
}

// ---- Places. ---------------------------------------------------------------------------------------------------------

namespace {

/// The file as the user would write it: relative to the directory of the main file where it is below it.
std::string fileName(const clang::SourceManager &sources, const clang::PresumedLoc &presumed) {
  llvm::StringRef name = presumed.getFilename();
  llvm::StringRef directory;
  if (const auto main = sources.getFileEntryRefForID(sources.getMainFileID()))
    directory = llvm::sys::path::parent_path(main->getName());
  if (!directory.empty() && name.starts_with(directory) && name.size() > directory.size() &&
      llvm::sys::path::is_separator(name[directory.size()]))
    return name.drop_front(directory.size() + 1).str();
  return llvm::sys::path::is_absolute(name) ? llvm::sys::path::filename(name).str() : name.str();
}

} // namespace

ir::SourceLocation Lowering::sourceLocation(clang::SourceLocation at) {
  const clang::SourceManager &sources = types.context.getSourceManager();
  at = sources.getExpansionLoc(at);
  if (at.isInvalid())
    return {};
  const clang::PresumedLoc presumed = sources.getPresumedLoc(at);
  if (presumed.isInvalid())
    return {};
  const auto [known, isNew] = state->files.try_emplace(presumed.getFilename(), 0);
  if (isNew) {
    const std::string name = fileName(sources, presumed);
    const auto found = llvm::find(function.files, name);
    known->second = static_cast<unsigned>(found - function.files.begin());
    if (found == function.files.end())
      function.files.push_back(name);
  }
  return {known->second, presumed.getLine(), presumed.getColumn()};
}

void setLocation(Lowering &l, clang::SourceLocation at) {
  if (const ir::SourceLocation location = l.sourceLocation(at))
    l.builder().location = location;
}

diag::Place Lowering::place(clang::SourceRange range) const {
  return placeOf(range, types.context.getSourceManager(), types.context.getLangOpts());
}

namespace {

/// Does the refusal follow from the text there alone, whatever was refused before?
bool isIndependent(diag::Id id) {
  switch (id) {
  case diag::Id::OpaqueCall:
  case diag::Id::VirtualCall:
  case diag::Id::Variadic:
  case diag::Id::Output:
  case diag::Id::Goto:
  case diag::Id::InlineAsm:
  case diag::Id::Exception:
  case diag::Id::Coroutine:
  case diag::Id::Allocation:
  case diag::Id::UnsupportedStatement:
  case diag::Id::ReinterpretCast:
  case diag::Id::UnsupportedType:
  case diag::Id::Union:
  case diag::Id::Volatile:
  case diag::Id::LongDouble:
  case diag::Id::MutableGlobal:
  case diag::Id::StaticLocal: return true;
  default: return false;
  }
}

/// Is it said of a variable, function or type, and not of its use?
bool isOfName(diag::Id id) {
  return id == diag::Id::OpaqueCall || id == diag::Id::Volatile || id == diag::Id::MutableGlobal ||
         id == diag::Id::StaticLocal || id == diag::Id::UnsupportedType || id == diag::Id::Union;
}

} // namespace

void Lowering::recover() {
  const clang::FunctionDecl *here = state->frames.empty() ? nullptr : state->frame().function;
  const clang::SourceManager &sources = types.context.getSourceManager();
  if (hasFailed && here && !sources.isInSystemHeader(sources.getExpansionLoc(here->getLocation())))
    hasFailed = false;
}

FValue Lowering::refusedValue(const Layout *layout) {
  if (layout->kind == Kind::Void)
    return {layout, {}};
  if (!layout->isData || layout->kind == Kind::Unsupported)
    return {};
  FValue v{layout, {}};
  for (const Layout::LeafType &leaf : layout->leaves)
    v.leaves.push_back({function.values.fresh(leaf.type), nullptr});
  return v;
}

void Lowering::refuse(diag::Id id, clang::SourceRange at, std::vector<std::string> arguments,
                      std::vector<std::string> notes) {
  if (hasFailed)
    return;
  hasFailed = true;
  const bool isRelease = id == diag::Id::Allocation && (arguments[0] == "free" || arguments[0] == "delete");
  const bool isFollowUp = hasRefused && (isRelease || !isIndependent(id));
  if (isFollowUp || (isOfName(id) && !arguments.empty() && !refusedNames.emplace(id, arguments[0]).second))
    return;
  hasRefused = true;
  const clang::SourceManager &sources = types.context.getSourceManager();
  const auto isSystem = [&](clang::SourceRange range) {
    return range.isValid() && sources.isInSystemHeader(sources.getExpansionLoc(range.getBegin()));
  };
  if (at.isInvalid() && !state->frames.empty()) { // what no expression names: the result of an operator, as a whole
    const Frame &around = *state->frames.back();
    at = around.site ? around.site->getSourceRange() : clang::SourceRange(around.function->getLocation());
  }
  // The user's range: of something inside a library's function, the call of it.
  std::size_t depth = state->frames.size();
  clang::SourceRange users = at;
  while (isSystem(users) && depth > 1 && state->frames[depth - 1]->site)
    users = state->frames[--depth]->site->getSourceRange();
  if (isSystem(users)) {
    users = at;
    depth = state->frames.size();
  }
  diag::Diagnostic &report = engine.report(id, place(users), std::move(arguments));
  for (std::string &note : notes)
    report.notes.emplace_back(diag::Place{}, std::move(note));
  if (depth < state->frames.size())
    report.notes.emplace_back(place(at), "inside what is called, here");
  // Where the refused construct is in a function that was called: the way there.
  for (std::size_t i = depth; i-- > 1;) {
    const Frame &frame = *state->frames[i];
    if (frame.site && frame.function)
      report.notes.emplace_back(place(frame.site->getSourceRange()),
                                "in the call of '" + frame.function->getNameAsString() + "' here");
  }
}

} // namespace soac::frontend

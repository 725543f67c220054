// The plain derivatives: R f_vjp(params.., r_adj, x_adj..) and R f_jvp(params.., x_tan.., r_tan &).
//
// Adjoints of inputs are added to; the adjoint of an output goes in as its seed and comes back as the adjoint of the
// parameter's value at entry. Tangents of outputs go in as tangents of the values at entry and come back as tangents of
// the written values:
//   double f(double x, double &y)   ->   double f_vjp(double x, double &y, double r_adj, double &x_adj, double &y_adj)
#include "frontend/requests/PlainDerivative.h"

#include "frontend/lower/Lower.h"
#include "frontend/parse/Clang.h"
#include "frontend/parse/SourceText.h"
#include "frontend/requests/DeviceRecords.h"
#include "interface/DeviceFace.h"
#include "interface/DeviceRecords.h"

namespace soac::frontend {

using Container = interface::CxxType::Container;

namespace {

/// How the adjoint of a parameter is passed, writable: its spelling and its type.
std::pair<std::string, interface::CxxType> writable(interface::CxxType type) {
  if (type.kind == interface::CxxType::Kind::Array) {
    const std::string element = type.element->spelling;
    switch (type.container) {
    case Container::View:
      type.spelling = "soac::view<" + element + ", " + std::to_string(type.rank) + ">";
      return {type.spelling, type};
    case Container::StdSpan:
      type.spelling = "std::span<" + element + ">";
      return {type.spelling, type};
    case Container::Pointer:
      type.spelling = type.pointee + " *";
      type.isIterator = false;
      return {type.spelling, type};
    default: break;
    }
  }
  return {type.spelling + " &", type};
}

/// The type that holds a result: the type itself, an array for a view.
interface::CxxType owning(interface::CxxType type) {
  if (type.kind == interface::CxxType::Kind::Array && type.container == Container::View) {
    type.container = Container::Array;
    type.spelling = "soac::array<" + type.element->spelling + ", " + std::to_string(type.rank) + ">";
  } else if (type.kind == interface::CxxType::Kind::Array && type.container == Container::StdSpan) {
    type.container = Container::StdVector;
    type.spelling = "std::vector<" + type.element->spelling + ">";
  }
  return type;
}

/// The type that an explicit specialisation of soac::tangent names for `type`; null where there is none.
clang::QualType namedTangent(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record)
    return {};
  clang::ASTContext &context = record->getASTContext();
  const auto find = [&](const clang::DeclContext *in, llvm::StringRef name) {
    return in ? in->lookup(&context.Idents.get(name)) : clang::DeclContext::lookup_result();
  };
  // In a source with errors the name may belong to another declaration.
  for (const clang::NamedDecl *space : find(context.getTranslationUnitDecl(), "soac"))
    for (const clang::NamedDecl *found : find(llvm::dyn_cast<clang::NamespaceDecl>(space), "tangent"))
      if (const auto *whole = llvm::dyn_cast<clang::ClassTemplateDecl>(found))
        for (const clang::ClassTemplateSpecializationDecl *special : whole->specializations())
          if (special->isExplicitSpecialization() &&
              context.hasSameUnqualifiedType(special->getTemplateArgs()[0].getAsType(), type.getNonReferenceType()))
            for (const clang::NamedDecl *member : find(special, "type"))
              if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(member))
                return alias->getUnderlyingType();
  return {};
}

/// True when soac::tangent_t of the type is the type itself.
bool isOwnTangent(const Layout *layout) {
  if (!layout->type.isNull() && !namedTangent(layout->type).isNull())
    return false;
  switch (layout->kind) {
  case Layout::Kind::Scalar:
  case Layout::Kind::Unsupported:
  case Layout::Kind::Function: return true;
  case Layout::Kind::Pointer: {
    const clang::QualType to = layout->element->type;
    return !isMemberOfData(layout) &&
           (layout->isOwner() || layout->element->kind == Layout::Kind::Void || (!to.isNull() && to->isCharType()));
  }
  case Layout::Kind::Array: return isOwnTangent(layout->element);
  case Layout::Kind::Record:
    return llvm::all_of(layout->fields, [](const Layout::Field &f) { return isOwnTangent(f.layout); });
  default: return false;
  }
}

bool hasBase(const Layout *record) {
  return llvm::any_of(record->fields,
                      [](const Layout::Field &f) { return llvm::isa_and_nonnull<clang::CXXRecordDecl>(f.decl); });
}

/// How a seed or a tangent of an input is passed, read-only: its spelling and its type.
std::pair<std::string, interface::CxxType> readable(const interface::CxxType &type) {
  if (type.kind == interface::CxxType::Kind::Scalar)
    return {type.spelling, type};
  if (type.kind == interface::CxxType::Kind::Array && type.container == Container::Pointer) {
    interface::CxxType pointer = type;
    pointer.spelling = "const " + type.pointee + " *";
    pointer.isIterator = false;
    return {pointer.spelling, pointer};
  }
  const interface::CxxType view = borrowed(type, /*isConst=*/true);
  const bool isView = view.kind == interface::CxxType::Kind::Array && view.container == Container::View;
  return {isView ? view.spelling : "const " + view.spelling + " &", view};
}

bool holdsPointer(const interface::CxxType &type) {
  if (type.kind == interface::CxxType::Kind::Array)
    return type.container == Container::Pointer || holdsPointer(*type.element);
  return llvm::any_of(type.fields, [](const interface::CxxType::Field &f) { return holdsPointer(f.type); });
}

/// Do all pointers among the members of a record point to writable memory?
bool pointsToWritable(const Layout *layout) {
  return llvm::all_of(layout->fields, [](const Layout::Field &f) {
    return f.layout->kind == Layout::Kind::Pointer ? !writableOf(f.layout->type).isNull() : pointsToWritable(f.layout);
  });
}

/// The type of a member of the adjoint of a record with pointers: a pointer to writable memory.
interface::CxxType memberDerivative(interface::CxxType type) {
  if (type.kind == interface::CxxType::Kind::Array && type.container == Container::Pointer && isDifferentiable(type)) {
    type.spelling = type.pointee + " *";
    type.isIterator = false;
  }
  return type;
}

bool nameIsTaken(const std::vector<interface::CxxParameter> &parameters, llvm::StringRef name) {
  return llvm::any_of(parameters, [&](const interface::CxxParameter &p) { return p.name == name; });
}

void addParameter(interface::CxxFunction &made, ir::Name name, std::pair<std::string, interface::CxxType> type, bool isRead) {
  while (nameIsTaken(made.parameters, name.text))
    name.text += "_";
  interface::CxxParameter parameter;
  parameter.name = name.text;
  parameter.spelling = std::move(type.first);
  parameter.type = std::move(type.second);
  if (isRead)
    for (ir::Type leaf : parameter.type.leaves())
      parameter.inputs.push_back(made.function.values.fresh(leaf, name));
  made.function.body.parameters.append(parameter.inputs.begin(), parameter.inputs.end());
  made.parameters.push_back(std::move(parameter));
}

} // namespace

bool isDefinedHere(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = function->getTemplateInstantiationPattern();
  if (!definition)
    definition = function->getDefinition();
  return definition && function->getTemplateSpecializationKind() != clang::TSK_ImplicitInstantiation &&
         isInSource(definition);
}

static bool isDiscardable(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  const clang::FunctionDecl *definition = pattern ? pattern : function->getDefinition();
  return definition && isInSource(definition) &&
         function->getASTContext().GetGVALinkageForFunction(function) == clang::GVA_DiscardableODR;
}

/// soac::tangent_t of a parameter's type `edge`: the type that a specialisation names; for a record that borrows, the
/// tuple of its members' tangents; views as they are.
std::optional<interface::CxxType> Derivatives::tangentType(const Layout *layout, const interface::CxxType &edge,
                                                           std::string &whyNot) {
  if (!isDifferentiable(edge))
    return edge;
  if (const clang::QualType named = layout->type.isNull() ? clang::QualType() : namedTangent(layout->type);
      !named.isNull()) {
    std::optional<interface::CxxType> tangent = cxxTypes.of(named, whyNot);
    if (!tangent || llvm::equal(tangent->leaves(), edge.leaves()))
      return tangent;
    whyNot = "the type that soac::tangent names for a parameter has not the same numbers in the same order";
    return std::nullopt;
  }
  if (layout->kind != Layout::Kind::Record || isOwnTangent(layout))
    return edge;
  if (hasBase(layout)) {
    whyNot = "a parameter is a record that holds views and has a base class; name its tangent by specialising soac::tangent";
    return std::nullopt;
  }
  if (holdsPointer(edge))
    return pointerRecordTangent(layout, edge, whyNot);
  interface::CxxType tuple = edge;
  tuple.spelling = "soac::tangent_t<" + edge.spelling + ">";
  tuple.isTuple = true;
  tuple.making = interface::CxxType::Making::Members;
  for (std::size_t i = 0; i < tuple.fields.size(); ++i) {
    std::optional<interface::CxxType> member = tangentType(layout->fields[i].layout, edge.fields[i].type, whyNot);
    if (!member)
      return std::nullopt;
    tuple.fields[i] = {std::to_string(i), owning(std::move(*member))};
  }
  return tuple;
}

/// The tangent type of a record with pointers: the record itself, with pointers to derivatives, or, where a member points
/// to const memory, a tuple with pointers to writable memory.
std::optional<interface::CxxType>
Derivatives::pointerRecordTangent(const Layout *layout, const interface::CxxType &edge, std::string &whyNot) {
  if (pointsToWritable(layout))
    return edge;
  interface::CxxType tuple = edge;
  tuple.isTuple = true;
  tuple.making = interface::CxxType::Making::Members;
  std::string members;
  for (std::size_t i = 0; i < tuple.fields.size(); ++i) {
    std::optional<interface::CxxType> member = tangentType(layout->fields[i].layout, edge.fields[i].type, whyNot);
    if (!member)
      return std::nullopt;
    tuple.fields[i] = {std::to_string(i), memberDerivative(owning(std::move(*member)))};
    members += (i ? ", " : "") + tuple.fields[i].type.spelling;
  }
  tuple.spelling = "std::tuple<" + members + ">";
  return tuple;
}

/// The function's namespace ("a::v1"), and the inline namespaces among it and those around it.
std::pair<std::string, std::vector<std::string>> namespaceOf(const clang::FunctionDecl *function) {
  llvm::SmallVector<const clang::NamespaceDecl *, 4> spaces; // inner namespaces first
  for (const clang::DeclContext *at = function->getDeclContext()->getRedeclContext(); !at->isTranslationUnit();
       at = at->getParent()->getRedeclContext())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(at); space && !space->isAnonymousNamespace())
      spaces.push_back(space);
  std::string name;
  std::vector<std::string> inlineOnes;
  for (const clang::NamespaceDecl *space : llvm::reverse(spaces)) {
    name += (name.empty() ? "" : "::") + space->getNameAsString();
    if (space->isInline())
      inlineOnes.push_back(name);
  }
  return {name, inlineOnes};
}

namespace {

/// Why the function can have no plain derivative, whatever its types are; null where it can.
const char *whyNoPlain(const clang::FunctionDecl *function) {
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function))
    return method->isStatic() ? "plain derivatives are for functions outside classes; for a static member there are "
                                "soac::vjp and the other operators, which need no pragma"
                              : "plain derivatives are for functions outside classes; mark one that takes the "
                                "object and calls its member";
  if (!function->getDeclName().isIdentifier())
    return "an operator has no name that those of plain derivatives could be made of; mark a function that calls it";
  return nullptr;
}

} // namespace

/// Reports why the function is refused, where `isReporting`.
std::nullopt_t Derivatives::refusePlain(const PlainRequest &request, const std::string &why, bool isReporting) {
  if (isReporting)
    report(diag::Id::NotDifferentiable, request.place, {request.function->getNameAsString(), why});
  return std::nullopt;
}

/// The parameters and the result of the function itself.
bool Derivatives::addPrimal(Plain &plain, const PlainRequest &request, bool isReporting) {
  const clang::FunctionDecl *function = request.function;
  for (auto [i, parameter] : llvm::enumerate(definitionOf(function)->parameters())) {
    std::optional<interface::CxxType> edge = parameterType(parameter, request.place, isReporting);
    if (!edge)
      return false;
    const std::string name = parameter->getName().empty() ? "x" + std::to_string(i) : parameter->getNameAsString();
    addParameter(plain.made, name, {cxxTypes.spelling(parameter->getType()), *edge}, true);
  }
  std::string whyNot;
  const clang::QualType returned = function->getReturnType();
  std::optional<interface::CxxType> result;
  if (isReporting)
    result = resultType(returned, request.place);
  else if (!cxxTypes.hidden(returned))
    result = cxxTypes.of(returned, whyNot);
  if (!result)
    return false;
  if (holdsPointer(*result)) {
    refusePlain(request, "its result is a pointer, which does not say to how many numbers; write them to a parameter and "
                         "return nothing", isReporting);
    return false;
  }
  plain.made.result = owning(*result);
  return true;
}

/// Seeds, adjoints and tangents.
bool Derivatives::addDerivatives(Plain &plain, const PlainRequest &request, ir::Mode mode, bool isReporting) {
  const clang::FunctionDecl *function = request.function;
  interface::CxxFunction &made = plain.made;
  const bool isAdjoint = mode == ir::Mode::Adjoint, hasResult = isDifferentiable(made.result);
  std::string why;
  const std::vector<unsigned> chosen = chosenParameters(plain, request, why);
  if (!why.empty())
    return refusePlain(request, why, isReporting), false;
  plain.derivatives.assign(made.parameters.size(), -1);
  if (isAdjoint && hasResult) {
    plain.seed = static_cast<int>(made.parameters.size());
    addParameter(made, {"r_adj", ir::Role::Adjoint}, readable(made.result), true);
    made.parameters.back().derivativeOf = interface::CxxParameter::ofResult;
  }
  bool isActive = false;
  for (const unsigned i : chosen) {
    const clang::QualType declared = function->getParamDecl(i)->getType();
    const std::optional<interface::CxxType> edge = tangentType(types.ofObject(declared), made.parameters[i].type, why);
    if (!edge)
      return refusePlain(request, why, isReporting), false;
    if (!isDifferentiable(*edge))
      continue;
    isActive = true;
    plain.derivatives[i] = static_cast<int>(made.parameters.size());
    const bool isInput = !isAdjoint && !isWritable(declared, types.ofObject(declared));
    const ir::Name &name = made.parameters[i].name;
    addParameter(made, isAdjoint ? ir::adjointOf(name) : ir::tangentOf(name), isInput ? readable(*edge) : writable(*edge), true);
    made.parameters.back().derivativeOf = static_cast<int>(i);
  }
  if (!isAdjoint && hasResult) {
    plain.tangent = static_cast<int>(made.parameters.size());
    addParameter(made, {"r_tan", ir::Role::Tangent}, writable(made.result), false);
    made.parameters.back().derivativeOf = interface::CxxParameter::ofResult;
  }
  if (!isActive && isReporting)
    for (const clang::QualType wanted : wantedTypes(plain, request))
      return edgeType(wanted, "a parameter", request.place), false;
  if (!isActive)
    refusePlain(request, "it has no floating-point parameter", isReporting);
  return isActive;
}

/// The signature, which follows from f's alone.
std::optional<Derivatives::Plain> Derivatives::plainSignature(const PlainRequest &request, ir::Mode mode, bool isReporting) {
  const clang::FunctionDecl *function = request.function;
  if (const char *why = whyNoPlain(function))
    return refusePlain(request, why, isReporting);
  if (isReporting && !returnsAll(function, request.place))
    return std::nullopt;
  Plain plain;
  if (!addPrimal(plain, request, isReporting) || !addDerivatives(plain, request, mode, isReporting))
    return std::nullopt;
  interface::CxxFunction &made = plain.made;
  const std::string name = function->getNameAsString();
  std::tie(made.nameSpace, plain.inlineNamespaces) = namespaceOf(function);
  made.name = name + (mode == ir::Mode::Adjoint ? "_vjp" : "_jvp");
  made.function.name = made.name;
  made.isPlain = true;
  made.isExternC = function->isExternC();
  made.mayRepeat = !isDefinedHere(function);
  made.isPrimalDiscardable = isDiscardable(function);
  made.comment = mode == ir::Mode::Adjoint ? "Returns what " + name + " does and adds to the adjoints of its parameters."
                                           : "Returns what " + name + " does and gives its tangents.";
  return plain;
}

namespace {

/// "name(int n, double x": what a call of it needs.
std::string headOf(const interface::CxxFunction &f, bool isExternC, llvm::StringRef place = "") {
  std::string parameters = place.str();
  for (const interface::CxxParameter &p : f.parameters)
    parameters += (parameters.empty() ? "" : ", ") + (isExternC ? interface::cSpelling(p) : p.spelling) + " " + p.name;
  const std::string result = f.result.kind == interface::CxxType::Kind::Void ? "void" : f.result.spelling;
  return (isExternC ? "extern \"C\" " : "") + result + " " + f.name + "(" + parameters;
}

/// The function on a device, and the records that stand for its own in `records`. All its parameters look as if they
/// were only read, since nothing is known yet of what the function writes: what is written may be given there, too.
std::string onDevice(const interface::CxxFunction &f, std::set<std::string> &written, std::string &records) {
  std::string why;
  const std::optional<interface::CxxFunction> face = interface::deviceFace(f, why);
  if (!face)
    return "";
  records += interface::deviceRecords(f.result, written);
  for (const interface::CxxParameter &p : f.parameters)
    records += interface::deviceRecords(p.type, written);
  return " " + headOf(*face, false, "const ::soac::cuda::on &") + ");";
}

} // namespace

std::string Derivatives::declarations(llvm::ArrayRef<PlainRequest> requests) {
  const bool isForDevice = namesDevices(parsed);
  std::string text, records;
  std::set<std::string> written;
  for (const PlainRequest &request : requests)
    for (const ir::Mode mode : {ir::Mode::Adjoint, ir::Mode::Tangent}) {
      const bool isWanted = PlainRequest::has(request.modes, mode);
      const std::optional<Plain> plain = isWanted ? plainSignature(request, mode, false) : std::nullopt;
      if (!plain)
        continue;
      const interface::CxxFunction &made = plain->made;
      const std::string &space = made.nameSpace;
      text += (space.empty() ? "" : "namespace " + space + " { ") + headOf(made, made.isExternC) + "); " +
              headOf(made, false) + ", ::soac::workspace &);" + (isForDevice ? onDevice(made, written, records) : "") +
              (space.empty() ? "\n" : " }\n");
    }
  if (text.empty())
    return text;
  const std::string device = isForDevice ? "#include <soac/cuda/cuda.hpp>\n" + records : "";
  return "#include <soac/soac.hpp>\n" + device + "namespace soac { class workspace; }\n" + text;
}

} // namespace soac::frontend

// The bodies of the plain derivatives f_vjp and f_jvp: f's body, differentiated, with its seeds, and the values that are
// returned and written back.
//
// Pointer parameters are assumed to point into arrays of their own, until the body compares two of them, as in
//   for (; p != end; ++p) ..
// or subtracts them. Then the later parameter points into the earlier one's array, at the distance that their arguments
// have at run time, and their adjoints and tangents must have the same distance.
#include "frontend/lower/Lower.h"
#include "frontend/requests/OwnRows.h"
#include "frontend/requests/PlainDerivative.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"
#include "ir/Walk.h"

namespace soac::frontend {

namespace {

/// Does a record hold pointers, views or spans, through which a function may write even if the record is const?
bool holdsReferences(const interface::CxxType &type) {
  using Container = interface::CxxType::Container;
  if (type.kind == interface::CxxType::Kind::Array)
    return type.container == Container::Pointer || type.container == Container::View ||
           type.container == Container::StdSpan;
  return llvm::any_of(type.fields, [](const interface::CxxType::Field &f) { return holdsReferences(f.type); });
}

/// Does an argument give nothing but const memory, so that only a cast or a mutable member allows writing?
bool isReadOnly(clang::QualType declared, const interface::CxxType &type) {
  const auto *record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(declared.getNonReferenceType()->getAsCXXRecordDecl());
  if (type.kind == interface::CxxType::Kind::Array && type.isIterator)
    return record && record->getTemplateArgs()[0].getAsType()->getPointeeType().isConstQualified();
  if (declared->isPointerType())
    return declared->getPointeeType().isConstQualified();
  if (type.kind == interface::CxxType::Kind::Array &&
      (type.container == interface::CxxType::Container::View || type.container == interface::CxxType::Container::StdSpan))
    return record && record->getTemplateArgs()[0].getAsType().isConstQualified();
  return declared->isReferenceType() && declared->getPointeeType().isConstQualified() &&
         !(type.kind == interface::CxxType::Kind::Record && holdsReferences(type));
}

/// Notes the two parameters that the lowering has found to point into one array, the later with the earlier.
void join(Lowering &l, llvm::ArrayRef<Lowering::Parameter> parameters, std::map<unsigned, unsigned> &joined) {
  const auto pair = l.internals().joined;
  if (!pair)
    return;
  const auto owner = [&](unsigned slot) {
    const auto *found = llvm::find_if(
        parameters, [&](const Lowering::Parameter &p) { return llvm::is_contained(p.slots, static_cast<int>(slot)); });
    return static_cast<unsigned>(found - parameters.begin());
  };
  const unsigned a = owner(pair->first), b = owner(pair->second);
  const auto isPointer = [&](unsigned i) { return i < parameters.size() && parameters[i].slots.size() == 1; };
  if (isPointer(a) && isPointer(b) && a != b)
    joined.emplace(std::max(a, b), std::min(a, b));
}

/// One plain function in the making: a Differentiate statement whose block is f's body. With `rows`, those of parameters
/// and results have lengths of their own.
class PlainBody {
public:
  PlainBody(Lowering &l, const clang::FunctionDecl *function, ir::Mode mode, Derivatives::Plain &plain,
            Derivatives::Joined &joined, Types::RowsOfParameters *rows)
      : l(l), function(function), mode(mode), plain(plain), made(plain.made), joined(joined), rows(rows),
        count(static_cast<unsigned>(plain.derivatives.size())) {
    differentiate.mode = mode;
    if (rows)
      for (interface::CxxParameter &parameter : made.parameters)
        giveLengths(l, parameter);
  }

  /// Lowers f; false where it is refused.
  bool lower() {
    if (rows)
      rows->add(l.types.of(function->getReturnType()));
    ir::Types types;
    std::vector<ir::Name> names;
    for (const ParameterLeaf at : differentiableLeaves()) {
      const ir::Value leaf = made.parameters[at.parameter].inputs[at.leaf];
      differentiate.arguments.push_back(leaf);
      types.push_back(l.builder().type(leaf));
      names.push_back(made.parameters[at.parameter].name);
    }
    const auto body = [&](llvm::ArrayRef<ir::Value> active) { return call(active); };
    differentiate.fn = l.operatorBlock(types, names, body, nullptr);
    return !l.failed();
  }

  const ir::Block &block() const { return differentiate.fn; }

  void emit() {
    takePlaces();
    addSeeds();
    const std::size_t primal = differentiate.fn.results.size();
    outcome = l.builder().emit(std::move(differentiate));
    giveBack(llvm::ArrayRef(outcome).take_front(primal), llvm::ArrayRef(outcome).drop_front(primal));
    giveRows();
    l.finish();
  }

private:
  struct ParameterLeaf {
    unsigned parameter, leaf;
  };


  /// Rows of a parameter, or of the result, whose lengths are results of the block: number `number` of its `rows`.
  struct OutgoingRows {
    std::optional<unsigned> parameter;
    unsigned number;
    interface::RowDimension rows;
  };

  /// Other leaves are constants.
  bool isDifferentiableLeaf(ParameterLeaf at) const {
    return plain.derivatives[at.parameter] >= 0 && isDifferentiable(l, made.parameters[at.parameter].inputs[at.leaf]);
  }

  // The leaves of parameters that have derivatives.
  std::vector<ParameterLeaf> differentiableLeaves() const {
    std::vector<ParameterLeaf> leaves;
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < made.parameters[i].inputs.size(); ++j)
        if (isDifferentiableLeaf({i, j}))
          leaves.push_back({i, j});
    return leaves;
  }

  // Calls f; returns its result, then the final value of every leaf of a parameter that it has written.
  ir::Values call(llvm::ArrayRef<ir::Value> active) {
    std::vector<Lowering::Parameter> parameters;
    llvm::SmallVector<FValue, 4> arguments;
    const ir::Value *next = active.begin();
    for (unsigned i = 0; i < count; ++i) {
      ir::Values leaves = made.parameters[i].inputs;
      for (unsigned j = 0; j < leaves.size(); ++j)
        if (isDifferentiableLeaf({i, j}))
          leaves[j] = *next++;
      parameters.push_back(parameter(i, leaves));
      arguments.push_back(argument(i, parameters.back(), arguments));
    }
    const FValue result = l.callFunction(function, arguments, nullptr);
    if (l.failed()) {
      join(l, parameters, joined);
      return {};
    }
    ir::Values lengths;
    made.returnsRows = hasLengths(l, result);
    ir::Values results = rows ? edgeRows(l, result) : l.edgeValues(result);
    resultCount = results.size();
    for (unsigned i = 0; i < count; ++i) {
      if (function->getParamDecl(i)->getType()->isRValueReferenceType())
        continue; // its final value is not observable
      ir::Values finals = l.finals(parameters[i]);
      if (rows && !keepsLengths(i, parameters[i]))
        for (auto [slot, final] : llvm::zip_equal(parameters[i].slots, finals))
          final = slot >= 0 ? edgeRows(l, static_cast<unsigned>(slot)) : final;
      for (unsigned j = 0; j < finals.size(); ++j)
        if (finals[j] != parameters[i].values[j]) {
          const clang::ParmVarDecl *declared = function->getParamDecl(i);
          if (isReadOnly(declared->getType(), made.parameters[i].type)) {
            l.refuse(diag::Id::ConstWrite, declared->getSourceRange().getBegin(), {declared->getNameAsString()});
            return {};
          }
          if (isDifferentiable(l, finals[j]) && plain.derivatives[i] < 0) {
            l.refuse(diag::Id::NotDifferentiable, declared->getSourceRange().getBegin(),
                     {function->getNameAsString(), "it writes '" + declared->getNameAsString() + "', which 'wrt' leaves out"});
            return {};
          }
          written.push_back({i, j});
          results.push_back(finals[j]);
        }
      if (rows && !keepsLengths(i, parameters[i]))
        addRows(i, made.parameters[i].type, finals, lengths);
    }
    if (rows)
      addRows(std::nullopt, made.result, llvm::ArrayRef(results).take_front(resultCount), lengths);
    results.append(lengths.begin(), lengths.end());
    return results;
  }

  // Adds the lengths of the rows of a result or, in the end, of a parameter.
  void addRows(std::optional<unsigned> parameter, const interface::CxxType &type, llvm::ArrayRef<ir::Value> leaves,
               ir::Values &lengths) {
    for (auto [k, r] : llvm::enumerate(type.rowDimensions()))
      for (const RowLengths &own : l.internals().rowsOf.lookup(leaves[r.firstLeaf]))
        if (own.dimension == r.dimension) {
          outgoing.push_back({parameter, static_cast<unsigned>(k), r});
          lengths.push_back(own.lengths);
        }
  }

  // Do the rows of the parameter have the lengths in the end that they had?
  bool keepsLengths(unsigned i, const Lowering::Parameter &parameter) const {
    const auto &state = l.internals();
    for (const interface::OwnRows &own : made.parameters[i].rows)
      for (unsigned j = own.rows.firstLeaf; j < own.rows.firstLeaf + own.rows.leaves; ++j)
        if (const int slot = parameter.slots[j]; slot >= 0)
          for (const SlotInfo::Lengths &lengths : state.infos[static_cast<unsigned>(slot)].lengths)
            if (lengths.dimension == own.rows.dimension && state.slots[lengths.slot].leaf.value != own.lengths)
              return false;
    return true;
  }

  Lowering::Parameter parameter(unsigned i, llvm::ArrayRef<ir::Value> leaves) {
    const clang::ParmVarDecl *declared = function->getParamDecl(i);
    if (made.parameters[i].type.kind == interface::CxxType::Kind::Void) {
      isPresent.push_back({});
      return l.makeBystander(declared->getType(), declared->getName());
    }
    setLengths(l, made.parameters[i], leaves);
    if (rows)
      rows->add(l.types.of(declared->getType()));
    const bool isPointer = declared->getType()->isPointerType();
    isPresent.push_back(isPointer ? l.builder().values.fresh(ir::boolType) : ir::Value{});
    return l.makeParameter(declared->getType(), leaves, declared->getName(), isPresent.back());
  }

  // The argument for parameter i: where it is joined, a pointer at the run-time distance from the earlier argument.
  FValue argument(unsigned i, const Lowering::Parameter &parameter, llvm::ArrayRef<FValue> earlier) {
    FValue result = parameter.argument;
    const auto pair = joined.find(i);
    if (pair == joined.end())
      return result;
    if ((plain.derivatives[i] >= 0) != (plain.derivatives[pair->second] >= 0))
      l.refuse(diag::Id::NotDifferentiable, function->getParamDecl(i)->getSourceRange().getBegin(),
               {function->getNameAsString(), "'wrt' names one of two parameters that point into one array"});
    const FValue &from = earlier[pair->second];
    const ir::Value distance = distances[i] =
        l.builder().values.fresh(ir::indexType, function->getParamDecl(i)->getName());
    result.leaves = {from.leaves[0], advance(l, from, distance).leaves[1]};
    return result;
  }

  // Makes parameters of the properties of arguments that f uses: whether they are null, their distances, the lengths of
  // rows.
  void takePlaces() {
    ir::ValueSet asked = ir::freeVariables(differentiate.fn, l.builder().values);
    for (const OutgoingRows &out : outgoing)
      if (mode == ir::Mode::Adjoint)
        for (const int side : {adjointOf(out), out.parameter ? static_cast<int>(*out.parameter) : -1})
          if (side >= 0)
            asked.insert(made.parameters[side].rows[out.number].lengths);
    for (interface::CxxParameter &parameter : made.parameters)
      takeLengths(parameter, asked, made.function.body);
    for (auto [parameter, is] : llvm::zip(made.parameters, isPresent))
      if (asked.contains(is)) {
        parameter.isPresent = is;
        made.function.body.parameters.push_back(is);
      }
    for (const auto &[parameter, distance] : distances) {
      if (!asked.contains(distance))
        continue;
      const unsigned first = joined.at(parameter);
      setDistance(parameter, first, distance);
      if (plain.derivatives[parameter] >= 0 && plain.derivatives[first] >= 0)
        setDistance(plain.derivatives[parameter], plain.derivatives[first], distance);
      made.function.body.parameters.push_back(distance);
    }
  }

  void setDistance(unsigned later, unsigned first, ir::Value distance) {
    made.parameters[later].distance = distance;
    made.parameters[later].from = first;
  }

  // Adds the seeds, and the initial values of adjoints.
  void addSeeds() {
    const auto derivative = [&](ParameterLeaf at) {
      return made.parameters[plain.derivatives[at.parameter]].inputs[at.leaf];
    };
    if (mode == ir::Mode::Tangent) {
      for (const ParameterLeaf at : differentiableLeaves())
        differentiate.seeds.push_back(derivative(at));
      return;
    }
    for (std::size_t i = 0; i < resultCount; ++i)
      if (isDifferentiable(l, differentiate.fn.results[i]))
        differentiate.seeds.push_back(made.parameters[plain.seed].inputs[i]);
    for (const ParameterLeaf at : written)
      if (isDifferentiableLeaf(at))
        differentiate.seeds.push_back(derivative(at));
    for (const ParameterLeaf at : differentiableLeaves()) {
      const bool isWritten = llvm::any_of(
          written, [&](const ParameterLeaf &w) { return w.parameter == at.parameter && w.leaf == at.leaf; });
      const bool isScalar = l.builder().type(derivative(at)).isScalar();
      differentiate.initial.push_back(isWritten || isScalar ? ir::Value() : derivative(at));
      if (!isWritten)
        setSum(made.parameters[plain.derivatives[at.parameter]], at.leaf);
    }
  }

  static void setSum(interface::CxxParameter &adjoint, unsigned leaf) {
    adjoint.isSum.resize(adjoint.type.leaves().size());
    adjoint.isSum[leaf] = true;
  }

  // Returns and writes back the results of the `Differentiate`.
  void giveBack(llvm::ArrayRef<ir::Value> primal, llvm::ArrayRef<ir::Value> derivatives) {
    for (std::size_t i = 0; i < resultCount; ++i) {
      made.results.push_back(static_cast<unsigned>(made.function.body.results.size()));
      made.function.body.results.push_back(primal[i]);
    }
    for (auto [k, w] : llvm::enumerate(written))
      put(made.parameters[w.parameter], w.leaf, primal[resultCount + k]);
    const ir::Value *next = derivatives.begin();
    if (mode == ir::Mode::Adjoint) {
      for (const ParameterLeaf at : differentiableLeaves())
        put(made.parameters[plain.derivatives[at.parameter]], at.leaf, *next++);
      return;
    }
    for (unsigned i = 0; i < resultCount; ++i)
      if (plain.tangent >= 0)
        put(made.parameters[plain.tangent], i,
            isDifferentiable(l, primal[i]) ? *next++ : l.builder().zerosLike(primal[i]));
    for (const ParameterLeaf w : written)
      if (isDifferentiableLeaf(w))
        put(made.parameters[plain.derivatives[w.parameter]], w.leaf, *next++);
  }

  // The parameter that is the adjoint of what goes out, -1 where there is none.
  int adjointOf(const OutgoingRows &out) const { return out.parameter ? plain.derivatives[*out.parameter] : plain.seed; }

  // Gives back the lengths of rows that go out. Tangents get them; adjoints must have them and, of parameters, get those
  // at entry.
  void giveRows() {
    const auto lengths = llvm::ArrayRef(outcome).slice(resultCount + written.size(), outgoing.size());
    for (auto [out, value] : llvm::zip_equal(outgoing, lengths)) {
      const int number = giveRows(value), adjoint = adjointOf(out);
      interface::OwnRows *const entry = out.parameter ? &made.parameters[*out.parameter].rows[out.number] : nullptr;
      if (entry)
        entry->output = number;
      else
        made.rows.push_back({out.rows, {}, number});
      if (mode == ir::Mode::Adjoint && adjoint >= 0) {
        interface::OwnRows &own = made.parameters[adjoint].rows[out.number];
        const std::string of = entry ? "'" + made.parameters[*out.parameter].name + "'" : "the result";
        checkSameLengths(l, value, own.lengths, "soac: the adjoint of " + of + " has rows of other lengths");
        if (entry)
          own.output = giveRows(entry->lengths);
      }
      if (mode == ir::Mode::Tangent && entry && adjoint >= 0)
        made.parameters[adjoint].rows[out.number].output = number;
      if (!entry && plain.tangent >= 0)
        made.parameters[plain.tangent].rows.push_back({out.rows, {}, number});
    }
  }
  int giveRows(ir::Value lengths) {
    made.function.body.results.push_back(lengths);
    return static_cast<int>(made.function.body.results.size()) - 1;
  }

  void put(interface::CxxParameter &parameter, unsigned leaf, ir::Value v) {
    ir::Values &results = made.function.body.results;
    if (parameter.outputs.empty())
      parameter.outputs.assign(parameter.type.leaves().size(), -1);
    parameter.outputs[leaf] = static_cast<int>(results.size());
    results.push_back(v);
  }

  Lowering &l;
  const clang::FunctionDecl *function;
  const ir::Mode mode;
  Derivatives::Plain &plain;
  interface::CxxFunction &made;
  Derivatives::Joined &joined;
  Types::RowsOfParameters *rows;
  const unsigned count; ///< f's parameters
  ir::Differentiate differentiate;
  std::size_t resultCount = 0; ///< leaves of f's result
  std::vector<ParameterLeaf> written;
  std::vector<OutgoingRows> outgoing; ///< whose lengths are results, behind the others
  ir::Values outcome;                 ///< of the `Differentiate`
  ir::Values isPresent;                    ///< of pointers
  std::map<unsigned, ir::Value> distances; ///< of joined pointers
};

} // namespace

bool Derivatives::fillPlain(Plain &plain, const PlainRequest &request, ir::Mode mode, Joined &joined,
                            Types::RowsOfParameters *rows) {
  Lowering l(types, engine, hooks, plain.made.function);
  l.internals().derivatives = 1;
  PlainBody body(l, request.function, mode, plain, joined, rows);
  if (!body.lower())
    return false;
  if (llvm::none_of(body.block().results, [&](ir::Value v) { return isDifferentiable(l, v); })) {
    report(diag::Id::NotDifferentiable, request.place,
           {request.function->getNameAsString(), "it has no floating-point result"});
    return false;
  }
  body.emit();
  return true;
}

void Derivatives::addPlain(const PlainRequest &request, interface::Unit &unit) {
  Callee callee;
  callee.function = request.function;
  if (!checkDefined(callee, request.place))
    return;
  for (const ir::Mode mode : {ir::Mode::Adjoint, ir::Mode::Tangent}) {
    if (!PlainRequest::has(request.modes, mode))
      continue;
    std::optional<Plain> plain;
    const std::vector<diag::Diagnostic> reported = engine.all();
    Joined joined;
    bool isFilled = false;
    for (std::size_t known = 0; !isFilled; known = joined.size()) {
      plain = plainSignature(request, mode, /*isReporting=*/true);
      isFilled = plain && fillPlain(*plain, request, mode, joined);
      if (isFilled || joined.size() == known)
        break;
      engine.clear(); // refused because of a missing pair, which is known now
      llvm::for_each(reported, [&](const diag::Diagnostic &d) { engine.add(d); });
    }
    if (!isFilled) {
      if (plain)
        explainRefusal(*plain, request, reported);
      continue;
    }
    if (mayHaveRows(plain->made))
      tryRows(plain->made, unit, [&](Types::RowsOfParameters &rows) -> std::optional<interface::CxxFunction> {
        std::optional<Plain> own = plainSignature(request, mode, /*isReporting=*/true);
        if (!own || !fillPlain(*own, request, mode, joined, &rows))
          return std::nullopt;
        return std::move(own->made);
      });
    unit.functions.push_back(std::move(plain->made));
    llvm::append_range(unit.inlineNamespaces, plain->inlineNamespaces);
  }
}

} // namespace soac::frontend

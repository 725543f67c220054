#include "ad/Ad.h"

#include "ad/Activity.h"
#include "ad/AdjointTransform.h"
#include "ad/Bounds.h"
#include "ad/CarriedArrays.h"
#include "ad/CarriedBins.h"
#include "ad/DefinitionDerivatives.h"
#include "ad/Directions.h"
#include "ad/DropRules.h"
#include "ad/FalseDependencies.h"
#include "ad/FinalElements.h"
#include "ad/HandedReads.h"
#include "ad/PartLogs.h"
#include "ad/RoundTrips.h"
#include "ad/Stripmine.h"
#include "ad/TangentTransform.h"
#include "ad/Unfuse.h"
#include "analysis/DeadCode.h"
#include "analysis/Effects.h"
#include "ir/Definitions.h"
#include "ir/Walk.h"
#include "ops/rules/NestWalk.h"
#include "ops/rules/Rule.h"
#include "prims/Prims.h"

#include <llvm/Support/ErrorHandling.h>

namespace soac::ad {
namespace {

class Expansion {
public:
  Expansion(ir::Function &function, const Options &options, DefinitionDerivatives &definitions, diag::Engine &engine)
      : function(function), options(options), definitions(definitions), engine(engine) {}

  /// Expands inner statements first, so that each one is differentiated when its block is free of others.
  void expand(ir::Block &block) {
    std::vector<ir::Statement> out;
    out.reserve(block.statements.size());
    for (ir::Statement &statement : block.statements) {
      ir::forEachBlock(statement.op, [&](ir::Block &inner) { expand(inner); });
      if (auto *op = std::get_if<ir::Differentiate>(&statement.op))
        replace(*op, statement, out);
      else
        out.push_back(std::move(statement));
    }
    block.statements = std::move(out);
    ir::substitute(block, results);
  }

  /// Prepares a definition for differentiation and returns its activity.
  Activity prepareDefinition(llvm::ArrayRef<bool> active, ir::Mode mode) {
    const ir::Values arguments = function.body.parameters;
    ir::Differentiate op{mode, std::move(function.body), arguments, {}, {}, {}};
    prepare(op, analysis::DefUse(llvm::ArrayRef<ir::Statement>()));
    function.body = std::move(op.fn);
    Activity activity = Activity::of(function, {active.vec(), {}}, definitions.activity());
    refuseLosses(function.body, activity, mode);
    return activity;
  }

private:
  /// `front` has the definitions in front of it.
  void prepare(ir::Differentiate &op, const analysis::DefUse &front) {
    unfuse(op.fn, function.values);
    if (op.mode == ir::Mode::Adjoint) {
      markWithoutFalseDependencies(op.fn, function.values, options.redone);
      splitCarriedBins(op.fn, function.values);
      stripmine(op.fn, function.values);
      noteCarriedArrays(op, function);
    }
    dropUnusedRules(op.fn);
    if (op.mode == ir::Mode::Adjoint) {
      markFinalElements(op.fn, function.values, front);
      markRecorded(op.fn);
    }
  }

  void markRecorded(ir::Block &block) {
    for (ir::Statement &s : block.statements) {
      if (auto *loop = std::get_if<ir::Loop>(&s.op))
        for (auto [k, r] : llvm::enumerate(s.results))
          if (function.type(r).isArray())
            ops::markRecorded(*loop, k, function.values);
      ir::forEachBlock(s.op, [&](ir::Block &inner) { markRecorded(inner); });
    }
  }

  void replace(ir::Differentiate &op, const ir::Statement &statement, std::vector<ir::Statement> &out) {
    prepare(op, analysis::DefUse(llvm::ArrayRef(out)));
    const Activity activity = Activity::of(op, function.values, definitions.activity());
    refuseRoundTrips(op.fn, activity);
    refuseLosses(op.fn, activity, op.mode);
    ir::Values arguments = op.arguments;
    for (ir::Value seed : op.seeds)
      if (seed)
        arguments.push_back(seed);
    ir::Builder b(function.values, out, statement.location);
    checkShapes(op, b);
    const ir::Block block = op.mode == ir::Mode::Tangent ? tangent(op, activity) : adjoint(op, arguments, out);
    const ir::Values values =
        op.directions ? inDirections(block, arguments, op.arguments.size(), op.fn.results.size(), op.directions, op.fn, b)
                      : b.inlineBlock(block, arguments);
    for (std::size_t k = 0; k < values.size(); ++k)
      results[statement.results[k]] = values[k];
  }

  // Checks that tangents and initial adjoints have the shapes of their arguments.
  static void checkShapes(const ir::Differentiate &op, ir::Builder &b) {
    const bool isTangent = op.mode == ir::Mode::Tangent;
    const llvm::ArrayRef<ir::Value> companions = isTangent ? op.seeds : op.initial;
    std::size_t next = 0;
    for (ir::Value argument : op.arguments)
      if (b.type(argument).isDifferentiable() && next < companions.size())
        if (const ir::Value companion = companions[next++])
          ops::checkSameShape(argument, companion, isTangent ? "tangent" : "adjoint", b);
  }

  ir::Block tangent(const ir::Differentiate &op, const Activity &activity) {
    llvm::SmallVector<bool, 4> flags;
    for (ir::Value r : op.fn.results)
      flags.push_back(function.type(r).isDifferentiable());
    return TangentTransform(function.values, activity, definitions, static_cast<bool>(op.directions)).transform(op.fn, flags);
  }

  ir::Block adjoint(const ir::Differentiate &op, ir::Values &arguments, llvm::ArrayRef<ir::Statement> front) {
    for (ir::Value initial : op.initial)
      if (initial)
        arguments.push_back(initial);
    ir::Differentiate part = op, whole = op;
    const analysis::DefUse inFront(front);
    markHandedReads(whole.fn, function.values, definitions, inFront);
    const bool hasPartLogs = markPartLogs(part.fn, function.values, options.redone, inFront);
    for (const bool mayHandDown : {true, false})
      for (const bool mayLogInPart : {true, false}) {
        if (mayLogInPart && !hasPartLogs)
          continue;
        AdjointTransform transform(function, options, definitions, mayHandDown);
        ir::Block block = transform.transform(mayLogInPart ? part : whole);
        if (transform.isComplete())
          return block;
      }
    llvm::report_fatal_error("soac bug: contents of an array are lost; please report it");
  }

  // Drops functions with rules whose results are unused, so that a missing rule for the mode does not matter. They
  // occur in a derivative that is differentiated again: its rule has computed the results anew.
  void dropUnusedRules(ir::Block &block) const {
    const auto hasRules = [](const ir::Statement &s) { return std::holds_alternative<ir::WithRules>(s.op); };
    if (llvm::none_of(block.statements, hasRules))
      return;
    llvm::DenseSet<ir::Value> used(block.results.begin(), block.results.end());
    std::vector<ir::Statement> kept;
    for (ir::Statement &statement : llvm::reverse(block.statements)) {
      if (!analysis::hasEffect(statement.op) &&
          llvm::none_of(statement.results, [&](ir::Value r) { return used.contains(r); }))
        continue;
      for (ir::Value v : ir::freeVariables(statement.op, function.values))
        used.insert(v);
      kept.push_back(std::move(statement));
    }
    block.statements.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  }

  // Looks into invoked definitions, too: the activity of their arguments is known here.
  void refuseRoundTrips(const ir::Block &block, const Activity &activity) {
    forEachRoundTrip(block, activity, definitions.activity(), [&](const ir::Statement &statement) {
      if (options.harmlessConversions.contains(statement.location))
        return;
      const diag::Place place = placeOf(statement);
      engine.report(diag::Id::IntegerRoundTrip, place)
          .notes.emplace_back(place, "round with std::trunc, std::floor or std::round, whose derivative is zero by "
                                     "definition, or say soac::stop_gradient where the derivative ends on purpose");
    });
  }

  // Refuses outside calls and missing rules, which would lose a derivative. The body of a function with rules is not
  // visited: the rules are its derivative.
  void refuseLosses(const ir::Block &block, const Activity &activity, ir::Mode mode) {
    for (const ir::Statement &statement : block.statements) {
      if (const auto *call = std::get_if<ir::Call>(&statement.op))
        refuseOutside(*call, statement, activity);
      else if (const auto *rules = std::get_if<ir::WithRules>(&statement.op))
        refuseMissingRule(*rules, statement, activity, mode);
      else
        ir::forEachBlock(statement.op, [&](const ir::Block &inner) { refuseLosses(inner, activity, mode); });
    }
  }

  void refuseOutside(const ir::Call &call, const ir::Statement &statement, const Activity &activity) {
    if (llvm::none_of(statement.results, [&](ir::Value r) { return activity.isActive(r); }))
      return;
    const diag::Place place = placeOf(statement);
    engine.report(diag::Id::OpaqueCall, place, {call.function.substr(0, call.function.find('('))})
        .notes.emplace_back(place, "it is called in a rule, which is to be differentiated itself; give the call rules "
                                   "with soac::with_vjp, soac::with_jvp or soac::with_rules");
  }

  void refuseMissingRule(const ir::WithRules &op, const ir::Statement &statement, const Activity &activity,
                         ir::Mode mode) {
    const bool isTangent = mode == ir::Mode::Tangent;
    if ((isTangent ? op.tangent : op.adjoint) ||
        llvm::none_of(statement.results, [&](ir::Value r) { return activity.isActive(r); }))
      return;
    engine.report(diag::Id::MissingRule, placeOf(statement),
                  {op.name, isTangent ? "forward" : "reverse", isTangent ? "with_jvp" : "with_vjp"});
  }

  diag::Place placeOf(const ir::Statement &statement) const {
    const ir::SourceLocation at = statement.location;
    return {at.file < function.files.size() ? function.files[at.file] : std::string(), at.line, at.column};
  }

  ir::Function &function;
  const Options &options;
  DefinitionDerivatives &definitions;
  diag::Engine &engine;
  ir::ValueMap results; ///< results of expanded statements -> the values that replace them
};

void begin(ir::Function &function, diag::Engine &engine) {
  nameBounds(function);
  // An array that was needed for its claim alone has no part in the derivative.
  if (settleClaims(function, engine))
    function = analysis::eliminateDeadCode(std::move(function), analysis::Claimed::IsDropped);
}

void end(ir::Function &function) {
  enforceBounds(function);
  dropMarks(function.body);
  dropRules(function.body, function.values);
}

} // namespace

std::optional<ir::Function> differentiate(ir::Function function, const Options &options, diag::Engine &engine) {
  diag::Engine found;
  begin(function, found);
  for (ir::Function &definition : function.definitions)
    begin(definition, found);
  Options ofDefinitions = options;
  ofDefinitions.redone.clear();
  std::unique_ptr<DefinitionDerivatives> derivatives;
  derivatives = std::make_unique<DefinitionDerivatives>(
      function.definitions, ofDefinitions, [&](ir::Function &definition, llvm::ArrayRef<bool> active, ir::Mode mode) {
        return Expansion(definition, ofDefinitions, *derivatives, found).prepareDefinition(active, mode);
      });
  Expansion(function, options, *derivatives, found).expand(function.body);
  end(function);
  derivatives->resolveUnset(function.body);
  for (std::size_t k = 0; k < function.definitions.size(); ++k) { // the table grows
    ir::Function definition = std::move(function.definitions[k]);
    end(definition);
    function.definitions[k] = definition;
    derivatives->resolveUnset(definition.body);
    function.definitions[k] = std::move(definition);
  }
  ir::settleInvokes(function);
  for (const diag::Diagnostic &diagnostic : found.all())
    engine.report(diagnostic.id, diagnostic.place, diagnostic.arguments).notes = diagnostic.notes;
  if (found.hasErrors())
    return std::nullopt;
  return function;
}

} // namespace soac::ad

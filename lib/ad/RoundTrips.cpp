#include "ad/RoundTrips.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

// The integers that the statement, a cast or a call of another file's function, makes floating-point numbers of.
llvm::ArrayRef<ir::Value> converted(const ir::Statement &statement) {
  const auto isFloat = [](ir::Type t) { return ir::isFloat(t.scalar); };
  if (const auto *apply = std::get_if<ir::Apply>(&statement.op))
    if (apply->prim == prims::Prim::Cast && ir::isFloat(apply->type))
      return apply->arguments;
  if (const auto *call = std::get_if<ir::Call>(&statement.op))
    if (!call->face && llvm::any_of(call->types, isFloat))
      return call->arguments;
  return {};
}

// Finds the statements that make floating-point numbers of integers, in a block and in the definitions that it invokes.
class Conversions {
public:
  using Found = llvm::function_ref<void(const ir::Statement &, bool isRoundTrip)>;

  Conversions(DefinitionActivity &definitions, bool looksIntoRuled, Found found)
      : definitions(definitions), looksIntoRuled(looksIntoRuled), found(found) {}

  void block(const ir::Block &b, const Activity &activity) {
    for (const ir::Statement &s : b.statements)
      statement(s, activity);
  }

private:
  void statement(const ir::Statement &s, const Activity &activity) {
    if (const auto *op = std::get_if<ir::Invoke>(&s.op))
      return definition(*op, activity.marks(op->arguments));
    if (const auto integers = converted(s); !integers.empty())
      found(s, llvm::any_of(integers, [&](ir::Value v) { return activity.isTainted(v); }));
    if (looksIntoRuled || !std::holds_alternative<ir::WithRules>(s.op))
      ir::forEachBlock(s.op, [&](const ir::Block &inner) { block(inner, activity); });
  }

  void definition(const ir::Invoke &op, const ActivityMarks &arguments) {
    const ir::Function &function = definitions.definition(op);
    if (seen.emplace(&function, arguments).second)
      block(function.body, Activity::of(function, arguments, definitions));
  }

  DefinitionActivity &definitions;
  const bool looksIntoRuled;
  const Found found;
  std::set<std::pair<const ir::Function *, ActivityMarks>> seen;
};

class Search {
public:
  explicit Search(const ir::Function &function) : function(function), definitions(function.definitions) {
    ir::forEachStatement(function.body, [&](const ir::Statement &statement) {
      if (const auto *op = std::get_if<ir::Differentiate>(&statement.op))
        conversions(*op);
    });
  }

  std::set<ir::SourceLocation> harmless() {
    std::set<ir::SourceLocation> result;
    std::set_difference(all.begin(), all.end(), harmful.begin(), harmful.end(), std::inserter(result, result.end()));
    return result;
  }

private:
  // Activity in nested derivatives is not followed: where a function contains one, all its conversions count as
  // harmful. So do conversions without a place in the source.
  void conversions(const ir::Differentiate &op) {
    bool isNested = false;
    ir::forEachStatement(op.fn, [&](const ir::Statement &statement) {
      isNested = isNested || std::holds_alternative<ir::Differentiate>(statement.op);
    });
    const auto note = [&](const ir::Statement &statement, bool isRoundTrip) {
      all.insert(statement.location);
      if (isNested || !statement.location || isRoundTrip)
        harmful.insert(statement.location);
    };
    Conversions(definitions, /*looksIntoRuled=*/true, note).block(op.fn, Activity::of(op, function.values, definitions));
  }

  const ir::Function &function;
  DefinitionActivity definitions;
  std::set<ir::SourceLocation> all, harmful;
};

} // namespace

void forEachRoundTrip(const ir::Block &block, const Activity &activity, DefinitionActivity &definitions,
                      llvm::function_ref<void(const ir::Statement &)> f) {
  const auto note = [&](const ir::Statement &statement, bool isRoundTrip) {
    if (isRoundTrip)
      f(statement);
  };
  Conversions(definitions, /*looksIntoRuled=*/false, note).block(block, activity);
}

std::set<ir::SourceLocation> harmlessConversions(const ir::Function &function) {
  return Search(function).harmless();
}

} // namespace soac::ad

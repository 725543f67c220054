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

class Search {
public:
  explicit Search(const ir::Function &function) : function(function) { differentiated(function.body); }

  std::set<ir::SourceLocation> harmless() {
    std::set<ir::SourceLocation> result;
    std::set_difference(all.begin(), all.end(), harmful.begin(), harmful.end(), std::inserter(result, result.end()));
    return result;
  }

private:
  void differentiated(const ir::Block &block) {
    ir::forEachStatement(block, [&](const ir::Statement &statement) {
      if (const auto *op = std::get_if<ir::Differentiate>(&statement.op))
        conversions(*op);
    });
  }

  // What lies in further derivatives is not followed: it counts as harmful, as does what has no place in the source.
  void conversions(const ir::Differentiate &op) {
    bool isNested = false;
    ir::forEachStatement(op.fn, [&](const ir::Statement &statement) {
      isNested = isNested || std::holds_alternative<ir::Differentiate>(statement.op);
    });
    const Activity activity = Activity::of(op, function.values);
    ir::forEachStatement(op.fn, [&](const ir::Statement &statement) {
      if (converted(statement).empty())
        return;
      all.insert(statement.location);
      if (isNested || !statement.location || isRoundTrip(statement, activity))
        harmful.insert(statement.location);
    });
  }

  const ir::Function &function;
  std::set<ir::SourceLocation> all, harmful;
};

} // namespace

bool isRoundTrip(const ir::Statement &statement, const Activity &activity) {
  return llvm::any_of(converted(statement), [&](ir::Value v) { return activity.isTainted(v); });
}

std::set<ir::SourceLocation> harmlessConversions(const ir::Function &function) {
  return Search(function).harmless();
}

} // namespace soac::ad

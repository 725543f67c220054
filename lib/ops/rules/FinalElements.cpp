#include "ops/rules/FinalElements.h"

#include "ir/Walk.h"
#include "ops/rules/Notes.h"

namespace soac::ops {
namespace {

// Names that no function of a program has.
constexpr llvm::StringLiteral finalElementName = "final element";
constexpr llvm::StringLiteral equalityName = "equal numbers";

} // namespace

ir::Statement finalElementMark(ir::Value number, ir::Value counter, std::size_t position,
                               llvm::ArrayRef<ir::Value> indices, ir::ValueTable &values, ir::SourceLocation location) {
  ir::Values arguments{number, counter, values.constantIndex(static_cast<std::int64_t>(position))};
  arguments.append(indices.begin(), indices.end());
  return note(finalElementName, std::move(arguments), values, location);
}

bool isFinalElementMark(const ir::Statement &s) { return noteOf(s, finalElementName); }

void readFinalElements(ir::Loop &loop, llvm::function_ref<ir::Value(std::size_t)> last, ir::ValueTable &values) {
  const ir::Value counter = loop.body.parameters[0];
  ir::insertAround(loop.body, [&](ir::Statement &s, std::vector<ir::Statement> &front, std::vector<ir::Statement> &) {
    const ir::WithRules *mark = noteOf(s, finalElementName);
    if (!mark || mark->arguments[1] != counter)
      return;
    const ir::Values arguments = mark->arguments;
    const ir::Value array = last(static_cast<std::size_t>(*values.asInt(arguments[2])));
    if (!array)
      return;
    const ir::Value read = ir::Builder(values, front, s.location).read(array, llvm::ArrayRef(arguments).drop_front(3));
    s = note(equalityName, {arguments[0], read}, values, s.location);
  });
}

std::optional<EqualNumbers> equalNumbers(const ir::Statement &s) {
  const ir::WithRules *op = noteOf(s, equalityName);
  return op ? std::optional(EqualNumbers{op->arguments[0], op->arguments[1]}) : std::nullopt;
}

} // namespace soac::ops

#include "ad/PartLogs.h"

#include "ad/FalseDependencies.h"
#include "ad/FinalElementMarks.h"
#include "analysis/FinalElements.h"
#include "analysis/Flow.h"
#include "analysis/InPlace.h"
#include "ops/rules/Contribution.h"
#include "ops/rules/KeptDecisions.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using analysis::Access;

/// The numbers that the adjoint of a block needs, where seeds of its results reach them.
class NeededNumbers {
public:
  NeededNumbers(const ir::Block &block, const ir::ValueTable &values) : scratch(values) {
    ir::forEachStatement(block, [&](const ir::Statement &s) { statements.push_back(&s); });
    for (ir::Value r : block.results)
      if (values.type(r).isDifferentiable())
        reached.insert(r);
    reach();
    for (const ir::Statement *s : statements)
      if (const auto *apply = std::get_if<ir::Apply>(&s->op); apply && reached.contains(s->results[0]))
        need(*apply, s->results[0]);
  }
  bool contains(ir::Value v) const { return needed.contains(v); }

private:
  void reach() {
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const ir::Statement *s : llvm::reverse(statements)) {
        if (const auto *apply = std::get_if<ir::Apply>(&s->op)) {
          if (reached.contains(s->results[0]))
            for (ir::Value v : apply->arguments)
              if (scratch.type(v).isDifferentiable())
                reached.insert(v);
          continue;
        }
        analysis::forEachFlow(*s, [&](ir::Value from, ir::Value to) {
          if (reached.contains(to) && scratch.type(from).isDifferentiable())
            reached.insert(from);
        });
      }
    }
  }

  void need(const ir::Apply &apply, ir::Value result) {
    std::vector<ir::Statement> partial;
    ir::Builder b(scratch, partial);
    const ir::Value seed = scratch.fresh(scratch.type(result));
    for (std::size_t k = 0; k < apply.arguments.size(); ++k)
      if (scratch.type(apply.arguments[k]).isDifferentiable())
        ops::contribution(apply, k, result, seed, b);
    for (const ir::Statement &s : partial)
      ir::forEachOperand(s.op, [&](ir::Value v) { needed.insert(v); });
  }

  ir::ValueTable scratch;
  std::vector<const ir::Statement *> statements;
  ir::ValueSet reached;
  llvm::DenseSet<ir::Value> needed;
};

/// What is to be noted of one array.
struct PartLog {
  llvm::DenseSet<const ir::Statement *> unlogged;
  std::vector<analysis::FinalElement> numbers;
};

std::size_t loopsAround(const Access &access) {
  return static_cast<std::size_t>(llvm::count_if(
      access.path, [](const Access::Step &s) { return !s.statement || std::holds_alternative<ir::Loop>(s.statement->op); }));
}

/// Logged are the updates that may overwrite a needed number in a later iteration, where they are in fewer loops than
/// others.
std::optional<PartLog> partLog(const ir::Loop &loop, std::size_t position, const NeededNumbers &needed,
                               const ir::ValueTable &values, const analysis::DefUse &definitions) {
  const analysis::ArrayAccesses accesses(loop, position, values);
  if (!accesses.isKnown() || !analysis::areComparable(accesses))
    return std::nullopt;
  std::size_t most = 0;
  std::vector<const Access *> writes, unlogged;
  for (const Access &access : accesses.all())
    if (access.isWrite) {
      writes.push_back(&access);
      most = std::max(most, loopsAround(access));
    }
  analysis::LaterWrites later(accesses, values, definitions);
  const auto isNumber = [&](const Access &access, bool isNeeded) {
    const auto element = later.elementOf(access);
    return element && needed.contains(element->number) == isNeeded &&
           llvm::none_of(writes, [&](const Access *write) { return later.mayFollowInIteration(access, *write); });
  };
  const auto mayOverwrite = [&](const Access *write) {
    return llvm::any_of(accesses.all(), [&](const Access &access) {
      return isNumber(access, true) && later.mayFollowInLaterIteration(access, *write);
    });
  };
  for (const Access *write : writes)
    if (loopsAround(*write) == most || !mayOverwrite(write))
      unlogged.push_back(write);
  if (unlogged.size() == writes.size())
    return std::nullopt;
  PartLog result;
  for (const Access *write : unlogged)
    result.unlogged.insert(write->statement);
  for (const Access &access : accesses.all())
    for (const bool isNeeded : {true, false})
      if (isNumber(access, isNeeded) && llvm::none_of(unlogged, [&](const Access *write) {
            return later.mayFollowInLaterIteration(access, *write);
          }))
        result.numbers.push_back(*later.elementOf(access));
  const auto isFound = [&](ir::Value v) {
    return llvm::any_of(result.numbers, [&](const analysis::FinalElement &e) { return e.number == v; });
  };
  const bool isComplete = llvm::all_of(accesses.all(), [&](const Access &access) {
    const auto element = later.elementOf(access);
    return !element || !needed.contains(element->number) || isFound(element->number);
  });
  return isComplete ? std::optional(std::move(result)) : std::nullopt;
}

class PartLogs {
public:
  PartLogs(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers)
      : values(values), pointers(pointers), definitions(block) {
    find(block);
  }

  bool mark(ir::Block &block) {
    if (unlogged.empty())
      return false;
    note(block);
    insertMarks(block, marks, values);
    return true;
  }

private:
  /// In the outermost loop that may have one.
  void find(ir::Block &block) {
    for (ir::Statement &s : block.statements) {
      auto *loop = std::get_if<ir::Loop>(&s.op);
      if (loop && loop->isCounted() && loop->annotations.revolve == 0 && loop->annotations.stripmine == 1)
        find(*loop);
      ir::forEachBlock(s.op, [&](ir::Block &inner) { find(inner); });
    }
  }

  void find(ir::Loop &loop) {
    std::optional<NeededNumbers> needed;
    const auto &notes = loop.annotations;
    for (unsigned k = 0; k < loop.inits.size(); ++k) {
      const ir::Value parameter = loop.body.parameters[k + 1];
      if (!values.type(loop.inits[k]).isArray() || !values.type(loop.inits[k]).isDifferentiable() || inside.contains(parameter) ||
          llvm::is_contained(notes.noFalseDependencies, k) || llvm::is_contained(notes.shapeChanges, k) ||
          llvm::is_contained(notes.rewritten, k) || comesFromPointer(loop.inits[k], definitions, pointers))
        continue;
      if (!needed)
        needed.emplace(loop.body, values);
      if (const auto found = partLog(loop, k, *needed, values, definitions)) {
        chosen[loop.body.parameters[0]].push_back(k);
        unlogged.insert(found->unlogged.begin(), found->unlogged.end());
        addNumbers(*found, loop.body.parameters[0], k);
        followInside(loop.body, parameter);
      }
    }
  }

  void addNumbers(const PartLog &log, ir::Value counter, unsigned position) {
    for (const analysis::FinalElement &e : log.numbers)
      marks.try_emplace(e.number, FinalElementMark{counter, position, e.indices});
  }

  /// Versions of the array that inner loops carry: these have no part log of their own.
  void followInside(const ir::Block &body, ir::Value array) {
    inside.insert(array);
    ir::forEachStatement(body, [&](const ir::Statement &s) {
      const auto *loop = std::get_if<ir::Loop>(&s.op);
      for (std::size_t k = 0; loop && k < loop->inits.size(); ++k)
        if (values.type(loop->inits[k]).isArray() && inside.contains(loop->inits[k]))
          inside.insert(loop->body.parameters[k + loop->isCounted()]);
      if (const auto *update = std::get_if<ir::Update>(&s.op); update && inside.contains(update->array))
        inside.insert(s.results[0]);
      for (std::size_t k = 0; k < s.results.size(); ++k)
        if (const ir::Value source = values.type(s.results[k]).isArray() ? analysis::inPlaceSource(s, k) : ir::Value();
            source && inside.contains(source))
          inside.insert(s.results[k]);
    });
  }

  void note(ir::Block &block) {
    for (ir::Statement &s : block.statements) {
      if (auto *update = std::get_if<ir::Update>(&s.op); update && unlogged.contains(&s))
        update->isUnlogged = true;
      ir::forEachBlock(s.op, [&](ir::Block &inner) { note(inner); });
      auto *loop = std::get_if<ir::Loop>(&s.op);
      if (!loop || !loop->isCounted())
        continue;
      if (const auto found = chosen.find(loop->body.parameters[0]); found != chosen.end()) {
        loop->annotations.partLogged = found->second;
        markDecisions(*loop);
      }
    }
  }

  /// Integers and truth values that the loop's body makes of elements that are not numbers of the logs.
  void markDecisions(ir::Loop &loop) {
    llvm::DenseSet<ir::Value> lost;
    for (unsigned k : loop.annotations.partLogged)
      lost.insert(loop.body.parameters[k + 1]);
    const analysis::DefUse inBody(loop.body);
    std::vector<ir::Statement> out;
    for (ir::Statement &s : loop.body.statements) {
      const bool isLost = !std::holds_alternative<ir::Extent>(s.op) &&
                          llvm::any_of(ir::freeVariables(s.op, values), [&](ir::Value v) { return lost.contains(v); });
      const ir::Values results = s.results;
      const ir::SourceLocation location = s.location;
      const bool isUpdate = std::holds_alternative<ir::Update>(s.op);
      out.push_back(std::move(s));
      for (ir::Value r : results) {
        const ir::Type type = values.type(r);
        if (!isLost || (marks.contains(r) && !isUpdate))
          continue;
        if (type.isScalar() && !type.isDifferentiable() && inBody.uses(r))
          out.push_back(ops::decisionMark(r, loop.body.parameters[0], values, location));
        else
          lost.insert(r);
      }
    }
    loop.body.statements = std::move(out);
  }

  ir::ValueTable &values;
  llvm::ArrayRef<ir::Value> pointers;
  analysis::DefUse definitions;
  llvm::DenseMap<ir::Value, llvm::SmallVector<unsigned, 2>> chosen; ///< by the loop's counter
  llvm::DenseSet<const ir::Statement *> unlogged;
  llvm::DenseSet<ir::Value> inside;
  FinalElementMarks marks;
};

} // namespace

bool markPartLogs(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers) {
  bool invokes = false; // a second adjoint would have definitions of its own
  ir::forEachStatement(block, [&](const ir::Statement &s) { invokes |= std::holds_alternative<ir::Invoke>(s.op); });
  return !invokes && PartLogs(block, values, pointers).mark(block);
}

} // namespace soac::ad

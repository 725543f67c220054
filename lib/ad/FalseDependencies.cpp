// Decided by the distances between the iterations that access the same element.
#include "ad/FalseDependencies.h"

#include "ad/DependencyCheck.h"
#include "analysis/Accesses.h"
#include "analysis/FinalElements.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using analysis::Access;
using analysis::ArrayAccesses;
using Step = Access::Step;

struct Verdict {
  bool isProven = false;
  std::string refutation; ///< why the claim is false; empty when that is not known
};

class Analysis {
public:
  Analysis(const ir::Loop &loop, const ArrayAccesses &accesses) : loop(loop), accesses(accesses) {}

  Verdict run() const {
    if (isPrivate())
      return {true, {}};
    bool isProven = loop.isCounted();
    std::string refutation;
    for (const Access &write : accesses.all()) {
      if (!write.isWrite)
        continue;
      for (const Access &other : accesses.all()) {
        if (!other.isWrite && isOwnValue(other))
          continue;
        const Relation relation = other.isWrite ? overwritesWritten(other, write) : overwritesRead(other, write);
        isProven &= relation == Relation::None;
        if (relation == Relation::Certain && refutation.empty())
          refutation = other.isWrite ? "every iteration overwrites the same element"
                                     : "an element is read and overwritten after that";
      }
    }
    return {isProven, refutation};
  }

private:
  enum class Relation { None, Possible, Certain };

  static bool isAtTop(const Access &a) { return a.path.size() == 1; }

  // Does another iteration write an element that `first` has written?
  Relation overwritesWritten(const Access &first, const Access &second) const {
    const auto apart = accesses.distances(first, second);
    if (!apart)
      return Relation::None;
    const auto known = apart->of.find(&loop.body);
    if (known != apart->of.end())
      return known->second == 0                                       ? Relation::None
             : apart->isComplete && isAtTop(first) && isAtTop(second) ? Relation::Certain
                                                                      : Relation::Possible;
    return apart->isComplete && isAtTop(first) && isAtTop(second) ? Relation::Certain : Relation::Possible;
  }

  // Is the write to an element after the read, in the same or a later iteration?
  Relation overwritesRead(const Access &read, const Access &write) const {
    const auto apart = accesses.distances(read, write);
    if (!apart)
      return Relation::None;
    const bool isCertain = apart->isComplete && isAtTop(read) && isAtTop(write);
    for (std::size_t level = 0; level < read.path.size() && level < write.path.size(); ++level) {
      if (read.path[level].block != write.path[level].block)
        break;
      const ir::Statement *statement = read.path[level].statement;
      if (statement && std::holds_alternative<ir::If>(statement->op))
        continue;
      const auto known = apart->of.find(read.path[level].block);
      if (known == apart->of.end())
        return isCertain && level == 0 ? Relation::Certain : Relation::Possible;
      if (known->second < 0)
        return Relation::None;
      if (known->second > 0)
        return isCertain ? Relation::Certain : Relation::Possible;
    }
    if (read.version >= write.version)
      return Relation::None;
    return isCertain ? Relation::Certain : Relation::Possible;
  }

  // Is the element read one that the same iteration has certainly written before?
  bool isOwnValue(const Access &read) const {
    return !read.indices.empty() && llvm::any_of(accesses.all(), [&](const Access &write) {
      return write.isWrite && write.indices == read.indices && write.version <= read.version && isOnTheWay(write, read);
    });
  }
  // Does the block of the write enclose the read?
  static bool isOnTheWay(const Access &write, const Access &read) {
    return write.path.size() <= read.path.size() && write.path.back().block == read.path[write.path.size() - 1].block;
  }

  // Does every iteration write the same elements, unconditionally, and read only values of its own before the last
  // write?
  bool isPrivate() const {
    return llvm::all_of(accesses.all(), [&](const Access &access) {
      if (!access.isWrite)
        return isOwnValue(access) || access.version == accesses.last();
      return llvm::all_of(access.indices, [&](ir::Value v) { return accesses.body().isFixed(v); }) &&
             llvm::all_of(llvm::drop_begin(access.path), [&](const Step &step) {
               const auto *inner = std::get_if<ir::Loop>(&step.statement->op);
               return inner && inner->isCounted() && accesses.body().isFixed(inner->count);
             });
    });
  }

  const ir::Loop &loop;
  const ArrayAccesses &accesses;
};

Verdict verdictOn(const ir::Loop &loop, const ArrayAccesses &accesses) {
  return accesses.isKnown() ? Analysis(loop, accesses).run() : Verdict{};
}

class Claims {
public:
  Claims(ir::Function &function, diag::Engine &engine) : function(function), engine(engine) {}

  /// True when there was a claim.
  bool settle(ir::Block &b, bool isDifferentiated) {
    bool isAny = false;
    std::vector<ir::Statement> out;
    out.reserve(b.statements.size());
    for (ir::Statement &statement : b.statements) {
      const bool isInside = isDifferentiated || std::holds_alternative<ir::Differentiate>(statement.op);
      ir::forEachBlock(statement.op, [&](ir::Block &inner) { isAny |= settle(inner, isInside); });
      if (const auto *loop = std::get_if<ir::Loop>(&statement.op); loop && isDifferentiated)
        for (unsigned k : loop->annotations.noFalseDependencies) {
          settle(*loop, k, statement.location, out);
          isAny = true;
        }
      out.push_back(std::move(statement));
    }
    b.statements = std::move(out);
    return isAny;
  }

private:
  void settle(const ir::Loop &loop, unsigned k, ir::SourceLocation at, std::vector<ir::Statement> &out) {
    const ArrayAccesses accesses(loop, k, function.values);
    const Verdict verdict = verdictOn(loop, accesses);
    if (verdict.isProven)
      return;
    const std::string &name = function.values.name(loop.body.parameters[k + loop.isCounted()]).text;
    const std::string file = at.file < function.files.size() ? function.files[at.file] : std::string();
    const std::string why = !accesses.isKnown() ? "it is not changed element by element" : verdict.refutation;
    if (!why.empty()) {
      engine.report(diag::Id::FalseDependency, {file, at.line, at.column}, {name, why});
      return;
    }
    ir::Builder b(function.values, out, at);
    b.check(hasNoFalseDependencies(loop, k, b),
            "no_false_dependencies(" + name + ") does not hold for the loop at " + function.placeOf(at));
  }

  ir::Function &function;
  diag::Engine &engine;
};

} // namespace

bool comesFromPointer(ir::Value v, const analysis::DefUse &block, llvm::ArrayRef<ir::Value> pointers) {
  while (const ir::Statement *statement = block.statement(v)) {
    if (const auto *update = std::get_if<ir::Update>(&statement->op))
      v = update->array;
    else if (const auto *loop = std::get_if<ir::Loop>(&statement->op))
      v = loop->inits[block.of(v)->position];
    else if (const auto *reshape = std::get_if<ir::Reshape>(&statement->op))
      v = reshape->array;
    else
      return std::holds_alternative<ir::If>(statement->op);
  }
  return !pointers.empty() && block.isParameter(v);
}

bool settleClaims(ir::Function &function, diag::Engine &engine) {
  return Claims(function, engine).settle(function.body, false);
}

// Do inner loops change the array, and could the adjoint read all that it needs from what the loop leaves behind? Then it runs
// no iteration again (ad/FinalElements.h), which the inner loops would need logs for.
static bool isReadAtTheEnd(const ir::Loop &loop, unsigned position, const ir::ValueTable &values, const analysis::DefUse &definitions) {
  const bool hasInner = llvm::any_of(loop.body.statements, [&](const ir::Statement &s) {
    return std::holds_alternative<ir::Loop>(s.op) && llvm::is_contained(s.results, loop.body.results[position]);
  });
  return hasInner && analysis::areReadsFinal(loop, position, values, definitions);
}

void markWithoutFalseDependencies(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers) {
  const analysis::DefUse definitions(block);
  for (ir::Statement &statement : block.statements) {
    auto *loop = std::get_if<ir::Loop>(&statement.op);
    if (!loop || !loop->isCounted())
      continue;
    auto &marked = loop->annotations.noFalseDependencies;
    for (unsigned k = 0; k < loop->inits.size(); ++k)
      if (values.type(loop->inits[k]).isArray() && !llvm::is_contained(marked, k) &&
          !comesFromPointer(loop->inits[k], definitions, pointers) && !isReadAtTheEnd(*loop, k, values, definitions) &&
          verdictOn(*loop, ArrayAccesses(*loop, k, values)).isProven)
        marked.push_back(k);
    llvm::sort(marked);
  }
}

void dropMarks(ir::Block &block) {
  for (ir::Statement &statement : block.statements) {
    ir::forEachBlock(statement.op, dropMarks);
    if (auto *loop = std::get_if<ir::Loop>(&statement.op))
      loop->annotations.noFalseDependencies.clear();
  }
}

} // namespace soac::ad

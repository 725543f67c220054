// Makes the nodes of the execution tree (Place.h).
#pragma once

#include "schedule/Place.h"
#include "schedule/Schedule.h"

namespace soac::schedule {

class Placer {
public:
  Placer(const interface::CxxFunction &face, const Schedule &schedule) : face(face), schedule(schedule) {}

  exec::Tree tree(std::size_t entryStatements);

private:
  const interface::CxxFunction &face;
  const Schedule &schedule;
  const ir::Function &function = schedule.function;
  const Uses &uses = schedule.uses;
  const Shapes &shapes = schedule.shapes;
  const MemoryPlan &plan = schedule.plan;
  const Levels &levels = schedule.levels;
  const Inlining &inlining = schedule.inlining;
  exec::Tree result;
  ir::Values pointers;
  ir::ValueSet packedPointers, returned, overlays;
  ir::ValueMap rows;                       ///< from a map's result to the array that is computed into its row
  ir::ValueSet direct;                     ///< elements that are read where they are used
  bool isOperator = !schedule.isOutermost; ///< the code at hand may run on any thread

  bool isArray(ir::Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  bool isNeeded(ir::Value v) const { return uses.count(v) > 0 || uses.isMeasured(v); }
  ir::Value handle(ir::Value v) const;
  void alias(ir::Value v, ir::Value other) { result.handles[v] = handle(other); }

  // Edges.cpp
  void parameters();
  void outputs();
  void end();
  void placeResults(const interface::CxxType &type, std::size_t &next);

  // Memory.cpp
  exec::Extents extents(ir::Value v) const;
  exec::Space spaceOf(ir::Value v) const;
  void make(ir::Value v, const ir::Statement &s, exec::Nodes &into, exec::Alloc::Init init = exec::Alloc::Init::None,
            ir::Value source = {});
  void fill(const ir::Statement &s, exec::Nodes &into);
  void beside(ir::Value v, exec::Alloc::Init init, ir::SourceLocation at, exec::Nodes &into, ir::Value source = {},
              ir::Value of = {});
  void inPlace(ir::Value v, ir::Value operand, const ir::Statement &s, exec::Nodes &into);
  void variable(ir::Value v, ir::Value start, const ir::Statement &s, exec::Nodes &into);
  void results(const ir::Statement &s, std::size_t first, exec::Nodes &into);
  bool use(exec::Nodes &nodes, bool isOperator) const;

  // Statements.cpp
  void block(const ir::Block &b, exec::Nodes &into);
  void statement(const ir::Statement &s, exec::Nodes &into);
  void let(const ir::Statement &s, exec::Nodes &into);
  void view(const ir::Statement &s, exec::Nodes &into);
  void reshape(const ir::Reshape &op, const ir::Statement &s, exec::Nodes &into);
  void whole(const ir::Statement &s, exec::Nodes &into);
  void withTable(const ir::Statement &s, ir::Value table, exec::Nodes &into);
  void call(const ir::Call &op, const ir::Statement &s, exec::Nodes &into);
  void update(const ir::Update &op, const ir::Statement &s, exec::Nodes &into);
  void withAccumulators(const ir::WithAccumulators &op, const ir::Statement &s, exec::Nodes &into);

  // Scopes.cpp
  bool isInRange(const ir::Index &op) const;
  bool isTotal(const exec::Nodes &branch) const;
  void ifElse(const ir::If &op, const ir::Statement &s, exec::Nodes &into);
  bool addsSums(const ir::Loop &op) const;
  std::vector<exec::Sum> sums(const ir::Loop &op, const ir::Statement &s) const;
  void loop(const ir::Loop &op, const ir::Statement &s, exec::Nodes &into);
  void carried(const ir::Loop &op, const ir::Statement &s, std::size_t k, exec::Nodes &into);
  bool isIdle(const ir::Loop &op, const ir::Statement &s, std::size_t k) const;
  void carryOn(const ir::Loop &op, const ir::Statement &s, exec::Nodes &into);
  void map(const ir::Map &op, const ir::Statement &s, exec::Nodes &into);
  void mapReduce(const ir::MapReduce &op, const ir::Statement &s, exec::Nodes &into);
  void inOrder(const ir::MapReduce &op, const ir::Statement &s, exec::Nodes &into);
  void combine(const ir::MapReduce &op, exec::Nodes &into);
  ir::Values running(const ir::MapReduce &op, const ir::Statement &s) const;
  exec::For iterations(const ir::Statement &s, ir::Value count, const ir::Block &fn) const;
  bool isShared(const Parallel &how, const ir::Statement &loop) const;
  void onThreads(const Parallel &how, exec::For &node) const;
  void iteration(const ir::Statement &s, const ir::Block &fn, llvm::ArrayRef<ir::Value> arrays, std::size_t first,
                 exec::Nodes &into);
  void scan(const ir::Scan &op, const ir::Statement &s, exec::Nodes &into);
  void bins(const ir::ReduceByIndex &op, const ir::Statement &s, exec::Nodes &into);
  exec::Elements read(ir::Value array);
  exec::Nodes operatorNodes(const ir::Block &op);
  bool reusesOperand(const ir::Statement &s) const;
  void elements(const ir::Statement &s, const ir::Block &fn, llvm::ArrayRef<ir::Value> arrays, exec::Nodes &into);
  exec::Extents lateExtents(ir::Value array, ir::Value row) const;
  void puts(const ir::Statement &s, const ir::Block &fn, std::size_t first, exec::Nodes &into) const;

  // Assignments.cpp
  bool isSame(ir::Value a, ir::Value b) const;
  bool isElement(ir::Value v, ir::Value array, llvm::ArrayRef<ir::Value> indices) const;
  bool isNamed(ir::Value v) const;
  std::optional<exec::Compound> compound(ir::Value v, llvm::function_ref<bool(ir::Value)> isTarget) const;
  void assign(std::vector<exec::Assign> list, exec::Nodes &into) const;
};

} // namespace soac::schedule

// Makes the nodes of each statement, in order.
#include "schedule/place/Placer.h"

#include "ir/Fields.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/Support/ErrorHandling.h>

namespace soac::schedule {

using namespace ir;
using exec::Alloc;
using exec::Nodes;

exec::Tree Placer::tree(std::size_t entryStatements) {
  std::size_t next = 0;
  placeResults(face.result, next);
  parameters();
  const llvm::ArrayRef<Statement> statements = function.body.statements;
  for (const Statement &s : statements.take_front(entryStatements))
    statement(s, result.entry);
  for (const Statement &s : statements.drop_front(entryStatements))
    statement(s, result.body);
  outputs();
  end();
  for (Nodes *part : {&result.entry, &result.body, &result.exit})
    result.usesWorkspace |= use(*part, !schedule.isOutermost);
  return std::move(result);
}

Value Placer::handle(Value v) const {
  const auto found = result.handles.find(v);
  return found == result.handles.end() ? v : found->second;
}

void Placer::block(const Block &b, Nodes &into) {
  for (const Statement &s : b.statements)
    statement(s, into);
}

void Placer::let(const Statement &s, Nodes &into) {
  const Value r = s.results[0];
  const auto *extent = std::get_if<Extent>(&s.op);
  if (uses.count(r) > 0)
    into.push_back(exec::Let{&s, inlining.isInlined(r),
                             extent ? std::optional(shapes.of(extent->array, extent->dimension)) : std::nullopt});
}

/// A view of which only extents are read needs no name: its extents are traced back to the array that it views.
void Placer::view(const Statement &s, Nodes &into) {
  if (uses.count(s.results[0]) > 0)
    into.push_back(exec::View{&s});
}

void Placer::reshape(const Reshape &op, const Statement &s, Nodes &into) {
  if (uses.count(s.results[0]) == 0)
    return;
  if (packedPointers.contains(op.array))
    make(s.results[0], s, into, Alloc::Init::Pack, op.array);
  else
    into.push_back(exec::View{&s, llvm::is_contained(pointers, op.array)});
}

/// A whole array, made by a function of the runtime.
void Placer::whole(const Statement &s, Nodes &into) {
  make(s.results[0], s, into);
  into.push_back(exec::Call{&s});
}

/// A call that needs a scratch array of the shape of `table`.
void Placer::withTable(const Statement &s, Value table, Nodes &into) {
  exec::Scope own{s.location, {}};
  beside(table, Alloc::Init::None, s.location, own.body);
  own.body.push_back(exec::Call{&s});
  into.push_back(std::move(own));
}

void Placer::call(const Call &op, const Statement &s, Nodes &into) {
  if (!op.face)
    return let(s, into);
  for (Value r : s.results)
    if (isArray(r) && isNeeded(r))
      make(r, s, into, Alloc::Init::Given);
  into.push_back(exec::Call{&s});
}

void Placer::update(const Update &op, const Statement &s, Nodes &into) {
  inPlace(s.results[0], op.array, s, into);
  if (isArray(op.value))
    return into.push_back(exec::Copy{&s});
  const auto isTarget = [&](Value v) { return isElement(v, s.results[0], op.indices); };
  if (!isTarget(op.value))
    into.push_back(exec::Store{&s, compound(op.value, isTarget)});
}

void Placer::withAccumulators(const WithAccumulators &op, const Statement &s, Nodes &into) {
  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    const Value r = s.results[k];
    if (isArray(r))
      inPlace(r, op.inits[k], s, into);
    else
      variable(r, op.inits[k], s, into);
    alias(op.body.parameters[k], r);
  }
  exec::With with{&s, {}};
  block(op.body, with.body);
  for (auto [r, v] : llvm::zip(llvm::drop_begin(s.results, op.inits.size()), op.body.results))
    alias(r, v);
  into.push_back(std::move(with));
}

void Placer::statement(const Statement &s, Nodes &into) {
  const auto call = [&] { into.push_back(exec::Call{&s}); };
  std::visit(Overloaded{[&](const Apply &) { let(s, into); },
                        [&](const Extent &) { let(s, into); },
                        [&](const Index &) {
                          const Value r = s.results[0];
                          !isArray(r) ? let(s, into) : plan.place(r) == Place::View ? view(s, into) : whole(s, into);
                        },
                        [&](const Call &o) { this->call(o, s, into); },
                        [&](const Invoke &o) {
                          for (auto [k, r] : llvm::enumerate(s.results))
                            if (const auto argument = o.argumentOf(k))
                              inPlace(r, o.arguments[*argument], s, into);
                          call();
                        },
                        [&](const Slice &o) { o.step == 1 ? view(s, into) : whole(s, into); },
                        [&](const WithoutBlocks auto &) { whole(s, into); },
                        [&](const Fill &) { fill(s, into); },
                        [&](const Reshape &o) { reshape(o, s, into); },
                        [&](const Argsort &) { // runs are merged from one array into another
                          make(s.results[0], s, into);
                          withTable(s, s.results[0], into);
                        },
                        [&](const Repeated &o) { withTable(s, o.indices, into); },
                        [&](const Update &o) { update(o, s, into); },
                        [&](const Scatter &o) {
                          inPlace(s.results[0], o.dest, s, into);
                          call();
                        },
                        [&](const ReduceByIndex &o) { bins(o, s, into); },
                        [&](const Scan &o) { scan(o, s, into); },
                        [&](const If &o) { ifElse(o, s, into); },
                        [&](const Loop &o) { loop(o, s, into); },
                        [&](const Map &o) {
                          if (s.results.empty() || !plan.delayed(s.results[0]))
                            map(o, s, into);
                        },
                        [&](const MapReduce &o) { mapReduce(o, s, into); },
                        [&](const WithAccumulators &o) { withAccumulators(o, s, into); },
                        [&](const Accumulate &o) {
                          if (isArray(o.value))
                            into.push_back(exec::Copy{&s});
                          else
                            into.push_back(exec::Store{&s, exec::Compound{Prim::Add, o.value}});
                        },
                        [&](const Check &) { into.push_back(exec::Check{&s}); },
                        [](const Reduce &) { llvm_unreachable("lowered"); },
                        [](const WithRules &) { llvm_unreachable("differentiated"); },
                        [](const Differentiate &) { llvm_unreachable("differentiated"); }},
             s.op);
}

exec::Tree place(const interface::CxxFunction &face, const Schedule &schedule, std::size_t entryStatements) {
  return Placer(face, schedule).tree(entryStatements);
}

} // namespace soac::schedule

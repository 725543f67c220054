#include "ops/rules/KeptTrips.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

void KeptTrips::find(const ir::Block &block, const ir::ValueTable &values) {
  for (const ir::Statement &s : block.statements) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op);
        loop && !loop->isCounted() && llvm::any_of(loop->inits, [&](ir::Value v) { return values.type(v).isArray(); }))
      all.push_back({loop->body.parameters[0], {}});
    if (const auto *branch = std::get_if<ir::If>(&s.op)) {
      find(branch->then, values);
      find(branch->otherwise, values);
    }
  }
}

const KeptTrips::Trips *KeptTrips::of(const ir::Loop &loop) const {
  if (loop.isCounted())
    return nullptr;
  const auto found = llvm::find_if(all, [&](const Trips &t) { return t.first == loop.body.parameters[0]; });
  return found == all.end() ? nullptr : &*found;
}

void KeptTrips::store(ir::Statement &statement, ir::Builder &b) {
  if (all.empty())
    return;
  auto &loop = std::get<ir::Loop>(statement.op);
  const ir::Value count = b.apply(prims::Prim::Max, {loop.count, b.index(0)});
  now.clear();
  for (std::size_t k = 0; k < all.size(); ++k) {
    loop.inits.push_back(b.store(ir::Stored::Kept, b.index(0), {count}, "trips"));
    now.push_back(b.values.freshLike(loop.inits.back()));
    loop.body.parameters.push_back(now.back());
  }
  storeIn(loop.body, loop.body.parameters[0], b.values);
  loop.body.results.append(now);
  for (auto [trips, last] : llvm::zip_equal(all, now)) {
    trips.kept = b.values.freshLike(last);
    statement.results.push_back(trips.kept);
  }
}

void KeptTrips::storeIn(ir::Block &block, ir::Value i, ir::ValueTable &values) {
  std::vector<ir::Statement> statements;
  for (ir::Statement &s : block.statements) {
    ir::Value counted;
    const Trips *trips = nullptr;
    if (auto *loop = std::get_if<ir::Loop>(&s.op); loop && (trips = of(*loop))) {
      loop->inits.push_back(values.constantIndex(0));
      loop->condition.parameters.push_back(values.fresh(ir::indexType));
      loop->body.parameters.push_back(values.fresh(ir::indexType));
      ir::Builder in(values, loop->body.statements, s.location);
      loop->body.results.push_back(in.add(loop->body.parameters.back(), in.index(1)));
      counted = values.fresh(ir::indexType);
      s.results.push_back(counted);
    } else if (auto *branch = std::get_if<ir::If>(&s.op)) {
      const ir::Values before = now;
      storeIn(branch->then, i, values);
      const ir::Values then = std::exchange(now, before);
      storeIn(branch->otherwise, i, values);
      for (std::size_t k = 0; k < now.size(); ++k) {
        if (then[k] == now[k])
          continue;
        branch->then.results.push_back(then[k]);
        branch->otherwise.results.push_back(now[k]);
        now[k] = values.freshLike(now[k]);
        s.results.push_back(now[k]);
      }
    }
    statements.push_back(std::move(s));
    if (!trips)
      continue;
    ir::Value &array = now[static_cast<std::size_t>(trips - all.data())];
    const ir::Value after = ir::Builder(values, statements, statements.back().location).update(array, {i}, counted);
    values.setStored(after, ir::Stored::Kept);
    array = after;
  }
  block.statements = std::move(statements);
}

ir::Loop KeptTrips::read(ir::Loop loop, ir::ValueTable &values) const {
  if (!all.empty())
    readIn(loop.body, loop.body.parameters[0], values);
  return loop;
}

void KeptTrips::readIn(ir::Block &block, ir::Value i, ir::ValueTable &values) const {
  std::vector<ir::Statement> statements;
  for (ir::Statement &s : block.statements) {
    if (auto *loop = std::get_if<ir::Loop>(&s.op)) {
      if (const Trips *trips = of(*loop)) {
        loop->count = ir::Builder(values, statements, s.location).read(trips->kept, {i});
        loop->condition = {};
        loop->body.parameters.insert(loop->body.parameters.begin(), values.fresh(ir::indexType));
        loop->annotations.bound = {};
      }
    } else if (auto *branch = std::get_if<ir::If>(&s.op)) {
      readIn(branch->then, i, values);
      readIn(branch->otherwise, i, values);
    }
    statements.push_back(std::move(s));
  }
  block.statements = std::move(statements);
}

} // namespace soac::ops

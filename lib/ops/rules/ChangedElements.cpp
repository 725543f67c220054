#include "ops/rules/ChangedElements.h"

#include "ops/rules/NestWalk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <numeric>

namespace soac::ops {
namespace {

std::string name(ir::Value array, const ir::Builder &b) { return b.values.name(array).text + "_final"; }

class Element final : public ChangedElements {
public:
  explicit Element(llvm::ArrayRef<ir::Value> indices) : indices(indices) {}

  ir::Value read(ir::Value array, ir::Builder &b) const override { return b.read(array, indices); }
  ir::Value write(ir::Value array, ir::Value contents, ir::Builder &b) const override {
    return b.update(array, indices, contents);
  }

private:
  ir::Values indices;
};

class ElementsOfLog final : public ChangedElements {
public:
  ElementsOfLog(llvm::ArrayRef<ir::Value> columns, ir::Value count) : columns(columns), count(count) {}

  ir::Value read(ir::Value array, ir::Builder &b) const override {
    const ir::Value contents = b.map(count, {}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.read(array, entry(p[0], in))};
    })[0];
    b.values.setName(contents, name(array, b));
    return contents;
  }
  ir::Value write(ir::Value array, ir::Value contents, ir::Builder &b) const override {
    return b.loop(count, {array}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.update(p[1], entry(p[0], in), in.read(contents, {p[0]}))};
    })[0];
  }

private:
  ir::Values entry(ir::Value number, ir::Builder &b) const {
    ir::Values indices;
    for (ir::Value column : columns)
      indices.push_back(b.read(column, {number}));
    return indices;
  }

  ir::Values columns;
  ir::Value count;
};

class ElementsOfNest final : public ChangedElements {
public:
  /// `turns`: after so many iterations the elements come again; 0 where they may not.
  ElementsOfNest(const ir::Loop &loop, std::size_t position, std::int64_t turns)
      : loop(loop), position(position), turns(turns) {}

  ir::Value read(ir::Value array, ir::Builder &b) const override {
    const auto count = [](ir::Builder &in, llvm::ArrayRef<ir::Value>, llvm::ArrayRef<ir::Value> state) -> ir::Values {
      return {in.add(state[0], in.index(1))};
    };
    ir::Values extents = walk(count, {b.index(0)}, b);
    const auto depth = static_cast<unsigned>(
        analysis::updateShape(loop.body.parameters[position + 1], loop.body.results[position], loop.body, b.values)
            ->depth);
    for (unsigned d = depth; d < b.type(array).rank; ++d)
      extents.push_back(b.extent(array, d));
    const auto save = [&](ir::Builder &in, llvm::ArrayRef<ir::Value> indices,
                          llvm::ArrayRef<ir::Value> state) -> ir::Values {
      return {in.update(state[0], {state[1]}, in.read(array, indices)), in.add(state[1], in.index(1))};
    };
    return walk(save, {b.fill(b.zero(b.type(array).scalar), extents, name(array, b)), b.index(0)}, b)[0];
  }
  ir::Value write(ir::Value array, ir::Value contents, ir::Builder &b) const override {
    const auto restore = [&](ir::Builder &in, llvm::ArrayRef<ir::Value> indices,
                             llvm::ArrayRef<ir::Value> state) -> ir::Values {
      return {in.update(state[0], indices, in.read(contents, {state[1]})), in.add(state[1], in.index(1))};
    };
    return walk(restore, {array, b.index(0)}, b)[0];
  }

private:
  ir::Values walk(NestWalk::Action action, ir::Values state, ir::Builder &b) const {
    const ir::Value trips = turns ? b.apply(prims::Prim::Min, {loop.count, b.index(turns)}) : loop.count;
    return NestWalk(loop, position, NestWalk::Order::Forwards, std::move(action))
        .iterations(trips, std::move(state), b);
  }

  ir::Loop loop;
  std::size_t position;
  std::int64_t turns;
};

/// After how many iterations numbers come again that follow from the counter of a loop.
class Turns {
public:
  explicit Turns(const ir::Loop &loop, const ir::ValueTable &values)
      : iteration(loop.body.parameters[0]), definitions(loop.body), values(values) {}

  static constexpr std::int64_t most = 4;
  /// 1 where a number is the same in all iterations, 0 where there are more than `most` or that is not known.
  std::int64_t of(ir::Value v) const {
    if (v == iteration)
      return 0;
    const auto *computed = definitions.as<ir::Apply>(v);
    if (!computed)
      return 1;
    if (const std::int64_t own = ofRemainder(*computed))
      return own;
    std::int64_t all = 1;
    for (const ir::Value x : computed->arguments) {
      const std::int64_t turns = of(x);
      all = turns ? std::lcm(all, turns) : 0;
      if (all == 0 || all > most)
        return 0;
    }
    return all;
  }

private:
  /// Of i % n and i & 1.
  std::int64_t ofRemainder(const ir::Apply &op) const {
    if ((op.prim != prims::Prim::Rem && op.prim != prims::Prim::And) || !isIteration(op.arguments[0]))
      return 0;
    const std::int64_t n = values.asInt(op.arguments[1]).value_or(0), turns = op.prim == prims::Prim::Rem ? n
                                                                              : n == 1                    ? 2
                                                                                                          : 0;
    return turns > 0 && turns <= most ? turns : 0;
  }
  bool isIteration(ir::Value v) const {
    for (const auto *cast = definitions.as<ir::Apply>(v); cast && cast->prim == prims::Prim::Cast && cast->isExact;
         cast = definitions.as<ir::Apply>(v))
      v = cast->arguments[0];
    return v == iteration;
  }

  ir::Value iteration;
  analysis::DefUse definitions;
  const ir::ValueTable &values;
};

} // namespace

std::shared_ptr<const ChangedElements> elementAt(llvm::ArrayRef<ir::Value> indices) {
  return std::make_shared<Element>(indices);
}

std::shared_ptr<const ChangedElements> elementsOfLog(llvm::ArrayRef<ir::Value> columns, ir::Value count) {
  return std::make_shared<ElementsOfLog>(columns, count);
}

std::shared_ptr<const ChangedElements> elementsOfNest(const ir::Loop &loop, std::size_t position,
                                                      const ir::ValueTable &values) {
  if (!canBeWalked(loop, position, WalkReads::None, values))
    return nullptr;
  const Turns turns(loop, values);
  std::int64_t all = 1;
  const auto take = [&](ir::Value v) {
    const std::int64_t own = turns.of(v);
    all = own ? std::lcm(all, own) : 0;
    return true;
  };
  analysis::holdsOfUpdates(loop.body.parameters[position + 1], loop.body.results[position], loop.body, take, take);
  return std::make_shared<ElementsOfNest>(loop, position, all > Turns::most ? 0 : all);
}

} // namespace soac::ops

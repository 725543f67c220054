#include "schedule/Lower.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "schedule/Delayed.h"
#include "schedule/Prune.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace ir;

namespace {

class ToLoops {
public:
  explicit ToLoops(ValueTable &values) : values(values) {}

  /// `isOutermost`: no map is around the block.
  void block(Block &b, bool isOutermost) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      const bool isMap = std::holds_alternative<Map>(s.op) || std::holds_alternative<MapReduce>(s.op);
      forEachBlock(s.op, [&](Block &inner) { block(inner, isOutermost && !isMap); });
      statement(std::move(s), out, isOutermost);
    }
    b.statements = std::move(out);
  }

private:
  ValueTable &values;

  void statement(Statement s, std::vector<Statement> &out, bool isOutermost) {
    Builder builder(values, out, s.location);
    std::visit(Overloaded{[&](Loop &loop) {
                            loop.annotations = {};
                            out.push_back(std::move(s));
                          },
                          [&](Reduce &reduce) { this->reduce(reduce, s, builder); },
                          [&](Scan &scan) {
                            if (isOutermost && isExpression(scan.op))
                              out.push_back(std::move(s));
                            else
                              this->scan(scan, s, builder);
                          },
                          [&](MapReduce &mapReduce) { this->mapReduce(mapReduce, s, builder); },
                          [&](ReduceByIndex &hist) {
                            if (isOutermost && isExpression(hist.op))
                              out.push_back(std::move(s));
                            else
                              reduceByIndex(hist, s, builder);
                          },
                          [&](auto &) { out.push_back(std::move(s)); }},
               s.op);
  }

  /// True for an operator on scalars without loops, own arrays and effects.
  bool isExpression(const Block &op) const {
    return areScalars(op.parameters) && llvm::all_of(op.statements, [&](const Statement &s) {
      const auto *branch = std::get_if<If>(&s.op);
      return areScalars(s.results) && (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op) ||
                                       (branch && isExpression(branch->then) && isExpression(branch->otherwise)));
    });
  }

  /// Appends a counted loop with results `results`.
  void loop(Value count, Values inits, Values results, Builder &b, Builder::BlockBody body) {
    llvm::SmallVector<Type, 4> types{indexType};
    for (Value v : inits)
      types.push_back(values.type(v));
    Loop l;
    l.count = count;
    l.inits = inits;
    l.body = b.block(types, body);
    for (std::size_t k = 0; k < results.size(); ++k)
      values.setName(l.body.parameters[k + 1], values.name(results[k]));
    b.statements().push_back({results, std::move(l), b.location});
  }

  static Values elements(Builder &b, llvm::ArrayRef<Value> arrays, Value i) {
    Values result;
    for (Value a : arrays)
      result.push_back(b.read(a, {i}));
    return result;
  }
  static Values join(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
    Values result(a.begin(), a.end());
    result.append(b.begin(), b.end());
    return result;
  }

  bool areScalars(llvm::ArrayRef<Value> list) const {
    return llvm::all_of(list, [&](Value v) { return values.type(v).isScalar(); });
  }

  void reduce(Reduce &r, Statement &s, Builder &b) {
    if (areScalars(r.neutral)) {
      MapReduce m;
      m.count = r.count;
      m.arrays = r.arrays;
      llvm::SmallVector<Type, 4> types{indexType};
      for (Value v : r.neutral)
        types.push_back(values.type(v));
      m.fn = b.block(types, [](Builder &, llvm::ArrayRef<Value> p) {
        const auto elements = p.drop_front();
        return Values(elements.begin(), elements.end());
      });
      m.reductions.push_back({r.neutral, std::move(r.op)});
      b.statements().push_back({s.results, std::move(m), s.location});
      return;
    }
    loop(r.count, r.neutral, s.results, b, [&](Builder &in, llvm::ArrayRef<Value> p) {
      return in.inlineBlock(r.op, join(p.drop_front(), elements(in, r.arrays, p[0])));
    });
  }

  void scan(Scan &r, Statement &s, Builder &b) {
    const std::size_t n = r.neutral.size();
    Values inits = r.neutral, results;
    for (std::size_t k = 0; k < n; ++k) {
      inits.push_back(b.fill(r.neutral[k], {r.count}));
      results.push_back(values.fresh(values.type(r.neutral[k])));
    }
    results.append(s.results.begin(), s.results.end());
    loop(r.count, inits, results, b, [&](Builder &in, llvm::ArrayRef<Value> p) {
      const auto before = p.slice(1, n);
      Values next = in.inlineBlock(r.op, join(before, elements(in, r.arrays, p[0])));
      for (std::size_t k = 0; k < n; ++k)
        next.push_back(in.update(p[1 + n + k], {p[0]}, next[k]));
      return next;
    });
  }

  void mapReduce(MapReduce &r, Statement &s, Builder &b) {
    if (llvm::all_of(r.reductions, [&](const Reduction &each) { return areScalars(each.neutral); })) {
      b.statements().push_back(std::move(s));
      return;
    }
    std::size_t reduced = 0;
    for (const Reduction &reduction : r.reductions)
      reduced += reduction.neutral.size();
    if (reduced == r.fn.results.size())
      loopOf(r, s, b);
    else
      split(r, s, b, reduced);
  }

  /// All reductions side by side in one loop.
  void loopOf(MapReduce &r, Statement &s, Builder &b) {
    Values inits;
    for (const Reduction &reduction : r.reductions)
      inits.append(reduction.neutral.begin(), reduction.neutral.end());
    loop(r.count, inits, s.results, b, [&](Builder &in, llvm::ArrayRef<Value> p) {
      const Values mapped = in.inlineBlock(r.fn, join(p.take_front(), elements(in, r.arrays, p[0])));
      Values next;
      std::size_t at = 0;
      for (const Reduction &reduction : r.reductions) {
        const std::size_t n = reduction.neutral.size();
        const Values combined = in.inlineBlock(
            reduction.op, join(p.slice(1 + at, n), llvm::ArrayRef<Value>(mapped).slice(at, n)));
        next.append(combined.begin(), combined.end());
        at += n;
      }
      return next;
    });
  }

  /// A map, then one reduction after another.
  void split(MapReduce &r, Statement &s, Builder &b, std::size_t reduced) {
    Values mapped;
    for (std::size_t k = 0; k < r.fn.results.size(); ++k)
      if (k < reduced) {
        const Type t = values.type(r.fn.results[k]);
        mapped.push_back(values.fresh(t.withRank(t.rank + 1u)));
      } else {
        mapped.push_back(s.results[k]);
      }
    Map map{r.count, r.arrays, std::move(r.fn)};
    b.statements().push_back({mapped, std::move(map), s.location});
    std::size_t at = 0;
    for (Reduction &reduction : r.reductions) {
      const std::size_t n = reduction.neutral.size();
      Reduce one{r.count, Values(mapped.begin() + at, mapped.begin() + at + n), reduction.neutral,
                 std::move(reduction.op)};
      Statement statement{Values(s.results.begin() + at, s.results.begin() + at + n), std::move(one), s.location};
      this->reduce(std::get<Reduce>(statement.op), statement, b);
      at += n;
    }
  }

  void reduceByIndex(ReduceByIndex &r, Statement &s, Builder &b) {
    loop(r.count, r.dests, s.results, b, [&](Builder &in, llvm::ArrayRef<Value> p) {
      const auto dests = p.drop_front();
      const Value key = in.read(r.keys, {p[0]});
      const Value below = in.lessThan(key, in.index(0));
      const Value inside = in.lessThan(key, in.extent(dests[0]));
      const Value valid = in.apply(Prim::And, {in.apply(Prim::Not, {below}), inside});
      return in.ifElse(
          valid,
          [&](Builder &then) {
            Values old, next;
            for (Value d : dests)
              old.push_back(then.read(d, {key}));
            const Values combined = then.inlineBlock(r.op, join(old, elements(then, r.values, p[0])));
            for (std::size_t k = 0; k < dests.size(); ++k)
              next.push_back(then.update(dests[k], {key}, combined[k]));
            return next;
          },
          [&](Builder &) { return Values(dests.begin(), dests.end()); });
    });
  }
};

} // namespace

Function lower(Function function, bool isOutermost) {
  ToLoops(function.values).block(function.body, isOutermost);
  prune(function);
  delay(function);
  prune(function);
  return function;
}

} // namespace soac::schedule

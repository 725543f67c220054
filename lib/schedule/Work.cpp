#include "schedule/Work.h"

#include "ir/Fields.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace ir;

namespace {

/// A scope at depth `deepest` counts as `deepWork` operations.
constexpr unsigned deepest = 3;
constexpr std::int64_t deepWork = 4;

class Counter {
public:
  Counter(const Block &outer, const Uses &uses, const Shapes &shapes) : outer(outer), uses(uses), shapes(shapes) {}

  Work of(const Block &block, unsigned depth) const {
    if (depth == deepest)
      return {deepWork, {}};
    Work work{0, {}};
    add(block, depth, work);
    work.own = std::max<std::int64_t>(work.own, 1);
    return work;
  }

private:
  const Block &outer;
  const Uses &uses;
  const Shapes &shapes;

  void add(const Block &block, unsigned depth, Work &work) const {
    for (const Statement &s : block.statements) {
      ++work.own;
      const auto nested = [&](const Block &inner, Value count) {
        work.inner.push_back({known(count), of(inner, depth + 1)});
      };
      std::visit(Overloaded{[&](const Map &o) { nested(o.fn, o.count); },
                            [&](const MapReduce &o) { nested(o.fn, o.count); },
                            [&](const Loop &o) { nested(o.body, o.count); },
                            [&](const Scan &o) { nested(o.op, o.count); },
                            [&](const ReduceByIndex &o) { nested(o.op, o.count); },
                            [&](const OneOf<If, Reduce, WithAccumulators, WithRules, Differentiate> auto &) {
                              forEachBlock(s.op, [&](const Block &b) { add(b, depth, work); });
                            },
                            [](const WithoutBlocks auto &) {}},
                 s.op);
    }
  }

  std::optional<Dim> known(Value count) const {
    if (!count)
      return std::nullopt;
    Dim d{count, false, 0};
    if (const Statement *s = uses.definition(count))
      if (const auto *extent = std::get_if<Extent>(&s->op))
        d = shapes.of(extent->array, extent->dimension);
    return shapes.outside(d, outer) ? std::optional(d) : std::nullopt;
  }
};

} // namespace

Work workOf(const Block &fn, const Uses &uses, const Shapes &shapes) { return Counter(fn, uses, shapes).of(fn, 0); }

} // namespace soac::schedule

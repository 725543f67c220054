#include "exec/Accesses.h"

#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::exec {

using ir::Value;

ir::Values Accesses::fromOutside() const {
  ir::Values all;
  for (const ir::ValueSet *part : {&read, &written, &packed})
    llvm::copy_if(*part, std::back_inserter(all), [&](Value v) { return !made.contains(v); });
  llvm::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// One part of the tree.
class AccessQuery::Walk {
public:
  explicit Walk(const AccessQuery &query) : query(query), function(query.function) {}

  Accesses all;

  void read(Value v) {
    if (!v || function.values.asConstant(v))
      return;
    if (const Let *let = query.inlined.lookup(v))
      return expression(*let);
    if (const Bind *element = query.elements.lookup(v)) {
      read(element->operand);
      return read(element->index);
    }
    all.read.insert(query.places.handle(v));
  }
  void read(llvm::ArrayRef<Value> list) {
    for (Value v : list)
      read(v);
  }
  void nodes(const Nodes &list) {
    for (const Node &n : llvm::reverse(list)) // what reads a scalar is seen before the scalar is made
      node(n);
  }

private:
  const AccessQuery &query;
  const ir::Function &function;
  bool isInKernel = false;

  void kernel(llvm::function_ref<void()> visit) {
    const bool around = std::exchange(isInKernel, true);
    visit();
    isInKernel = around;
  }
  /// A kernel cannot leave as the user's program does, with numbers that nothing else reads.
  void check(const ir::Statement &s) {
    if (!isInKernel)
      return operands(s);
    const auto &op = std::get<ir::Check>(s.op);
    read({op.condition, op.number});
  }

  void read(llvm::ArrayRef<Dim> extents) {
    for (const Dim &d : extents)
      read(d.value);
  }
  void write(Value v) { all.written.insert(query.places.handle(v)); }
  void make(Value v) { all.made.insert(query.places.handle(v)); }
  void make(llvm::ArrayRef<Value> list) {
    for (Value v : list)
      make(v);
  }
  bool isArray(Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }

  void operands(const ir::Statement &s) {
    forEachOperand(s.op, [&](Value v) { read(v); });
  }
  void expression(const Let &let) {
    if (let.extent)
      return read(let.extent->value);
    operands(*let.statement);
    if (const auto *choice = std::get_if<ir::If>(&let.statement->op)) {
      read(choice->then.results[0]);
      read(choice->otherwise.results[0]);
    }
  }
  void compound(const std::optional<Compound> &c, Value value) { read(c ? c->operand : value); }

  /// The element or the part of an array that an `Update` or `Accumulate` writes.
  void written(const ir::Statement &s) {
    const auto *update = std::get_if<ir::Update>(&s.op);
    const auto *addition = std::get_if<ir::Accumulate>(&s.op);
    write(update ? s.results[0] : addition->accumulator);
    read(update ? update->indices : addition->indices);
  }
  static Value valueOf(const ir::Statement &s) {
    const auto *update = std::get_if<ir::Update>(&s.op);
    return update ? update->value : std::get<ir::Accumulate>(s.op).value;
  }

  /// An arm for each kind of node: who adds one finds all others here.
  void node(const Node &n) {
    std::visit(Overloaded{[&](const Alloc &a) { alloc(a); },
                          [&](const Slot &s) { slot(s); },
                          [&](const Let &l) {
                            const Value named = query.places.handle(l.statement->results[0]);
                            if (l.isInlined || (isInKernel && !all.read.contains(named) && !query.tree.cells.contains(named)))
                              return;
                            expression(l);
                            make(l.statement->results);
                          },
                          [&](const Bind &b) {
                            read(b.operand);
                            read(b.index);
                            if (!b.isInlined)
                              make(b.parameter);
                          },
                          [&](const Variable &v) {
                            read(v.start);
                            make(v.value);
                          },
                          [&](const Save &s) { read(s.value); },
                          [&](const Assign &a) {
                            write(a.variable);
                            compound(a.compound, a.value);
                          },
                          [&](const View &v) {
                            operands(*v.statement);
                            make(v.statement->results);
                          },
                          [&](const Store &s) {
                            written(*s.statement);
                            compound(s.compound, valueOf(*s.statement));
                          },
                          [&](const Copy &c) {
                            written(*c.statement);
                            read(valueOf(*c.statement));
                          },
                          [&](const Put &p) {
                            write(p.result);
                            read({p.value, p.index});
                            read(p.extents);
                          },
                          [&](const Swap &s) {
                            write(s.carried);
                            if (!s.isOfCopy)
                              read(s.next);
                            if (s.otherSlot)
                              write(s.next);
                          },
                          [&](const Check &c) { check(*c.statement); },
                          [&](const Call &c) { call(*c.statement); },
                          [&](const Cell &c) { make(c.value); },
                          [&](const Read &r) { all.read.insert(query.places.handle(r.value)); },
                          [&](const Launch &l) { kernel([&] { nodes(l.body); }); },
                          [&](const Scope &s) { nodes(s.body); },
                          [&](const With &w) { nodes(w.body); },
                          [&](const For &l) { l.level == Level::Grid ? kernel([&] { iterations(l); }) : iterations(l); },
                          [&](const Reduce &r) { r.level == Level::Grid ? kernel([&] { reduce(r); }) : reduce(r); },
                          [&](const Scan &s) { s.level == Level::Grid ? kernel([&] { scan(s); }) : scan(s); },
                          [&](const Bins &b) { b.level == Level::Grid ? kernel([&] { bins(b); }) : bins(b); },
                          [&](const Branch &b) {
                            operands(*b.statement);
                            nodes(b.then);
                            nodes(b.otherwise);
                          }},
               n);
  }

  void alloc(const Alloc &a) {
    if (!a.isBeside) {
      make(a.value);
      all.allocated.insert(a.value);
    }
    const bool isMeasured = a.init == Alloc::Init::Given ||
                            (a.init == Alloc::Init::Copy && (a.space == Space::Overlay || a.space == Space::Workspace));
    if (!isMeasured && !a.isBeside) // else the runtime takes the extents from the array that is copied or given
      read(a.summedExtents.empty() ? a.extents : a.summedExtents);
    read({a.of, a.index});
    if (a.init == Alloc::Init::Pack && a.source)
      all.packed.insert(a.source);
    else
      read(a.source);
  }
  void slot(const Slot &s) {
    make(s.value);
    all.allocated.insert(query.places.handle(s.value));
    if (s.start)
      read(s.start);
    else
      read(s.extents[0].value);
  }

  void call(const ir::Statement &s) {
    operands(s);
    const auto *invoke = std::get_if<ir::Invoke>(&s.op);
    for (Value r : s.results)
      if (isArray(r) && (invoke || query.places.of(r))) // else nobody needs it
        write(r);
      else if (!isArray(r))
        make(r);
    if (invoke)
      for (Value v : invoke->accumulators)
        write(v);
  }

  void work(const Work &w) {
    for (const Work::Inner &inner : w.inner) {
      if (inner.count)
        read(inner.count->value);
      work(inner.each);
    }
  }
  void iterations(const For &l) {
    if (l.count)
      read(l.count->value);
    work(l.work);
    read(l.accumulators);
    if (const auto *loop = std::get_if<ir::Loop>(&l.statement->op)) {
      if (l.count)
        make(loop->body.parameters[0]);
      else
        read(loop->condition.results[0]);
    } else if (const auto *map = std::get_if<ir::Map>(&l.statement->op)) {
      make(map->fn.parameters[0]);
    } else {
      make(std::get<ir::MapReduce>(l.statement->op).fn.parameters[0]);
    }
    nodes(l.operation);
    nodes(l.body);
    nodes(l.condition);
  }
  /// The operators have one operand each.
  void reduce(const Reduce &r) {
    const auto &op = std::get<ir::MapReduce>(r.statement->op);
    for (std::size_t k = 0; k < op.reductions.size(); ++k) {
      read(op.reductions[k].neutral);
      read(op.fn.results[k]);
      make(r.statement->results[k]);
    }
    iterations(r);
  }
  void sources(llvm::ArrayRef<Elements> list) {
    for (const Elements &e : list) {
      if (!e.value) {
        read(e.array);
        continue;
      }
      make(e.index);
      read(e.value);
      nodes(e.body);
    }
  }
  void combine(const ir::Block &op, const Nodes &body) {
    make(op.parameters);
    read(op.results);
    nodes(body);
  }
  void scan(const Scan &s) {
    const auto &op = std::get<ir::Scan>(s.statement->op);
    read(op.count);
    read(op.neutral);
    work(s.work);
    sources(s.sources);
    combine(op.op, s.combine);
    for (Value r : s.statement->results)
      if (query.places.of(r)) // else nobody needs it
        write(r);
  }
  void bins(const Bins &b) {
    const auto &op = std::get<ir::ReduceByIndex>(b.statement->op);
    read(op.count);
    sources(b.sources);
    work(b.work);
    read(b.bins.value);
    combine(op.op, b.combine);
    for (Value r : b.statement->results)
      write(r);
  }
};

AccessQuery::AccessQuery(const Tree &tree, const ir::Function &function)
    : tree(tree), function(function), places(tree) {
  for (const Nodes *part : {&tree.entry, &tree.body, &tree.exit})
    index(*part);
}

void AccessQuery::index(const Nodes &nodes) {
  for (const Node &node : nodes) {
    if (const auto *let = std::get_if<Let>(&node); let && let->isInlined)
      inlined[let->statement->results[0]] = let;
    if (const auto *bind = std::get_if<Bind>(&node); bind && bind->isInlined)
      elements[bind->parameter] = bind;
    forEachInside(node, [&](const Nodes &inner) { index(inner); });
  }
}

Accesses AccessQuery::ofWhole() const {
  Walk walk(*this);
  walk.read(tree.readAtEnd);
  for (const Nodes *part : {&tree.exit, &tree.body, &tree.entry})
    walk.nodes(*part);
  return std::move(walk.all);
}

ir::ValueSet AccessQuery::readFor(Value v) const {
  Walk walk(*this);
  walk.read(v);
  return std::move(walk.all.read);
}

Accesses AccessQuery::of(const Nodes &part) const {
  Walk walk(*this);
  walk.nodes(part);
  return std::move(walk.all);
}

} // namespace soac::exec

#include "schedule/device/Kernels.h"

#include "schedule/device/HostNeeds.h"
#include "schedule/device/Nests.h"

#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule::device {

using namespace exec;
using ir::Value;

namespace {

bool isArrayOf(const ir::Function &function, Value v) {
  return function.type(v).isArray() && !function.type(v).accumulator;
}

class Launches {
public:
  Launches(const Tree &tree, const ir::Function &function, const Sides &sides, const FreeLoops &free)
      : function(function), sides(sides), free(free), query(tree, function), places(tree), result(tree) {
    needed(tree.entry);
    needed(tree.body);
    for (Value v : tree.readAtEnd)
      name(v);
  }

  Tree run(llvm::ArrayRef<Value> parameters) {
    result.cells.insert(parameters.begin(), parameters.end());
    result.entry = list(result.entry);
    result.body = list(result.body);
    makeCells();
    result.usesWorkspace = true; // the frame of the call
    return std::move(result);
  }

private:
  const ir::Function &function;
  const Sides &sides;
  const FreeLoops &free;
  const AccessQuery query; ///< of the tree as it is given
  const Places places;
  Tree result;
  ir::ValueSet variables; ///< scalars that are assigned to
  ir::ValueSet named; ///< scalars of the device that the host asks for: they are in cells, not in expressions
  Nodes *out = nullptr;
  Nodes pending; ///< for one thread of the device
  ir::ValueSet known; ///< scalars of the device that the host has read, and that do not change

  bool isArray(Value v) const { return isArrayOf(function, v); }
  bool isOnDevice(Value v) const { return v && !isArray(v) && sides.isOnDevice(v); }

  /// Do the nodes inside the node belong to the host, too?
  bool isHosts(const Node &node) const {
    return std::visit(Overloaded{[](const With &) { return true; }, [](const Scope &) { return true; },
                                 [](const Reduce &) { return false; },
                                 [&](const OneOf<For, Branch> auto &n) {
                                   const Mode mode = sides.of(*n.statement);
                                   return mode == Mode::Mixed || mode == Mode::Host;
                                 },
                                 [](const auto &) { return false; }},
                      node);
  }

  void name(Value v) {
    if (isOnDevice(v))
      named.insert(places.handle(v));
  }
  void needed(const Nodes &nodes) {
    for (const Node &node : nodes) {
      if (const auto *variable = std::get_if<Variable>(&node))
        variables.insert(places.handle(variable->value));
      for (Value v : hostNeeds(node, sides))
        name(v);
      if (isHosts(node))
        forEachInside(node, [&](const Nodes &inner) { needed(inner); });
    }
  }

  Nodes list(const Nodes &nodes) {
    Nodes made;
    Nodes *const around = std::exchange(out, &made);
    const ir::ValueSet before = known;
    for (std::size_t k = 0; k < nodes.size();) {
      const std::size_t first = k;
      const auto isAssignment = [&](const Node &n) { return std::holds_alternative<Save>(n) || std::holds_alternative<Assign>(n); };
      while (k < nodes.size() && isAssignment(nodes[k]))
        ++k;
      if (k > first)
        assignments(llvm::ArrayRef(nodes).slice(first, k - first));
      else
        node(nodes[k++]);
    }
    flush();
    out = around;
    known = before;
    return made;
  }

  /// The device's are first: none of them reads what the host's assign.
  void assignments(llvm::ArrayRef<Node> nodes) {
    const auto isOfDevice = [&](const Node &n) {
      if (const auto *save = std::get_if<Save>(&n)) // of an element, or of a variable
        return isArray(save->target) ? !isArray(save->value) : isOnDevice(save->target);
      return isOnDevice(std::get<Assign>(n).variable);
    };
    for (const Node &n : nodes)
      if (isOfDevice(n))
        pending.push_back(n);
    if (llvm::all_of(nodes, isOfDevice))
      return;
    flush();
    for (const Node &n : nodes)
      if (!isOfDevice(n))
        out->push_back(n);
  }

  void flush() {
    if (pending.empty())
      return;
    Nodes nodes = std::exchange(pending, {});
    if (isSilent(nodes)) {
      out->insert(out->end(), nodes.begin(), nodes.end());
      return;
    }
    ir::SourceLocation location;
    for (const Node &n : nodes)
      std::visit(
          [&](const auto &each) {
            if constexpr (requires { each.statement->location; })
              location = location ? location : each.statement->location;
            else if constexpr (requires { each.location; })
              location = location ? location : each.location;
          },
          n);
    out->push_back(Launch{location, std::move(nodes)});
  }

  /// The host waits for the scalar, which is on the device.
  void read(Value v) {
    v = places.handle(v);
    if (!isOnDevice(v) || known.contains(v))
      return;
    flush();
    out->push_back(Read{v, {}});
    if (!variables.contains(v))
      known.insert(v);
  }
  void read(const Node &node) {
    ir::ValueSet needs;
    for (Value v : hostNeeds(node, sides))
      if (v)
        needs.insert(places.handle(v));
    for (Value v : needs)
      read(v);
  }

  void host(Node node) {
    flush();
    read(node);
    out->push_back(std::move(node));
  }

  void alloc(Alloc a) {
    if (a.space == Space::Stack) // small arrays, too, are where kernels reach them
      a.space = Space::Workspace;
    const bool isWritten = a.init != Alloc::Init::None;
    if (isWritten)
      flush();
    if (!isMeasured(a))
      for (const Dim &d : a.summedExtents.empty() ? a.extents : a.summedExtents)
        read(d.value);
    read(a.index);
    out->push_back(std::move(a));
  }

  /// The accumulators to which iterations add the same elements.
  ir::Values shared(const For &l) const {
    const auto &added = free.added(*l.statement);
    return added ? *added : l.accumulators;
  }

  void iterations(const For &l) {
    switch (sides.of(*l.statement)) {
    case Mode::Host:
      flush();
      out->push_back(l);
      return;
    case Mode::Single:
      read(l);
      pending.push_back(l);
      return;
    case Mode::Grid: {
      For grid = l;
      grid.level = Level::Grid;
      const Nest nest = nestOf(l, shared(l), function, query, places, free, sides);
      grid.depth = nest.depth;
      grid.readsColumns = nest.readsColumns;
      grid.accumulators = nest.added;
      host(std::move(grid));
      return;
    }
    case Mode::Mixed: break;
    }
    For mixed = l;
    mixed.level = Level::Sequential;
    mixed.isVector = false;
    mixed.accumulators.clear();
    mixed.copied.clear();
    mixed.usesWorkspace = true;
    flush();
    if (l.count)
      read(l.count->value);
    mixed.condition = list(l.condition);
    if (!l.count)
      if (const Value test = std::get<ir::Loop>(l.statement->op).condition.results[0]; isOnDevice(test))
        mixed.condition.push_back(Read{test, {}});
    mixed.body = list(l.body);
    mixed.operation = list(l.operation);
    out->push_back(std::move(mixed));
  }

  void branch(const Branch &b) {
    const Mode mode = sides.of(*b.statement);
    if (mode == Mode::Single) {
      read(b);
      return pending.push_back(b);
    }
    flush();
    if (mode == Mode::Host)
      return out->push_back(b);
    Branch mixed = b;
    read(b);
    mixed.then = list(b.then);
    mixed.otherwise = list(b.otherwise);
    out->push_back(std::move(mixed));
  }

  void node(const Node &n) {
    std::visit(Overloaded{[&](const Alloc &a) { alloc(a); },
                          [&](const Let &l) {
                            const Value r = l.statement->results[0];
                            if (!isOnDevice(r))
                              return out->push_back(l);
                            Let own = l;
                            own.isInlined = l.isInlined && !named.contains(r);
                            pending.push_back(own);
                          },
                          [&](const Bind &b) {
                            Bind own = b;
                            own.isInlined = b.isInlined && !named.contains(b.parameter);
                            if (isArray(b.parameter))
                              host(own);
                            else if (own.isInlined && own.index) // an element, which is read where it is used
                              out->push_back(own);
                            else
                              pending.push_back(own);
                          },
                          [&](const Variable &v) { isOnDevice(v.value) ? pending.push_back(v) : variable(v); },
                          [&](const Store &s) { pending.push_back(s); },
                          [&](const Put &p) { p.how == Put::How::Element ? pending.push_back(p) : host(p); },
                          [&](const Check &c) {
                            const auto &op = std::get<ir::Check>(c.statement->op);
                            bool isOfDevice = isOnDevice(op.condition) || isOnDevice(op.number);
                            for (Value v : op.operands)
                              isOfDevice |= isOnDevice(v);
                            isOfDevice ? pending.push_back(c) : host(c);
                          },
                          [&](const exec::Call &c) {
                            std::holds_alternative<ir::Invoke>(c.statement->op) ? pending.push_back(c) : host(c);
                          },
                          [&](const Scope &s) {
                            flush();
                            out->push_back(Scope{s.location, list(s.body)});
                          },
                          [&](const With &w) {
                            flush();
                            out->push_back(With{w.statement, list(w.body)});
                          },
                          [&](const Reduce &r) {
                            Reduce grid = r;
                            grid.level = Level::Grid;
                            grid.accumulators = shared(r);
                            host(std::move(grid));
                          },
                          [&](const Scan &s) {
                            Scan grid = s;
                            grid.level = Level::Grid;
                            host(std::move(grid));
                          },
                          [&](const Bins &b) {
                            Bins grid = b;
                            grid.level = Level::Grid;
                            host(std::move(grid));
                          },
                          [&](const For &l) { iterations(l); }, [&](const Branch &b) { branch(b); },
                          [&](const View &v) {
                            for (Value needs : hostNeeds(v, sides))
                              if (isOnDevice(needs))
                                return host(v);
                            out->push_back(v);
                          },
                          [&](const auto &other) { host(other); }},
               n);
  }

  void variable(const Variable &v) {
    if (isArray(v.value))
      return host(v);
    out->push_back(v);
  }

  /// A scalar that one launch computes and another one, or the host, reads is in a cell.
  void makeCells() {
    const AccessQuery launched(result, function);
    ir::ValueSet asked;
    for (Value v : result.readAtEnd)
      asked.insert(places.handle(v));
    const auto collect = [&](const auto &self, const Nodes &nodes) -> void {
      for (const Node &n : nodes) {
        for (Value v : hostNeeds(n, sides))
          if (v)
            asked.insert(places.handle(v));
        if (const auto *r = std::get_if<Read>(&n))
          asked.insert(places.handle(r->value));
        if (isHosts(n)) {
          forEachInside(n, [&](const Nodes &inner) { self(self, inner); });
          continue;
        }
        const auto *launch = std::get_if<Launch>(&n); // which values of it others ask for is not known yet
        for (Value v : launched.of(launch ? launch->body : Nodes{n}).fromOutside())
          asked.insert(v);
      }
    };
    collect(collect, result.entry);
    collect(collect, result.body);
    result.body = withCells(result.body, launched, asked);
  }

  void cell(Value v, ir::SourceLocation at, Nodes &into) {
    if (result.cells.insert(v))
      into.push_back(Cell{v, at});
  }

  Nodes withCells(const Nodes &nodes, const AccessQuery &launched, const ir::ValueSet &asked) {
    Nodes made;
    for (const Node &n : nodes) {
      Node own = n;
      if (const auto *launch = std::get_if<Launch>(&n)) {
        for (Value v : launched.of(launch->body).made)
          if (asked.contains(v) && !isArray(v) && sides.isOnDevice(v))
            cell(v, launch->location, made);
      } else if (const auto *reduce = std::get_if<Reduce>(&n)) {
        for (Value v : llvm::ArrayRef(reduce->statement->results).take_front(reduce->operators.size()))
          cell(v, reduce->statement->location, made);
      } else if (const auto *call = std::get_if<exec::Call>(&n)) {
        for (Value v : call->statement->results)
          if (!isArray(v))
            cell(v, call->statement->location, made);
      } else if (isHosts(n)) {
        std::visit(
            [&](auto &each) {
              if constexpr (requires { each.condition; })
                each.condition = withCells(each.condition, launched, asked);
              if constexpr (requires { each.body; })
                each.body = withCells(each.body, launched, asked);
              if constexpr (requires { each.operation; })
                each.operation = withCells(each.operation, launched, asked);
              if constexpr (requires { each.then; }) {
                each.then = withCells(each.then, launched, asked);
                each.otherwise = withCells(each.otherwise, launched, asked);
              }
            },
            own);
      }
      made.push_back(std::move(own));
    }
    return made;
  }
};

} // namespace

Tree withKernels(const Tree &tree, const ir::Function &function, const Sides &sides, const FreeLoops &free,
                 llvm::ArrayRef<Value> parameters) {
  return Launches(tree, function, sides, free).run(parameters);
}

} // namespace soac::schedule::device

#include "exec/Verifier.h"

#include "ir/text/Printer.h"
#include "support/Overloaded.h"

namespace soac::exec {

using ir::Value;

namespace {

class Verifier {
public:
  Verifier(const Tree &tree, const ir::Function &function) : tree(tree), function(function) {
    make(function.body.parameters);
    for (const Nodes *part : {&tree.entry, &tree.body, &tree.exit})
      nodes(*part, nullptr);
  }
  std::vector<std::string> problems;

private:
  const Tree &tree;
  const ir::Function &function;
  ir::ValueSet placed, made;

  void problem(Value v, const char *what) { problems.push_back(nameIn(function, v) + what); }

  void make(llvm::ArrayRef<Value> list) { made.insert(list.begin(), list.end()); }
  void read(Value v) {
    if (!v || function.values.asConstant(v) || !function.type(v).isScalar() || function.type(v).accumulator)
      return;
    const auto known = tree.handles.find(v);
    if (!made.contains(known == tree.handles.end() ? v : known->second))
      problem(v, " is read before it is made");
  }
  void read(const ir::Statement &s) {
    forEachOperand(s.op, [&](Value v) { read(v); });
  }

  void nodes(const Nodes &list, const For *around) {
    for (const Node &n : list)
      node(n, around);
  }
  void node(const Node &node, const For *around) {
    std::visit(Overloaded{[&](const Alloc &a) { alloc(a, around); },
                          [&](const Slot &s) { workspace(s.value, around); },
                          [&](const OneOf<Let, View, Call> auto &n) {
                            read(*n.statement);
                            make(n.statement->results);
                          },
                          [&](const OneOf<Copy, Check> auto &n) { read(*n.statement); },
                          [&](const Bind &b) {
                            read(b.operand);
                            read(b.index);
                            make(b.parameter);
                          },
                          [&](const Variable &v) {
                            read(v.start);
                            make(v.value);
                          },
                          [&](const Save &s) { read(s.value); },
                          [&](const Assign &a) {
                            read(a.value);
                            read(a.variable);
                            compound(a.compound);
                          },
                          [&](const Store &n) {
                            read(*n.statement);
                            compound(n.compound);
                          },
                          [&](const Put &p) { put(p, around); },
                          [&](const Swap &s) {
                            if (!around)
                              problem(s.carried, " is swapped outside of a loop");
                          },
                          [&](const Cell &c) { make(c.value); },
                          [&](const Read &r) { read(r.value); },
                          [&](const Launch &l) { nodes(l.body, around); },
                          [&](const Scope &s) { nodes(s.body, around); },
                          [&](const With &w) {
                            read(*w.statement);
                            nodes(w.body, around);
                          },
                          [&](const For &l) { loop(l, around); },
                          [&](const Reduce &r) {
                            loop(r, around);
                            make(r.statement->results);
                          },
                          [&](const Scan &s) { combine(s, std::get<ir::Scan>(s.statement->op).op, around); },
                          [&](const Bins &b) { combine(b, std::get<ir::ReduceByIndex>(b.statement->op).op, around); },
                          [&](const Branch &b) {
                            read(*b.statement);
                            nodes(b.then, around);
                            nodes(b.otherwise, around);
                          }},
               node);
  }

  /// A scan or a histogram.
  template <class N> void combine(const N &n, const ir::Block &op, const For *around) {
    read(*n.statement);
    for (const Elements &e : n.sources) {
      if (e.value)
        make(e.index);
      nodes(e.body, around);
      read(e.value);
    }
    make(op.parameters);
    nodes(n.combine, around);
  }

  void put(const Put &p, const For *around) {
    read(p.value);
    read(p.index);
    if (!around)
      problem(p.result, " gets an element outside of a loop");
  }

  void compound(const std::optional<Compound> &c) {
    if (c)
      read(c->operand);
  }

  void workspace(Value v, const For *around) {
    if (around && !around->usesWorkspace)
      problem(v, " is in the workspace, which its iteration does not have");
  }

  void alloc(const Alloc &a, const For *around) {
    if (!a.isBeside && !placed.insert(a.value))
      problem(a.value, " is in two places");
    if (a.extents.size() != function.type(a.value).rank)
      problem(a.value, " has not as many extents as its rank");
    if (a.space == Space::Workspace || a.space == Space::Overlay)
      workspace(a.value, around);
    if (a.space == Space::Row && !around)
      problem(a.value, " is a row outside of a loop");
    if (a.space == Space::Stack)
      stack(a);
    if ((a.init == Alloc::Init::Fill || a.init == Alloc::Init::Copy) && !a.source && !a.isBeside)
      problem(a.value, " begins with nothing");
    read(a.source);
  }

  void stack(const Alloc &a) {
    std::int64_t elements = 1;
    for (const Dim &d : a.extents)
      elements *= (d.isExtent ? std::nullopt : function.values.asInt(d.value)).value_or(65);
    if (elements > 64)
      problem(a.value, " is too large for the stack");
  }

  void loop(const For &l, const For *around) {
    if (l.level == Level::Threads && around && (around->level == Level::Threads || around->isVector))
      problems.push_back("threads inside of threads: " + headline(function, *l.statement));
    if (l.isVector && l.usesWorkspace && !std::holds_alternative<ir::Loop>(l.statement->op))
      problems.push_back("lanes with a workspace: " + headline(function, *l.statement));
    if (!l.accumulators.empty() && l.level == Level::Sequential)
      problems.push_back("copies of accumulators without threads: " + headline(function, *l.statement));
    read(*l.statement);
    forEachBlock(l.statement->op, [&](const ir::Block &b) {
      if (l.count && !b.parameters.empty())
        make(b.parameters[0]);
    });
    nodes(l.condition, &l);
    nodes(l.body, &l);
    nodes(l.operation, &l);
  }
};

} // namespace

std::vector<std::string> verify(const Tree &tree, const ir::Function &function) {
  return std::move(Verifier(tree, function).problems);
}

} // namespace soac::exec

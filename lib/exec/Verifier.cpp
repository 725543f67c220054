#include "exec/Verifier.h"

#include "ir/text/Printer.h"
#include "support/Overloaded.h"

namespace soac::exec {

using ir::Value;

namespace {

class Verifier {
public:
  explicit Verifier(const ir::Function &function) : function(function) {}
  std::vector<std::string> problems;

  void nodes(const Nodes &list, const For *around) {
    for (const Node &node : list)
      std::visit(Overloaded{[&](const Alloc &a) { alloc(a, around); },
                            [&](const Slot &s) { workspace(s.value, around); }, [](const Step &) {},
                            [&](const Scope &s) { nodes(s.body, around); }, [&](const For &l) { loop(l, around); },
                            [&](const Branch &b) {
                              nodes(b.then, around);
                              nodes(b.otherwise, around);
                            }},
                 node);
  }

private:
  const ir::Function &function;
  ir::ValueSet placed;

  void problem(Value v, const char *what) { problems.push_back(nameIn(function, v) + what); }

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
    nodes(l.body, &l);
  }
};

} // namespace

std::vector<std::string> verify(const Tree &tree, const ir::Function &function) {
  Verifier verifier(function);
  verifier.nodes(tree.body, nullptr);
  return std::move(verifier.problems);
}

} // namespace soac::exec

#include "schedule/device/ThreadWork.h"

#include "support/Overloaded.h"

namespace soac::schedule::device {

using namespace exec;

bool isThreadWork(const Node &node) {
  return std::visit(Overloaded{[](const Put &p) { return p.how != Put::How::LateRow; },
                               [](const exec::Call &c) {
                                 const ir::Op &op = c.statement->op;
                                 return !std::holds_alternative<ir::Argsort>(op) &&
                                        !std::holds_alternative<ir::Repeated>(op) &&
                                        !std::holds_alternative<ir::Call>(op);
                               },
                               [](const Scan &) { return false; }, [](const Bins &) { return false; },
                               [](const auto &) { return true; }},
                    node);
}

std::string placed(const char *why, ir::SourceLocation at, const ir::Function &function) {
  const std::string place = function.placeOf(at);
  return place.empty() ? why : place + ": " + why;
}

namespace {

class Search {
public:
  explicit Search(const ir::Function &function) : function(function) {}

  std::string reason;

  void look(const Nodes &nodes) {
    for (const Node &node : nodes) {
      look(node);
      forEachInside(node, [&](const Nodes &inner) { look(inner); });
    }
  }

private:
  const ir::Function &function;

  void note(const char *why, ir::SourceLocation at) {
    if (reason.empty())
      reason = placed(why, at, function);
  }
  void memory(ir::SourceLocation at) {
    note("a function that calls itself makes or copies an array whose size is not a small constant", at);
  }
  static bool isOutside(const ir::Statement &s) { return std::holds_alternative<ir::Call>(s.op); }

  void look(const Node &node) {
    std::visit(Overloaded{[&](const Alloc &a) {
                            if (a.space != Space::Row && a.space != Space::Stack)
                              memory(a.location);
                          },
                          [&](const Slot &s) { memory(s.location); },
                          [&](const Let &l) {
                            if (isOutside(*l.statement))
                              outside(*l.statement);
                          },
                          [&](const exec::Call &c) {
                            if (isOutside(*c.statement))
                              outside(*c.statement);
                            else if (!isThreadWork(node))
                              sorts(c.statement->location);
                          },
                          [&](const Scan &s) { sorts(s.statement->location); },
                          [&](const Bins &b) { sorts(b.statement->location); }, [](const auto &) {}},
               node);
  }
  void outside(const ir::Statement &s) { note("a function whose body is not visible is called", s.location); }
  void sorts(ir::SourceLocation at) { note("a function that calls itself sorts, scans or counts", at); }
};

} // namespace

std::string notForThread(const Tree &tree, const ir::Function &function) {
  Search search(function);
  search.look(tree.entry);
  search.look(tree.body);
  return search.reason;
}

} // namespace soac::schedule::device

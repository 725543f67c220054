#include "exec/Printer.h"

#include "ir/text/Printer.h"
#include "support/Overloaded.h"

namespace soac::exec {

namespace {

const char *name(Space s) {
  switch (s) {
  case Space::Returned: return "returned";
  case Space::Stack: return "stack";
  case Space::Row: return "row";
  case Space::Slot: return "slot";
  case Space::Overlay: return "overlay";
  case Space::Workspace: return "workspace";
  }
  return "";
}

const char *name(Alloc::Init init) {
  switch (init) {
  case Alloc::Init::None: return "alloc";
  case Alloc::Init::Fill: return "fill";
  case Alloc::Init::Copy: return "copy";
  case Alloc::Init::Pack: return "pack";
  }
  return "";
}

class Printer {
public:
  Printer(const ir::Function &function, llvm::raw_ostream &out) : function(function), out(out) {}

  void nodes(const Nodes &list, unsigned depth) {
    for (const Node &node : list) {
      out.indent(2 * depth);
      std::visit([&](const auto &n) { print(n, depth); }, node);
    }
  }

private:
  const ir::Function &function;
  llvm::raw_ostream &out;

  std::string text(const Dim &d) const {
    const std::string value = nameIn(function, d.value);
    return d.isExtent ? "extent(" + value + ", " + std::to_string(d.dimension) + ")" : value;
  }
  std::string text(const ir::Statement &s) const {
    const std::string line = headline(function, s);
    return llvm::StringRef(line).rtrim("{ ").str();
  }
  std::string text(const Extents &extents) const {
    std::string list;
    for (const Dim &d : extents)
      list += (list.empty() ? "" : ", ") + text(d);
    return "[" + list + "]";
  }

  void print(const Alloc &a, unsigned) {
    out << name(a.init) << (a.isBeside ? " beside " : " ") << nameIn(function, a.value) << ' ' << text(a.extents) << " in "
        << name(a.space) << '\n';
  }
  void print(const Slot &s, unsigned) {
    out << "slot " << nameIn(function, s.value) << ' ' << text(s.extents) << (s.hasSpare ? " and a spare\n" : "\n");
  }
  void print(const Step &s, unsigned) { out << text(*s.statement) << '\n'; }
  void print(const Scope &s, unsigned depth) {
    out << "scope {\n";
    nodes(s.body, depth + 1);
    out.indent(2 * depth) << "}\n";
  }
  void print(const For &l, unsigned depth) {
    out << (l.level == Level::Threads ? "threads " : "") << (l.isVector ? "lanes " : "") << "for "
        << (l.count ? text(*l.count) : "while") << (l.mayFail ? " may fail" : "")
        << (l.usesWorkspace ? " with workspace" : "") << ": " << text(*l.statement) << " {\n";
    nodes(l.body, depth + 1);
    out.indent(2 * depth) << "}\n";
  }
  void print(const Branch &b, unsigned depth) {
    out << "branch: " << text(*b.statement) << " {\n";
    nodes(b.then, depth + 1);
    out.indent(2 * depth) << "} else {\n";
    nodes(b.otherwise, depth + 1);
    out.indent(2 * depth) << "}\n";
  }
};

} // namespace

void print(const Tree &tree, const ir::Function &function, llvm::raw_ostream &out) {
  out << "exec @" << function.name << (tree.usesWorkspace ? " with workspace {\n" : " {\n");
  Printer(function, out).nodes(tree.body, 1);
  out << "}\n";
}

std::string toString(const Tree &tree, const ir::Function &function) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(tree, function, out);
  return text;
}

} // namespace soac::exec

#include "exec/Printer.h"

#include "ir/text/Printer.h"
#include "prims/Prims.h"

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
  case Alloc::Init::Given: return "given";
  }
  return "";
}

const char *name(Put::How how) {
  switch (how) {
  case Put::How::Element: return "put ";
  case Put::How::Row: return "put row ";
  case Put::How::LateRow: return "put row of late shape ";
  }
  return "";
}

const char *name(Level level) {
  switch (level) {
  case Level::Threads: return "threads ";
  case Level::Grid: return "grid ";
  case Level::Sequential: return "";
  }
  return "";
}

class Printer {
public:
  Printer(const ir::Function &function, llvm::raw_ostream &out) : names(function), out(out) {}

  void nodes(const Nodes &list, unsigned depth) {
    for (const Node &node : list) {
      out.indent(2 * depth);
      std::visit([&](const auto &n) { print(n, depth); }, node);
    }
  }

private:
  const ir::Names names;
  llvm::raw_ostream &out;

  std::string text(const Dim &d) const {
    const std::string value = names.of(d.value);
    return d.isExtent ? "extent(" + value + ", " + std::to_string(d.dimension) + ")" : value;
  }
  std::string text(const ir::Statement &s) const {
    const std::string line = names.headline(s);
    return llvm::StringRef(line).rtrim("{ ").str();
  }
  std::string text(const Extents &extents) const {
    std::string list;
    for (const Dim &d : extents)
      list += (list.empty() ? "" : ", ") + text(d);
    return "[" + list + "]";
  }

  std::string text(ir::Value v) const { return names.of(v); }
  std::string text(const std::optional<Compound> &c) const {
    return c ? " by " + std::string(prims::info(c->prim).name) + " " + text(c->operand) : "";
  }
  void inner(const Nodes &list, unsigned depth, const char *end = "}\n") {
    nodes(list, depth + 1);
    out.indent(2 * depth) << end;
  }

  void print(const Alloc &a, unsigned) {
    out << name(a.init) << (a.isBeside ? " beside " : " ") << text(a.value) << ' ' << text(a.extents) << " in "
        << name(a.space) << (a.of ? " of " + text(a.of) : "") << (a.source ? " from " + text(a.source) : "") << '\n';
  }
  void print(const Slot &s, unsigned) {
    out << (s.start ? "slot " : "late slot ") << text(s.value) << ' ' << text(s.extents)
        << (s.hasSpare ? " and a spare" : "")
        << (s.start ? (s.beginsWithCopy ? " = copy of " : " = ") + text(s.start) : "") << '\n';
  }
  void print(const Let &l, unsigned) { out << (l.isInlined ? "inline " : "let ") << text(*l.statement) << '\n'; }
  void print(const Bind &b, unsigned) {
    out << (b.isInlined ? "inline " : "bind ") << text(b.parameter) << " = " << text(b.operand)
        << (b.index ? "[" + text(b.index) + "]" : "") << '\n';
  }
  void print(const Variable &v, unsigned) {
    out << "variable " << text(v.value) << (v.start ? " = " + text(v.start) : "") << '\n';
  }
  void print(const Save &s, unsigned) { out << "save " << text(s.value) << " for " << text(s.target) << '\n'; }
  void print(const Assign &a, unsigned) {
    out << "assign " << text(a.variable) << " = " << (a.isSaved ? "saved " : "") << text(a.value) << text(a.compound)
        << '\n';
  }
  void print(const View &v, unsigned) {
    out << (v.isOfPointer ? "view behind " : "view ") << text(*v.statement) << '\n';
  }
  void print(const Store &s, unsigned) { out << "store " << text(*s.statement) << text(s.compound) << '\n'; }
  void print(const Copy &c, unsigned) { out << "copy in " << text(*c.statement) << '\n'; }
  void print(const Put &p, unsigned) {
    out << name(p.how) << text(p.result) << '[' << text(p.index) << "] = " << (p.isSaved ? "saved " : "")
        << text(p.value) << '\n';
  }
  void print(const Swap &s, unsigned) {
    out << "swap " << text(s.carried) << ", " << (s.isOfCopy ? "copy of " : "") << text(s.next) << " in slot of "
        << text(s.slot) << (s.otherSlot ? ", which goes to that of " + text(s.otherSlot) : "") << '\n';
  }
  void print(const Check &c, unsigned) { out << text(*c.statement) << '\n'; }
  void print(const Call &c, unsigned) { out << "call " << text(*c.statement) << '\n'; }
  void print(const Cell &c, unsigned) { out << "cell " << text(c.value) << '\n'; }
  void print(const Read &r, unsigned) { out << "read " << text(r.value) << '\n'; }
  void print(const Launch &l, unsigned depth) {
    out << "launch {\n";
    inner(l.body, depth);
  }
  void print(const Scope &s, unsigned depth) {
    out << "scope {\n";
    inner(s.body, depth);
  }
  void print(const With &w, unsigned depth) {
    out << "with " << text(*w.statement) << " {\n";
    inner(w.body, depth);
  }
  void head(const For &l) {
    out << name(l.level) << (l.isVector ? l.isInterleaved ? "interleaved lanes " : "lanes " : "");
    if (!l.sums.empty())
      out << "and sums ";
    if (l.addsSums)
      out << "sums ";
    if (l.depth > 1)
      out << "of " << l.depth << " loops " << (l.readsColumns ? "by columns " : "");
  }
  void iterations(const For &l, unsigned depth) {
    out << (l.count ? text(*l.count) : "while") << (l.mayFail ? " may fail" : "")
        << (l.usesWorkspace ? " with workspace" : "");
    for (ir::Value v : l.accumulators)
      out << (llvm::is_contained(l.copied, v) ? " adds to copies of " : " adds to ") << text(v);
    out << ": " << text(*l.statement) << " {\n";
    if (!l.count)
      inner(l.condition, depth, "} {\n");
    inner(l.body, depth, l.operation.empty() ? "}\n" : "} then {\n");
    if (!l.operation.empty())
      inner(l.operation, depth);
  }
  void print(const For &l, unsigned depth) {
    head(l);
    out << "for ";
    iterations(l, depth);
  }
  void print(const Reduce &r, unsigned depth) {
    head(r);
    out << "reduce ";
    for (Operator op : r.operators)
      out << spelling(op) << ' ';
    iterations(r, depth);
  }
  void print(const Scan &s, unsigned depth) {
    out << name(s.level) << "scan: " << text(*s.statement) << " {\n";
    sources(s.sources, depth);
    inner(s.combine, depth);
  }
  void print(const Bins &b, unsigned depth) {
    out << name(b.level) << "bins: " << text(*b.statement) << " {\n";
    sources(b.sources, depth);
    inner(b.combine, depth);
  }
  void sources(llvm::ArrayRef<Elements> list, unsigned depth) {
    for (const Elements &e : list)
      if (e.value) {
        out.indent(2 * depth + 2) << "element " << text(e.index) << " of " << text(e.array) << " {\n";
        nodes(e.body, depth + 2);
        out.indent(2 * depth + 2) << "} is " << text(e.value) << '\n';
      }
  }
  void print(const Branch &b, unsigned depth) {
    out << "branch: " << text(*b.statement) << " {\n";
    inner(b.then, depth, "} else {\n");
    inner(b.otherwise, depth);
  }
};

} // namespace

const char *spelling(Operator op) {
  switch (op) {
  case Operator::Plus: return "plus";
  case Operator::Times: return "times";
  case Operator::Minimum: return "minimum";
  case Operator::Maximum: return "maximum";
  }
  return "";
}

void print(const Tree &tree, const ir::Function &function, llvm::raw_ostream &out) {
  out << "exec @" << function.name << (tree.usesWorkspace ? " with workspace {\n" : " {\n");
  Printer printer(function, out);
  printer.nodes(tree.entry, 1);
  if (!tree.entry.empty())
    out << "body:\n";
  printer.nodes(tree.body, 1);
  if (!tree.exit.empty())
    out << "exit:\n";
  printer.nodes(tree.exit, 1);
  out << "}\n";
}

std::string toString(const Tree &tree, const ir::Function &function) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(tree, function, out);
  return text;
}

} // namespace soac::exec

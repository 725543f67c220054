// The namespaces of a generated file.
#pragma once

#include "emit/Text.h"
#include "interface/Interface.h"

namespace soac::emit {

/// Writes pieces in their namespaces; neighbours share a namespace block.
class Spaces {
public:
  Spaces(const interface::Unit &unit, Text &out) : unit(unit), out(out) {}
  ~Spaces() { enter(""); }
  void enter(const std::string &name) {
    if (name == current)
      return;
    if (!current.empty()) {
      out.line(interface::linesOf(current, unit.inlineNamespaces).close);
      out.blank();
    }
    current = name;
    if (!current.empty()) {
      out.line(interface::linesOf(current, unit.inlineNamespaces).open);
      out.blank();
    }
  }

private:
  const interface::Unit &unit;
  Text &out;
  std::string current;
};

} // namespace soac::emit

// Lines of C++ with their indentation. Pieces are written separately and put together.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>

#include <string>

namespace soac::emit {

class Text {
public:
  void line(const llvm::Twine &text) { lines += std::string(2 * depth, ' ') + text.str() + "\n"; }
  void blank() { lines += "\n"; }
  void open(const llvm::Twine &text) {
    line(text);
    ++depth;
  }
  void close(const llvm::Twine &text) {
    --depth;
    line(text);
  }
  void indent() { ++depth; }
  void dedent() { --depth; }
  /// Appends another piece, which was written at this depth.
  void append(const Text &piece) { lines += piece.lines; }
  /// An empty piece at this depth, or one deeper.
  Text piece(bool deeper = false) const {
    Text t;
    t.depth = depth + (deeper ? 1 : 0);
    return t;
  }
  bool empty() const { return lines.empty(); }
  const std::string &str() const { return lines; }

private:
  std::string lines;
  unsigned depth = 0;
};

} // namespace soac::emit

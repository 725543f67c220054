// Lines of C++ with their indentation. Pieces are written separately and put together.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>

#include <string>

namespace soac::emit {

class Text {
public:
  void line(const llvm::Twine &text) { written += std::string(2 * depth, ' ') + text.str() + "\n"; }
  void blank() { written += "\n"; }
  /// Lines as they are.
  void lines(llvm::StringRef text) { written += text; }
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
  void append(const Text &piece) { written += piece.written; }
  /// An empty piece at this depth, or one deeper.
  Text piece(bool deeper = false) const {
    Text t;
    t.depth = depth + (deeper ? 1 : 0);
    return t;
  }
  bool empty() const { return written.empty(); }
  const std::string &str() const { return written; }

private:
  std::string written;
  unsigned depth = 0;
};

} // namespace soac::emit

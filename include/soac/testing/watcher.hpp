// What a check tells of its progress to the process that runs it (attempt.hpp), where there is one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace soac::testing::detail {

enum class stage { primal, derivative };

/// Which memory ends where pages do: that of copies of arguments, exactly; all that the function allocates, nearly.
enum class guarding { off, copies, all };

class watcher {
public:
  /// The function or a derivative is called next.
  virtual void enter(stage) = 0;
  /// From now on; gives what was before.
  virtual guarding guard(guarding) = 0;
  /// An array of an argument, for messages.
  virtual void know(const std::string &name, const void *data, std::size_t size, std::size_t element) = 0;
  /// What was chosen for the point, as source::choices.
  virtual void chose(const std::vector<std::string> &choices) = 0;
  /// The function has a value at the point.
  virtual void has_value() = 0;

protected:
  ~watcher() = default;
};

inline watcher *watching = nullptr;

inline void entering(stage s) {
  if (watching)
    watching->enter(s);
}

/// While it lives.
class guard_scope {
  guarding before = guarding::off;

public:
  explicit guard_scope(guarding g) { before = watching ? watching->guard(g) : before; }
  ~guard_scope() {
    if (watching)
      watching->guard(before);
  }
  guard_scope(const guard_scope &) = delete;
  guard_scope &operator=(const guard_scope &) = delete;
};

/// A copy of arguments for one call.
template <class T> T copy_of(const T &arguments) {
  const guard_scope scope(guarding::copies);
  return arguments;
}

/// The first value of the function at a point.
template <class Call> auto first_value(Call &&call) {
  const guard_scope scope(guarding::all);
  entering(stage::primal);
  auto value = call();
  if (watching)
    watching->has_value();
  return value;
}

} // namespace soac::testing::detail

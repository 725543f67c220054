// Preloaded into a program: SIGKILL at the KILL_AT-th call that changes a file, numbered from 1; a write is cut in half.
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace {

bool isTheOne() {
  static int calls = 0;
  const char *at = std::getenv("KILL_AT");
  return at && ++calls == std::atoi(at);
}

template <class Function> Function *next(const char *name) { return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name)); }

} // namespace

extern "C" {

ssize_t write(int file, const void *bytes, size_t count) {
  const bool ends = file > 2 && isTheOne();
  const ssize_t result = next<decltype(write)>("write")(file, bytes, ends ? count / 2 : count);
  if (ends)
    std::raise(SIGKILL);
  return result;
}

int rename(const char *from, const char *to) {
  if (isTheOne())
    std::raise(SIGKILL);
  const int result = next<decltype(rename)>("rename")(from, to);
  if (isTheOne())
    std::raise(SIGKILL);
  return result;
}
}

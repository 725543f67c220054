// A check in a process of its own, which may fail, throw, touch what it may not, or never end.
#pragma once

#include "soac/testing/guard.hpp"
#include "soac/testing/numbers.hpp"
#include "soac/testing/watcher.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace soac::testing::detail {

enum class ending { finished, threw, out_of_range, crashed, timed_out };

/// What is seen of an attempt from outside. Lies in memory that both processes have.
struct outcome {
  ending how;
  bool in_derivative; ///< it ended in f_jvp, f_vjp or an operator, not in f
  bool not_finite, has_numbers, is_compared;
  char array[200]; ///< out_of_range: the name of the array,
  std::int64_t index, size; ///< the index, and the array's size
  char choices[4000]; ///< the names of what was chosen without a setting, as source::choices
  char text[20000];   ///< failures, or what was thrown; why the point says nothing of derivatives
  char unsettled[400], singular[400];
};

inline outcome *current = nullptr;

template <std::size_t N> void put(char (&to)[N], const std::string &from) {
  const std::size_t n = std::min(from.size(), N - 1);
  std::memcpy(to, from.data(), n);
  to[n] = '\0';
}

inline void on_signal(int, siginfo_t *info, void *) {
  const guard::access at = guard::access_at(info->si_addr);
  current->how = at.array ? ending::out_of_range : ending::crashed;
  if (at.array) {
    put(current->array, at.array->name);
    current->index = at.index;
    current->size = static_cast<std::int64_t>(at.array->size);
  } else if (at.bytes > 0) {
    put(current->text, "it uses what lies behind the end of one of its arrays, of " + std::to_string(at.bytes) + " bytes");
  }
  _exit(1);
}

/// The size of what the process has mapped already; 0 where that is not known.
inline rlim_t mapped_bytes() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

/// In the new process: faults are reported, and what takes too long ends.
inline void begin_attempt() {
  alignas(16) static char stack[1 << 16];
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS})
    sigaction(signal, &action, nullptr);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if defined(__has_feature)
#define SOAC_TESTING_FEATURE(name) __has_feature(name)
#else
#define SOAC_TESTING_FEATURE(name) 0
#endif
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !SOAC_TESTING_FEATURE(address_sanitizer) &&     \
    !SOAC_TESTING_FEATURE(thread_sanitizer) && !SOAC_TESTING_FEATURE(memory_sanitizer)
  const rlim_t most = mapped_bytes() + (rlim_t{8} << 30);
  const rlimit memory{most, most};
  setrlimit(RLIMIT_AS, &memory);
#endif
#undef SOAC_TESTING_FEATURE
}

/// From now on the process has this many seconds.
inline void give_seconds(int seconds) {
  for (const auto &[timer, factor] : {std::pair(ITIMER_VIRTUAL, 1), std::pair(ITIMER_REAL, 20)}) {
    itimerval time{};
    time.it_value.tv_sec = seconds * factor;
    setitimer(timer, &time, nullptr);
  }
}

/// Notes what the process does next.
class attempt_watcher final : public watcher {
public:
  void enter(stage s) override { current->in_derivative = s == stage::derivative; }
  guarding guard(guarding g) override {
    const guarding before = guarded;
    guarded = g;
    guard::now = g == guarding::off ? guard::mode::off : g == guarding::copies ? guard::mode::exact : guard::mode::aligned;
    guard::left = 20000;
    return before;
  }
  void know(const std::string &name, const void *data, std::size_t size, std::size_t element) override {
    for (guard::known_array &a : guard::arrays)
      if (a.data == data) {
        a = {name, data, size, element};
        return;
      }
    guard::arrays.push_back({name, data, size, element});
  }
  void chose(const std::vector<std::string> &choices) override {
    std::string all = "\n";
    for (const std::string &name : choices)
      all += name + "\n";
    put(current->choices, all);
  }
  /// Differences and derivatives take as long as a thousand values at the most; near the point the function may not end.
  void has_value() override {
    const double value = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    give_seconds(static_cast<int>(std::fmin(40, 2 + 1000 * value)));
  }

private:
  guarding guarded = guarding::off;
};

inline outcome *shared_outcome() {
  static void *const memory =
      mmap(nullptr, sizeof(outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return static_cast<outcome *>(memory);
}

inline void run_attempt(const std::function<report()> &check) {
  try {
    const report r = check();
    current->not_finite = r.not_finite;
    current->has_numbers = r.has_numbers;
    current->is_compared = r.is_compared;
    put(current->text, r.failures);
    put(current->unsettled, r.unsettled);
    put(current->singular, r.singular);
    current->how = ending::finished;
  } catch (const std::exception &error) {
    put(current->text, error.what());
    current->how = ending::threw;
  } catch (...) {
    put(current->text, "an object that is no std::exception");
    current->how = ending::threw;
  }
}

/// Runs `check` in a new process and says how that ended.
inline outcome attempt(const std::function<report()> &check) {
  outcome *const shared = shared_outcome();
  *shared = outcome{};
  shared->how = ending::crashed;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    current = shared;
    begin_attempt();
    give_seconds(1); // f at a first point: others are tried where it takes more
    attempt_watcher watcher;
    watching = &watcher;
    run_attempt(check);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) {
    put(shared->text, "no new process can be started");
  } else if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const bool is_time = signal == SIGVTALRM || signal == SIGALRM;
    shared->how = is_time ? ending::timed_out : ending::crashed;
    put(shared->text, is_time ? "it does not end in time" : strsignal(signal));
  } else if (shared->how == ending::crashed) {
    if (!shared->text[0])
      put(shared->text, "it ends the program or touches memory that it may not");
  }
  return *shared;
}

} // namespace soac::testing::detail

// Functions on stacks of their own, which they leave and are resumed on.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <memory>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define SOAC_SHIM_TELLS_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SOAC_SHIM_TELLS_ASAN
#endif
#endif
// It knows one stack of a thread, unless it is told of others (sanitizer/common_interface_defs.h).
#ifdef SOAC_SHIM_TELLS_ASAN
extern "C" void __sanitizer_start_switch_fiber(void **, const void *, std::size_t);
extern "C" void __sanitizer_finish_switch_fiber(void *, const void **, std::size_t *);
#else
inline void __sanitizer_start_switch_fiber(void **, const void *, std::size_t) {}
inline void __sanitizer_finish_switch_fiber(void *, const void **, std::size_t *) {}
#endif

namespace shim {

/// A context is for the first steps on a stack alone: exchanging contexts costs a system call each time.
class Stack {
public:
  static constexpr std::size_t bytes = 1 << 17;

  /// Runs the function, which never returns, on a new stack until it leaves.
  void start(void (*function)()) {
    memory = std::make_unique<char[]>(bytes);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = memory.get();
    context.uc_stack.ss_size = bytes;
    context.uc_link = nullptr;
    makecontext(&context, first, 0);
    to_start = function;
    if (_setjmp(outside) == 0) {
      __sanitizer_start_switch_fiber(nullptr, memory.get(), bytes);
      setcontext(&context);
    }
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  }

  /// Goes on with the function where it has left, until it leaves again.
  void resume() {
    if (_setjmp(outside) == 0) {
      __sanitizer_start_switch_fiber(nullptr, memory.get(), bytes);
      std::longjmp(inside, 1);
    }
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  }

  /// For the function: goes on with who has started or resumed it.
  void leave() {
    if (_setjmp(inside) == 0) {
      __sanitizer_start_switch_fiber(nullptr, outside_memory, outside_bytes);
      std::longjmp(outside, 1);
    }
    arrive();
  }

private:
  static void first() {
    arrive();
    to_start();
  }
  static void arrive() { __sanitizer_finish_switch_fiber(nullptr, &outside_memory, &outside_bytes); }

  std::unique_ptr<char[]> memory;
  std::jmp_buf inside;
  static inline void (*to_start)() = nullptr;
  static inline std::jmp_buf outside;
  static inline const void *outside_memory = nullptr;
  static inline std::size_t outside_bytes = 0;
};

} // namespace shim

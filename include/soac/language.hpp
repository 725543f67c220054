// Says what the library needs, before other headers make errors of their own.
#pragma once

#if __cplusplus < 202002L
#error "soac needs C++20: give the compiler -std=c++20 or later"
#endif

// The cases' native side: every function of Cases*.cpp by name. The same files are read by the frontend in the test,
// which compares what the IR computes with what the compiler's code computes.
#pragma once

#include <string>
#include <vector>

namespace cases {

struct Case {
  std::string name;
  double (*scalar)(double, double) = nullptr;     ///< of two numbers
  double (*array)(const double *, int) = nullptr; ///< of an array
  void (*inOut)(double *, int) = nullptr;         ///< changes an array
};

inline Case make(const char *name, double (*f)(double, double)) { return {name, f, nullptr, nullptr}; }
inline Case make(const char *name, double (*f)(const double *, int)) { return {name, nullptr, f, nullptr}; }
inline Case make(const char *name, void (*f)(double *, int)) { return {name, nullptr, nullptr, f}; }

std::vector<Case> scalarCases();
std::vector<Case> controlCases();
std::vector<Case> arrayCases();
std::vector<Case> recordCases();

} // namespace cases

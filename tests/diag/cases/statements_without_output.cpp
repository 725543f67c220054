// Output that is left out: each place is noted, and what it does besides stays.
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <string>

#pragma soac differentiate(vjp, jvp)
double finePrinted(double x) {
  std::printf("%g\n", x);                         // note: output-dropped
  std::cout << "x = " << std::setprecision(3) << x // note: output-dropped
            << std::endl;
  if (x < 0)
    std::fprintf(stderr, "negative\n"); // note: output-dropped
  std::cerr.flush();                    // note: output-dropped
  (void)std::puts("end");               // note: output-dropped
  return x * x;
}

static double log(double x, std::ostream &out, std::FILE *file) {
  out << std::string(3, '-') << x << '\n'; // note: output-dropped
  std::fputs("log", file);                 // note: output-dropped
  return std::sin(x);
}

#pragma soac differentiate(vjp)
double fineHelped(double x) { return log(x, std::cout, stderr); }

#pragma soac differentiate(vjp)
double reads(double x) {
  std::cin >> x; // error: output
  return x;
}

#pragma soac differentiate(vjp)
double usesTheResult(double x) {
  const int n = std::printf("%g\n", x); // error: output
  return n * x;
}

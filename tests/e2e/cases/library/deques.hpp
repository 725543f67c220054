#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <stdexcept>

namespace deques {

struct Task {
  double weight;
  int level;
};

/// A user's own vector of at most N elements.
template <class T, std::size_t N> class SmallVector {
public:
  SmallVector() = default;
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T &operator[](std::size_t i) { return elements[i]; }
  const T &operator[](std::size_t i) const { return elements[i]; }
  T *begin() { return elements.data(); }
  T *end() { return elements.data() + count; }
  T &back() { return elements[count - 1]; }
  void push_back(const T &x) {
    if (count == N)
      throw std::length_error("SmallVector is full");
    elements[count++] = x;
  }
  void pop_back() { --count; }
  void erase(std::size_t at) {
    for (std::size_t i = at + 1; i < count; ++i)
      elements[i - 1] = elements[i];
    --count;
  }

private:
  std::array<T, N> elements{};
  std::size_t count = 0;
};

double window(const double *x, int n, int width);
double given(const std::deque<double> &x, double a);
void scaled(std::deque<double> &x, double a);
std::deque<double> spread(double a, int n);
double tasks(double a, double b);
double both_ends(const double *x, int n);
double positions(double a, double b);
double small(const double *x, int n, double limit);

} // namespace deques

#include "work_lists.hpp"

#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <stack>
#include <utility>
#include <vector>

static double integrand(double x) { return std::exp(-x * x) + std::sqrt(x + 1.0); }

// Simpson's rule on intervals that are halved until halves agree.
#pragma soac differentiate(vjp, jvp)
double adaptive_integral(double a, double b, int digits) {
  struct interval {
    double a, b, whole;
  };
  const auto simpson = [](double l, double r) {
    return (r - l) / 6 * (integrand(l) + 4 * integrand((l + r) / 2) + integrand(r));
  };
  const double tolerance = std::pow(10.0, -digits);
  std::stack<interval> left;
  left.push({a, b, simpson(a, b)});
  double sum = 0;
  while (!left.empty()) {
    const interval now = left.top();
    left.pop();
    const double middle = (now.a + now.b) / 2;
    const double first = simpson(now.a, middle), second = simpson(middle, now.b);
    if (std::fabs(first + second - now.whole) < tolerance) {
      sum += first + second;
    } else {
      left.push({now.a, middle, first});
      left.push({middle, now.b, second});
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double huffman(const std::vector<double> &weights) {
  std::priority_queue<double, std::vector<double>, std::greater<double>> heap;
  for (double w : weights)
    heap.push(w * w);
  double cost = 0;
  while (heap.size() > 1) {
    const double a = heap.top();
    heap.pop();
    const double b = heap.top();
    heap.pop();
    cost += a + b;
    heap.push(a + b);
  }
  return cost;
}

// Codes below zero are operations on what is on the stack, others the number of an operand.
#pragma soac differentiate(vjp, jvp)
double postfix(const std::vector<int> &program, const std::vector<double> &x) {
  std::vector<double> stack;
  for (int code : program) {
    if (code >= 0) {
      stack.push_back(x[code]);
      continue;
    }
    const double b = stack.back();
    stack.pop_back();
    if (code == -4) {
      stack.push_back(std::sin(b));
      stack.push_back(b);
      continue;
    }
    const double a = stack.back();
    stack.pop_back();
    if (code == -1)
      stack.push_back(a + b);
    else if (code == -2)
      stack.push_back(a * b);
    else
      stack.push_back(a / b);
  }
  double sum = 0;
  for (double v : stack)
    sum += v * v;
  return sum;
}

// Customers who are not served soon come again later.
#pragma soac differentiate(vjp, jvp)
double events(const std::vector<double> &arrivals, double service, double patience) {
  struct event {
    double time;
    int customer, tries;
  };
  const auto later = [](const event &a, const event &b) { return a.time > b.time; };
  std::priority_queue<event, std::vector<event>, decltype(later)> heap(later);
  for (int i = 0; i < static_cast<int>(arrivals.size()); ++i)
    heap.push({arrivals[i], i, 0});
  double free = 0, waited = 0;
  while (!heap.empty()) {
    const event now = heap.top();
    heap.pop();
    if (free - now.time > patience && now.tries < 3) {
      heap.push({now.time + 1.5 * patience, now.customer, now.tries + 1});
      continue;
    }
    const double start = now.time > free ? now.time : free;
    waited += (start - arrivals[now.customer]) * (start - arrivals[now.customer]);
    free = start + service;
  }
  return waited + free;
}

// A queue of places whose values fall, from which both ends are taken off.
#pragma soac differentiate(vjp, jvp)
double window_maxima(const std::vector<double> &x, int width) {
  std::deque<int> places;
  double sum = 0;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    while (!places.empty() && x[places.back()] <= x[i])
      places.pop_back();
    places.push_back(i);
    if (places.front() + width <= i)
      places.pop_front();
    if (i + 1 >= width)
      sum += x[places.front()] * (i + 1);
  }
  return sum;
}

// Intervals in which a cubic changes its sign, halved to roots by steps that the values decide.
#pragma soac differentiate(vjp, jvp)
double bisected(const std::vector<double> &levels, double low, double high) {
  double sum = 0;
  for (double level : levels) {
    std::queue<std::pair<double, double>> left;
    left.push({low, high});
    while (!left.empty()) {
      const auto [a, b] = left.front();
      left.pop();
      const double fa = a * a * a - a - level, fb = b * b * b - b - level;
      if (fa * fb > 0 && b - a < 1)
        continue;
      if (b - a < 0.05) {
        sum += a - fa * (b - a) / (fb - fa);
        continue;
      }
      const double middle = 0.5 * (a + b);
      left.push({a, middle});
      left.push({middle, b});
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double sand_piles(std::vector<double> piles, double most) {
  const int n = static_cast<int>(piles.size());
  std::vector<int> high;
  for (int i = 0; i < n; ++i)
    if (piles[i] > most)
      high.push_back(i);
  int steps = 0;
  while (!high.empty() && steps < 200) {
    ++steps;
    const int i = high.back();
    high.pop_back();
    if (piles[i] <= most)
      continue;
    const double falls = 0.6 * piles[i];
    piles[i] -= falls;
    for (int j = i - 1; j <= i + 1; j += 2)
      if (j >= 0 && j < n) {
        piles[j] += 0.5 * falls;
        if (piles[j] > most)
          high.push_back(j);
      }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += piles[i] * piles[i] * (i + 1);
  return sum;
}

// Sorted runs, merged through a heap of their heads.
#pragma soac differentiate(vjp, jvp)
double merged_runs(const std::vector<double> &x, const std::vector<int> &ends) {
  std::priority_queue<std::pair<double, std::pair<int, int>>, std::vector<std::pair<double, std::pair<int, int>>>,
                      std::greater<std::pair<double, std::pair<int, int>>>>
      heads;
  int begin = 0;
  for (int run = 0; run < static_cast<int>(ends.size()); ++run) {
    if (begin < ends[run])
      heads.push({x[begin], {run, begin}});
    begin = ends[run];
  }
  std::vector<double> merged;
  while (!heads.empty()) {
    const auto [value, place] = heads.top();
    heads.pop();
    merged.push_back(value);
    if (place.second + 1 < ends[place.first])
      heads.push({x[place.second + 1], {place.first, place.second + 1}});
  }
  double sum = 0;
  for (int i = 0; i < static_cast<int>(merged.size()); ++i)
    sum += merged[i] * merged[i] * (i + 1);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double both_ends(const std::vector<double> &x, double threshold) {
  std::deque<double> all(x.begin(), x.end());
  double sum = 0;
  int k = 0;
  while (all.size() > 1 && k < 100) {
    ++k;
    const double first = all.front(), last = all.back();
    sum += first * last * k;
    if (first > last) {
      all.pop_front();
      if (first > threshold)
        all.push_back(0.5 * first);
    } else {
      all.pop_back();
      if (last > threshold)
        all.push_back(0.25 * last);
    }
  }
  return sum;
}

// Each element has as many after it as it is large, appended all at once.
#pragma soac differentiate(vjp, jvp)
double expanded(const std::vector<double> &seeds, double decay, int most) {
  std::vector<double> list(seeds);
  double sum = 0;
  std::size_t at = 0;
  while (at < list.size() && list.size() < static_cast<std::size_t>(most)) {
    const double x = list[at++];
    sum += x * x;
    const int children = static_cast<int>(x);
    std::vector<double> next(children, decay * x);
    list.insert(list.end(), next.begin(), next.end());
  }
  for (double x : list)
    sum += std::sin(x);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double bounded_search(const std::vector<double> &x, [[maybe_unused]] int most) {
  std::vector<int> stack{0};
  std::vector<double> best(x.size(), 0.0);
  best[0] = x[0];
  double sum = 0;
#pragma soac bound(most)
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    for (int child = 2 * i + 1; child <= 2 * i + 2; ++child)
      if (child < static_cast<int>(x.size())) {
        best[child] = best[i] * x[child] + 0.1;
        if (best[child] > 0.2)
          stack.push_back(child);
        else
          sum += best[child];
      }
  }
  return sum + best.back() * best.back();
}

// Numbers are cut until all are small; what is cut off comes to the end.
#pragma soac differentiate(vjp, jvp)
double in_parts(const std::vector<double> &x, double part) {
  std::vector<double> left = x, done;
  while (!left.empty()) {
    const double now = left.back();
    left.pop_back();
    if (now > part) {
      left.push_back(0.4 * now);
      left.push_back(0.5 * now);
    } else {
      done.push_back(now * now);
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < done.size(); ++i)
    sum += done[i] * static_cast<double>(i + 1);
  return sum;
}

// The nearest sequence that does not fall: neighbours that do are one, with the mean of both.
#pragma soac differentiate(vjp, jvp)
double isotonic(const std::vector<double> &y, const std::vector<double> &w) {
  std::vector<double> mean, weight;
  for (std::size_t i = 0; i < y.size(); ++i) {
    mean.push_back(y[i]);
    weight.push_back(w[i]);
    while (mean.size() > 1 && mean[mean.size() - 2] > mean.back()) {
      const double m = mean.back(), s = weight.back();
      mean.pop_back();
      weight.pop_back();
      mean.back() = (mean.back() * weight.back() + m * s) / (weight.back() + s);
      weight.back() += s;
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < mean.size(); ++i)
    sum += mean[i] * mean[i] * weight[i];
  return sum;
}

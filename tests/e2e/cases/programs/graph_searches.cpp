#include "graph_searches.hpp"

#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#pragma soac differentiate(vjp, jvp)
double depth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to) {
  const int n = static_cast<int>(begin.size()) - 1;
  std::vector<double> value(n, 0.0);
  std::vector<char> seen(n, 0);
  std::vector<int> stack{0};
  seen[0] = 1;
  value[0] = 1;
  double sum = 0;
  while (!stack.empty()) {
    const int u = stack.back();
    stack.pop_back();
    sum += value[u] * value[u];
    for (int e = begin[u]; e < begin[u + 1]; ++e)
      if (!seen[to[e]]) {
        seen[to[e]] = 1;
        value[to[e]] = value[u] * weights[e];
        stack.push_back(to[e]);
      }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double breadth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to) {
  const int n = static_cast<int>(begin.size()) - 1;
  std::vector<double> value(n, 0.0);
  std::vector<bool> seen(n, false);
  std::queue<int> queue;
  queue.push(0);
  seen[0] = true;
  value[0] = 1;
  double sum = 0;
  while (!queue.empty()) {
    const int u = queue.front();
    queue.pop();
    sum += std::sin(value[u]);
    for (int e = begin[u]; e < begin[u + 1]; ++e) {
      const int v = to[e];
      value[v] += value[u] * weights[e];
      if (!seen[v]) {
        seen[v] = true;
        queue.push(v);
      }
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double shortest_distances(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to) {
  const int n = static_cast<int>(begin.size()) - 1;
  std::vector<double> distance(n, 1e30);
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> heap;
  distance[0] = 0;
  heap.push({0.0, 0});
  while (!heap.empty()) {
    const auto [d, u] = heap.top();
    heap.pop();
    if (d > distance[u])
      continue;
    for (int e = begin[u]; e < begin[u + 1]; ++e) {
      const double next = d + weights[e];
      if (next < distance[to[e]]) {
        distance[to[e]] = next;
        heap.push({next, to[e]});
      }
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    if (distance[i] < 1e29)
      sum += distance[i] * distance[i];
  return sum;
}

// Tasks begin when those in front of them have ended (Kahn's order).
#pragma soac differentiate(vjp, jvp)
double critical_path(const std::vector<double> &durations, const std::vector<std::vector<int>> &followers) {
  const int n = static_cast<int>(durations.size());
  std::vector<int> waits(n, 0);
  for (int u = 0; u < n; ++u)
    for (int v : followers[u])
      ++waits[v];
  std::vector<int> ready;
  for (int u = 0; u < n; ++u)
    if (waits[u] == 0)
      ready.push_back(u);
  std::vector<double> end(n, 0.0);
  double last = 0;
  for (std::size_t at = 0; at < ready.size(); ++at) {
    const int u = ready[at];
    end[u] += durations[u];
    if (end[u] > last)
      last = end[u];
    for (int v : followers[u]) {
      if (end[u] > end[v])
        end[v] = end[u];
      if (--waits[v] == 0)
        ready.push_back(v);
    }
  }
  return last * last;
}

// A search from each of the first nodes, with lists that are empty at the beginning.
#pragma soac differentiate(vjp, jvp)
double walks(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to, int starts) {
  const int n = static_cast<int>(begin.size()) - 1;
  double sum = 0;
  std::vector<double> mass(n, 1.0);
  for (int start = 0; start < starts; ++start) {
    std::vector<int> depth(n, -1), stack;
    stack.push_back(start);
    depth[start] = 0;
    while (!stack.empty()) {
      const int u = stack.back();
      stack.pop_back();
      for (int e = begin[u]; e < begin[u + 1]; ++e) {
        mass[to[e]] = 0.5 * mass[to[e]] + weights[e] * mass[u];
        if (depth[to[e]] < 0 && depth[u] < 3) {
          depth[to[e]] = depth[u] + 1;
          stack.push_back(to[e]);
        }
      }
    }
    sum += mass[start] * mass[start];
  }
  for (double m : mass)
    sum += m;
  return sum;
}

// Prim's algorithm over a matrix of costs.
#pragma soac differentiate(vjp, jvp)
double cheapest_tree(const std::vector<double> &costs, int n) {
  struct edge {
    double cost;
    int to;
    bool operator<(const edge &other) const { return cost > other.cost; }
  };
  std::vector<char> isIn(n, 0);
  std::priority_queue<edge> heap;
  heap.push(edge{0, 0});
  double sum = 0;
  int count = 0;
  while (!heap.empty() && count < n) {
    const edge best = heap.top();
    heap.pop();
    if (isIn[best.to])
      continue;
    isIn[best.to] = 1;
    ++count;
    sum += best.cost * best.cost;
    for (int v = 0; v < n; ++v)
      if (!isIn[v])
        heap.push(edge{costs[best.to * n + v], v});
  }
  return sum;
}

#include "searches.hpp"
#include "searches.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#pragma soac differentiate(vjp, jvp)
double edit_distance(const std::vector<int> &a, const std::vector<int> &b, double insertion, double substitution) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<double> row(m + 1), before(m + 1);
  for (std::size_t j = 0; j <= m; ++j)
    row[j] = j * insertion;
  for (std::size_t i = 1; i <= n; ++i) {
    before.swap(row);
    row[0] = i * insertion;
    for (std::size_t j = 1; j <= m; ++j) {
      const double change = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : substitution);
      row[j] = std::min(change, std::min(row[j - 1], before[j]) + insertion);
    }
  }
  return row.back();
}

// Floyd and Warshall.
#pragma soac differentiate(vjp, jvp)
double shortest_paths(std::vector<double> d, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (const double through = d[i * n + k] + d[k * n + j]; through < d[i * n + j])
          d[i * n + j] = through;
  double sum = 0;
  for (const double x : d)
    sum += x * x;
  return sum;
}

// Breadth first, with a queue in an array.
#pragma soac differentiate(vjp, jvp)
double flooded_area(const int *cells, const double *heights, int rows, int columns, int start) {
  std::vector<int> queue(rows * columns);
  std::vector<char> seen(rows * columns, 0);
  int head = 0, tail = 0;
  queue[tail++] = start;
  seen[start] = 1;
  double sum = 0;
  while (head != tail) {
    const int at = queue[head++];
    const int r = at / columns, c = at % columns;
    sum += heights[at] * heights[at];
    constexpr int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (const auto &step : steps) {
      const int r2 = r + step[0], c2 = c + step[1];
      if (r2 < 0 || r2 >= rows || c2 < 0 || c2 >= columns)
        continue;
      const int next = r2 * columns + c2;
      if (seen[next] || cells[next] != cells[start])
        continue;
      seen[next] = true;
      queue[tail++] = next;
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double table_lookup(const std::vector<double> &x, const std::vector<double> &y, double at) {
  if (at <= x.front())
    return y.front();
  if (at >= x.back())
    return y.back();
  const auto above = std::upper_bound(x.begin(), x.end(), at);
  const auto i = above - x.begin();
  const double t = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return std::lerp(y[i - 1], y[i], t);
}

#pragma soac differentiate(vjp, jvp)
double knapsack(const std::vector<int> &weights, const std::vector<double> &values, int capacity) {
  std::vector<double> best(capacity + 1, 0.0);
  for (std::size_t item = 0; item < weights.size(); ++item)
    for (int room = capacity; room >= weights[item]; --room)
      best[room] = std::max(best[room], best[room - weights[item]] + values[item]);
  return best[capacity];
}

#pragma soac differentiate(vjp, jvp)
double matrix_chain(const double *sizes, int n) {
  std::vector<std::vector<double>> cost(n, std::vector<double>(n));
  for (int length = 2; length <= n; ++length)
    for (int i = 0; i + length <= n; ++i) {
      const int j = i + length - 1;
      cost[i][j] = std::numeric_limits<double>::infinity();
      for (int k = i; k < j; ++k)
        cost[i][j] = std::min(cost[i][j], cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1]);
    }
  return cost[0][n - 1];
}

// The same by comparison, in one row after another.
#pragma soac differentiate(vjp, jvp)
double matrix_chain_by_comparison(const std::vector<double> &sizes) {
  const int n = static_cast<int>(sizes.size()) - 1;
  std::vector<double> cost(static_cast<std::size_t>(n * n));
  for (int length = 1; length < n; ++length)
    for (int i = 0; i + length < n; ++i) {
      double &least = cost[i * n + i + length];
      least = 1e300;
      for (int k = 0; k < length; ++k) {
        const double candidate = cost[i * n + i + k] + cost[(i + k + 1) * n + i + length] + sizes[i] * sizes[i + k + 1] * sizes[i + length + 1];
        if (candidate < least)
          least = candidate;
      }
    }
  return cost[n - 1];
}

#pragma soac differentiate(vjp, jvp)
double state_machine(const char *text, int n, double x) {
  enum class State { start, digit, letter, stop } state = State::start;
  double value = 1;
  for (int i = 0; i < n && state != State::stop; ++i) {
    const char c = text[i];
    switch (state) {
    case State::start:
      value += x;
      [[fallthrough]];
    case State::letter:
      if (c >= '0' && c <= '9') {
        state = State::digit;
        value *= x + (c - '0');
        break;
      }
      state = c == '.' ? State::stop : State::letter;
      break;
    case State::digit:
      if (c < '0' || c > '9') {
        state = State::letter;
        continue;
      }
      value = value * 10 * x + (c - '0');
      break;
    case State::stop: return 0;
    }
    value += 0.5 * x;
  }
  return value;
}

#pragma soac differentiate(vjp, jvp)
double collatz_weighted(unsigned n, double x) {
  double sum = 0, weight = 1;
  while (n != 1) {
    weight *= n & 1u ? x : 1 / (1 + x);
    sum += weight * n;
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double prime_sum(int n, double x) {
  std::vector<char> composite(n + 1, false);
  double sum = 0, power = 1;
  for (int i = 2; i <= n; ++i) {
    power *= x;
    if (composite[i])
      continue;
    sum += power;
    for (long long j = 1LL * i * i; j <= n; j += i)
      composite[j] = true;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double longest_rise(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> best(x);
  double highest = x[0];
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      if (x[j] < x[i] && best[j] + x[i] > best[i])
        best[i] = best[j] + x[i];
    highest = best[i] > highest ? best[i] : highest;
  }
  return highest;
}

#pragma soac differentiate(vjp, jvp)
double binomials(int n, double p) {
  std::array<std::array<long, 12>, 12> c{};
  for (int i = 0; i <= n; ++i) {
    c[i][0] = c[i][i] = 1;
    for (int k = 1; k < i; ++k)
      c[i][k] = c[i - 1][k - 1] + c[i - 1][k];
  }
  double expected = 0;
  for (int k = 0; k <= n; ++k)
    expected += static_cast<double>(c[n][k]) * std::pow(p, k) * std::pow(1 - p, n - k) * k * k;
  return expected;
}

// Fisher and Yates, with a multiplicative generator that wraps around.
#pragma soac differentiate(vjp, jvp)
double shuffled_sum(std::vector<double> x, std::uint32_t seed) {
  std::vector<std::size_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) {
    seed = seed * 747796405u + 2891336453u;
    const std::uint32_t word = ((seed >> ((seed >> 28u) + 4u)) ^ seed) * 277803737u;
    std::swap(order[i - 1], order[word % i]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[order[i]] * static_cast<double>(i + 1);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double bits_of(double x, std::uint8_t mask) {
  double value = 0, power = 1;
  for (std::uint8_t bit = 0x80; bit; bit >>= 1) {
    if (mask & bit)
      value += power;
    else if (~mask & (bit >> 1))
      value -= x;
    power *= x;
  }
  mask += 200;
  mask <<= 1;
  return value * mask + static_cast<signed char>(mask);
}

#pragma soac differentiate(vjp, jvp)
double dijkstra(const std::vector<std::array<int, 2>> &edges, const std::vector<double> &lengths, int nodes) {
  std::vector<double> distance(nodes, 1e300);
  std::vector<int> isDone(nodes, 0);
  distance[0] = 0;
  for (int round = 0; round < nodes; ++round) {
    int nearest = -1;
    for (int v = 0; v < nodes; ++v)
      if (!isDone[v] && (nearest < 0 || distance[v] < distance[nearest]))
        nearest = v;
    if (nearest == -1 || distance[nearest] >= 1e300)
      break;
    isDone[nearest] = 1;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [from, to] = edges[e];
      if (from != nearest)
        continue;
      distance[to] = std::fmin(distance[to], distance[from] + lengths[e] * lengths[e]);
    }
  }
  return distance[nodes - 1];
}

#pragma soac differentiate(vjp, jvp)
double triangle_walk(const double *triangle, int rows) {
  std::vector<double> best(rows + 1, 0.0);
  for (int r = rows - 1; r >= 0; --r) {
    const double *row = triangle + r * (r + 1) / 2;
    for (int c = 0; c <= r; ++c)
      best[c] = row[c] + std::max(best[c], best[c + 1]);
  }
  return best[0];
}

// A stack machine: numbers steer, numbers are computed.
#pragma soac differentiate(vjp, jvp)
double interpreter(const std::vector<int> &program, double x, double y) {
  enum Code { push_x, push_y, add, multiply, sine, jump_if_less, halt };
  double stack[8];
  for (double &s : stack)
    s = 0;
  int top = 0;
  std::size_t pc = 0;
  int fuel = 100;
  while (pc < program.size() && fuel-- > 0) {
    switch (program[pc++]) {
    case push_x: stack[top++] = x; break;
    case push_y: stack[top++] = y; break;
    case add:
      --top;
      stack[top - 1] += stack[top];
      break;
    case multiply:
      --top;
      stack[top - 1] *= stack[top];
      break;
    case sine: stack[top - 1] = std::sin(stack[top - 1]); break;
    case jump_if_less:
      if (stack[top - 1] < 3)
        pc = 0;
      break;
    case halt: return stack[top - 1];
    default: return -1;
    }
    if (top > 6)
      return stack[0];
  }
  return top > 0 ? stack[top - 1] * fuel : 0;
}

#pragma soac differentiate(vjp, jvp)
double second_largest(const double *x, int n) {
  int first = 0, second = -1;
  for (int i = 1; i < n; ++i)
    if (x[i] > x[first])
      second = first, first = i;
    else if (second < 0 || x[i] > x[second])
      second = i;
  return x[second] * x[second] + first * x[first];
}

#pragma soac differentiate(vjp, jvp)
double run_lengths(const std::vector<int> &symbols, double x) {
  double sum = 0;
  for (std::size_t i = 0; i < symbols.size();) {
    std::size_t j = i;
    while (j < symbols.size() && symbols[j] == symbols[i])
      ++j;
    sum += std::pow(x, static_cast<double>(j - i)) * symbols[i];
    i = j;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double shortest_paths_by_comparison(std::vector<double> d, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double through = d[i * n + k] + d[k * n + j];
        if (through < d[i * n + j])
          d[i * n + j] = through;
      }
  double sum = 0;
  for (double x : d)
    sum += x * x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double knapsack_by_comparison(const std::vector<int> &weights, const std::vector<double> &values, int capacity) {
  std::vector<double> best(capacity + 1, 0.0);
  for (std::size_t i = 0; i < weights.size(); ++i)
    for (int c = capacity; c >= weights[i]; --c)
      if (best[c - weights[i]] + values[i] > best[c])
        best[c] = best[c - weights[i]] + values[i];
  return best[capacity] * best[capacity];
}

#pragma soac differentiate(vjp, jvp)
double sorted_by_exchanges(std::vector<double> x) {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
      if (x[i] > x[i + 1]) {
        std::swap(x[i], x[i + 1]);
        isChanged = true;
      }
  }
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] * static_cast<double>(i);
  return sum;
}

// Union by size, with paths that are halved on the way to the root.
#pragma soac differentiate(vjp, jvp)
double joined_sets(const std::vector<double> &weights, const std::vector<int> &a, const std::vector<int> &b, int n) {
  std::vector<int> parent(n);
  std::vector<double> size(n, 1.0);
  for (int i = 0; i < n; ++i)
    parent[i] = i;
  double sum = 0;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    int x = a[e], y = b[e];
    while (parent[x] != x) {
      parent[x] = parent[parent[x]];
      x = parent[x];
    }
    while (parent[y] != y) {
      parent[y] = parent[parent[y]];
      y = parent[y];
    }
    if (x == y)
      continue;
    sum += weights[e] * size[x] * size[y];
    if (size[x] < size[y])
      std::swap(x, y);
    parent[y] = x;
    size[x] += size[y] * weights[e];
  }
  return sum;
}

// Cyclic rotations by Jacobi.
#pragma soac differentiate(vjp, jvp)
double rotated(std::vector<double> a, int n, int sweeps) {
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        const double apq = a[p * n + q];
        if (std::fabs(apq) < 1e-12)
          continue;
        const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < n; ++k) {
          const double x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = c * x - s * y;
          a[k * n + q] = s * x + c * y;
        }
        for (int k = 0; k < n; ++k) {
          const double x = a[p * n + k], y = a[q * n + k];
          a[p * n + k] = c * x - s * y;
          a[q * n + k] = s * x + c * y;
        }
      }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i * n + i] * a[i * n + i] * (i + 1);
  return sum;
}

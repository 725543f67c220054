#include "rows_inside.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace rows_inside {

using rows = std::vector<row>;

struct point {
  double x, y;
};

#pragma soac differentiate(vjp, jvp)
double points(const row &x) {
  std::vector<std::vector<point>> clusters(3);
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    clusters[i % 3].push_back({x[i], x[i + 1]});
  double sum = 0;
  for (const std::vector<point> &cluster : clusters) {
    point mean{0, 0};
    for (const point &p : cluster) {
      mean.x += p.x;
      mean.y += p.y;
    }
    for (const point &p : cluster)
      sum += p.x * mean.y - p.y * mean.x * p.x;
  }
  return sum;
}

struct node {
  row weights;
  double bias = 0;
  std::vector<int> inputs;
};

#pragma soac differentiate(vjp, jvp)
double nodes(const row &x) {
  std::vector<node> all(5);
  for (int i = 0; i < 5; ++i) {
    all[i].bias = x[i];
    all[i].weights.resize(i + 2, 0.5);
    for (int k = 0; k < i; ++k)
      all[i].inputs.push_back(k);
    for (std::size_t j = 0; j < all[i].weights.size(); ++j)
      all[i].weights[j] += x[j % 5] * x[i];
  }
  double sum = 0;
  for (const node &n : all) {
    for (const double w : n.weights)
      sum += w * w * n.bias;
    for (const int k : n.inputs)
      sum += all[k].bias * std::sin(n.bias);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double layers(const row &x) {
  const std::array<int, 4> width{3, 4, 2, 1};
  std::vector<rows> w(3);
  std::size_t next = 0;
  for (int l = 0; l < 3; ++l) {
    w[l].resize(width[l + 1]);
    for (row &r : w[l]) {
      r.resize(width[l]);
      for (double &v : r)
        v = x[next++ % x.size()];
    }
  }
  const std::vector<rows> same = w;
  row in(x.begin(), x.begin() + 3);
  for (const rows &layer : same) {
    row out(layer.size());
    for (std::size_t i = 0; i < layer.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < layer[i].size(); ++j)
        sum += layer[i][j] * in[j];
      out[i] = std::tanh(sum);
    }
    in = out;
  }
  return in[0];
}

#pragma soac differentiate(vjp, jvp)
double parts(const row &x) {
  row part[3];
  for (std::size_t i = 0; i < x.size(); ++i)
    part[i % 3].push_back(x[i] * x[i]);
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    for (std::size_t j = 0; j < part[k].size(); ++j)
      sum += part[k][j] * static_cast<double>((k + 1) * j);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double pair_of_rows(const row &x) {
  std::array<row, 2> both;
  both[0] = x;
  both[1].assign(x.begin() + 1, x.end() - 2);
  double sum = 0;
  for (const row &r : both)
    for (std::size_t i = 0; i + 1 < r.size(); ++i)
      sum += r[i] * r[i + 1];
  return sum;
}

namespace {

class Network {
public:
  Network(const row &x, const std::vector<int> &sizes) : weights(sizes.size() - 1), states(sizes.size()) {
    std::size_t next = 0;
    for (std::size_t l = 0; l < weights.size(); ++l) {
      weights[l].resize(sizes[l] * sizes[l + 1]);
      for (double &w : weights[l])
        w = x[next++ % x.size()];
    }
    for (std::size_t l = 0; l < sizes.size(); ++l)
      states[l].resize(sizes[l]);
  }
  double operator()(const row &in) {
    for (std::size_t j = 0; j < states[0].size(); ++j)
      states[0][j] = in[j];
    for (std::size_t l = 0; l < weights.size(); ++l)
      for (std::size_t i = 0; i < states[l + 1].size(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < states[l].size(); ++j)
          sum += weights[l][i * states[l].size() + j] * states[l][j];
        states[l + 1][i] = std::tanh(sum);
      }
    return states.back()[0];
  }

private:
  rows weights, states;
};

} // namespace

#pragma soac differentiate(vjp, jvp)
double network(const row &x) {
  Network n(x, {3, 5, 2, 1});
  const Network same = n;
  Network third = same;
  return n(x) * third(row(3, x[1]));
}

} // namespace rows_inside

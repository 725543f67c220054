// C arrays that functions read and write: on a device as on the host.
#include "DeviceTest.hpp"

#include "cases/c_arrays.hpp"

#include "c_arrays.soac.hpp"

namespace problems::test {
namespace {

/// The numbers of C arrays of C arrays of records.
void put(std::vector<double> &list, double x) { list.push_back(x); }
void put(std::vector<double> &list, const point &p) { list.insert(list.end(), {p.x, p.y}); }
void put(std::vector<double> &list, trend t) { list.push_back(static_cast<double>(t)); }
template <class T, std::size_t N> void put(std::vector<double> &list, const T (&c)[N]);
void put(std::vector<double> &list, const body &b) {
  put(list, b.at);
  put(list, b.turns);
  put(list, b.mass);
}
template <class T, std::size_t N> void put(std::vector<double> &list, const T (&c)[N]) {
  for (const T &x : c)
    put(list, x);
}
template <class... T> std::vector<double> numbers(const T &...x) {
  std::vector<double> list;
  (put(list, x), ...);
  return list;
}
std::vector<double> numbers(const mesh &m) {
  std::vector<double> list = numbers(m.scale, m.metric, m.corners, m.inner, m.state);
  list.insert(list.end(), m.u.begin(), m.u.end());
  return list;
}
void expect_same(const std::vector<double> &a, const std::vector<double> &b) {
  expect_close(soac::array<double>(a), soac::array<double>(b));
}

/// Arguments of `spread` and `turn`, or their tangents, seeds and adjoints.
struct arguments {
  double x[3], m[2][3];
  body b[2];
  soac::array<double> y;

  explicit arguments(double phase, soac::index n = 40) : y(row(n)) {
    double next = phase;
    const auto fill = [&](double &v) { v = std::sin(next += 0.7); };
    for (double &v : x)
      fill(v);
    for (auto &r : m)
      for (double &v : r)
        fill(v);
    for (body &each : b) {
      for (double &v : each.at)
        fill(v);
      each.turns = 3;
      fill(each.mass);
    }
    for (soac::index i = 0; i < n; ++i)
      y(i) = y(i) * 0.05 + phase;
  }
};
std::vector<double> numbers(const arguments &a) {
  std::vector<double> list = numbers(a.x, a.m, a.b);
  list.insert(list.end(), a.y.data(), a.y.data() + a.y.size());
  return list;
}
/// The same in the device's memory.
struct on_device : bodies {
  cuda::array<double> y;

  on_device(const arguments &a, const cuda::on &place)
      : bodies{cuda::to_device(a.x, place), cuda::to_device(a.m, place), cuda::to_device(a.b, place)}, y(a.y, place) {}
  arguments to_host() const {
    arguments a(0);
    cuda::copy_to(x, a.x);
    cuda::copy_to(m, a.m);
    cuda::copy_to(b, a.b);
    a.y = y.to_host();
    return a;
  }
};

TEST_F(Device, AdjointsOfCArraysThatAreRead) {
  const arguments a(0.3);
  arguments adjoint(-0.2);
  on_device adjoint_there(adjoint, place());
  const double expected = spread_vjp(a.x, a.m, a.b, a.y, 1.7, adjoint.x, adjoint.m, adjoint.b, adjoint.y);
  const double value = spread_vjp(place(), a.x, a.m, a.b, device(a.y), 1.7, adjoint_there.x, adjoint_there.m, adjoint_there.b,
                                  adjoint_there.y);
  EXPECT_NEAR(value, expected, 1e-10 * std::abs(expected));
  expect_same(numbers(adjoint_there.to_host()), numbers(adjoint));
}

TEST_F(Device, TangentsOfCArraysThatAreRead) {
  const arguments a(0.3), tangent(1.1);
  double expected = 0;
  spread_jvp(a.x, a.m, a.b, a.y, tangent.x, tangent.m, tangent.b, tangent.y, expected);
  cuda::scalar<double> derivative(place(), 0.0);
  spread_jvp(place(), a.x, a.m, a.b, device(a.y), tangent.x, tangent.m, tangent.b, device(tangent.y), derivative);
  EXPECT_NEAR(derivative, expected, 1e-10 * std::abs(expected));
}

TEST_F(Device, CArraysThatAreWrittenAndTheirAdjoints) {
  arguments a(0.3), adjoint(-0.2);
  on_device there(a, place()), adjoint_there(adjoint, place());
  const auto *const memory = there.m.data();
  turn_vjp(place(), there.x, there.m, there.b, there.y, adjoint_there.x, adjoint_there.m, adjoint_there.b, adjoint_there.y);
  turn_vjp(a.x, a.m, a.b, a.y, adjoint.x, adjoint.m, adjoint.b, adjoint.y);
  expect_same(numbers(there.to_host()), numbers(a));
  expect_same(numbers(adjoint_there.to_host()), numbers(adjoint));
  EXPECT_EQ(there.m.data(), memory);
}

TEST_F(Device, CArraysThatAreWrittenAndTheirTangents) {
  arguments a(0.3), tangent(1.1);
  on_device there(a, place()), tangent_there(tangent, place());
  turn_twice_on(place(), there, there.y, tangent_there, tangent_there.y);
  for (int k = 0; k < 2; ++k)
    turn_jvp(a.x, a.m, a.b, a.y, tangent.x, tangent.m, tangent.b, tangent.y);
  expect_same(numbers(there.to_host()), numbers(a));
  expect_same(numbers(tangent_there.to_host()), numbers(tangent));
}

TEST_F(Device, CArraysOfOtherNumbersAreWritten) {
  long bins[4] = {1, 0, 0, 5};
  bool seen[4] = {false, true, false, false};
  trend last[2] = {trend::falling, trend::falling};
  double sum[2] = {1, 0.5}, sum_adj[2] = {0.25, -1};
  soac::array<double> y = row(40), y_adj(40);
  auto bins_there = cuda::to_device(bins, place());
  auto seen_there = cuda::to_device(seen, place());
  auto last_there = cuda::to_device(last, place());
  auto sum_there = cuda::to_device(sum, place()), sum_adj_there = cuda::to_device(sum_adj, place());
  cuda::array<double> y_adj_there(place(), 40);
  count_vjp(place(), bins_there, seen_there, last_there, sum_there, device(y), sum_adj_there, y_adj_there);
  count_vjp(bins, seen, last, sum, y, sum_adj, y_adj);
  EXPECT_EQ(static_cast<cuda::value_of<long[4]>>(bins_there), cuda::to_value(bins));
  EXPECT_EQ(static_cast<cuda::value_of<bool[4]>>(seen_there), cuda::to_value(seen));
  EXPECT_EQ(static_cast<cuda::value_of<trend[2]>>(last_there), cuda::to_value(last));
  EXPECT_EQ(last[1], trend::rising);
  double sum_back[2], sum_adj_back[2];
  cuda::copy_to(sum_there, sum_back);
  cuda::copy_to(sum_adj_there, sum_adj_back);
  expect_same(numbers(sum_back, sum_adj_back), numbers(sum, sum_adj));
  expect_close(y_adj_there.to_host(), y_adj);
}

mesh example_mesh(double phase) {
  mesh m{{}, {0.5 + phase, 1.5}, {{1, 0.75}, {phase, 2}}, {{0.1, 0.2}, {0.3, phase}}, {{{1, 2, 3}, 1, 0.5}}, {trend::falling, trend::rising}};
  for (int i = 0; i < 30; ++i)
    m.u.push_back(std::cos(0.4 * i) + phase);
  return m;
}

TEST_F(Device, CArraysInRecordsThatHoldArrays) {
  const mesh m = example_mesh(0.1);
  mesh adjoint = example_mesh(0.7);
  auto adjoint_there = cuda::to_device(adjoint, place());
  const double expected = energy_vjp(m, 1.3, adjoint);
  EXPECT_NEAR(energy_vjp(place(), cuda::to_device(m, place()), 1.3, adjoint_there), expected, 1e-10 * std::abs(expected));
  expect_same(numbers(cuda::to_host(adjoint_there)), numbers(adjoint));
}

TEST_F(Device, CArraysInRecordsThatAreWritten) {
  mesh m = example_mesh(0.1), seed = example_mesh(0.7), tangent = example_mesh(-0.4);
  double step_adj = 0.5;
  cuda::scalar<double> step_adj_there(place(), step_adj);
  for (const bool isForward : {false, true}) {
    auto there = cuda::to_device(m, place()), seed_there = cuda::to_device(isForward ? tangent : seed, place());
    if (isForward) {
      advance_jvp(place(), there, 0.9, seed_there, 1.25);
      advance_jvp(m, 0.9, tangent, 1.25);
    } else {
      advance_vjp(place(), there, 0.9, seed_there, step_adj_there);
      advance_vjp(m, 0.9, seed, step_adj);
    }
    expect_same(numbers(cuda::to_host(there)), numbers(m));
    expect_same(numbers(cuda::to_host(seed_there)), numbers(isForward ? tangent : seed));
  }
  EXPECT_NEAR(step_adj_there, step_adj, 1e-10 * std::abs(step_adj));
}

TEST_F(Device, CArraysOfViewsAreReadAndReplaced) {
  const mesh m = example_mesh(0.1);
  mesh changed = m;
  changed.scale[1] = 0;
  changed.metric[1][0] = 2 * m.metric[1][0];
  const double value = energy_of_first_on(place(), cuda::to_device(m, place()));
  EXPECT_NEAR(value, energy(changed), 1e-10 * std::abs(value));
}

TEST_F(Device, ACArrayThatIsReadMayBeAnywhere) {
  const double a[3] = {1, 2, 3}, b[3] = {0.5, 4, -1};
  const std::array<double, 3> as_array = cuda::to_value(a);
  const auto there = cuda::to_device(a, place());
  const auto [expected_a, expected_b] = soac::gradient<distance>(a, b);
  const auto check = [&](const cuda::given<double[3]> &first) {
    auto [a_adj, b_adj] = distance_gradient_on(place(), first, b);
    const std::array<double, 3> a_there = a_adj, b_there = b_adj;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(a_there[k], expected_a[k], 1e-12);
      EXPECT_NEAR(b_there[k], expected_b[k], 1e-12);
    }
  };
  check(a);
  check(as_array);
  check(there);
}

TEST_F(Device, CArraysThatShareMemoryAreNamed) {
  const arguments a(0.3);
  on_device there(a, place());
  EXPECT_PRED2(says, message([&] {
                 turn_vjp(place(), there.x, there.m, there.b, there.y, there.x, there.m, there.b, there.y);
               }),
               "share memory");
}

} // namespace
} // namespace problems::test

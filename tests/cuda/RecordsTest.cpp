// Records and tuples that hold arrays: each member has its form on a device.
#include "DeviceTest.hpp"

#include "cases/records.hpp"

#include "records.soac.hpp"

namespace problems::test {
namespace {

data example(double phase) {
  data d;
  d.name = "measured";
  for (int i = 0; i < 70; ++i) {
    d.times.push_back(0.1 * i + phase);
    d.values.push_back(std::cos(0.3 * i) + phase);
    d.places.push_back({std::sin(i + phase), 0.5 + phase});
    d.table.push_back({1.5 * phase, std::cos(i - phase)});
    d.last.weights.push_back(1 + 0.01 * i);
    d.prior.second.push_back(std::sin(2.0 * i) + phase);
  }
  d.rate = 0.4 + phase;
  d.used = 60;
  d.last.scale = {0.7 + phase, 1.1};
  d.prior.first = 0.2;
  return d;
}
void add(std::vector<double> &list, double x) { list.push_back(x); }
void add(std::vector<double> &list, const point &p) { list.insert(list.end(), {p.x, p.y}); }
template <class Row> void add(std::vector<double> &list, const Row &row) {
  for (const auto &x : row)
    add(list, x);
}
void add(std::vector<double> &list, const layer &l) {
  add(list, l.weights);
  add(list, l.scale);
}
std::vector<double> numbers(const fit &f) {
  std::vector<double> list{f.rate};
  add(list, f.values);
  add(list, f.last);
  return list;
}
std::vector<double> numbers(const data &d) {
  std::vector<double> list{d.rate, double(d.used), d.prior.first};
  for (const auto *each : {&d.times, &d.values, &d.prior.second})
    add(list, *each);
  add(list, d.places);
  add(list, d.table);
  add(list, d.last);
  return list;
}
std::vector<star> stars(double phase) {
  std::vector<star> all;
  for (int i = 0; i < 7; ++i)
    all.push_back({{0.3 * i + phase, 1 - phase, std::sin(i)}, 1 + 0.2 * i, {phase, 0.1 * i + 0.4}, i % 3 == 1});
  return all;
}
sky night(double phase) {
  sky s{"night", stars(phase), {}, 1.2 + phase};
  for (int i = 0; i < 7; ++i)
    s.links.push_back({{i, 0.5 + phase}, {(3 * i + 1) % 7, std::cos(i)}});
  return s;
}
std::vector<double> numbers(const std::vector<star> &all) {
  std::vector<double> list;
  for (const star &s : all) {
    add(list, s.light);
    list.insert(list.end(), {s.weight, s.scale[0], s.scale[1], double(s.isNear)});
  }
  return list;
}
std::vector<double> numbers(const sky &s) {
  std::vector<double> list = numbers(s.stars);
  for (const auto &row : s.links)
    for (const auto &[to, strength] : row)
      list.insert(list.end(), {double(to), strength});
  list.push_back(s.zoom);
  return list;
}
template <class Record> void expect_same(const Record &a, const Record &b) {
  expect_close(soac::array<double>(numbers(a)), soac::array<double>(numbers(b)));
}

TEST_F(Device, TheGradientOfARecordHasItsMembers) {
  const data d = example(0.1);
  const auto [expected, expected_k] = soac::gradient<misfit>(d, 0.9);
  const auto [gradient, k] = misfit_on(place(), cuda::to_device(d, place()), 0.9);
  expect_same(cuda::to_host(gradient), expected);
  EXPECT_NEAR(k, expected_k, 1e-10 * std::abs(expected_k));
  EXPECT_EQ(gradient.table.extent(1), 2);
}

TEST_F(Device, ARecordThatIsReturnedHasArraysOfItsOwn) {
  const data d = example(0.3);
  expect_same(cuda::to_host(scaled_on(place(), cuda::to_device(d, place()), 1.7)), scaled(d, 1.7));
}

TEST_F(Device, MembersThatAFunctionWritesStayWhereTheyAre) {
  data d = example(0.2), seed = example(-0.3);
  double k_adj = 0.5;
  auto on_device = cuda::to_device(d, place()), seed_on_device = cuda::to_device(seed, place());
  cuda::scalar<double> k_on_device(place(), k_adj);
  const double *const values = on_device.values.data();
  relax_vjp(place(), on_device, 1.3, seed_on_device, k_on_device);
  relax_vjp(d, 1.3, seed, k_adj);
  expect_same(cuda::to_host(on_device), d);
  expect_same(cuda::to_host(seed_on_device), seed);
  EXPECT_NEAR(k_on_device, k_adj, 1e-10 * std::abs(k_adj));
  EXPECT_EQ(on_device.values.data(), values);
  data back = example(0);
  cuda::copy_to(on_device, back);
  expect_same(back, d);
  EXPECT_EQ(back.name, "measured") << "what has no place on a device stays as it is";
}

TEST_F(Device, ARecordOfViewsIsMadeOfArraysThatExist) {
  const data d = example(0.1);
  const auto owned = cuda::to_device(d, place());
  const cuda::views<data> seen = owned; // waits for the numbers, once
  const cuda::views<data> other{owned.times, owned.values, owned.places, owned.table, 0.5, 60, owned.last,
                                {0.2, owned.prior.second}};
  EXPECT_EQ(seen.rate, d.rate);
  const shim::Counters one = counted([&] { misfit_on(place(), seen, 0.9); });
  if (shim::counts) {
    EXPECT_EQ(one.allocations + one.waits, 0);
  }
  data changed = d;
  changed.rate = 0.5;
  expect_same(cuda::to_host(std::get<0>(misfit_on(place(), other, 0.9))), std::get<0>(soac::gradient<misfit>(changed, 0.9)));
  data first = d;
  first.used = 1;
  const std::vector<double> expected = soac::gradient<misfit, soac::wrt<0>>(first, 0.9).values;
  expect_close(rates_of_change_on(place(), seen, 0.9).to_host(), soac::array<double>(expected));
}

TEST_F(Device, PlainDerivativesAreCalledInTheFileThatAsksForThem) {
  data d = example(0.2), seed = example(-0.3);
  auto on_device = cuda::to_device(d, place()), seed_on_device = cuda::to_device(seed, place());
  const double k = misfit_and_relax_on(place(), on_device, 1.3, seed_on_device);
  double k_adj = 0;
  const double value = misfit_vjp(d, 1.3, 1.0, seed, k_adj);
  relax_vjp(d, value, seed, k_adj);
  expect_same(cuda::to_host(on_device), d);
  expect_same(cuda::to_host(seed_on_device), seed);
  EXPECT_NEAR(k, k_adj, 1e-10 * std::abs(k_adj));
}

TEST_F(Device, ViewsInARecordAreWrittenThrough) {
  const auto x = device(row(40));
  cuda::array<double> squared(place(), 40);
  std::tuple<cuda::array<double>, cuda::array<double>, cuda::scalar<double>> adjoint{
      cuda::array<double>(place(), 40), device(row(40)), cuda::scalar<double>(place(), 0.0)};
  squares_on(place(), x, squared, adjoint);
  const auto numbers = row(40), squares = squared.to_host(), x_adj = std::get<0>(adjoint).to_host();
  double factor = 0;
  for (soac::index i = 0; i < 40; ++i) {
    EXPECT_NEAR(squares(i), 2 * numbers(i) * numbers(i), 1e-12);
    EXPECT_NEAR(x_adj(i), 4 * numbers(i) * numbers(i), 1e-12);
    factor += numbers(i) * numbers(i) * numbers(i);
  }
  EXPECT_NEAR(std::get<2>(adjoint), factor, 1e-10 * factor);
  EXPECT_EQ(std::get<1>(adjoint).to_host()(7), 0) << "it has been overwritten";
}

TEST_F(Device, TuplesOfArrays) {
  const state s{{1, 2, 3}, 0.5}, seed{{0.1, 0.2, 0.3}, 2.0};
  state s_adj{{1, 1, 1}, 1.0};
  double step_adj = 0;
  auto s_adj_on_device = cuda::to_device(s_adj, place());
  cuda::scalar<double> step_adj_on_device(place(), 0.0);
  const auto result = advanced_vjp(place(), cuda::to_device(s, place()), 0.1, cuda::to_device(seed, place()), s_adj_on_device,
                                   step_adj_on_device);
  const state expected = advanced_vjp(s, 0.1, seed, s_adj, step_adj);
  state back, back_adj;
  cuda::copy_to(result, back);
  cuda::copy_to(s_adj_on_device, back_adj);
  EXPECT_EQ(back, expected);
  expect_close(soac::array<double>(std::get<0>(back_adj)), soac::array<double>(std::get<0>(s_adj)));
  EXPECT_NEAR(std::get<1>(back_adj), std::get<1>(s_adj), 1e-12);
  EXPECT_NEAR(step_adj_on_device, step_adj, 1e-12);
}

TEST_F(Device, NumbersOfAnyTypeAreReturned) {
  const std::vector<double> host{2, -1, 3, 4};
  const cuda::array<double> x(host, place());
  EXPECT_EQ(static_cast<long long>(above_zero_on(place(), x)), 3);
  EXPECT_EQ(static_cast<trend>(trend_on(place(), x)), trend::rising);
  const summary expected = summarized(host, trend::falling), made = cuda::to_host<summary>(summarized_on(place(), x, trend::falling));
  EXPECT_EQ(made.of, trend::rising);
  EXPECT_EQ(made.positive, 3);
  EXPECT_EQ(made.size, 4u);
  EXPECT_TRUE(made.isLong);
  EXPECT_EQ(made.doubled, expected.doubled);
}

TEST_F(Device, VariablesMayHaveAnyName) {
  const std::vector<double> host{2, -1, 3, 4};
  std::vector<double> x_adj(4);
  double k_adj = 0;
  const double expected = named_vjp(host, 0.7, 1.0, x_adj, k_adj);
  cuda::array<double> device_adj(place(), 4);
  cuda::scalar<double> device_k(place(), 0.0);
  EXPECT_NEAR(named_vjp(place(), cuda::array<double>(host, place()), 0.7, 1.0, device_adj, device_k), expected, 1e-12 * expected);
  expect_close(device_adj.to_host(), soac::array<double>(x_adj));
  EXPECT_NEAR(device_k, k_adj, 1e-12 * k_adj);
}

TEST_F(Device, AVectorThatGetsTheSizeThatItHasIsWritten) {
  const std::vector<double> factors{2, -1, 0.5}, start{3, 7, 7}, seed{1, 2, 4};
  std::vector<double> x = start, x_adj = seed, factors_adj(3);
  resized_vjp(x, factors, x_adj, factors_adj);
  cuda::array<double> device_x(start, place()), device_adj(seed, place()), device_factors_adj(place(), 3);
  resized_vjp(place(), device_x, cuda::array<double>(factors, place()), device_adj, device_factors_adj);
  expect_close(device_x.to_host(), soac::array<double>(x));
  expect_close(device_adj.to_host(), soac::array<double>(x_adj));
  expect_close(device_factors_adj.to_host(), soac::array<double>(factors_adj));
}

TEST_F(Device, AVectorThatWouldGetAnotherSizeIsAnError) {
  const std::vector<double> host{1, 2};
  cuda::array<double> x(host, place()), factors(place(), 4), of_two(place(), 2), of_four(place(), 4), factors_adj(place(), 4);
  EXPECT_PRED2(says, message([&] { resized_vjp(place(), x, factors, of_two, factors_adj); }), "seed of 'x' has another shape");
  EXPECT_PRED2(says, message([&] { resized_vjp(place(), x, factors, of_four, factors_adj); }), "'x' has 2 elements and would get 4");
  EXPECT_EQ(x.to_host()(1), 2);
}

TEST_F(Device, MembersThatShareMemoryAreNamed) {
  const auto d = cuda::to_device(example(0.1), place());
  auto adjoint = cuda::to_device(example(0), place());
  cuda::views<data> seen = d;
  seen.values = adjoint.times;
  cuda::scalar<double> k(place(), 0.0);
  EXPECT_PRED2(says, message([&] { misfit_vjp(place(), seen, 0.9, 1.0, adjoint, k); }), "'d_adj.times' and 'd.values' share memory");
}

TEST_F(Device, RowsOfOtherLengthsAreAnError) {
  data d = example(0.1);
  d.table[3].push_back(1);
  EXPECT_PRED2(says, message([&] { cuda::to_device(d, place()); }), "rows of an array differ in length");
}

/// A record of the host's in the place of the device's does not compile.
template <class Record>
concept takes_record = requires(const cuda::on &place, const Record &d) { misfit_on(place, d, 0.5); };
static_assert(takes_record<cuda::views<data>> && takes_record<cuda::arrays<data>> && !takes_record<data>);

TEST_F(Device, AnArrayOfRecordsThatHoldArraysIsAStructOfArrays) {
  const sky s = night(0.1);
  const sky expected = soac::gradient<brightness>(s);
  const auto there = cuda::to_device(s, place());
  EXPECT_EQ(there.stars.light.extents(), (std::array<soac::index, 2>{7, 3}));
  sky back = night(0);
  cuda::copy_to(there, back);
  expect_same(back, s);
  const auto gradient = soac::gradient<brightness>(place(), there);
  expect_same(cuda::to_host(gradient), expected);

  sky other = s;
  other.zoom = 2;
  const std::vector<star> by_light = soac::gradient<brightness>(other).stars;
  const auto light = light_on(place(), there.stars, there).to_host();
  for (soac::index i = 0; i < 7; ++i)
    EXPECT_NEAR(light(i, 2), by_light[static_cast<std::size_t>(i)].light[2], 1e-12) << i;
}

TEST_F(Device, AnArrayOfRecordsIsReturnedAndWritten) {
  const std::vector<double> light{0.5, 1.5, 2};
  std::vector<star> made;
  cuda::copy_to(soac::run<lit>(place(), device(soac::array<double>(light)), 7), made);
  expect_same(made, lit(light, 7));
  expect_close(
      soac::vjp<lit>(place(), device(soac::array<double>(light)), 7, cuda::to_device(stars(0.4), place())).to_host(),
      soac::array<double>(soac::vjp<lit>(light, 7, stars(0.4))));

  std::vector<star> all = stars(0.2), all_adj = stars(-0.1);
  auto there = cuda::to_device(all, place()), adj_there = cuda::to_device(all_adj, place());
  cuda::scalar<double> k_there(place(), 0.0);
  double k_adj = 0;
  dim_vjp(place(), there, 1.3, adj_there, k_there);
  dim_vjp(all, 1.3, all_adj, k_adj);
  std::vector<star> back, back_adj;
  cuda::copy_to(there, back);
  cuda::copy_to(adj_there, back_adj);
  expect_same(back, all);
  expect_same(back_adj, all_adj);
  EXPECT_NEAR(k_there, k_adj, 1e-10 * std::abs(k_adj));
}

TEST_F(Device, AnArrayOfTuplesIsATupleOfArrays) {
  soac::array<measure, 2> m(3, 4);
  for (int i = 0; i < 12; ++i)
    m(i / 4, i % 4) = {0.3 * i, {{1.0 + i, std::cos(i)}, i % 5}};
  const auto there = cuda::to_device(m, place());
  soac::array<measure, 2> gradient(3, 4);
  cuda::copy_to(soac::gradient<weighed>(place(), there), gradient);
  const soac::array<measure, 2> expected = soac::gradient<weighed>(m);
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(std::get<0>(gradient.data()[i]), std::get<0>(expected.data()[i]), 1e-12);
    EXPECT_NEAR(std::get<0>(std::get<1>(gradient.data()[i]))[1], std::get<0>(std::get<1>(expected.data()[i]))[1],
                1e-12);
  }
  const auto [squares, positions] = soac::run<numbered>(place(), device({3.0, 5.0}));
  EXPECT_EQ(squares.to_host()(1), 25);
  EXPECT_EQ(positions.to_host()(1), 1);
}

/// Each member is memory of its own, which must have the extents of the others.
TEST_F(Device, MembersOfAnArrayOfTuplesAreWrittenThroughViews) {
  auto x = device({1.0, 2.0}), y = device({3.0, 4.0});
  std::tuple<cuda::array<double>, cuda::array<double>> adjoint{device({1.0, 1.0}), device({1.0, 2.0})};
  cuda::scalar<double> k_adj(place(), 0.0);
  turned_vjp(place(), {x, y}, 2.0, adjoint, k_adj);
  EXPECT_EQ(x.to_host()(1), 8);
  EXPECT_EQ(y.to_host()(1), 8);
  EXPECT_EQ(std::get<0>(adjoint).to_host()(1), 16);
  EXPECT_EQ(std::get<1>(adjoint).to_host()(1), 2);
  EXPECT_EQ(k_adj, 3 + 1 + 4 + 2 * 4);

  auto longer = device({1.0, 2.0, 3.0});
  EXPECT_TRUE(says(message([&] { turned_vjp(place(), {x, longer}, 2.0, adjoint, k_adj); }),
                   "the members of 'points' differ in their extents: 2 and 3"));
  EXPECT_TRUE(
      says(message([&] { turned_vjp(place(), {x, x}, 2.0, adjoint, k_adj); }), "'points' and 'points' share memory"));
}

} // namespace
} // namespace problems::test

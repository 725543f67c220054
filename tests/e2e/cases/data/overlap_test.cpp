#include "check.hpp"
#include "overlap.hpp"
#include "overlap.soac.hpp"

#include <string>

namespace {

/// What the call throws as std::invalid_argument; empty where it throws nothing.
template <class F> std::string refusal(F call) {
  try {
    call();
    return "";
  } catch (const std::invalid_argument &e) {
    return e.what();
  }
}

/// Both names are in what is thrown.
template <class F> void expect_refused(const char *one, const char *other, F call) {
  const std::string text = refusal(call);
  EXPECT_NE(text.find(std::string("'") + one + "'"), std::string::npos) << text;
  EXPECT_NE(text.find(std::string("'") + other + "'"), std::string::npos) << text;
}
template <class F> void expect_accepted(F call) { EXPECT_EQ("", refusal(call)); }

constexpr int n = 3;
using numbers = std::vector<double>;

/// Both modes of add_squares, x and y at these places of one array, with derivatives apart.
struct Modes {
  numbers z{0.3, -0.7, 0.9, 1.2, 0.5, 0.4, 0.6, 0.8}, x_adj = numbers(8), y_adj{1, 1, 1, 1, 1, 1, 1, 1};
  double a_adj = 0;
  void vjp(int x, int y) { add_squares_vjp(0.5, &z[x], &z[y], n, a_adj, x_adj.data(), y_adj.data()); }
  void jvp(int x, int y) { add_squares_jvp(0.5, &z[x], &z[y], n, 0.3, x_adj.data(), y_adj.data()); }
  void views_vjp(int x, int y) {
    add_squares_of_views_vjp(0.5, {&z[x], n}, {&z[y], n}, a_adj, {x_adj.data(), n}, {y_adj.data(), n});
  }
  void views_jvp(int x, int y) {
    add_squares_of_views_jvp(0.5, {&z[x], n}, {&z[y], n}, 0.3, soac::view<const double>(x_adj.data(), n),
                             {y_adj.data(), n});
  }
  void spans_vjp(int x, int y) {
    add_squares_of_spans_vjp(0.5, {&z[x], n}, {&z[y], n}, a_adj, {x_adj.data(), n}, {y_adj.data(), n});
  }
  void spans_jvp(int x, int y) {
    add_squares_of_spans_jvp(0.5, {&z[x], n}, {&z[y], n}, 0.3, soac::view<const double>(x_adj.data(), n),
                             {y_adj.data(), n});
  }
};

constexpr void (Modes::*modes[])(int, int) = {&Modes::vjp,       &Modes::jvp,       &Modes::views_vjp,
                                              &Modes::views_jvp, &Modes::spans_vjp, &Modes::spans_jvp};

TEST(Overlap, the_same_or_a_part_is_refused_and_neighbours_are_not) {
  for (const auto mode : modes) {
    for (const auto &[x, y] : {std::pair{0, 0}, {0, 1}, {1, 0}, {0, 2}, {2, 0}, {3, 3}})
      expect_refused("x", "y", [&, x = x, y = y] { (Modes().*mode)(x, y); });
    for (const auto &[x, y] : {std::pair{0, 3}, {3, 0}, {0, 5}, {5, 1}})
      expect_accepted([&, x = x, y = y] { (Modes().*mode)(x, y); });
  }
}

TEST(Overlap, containers_and_records) {
  double a_adj = 0;
  numbers z{1, 2, 3}, d(3), e(3);
  expect_refused("x", "y", [&] { add_squares_of_vectors_vjp(0.5, z, z, a_adj, d, e); });
  expect_refused("x", "y", [&] { add_squares_of_vectors_jvp(0.5, z, z, 0.3, d, e); });
  soac::array<double> za{1, 2, 3}, da(3), ea(3);
  expect_refused("x", "y", [&] { add_squares_of_arrays_vjp(0.5, za, za, a_adj, da, ea); });
  std::array<double, 3> zf{1, 2, 3}, df{}, ef{};
  expect_refused("x", "y", [&] { add_squares_of_fixed_vjp(0.5, zf, zf, a_adj, df, ef); });
  double zc[3] = {1, 2, 3}, dc[3] = {}, ec[3] = {};
  EXPECT_DERIVATIVES(add_squares_of_c_arrays, 0.5, c_array(zc), c_array({3.0, -1.0, 0.5}));
  expect_refused("x", "y", [&] { add_squares_of_c_arrays_vjp(0.5, zc, zc, a_adj, dc, ec); });
  std::vector<Pair> zp(3, {1, 2}), dp(3), ep(3);
  expect_refused("x", "y", [&] { add_squares_of_pairs_vjp(0.5, zp, zp, a_adj, dp, ep); });
  std::complex<double> zz[4] = {1, 2, 3, 4}, dz[4] = {}, ez[4] = {};
  expect_refused("x", "y", [&] { add_squares_of_complex_vjp(0.5, zz, zz + 1, 2, a_adj, dz, ez); });
  expect_accepted([&] { add_squares_of_complex_vjp(0.5, zz, zz + 2, 2, a_adj, dz, ez); });
  expect_refused("field.values", "x", [&] {
    soac::tangent_t<Field> field_adj{soac::array<double>(3), 0.0};
    add_squares_to_field_vjp({soac::view<double>(z.data(), 3), 2.0}, soac::view<const double>(z.data(), 3), field_adj,
                             soac::view<double>(d.data(), 3));
  });
}

TEST(Overlap, tangents_of_views_in_records) {
  numbers y{1, 2}, x{3, 4};
  soac::tangent_t<Field> field_tan{soac::array<double>{1.0, 0.0}, 10.0};
  add_squares_to_field_jvp({soac::view<double>(y.data(), 2), 2.0}, x, field_tan, numbers{0, 1});
  EXPECT_EQ(y[1], 34);
  EXPECT_EQ(std::get<0>(field_tan)[0], 91);
  EXPECT_EQ(std::get<0>(field_tan)[1], 176);
}

TEST(Overlap, rows_of_a_vector_of_vectors) {
  std::vector<numbers> rows{{1, 2}, {3, 4}}, rows_adj(2, numbers(2, 1.0));
  numbers row{5, 6}, row_adj(2);
  expect_accepted([&] { add_row_vjp(rows, row, rows_adj, row_adj); });
  expect_refused("rows", "row", [&] { add_row_vjp(rows, rows[1], rows_adj, row_adj); });
  expect_refused("rows_adj", "row_adj", [&] { add_row_vjp(rows, row, rows_adj, rows_adj[0]); });
}

TEST(Overlap, references) {
  double z = 3, a_adj = 0, b_adj = 0, r_tan = 0;
  expect_refused("a", "b", [&] { square_second_vjp(z, z, 1.0, a_adj, b_adj); });
  expect_refused("a", "b", [&] { square_second_jvp(z, z, 1.0, b_adj, r_tan); });
  expect_refused("a", "b", [&] { square_in_place_vjp(z, z, 1.0, a_adj, b_adj); });
  EXPECT_EQ(z, 3);
  Pair p{1, 2}, q{3, 4}, p_adj{}, q_adj{};
  expect_refused("a", "b", [&] { square_second_pair_vjp(p, p, 1.0, p_adj, q_adj); });
  expect_accepted([&] { square_second_pair_vjp(p, q, 1.0, p_adj, q_adj); });
}

TEST(Overlap, the_adjoint_of_an_output_is_apart_from_others) {
  numbers x{1, 2, 3}, y{4, 5, 6}, x_adj(3), y_adj{1, 1, 1};
  double a_adj = 0;
  expect_refused("x_adj", "y_adj", [&] { add_squares_of_vectors_vjp(0.5, x, y, a_adj, y_adj, y_adj); });
  expect_refused("x", "x_adj", [&] { add_squares_of_vectors_vjp(0.5, x, y, a_adj, x, y_adj); });
  expect_refused("a_adj", "y_adj", [&] { add_squares_of_vectors_vjp(0.5, x, y, y_adj[1], x_adj, y_adj); });
  double a = 2, b = 3, adj = 1;
  expect_refused("a_adj", "b_adj", [&] { square_second_vjp(a, b, 1.0, adj, adj); });
}

/// The left and the right columns of a matrix, interleaved in memory.
TEST(Overlap, columns_of_a_matrix) {
  numbers m(24), d(24);
  const auto run = [&](int from, int to, int rows, int columns) {
    return [=, &m, &d] {
      scale_columns_vjp(&m[from], &m[to], rows, columns, 6, &d[from], &d[to]);
      scale_columns_jvp(&m[from], &m[to], rows, columns, 6, &d[from], &d[to]);
    };
  };
  expect_accepted(run(0, 3, 4, 3));
  expect_accepted(run(3, 0, 4, 3));
  expect_accepted(run(0, 1, 4, 1));
  expect_accepted(run(0, 12, 2, 6));
  expect_accepted(run(0, 0, 0, 6));
  expect_refused("from", "to", run(0, 2, 4, 3));
  expect_refused("from", "to", run(2, 6, 3, 3)); // its second row meets the first one's end
  expect_refused("from", "to", run(0, 6, 2, 6));
}

TEST(Overlap, strided_views) {
  numbers m(24), d(24);
  soac::view<double, 2> whole(m.data(), 6, 4), adj(d.data(), 6, 4);
  const auto columns = [](soac::view<double, 2> of, soac::index first) {
    return soac::transpose(soac::slice(soac::transpose(of), first, first + 2));
  };
  const auto rows = [](soac::view<double, 2> of, soac::index first) { return soac::slice(of, first, first + 3); };
  const auto call = [&](auto part, soac::index from, soac::index to) {
    return [=] { scale_view_vjp(part(whole, from), part(whole, to), part(adj, from), part(adj, to)); };
  };
  expect_accepted(call(columns, 0, 2));
  expect_accepted(call(columns, 2, 0));
  expect_accepted(call(rows, 0, 3));
  expect_refused("from", "to", call(columns, 0, 1));
  expect_refused("from", "to", call(rows, 2, 0));
}

TEST(Overlap, conditions_on_counters_and_parameters) {
  numbers z{1, 2, 3, 4, 5, 6}, d(6), e(6);
  expect_accepted([&] { differences_vjp(&z[0], &z[3], 3, &d[0], &d[3]); });
  expect_accepted([&] { differences_vjp(&z[3], &z[0], 3, &d[3], &d[0]); });
  expect_refused("x", "y", [&] { differences_vjp(&z[0], &z[2], 3, &d[0], &e[2]); });
  expect_accepted([&] { one_or_other_vjp(z.data(), z.data(), 3, true, d.data(), e.data()); });
  expect_refused("from", "to", [&] { one_or_other_vjp(z.data(), z.data(), 3, false, d.data(), e.data()); });
  expect_refused("x", "y", [&] { clamp_backwards_vjp(&z[1], &z[1], 3, &d[0], &e[0]); });
  expect_accepted([&] { clamp_backwards_vjp(&z[1], &z[0], 4, &d[1], &d[0]); }); // even and odd elements
}

TEST(Overlap, indices_that_are_data_count_as_the_first_element) {
  numbers z{1, 2, 3, 4, 5, 6}, d(6), e(6);
  const int index[] = {0, 2, 1};
  expect_refused("x", "y", [&] { gather_vjp(z.data(), z.data(), index, 3, d.data(), e.data()); });
  expect_accepted([&] { gather_vjp(&z[0], &z[3], index, 3, &d[0], &d[3]); });
}

/// d(x.x) = 2x: the sums of both adjoints, in one object.
TEST(Overlap, sums_may_share_memory) {
  const numbers x{1, 2, 3};
  numbers adj{10, 10, 10};
  const numbers expected{12, 14, 16};
  inner_vjp(x.data(), x.data(), 3, 1.0, adj.data(), adj.data());
  EXPECT_EQ(adj, expected);
  adj = {10, 10, 10};
  inner_of_views_vjp(x, x, 1.0, adj, adj);
  EXPECT_EQ(adj, expected);
  adj = {10, 10, 10};
  inner_of_vectors_vjp(x, x, 1.0, adj, adj);
  EXPECT_EQ(adj, expected);

  // x[0] x[1] + x[1] x[2] + x[2] x[3]
  const numbers chain{1, 2, 3, 4};
  for (const bool isPointer : {true, false}) {
    numbers chain_adj(4, 1.0);
    if (isPointer)
      inner_vjp(&chain[0], &chain[1], 3, 1.0, &chain_adj[0], &chain_adj[1]);
    else
      inner_of_views_vjp(soac::view<const double>(&chain[0], 3), soac::view<const double>(&chain[1], 3), 1.0,
                         soac::view<double>(&chain_adj[0], 3), soac::view<double>(&chain_adj[1], 3));
    EXPECT_EQ(chain_adj, (numbers{3, 5, 7, 4}));
  }

  // A strided view and all of the array.
  numbers every_other{0, 0, 0, 0, 0, 0};
  const soac::view<double> odd = soac::transpose(soac::view<double, 2>(every_other.data(), 3, 2))[1];
  inner_of_views_vjp(x, x, 1.0, odd, odd);
  EXPECT_EQ(every_other, (numbers{0, 2, 0, 4, 0, 6}));
}

TEST(Overlap, sums_of_scalars_and_records_may_share_memory) {
  double adj = 1;
  product_vjp(3.0, 3.0, 1.0, adj, adj);
  EXPECT_EQ(adj, 7);
  Pair pair_adj{1, 1};
  product_of_pairs_vjp({2, 3}, {2, 3}, 1.0, pair_adj, pair_adj);
  EXPECT_EQ(pair_adj.x, 5);
  EXPECT_EQ(pair_adj.y, 7);
  std::vector<Pair> pairs{{1, 2}, {3, 4}}, pairs_adj(2);
  inner_of_pairs_vjp(pairs, pairs, 1.0, pairs_adj, pairs_adj);
  EXPECT_EQ(pairs_adj[1].x, 8);
  EXPECT_EQ(pairs_adj[1].y, 6);
  numbers x{1, 2, 3}, x_adj(3);
  scaled_sum_vjp(2.0, x, 1.0, x_adj[1], x_adj);
  EXPECT_EQ(x_adj, (numbers{2, 8, 2}));
}

} // namespace

DERIVATIVES(Overlap, add_squares_of_pairs, 0.5, std::vector<Pair>{{1, 2}}, std::vector<Pair>{{3, 4}})
DERIVATIVES(Overlap, square_second, 0.5, 0.7)
DERIVATIVES(Overlap, inner_of_vectors, numbers{1, 2}, numbers{3, 4})
DERIVATIVES(Overlap, product_of_pairs, Pair{1, 2}, Pair{3, 4})

#include "exits.soac.hpp"

#include "check.hpp"

#include <limits>

namespace exits {
namespace {

using vec = std::vector<double>;

DERIVATIVES(Exits, root, 2.0)
DERIVATIVES(Exits, checked_sum, vec({1, 2, 3.5}), 3)
DERIVATIVES(Exits, after_a_write, vec({1.5, 0.7}), 0.8)
DERIVATIVES(Exits, chosen, 0.7)
DERIVATIVES(Exits, chosen_object, 3.0, 2.0)
TEST(Exits, eitherKind) {
  for (int kind : {0, 1})
    EXPECT_DERIVATIVES(either, 0.8, kind);
  for (int kind : {0, 1, 2})
    EXPECT_DERIVATIVES(by_kind, 0.8, kind);
  for (int kind : {0, 1}) {
    EXPECT_DERIVATIVES(unreachable, 0.8, kind);
    EXPECT_DERIVATIVES(asserted, 0.8, kind);
  }
}
DERIVATIVES(Exits, iterated, 2.0, 20)
DERIVATIVES(Exits, helped, 1.5, 4.0)
DERIVATIVES(Exits, constructed, 2.5)
DERIVATIVES(Exits, enumerated, 2.5)
DERIVATIVES(Exits, aggregated, 2.5, 1)
DERIVATIVES(Exits, literal, 2.5)
DERIVATIVES(Exits, in_parallel, soac::array<double>{1, 2, 0.5})
DERIVATIVES(Exits, in_loop, vec({1, 2, 0.5, 3}), 1.5)
DERIVATIVES(Exits, row_sums, (soac::array<double, 2>(soac::view<const double, 2>(vec({2, 3, 4, 5, 6, 7}).data(), 2, 3))))
DERIVATIVES(Exits, collected, 0.7, 3)
DERIVATIVES(Exits, streamed, 3.7, 3)
DERIVATIVES(Exits, nothrow, 3.7)
DERIVATIVES(Exits, two_reasons, vec({1, 2, 3}), 3, 5)
DERIVATIVES(Exits, ends, 2.0)
DERIVATIVES(Exits, remainder, vec({1, 2, 3}), 3, 2)
DERIVATIVES(Exits, captured, 1.1, 3)
DERIVATIVES(Exits, message, 2.0, 1L, static_cast<unsigned char>('a'), 1.5f)

/// What leaves a call: the exception's type and its text.
template <class F> std::string leaves(F call) {
  try {
    call();
  } catch (const failure &e) {
    return "failure " + std::to_string(e.code) + " " + std::to_string(e.value);
  } catch (const std::domain_error &e) {
    return std::string("domain_error ") + e.what();
  } catch (const std::invalid_argument &e) {
    return std::string("invalid_argument ") + e.what();
  } catch (const std::length_error &e) {
    return std::string("length_error ") + e.what();
  } catch (const std::out_of_range &e) {
    return std::string("out_of_range ") + e.what();
  } catch (const std::range_error &e) {
    return std::string("range_error ") + e.what();
  } catch (const std::logic_error &e) {
    return std::string("logic_error ") + e.what();
  } catch (const std::runtime_error &e) {
    return std::string("runtime_error ") + e.what();
  } catch (const report &e) {
    return "report " + std::to_string(e.line) + " " + std::to_string(e.x);
  } catch (error e) {
    return "error " + std::to_string(static_cast<int>(e));
  } catch (const char *e) {
    return std::string("text ") + e;
  } catch (long e) {
    return "long " + std::to_string(e);
  } catch (int e) {
    return "int " + std::to_string(e);
  }
  return "nothing";
}

/// The primal and both derivatives leave with `what`. Adjoints that the call was given are what they were.
#define EXPECT_LEAVES(what, primal, tangent, adjoint)                                                                  \
  do {                                                                                                                 \
    EXPECT_EQ(what, leaves([&] { primal; }));                                                                          \
    EXPECT_EQ(what, leaves([&] { tangent; }));                                                                         \
    EXPECT_EQ(what, leaves([&] { adjoint; }));                                                                         \
  } while (false)

double t, a;

/// Of a function of one number and integers.
#define EXPECT_SCALAR_LEAVES(what, f, x, ...)                                                                          \
  do {                                                                                                                 \
    a = 5;                                                                                                             \
    EXPECT_LEAVES(what, f(x __VA_OPT__(, ) __VA_ARGS__), f##_jvp(x __VA_OPT__(, ) __VA_ARGS__, 1.0, t),                \
                  f##_vjp(x __VA_OPT__(, ) __VA_ARGS__, 1.0, a));                                                      \
    EXPECT_EQ(5, a);                                                                                                   \
  } while (false)

TEST(Exits, typesAndTextsAreThePrimals) {
  EXPECT_SCALAR_LEAVES("domain_error root of a negative number: -2.000000", root, -2.0);
  EXPECT_SCALAR_LEAVES("range_error x", chosen, -2.0);
  EXPECT_SCALAR_LEAVES("invalid_argument kind", either, 2.0, 5);
  EXPECT_SCALAR_LEAVES("invalid_argument no kind -3", by_kind, 2.0, -3);
  EXPECT_SCALAR_LEAVES("runtime_error no convergence after 3 steps", iterated, 2000.0, 2);
  EXPECT_SCALAR_LEAVES("failure 3 -2.000000", constructed, 0.0);
  EXPECT_SCALAR_LEAVES("error 1", enumerated, 0.0);
  EXPECT_SCALAR_LEAVES("error 2", enumerated, 1000.0);
  EXPECT_SCALAR_LEAVES("report 8 4.000000", aggregated, -2.0, 7);
  EXPECT_SCALAR_LEAVES("text negative", literal, -2.0);
  EXPECT_SCALAR_LEAVES("long 7", literal, 2e6);
  EXPECT_SCALAR_LEAVES("failure 1 2.000000", always, 2.0);
  EXPECT_SCALAR_LEAVES("invalid_argument captured: n at 0", captured, 2.0, 0);
  EXPECT_SCALAR_LEAVES("invalid_argument captured: x at 9", captured, 2.0, 9);
  EXPECT_SCALAR_LEAVES("invalid_argument n = -1", collected, 2.0, -1);
  EXPECT_SCALAR_LEAVES("invalid_argument x = 2.5, n = 3.", streamed, 2.5, 3);
}

TEST(Exits, callersSeeWhatHelpersThrow) {
  double y_adj = 4;
  a = 5;
  EXPECT_LEAVES("invalid_argument helped: x must be positive", helped(-1, 2), helped_jvp(-1, 2, 1, 1, t),
                helped_vjp(-1, 2, 1, a, y_adj));
  EXPECT_LEAVES("invalid_argument helped(): y must be larger", helped(2, 1), helped_jvp(2, 1, 1, 1, t),
                helped_vjp(2, 1, 1, a, y_adj));
  EXPECT_LEAVES("invalid_argument helped(): y must be positive", helped(2, -1), helped_jvp(2, -1, 1, 1, t),
                helped_vjp(2, -1, 1, a, y_adj));
  EXPECT_EQ(5, a);
  EXPECT_EQ(4, y_adj);
  EXPECT_LEAVES("invalid_argument 4x0.500000-6.000000 many", message(-3, 4, 'x', 0.5f), t = 0; float r = 0; message_jvp(-3, 4, 'x', 0.5f, 1, r, t),
                float g = 1; message_vjp(-3, 4, 'x', 0.5f, 1, a, g));
}

TEST(Exits, adjointsAreAsTheyWereAfterAThrowInALoop) {
  const vec x{1, 2, -3, 4}, dx(4, 1.0);
  vec x_adj(4, 7.0);
  const std::string element = "out_of_range element 2 of {0} is negative";
  EXPECT_LEAVES(element, checked_sum(x.data(), 4), checked_sum_jvp(x.data(), 4, dx.data(), t),
                checked_sum_vjp(x.data(), 4, 1, x_adj.data()));
  EXPECT_LEAVES("invalid_argument n is -1", checked_sum(x.data(), -1), checked_sum_jvp(x.data(), -1, dx.data(), t),
                checked_sum_vjp(x.data(), -1, 1, x_adj.data()));
  EXPECT_LEAVES("domain_error element", two_reasons(vec{-1, 2}.data(), 2, 1),
                two_reasons_jvp(vec{-1, 2}.data(), 2, 1, dx.data(), t), two_reasons_vjp(vec{-1, 2}.data(), 2, 1, 1, x_adj.data()));
  EXPECT_LEAVES("length_error n", two_reasons(x.data(), 4, 2), two_reasons_jvp(x.data(), 4, 2, dx.data(), t),
                two_reasons_vjp(x.data(), 4, 2, 1, x_adj.data()));
  EXPECT_LEAVES("invalid_argument k", remainder(x.data(), 4, 0), remainder_jvp(x.data(), 4, 0, dx.data(), t),
                remainder_vjp(x.data(), 4, 0, 1, x_adj.data()));
  EXPECT_EQ(vec(4, 7.0), x_adj);
}

TEST(Exits, inParallelAfterTheLoop) {
  soac::array<double> x(1000), dx(1000), x_adj(1000);
  for (soac::index i = 0; i < 1000; ++i)
    x[i] = i == 700 ? -1.5 : 1;
  EXPECT_LEAVES("domain_error negative: -1.500000", in_parallel(x), in_parallel_jvp(x, dx, t), in_parallel_vjp(x, 1, x_adj));
  for (soac::index i = 0; i < 1000; ++i)
    EXPECT_EQ(0, x_adj[i]);
}

TEST(Exits, afterAWriteThroughAPointer) {
  const vec start{2, 4};
  vec primal = start, x = start, adjoint{1, 1}, tangent(2);
  double s = 1;
  EXPECT_EQ("domain_error b", leaves([&] { after_a_write(primal.data(), 300.0); }));
  EXPECT_EQ("domain_error b", leaves([&] { after_a_write_jvp(x.data(), 300.0, tangent.data(), 0.0, t); }));
  EXPECT_EQ(primal, x);
  x = start;
  EXPECT_EQ("domain_error b", leaves([&] { after_a_write_vjp(x.data(), 300.0, 1.0, adjoint.data(), s); }));
  EXPECT_EQ(vec(2, 1.0), adjoint);
  EXPECT_EQ(1, s);
}

TEST(Exits, anArrayKeepsWhatWasWrittenBeforeTheThrow) {
  const vec start{10, 20, 30, 40};
  vec x = start;
  vec primal = start, adjoint{1, 1, 1, 1}, tangent(4);
  double s = 1, ds = 0;
  EXPECT_EQ("failure 2 1200.000000", leaves([&] { in_loop(primal, 1.0); }));
  EXPECT_EQ("failure 2 1200.000000", leaves([&] { in_loop_jvp(x, 1.0, tangent, ds, t); }));
  x = start;
  EXPECT_EQ("failure 2 1200.000000", leaves([&] { in_loop_vjp(x, 1.0, 1.0, adjoint, s); }));
  EXPECT_EQ("invalid_argument scale", leaves([&] { in_loop_vjp(x, 0.0, 1.0, adjoint, s); }));
  EXPECT_EQ(vec(4, 1.0), adjoint);
  EXPECT_EQ(1, s);
}

TEST(ExitsDeathTest, functionsThatDoNotReturn) {
  EXPECT_EXIT(ends_vjp(-1, 1, a), testing::ExitedWithCode(17), "");
  EXPECT_EXIT(ends_jvp(-1, 1, t), testing::ExitedWithCode(17), "");
  EXPECT_DEATH(ends_vjp(2000, 1, a), "");
  EXPECT_DEATH(nothrow_vjp(-1, 1, a), "");
}

} // namespace
} // namespace exits

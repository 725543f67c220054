#include "support/Derivatives.h"

#include "ad/Ad.h"
#include "ir/Builder.h"
#include "support/Trace.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

#include <cmath>
#include <limits>
#include <random>

namespace soac::test {
namespace {

using ir::Scalar;
using ops::RuntimeValue;

// Wrapping -----------------------------------------------------------------------------------------------------------

ir::Function wrap(const ir::Function &f, ir::Mode mode, unsigned directions) {
  ir::Function g = f;
  g.name = f.name + (mode == ir::Mode::Tangent ? "_tan" : "_adj");
  ir::Differentiate d;
  d.mode = mode;
  d.fn = std::move(g.body);
  g.body = {};
  ir::Values seeds;
  const ir::Values parameters = d.fn.parameters;
  const auto freshDerivative = [&](ir::Value like) {
    const ir::Type type = g.values.type(like);
    const ir::Name &name = g.values.name(like);
    return g.values.fresh(directions ? type.withRank(type.rank + 1) : type,
                          mode == ir::Mode::Tangent ? ir::tangentOf(name) : ir::adjointOf(name));
  };
  if (directions)
    d.directions = g.values.constantIndex(directions);
  for (ir::Value v : parameters)
    d.arguments.push_back(g.values.freshLike(v));
  for (ir::Value v : mode == ir::Mode::Tangent ? parameters : ir::Values(d.fn.results))
    if (g.values.type(v).isDifferentiable())
      d.seeds.push_back(freshDerivative(v));
  g.body.parameters = d.arguments;
  g.body.parameters.append(d.seeds);
  if (directions) { // as in operators of so many directions: the shapes of seeds say it
    ir::Builder b(g.values, g.body.statements);
    for (ir::Value &seed : d.seeds) {
      ir::Values extents = b.extents(seed);
      extents.back() = d.directions;
      seed = b.emit1(ir::Reshape{seed, extents});
    }
  }
  ir::Statement statement;
  for (ir::Value v : d.fn.results)
    statement.results.push_back(g.values.freshLike(v));
  for (ir::Value v : mode == ir::Mode::Tangent ? ir::Values(d.fn.results) : parameters)
    if (g.values.type(v).isDifferentiable())
      statement.results.push_back(freshDerivative(v));
  g.body.results = statement.results;
  statement.op = std::move(d);
  g.body.statements.push_back(std::move(statement));
  return g;
}

// Vectors ------------------------------------------------------------------------------------------------------------

using Points = std::vector<RuntimeValue>;

Points randomLike(llvm::ArrayRef<RuntimeValue> like, std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Points points;
  for (const RuntimeValue &x : like) {
    if (!ir::isFloat(x.scalar()))
      continue;
    RuntimeValue d = x.copy();
    for (ops::Number &n : d.mutableElements())
      n.f = x.scalar() == Scalar::F32 ? static_cast<float>(uniform(random)) : uniform(random);
    points.push_back(std::move(d));
  }
  return points;
}

Points differentiableOf(llvm::ArrayRef<RuntimeValue> xs) {
  Points points;
  for (const RuntimeValue &x : xs)
    if (ir::isFloat(x.scalar()))
      points.push_back(x);
  return points;
}

/// x + h v, on the floating-point arguments.
Points moved(llvm::ArrayRef<RuntimeValue> x, llvm::ArrayRef<RuntimeValue> v, double h) {
  Points y(x.begin(), x.end());
  std::size_t k = 0;
  for (RuntimeValue &a : y) {
    if (!ir::isFloat(a.scalar()))
      continue;
    const auto direction = v[k++].elements();
    for (auto [n, d] : llvm::zip(a.mutableElements(), direction))
      n.f += h * d.f;
  }
  return y;
}

std::string text(double x) {
  std::string s;
  llvm::raw_string_ostream(s) << llvm::format("%.10g", x);
  return s;
}

struct Dot {
  double sum = 0, scale = 0; ///< the scale is the sum of the magnitudes
};
Dot dot(llvm::ArrayRef<RuntimeValue> a, llvm::ArrayRef<RuntimeValue> b) {
  Dot r;
  for (auto [x, y] : llvm::zip(a, b))
    for (auto [p, q] : llvm::zip(x.elements(), y.elements())) {
      r.sum += p.f * q.f;
      r.scale += std::abs(p.f * q.f);
    }
  return r;
}

Points concat(llvm::ArrayRef<RuntimeValue> a, llvm::ArrayRef<RuntimeValue> b) {
  Points r(a.begin(), a.end());
  r.insert(r.end(), b.begin(), b.end());
  return r;
}

// Differences --------------------------------------------------------------------------------------------------------

struct Estimate {
  Points derivative, error; ///< of each component
};

std::string compareWith(llvm::ArrayRef<RuntimeValue> tangents, const Estimate &estimate) {
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    const auto t = tangents[i].elements(), d = estimate.derivative[i].elements(), e = estimate.error[i].elements();
    for (std::size_t k = 0; k < t.size(); ++k) {
      const double allowed = 10 * e[k].f + 1e-7 * std::max(1.0, std::abs(d[k].f));
      if (!(std::abs(t[k].f - d[k].f) <= allowed))
        return llvm::formatv("tangent {0}, element {1}: {2} but differences give {3} (within {4})", i, k, text(t[k].f),
                             text(d[k].f), text(e[k].f));
    }
  }
  return "";
}

/// Ridders' method: a Neville tableau of central differences at h, h/2, h/4, ..; per component the entry whose
/// neighbours agree best. Only where the runs on the stencil take the decisions of the run at x.
class Differences {
public:
  Differences(const ir::Function &f, llvm::ArrayRef<RuntimeValue> x, llvm::ArrayRef<RuntimeValue> v) : f(f), x(x), v(v) {}

  /// Compares at smaller and smaller h until the tangents agree: a function that oscillates within the stencil looks
  /// smooth to it. None when no stencil keeps the decisions; else what is wrong at the last one, empty when nothing is.
  std::optional<std::string> compare(llvm::ArrayRef<RuntimeValue> tangents) const {
    const std::uint64_t decisions = trace(f, x).decisions;
    std::optional<std::string> problem;
    for (double h = 0x1p-5; h > 0x1p-17 && problem != ""; h *= 0x1p-4)
      if (auto stencil = sample(h, decisions))
        problem = compareWith(tangents, extrapolate(*stencil));
    return problem;
  }

private:
  static constexpr unsigned levels = 6;
  using Tableau = std::vector<Points>;

  std::optional<Tableau> sample(double h, std::uint64_t decisions) const {
    Tableau differences;
    for (unsigned level = 0; level < levels; ++level, h /= 2) {
      const Trace up = trace(f, moved(x, v, h)), down = trace(f, moved(x, v, -h));
      if (!up.failure.empty() || !down.failure.empty() || up.decisions != decisions || down.decisions != decisions)
        return std::nullopt;
      Points d = differentiableOf(up.results);
      const Points lower = differentiableOf(down.results);
      for (std::size_t i = 0; i < d.size(); ++i)
        for (auto [a, b] : llvm::zip(d[i].mutableElements(), lower[i].elements()))
          a.f = (a.f - b.f) / (2 * h);
      differences.push_back(std::move(d));
    }
    return differences;
  }

  static Estimate extrapolate(const Tableau &differences) {
    Estimate r{differences[0], differences[0]};
    for (std::size_t i = 0; i < r.derivative.size(); ++i) {
      const auto derivative = r.derivative[i].mutableElements(), error = r.error[i].mutableElements();
      for (std::size_t k = 0; k < derivative.size(); ++k) {
        std::vector<double> column;
        for (const Points &d : differences)
          column.push_back(d[i].elements()[k].f);
        std::tie(derivative[k].f, error[k].f) = ridders(column);
      }
    }
    return r;
  }

  static std::pair<double, double> ridders(std::vector<double> column) {
    double best = column[0], error = std::numeric_limits<double>::infinity(), factor = 4;
    for (; column.size() > 1; factor *= 4) {
      std::vector<double> next;
      for (std::size_t i = 0; i + 1 < column.size(); ++i) {
        const double value = (factor * column[i + 1] - column[i]) / (factor - 1);
        const double spread = std::max(std::abs(value - column[i + 1]), std::abs(value - column[i]));
        if (spread < error)
          error = spread, best = value;
        next.push_back(value);
      }
      column = std::move(next);
    }
    return {best, error};
  }

  const ir::Function &f;
  llvm::ArrayRef<RuntimeValue> x, v;
};

} // namespace

ir::Function wrapTangent(const ir::Function &f, unsigned directions) { return wrap(f, ir::Mode::Tangent, directions); }
ir::Function wrapAdjoint(const ir::Function &f, unsigned directions) { return wrap(f, ir::Mode::Adjoint, directions); }

std::optional<ir::Function> differentiated(ir::Function f, std::string *why, std::string forceRule) {
  diag::Engine engine;
  ad::Options options;
  options.forceRule = std::move(forceRule);
  auto g = ad::differentiate(std::move(f), options, engine);
  if (!g && why)
    for (const diag::Diagnostic &d : engine.all())
      *why += d.text() + "\n";
  return g;
}

DerivativeVerdict checkDerivatives(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments,
                                   const DerivativeOptions &options) {
  DerivativeVerdict verdict;
  const auto tangent = differentiated(wrapTangent(f), &verdict.refusal, options.forceRule);
  const auto adjoint = tangent ? differentiated(wrapAdjoint(f), &verdict.refusal, options.forceRule) : std::nullopt;
  if (!adjoint) {
    verdict.isRefused = true;
    return verdict;
  }
  const Trace primal = trace(f, arguments);
  if (!primal.failure.empty()) {
    verdict.mismatch = "the function itself fails: " + primal.failure;
    return verdict;
  }
  std::mt19937_64 random(options.seed);
  const Points x = differentiableOf(arguments), y = differentiableOf(primal.results);
  const Points v = randomLike(x, random), w = randomLike(y, random);
  const Trace forward = trace(*tangent, concat(arguments, v)), reverse = trace(*adjoint, concat(arguments, w));
  const std::size_t n = primal.results.size();
  const auto report = [&](std::string s) {
    if (verdict.mismatch.empty())
      verdict.mismatch = std::move(s);
  };
  if (!forward.failure.empty())
    report("forward mode fails: " + forward.failure);
  if (!reverse.failure.empty())
    report("reverse mode fails: " + reverse.failure);
  if (!verdict.mismatch.empty())
    return verdict;

  const auto jv = llvm::ArrayRef(forward.results).drop_front(n), jtw = llvm::ArrayRef(reverse.results).drop_front(n);
  const auto prefixed = [](const char *what, const std::string &s) { return s.empty() ? s : what + (": " + s); };
  report(prefixed("forward mode's values",
                  compareResults(llvm::ArrayRef(forward.results).take_front(n), primal.results, 1e-12)));
  report(prefixed("reverse mode's values",
                  compareResults(llvm::ArrayRef(reverse.results).take_front(n), primal.results, 1e-12)));
  report(compareShapes(jv, y, "tangent"));
  report(compareShapes(jtw, x, "adjoint"));
  if (!verdict.mismatch.empty())
    return verdict;

  const Dot a = dot(jv, w), b = dot(jtw, v);
  if (!(std::abs(a.sum - b.sum) <= 1e-10 * std::max({1e-3, a.scale, b.scale})))
    report(llvm::formatv("<J v, w> = {0} but <v, J^T w> = {1}", text(a.sum), text(b.sum)));
  if (options.differences && verdict.mismatch.empty())
    if (auto problem = Differences(f, arguments, v).compare(jv)) {
      verdict.comparedDifferences = true;
      report(std::move(*problem));
    }
  return verdict;
}

} // namespace soac::test

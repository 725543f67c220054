#include "schedule/report/MemoryReport.h"

#include "interface/DeviceFace.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <limits>

namespace soac::schedule {
namespace {

bool hasAdjoint(const ir::Function &function) {
  bool found = false;
  ir::forEachStatement(function.body, [&](const ir::Statement &s) {
    const auto *op = std::get_if<ir::Differentiate>(&s.op);
    found = found || (op && op->mode == ir::Mode::Adjoint);
  });
  return found;
}

struct Checkpointing {
  unsigned strips = 1, snapshots = 0; ///< the arguments of stripmine and checkpoint(revolve: ..)
  bool operator==(const Checkpointing &) const = default;
};

void setAnnotations(ir::Block &block, ir::SourceLocation where, Checkpointing way) {
  for (ir::Statement &s : block.statements) {
    if (auto *loop = std::get_if<ir::Loop>(&s.op); loop && s.location == where) {
      loop->annotations.stripmine = way.strips;
      loop->annotations.revolve = way.snapshots;
    }
    ir::forEachBlock(s.op, [&](ir::Block &inner) { setAnnotations(inner, where, way); });
  }
}

std::string pragmaOf(Checkpointing way) {
  if (way.snapshots > 0)
    return "checkpoint(revolve: " + std::to_string(way.snapshots) + ")";
  return way.strips > 1 ? "stripmine(" + std::to_string(way.strips) + ")" : "";
}

/// How often a body runs, on average over l = `steps` iterations, in binomial checkpointing with s snapshots: bodies run
/// l times in the return sweep and t(l + 1, s) times before, the forward sweep included, where
/// t(l, s) = r l - C(s + r, r - 1) for the smallest r with C(s + r, s) >= l [GW08, ch. 12].
double binomialRuns(std::int64_t steps, unsigned snapshots) {
  if (steps <= 0)
    return 0;
  std::int64_t r = 0;
  double reach = 1, below = 0; // C(s + r, s) and C(s + r, r - 1)
  const auto reversed = static_cast<double>(steps) + 1;
  while (reach < reversed) {
    ++r;
    reach = reach * static_cast<double>(snapshots + r) / static_cast<double>(r);
  }
  below = r > 0 ? reach * static_cast<double>(r) / static_cast<double>(snapshots + 1) : 0;
  return (static_cast<double>(steps) + static_cast<double>(r) * reversed - below) / static_cast<double>(steps);
}

/// A loop with checkpoints or undo logs, and their bytes.
struct Stored {
  ir::SourceLocation location;
  Size bytes;
};

/// Adds all such loops, in the order of the program.
void addStored(const ExplainedScope &scope, std::vector<Stored> &out) {
  for (const ExplainedArray &a : scope.arrays) {
    if (!isStored(a.purpose) || a.purpose == Purpose::Kept)
      continue;
    auto at = llvm::find_if(out, [&](const Stored &s) { return s.location == a.location; });
    if (at == out.end())
      at = out.insert(out.end(), {a.location, Size()});
    at->bytes = at->bytes + a.bytes;
  }
  for (const ExplainedScope &inner : scope.inner)
    addStored(inner, out);
}

class Reporter {
public:
  Reporter(MemoryReport &report, const interface::Unit &unit,
           llvm::function_ref<bool(interface::CxxFunction &, bool isTrial)> transform)
      : report(report), unit(unit), transform(transform) {}

  void add(const interface::CxxFunction &read) {
    interface::CxxFunction made = read;
    if (!transform(made, /*isTrial=*/false))
      return;
    FunctionReport f;
    f.name = callOf(read);
    f.files = made.function.files;
    const Footprint footprint(made);
    f.peak = footprint.peak();
    f.invokes = !made.function.definitions.empty();
    f.bytes = footprint.peakAt(report.options.sizes);
    f.scope = explain(footprint, made.function);
    noteMissing(f.peak);
    std::vector<Stored> stored;
    addStored(f.scope, stored);
    addLoops(read, stored, footprint, ir::countStatements(made.function.body), f);
    if (made.onDevice)
      f.device = onDevice(made);
    report.functions.push_back(std::move(f));
  }

private:
  MemoryReport &report;
  const interface::Unit &unit;
  llvm::function_ref<bool(interface::CxxFunction &, bool isTrial)> transform;
  static constexpr std::size_t mostCompiled = 20'000; ///< statements, by all trials
  std::size_t compiled = 0;

  DeviceReport onDevice(const interface::CxxFunction &made) {
    DeviceReport result;
    interface::CxxFunction own = made;
    own.function = *made.onDevice;
    const auto face = interface::deviceFace(own, result.refusal);
    if (!face)
      return result;
    const Footprint footprint(*face, Target::Device);
    result.refusal = footprint.refusal();
    if (!result.refusal.empty())
      return result;
    result.peak = footprint.peak();
    result.bytes = footprint.peakAt(report.options.sizes);
    result.scope = explain(footprint, own.function);
    noteMissing(result.peak);
    return result;
  }

  /// soac::gradient_t<&f, soac::all> is called as soac::gradient<f, soac::all>.
  std::string callOf(const interface::CxxFunction &read) const {
    std::string name = interface::qualifiedName(read);
    for (const interface::OperatorBinding &binding : unit.bindings)
      if (binding.function == name) {
        const auto [op, rest] = llvm::StringRef(binding.operatorType).split("_t<");
        name = (op + "<" + (rest.starts_with("&") ? rest.drop_front() : rest)).str();
        break;
      }
    return name;
  }

  void noteMissing(const Size &size) {
    std::set<std::string> names;
    size.addNames(names);
    report.named.insert(names.begin(), names.end());
    for (const std::string &name : names)
      if (!report.options.sizes.count(name))
        report.missing.insert(name);
  }

  /// The size's value at the given sizes; sizes that are not given count as 1000.
  std::int64_t estimate(const Size &size) const {
    std::set<std::string> names;
    size.addNames(names);
    Size::Known known = report.options.sizes;
    for (const std::string &name : names)
      known.try_emplace(name, 1000);
    return size.at(known).value_or(std::numeric_limits<std::int64_t>::max());
  }

  /// Tries every way by compiling the function again, which has `statements` statements: first for the loops that store
  /// most, while all trials of the file together stay below `mostCompiled`, which takes a few seconds.
  void addLoops(const interface::CxxFunction &read, llvm::ArrayRef<Stored> stored, const Footprint &current,
                std::size_t statements, FunctionReport &f) {
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    std::vector<std::optional<LoopReport>> found(stored.size());
    for (std::size_t k = 0; k < stored.size(); ++k)
      order.emplace_back(estimate(stored[k].bytes), k);
    llvm::stable_sort(order, [](const auto &x, const auto &y) { return x.first > y.first; });
    for (const auto &[bytes, k] : order)
      found[k] = loopReport(read, stored[k].location, current, statements);
    for (std::optional<LoopReport> &loop : found)
      if (loop)
        f.loops.push_back(std::move(*loop));
  }

  /// `current` is of the function as the file has it.
  std::optional<LoopReport> loopReport(const interface::CxxFunction &read, ir::SourceLocation where,
                                       const Footprint &current, std::size_t statements) {
    const ir::Loop *loop = nullptr;
    ir::forEachStatement(read.function.body, [&](const ir::Statement &s) {
      if (s.location == where && !loop)
        loop = std::get_if<ir::Loop>(&s.op);
    });
    if (!loop)
      return std::nullopt;
    LoopReport result;
    result.location = where;
    const Checkpointing now{loop->annotations.stripmine, loop->annotations.revolve};
    std::vector<Checkpointing> wanted{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {1, 4}, {1, 16}, {1, 64}, {1, 256}};
    if (!llvm::is_contained(wanted, now))
      wanted.push_back(now);
    std::optional<Checkpointing> refused;
    for (const Checkpointing way : wanted) {
      if (way == now) {
        addWay(way, where, current, result).isCurrent = true;
        continue;
      }
      if (refused && (way.snapshots > 0) == (refused->snapshots > 0))
        continue; // refused whatever the number of strips or snapshots
      result.isPartial |= !report.options.allWays && compiled + statements > mostCompiled;
      if (result.isPartial)
        continue;
      compiled += statements;
      if (const std::optional<interface::CxxFunction> made = transformed(read, where, way))
        addWay(way, where, Footprint(*made), result);
      else
        refused = way;
    }
    advise(result);
    return result;
  }

  /// The function with the loop checkpointed in another way; none where this is refused.
  std::optional<interface::CxxFunction> transformed(const interface::CxxFunction &read, ir::SourceLocation where, Checkpointing way) {
    interface::CxxFunction made = read;
    setAnnotations(made.function.body, where, way);
    if (!transform(made, /*isTrial=*/true))
      return std::nullopt;
    return made;
  }

  Way &addWay(Checkpointing how, ir::SourceLocation where, const Footprint &footprint, LoopReport &loop) {
    Way way{pragmaOf(how), false, footprint.peak(), footprint.peakAt(report.options.sizes), {}};
    noteMissing(way.peak);
    for (const LoopRuns &runs : loopRuns(footprint))
      if (runs.location == where) {
        if (how == Checkpointing{1, 0} || loop.ways.empty())
          loop.iterations = runs.iterations;
        way.forward = runs.forward;
      }
    if (how.snapshots > 0) {
      const std::optional<std::int64_t> steps = loop.iterations.at(report.options.sizes);
      way.forward = steps ? std::optional(binomialRuns(*steps, how.snapshots)) : std::nullopt;
    }
    loop.ways.push_back(std::move(way));
    return loop.ways.back();
  }

  void advise(LoopReport &loop) const {
    if (!report.options.budget)
      return;
    for (std::size_t i = 0; i < loop.ways.size(); ++i) {
      const Way &way = loop.ways[i];
      if (!way.bytes || *way.bytes > *report.options.budget || !way.forward)
        continue;
      constexpr double noticeable = 0.05; // of equal ways the simpler one
      if (!loop.advised || *way.forward < *loop.ways[*loop.advised].forward - noticeable)
        loop.advised = i;
    }
  }
};

} // namespace

const Way &LoopReport::current() const {
  return *llvm::find_if(ways, [](const Way &w) { return w.isCurrent; });
}

MemoryReport memoryReport(const interface::Unit &read, const MemoryOptions &options,
                          llvm::function_ref<bool(interface::CxxFunction &, bool isTrial)> transform) {
  MemoryReport report;
  report.source = read.source;
  report.options = options;
  Reporter reporter(report, read, transform);
  for (const interface::CxxFunction &f : read.functions)
    if (hasAdjoint(f.function))
      reporter.add(f);
  return report;
}

std::string shortName(const LoopReport &loop) {
  const std::string text = loop.iterations.text();
  const bool isShort = loop.iterations.isName() || loop.iterations.constant();
  return isShort ? text : "N" + std::to_string(loop.location.line);
}

std::string textOf(const Size &size, const FunctionReport &f) {
  std::string text = size.text();
  const auto replace = [&](const std::string &what, const std::string &by, auto isWhole) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      if (isWhole(at, at + what.size()))
        text.replace(at, what.size(), by);
  };
  const auto isOperand = [](std::size_t, std::size_t) { return true; };
  const auto isArgument = [&](std::size_t begin, std::size_t end) {
    return (begin == 0 || text[begin - 1] == '(' || llvm::StringRef(text).take_front(begin).ends_with(", ")) &&
           (end == text.size() || text[end] == ')' || text[end] == ',');
  };
  for (const LoopReport &loop : f.loops) {
    const std::string iterations = loop.iterations.text(), name = shortName(loop);
    if (name == iterations)
      continue;
    replace("(" + iterations + ")", name, isOperand);
    replace(iterations, name, isArgument);
  }
  return text;
}

std::string nameOf(const ExplainedArray &array) {
  const std::string name = array.name.empty() ? "(no name)" : array.name;
  return array.count > 1 ? name + " (" + std::to_string(array.count) + " arrays)" : name;
}

std::string readableBytes(std::int64_t bytes) {
  const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 10240)
    return std::to_string(bytes) + " bytes";
  double value = static_cast<double>(bytes);
  const char *unit = "";
  for (const char *next : units) {
    if (value < 1024)
      break;
    value /= 1024;
    unit = next;
  }
  return llvm::formatv(value < 10 ? "{0:F2} {1}" : value < 100 ? "{0:F1} {1}" : "{0:F0} {1}", value, unit).str();
}

} // namespace soac::schedule

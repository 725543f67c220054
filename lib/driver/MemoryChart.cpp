#include "driver/MemoryChart.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <cmath>

namespace soac::driver {
namespace {

constexpr double width = 640, height = 360, left = 60, right = 20, top = 20, bottom = 50;

struct Point {
  const Way *way;
  double bytes, runs;
};

class Chart {
public:
  Chart(const LoopReport &loop, std::optional<std::int64_t> budget) : loop(loop), budget(budget) {
    for (const Way &way : loop.ways)
      if (way.bytes && *way.bytes > 0 && way.forward)
        points.push_back({&way, static_cast<double>(*way.bytes), *way.forward});
    llvm::stable_sort(points, [](const Point &a, const Point &b) {
      return a.bytes != b.bytes ? a.bytes < b.bytes : a.runs < b.runs;
    });
  }

  std::string draw() {
    if (points.size() < 2)
      return "";
    double least = points.front().bytes, most = points.back().bytes;
    if (budget && *budget > 0) {
      least = std::min(least, static_cast<double>(*budget));
      most = std::max(most, static_cast<double>(*budget));
    }
    first = std::floor(std::log10(least));
    last = std::max(std::ceil(std::log10(most)), first + 1);
    for (const Point &p : points)
      highest = std::max(highest, std::ceil(p.runs + 0.5));
    text += llvm::formatv("<svg viewBox=\"0 0 {0:F0} {1:F0}\" role=\"img\" aria-label=\"memory against re-execution\">\n",
                          width, height);
    axes();
    if (budget && *budget > 0) {
      const double at = x(static_cast<double>(*budget));
      line(at, top, at, height - bottom, "budget");
      label(at, top - 6, "middle", "budget " + readableBytes(*budget));
    }
    front();
    for (const Point &p : points)
      mark(p);
    return text + "</svg>\n";
  }

private:
  const LoopReport &loop;
  const std::optional<std::int64_t> budget;
  std::vector<Point> points;
  double first = 0, last = 1, highest = 2;
  std::string text;

  double x(double bytes) const {
    return left + (width - left - right) * (std::log10(bytes) - first) / (last - first);
  }
  double y(double runs) const { return height - bottom - (height - top - bottom) * runs / highest; }

  void line(double x1, double y1, double x2, double y2, const char *kind) {
    text += llvm::formatv("<line class=\"{4}\" x1=\"{0:F1}\" y1=\"{1:F1}\" x2=\"{2:F1}\" y2=\"{3:F1}\"/>\n", x1, y1, x2, y2,
                          kind);
  }
  void label(double atX, double atY, const char *anchor, const std::string &what) {
    text += llvm::formatv("<text x=\"{0:F1}\" y=\"{1:F1}\" text-anchor=\"{2}\">{3}</text>\n", atX, atY, anchor, what);
  }

  void axes() {
    for (double decade = first; decade <= last; ++decade) {
      line(x(std::pow(10, decade)), top, x(std::pow(10, decade)), height - bottom, "grid");
      label(x(std::pow(10, decade)), height - bottom + 18, "middle",
            readableBytes(static_cast<std::int64_t>(std::pow(10, decade))));
    }
    const double step = highest > 12 ? std::ceil(highest / 8) : 1;
    for (double runs = 0; runs <= highest; runs += step) {
      line(left, y(runs), width - right, y(runs), "grid");
      label(left - 8, y(runs) + 4, "end", llvm::formatv("{0:F0}", runs).str());
    }
    label((left + width - right) / 2, height - 10, "middle", "memory of the function");
    text += llvm::formatv("<text transform=\"translate(16 {0:F1}) rotate(-90)\" text-anchor=\"middle\">forward runs of "
                          "the loop's body</text>\n",
                          (top + height - bottom) / 2);
  }

  /// The ways that no other beats, from the smallest memory on.
  void front() {
    std::string path;
    double fewest = highest + 1;
    for (const Point &p : points)
      if (p.runs < fewest) {
        fewest = p.runs;
        path += llvm::formatv("{0}{1:F1} {2:F1}", path.empty() ? "M" : " L", x(p.bytes), y(p.runs)).str();
      }
    text += "<path d=\"" + path + "\"/>\n";
  }

  void mark(const Point &p) {
    const bool isAdvised = loop.advised && p.way == &loop.ways[*loop.advised];
    const std::string name = p.way->pragma.empty() ? "no pragma" : p.way->pragma;
    text += llvm::formatv("<circle class=\"{0}\" cx=\"{1:F1}\" cy=\"{2:F1}\" r=\"5\"><title>{3}: {4}, {5:F1} runs</title>"
                          "</circle>\n",
                          isAdvised ? "advised" : p.way->isCurrent ? "current" : "way", x(p.bytes), y(p.runs), name,
                          readableBytes(*p.way->bytes), p.runs);
    const bool isRight = x(p.bytes) > width - 160;
    label(x(p.bytes) + (isRight ? -9 : 9), y(p.runs) - 7, isRight ? "end" : "start", name);
  }
};

} // namespace

std::string tradeOffChart(const LoopReport &loop, std::optional<std::int64_t> budget) {
  return Chart(loop, budget).draw();
}

} // namespace soac::driver

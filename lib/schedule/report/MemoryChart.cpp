#include "schedule/report/MemoryChart.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>

namespace soac::schedule {
namespace {

constexpr double width = 640, height = 360, left = 60, right = 20, top = 20, bottom = 50, axisHeight = bottom;

struct Point {
  const Way *way;
  double bytes, runs;
};

/// The largest width and height of a character, for the box that a text covers.
constexpr double characterWidth = 7.5, characterHeight = 14;

struct Box {
  double left, top, right, bottom;
  bool meets(const Box &other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool isInside() const { return left >= 0 && right <= width && top >= 0 && bottom <= height - axisHeight; }
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
      const std::string name = "budget " + readableBytes(*budget);
      const double half = characterWidth * static_cast<double>(name.size()) / 2;
      label(std::clamp(at, left + half, width - half), top - 6, "middle", name);
    }
    front();
    for (const Point &p : points)
      mark(p);
    names();
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
    double end = 0; // of the last label
    for (double decade = first; decade <= last; ++decade) {
      const double at = x(std::pow(10, decade));
      line(at, top, at, height - bottom, "grid");
      const std::string bytes = readableBytes(static_cast<std::int64_t>(std::pow(10, decade)));
      const double half = characterWidth * static_cast<double>(bytes.size()) / 2;
      const double middle = std::min(at, width - half); // within the picture
      if (middle - half < end)
        continue;
      label(middle, height - bottom + 18, "middle", bytes);
      end = middle + half + 4;
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

  /// A line through the ways that no other way beats (the Pareto front), from the smallest memory on.
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
    text += llvm::formatv("<circle class=\"{0}\" cx=\"{1:F1}\" cy=\"{2:F1}\" r=\"5\"><title>{3}: {4}, {5:F1} runs</title>"
                          "</circle>\n",
                          isAdvised ? "advised" : p.way->isCurrent ? "current" : "way", x(p.bytes), y(p.runs), nameOf(p),
                          readableBytes(*p.way->bytes), p.runs);
  }

  static std::string nameOf(const Point &p) { return p.way->pragma.empty() ? "no pragma" : p.way->pragma; }

  /// Names beside their points, which overlap no other name, no point and not the edge; a name for which there is no place
  /// is only in the point's tooltip and in the table.
  void names() {
    std::vector<Box> taken;
    for (const Point &p : points)
      taken.push_back({x(p.bytes) - 6, y(p.runs) - 6, x(p.bytes) + 6, y(p.runs) + 6});
    for (const Point &p : points) {
      const std::string name = nameOf(p);
      const double length = characterWidth * static_cast<double>(name.size());
      for (const auto &[right, up] : {std::pair(1, 7), std::pair(-1, 7), std::pair(1, -14), std::pair(-1, -14)}) {
        const double at = x(p.bytes) + 9 * right, base = y(p.runs) - up;
        const Box box{right > 0 ? at : at - length, base - characterHeight + 3, right > 0 ? at + length : at, base + 3};
        if (!box.isInside() || llvm::any_of(taken, [&](const Box &b) { return b.meets(box); }))
          continue;
        taken.push_back(box);
        label(at, base, right > 0 ? "start" : "end", name);
        break;
      }
    }
  }
};

} // namespace

std::string tradeOffChart(const LoopReport &loop, std::optional<std::int64_t> budget) {
  return Chart(loop, budget).draw();
}

} // namespace soac::schedule

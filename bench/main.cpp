// Times every program of programs.cpp and prints a table in Markdown: seconds, and multiples of the references written
// by hand. With OpenMP, the parallel ones also on all threads.
//
//   bench_table [--json FILE] [--growth] [NAME]    FILE gets a line of JSON for each time; --growth: the programs that have
//                                                  sizes, over three decades of these; NAME: part of a program's name
#include "programs.hpp"
#include "timing.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace {

void set_threads([[maybe_unused]] int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
}
int most_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

std::vector<measurement> times_of(const program &p, bool (*is_timed)(const variant &), int threads) {
  volatile double sink = 0;
  std::vector<std::function<void()>> calls;
  for (const variant &v : p.variants)
    if (is_timed(v))
      calls.push_back([&] { sink = v.run(); });
  set_threads(threads);
  std::vector<measurement> times = in_turns(calls);
  set_threads(1);
  return times;
}

/// Names have no quotation marks and no backslashes.
void write_json(std::FILE *json, const program &p, long size, const variant &v, int threads, const measurement &t) {
  if (json)
    std::fprintf(json, R"({"problem": "%s", "size": %ld, "variant": "%s", "threads": %d, "seconds": %.6g, "median": %.6g})" "\n",
                 p.name.c_str(), size, v.name.c_str(), threads, t.least, t.median);
}

void report(const program &p, int threads, std::FILE *json) {
  const bool is_parallel = threads > 1;
  std::printf("\n**%s**\n\n| | ms | median | of the first |%s\n|---|---:|---:|---:|%s\n", p.name.c_str(),
              is_parallel ? " ms on all threads | speed-up |" : "", is_parallel ? "---:|---:|" : "");
  const auto times = times_of(p, [](const variant &) { return true; }, 1);
  const auto of_threads = is_parallel ? times_of(p, [](const variant &v) { return v.is_parallel; }, threads) : times;
  std::size_t next = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const variant &v = p.variants[k];
    std::printf("| %s | %.4f | %.4f | %.2f |", v.name.c_str(), times[k].least * 1e3, times[k].median * 1e3, times[k].least / times[0].least);
    write_json(json, p, 0, v, 1, times[k]);
    if (is_parallel && v.is_parallel) {
      const measurement &t = of_threads[next++];
      std::printf(" %.4f | %.2f |", t.least * 1e3, times[k].least / t.least);
      write_json(json, p, 0, v, threads, t);
    } else if (is_parallel) {
      std::printf(" | |");
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

/// Multiples of the first variant, a column for each size.
void report_growth(const family &f, std::FILE *json) {
  std::string head = "| " + f.what + " |", line = "|---|";
  std::vector<program> programs;
  std::vector<std::vector<measurement>> times;
  for (const long size : f.sizes) {
    programs.push_back(f.of(size));
    programs.back().name = f.name + ", by " + f.what;
    times.push_back(times_of(programs.back(), [](const variant &) { return true; }, 1));
    head += " " + std::to_string(size) + " |";
    line += "---:|";
  }
  std::printf("\n**%s**, over the first\n\n%s\n%s\n", f.name.c_str(), head.c_str(), line.c_str());
  for (std::size_t v = 0; v < programs[0].variants.size(); ++v) {
    std::printf("| %s |", programs[0].variants[v].name.c_str());
    for (std::size_t k = 0; k < programs.size(); ++k) {
      std::printf(" %.2f |", times[k][v].least / times[k][0].least);
      write_json(json, programs[k], f.sizes[k], programs[k].variants[v], 1, times[k][v]);
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  const int threads = most_threads();
  set_threads(1);
  std::FILE *json = nullptr;
  bool is_growth = false;
  std::string wanted;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--json") == 0 && i + 1 < argc)
      json = std::fopen(argv[++i], "w");
    else if (std::strcmp(argv[i], "--growth") == 0)
      is_growth = true;
    else
      wanted = argv[i];
  const auto is_wanted = [&](const std::string &name) { return name.find(wanted) != std::string::npos; };
  if (is_growth) {
    for (const family &f : families())
      if (is_wanted(f.name))
        report_growth(f, json);
  } else {
    for (const program &p : programs())
      if (is_wanted(p.name))
        report(p, threads, json);
  }
  if (json)
    std::fclose(json);
  return 0;
}

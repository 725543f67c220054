// The programs of programs.cpp under Google Benchmark, for its statistics and options.
#include "programs.hpp"

#include <benchmark/benchmark.h>

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<program> all = programs();
  for (const program &p : all)
    for (const variant &v : p.variants)
      benchmark::RegisterBenchmark((p.name + ": " + v.name).c_str(), [&v](benchmark::State &state) {
        for (auto _ : state)
          benchmark::DoNotOptimize(v.run());
      });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

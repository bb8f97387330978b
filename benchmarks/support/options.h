// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The command line of a benchmark program, and its run.

#include "report.h"

#include <benchmark/benchmark.h>

#include <iostream>
#include <string>

namespace benchmarks
{

struct options
{
  bool quick = false; //!< the library alone, fewer repetitions
  std::string out;    //!< a CSV file
};

//! Takes `--quick` and `--out FILE`; Google Benchmark takes the rest.
inline options parse(int& argc, char** argv)
{
  options parsed;
  int kept = 1;
  for (int i = 1; i < argc; ++i)
  {
    const std::string argument = argv[i];
    if (argument == "--quick")
    {
      parsed.quick = true;
    }
    else if (argument == "--out" && i + 1 < argc)
    {
      parsed.out = argv[++i];
    }
    else
    {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
  {
    throw std::invalid_argument("usage: [--quick] [--out FILE] [--benchmark_...]");
  }
  return parsed;
}

//! Errors alone: the table at the end has the figures.
class quiet_reporter : public benchmark::BenchmarkReporter
{
public:
  bool ReportContext(const Context&) override
  {
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override
  {
    for (const Run& run : runs)
    {
      if (run.error_occurred)
      {
        std::cout << run.benchmark_name() << ": " << run.error_message << "\n";
      }
    }
  }
};

//! Runs what is registered; returns the program's exit status.
inline int run(const options& chosen, const report& results)
{
  quiet_reporter quiet;
  benchmark::RunSpecifiedBenchmarks(&quiet);
  results.print(std::cout);
  if (!chosen.out.empty())
  {
    results.write_csv(chosen.out);
  }
  return results.all_right() ? 0 : 1;
}

} // namespace benchmarks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Time on the CPU, and what the CPU is.

#include "options.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace benchmarks
{

inline void describe_cpu(report& results)
{
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
  {
    if (line.rfind("model name", 0) == 0)
    {
      results.about("CPU", line.substr(line.find(':') + 2));
      break;
    }
  }
  results.about("threads", std::to_string(std::thread::hardware_concurrency()));
  results.about("compiler", __VERSION__);
  results.about("date", today());
}

//! A row of the table, and under which name a measurement enters it.
struct entry
{
  row shown;
  std::string who;
};

//! Registers a measurement of `call` for several rows; `check` says whether its result was right.
template <class Call, class Check>
void add_benchmark(report& results, const std::vector<entry>& entries, const std::string& input,
                   double bytes, int repetitions, Call call, Check check)
{
  for (const entry& each : entries)
  {
    results.add(each.shown);
  }
  const std::string name = entries.front().who + "/" + entries.front().shown.name + "/" + input;
  benchmark::RegisterBenchmark(
    name.c_str(),
    [=, &results](benchmark::State& state) mutable {
      call();
      std::vector<double> seconds;
      for (auto _ : state)
      {
        const auto begin = std::chrono::steady_clock::now();
        call();
        seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        state.SetIterationTime(seconds.back());
      }
      std::sort(seconds.begin(), seconds.end());
      const std::string checked = check() ? "right" : "WRONG";
      for (const entry& each : entries)
      {
        results.add(measurement{each.shown.name, input, each.who, bytes,
                                seconds[seconds.size() / 2], checked});
      }
    })
    ->UseManualTime()
    ->Iterations(repetitions);
}

} // namespace benchmarks

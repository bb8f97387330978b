// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Time, memory and limits of a CUDA device.

#include "report.h"

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace benchmarks
{

inline void check(cudaError_t status, const char* what)
{
  if (status != cudaSuccess)
  {
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
  }
}

class device_memory
{
public:
  explicit device_memory(std::size_t bytes)
  {
    check(cudaMalloc(&data_, bytes), "cudaMalloc");
  }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  ~device_memory()
  {
    cudaFree(data_);
  }

  template <class T>
  T* as() const
  {
    return static_cast<T*>(data_);
  }

private:
  void* data_ = nullptr;
};

class stream_timer
{
public:
  explicit stream_timer(cudaStream_t stream)
      : stream_(stream)
  {
    check(cudaEventCreate(&begin_), "cudaEventCreate");
    check(cudaEventCreate(&end_), "cudaEventCreate");
  }
  stream_timer(const stream_timer&) = delete;
  stream_timer& operator=(const stream_timer&) = delete;
  ~stream_timer()
  {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  template <class Call>
  double seconds(Call call)
  {
    check(cudaEventRecord(begin_, stream_), "cudaEventRecord");
    call();
    check(cudaEventRecord(end_, stream_), "cudaEventRecord");
    check(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return milliseconds * 1e-3;
  }

private:
  cudaStream_t stream_;
  cudaEvent_t begin_{};
  cudaEvent_t end_{};
};

//! Keeps the stream busy for `microseconds`, so that what the host enqueues meanwhile runs without gaps.
void delay(cudaStream_t stream, unsigned microseconds);

//! Name, driver, CUDA version and date; then the read and the copy limit of the current device.
void describe_device(report& results, cudaStream_t stream);

inline double median(std::vector<double> values)
{
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

//! Times `call` as often as `state` asks, after one run to warm up, and adds the median.
//! @param calls how many calls `call` makes; one call alone is timed without the cost of its launch
template <class Call>
void measure(benchmark::State& state, report& results, cudaStream_t stream, measurement measured,
             int calls, Call call)
{
  stream_timer timer(stream);
  call();
  check(cudaStreamSynchronize(stream), measured.who.c_str());
  std::vector<double> seconds;
  for (auto _ : state)
  {
    if (calls == 1)
    {
      delay(stream, 100);
    }
    seconds.push_back(timer.seconds(call) / calls);
    state.SetIterationTime(seconds.back());
  }
  check(cudaGetLastError(), measured.who.c_str());
  measured.seconds = median(seconds);
  results.add(measured);
}

//! Registers one measurement: `make_call` is called once and returns what to time.
//! @param run has `results` and `stream`
template <class Session, class MakeCall>
void add_benchmark(Session& run, const row& shown, const measurement& measured, int repetitions,
                   int calls, MakeCall make_call)
{
  run.results.add(shown);
  const std::string name = measured.who + "/" + measured.row + "/" + measured.input;
  const auto body = [&run, measured, calls, make_call](benchmark::State& state) {
    measurement filled = measured;
    try
    {
      const auto call = make_call(filled);
      measure(state, run.results, run.stream, filled, calls, call);
    }
    catch (const std::exception& error)
    {
      state.SkipWithError(error.what());
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->UseManualTime()->Iterations(repetitions);
}

} // namespace benchmarks

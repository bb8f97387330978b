// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The library's own benchmarks, for each type of samples.

#include "histogram_cases.h"

#include <halogram/histogram.h>
#include <thrust/execution_policy.h>

#include <new>

namespace benchmarks
{

//! Temporary memory from CUDA's pool, as programs that call often take it.
class pool_allocator
{
public:
  using value_type = char;

  explicit pool_allocator(cudaStream_t stream)
      : stream_(stream)
  {}

  char* allocate(std::ptrdiff_t bytes)
  {
    void* memory = nullptr;
    if (cudaMallocAsync(&memory, static_cast<std::size_t>(bytes), stream_) != cudaSuccess)
    {
      throw std::bad_alloc();
    }
    return static_cast<char*>(memory);
  }

  void deallocate(char* memory, std::size_t)
  {
    cudaFreeAsync(memory, stream_);
  }

private:
  cudaStream_t stream_;
};

template <class Sample>
void add_library(session& run)
{
  for_each_input<Sample>([&](const histogram_case& each, std::int64_t bins, distribution input) {
    const std::int64_t count = sample_traits<Sample>::count;
    const measurement measured{each.shown.name, input_name<Sample>(bins, input), library,
                               static_cast<double>(count) * sizeof(Sample)};
    add_benchmark(run, each.shown, measured, run.repetitions(9), 1, [=, &run](measurement& filled) {
      const Sample* samples = run.samples.get<Sample>(count, input, bins);
      const auto levels = levels_for<Sample>(input, bins);
      unsigned* counters = run.counters.as<unsigned>();
      const auto call = [=, &run] {
        pool_allocator pool(run.stream);
        halogram::histogram_even(thrust::cuda::par_nosync(pool).on(run.stream), samples,
                                 samples + count, counters, bins, levels.lower, levels.upper);
      };
      if (!run.chosen.quick)
      {
        check(cudaMemsetAsync(counters, 0xff, static_cast<std::size_t>(bins) * sizeof(unsigned),
                              run.stream),
              "cudaMemsetAsync");
        call();
        unsigned* expected = run.expected.as<unsigned>();
        count_with_atomics(run.stream, samples, count, expected, bins, levels);
        filled.check = equal_counts(run.stream, counters, expected, bins) ? "right" : "WRONG";
      }
      return call;
    });
  });
}

} // namespace benchmarks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Other forms of one histogram: counters of 64 bits, inputs that are not pointers, and small inputs.

#include "histogram_library.h"

#include <cuda/std/tuple>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

namespace benchmarks
{
namespace
{

struct doubled
{
  __host__ __device__ float operator()(float x) const
  {
    return 2 * x;
  }
};

struct product
{
  __host__ __device__ float operator()(const thrust::tuple<float, float>& pair) const
  {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

template <class Counter>
void add_counters(session& run, const row& shown, const std::string& who, std::int64_t bins,
                  distribution input)
{
  const std::int64_t count = sample_traits<float>::count;
  const measurement measured{shown.name, input_name<float>(bins, input), who,
                             static_cast<double>(count) * sizeof(float)};
  add_benchmark(run, shown, measured, run.repetitions(9), 1, [=, &run](measurement&) {
    const float* samples = run.samples.get<float>(count, input, bins);
    const auto levels = levels_for<float>(input, bins);
    Counter* counters = run.counters.as<Counter>();
    return [=, &run] {
      halogram::histogram_even(thrust::cuda::par_nosync.on(run.stream), samples, samples + count,
                               counters, bins, levels.lower, levels.upper);
    };
  });
}

void add_transform(session& run, const row& shown, distribution input)
{
  const std::int64_t count = sample_traits<float>::count;
  const measurement measured{shown.name, input_name<float>(256, input), library,
                             static_cast<double>(count) * sizeof(float)};
  add_benchmark(run, shown, measured, run.repetitions(9), 1, [=, &run](measurement&) {
    const auto samples =
      thrust::make_transform_iterator(run.samples.get<float>(count, input, 256), doubled{});
    const auto levels = levels_for<float>(input, 256);
    return [=, &run] {
      halogram::histogram_even(thrust::cuda::par_nosync.on(run.stream), samples, samples + count,
                               run.counters.as<unsigned>(), 256, 2 * levels.lower,
                               2 * levels.upper);
    };
  });
}

// The halves of one array, so that the products lie around those of the samples.
void add_zip(session& run, const row& shown, distribution input)
{
  const std::int64_t count = sample_traits<float>::count;
  const measurement measured{shown.name, input_name<float>(256, input), library,
                             static_cast<double>(count) * sizeof(float)};
  add_benchmark(run, shown, measured, run.repetitions(9), 1, [=, &run](measurement&) {
    const float* samples = run.samples.get<float>(count, input, 256);
    const auto pairs = thrust::make_zip_iterator(samples, samples + count / 2);
    return [=, &run] {
      halogram::histogram_even(thrust::cuda::par_nosync.on(run.stream), pairs, pairs + count / 2,
                               run.counters.as<unsigned>(), 256, -1.7f, 2.89f, product{});
    };
  });
}

} // namespace

void add_counters_and_iterators(session& run)
{
  for (const distribution input : all_distributions)
  {
    const row counters{"64-bit counters, float, 256 and 4096 bins", 0.97, 0, "32-bit counters"};
    for (const std::int64_t bins : {256, 4096})
    {
      add_counters<unsigned>(run, counters, "32-bit counters", bins, input);
      add_counters<unsigned long long>(run, counters, library, bins, input);
    }
    // 15% more time is 0.87 times the rate.
    const row transform{"transform iterator, float, 256 bins", 0.87, 1, "plain pointer"};
    add_counters<unsigned>(run, transform, "plain pointer", 256, input);
    add_transform(run, transform, input);
    const row zip{"zip of two floats, 256 bins", 0.87, 1, "plain pointer"};
    add_counters<unsigned>(run, zip, "plain pointer", 256, input);
    add_zip(run, zip, input);
  }
}

// Calls in a row over different samples, whatever limits them: the device or the host.
void add_small_inputs(session& run)
{
  for (const int bins : {256, 4096})
  {
    for (int log2 = 10; log2 <= 20; log2 += 2)
    {
      const std::int64_t count = std::int64_t{1} << log2;
      const row shown = small_row(log2, bins);
      const measurement measured{shown.name, "uniform", library,
                                 static_cast<double>(count) * sizeof(float)};
      add_benchmark(run, shown, measured, 9, small_calls, [=, &run](measurement&) {
        const float* samples =
          run.samples.get<float>(small_calls * small_stride, distribution::uniform, 0);
        return [=, &run] {
          for (int i = 0; i < small_calls; ++i)
          {
            const float* first = samples + i * small_stride;
            halogram::histogram_even(thrust::cuda::par_nosync.on(run.stream), first, first + count,
                                     run.counters.as<unsigned>(), bins, sample_traits<float>::lower,
                                     sample_traits<float>::upper);
          }
        };
      });
    }
  }
}

} // namespace benchmarks

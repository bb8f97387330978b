// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's HistogramEven, and a sort followed by searches, with their temporary memory at hand.

#include "histogram_cases.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <memory>

namespace benchmarks
{
namespace
{

// More bins end in an illegal access in CUB.
constexpr std::int64_t most_cub_bins = std::int64_t{1} << 20;

template <class Sample>
struct cub_histogram
{
  using level = typename sample_traits<Sample>::level;

  void operator()(const Sample* samples, std::int64_t count) const
  {
    std::size_t bytes = temporary_bytes;
    check(enqueue(temporary->as<void>(), bytes, samples, count), "cub::DeviceHistogram");
  }

  cudaError_t enqueue(void* memory, std::size_t& bytes, const Sample* samples,
                      std::int64_t count) const
  {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, samples, counters,
                                               static_cast<int>(bins) + 1, levels.lower,
                                               levels.upper, static_cast<int>(count), stream);
  }

  cudaStream_t stream;
  unsigned* counters;
  std::int64_t bins;
  level_pair<level> levels;
  std::shared_ptr<device_memory> temporary = nullptr;
  std::size_t temporary_bytes = 0;
};

template <class Sample>
cub_histogram<Sample> make_cub_histogram(session& run, std::int64_t count, std::int64_t bins,
                                         level_pair<typename sample_traits<Sample>::level> levels)
{
  cub_histogram<Sample> made{run.stream, run.expected.as<unsigned>(), bins, levels};
  check(made.enqueue(nullptr, made.temporary_bytes, nullptr, count), "cub::DeviceHistogram");
  made.temporary = std::make_shared<device_memory>(made.temporary_bytes);
  return made;
}

struct upper_edge
{
  float lower;
  float width;

  __host__ __device__ float operator()(int bin) const
  {
    return lower + static_cast<float>(bin + 1) * width;
  }
};

// Sorts into `sorted`, so that the samples stay for the next run.
struct sorting_histogram
{
  void operator()(const float* samples, std::int64_t count) const
  {
    std::size_t bytes = temporary_bytes;
    float* values = sorted->as<float>();
    check(cub::DeviceRadixSort::SortKeys(temporary->as<void>(), bytes, samples, values, count, 0,
                                         32, stream),
          "cub::DeviceRadixSort");
    const auto policy = thrust::cuda::par_nosync.on(stream);
    const auto edges = thrust::make_transform_iterator(
      thrust::counting_iterator<int>(0),
      upper_edge{levels.lower, (levels.upper - levels.lower) / static_cast<float>(bins)});
    thrust::upper_bound(policy, values, values + count, edges, edges + bins, counters);
    thrust::adjacent_difference(policy, counters, counters + bins, counters);
  }

  cudaStream_t stream;
  unsigned* counters;
  std::int64_t bins;
  level_pair<float> levels;
  std::shared_ptr<device_memory> sorted;
  std::shared_ptr<device_memory> temporary = nullptr;
  std::size_t temporary_bytes = 0;
};

sorting_histogram make_sorting_histogram(session& run, std::int64_t count, std::int64_t bins,
                                         level_pair<float> levels)
{
  sorting_histogram made{
    run.stream, run.expected.as<unsigned>(), bins, levels,
    std::make_shared<device_memory>(static_cast<std::size_t>(count) * sizeof(float))};
  check(cub::DeviceRadixSort::SortKeys(nullptr, made.temporary_bytes,
                                       static_cast<const float*>(nullptr),
                                       static_cast<float*>(nullptr), count, 0, 32, run.stream),
        "cub::DeviceRadixSort");
  made.temporary = std::make_shared<device_memory>(made.temporary_bytes);
  return made;
}

} // namespace

template <class Sample>
void add_cub(session& run)
{
  for_each_input<Sample>([&](const histogram_case& each, std::int64_t bins, distribution input) {
    if (bins > most_cub_bins)
    {
      return;
    }
    const std::int64_t count = sample_traits<Sample>::count;
    const measurement measured{each.shown.name, input_name<Sample>(bins, input), "CUB",
                               static_cast<double>(count) * sizeof(Sample)};
    add_benchmark(run, each.shown, measured, 3, 1, [=, &run](measurement&) {
      const Sample* samples = run.samples.get<Sample>(count, input, bins);
      const auto histogram =
        make_cub_histogram<Sample>(run, count, bins, levels_for<Sample>(input, bins));
      return [=] { histogram(samples, count); };
    });
  });
}

template void add_cub<float>(session&);
template void add_cub<double>(session&);
template void add_cub<std::int32_t>(session&);
template void add_cub<std::uint32_t>(session&);
template void add_cub<std::uint8_t>(session&);
template void add_cub<std::uint16_t>(session&);

void add_cub_small_inputs(session& run)
{
  for (const int bins : {256, 4096})
  {
    for (int log2 = 10; log2 <= 20; log2 += 2)
    {
      const std::int64_t count = std::int64_t{1} << log2;
      const row shown = small_row(log2, bins);
      const measurement measured{shown.name, "uniform", "CUB",
                                 static_cast<double>(count) * sizeof(float)};
      add_benchmark(run, shown, measured, 9, small_calls, [=, &run](measurement&) {
        const float* samples =
          run.samples.get<float>(small_calls * small_stride, distribution::uniform, 0);
        const auto histogram = make_cub_histogram<float>(
          run, count, bins, levels_for<float>(distribution::uniform, bins));
        return [=] {
          for (int i = 0; i < small_calls; ++i)
          {
            histogram(samples + i * small_stride, count);
          }
        };
      });
    }
  }
}

void add_sort(session& run)
{
  for_each_input<float>([&](const histogram_case& each, std::int64_t bins, distribution input) {
    if (input != distribution::uniform && input != distribution::constant)
    {
      return;
    }
    const std::int64_t count = sample_traits<float>::count;
    const measurement measured{each.shown.name, input_name<float>(bins, input),
                               "sort + upper_bound", static_cast<double>(count) * sizeof(float)};
    add_benchmark(run, each.shown, measured, 2, 1, [=, &run](measurement&) {
      const float* samples = run.samples.get<float>(count, input, bins);
      const auto histogram =
        make_sorting_histogram(run, count, bins, levels_for<float>(input, bins));
      return [=] { histogram(samples, count); };
    });
  });
}

} // namespace benchmarks

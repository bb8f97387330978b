// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the samples, and counts them by global atomics: a peer, and what counts are checked against.

#include "histogram_cases.h"

#include <halogram/histogram.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>

#include <type_traits>

namespace benchmarks
{

__device__ std::uint32_t random_word(std::uint64_t i, std::uint32_t which)
{
  std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u + which * 0xd1b54a32d192ed03u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

// Where a sample lies between the levels, as a fraction in [0, 1).
__device__ double fraction(std::int64_t i, std::int64_t count, distribution input)
{
  constexpr double scale = 1.0 / 4294967296.0;
  const std::uint32_t word = random_word(i, 0);
  switch (input)
  {
  case distribution::constant:
    return 0.37;
  case distribution::two_values:
    return word & 1 ? 0.3 : 0.8;
  case distribution::sorted:
    return static_cast<double>(i) / static_cast<double>(count);
  case distribution::normal:
  {
    const double radius = sqrt(-2 * log((random_word(i, 1) + 0.5) * scale));
    const double value = 0.5 + radius * cospi(2 * word * scale) / 8;
    return fmin(fmax(value, 0.0), 1 - scale);
  }
  case distribution::and_of_4:
    return (word & random_word(i, 1) & random_word(i, 2) & random_word(i, 3)) * scale;
  default:
    return word * scale;
  }
}

template <class Sample>
__global__ void make_samples(Sample* samples, std::int64_t count, distribution input,
                             std::int64_t bins,
                             level_pair<typename sample_traits<Sample>::level> levels)
{
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count)
  {
    return;
  }
  const double range = static_cast<double>(levels.upper) - static_cast<double>(levels.lower);
  double offset = fraction(i, count, input) * range;
  if (input == distribution::on_edges)
  {
    const double bin = floor(fraction(i, count, input) * static_cast<double>(bins));
    offset = ceil(bin * range / static_cast<double>(bins));
  }
  if constexpr (std::is_integral_v<Sample>)
  {
    samples[i] = static_cast<Sample>(static_cast<std::int64_t>(levels.lower)
                                     + static_cast<std::int64_t>(offset));
  }
  else
  {
    samples[i] = static_cast<Sample>(static_cast<double>(levels.lower) + offset);
  }
}

template <class Sample>
const Sample* sample_source::get(std::int64_t count, distribution input, std::int64_t bins)
{
  const std::string wanted =
    input_name<Sample>(input == distribution::on_edges ? bins : 0, input) + std::to_string(count);
  Sample* samples = memory_.as<Sample>();
  if (made_ != wanted)
  {
    const auto blocks = static_cast<unsigned>((count + 255) / 256);
    make_samples<<<blocks, 256, 0, stream_>>>(samples, count, input, bins,
                                              levels_for<Sample>(input, bins));
    check(cudaGetLastError(), "make_samples");
    check(cudaStreamSynchronize(stream_), "make_samples");
    made_ = wanted;
  }
  return samples;
}

template <class Sample, class Rule>
__global__ void add_to_bins(const Sample* samples, std::int64_t count, unsigned* counters,
                            Rule rule)
{
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
  {
    const std::int64_t bin = rule(samples[i]);
    if (bin >= 0)
    {
      atomicAdd(counters + bin, 1u);
    }
  }
}

template <class Sample>
void count_with_atomics(cudaStream_t stream, const Sample* samples, std::int64_t count,
                        unsigned* counters, std::int64_t bins,
                        level_pair<typename sample_traits<Sample>::level> levels)
{
  using level = typename sample_traits<Sample>::level;
  check(cudaMemsetAsync(counters, 0, static_cast<std::size_t>(bins) * sizeof(unsigned), stream),
        "cudaMemsetAsync");
  add_to_bins<<<132 * 16, 256, 0, stream>>>(
    samples, count, counters, halogram::even_bins<level>(bins, levels.lower, levels.upper));
  check(cudaGetLastError(), "add_to_bins");
}

bool equal_counts(cudaStream_t stream, const unsigned* counters, const unsigned* expected,
                  std::int64_t bins)
{
  return thrust::equal(thrust::cuda::par.on(stream), counters, counters + bins, expected);
}

template <class Sample>
void add_atomics(session& run)
{
  for_each_input<Sample>([&](const histogram_case& each, std::int64_t bins, distribution input) {
    const std::int64_t count = sample_traits<Sample>::count;
    const measurement measured{each.shown.name, input_name<Sample>(bins, input), "global atomics",
                               static_cast<double>(count) * sizeof(Sample)};
    add_benchmark(run, each.shown, measured, 2, 1, [&run, count, bins, input](measurement&) {
      const Sample* samples = run.samples.get<Sample>(count, input, bins);
      return [&run, samples, count, bins, input] {
        count_with_atomics(run.stream, samples, count, run.expected.as<unsigned>(), bins,
                           levels_for<Sample>(input, bins));
      };
    });
  });
}

#define HALOGRAM_BENCHMARK_SAMPLE(Sample)                                                        \
  template const Sample* sample_source::get<Sample>(std::int64_t, distribution, std::int64_t);   \
  template void count_with_atomics<Sample>(cudaStream_t, const Sample*, std::int64_t, unsigned*, \
                                           std::int64_t,                                         \
                                           level_pair<sample_traits<Sample>::level>);            \
  template void add_atomics<Sample>(session&);
HALOGRAM_BENCHMARK_SAMPLE(float)
HALOGRAM_BENCHMARK_SAMPLE(double)
HALOGRAM_BENCHMARK_SAMPLE(std::int32_t)
HALOGRAM_BENCHMARK_SAMPLE(std::uint32_t)
HALOGRAM_BENCHMARK_SAMPLE(std::uint8_t)
HALOGRAM_BENCHMARK_SAMPLE(std::uint16_t)

} // namespace benchmarks

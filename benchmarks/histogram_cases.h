// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the CUDA histogram benchmark measures: the table's rows, their inputs, and who is measured.

#include "support/cuda.h"
#include "support/options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace benchmarks
{

enum class distribution
{
  uniform,
  constant,
  two_values,
  sorted,
  normal,
  and_of_4, //!< the AND of four random words: a few bins hold most samples
  on_edges  //!< every sample is the lower edge of a bin: integers stored as floats
};

inline constexpr distribution all_distributions[] = {
  distribution::uniform, distribution::constant, distribution::two_values, distribution::sorted,
  distribution::normal,  distribution::and_of_4, distribution::on_edges};

inline const char* name_of(distribution input)
{
  static const char* const names[] = {"uniform", "constant", "two values", "sorted",
                                      "normal",  "and-of-4", "on edges"};
  return names[static_cast<int>(input)];
}

template <class Sample>
struct sample_traits;

#define HALOGRAM_BENCHMARK_SAMPLE(Sample, Level, lowest, beyond, count_log2) \
  template <>                                                                \
  struct sample_traits<Sample>                                               \
  {                                                                          \
    using level = Level;                                                     \
    static constexpr const char* name = #Sample;                             \
    static constexpr level lower = lowest;                                   \
    static constexpr level upper = beyond;                                   \
    static constexpr std::int64_t count = std::int64_t{1} << count_log2;     \
  };
HALOGRAM_BENCHMARK_SAMPLE(float, float, -1.0f, 1.7f, 28)
HALOGRAM_BENCHMARK_SAMPLE(double, double, -1.0, 1.7, 28)
HALOGRAM_BENCHMARK_SAMPLE(std::int32_t, int, -1000000000, 1000000000, 28)
HALOGRAM_BENCHMARK_SAMPLE(std::uint32_t, unsigned, 0, 4000000000u, 28)
HALOGRAM_BENCHMARK_SAMPLE(std::uint8_t, int, 0, 256, 30)
HALOGRAM_BENCHMARK_SAMPLE(std::uint16_t, int, 0, 65536, 28)
#undef HALOGRAM_BENCHMARK_SAMPLE

template <class Level>
struct level_pair
{
  Level lower;
  Level upper;
};

template <class Sample>
auto levels_for(distribution input, std::int64_t bins)
{
  using traits = sample_traits<Sample>;
  using level = typename traits::level;
  const bool on_integers = input == distribution::on_edges && static_cast<level>(0.5) != level{};
  return on_integers ? level_pair<level>{0, static_cast<level>(bins)}
                     : level_pair<level>{traits::lower, traits::upper};
}

//! A row of the table for one type of samples.
struct histogram_case
{
  row shown;
  std::vector<std::int64_t> bins;
};

inline row of_read(const char* name, double must, double aim)
{
  return {name, must, aim, "read"};
}

template <class Sample>
std::vector<histogram_case> cases_of();

template <>
inline std::vector<histogram_case> cases_of<float>()
{
  return {{of_read("float, 2 to 2048 bins", 0.90, 0.97), {2, 256, 257, 1024, 2048}},
          {of_read("float, 4096 to 32768 bins", 0.88, 0.95), {4096, 16384, 32768}},
          {of_read("float, 57344 bins", 0.78, 0.92), {57344}},
          {of_read("float, 65536 and 114688 bins", 0.40, 0.60), {65536, 114688}},
          {of_read("float, 262144 bins", 0.20, 0.40), {262144}},
          {of_read("float, 1048576 bins", 0.15, 0.33), {1048576}},
          {of_read("float, 16777216 bins", 0.05, 0.20), {16777216}}};
}
template <>
inline std::vector<histogram_case> cases_of<double>()
{
  return {{of_read("double, 256 to 16384 bins", 0.90, 0.97), {256, 2048, 16384}}};
}
template <>
inline std::vector<histogram_case> cases_of<std::int32_t>()
{
  return {{of_read("int32 and uint32, 256 and 2048 bins", 0.90, 0.97), {256, 2048}}};
}
template <>
inline std::vector<histogram_case> cases_of<std::uint32_t>()
{
  return cases_of<std::int32_t>();
}
template <>
inline std::vector<histogram_case> cases_of<std::uint8_t>()
{
  return {{of_read("uint8, 256 bins", 0.90, 0.95), {256}}};
}
template <>
inline std::vector<histogram_case> cases_of<std::uint16_t>()
{
  return {{of_read("uint16, 4096 bins", 0.70, 0.90), {4096}},
          {of_read("uint16, 65536 bins", 0.25, 0.55), {65536}}};
}

template <class Sample>
std::string input_name(std::int64_t bins, distribution input)
{
  return std::string(sample_traits<Sample>::name) + ", " + std::to_string(bins) + " bins, "
         + name_of(input);
}

//! Calls `function(case, bins, distribution)` for all that is measured with such samples.
template <class Sample, class Function>
void for_each_input(Function function)
{
  for (const histogram_case& each : cases_of<Sample>())
  {
    for (const std::int64_t bins : each.bins)
    {
      for (const distribution input : all_distributions)
      {
        function(each, bins, input);
      }
    }
  }
}

//! Small inputs are timed in calls in a row, each on samples of its own.
inline constexpr int small_calls = 32;
inline constexpr std::int64_t small_stride = std::int64_t{1} << 20;

inline row small_row(int count_log2, int bins)
{
  return {"2^" + std::to_string(count_log2) + " samples, " + std::to_string(bins) + " bins", 1, 2,
          "CUB", unit::microseconds};
}

//! Samples on the device; the last that were made stay there.
class sample_source
{
public:
  static constexpr std::size_t bytes = std::size_t{1} << 31;

  explicit sample_source(cudaStream_t stream)
      : stream_(stream)
      , memory_(bytes)
  {}

  template <class Sample>
  const Sample* get(std::int64_t count, distribution input, std::int64_t bins);

private:
  cudaStream_t stream_;
  device_memory memory_;
  std::string made_;
};

//! What all benchmarks of the program share.
struct session
{
  options chosen;
  report& results;
  cudaStream_t stream;
  sample_source samples;
  device_memory counters; //!< for 2^24 bins of 64 bits
  device_memory expected; //!< likewise: right counts

  int repetitions(int most) const
  {
    return chosen.quick ? std::min(most, 5) : most;
  }
};

inline constexpr std::int64_t most_bins = std::int64_t{1} << 24;

//! Right counts of the samples, by one atomic a sample.
template <class Sample>
void count_with_atomics(cudaStream_t stream, const Sample* samples, std::int64_t count,
                        unsigned* counters, std::int64_t bins,
                        level_pair<typename sample_traits<Sample>::level> levels);

//! Whether `counters` and `expected` agree; waits for the stream.
bool equal_counts(cudaStream_t stream, const unsigned* counters, const unsigned* expected,
                  std::int64_t bins);

template <class Sample>
void add_library(session& run);
void add_counters_and_iterators(session& run);
void add_small_inputs(session& run);
template <class Sample>
void add_cub(session& run);
void add_cub_small_inputs(session& run);
template <class Sample>
void add_atomics(session& run);
void add_sort(session& run);

} // namespace benchmarks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <binning_division.h>
#include <binning_oracle.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>
#include <halogram/detail/binning.h>
#include <support/random.h>
#include <thrust/device_vector.h>

#include <vector>

using namespace binning_test;
using halogram::detail::even_binner;
using halogram::detail::index_holds;

namespace
{

constexpr int threads = 256;

int blocks_for(std::size_t size)
{
  return static_cast<int>((size + threads - 1) / threads);
}

//! Bins by a binner made on the host, and by one made by each thread.
template <class Index, class Sample, class Level>
__global__ void find_bins(const Sample* samples, int size, even_binner<Sample, Level> binner,
                          std::int64_t num_bins, Level lower, Level upper, Index* bins,
                          Index* bins_of_own)
{
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size)
  {
    bins[i] = binner.template bin<Index>(samples[i]);
    bins_of_own[i] =
      even_binner<Sample, Level>(num_bins, lower, upper).template bin<Index>(samples[i]);
  }
}

template <class Index, class Sample, class Level>
void compare_with_host(const std::vector<Sample>& samples, std::int64_t num_bins, Level lower,
                       Level upper)
{
  const even_binner<Sample, Level> binner(num_bins, lower, upper);
  const thrust::device_vector<Sample> input(samples.begin(), samples.end());
  thrust::device_vector<Index> bins(samples.size()), bins_of_own(samples.size());
  find_bins<<<blocks_for(samples.size()), threads>>>(
    thrust::raw_pointer_cast(input.data()), static_cast<int>(samples.size()), binner, num_bins,
    lower, upper, thrust::raw_pointer_cast(bins.data()),
    thrust::raw_pointer_cast(bins_of_own.data()));
  std::vector<Index> result(samples.size()), own_result(samples.size());
  thrust::copy(bins.begin(), bins.end(), result.begin());
  thrust::copy(bins_of_own.begin(), bins_of_own.end(), own_result.begin());
  for (std::size_t i = 0; i < samples.size(); ++i)
  {
    const Index expected = binner.template bin<Index>(samples[i]);
    if (result[i] != expected || own_result[i] != expected)
    {
      CAPTURE(static_cast<double>(samples[i]));
      CAPTURE(num_bins);
      CAPTURE(static_cast<double>(lower));
      CAPTURE(static_cast<double>(upper));
      REQUIRE(result[i] == expected);
      REQUIRE(own_result[i] == expected);
    }
  }
}

template <class Sample, class Level>
void compare_indices(const std::vector<Sample>& samples, std::int64_t num_bins, Level lower,
                     Level upper)
{
  compare_with_host<std::int64_t>(samples, num_bins, lower, upper);
  if (index_holds<std::int32_t>(num_bins))
  {
    compare_with_host<std::int32_t>(samples, num_bins, lower, upper);
  }
}

//! Levels and samples are made in `Source` and converted.
template <class Sample, class Level, class Source = Level, class Convert>
void compare_floating(int random_pairs, Convert to_sample)
{
  std::mt19937_64 random(test_support::seed(6));
  for (const auto& levels : floating_levels<Source>(random, random_pairs))
  {
    const Source lower = levels.first, upper = levels.second;
    std::vector<Sample> samples;
    const auto all_bin_counts = bin_counts();
    for (const std::int64_t num_bins : all_bin_counts)
    {
      for (const Source x : samples_near_edges(random, num_bins, lower, upper))
      {
        samples.push_back(to_sample(x));
      }
    }
    for (const std::int64_t num_bins : all_bin_counts)
    {
      compare_indices(samples, num_bins, static_cast<Level>(lower), static_cast<Level>(upper));
    }
  }
}

template <class Sample, class Level>
void compare_integers(const level_pairs<Level>& levels)
{
  std::mt19937_64 random(test_support::seed(7));
  std::vector<Sample> samples;
  for (int i = 0; i < 20000; ++i)
  {
    samples.push_back(static_cast<Sample>(random() >> (random() % 64)));
    samples.push_back(static_cast<Sample>(~(random() >> (random() % 64))));
  }
  for (const auto& [lower, upper] : levels)
  {
    samples.push_back(static_cast<Sample>(lower));
    samples.push_back(static_cast<Sample>(upper));
    samples.push_back(static_cast<Sample>(upper - 1));
  }
  for (const auto& [lower, upper] : levels)
  {
    for (const std::int64_t num_bins : bin_counts())
    {
      compare_indices(samples, num_bins, lower, upper);
    }
  }
}

template <class T>
__global__ void count_wrong_quotients(std::uint64_t first, std::uint64_t step, std::uint64_t size,
                                      unsigned long long* wrong)
{
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < size)
  {
    for_each_hard_numerator<T>(first + i * step, [=](T m, T w) {
      const T inverse = halogram::detail::inverse(w);
      const auto exact = static_cast<T>(static_cast<double>(m) / static_cast<double>(w));
      if (halogram::detail::divide(m, w, inverse) != exact)
      {
        atomicAdd(wrong, 1ull);
      }
    });
  }
}

template <class T>
unsigned long long wrong_quotients(std::uint64_t first, std::uint64_t step, std::uint64_t size)
{
  thrust::device_vector<unsigned long long> wrong(1);
  count_wrong_quotients<T>
    <<<blocks_for(size), threads>>>(first, step, size, thrust::raw_pointer_cast(wrong.data()));
  return wrong[0];
}

} // namespace

// Breaks if device code flushes subnormal numbers or joins operations, which --use_fast_math asks for:
// this file is compiled with and without.
TEST_CASE("float, on the device as on the host")
{
  compare_floating<float, float>(40, [](float x) { return x; });
}

TEST_CASE("double, on the device as on the host")
{
  compare_floating<double, double>(20, [](double x) { return x; });
}

// Breaks if a sample is converted by another route than on the host.
TEST_CASE("mixed types, on the device as on the host")
{
  compare_floating<float, double>(5, [](double x) { return static_cast<float>(x); });
  compare_floating<float, double, float>(20, [](float x) { return x; });
  compare_floating<__half, float>(5, [](float x) { return __half(x); });
  compare_floating<__nv_bfloat16, float>(5, [](float x) { return __nv_bfloat16(x); });
  compare_floating<__nv_bfloat16, double, float>(5, [](float x) { return __nv_bfloat16(x); });
  compare_floating<int, float>(
    5, [](float x) { return x > -2e9f && x < 2e9f ? static_cast<int>(x) : 0; });
}

// Breaks if a device multiplication loses its high half or its carry.
TEST_CASE("integers, on the device as on the host")
{
  compare_integers<int, int>({{-7, 8}, {0, 65536}, {INT32_MIN, INT32_MAX}, {-1000, 123456789}});
  compare_integers<std::uint16_t, int>({{0, 65536}, {-40000, 1000000}});
  compare_integers<std::int8_t, std::uint64_t>({{0, 100}, {0, UINT64_MAX}});
  compare_integers<std::uint64_t, int>({{-5, 1000}, {INT32_MIN, INT32_MAX}});
  compare_integers<std::int64_t, std::int64_t>(
    {{INT64_MIN, INT64_MAX}, {-3, 4}, {0, INT64_C(1) << 33}, {-12345, INT64_C(98765432109876)}});
#if defined(__SIZEOF_INT128__)
  const __int128_t large = static_cast<__int128_t>(1) << 100;
  compare_integers<__int128_t, __int128_t>({{-large, large}, {-3, INT64_MAX}});
#endif
}

// Breaks if the corrected quotient is not the rounded one: all of float's that could be wrong. (For
// float, rounding a quotient of doubles gives the float quotient; for double it is itself.)
TEST_CASE("quotients next to the middle of two numbers, on the device")
{
  const std::uint64_t floats = 1u << 23, doubles = std::uint64_t{1} << 52;
  CHECK(wrong_quotients<float>(floats, 1, floats) == 0);
#if defined(__SIZEOF_INT128__)
  CHECK(wrong_quotients<double>(doubles, (doubles >> 22) - 3, 1u << 22) == 0);
  CHECK(wrong_quotients<double>(doubles, 1, 1u << 16) == 0);
  CHECK(wrong_quotients<double>(2 * doubles - (1u << 16), 1, 1u << 16) == 0);
#endif
}

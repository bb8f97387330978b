// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <binning_division.h>
#include <binning_oracle.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>
#include <halogram/detail/binning.h>
#include <support/random.h>

#include <algorithm>
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

//! Memory for both sides; thrust::device_vector would compile kernels for each type.
template <class T>
class managed
{
public:
  explicit managed(std::size_t size)
  {
    REQUIRE(cudaMallocManaged(&data_, size * sizeof(T)) == cudaSuccess);
  }
  managed(const managed&) = delete;
  managed& operator=(const managed&) = delete;
  ~managed()
  {
    cudaFree(data_);
  }
  T* data() const
  {
    return data_;
  }
  T& operator[](std::size_t i) const
  {
    return data_[i];
  }

private:
  T* data_ = nullptr;
};

//! The bins of one sample found in several ways; all must be the host's.
struct found
{
  std::int64_t wide;
  std::int64_t narrow; // with a 32-bit index, where that holds the bins
  std::int64_t own;    // by a binner that the thread makes
};

template <class Sample, class Level>
__global__ void find_bins(const Sample* samples, int size, even_binner<Sample, Level> binner,
                          std::int64_t num_bins, Level lower, Level upper, found* bins)
{
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size)
  {
    const Sample x = samples[i];
    const std::int64_t wide = binner.template bin<std::int64_t>(x);
    bins[i] = {wide,
               index_holds<std::int32_t>(num_bins) ? binner.template bin<std::int32_t>(x) : wide,
               even_binner<Sample, Level>::bin_once(x, num_bins, lower, upper)};
  }
}

//! Compares host and device on all samples and the usual numbers of bins.
template <class Sample, class Level>
void compare_with_host(const std::vector<Sample>& samples, Level lower, Level upper)
{
  const managed<Sample> input(samples.size());
  const managed<found> bins(samples.size());
  std::copy(samples.begin(), samples.end(), input.data());
  for (const std::int64_t num_bins : bin_counts())
  {
    const even_binner<Sample, Level> binner(num_bins, lower, upper);
    find_bins<<<blocks_for(samples.size()), threads>>>(
      input.data(), static_cast<int>(samples.size()), binner, num_bins, lower, upper, bins.data());
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    for (std::size_t i = 0; i < samples.size(); ++i)
    {
      const std::int64_t expected = binner.template bin<std::int64_t>(samples[i]);
      const found result = bins[i];
      if (result.wide != expected || result.narrow != expected || result.own != expected)
      {
        FAIL("sample " << static_cast<double>(samples[i]) << ", " << num_bins << " bins from "
                       << static_cast<double>(lower) << " to " << static_cast<double>(upper) << ": "
                       << result.wide << ", " << result.narrow << ", " << result.own
                       << " rather than " << expected);
      }
    }
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
    for (const std::int64_t num_bins : bin_counts())
    {
      for (const Source x : samples_near_edges(random, num_bins, lower, upper))
      {
        samples.push_back(to_sample(x));
      }
    }
    compare_with_host(samples, static_cast<Level>(lower), static_cast<Level>(upper));
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
    compare_with_host(samples, lower, upper);
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
  const managed<unsigned long long> wrong(1);
  wrong[0] = 0;
  count_wrong_quotients<T><<<blocks_for(size), threads>>>(first, step, size, wrong.data());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
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

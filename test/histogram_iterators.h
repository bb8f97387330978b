// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! What samples can be read from and counts written to: iterators, sample types, counter types.

#include <cuda/std/tuple>

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/distributions.h>
#include <support/histogram_oracle.h>
#include <support/histogram_paths.h>
#include <support/random.h>
#include <support/system.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cstdint>
#include <list>
#include <new>
#include <vector>

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>)
#  include <cuda_bf16.h>
#  include <cuda_fp16.h>
#  define HALOGRAM_TEST_SHORT_FLOATS 1
#endif

namespace
{

using counts_of = std::vector<std::int64_t>;
constexpr std::size_t size = 70001; // several tiles, none of them full at the end

const std::vector<float>& float_samples()
{
  static const std::vector<float> samples = [] {
    test_support::random_engine engine(test_support::seed(3));
    return test_support::make_samples<float>(test_support::distribution::uniform, size, 100, -1, 2,
                                             engine);
  }();
  return samples;
}

struct twice
{
  HALOGRAM_HOST_DEVICE float operator()(float x) const
  {
    return 2 * x;
  }
};
struct half_of
{
  HALOGRAM_HOST_DEVICE float operator()(float x) const
  {
    return x / 2;
  }
};
struct first_component
{
  template <class Tuple>
  HALOGRAM_HOST_DEVICE float operator()(const Tuple& both) const
  {
    return cuda::std::get<0>(both);
  }
};
struct plus_1000
{
  HALOGRAM_HOST_DEVICE std::int64_t operator()(std::int64_t count) const
  {
    return count + 1000;
  }
};

// A sample that no array can hold unfilled.
struct reading
{
  float value;

  HALOGRAM_HOST_DEVICE explicit reading(float x)
      : value(x)
  {}
};
struct to_reading
{
  HALOGRAM_HOST_DEVICE reading operator()(float x) const
  {
    return reading(x);
  }
};
struct value_of_reading
{
  HALOGRAM_HOST_DEVICE float operator()(const reading& r) const
  {
    return r.value;
  }
};

struct remainder_of_5
{
  HALOGRAM_HOST_DEVICE int operator()(int x) const
  {
    return x % 5;
  }
};

// Looks the bin up, and notes when it is asked for anything but a sample.
struct lookup
{
  const int* table;
  int size;
  int* strays;

  HALOGRAM_HOST_DEVICE std::int64_t operator()(int sample) const
  {
    if (sample < 0 || sample >= size)
    {
      *strays = 1;
      return -1;
    }
    return table[sample];
  }
};

// A bin of every kind of integer, some of them outside.
template <class Integer>
struct bin_as
{
  std::int64_t shift;

  HALOGRAM_HOST_DEVICE Integer operator()(int sample) const
  {
    return static_cast<Integer>(sample + shift);
  }
};

template <class InputIt>
void check_floats(InputIt first, float lower = -1, float upper = 2)
{
  test_support::check_every_path<std::uint32_t>(
    first, size, 100, lower, upper,
    test_support::expected_counts(float_samples(), 100, -1.0f, 2.0f));
}

// Samples of the type, every value between the levels and some beyond.
template <class Sample, class Level>
void check_type(std::int64_t num_bins, Level lower, Level upper)
{
  test_support::random_engine engine(test_support::seed(5));
  const auto samples = test_support::make_samples<Sample>(test_support::distribution::special, size,
                                                          num_bins, static_cast<double>(lower),
                                                          static_cast<double>(upper), engine);
  const test_system::vector<Sample> input(samples.begin(), samples.end());
  test_support::check_every_path<std::uint32_t>(
    thrust::raw_pointer_cast(input.data()), size, num_bins, lower, upper,
    test_support::expected_counts(samples, num_bins, lower, upper));
}

template <class Counter>
void check_counter()
{
  const std::vector<int> samples{1, 1, 2};
  const test_system::vector<int> input(samples.begin(), samples.end());
  test_system::vector<Counter> bins(4, Counter{9});
  const auto end = halogram::histogram_even(test_system::policy(), input.begin(), input.end(),
                                            bins.begin(), 4, 0, 4);
  CHECK(end == bins.end());
  CHECK(test_system::to_host(bins) == std::vector<Counter>{0, 2, 1, 0});
}

template <class Integer>
void check_bin_op(const std::vector<int>& samples, std::int64_t shift, const counts_of& expected)
{
  const test_system::vector<int> input(samples.begin(), samples.end());
  test_system::vector<int> bins(expected.size(), 7);
  const auto end = halogram::histogram(test_system::policy(), input.begin(), input.end(),
                                       bins.begin(), expected.size(), bin_as<Integer>{shift});
  CHECK(end == bins.end());
  const auto counts = test_system::to_host(bins);
  CHECK(counts_of(counts.begin(), counts.end()) == expected);
}

} // namespace

// Breaks if a path assumes contiguous samples, or dereferences out of range.
TEST_CASE("samples behind Thrust's iterators")
{
  const test_system::vector<float> input(float_samples().begin(), float_samples().end());
  check_floats(input.begin());
  check_floats(input.cbegin());
  check_floats(thrust::make_transform_iterator(input.begin(), twice{}), -2, 4);
  check_floats(thrust::make_reverse_iterator(input.end()));

  test_system::vector<int> order(size);
  thrust::sequence(order.rbegin(), order.rend());
  check_floats(thrust::make_permutation_iterator(input.begin(), order.begin()));
}

// Breaks if the number of a sample, or its value, is taken for something in memory.
TEST_CASE("samples that lie nowhere")
{
  test_support::check_every_path<std::uint32_t>(thrust::make_counting_iterator(-5), 1000, 4, 0, 100,
                                                {25, 25, 25, 25});
  test_support::check_every_path<std::uint32_t>(thrust::make_constant_iterator(7), 16777219, 1, 0,
                                                8, {16777219});
}

// Breaks if a projection is applied twice or not at all, or its result's type is not the one binned.
TEST_CASE("a projection of each sample")
{
  const test_system::vector<float> input(float_samples().begin(), float_samples().end());
  const auto expected = test_support::expected_counts(float_samples(), 100, -1.0f, 2.0f);
  test_system::vector<std::int64_t> bins(100, -1);
  const auto check = [&](auto first, float lower, float upper, auto projection) {
    const auto end = halogram::histogram_even(test_system::policy(), first, first + size,
                                              bins.begin(), 100, lower, upper, projection);
    CHECK(end == bins.end());
    CHECK(test_system::to_host(bins) == expected);
  };
  const auto nothing = thrust::make_constant_iterator(0.25f);
  check(thrust::make_zip_iterator(input.begin(), nothing), -1, 2, first_component{});
  check(input.begin(), -0.5f, 1, half_of{});
  // Values that have no default constructor cannot wait in an array.
  check(thrust::make_transform_iterator(input.begin(), to_reading{}), -1, 2, value_of_reading{});
}

// Breaks if a type is widened with the wrong sign or evaluated in the wrong arithmetic.
TEST_CASE("samples of every type")
{
  check_type<std::uint16_t>(60000, 0, 65536);
  check_type<std::uint32_t>(777, 5u, 4000000000u);
  check_type<std::uint64_t>(4097, std::uint64_t{1} << 40, std::uint64_t{3} << 62);
  check_type<short>(300, -1.5f, 1000.25f);
  check_type<long long>(300, -1.5, 1e15);
#if !defined(HALOGRAM_TEST_SYSTEM_CUDA) // each type costs nvcc a set of kernels
  check_type<char>(50, 0, 100);
  check_type<signed char>(256, -128, 128);
  check_type<double>(90, -3, 77);
  check_type<long double>(90, -3.0L, 77.0L);
  check_type<long>(90, -3.0L, 77.0L);
#endif

  const std::vector<int> bits{1, 0, 1, 1};
  const test_system::vector<bool> flags(bits.begin(), bits.end());
  test_support::check_every_path<std::uint32_t>(thrust::raw_pointer_cast(flags.data()), 4, 2, 0, 2,
                                                {1, 3});
}

#if defined(HALOGRAM_TEST_SHORT_FLOATS)
// Breaks if short floats are evaluated in anything but float.
TEST_CASE("half and bfloat16 samples and levels")
{
  check_type<__half>(300, -1.0f, 1.7f);
  check_type<__nv_bfloat16>(300, __nv_bfloat16{-1.0f}, __nv_bfloat16{1.5f});
}
#endif

#if defined(__SIZEOF_INT128__)
// Breaks if anything is cut to 64 bits.
TEST_CASE("128-bit samples and levels")
{
  const __int128_t unit = __int128_t{1} << 100;
  const std::vector<__int128_t> samples{-5 * unit, -5 * unit - 1, -1,      0,
                                        4 * unit,  5 * unit - 1,  5 * unit};
  const test_system::vector<__int128_t> input(samples.begin(), samples.end());
  test_support::check_every_path<std::uint32_t>(
    thrust::raw_pointer_cast(input.data()), static_cast<std::int64_t>(samples.size()), 10,
    -5 * unit, 5 * unit, {1, 0, 0, 0, 1, 1, 0, 0, 0, 2});
}
#endif

// Breaks if a counter's type has no atomics, or is taken for another of the same size.
TEST_CASE("counters of every type")
{
  check_counter<char>();
  check_counter<signed char>();
  check_counter<unsigned char>();
  check_counter<short>();
  check_counter<unsigned short>();
  check_counter<int>();
  check_counter<unsigned>();
  check_counter<long>();
  check_counter<unsigned long>();
  check_counter<long long>();
  check_counter<unsigned long long>();
  check_counter<float>();
  check_counter<double>();
}

// Breaks if counts are kept in the output's type, where a float sticks at 2^24.
TEST_CASE("counts that a float holds but cannot reach one by one")
{
  const auto first = thrust::make_constant_iterator(std::uint8_t{0});
  test_system::vector<float> bins(1, -1.0f);
  halogram::histogram_even(test_system::policy(), first, first + 16777220, bins.begin(), 1, 0, 1);
  CHECK(bins[0] == 16777220.0f);
  halogram::histogram_even(test_system::policy(), first, first + 300, bins.begin(), 1, 0, 1);
  CHECK(bins[0] == 300.0f);
}

// Breaks if the output is read, or written through anything but its iterator.
TEST_CASE("counts written through Thrust's iterators")
{
  const std::vector<int> samples{0, 3, 3, 1, 3, 9};
  const test_system::vector<int> input(samples.begin(), samples.end());
  const auto count_to = [&](auto bins) {
    return halogram::histogram_even(test_system::policy(), input.begin(), input.end(), bins, 4, 0,
                                    4);
  };

  test_system::vector<std::int64_t> bins(4, 5);
  const auto transformed = thrust::make_transform_output_iterator(bins.begin(), plus_1000{});
  CHECK(count_to(transformed) - transformed == 4);
  CHECK(test_system::to_host(bins) == counts_of{1001, 1001, 1000, 1003});

  CHECK(count_to(thrust::make_reverse_iterator(bins.end())).base() == bins.begin());
  CHECK(test_system::to_host(bins) == counts_of{3, 0, 1, 1});

  const std::vector<int> order{2, 0, 3, 1};
  const test_system::vector<int> places(order.begin(), order.end());
  count_to(thrust::make_permutation_iterator(bins.begin(), places.begin()));
  CHECK(test_system::to_host(bins) == counts_of{1, 3, 1, 0});

  CHECK(count_to(thrust::make_discard_iterator()) - thrust::make_discard_iterator() == 4);
}

// Breaks if an empty input leaves the output as it was.
TEST_CASE("no samples give zeros")
{
  const test_system::vector<float> input;
  test_system::vector<int> bins(5, 42);
  const auto end = halogram::histogram_even(test_system::policy(), input.begin(), input.end(),
                                            bins.begin(), 5, 0.0f, 1.0f);
  CHECK(end == bins.end());
  CHECK(test_system::to_host(bins) == std::vector<int>(5, 0));
}

// Breaks if a bin function sees what is no sample, such as the padding of a tile.
TEST_CASE("a bin function is asked for samples alone")
{
  const std::vector<int> bins_by_sample{4, 0, 2, -1, 7};
  const test_system::vector<int> table(bins_by_sample.begin(), bins_by_sample.end());
  test_system::vector<int> strays(1, 0);
  const lookup bin_op{thrust::raw_pointer_cast(table.data()), 5,
                      thrust::raw_pointer_cast(strays.data())};
  for (const int samples : {1, 5, 1000, 16383, 16384, 16385, 40001})
  {
    test_system::vector<int> input(static_cast<std::size_t>(samples));
    thrust::transform(test_system::policy(), thrust::make_counting_iterator(0),
                      thrust::make_counting_iterator(samples), input.begin(), remainder_of_5{});
    const auto count_of = [&](int sample) { return (samples + 4 - sample) / 5; };
    const std::vector<int> expected{count_of(1), 0, count_of(2), 0, count_of(0)};
    for (const auto& path : test_support::counting_paths<const int*>(samples, 5))
    {
      CAPTURE(path.name);
      CAPTURE(samples);
      test_system::vector<int> bins(5, 7);
      const int* const first = thrust::raw_pointer_cast(input.data());
      test_support::count_by(path, first, first + samples, bins.begin(), 5, bin_op);
      CHECK(test_system::to_host(bins) == expected);
    }
  }
  CHECK(strays[0] == 0);
}

// Breaks if a bin is narrowed before it is compared with the number of bins.
TEST_CASE("a bin function of any integer type")
{
  const std::vector<int> samples{0, 1, 2, 3, 1};
  check_bin_op<std::uint8_t>(samples, -1, {2, 1, 1}); // 255 is outside
  check_bin_op<std::int64_t>(samples, (std::int64_t{1} << 32) - 1, {0, 0, 0});
#if !defined(HALOGRAM_TEST_SYSTEM_CUDA) // each type costs nvcc a set of kernels
  check_bin_op<std::int8_t>(samples, -1, {2, 1, 1});
  check_bin_op<bool>(samples, 0, {1, 4});
  check_bin_op<std::uint64_t>(samples, -2, {1, 1});
#endif
}

// Breaks if even_bins counts otherwise than histogram_even.
TEST_CASE("histogram with even_bins is histogram_even")
{
  const test_system::vector<float> input(float_samples().begin(), float_samples().end());
  test_system::vector<std::int64_t> bins(100, -1);
  halogram::histogram(test_system::policy(), input.begin(), input.end(), bins.begin(), 100,
                      halogram::even_bins<float>(100, -1, 2));
  CHECK(test_system::to_host(bins)
        == test_support::expected_counts(float_samples(), 100, -1.0f, 2.0f));
}

#if defined(HALOGRAM_TEST_SYSTEM_SEQ)
// Breaks if the sequential system needs more than an input iterator.
TEST_CASE("samples of a list")
{
  const std::list<int> samples{0, 3, 3, 1, 3, 9};
  std::vector<int> bins(4, 5);
  halogram::histogram_even(thrust::seq, samples.begin(), samples.end(), bins.begin(), 4, 0, 4);
  CHECK(bins == std::vector<int>{1, 1, 0, 3});
}

// Breaks if a functor sees a reference that stands for a sample in place of the sample.
TEST_CASE("even_bins over packed truth values")
{
  const std::vector<bool> samples{true, false, true};
  std::vector<int> bins(2, 5);
  halogram::histogram(samples.begin(), samples.end(), bins.begin(), 2,
                      halogram::even_bins<int>{2, 0, 2});
  CHECK(bins == std::vector<int>{1, 2});
}
#endif

// Breaks if the size of temporary counts wraps.
TEST_CASE("more temporary counts than an address space holds")
{
  const test_system::vector<int> samples(2, 1);
  CHECK_THROWS_AS(halogram::histogram_even(test_system::policy(), samples.begin(), samples.end(),
                                           thrust::make_discard_iterator(), std::int64_t{1} << 61,
                                           0, 9),
                  std::bad_alloc);
}

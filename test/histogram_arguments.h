// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Bad arguments: each is refused by name and value, before anything is written.

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/system.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#if __has_include(<cuda_fp16.h>)
#  include <cuda_fp16.h>
#endif

namespace
{

// The call must throw, name all these in its message, and leave the bins alone.
template <class Call>
void check_refused(Call call, std::initializer_list<const char*> named)
{
  const std::vector<int> held(6, 42);
  test_system::vector<int> bins(held.begin(), held.end());
  std::string message = "nothing thrown";
  try
  {
    call(bins.begin());
  }
  catch (const std::invalid_argument& refusal)
  {
    message = refusal.what();
  }
  for (const char* part : named)
  {
    CAPTURE(message);
    CHECK(message.find(part) != std::string::npos);
  }
  CHECK(test_system::to_host(bins) == held);
}

struct same_value
{
  template <class T>
  HALOGRAM_HOST_DEVICE T operator()(T value) const
  {
    return value;
  }
};

// Both overloads of histogram_even with these arguments.
template <class Sample, class Size, class Level>
void check_even_refused(Size num_bins, Level lower, Level upper,
                        std::initializer_list<const char*> named)
{
  const test_system::vector<Sample> samples(3, Sample(1));
  const auto first = samples.begin(), last = samples.end();
  check_refused(
    [&](auto bins) {
      halogram::histogram_even(test_system::policy(), first, last, bins, num_bins, lower, upper);
    },
    named);
  check_refused(
    [&](auto bins) { halogram::histogram_even(first, last, bins, num_bins, lower, upper); }, named);
  check_refused(
    [&](auto bins) {
      halogram::histogram_even(test_system::policy(), first, last, bins, num_bins, lower, upper,
                               same_value{});
    },
    named);
}

} // namespace

// Breaks if a number of bins below 1 reaches a division or an allocation.
TEST_CASE("fewer than one bin")
{
  check_even_refused<float>(0, 0.0f, 1.0f, {"histogram_even", "num_bins = 0"});
  check_even_refused<float>(-3, 0.0f, 1.0f, {"histogram_even", "num_bins = -3"});
  check_even_refused<int>(std::size_t{0}, 0, 1, {"num_bins = 0"});
  check_even_refused<int>(~std::uint64_t{0}, 0, 1, {"num_bins = 18446744073709551615"});

  const test_system::vector<int> samples(3, 1);
  check_refused(
    [&](auto bins) {
      halogram::histogram(test_system::policy(), samples.begin(), samples.end(), bins, 0,
                          same_value{});
    },
    {"halogram::histogram:", "num_bins = 0"});
}

// Breaks if levels that leave no range are accepted, which makes every quotient infinite.
TEST_CASE("levels in the wrong order")
{
  check_even_refused<float>(5, 2.5f, 2.5f, {"lower", "2.5"});
  check_even_refused<float>(5, 1.0f, -0.25f, {"lower", "upper", "1", "-0.25"});
  check_even_refused<int>(5, 7, 7, {"lower", "7"});
  check_even_refused<int>(5, 7, -7, {"lower", "upper", "7", "-7"});
}

// Breaks if a level that is not a number passes a comparison.
TEST_CASE("levels that are not finite")
{
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  check_even_refused<float>(5, nan, 1.0f, {"lower = nan"});
  check_even_refused<float>(5, 0.0f, nan, {"upper = nan"});
  check_even_refused<float>(5, -INFINITY, 1.0f, {"lower = -inf"});
  check_even_refused<float>(5, 0.0f, INFINITY, {"upper = inf"});
#if __has_include( \
  <cuda_fp16.h>) && !defined(HALOGRAM_TEST_SYSTEM_CUDA) // spares nvcc a set of kernels
  check_even_refused<__half>(5, __half{0.0f}, __half{INFINITY}, {"upper = inf"});
#endif
}

// Breaks if a negative length is taken for a large one.
TEST_CASE("a range that ends before it starts")
{
  const test_system::vector<int> samples(3, 1);
  check_refused(
    [&](auto bins) {
      halogram::histogram_even(test_system::policy(), samples.begin() + 2, samples.begin(), bins, 5,
                               0, 1);
    },
    {"histogram_even", "last", "-2"});
  check_refused(
    [&](auto bins) {
      halogram::histogram(test_system::policy(), samples.begin() + 2, samples.begin(), bins, 5,
                          same_value{});
    },
    {"halogram::histogram:", "last", "-2"});
}

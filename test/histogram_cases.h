// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Small inputs that users and bug reports of other libraries show going wrong somewhere, each with its
//! right bins written out. They hold for the rule alone, for the oracle, and on every counting path.

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/histogram_oracle.h>
#include <support/histogram_paths.h>
#include <support/system.h>
#include <thrust/transform.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace
{

using bins_of = std::vector<std::int64_t>;
constexpr std::int64_t none = -1;

float below(float x)
{
  return std::nextafter(x, -INFINITY);
}

// All values from first to last.
template <class T>
std::vector<T> range(int first, int last)
{
  std::vector<T> values;
  for (int value = first; value <= last; ++value)
  {
    values.push_back(static_cast<T>(value));
  }
  return values;
}

// Checks that samples[i] is in bins[i], whoever is asked.
template <class Level, class Sample>
void check_bins(std::int64_t num_bins, Level lower, Level upper, const std::vector<Sample>& samples,
                const bins_of& bins)
{
  REQUIRE(samples.size() == bins.size());
  const halogram::even_bins<Level> rule(num_bins, lower, upper);
  const test_system::vector<Sample> input(samples.begin(), samples.end());
  test_system::vector<std::int64_t> by_system(samples.size());
  thrust::transform(test_system::policy(), input.begin(), input.end(), by_system.begin(), rule);
  CHECK(test_system::to_host(by_system) == bins);
  for (std::size_t i = 0; i < samples.size(); ++i)
  {
    CAPTURE(i);
    CHECK(rule(samples[i]) == bins[i]);
    CHECK(test_support::expected_bin(samples[i], num_bins, lower, upper) == bins[i]);
  }

  // Once, and often enough to keep every worker of every path busy.
  for (const std::size_t repeats : {std::size_t{1}, 40000 / samples.size() + 3})
  {
    std::vector<Sample> repeated;
    for (std::size_t i = 0; i < repeats; ++i)
    {
      repeated.insert(repeated.end(), samples.begin(), samples.end());
    }
    std::vector<std::int64_t> counts(static_cast<std::size_t>(num_bins));
    for (const std::int64_t bin : bins)
    {
      if (bin != none)
      {
        counts[static_cast<std::size_t>(bin)] += static_cast<std::int64_t>(repeats);
      }
    }
    test_support::guarded_buffer<Sample> buffer(repeated);
    test_support::check_every_path<std::uint32_t>(
      buffer.data(), static_cast<std::int64_t>(repeated.size()), num_bins, lower, upper, counts);
  }
}

} // namespace

// Breaks if a quotient is estimated by a rounded reciprocal, or the last bin is not clamped.
TEST_CASE("float samples just under an edge")
{
  check_bins<float>(2, 0, 7, std::vector<float>{below(7)}, {1});
  check_bins<float>(35, 0, 3, std::vector<float>{below(3)}, {34});
  check_bins<float>(4, -1, 1e-9f, std::vector<float>{0}, {3}); // the subtraction rounds up
  check_bins<float>(62, 0, 14, std::vector<float>{7}, {31});
  check_bins<float>(26, 0, 22, std::vector<float>{11}, {13});
}

// Breaks if the product and the quotient are not rounded separately, in double.
TEST_CASE("double samples on edges and just under them")
{
  using doubles = std::vector<double>;
  check_bins<double>(3, 0, 15, doubles{14.999999999999998}, {2});
  check_bins<double>(126, 0, 126, doubles{33}, {33});
  check_bins<double>(50, 0, 50, doubles{29}, {29});
  check_bins<double>(100, 0, 200, doubles{56, 58, 60}, {28, 29, 30});
  check_bins<double>(8296, 2, 2280, doubles{337, 404, 739, 806, 1007, 1811, 2012},
                     {1220, 1464, 2684, 2928, 3660, 6588, 7320});
  check_bins<double>(30, -0.5, 5, doubles{0, 0, 0, 1, 2, 3, 3, 4, 5},
                     {2, 2, 2, 8, 13, 19, 19, 24, none});
  check_bins<double>(10, 0.9, 1.1, doubles{0.999, 1.0, 1.001, 1.099, 1.1, 1.101},
                     {4, 4, 5, 9, none, none});
}

// Breaks if a double level is narrowed to the samples' float.
TEST_CASE("float samples against double levels")
{
  check_bins<double>(10, -24.3579135, 0, std::vector<float>{-24.35791367f}, {none});
  check_bins<double>(10, -96.84162582956903, 0, std::vector<float>{-96.84163f, -14.239843f},
                     {none, 8});
}

// Breaks if 32-bit integers are evaluated in float against float levels.
TEST_CASE("int samples against float levels")
{
  check_bins<float>(4, 16777216, 16777220, std::vector<int>{16777217}, {1});
}

// Breaks if integers are scaled by a rounded number, or a range or product overflows.
TEST_CASE("int samples")
{
  using ints = std::vector<int>;
  check_bins<int>(7, 0, 12, ints{2, 6, 7, 2, 3, 0, 2, 2, 6, 999},
                  {1, 3, 4, 1, 1, 0, 1, 1, 3, none});
  check_bins<int>(100, -1500000000, 1500000000, ints{0}, {50});
  check_bins<int>(4, -2000000000, 2000000000, ints{-2000000000, 0, 1999999999}, {0, 2, 3});
  check_bins<int>(4, -7, 8, range<int>(-7, 7), {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3});
  check_bins<int>(7, 0, 3, ints{0, 1, 2}, {0, 2, 4});
  check_bins<int>(4, 0, 4, ints{0, 1, 2, 3, 4, 4, 5, -1}, {0, 1, 2, 3, none, none, none, none});
  check_bins<int>(8, 0, 8, ints{21, 298, 408, 131, 315, 104, 149, 4},
                  {none, none, none, none, none, none, none, 4});
  check_bins<int>(3, INT_MIN, INT_MAX, ints{INT_MIN, -1, 0, INT_MAX - 1, INT_MAX},
                  {0, 1, 1, 2, none});
  bins_of every(65536);
  std::iota(every.begin(), every.end(), 0);
  check_bins<int>(65536, 0, 65536, range<int>(0, 65535), every);
}

// Breaks if a narrow range is subtracted in the narrow type, or its sign is lost.
TEST_CASE("samples of 8 and 16 bits")
{
  using bytes = std::vector<std::int8_t>;
  using shorts = std::vector<std::int16_t>;
  check_bins<std::int16_t>(100, -32768, 32767, shorts{-32768, -1, 0, 32766}, {0, 49, 50, 99});
  check_bins<std::int8_t>(4, -128, 127, bytes{100}, {3});
  check_bins<std::int8_t>(4, -60, 64, bytes{-60, -1, 10, 63}, {0, 1, 2, 3});
  check_bins<std::int8_t>(200, -100, 100, bytes{0}, {100});
  bins_of every(65536);
  std::iota(every.begin(), every.end(), 0);
  check_bins<int>(65536, -32768, 32768, range<std::int16_t>(-32768, 32767), every);
  every.resize(256);
  check_bins<int>(256, 0, 256, range<std::uint8_t>(0, 255), every);
  every[255] = none;
  for (int value = 0; value < 255; ++value)
  {
    every[static_cast<std::size_t>(value)] = value * 256 / 255;
  }
  check_bins<std::uint8_t>(256, 0, 255, range<std::uint8_t>(0, 255), every);
}

// Breaks if a comparison follows C++'s conversions, which turn -2 into a large unsigned number.
TEST_CASE("signed samples against unsigned levels and the reverse")
{
  check_bins<unsigned>(4, 0, 4294967295u, std::vector<int>{-2, 0, INT_MAX}, {none, 0, 1});
  check_bins<int>(4, -10, 10, std::vector<unsigned>{0, 9, 10, 4294967295u}, {2, 3, none, none});
}

// Breaks if the product of a 64-bit range and the number of bins is cut to 64 bits.
TEST_CASE("64-bit samples over the whole range")
{
  check_bins<std::int64_t>(2, INT64_MIN, INT64_MAX,
                           std::vector<std::int64_t>{-1, 0, INT64_MIN, INT64_MAX - 1, INT64_MAX},
                           {0, 1, 0, 1, none});
  check_bins<std::int64_t>(1000003, INT64_MIN, INT64_MAX,
                           std::vector<std::int64_t>{INT64_MIN, 0, INT64_MAX - 1},
                           {0, 500001, 1000002});
}

// Breaks if NaN, infinities, an overflowing range or subnormal levels meet arithmetic that cannot
// hold them.
TEST_CASE("floats at the ends of the format")
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  check_bins<float>(3, -3, 3, std::vector<float>{-2, nan, 2}, {0, none, 2});
  check_bins<float>(5, -3, 3, std::vector<float>{INFINITY, -INFINITY, -nan}, {none, none, none});
  check_bins<float>(4, -FLT_MAX, FLT_MAX, std::vector<float>{1e38f, -FLT_MAX, FLT_MAX, 0, INFINITY},
                    {2, 0, none, 2, none});
  check_bins<float>(4, 0, 1e-44f, std::vector<float>{5e-45f, 0, 1e-45f, 1e-44f}, {2, 0, 0, none});
  check_bins<float>(1000, 0, 1e-40f, std::vector<float>{5e-41f, 9.9e-41f}, {500, 990});
  check_bins<double>(4, -DBL_MAX, DBL_MAX, std::vector<double>{5e307, -DBL_MAX, -1e-320, DBL_MAX},
                     {2, 0, 2, none});
  check_bins<double>(4, 0, 2e-323, std::vector<double>{1e-323, 5e-324}, {2, 1});
}

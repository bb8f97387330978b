// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <binning_oracle.h>
#include <doctest/doctest.h>
#include <halogram/detail/binning.h>
#include <support/random.h>

#include <cstring>

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>)
#  include <cuda_bf16.h>
#  include <cuda_fp16.h>
#  define BINNING_TEST_HAS_SHORT_FLOATS 1
#else
#  define BINNING_TEST_HAS_SHORT_FLOATS 0
#endif

using namespace binning_test;
using halogram::detail::even_binner;
using halogram::detail::index_holds;

namespace
{

template <class Sample, class Level>
std::int64_t bin(Sample x, std::int64_t num_bins, Level lower, Level upper)
{
  const even_binner<Sample, Level> binner(num_bins, lower, upper);
  const auto result = binner.template bin<std::int64_t>(x);
  if (index_holds<std::int32_t>(num_bins))
  {
    CHECK(binner.template bin<std::int32_t>(x) == result);
  }
  return result;
}

float below(float x)
{
  return std::nextafter(x, -INFINITY);
}

template <class T>
void compare_with_oracle(int random_pairs)
{
  std::mt19937_64 random(test_support::seed(1));
  for (const auto& levels : floating_levels<T>(random, random_pairs))
  {
    const T lower = levels.first, upper = levels.second; // bindings cannot be captured
    for (const std::int64_t num_bins : bin_counts())
    {
      const even_binner<T, T> binner(num_bins, lower, upper);
      const bool narrow = index_holds<std::int32_t>(num_bins);
      for (const T x : samples_near_edges(random, num_bins, lower, upper))
      {
        const std::int64_t expected = floating_bin(x, num_bins, lower, upper);
        const std::int64_t result = binner.template bin<std::int64_t>(x);
        const std::int64_t short_result = narrow ? binner.template bin<std::int32_t>(x) : result;
        const std::int64_t single_result = even_binner<T, T>::bin_once(x, num_bins, lower, upper);
        if (result != expected || short_result != expected
            || single_result != expected) // CHECK alone would take minutes
        {
          CAPTURE(x);
          CAPTURE(num_bins);
          CAPTURE(lower);
          CAPTURE(upper);
          REQUIRE(result == expected);
          REQUIRE(short_result == expected);
          REQUIRE(single_result == expected);
        }
      }
    }
  }
}

} // namespace

// Breaks if the quotient is a product with a rounded reciprocal, or the last bin's bound is lost.
TEST_CASE("float and double samples that were binned wrongly elsewhere")
{
  CHECK(bin(below(7), 2, 0.f, 7.f) == 1);
  CHECK(bin(below(3), 35, 0.f, 3.f) == 34);
  CHECK(bin(14.999999999999998, 3, 0., 15.) == 2);
  CHECK(bin(0.f, 4, -1.f, 1e-9f) == 3);
  CHECK(bin(7.f, 62, 0.f, 14.f) == 31);
  CHECK(bin(11.f, 26, 0.f, 22.f) == 13);
  CHECK(bin(33., 126, 0., 126.) == 33);
  CHECK(bin(29., 50, 0., 50.) == 29);
  CHECK(bin(56., 100, 0., 200.) == 28);
  CHECK(bin(58., 100, 0., 200.) == 29);
  CHECK(bin(60., 100, 0., 200.) == 30);
  const double exact[] = {337, 404, 739, 806, 1007, 1811, 2012};
  const std::int64_t exact_bins[] = {1220, 1464, 2684, 2928, 3660, 6588, 7320};
  for (int i = 0; i < 7; ++i)
  {
    CHECK(bin(exact[i], 8296, 2., 2280.) == exact_bins[i]);
  }
  const double halves[] = {0, 1, 2, 3, 4, 5};
  const std::int64_t half_bins[] = {2, 8, 13, 19, 24, -1};
  for (int i = 0; i < 6; ++i)
  {
    CHECK(bin(halves[i], 30, -0.5, 5.) == half_bins[i]);
  }
  CHECK(bin(1.1, 10, 0.9, 1.1) == -1);
  CHECK(bin(1.101, 10, 0.9, 1.1) == -1);
}

// Breaks if the range or the reciprocal overflows, or NaN passes a comparison.
TEST_CASE("the ends of the floating formats")
{
  CHECK(bin(1e38f, 4, -FLT_MAX, FLT_MAX) == 2);
  CHECK(bin(5e-45f, 4, 0.f, 1e-44f) == 2);
  CHECK(bin(1e308, 4, -DBL_MAX, DBL_MAX) == 3);
  for (const float x : {NAN, INFINITY, -INFINITY})
  {
    CHECK(bin(x, 3, -3.f, 3.f) == -1);
    CHECK(bin(x, 3, -FLT_MAX, FLT_MAX) == -1);
    CHECK(bin(static_cast<double>(x), 3, -3., 3.) == -1);
  }
  CHECK(bin(-0.f, 3, 0.f, 1.f) == 0);
}

// Breaks if a level is narrowed to the sample's type, or an integer sample to float.
TEST_CASE("samples and levels of different types meet where both are exact")
{
  CHECK(bin(static_cast<float>(-24.35791367), 10, -24.3579135, 0.) == -1);
  CHECK(bin(static_cast<float>(-96.84163), 10, -96.84162582956903, 0.) == -1);
  CHECK(bin(static_cast<float>(-14.239843), 10, -96.84162582956903, 0.) == 8);
  CHECK(bin(16777217, 4, 16777216.f, 16777220.f) == 1);
  CHECK(bin(INT64_C(16777217), 4, 16777216.f, 16777220.f) == 1);
  CHECK(bin(16777217.0, 4, 16777216, 16777220) == 1);
  CHECK(bin(0.5f, 4, 0, 1) == 2);
  CHECK(bin(std::uint16_t{65535}, 65536, 0.f, 65536.f) == 65535);
  CHECK(bin(true, 2, 0.f, 2.f) == 1);
}

// Breaks if the constructor divides by zero where distinct levels round to one double.
TEST_CASE("integer levels that meet in one double have no sample between them")
{
  const std::int64_t lower = INT64_C(1) << 53;
  CHECK(bin(9007199254740992.0, 4, lower, lower + 1) == -1);
  CHECK(bin(0.0, 4, lower, lower + 1) == -1);
}

// Breaks if any operation is not rounded once, or an exponent leaves its range.
TEST_CASE("float: the bins of the contract around every kind of edge")
{
  compare_with_oracle<float>(1500);
}

#if BINNING_TEST_HAS_QUAD
TEST_CASE("double: the bins of the contract around every kind of edge")
{
  compare_with_oracle<double>(500);
}
#endif

// Breaks if long double is evaluated in double.
TEST_CASE("long double")
{
  CHECK(bin(0.5L, 10, 0.L, 1.L) == 5);
  CHECK(bin(LDBL_MAX / 2, 4, -LDBL_MAX, LDBL_MAX) == 3);
  CHECK(bin(std::nextafter(3.L, 0.L), 35, 0.L, 3.L) == 34);
  CHECK(bin(std::numeric_limits<long double>::denorm_min(), 2, 0.L,
            2 * std::numeric_limits<long double>::denorm_min())
        == 1);
  CHECK(bin(static_cast<long double>(NAN), 10, 0.L, 1.L) == -1);
}

// Breaks if rounding makes a larger sample fall in a lower bin.
TEST_CASE("bins never descend")
{
  std::mt19937_64 random(test_support::seed(2));
  for (const auto& [lower, upper] : floating_levels<float>(random, 50))
  {
    for (const std::int64_t num_bins : {3, 1000, 16777219})
    {
      const even_binner<float, float> binner(num_bins, lower, upper);
      std::int64_t last = 0;
      float x = lower;
      for (int i = 0; i < 2000 && x < upper; ++i, x = std::nextafter(x, upper))
      {
        const auto next = binner.bin<std::int64_t>(x);
        REQUIRE(next >= last);
        REQUIRE(next < num_bins);
        last = next;
      }
    }
  }
}

#if BINNING_TEST_HAS_SHORT_FLOATS
// Breaks if a short float is evaluated in its own format, or in double.
TEST_CASE_TEMPLATE("every half and every bfloat16 counts as a float", Short, __half, __nv_bfloat16)
{
  for (int bits = 0; bits < 65536; ++bits)
  {
    Short x;
    const auto pattern = static_cast<std::uint16_t>(bits);
    std::memcpy(static_cast<void*>(&x), &pattern, sizeof x);
    const float value = static_cast<float>(x);
    const even_binner<Short, float> binner(35, -3.f, 7.f);
    const even_binner<Short, Short> own(1000, Short(-0.1f), Short(300.f));
    const float own_lower = static_cast<float>(Short(-0.1f));
    if (binner.template bin<int>(x) != floating_bin(value, 35, -3.f, 7.f)
        || own.template bin<int>(x) != floating_bin(value, 1000, own_lower, 300.f))
    {
      FAIL("bits " << bits);
    }
  }
  CHECK(bin(Short(0.5f), 10, 0, 1) == 5);
  CHECK(bin(Short(0.5f), 10, 0., 1.) == 5);
  CHECK(bin(0.5f, 10, Short(0.f), Short(1.f)) == 5);
  CHECK(bin(7, 10, Short(0.f), Short(10.f)) == 7);
}
#endif

// Breaks if NaN or infinity passes for a level.
TEST_CASE("levels")
{
  using halogram::detail::is_finite_level;
  using halogram::detail::level_less;
  CHECK(is_finite_level(DBL_MAX));
  CHECK(is_finite_level(-FLT_MAX));
  CHECK(is_finite_level(INT64_MIN));
  CHECK_FALSE(is_finite_level(NAN));
  CHECK_FALSE(is_finite_level(std::numeric_limits<double>::infinity()));
  CHECK_FALSE(is_finite_level(-std::numeric_limits<long double>::infinity()));
  CHECK(level_less(0.f, FLT_TRUE_MIN));
  CHECK_FALSE(level_less(0.f, -0.f));
  CHECK_FALSE(level_less(NAN, 1.f));
  CHECK_FALSE(level_less(1.f, NAN));
}

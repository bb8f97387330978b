// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The bin of a sample, written down from the contract with nothing of the library's: slow and plain.
//!
//!     expected_bin(x, num_bins, lower, upper)           the bin, or -1
//!     expected_counts(samples, num_bins, lower, upper)  what a histogram must hold

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace test_support
{

#if defined(__SIZEOF_INT128__)
using widest_unsigned = __uint128_t;
template <class T>
inline constexpr bool is_any_integer_v =
  std::is_integral_v<T> || std::is_same_v<T, __int128_t> || std::is_same_v<T, __uint128_t>;
#else
using widest_unsigned = std::uint64_t;
template <class T>
inline constexpr bool is_any_integer_v = std::is_integral_v<T>;
#endif

//! An integer of any type: its sign, and its value modulo 2^128.
struct any_integer
{
  bool negative;
  widest_unsigned bits;

  template <class T>
  explicit any_integer(T value)
      : negative(T(-1) < T(0) && value < T(1) && value != T(0))
      , bits(static_cast<widest_unsigned>(value))
  {}
  bool operator<(const any_integer& other) const
  {
    return negative != other.negative ? negative : bits < other.bits;
  }
};

//! floor(offset * factor / range) for offset < range: one bit of the factor after the other, so that
//! no intermediate value is wider than the range.
inline std::int64_t scaled_floor(widest_unsigned offset, std::int64_t factor, widest_unsigned range)
{
  std::int64_t quotient = 0;
  widest_unsigned remainder = 0; // of (the factor's upper bits) * offset
  const auto add = [&](widest_unsigned term) {
    const bool carries = remainder >= range - term;
    remainder = carries ? remainder - (range - term) : remainder + term;
    quotient += carries ? 1 : 0;
  };
  for (int bit = 62; bit >= 0; --bit)
  {
    quotient *= 2;
    add(remainder);
    if ((factor >> bit) & 1)
    {
      add(offset);
    }
  }
  return quotient;
}

//! A real number rounded to the 24 bits of a float, whatever its exponent.
inline double rounded_to_float(double value)
{
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  return std::ldexp(static_cast<double>(static_cast<float>(mantissa)), exponent);
}

//! (x - lower) * num_bins / (upper - lower), each operation rounded once to a float. A double holds
//! more than 2 * 24 + 2 bits, so that rounding twice gives the same.
inline double rounded_quotient(float x, std::int64_t num_bins, float lower, float upper)
{
  const double distance = rounded_to_float(double{x} - double{lower});
  const double product = rounded_to_float(distance * double{static_cast<float>(num_bins)});
  return rounded_to_float(product / rounded_to_float(double{upper} - double{lower}));
}

//! The same in double or long double, with levels that could overflow brought down by a power of two
//! (what becomes subnormal by that is too small to change a difference).
template <class T>
T rounded_quotient(T x, std::int64_t num_bins, T lower, T upper)
{
  const int room = std::numeric_limits<T>::max_exponent - 100;
  const T large = std::ldexp(T{1}, room);
  const T scale = std::ldexp(T{1}, lower < -large || upper > large ? -200 : 0);
  const volatile T distance = x * scale - lower * scale; // volatile: no operation joins another
  const volatile T product = distance * static_cast<T>(num_bins);
  const volatile T range = upper * scale - lower * scale;
  return product / range;
}

//! The floating type in which a value of type T is evaluated against floating (or no) partners.
template <class T>
struct floating_role // half and bfloat16
{
  using type = float;
};
template <>
struct floating_role<double>
{
  using type = double;
};
template <>
struct floating_role<long double>
{
  using type = long double;
};

template <class Sample, class Level>
std::int64_t expected_bin(Sample x, std::int64_t num_bins, Level lower, Level upper)
{
  if constexpr (is_any_integer_v<Sample> && is_any_integer_v<Level>)
  {
    const any_integer value(x), low(lower), high(upper);
    const bool counts = !(value < low) && value < high;
    return counts ? scaled_floor(value.bits - low.bits, num_bins, high.bits - low.bits) : -1;
  }
  else
  {
    constexpr bool in_double =
      is_any_integer_v<Level> || (is_any_integer_v<Sample> && sizeof(Sample) >= 4);
    using sample_role = typename floating_role<Sample>::type;
    using level_role = typename floating_role<Level>::type;
    using role = std::conditional_t<in_double, double, float>;
    using T = decltype(sample_role{} + level_role{} + role{});
    const auto floating = [](auto number) {
      if constexpr (is_any_integer_v<decltype(number)>)
      {
        return static_cast<T>(number);
      }
      else
      {
        return static_cast<T>(static_cast<typename floating_role<decltype(number)>::type>(number));
      }
    };
    const T value = floating(x), low = floating(lower), high = floating(upper);
    if (!(low <= value && value < high))
    {
      return -1;
    }
    const auto quotient = rounded_quotient(value, num_bins, low, high);
    const bool is_last = quotient >= static_cast<T>(num_bins);
    return is_last ? num_bins - 1
                   : std::min(num_bins - 1, static_cast<std::int64_t>(std::floor(quotient)));
  }
}

//! The counts of all samples, in 64 bits.
template <class Samples, class Level>
std::vector<std::int64_t> expected_counts(const Samples& samples, std::int64_t num_bins,
                                          Level lower, Level upper)
{
  std::vector<std::int64_t> counts(static_cast<std::size_t>(num_bins));
  for (const auto& sample : samples)
  {
    const std::int64_t bin = expected_bin(sample, num_bins, lower, upper);
    if (bin >= 0)
    {
      ++counts[static_cast<std::size_t>(bin)];
    }
  }
  return counts;
}

} // namespace test_support

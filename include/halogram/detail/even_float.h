// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Equally wide bins in floating arithmetic:
//! `min(num_bins - 1, floor(((x - lower) * num_bins) / (upper - lower)))`, each operation rounded once
//! to nearest as if the exponent range were unbounded. On the device this holds under --use_fast_math
//! too; on the host it needs what -ffast-math takes away.

#include <cuda/std/bit>
#include <cuda/std/cstdint>
#include <cuda/std/limits>

#include <halogram/detail/arithmetic.h>
#include <halogram/detail/rounded.h>

#include <cmath>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! `power_of_two(e)` for a normal `2^e`, and the `exponent(x)` of an `x >= 0`: for zero and subnormal
//! numbers anything below the normal exponents.
template <class T>
struct binary_format // long double: on the host alone
{
  static T power_of_two(int exponent)
  {
    return std::ldexp(T{1}, exponent);
  }
  static int exponent(T x)
  {
    return x > T{0} ? std::ilogb(x) : -::cuda::std::numeric_limits<T>::max_exponent;
  }
};

template <class T, class Bits>
struct ieee_format
{
  static constexpr int mantissa_bits = ::cuda::std::numeric_limits<T>::digits - 1;
  static constexpr int bias = ::cuda::std::numeric_limits<T>::max_exponent - 1;

  HALOGRAM_HOST_DEVICE static T power_of_two(int exponent)
  {
    return ::cuda::std::bit_cast<T>(static_cast<Bits>(exponent + bias) << mantissa_bits);
  }
  HALOGRAM_HOST_DEVICE static int exponent(T x)
  {
    return static_cast<int>(::cuda::std::bit_cast<Bits>(x) >> mantissa_bits) - bias;
  }
};
template <>
struct binary_format<float> : ieee_format<float, ::cuda::std::uint32_t>
{};
template <>
struct binary_format<double> : ieee_format<double, ::cuda::std::uint64_t>
{};

//! Everything is scaled by a power of two that brings `upper - lower` near 1, so that neither it nor a
//! product leaves the exponent range. Scaling is exact but for numbers that become subnormal; they
//! are then below 2^-100 of the range, and neither they nor their rounding can reach bin 1 or change
//! a rounded sum.
template <class Sample, class T>
class even_float_binner
{
public:
  static constexpr bool has_short_form = false;

  template <class Level>
  HALOGRAM_HOST_DEVICE even_float_binner(::cuda::std::int64_t num_bins, Level lower, Level upper)
      : lower_(to_floating<T>(lower))
      , upper_(to_floating<T>(upper))
      , num_bins_(static_cast<T>(num_bins))
      , last_(num_bins - 1)
  {
    using format = binary_format<T>;
    const bool is_empty = !is_within(lower_, lower_, upper_);
    if (is_empty) // integer levels have met in a double
    {
      lower_ = upper_ = T{0};
    }
    const T half = T(0.5);
    const T half_width = multiply_add(upper_, half, multiply(lower_, -half));
    scale_ = format::power_of_two(scale_exponent(-1 - format::exponent(half_width)));
    shift_ = -multiply(lower_, scale_);
    width_ = is_empty ? T{1} : multiply_add(upper_, scale_, shift_);
    width_inverse_ = inverse(width_);
  }

  template <class Level>
  HALOGRAM_HOST_DEVICE static ::cuda::std::int64_t
  bin_once(Sample sample, ::cuda::std::int64_t num_bins, Level lower, Level upper)
  {
    return even_float_binner(num_bins, lower, upper).template bin<::cuda::std::int64_t>(sample);
  }

  //! Apart from the next, since compilers vectorise a selection of a constant alone.
  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(Sample sample) const
  {
    const T x = to_floating<T>(sample);
    const bool counts = is_within(x, lower_, upper_);
    const Index bin = bin_within<Index>(x);
    return counts ? bin : Index{-1};
  }

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(Sample sample, Index none) const
  {
    const T x = to_floating<T>(sample);
    const bool counts = is_within(x, lower_, upper_);
    const Index bin = bin_within<Index>(x);
    return counts ? bin : none;
  }

private:
  // The bin of a number that counts; some bin for any other.
  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin_within(T x) const
  {
    const T distance = multiply_add(convertible(x, lower_, upper_), scale_, shift_);
    const T quotient = divide(multiply(distance, num_bins_), width_, width_inverse_);
    return floor_up_to(quotient, static_cast<Index>(last_));
  }

  // Kept where the scale, and all that it scales, has room on both sides.
  HALOGRAM_HOST_DEVICE static int scale_exponent(int wanted)
  {
    using limits = ::cuda::std::numeric_limits<T>;
    constexpr int least = limits::min_exponent - 1;
    constexpr int greatest = limits::max_exponent - limits::digits - 4;
    return wanted < least ? least : wanted > greatest ? greatest : wanted;
  }

  T lower_;
  T upper_;
  T scale_;
  T shift_; // -lower * scale
  T width_; // (upper - lower) * scale
  T width_inverse_;
  T num_bins_;
  ::cuda::std::int64_t last_;
};

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Equally wide bins in floating arithmetic:
//! `min(num_bins - 1, floor(((x - lower) * num_bins) / (upper - lower)))`, each operation rounded once
//! to nearest as if the exponent range were unbounded. On the device this holds under --use_fast_math
//! too; on the host it needs what -ffast-math takes away.

#include <cuda/std/bit>
#include <cuda/std/cstdint>

#include <halogram/detail/arithmetic.h>

#include <cfloat>
#include <cmath>

#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2)
#  error "halogram needs float and double operations rounded to their own type (-mfpmath=sse)"
#endif

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! A power of two, `2^exponent`, and the exponent of a number that is not negative (any value below
//! the smallest normal exponent for subnormal numbers and zero).
template <class T>
struct binary_format // long double: on the host alone
{
  static constexpr int least_scale = -16300;
  static constexpr int greatest_scale = 16300;
  static T power_of_two(int exponent)
  {
    return std::ldexp(T{1}, exponent);
  }
  static int exponent(T x)
  {
    return x > T{0} ? std::ilogb(x) : least_scale;
  }
};

template <class T, class Bits, int MantissaBits, int Bias>
struct ieee_format
{
  // Scales are kept where they, and what they scale, have room on both sides.
  static constexpr int least_scale = 1 - Bias;
  static constexpr int greatest_scale = Bias - MantissaBits - 4;

  HALOGRAM_HOST_DEVICE static T power_of_two(int exponent)
  {
    return ::cuda::std::bit_cast<T>(static_cast<Bits>(exponent + Bias) << MantissaBits);
  }
  HALOGRAM_HOST_DEVICE static int exponent(T x)
  {
    return static_cast<int>(::cuda::std::bit_cast<Bits>(x) >> MantissaBits) - Bias;
  }
};
template <>
struct binary_format<float> : ieee_format<float, ::cuda::std::uint32_t, 23, 127>
{};
template <>
struct binary_format<double> : ieee_format<double, ::cuda::std::uint64_t, 52, 1023>
{};

// The operations whose rounding the rule rests on. On the device they keep subnormal numbers and
// stay as written under --use_fast_math, which changes operators and __fmul_rn alike.
#if HALOGRAM_DEVICE_PASS

HALOGRAM_DEVICE HALOGRAM_FORCEINLINE float multiply(float a, float b)
{
  float result;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE float multiply_add(float a, float b, float c)
{
  float result;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(b), "f"(c));
  return result;
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE float inverse(float a)
{
  return __frcp_rn(a);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE bool is_within(float x, float lower, float upper)
{
  int result;
  asm("{ .reg .pred p;\n\t"
      "setp.ge.f32 p, %1, %2;\n\t"
      "setp.lt.and.f32 p, %1, %3, p;\n\t"
      "selp.s32 %0, 1, 0, p; }"
      : "=r"(result)
      : "f"(x), "f"(lower), "f"(upper));
  return result != 0;
}

//! A sample whose quotient may be converted to an index, though it may count nowhere.
template <class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE T convertible(T x, T, T)
{
  return x; // conversions saturate
}

HALOGRAM_DEVICE HALOGRAM_FORCEINLINE double multiply(double a, double b)
{
  return __dmul_rn(a, b);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE double multiply_add(double a, double b, double c)
{
  return __fma_rn(a, b, c);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE double inverse(double a)
{
  return __drcp_rn(a);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE bool is_within(double x, double lower, double upper)
{
  return x >= lower && x < upper;
}

//! `a / b` rounded once, where `b_inverse` is `1 / b` rounded once (Markstein). Exponents must leave
//! room for the residual; where that underflows, the quotient is far below 1.
template <class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE T divide(T a, T b, T b_inverse)
{
  const T estimate = multiply(a, b_inverse);
  const T residual = multiply_add(estimate, -b, a);
  return multiply_add(residual, b_inverse, estimate);
}

#else

template <class T>
inline T multiply(T a, T b)
{
  return a * b;
}
template <class T>
inline T multiply_add(T a, T b,
                      T c) // only called where a * b is exact, or its error without effect
{
  return a * b + c;
}
template <class T>
inline T inverse(T a)
{
  return T{1} / a;
}
// In the form of maxps and minps, and the test below in one of this and no branch: compilers then
// vectorise a loop over samples, which doubles its speed. NaN gives lower.
template <class T>
inline T convertible(T x, T lower, T upper)
{
  const T raised = x > lower ? x : lower;
  return raised < upper ? raised : upper;
}
template <class T>
inline bool is_within(T x, T lower, T upper)
{
  return convertible(x, lower, upper) == x && x != upper;
}
template <class T>
inline T divide(T a, T b, T)
{
  return a / b;
}

#endif

//! `min(floor(value), last)`. On the host, `value` is in [0, 2^63], and in [0, 2^31) for a 32-bit index.
#if HALOGRAM_DEVICE_PASS

// Conversions that saturate on both sides; unsigned, so that the compiler sees that no bin is below 0.
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void floor_to(::cuda::std::uint32_t& result, float value)
{
  result = __float2uint_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void floor_to(::cuda::std::uint64_t& result, float value)
{
  result = __float2ull_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void floor_to(::cuda::std::uint32_t& result, double value)
{
  result = __double2uint_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void floor_to(::cuda::std::uint64_t& result, double value)
{
  result = __double2ull_rz(value);
}
template <class Index, class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE Index floor_up_to(T value, Index last)
{
  unsigned_of_t<sizeof(Index)> bin;
  floor_to(bin, value);
  const auto greatest =
    static_cast<decltype(bin)>(last & ::cuda::std::numeric_limits<Index>::max());
  return static_cast<Index>(bin < greatest ? bin : greatest);
}

#else

template <class Index, class T>
inline Index floor_up_to(T value, Index last)
{
  if constexpr (sizeof(Index) == 8)
  {
    if (value >= static_cast<T>(9223372036854775808.0))
    {
      return last;
    }
  }
  const Index bin = static_cast<Index>(value);
  return bin < last ? bin : last;
}

#endif

//! Everything is scaled by a power of two that brings `upper - lower` near 1, so that neither it nor a
//! product leaves the exponent range. Scaling is exact but for numbers that become subnormal; they
//! are then below 2^-100 of the range, and neither they nor their rounding can reach bin 1 or change
//! a rounded sum.
template <class Sample, class T>
class even_float_binner
{
public:
  template <class Level>
  HALOGRAM_HOST_DEVICE even_float_binner(::cuda::std::int64_t num_bins, Level lower, Level upper)
      : lower_(to_floating<T>(lower))
      , upper_(to_floating<T>(upper))
      , num_bins_(static_cast<T>(num_bins))
      , last_(num_bins - 1)
  {
    using format = binary_format<T>;
    if (!is_within(lower_, lower_, upper_)) // integer levels may meet in a double: no sample counts
    {
      lower_ = upper_ = T{0};
    }
    const T half = T(0.5);
    const T half_width = multiply_add(upper_, half, multiply(lower_, -half));
    int exponent = -1 - format::exponent(half_width);
    exponent = exponent < format::least_scale ? format::least_scale : exponent;
    exponent = exponent > format::greatest_scale ? format::greatest_scale : exponent;
    scale_ = format::power_of_two(exponent);
    shift_ = -multiply(lower_, scale_);
    width_ = lower_ == upper_ ? T{1} : multiply_add(upper_, scale_, shift_);
    width_inverse_ = inverse(width_);
  }

  template <class Level>
  HALOGRAM_HOST_DEVICE static ::cuda::std::int64_t
  bin_once(Sample sample, ::cuda::std::int64_t num_bins, Level lower, Level upper)
  {
    return even_float_binner(num_bins, lower, upper).template bin<::cuda::std::int64_t>(sample);
  }

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE Index bin(Sample sample) const
  {
    const T x = to_floating<T>(sample);
    const bool counts = is_within(x, lower_, upper_);
    const T distance = multiply_add(convertible(x, lower_, upper_), scale_, shift_);
    const T quotient = divide(multiply(distance, num_bins_), width_, width_inverse_);
    const Index bin = floor_up_to(quotient, static_cast<Index>(last_));
    return counts ? bin : Index{-1};
  }

private:
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

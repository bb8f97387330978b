// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Floating operations that are rounded once, as written, on host and device.

#include <cuda/std/cstdint>
#include <cuda/std/limits>

#include <halogram/detail/arithmetic.h>

#include <cfloat>

#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2)
#  error "halogram needs float and double operations rounded to their own type (-mfpmath=sse)"
#endif

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

// On the device these keep subnormal numbers and stay as written under --use_fast_math, which changes
// operators and __fmul_rn alike.
#if HALOGRAM_DEVICE_PASS

HALOGRAM_DEVICE HALOGRAM_INLINE float multiply(float a, float b)
{
  float result;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
HALOGRAM_DEVICE HALOGRAM_INLINE float multiply_add(float a, float b, float c)
{
  float result;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(b), "f"(c));
  return result;
}
HALOGRAM_DEVICE HALOGRAM_INLINE float inverse(float a)
{
  return __frcp_rn(a);
}
HALOGRAM_DEVICE HALOGRAM_INLINE bool is_within(float x, float lower, float upper)
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

template <class T>
HALOGRAM_DEVICE HALOGRAM_INLINE T convertible(T x, T, T)
{
  return x; // conversions saturate
}

HALOGRAM_DEVICE HALOGRAM_INLINE double multiply(double a, double b)
{
  return __dmul_rn(a, b);
}
HALOGRAM_DEVICE HALOGRAM_INLINE double multiply_add(double a, double b, double c)
{
  return __fma_rn(a, b, c);
}
HALOGRAM_DEVICE HALOGRAM_INLINE double inverse(double a)
{
  return __drcp_rn(a);
}
HALOGRAM_DEVICE HALOGRAM_INLINE bool is_within(double x, double lower, double upper)
{
  return x >= lower && x < upper;
}

//! `a / b` rounded once, where `b_inverse` is `1 / b` rounded once (Markstein). Exponents must leave
//! room for the residual; where that underflows, the quotient is far below 1.
template <class T>
HALOGRAM_DEVICE HALOGRAM_INLINE T divide(T a, T b, T b_inverse)
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
//! Only for products that are exact, or whose rounding has no effect: they may round apart or not.
template <class T>
inline T multiply_add(T a, T b, T c)
{
  return a * b + c;
}
template <class T>
inline T inverse(T a)
{
  return T{1} / a;
}
//! A sample whose quotient may be converted to an index, though it may count nowhere; NaN gives lower.
// In the form of maxps and minps, and the test below in one of this and no branch: compilers then
// vectorise a loop over samples, which doubles its speed.
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
HALOGRAM_DEVICE HALOGRAM_INLINE void floor_to(::cuda::std::uint32_t& result, float value)
{
  result = __float2uint_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_INLINE void floor_to(::cuda::std::uint64_t& result, float value)
{
  result = __float2ull_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_INLINE void floor_to(::cuda::std::uint32_t& result, double value)
{
  result = __double2uint_rz(value);
}
HALOGRAM_DEVICE HALOGRAM_INLINE void floor_to(::cuda::std::uint64_t& result, double value)
{
  result = __double2ull_rz(value);
}
template <class Index, class T>
HALOGRAM_DEVICE HALOGRAM_INLINE Index floor_up_to(T value, Index last)
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

} // namespace detail
HALOGRAM_NAMESPACE_END

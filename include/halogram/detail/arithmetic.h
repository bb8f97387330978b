// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The types samples and levels may have, and the arithmetic they meet in.

#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>

#include <halogram/detail/config.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

#if defined(__SIZEOF_INT128__)
template <class T>
inline constexpr bool is_int128_v =
  ::cuda::std::is_same_v<T, __int128_t> || ::cuda::std::is_same_v<T, __uint128_t>;
#else
template <class T>
inline constexpr bool is_int128_v = false;
#endif

// The standard's traits know 128-bit integers only in the compiler's own dialect (-std=gnu++17).
template <class T>
inline constexpr bool is_integer_v = ::cuda::std::is_integral_v<T> || is_int128_v<T>;

template <class T>
inline constexpr bool is_signed_v = T(-1) < T(0);

//! The unsigned integer of at least `Bytes` bytes, and of 4 at the least.
template <int Bytes>
struct unsigned_of
{
  using type =
    ::cuda::std::conditional_t<(Bytes <= 4), ::cuda::std::uint32_t, ::cuda::std::uint64_t>;
};
#if defined(__SIZEOF_INT128__)
template <>
struct unsigned_of<16>
{
  using type = __uint128_t;
};
#endif
template <int Bytes>
using unsigned_of_t = typename unsigned_of<Bytes>::type;

//! `__half`, `__nv_bfloat16` and their like, recognised without their headers.
template <class T>
inline constexpr bool is_short_float_v = ::cuda::std::is_class_v<T> && sizeof(T) == 2
                                         && ::cuda::std::is_convertible_v<T, float>;

template <class T>
inline constexpr bool is_number_v =
  is_integer_v<T> || ::cuda::std::is_floating_point_v<T> || is_short_float_v<T>;

//! The floating type `T` is evaluated in: short floats in float, integers in `IntegerAs`.
template <class T, class IntegerAs>
using evaluated_t =
  ::cuda::std::conditional_t<is_short_float_v<T>, float,
                             ::cuda::std::conditional_t<is_integer_v<T>, IntegerAs, T>>;

//! The type samples and levels are evaluated in where one of them is floating. A float holds every
//! sample of 16 bits; integers that it may not hold, and integer levels, are evaluated in double.
template <class Sample, class Level>
using common_float_t =
  decltype(evaluated_t<Sample, ::cuda::std::conditional_t<(sizeof(Sample) <= 2), float, double>>{}
           + evaluated_t<Level, double>{});

//! `number` in the floating type `T`. A short float converts to nothing but float without ambiguity.
template <class T, class Number>
HALOGRAM_HOST_DEVICE HALOGRAM_INLINE T to_floating(Number number)
{
  using exact = evaluated_t<Number, T>;
#if HALOGRAM_DEVICE_PASS
  if constexpr (::cuda::std::is_same_v<T, double> && ::cuda::std::is_same_v<exact, float>)
  {
    double result; // a cast takes subnormal numbers for zero under --use_fast_math
    asm("cvt.f64.f32 %0, %1;" : "=d"(result) : "f"(static_cast<float>(number)));
    return result;
  }
  else
#endif
  {
    return static_cast<T>(static_cast<exact>(number));
  }
}

template <class Level>
HALOGRAM_HOST_DEVICE bool is_finite_level([[maybe_unused]] Level level)
{
  static_assert(is_number_v<Level>,
                "halogram: levels must be numbers: arithmetic, __half or __nv_bfloat16");
  if constexpr (is_integer_v<Level>)
  {
    return true;
  }
  else
  {
    using value = evaluated_t<Level, double>;
    constexpr value max = ::cuda::std::numeric_limits<value>::max();
    return static_cast<value>(level) >= -max && static_cast<value>(level) <= max;
  }
}

//! `a < b` by value; false where one of them is NaN.
template <class Level>
HALOGRAM_HOST_DEVICE bool level_less(Level a, Level b)
{
  if constexpr (is_integer_v<Level>)
  {
    return a < b;
  }
  else
  {
    using value = decltype(evaluated_t<Level, double>{} + 0.0); // where no float is subnormal
    return to_floating<value>(a) < to_floating<value>(b);
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

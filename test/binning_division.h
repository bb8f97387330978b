// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The quotients that decide whether `detail::divide` rounds as division does.
//!
//! Its result before the last rounding is off by at most 3 * 2^-Digits units of the quotient's last
//! digit: the estimate is within 1.5 units, and its residual and the reciprocal err by 2^-Digits each.
//! So it can only round wrongly where the true quotient is that near to the middle of two numbers. For
//! integers M and W of `Digits` bits this means
//!
//!     2^s M = (2 K + 1) W + J,   |J| <= 6,   s = Digits, or Digits + 1 where M < W
//!
//! where 2 K + 1 has Digits + 1 bits. For each W and J this is solved for M by an inverse modulo 2^s. An
//! exact quotient (no J) is right at once.

#include <halogram/detail/arithmetic.h>

#include <cstdint>

namespace binning_test
{

template <class T>
struct mantissa;
template <>
struct mantissa<float>
{
  static constexpr int digits = 24;
  using product = std::uint64_t;
};
#if defined(__SIZEOF_INT128__)
template <>
struct mantissa<double>
{
  static constexpr int digits = 53;
  using product = __uint128_t;
};
#endif

//! The inverse of an odd number modulo 2^64, by Newton's iteration.
HALOGRAM_HOST_DEVICE inline std::uint64_t inverse_of_odd(std::uint64_t w)
{
  std::uint64_t inverse = w; // right to 3 bits
  for (int i = 0; i < 5; ++i)
  {
    inverse *= 2 - w * inverse;
  }
  return inverse;
}

//! Calls `check(M, W)` for each M whose quotient by W, which has `Digits` bits, is as described above.
template <class T, class Check>
HALOGRAM_HOST_DEVICE void for_each_hard_numerator(std::uint64_t w, Check check)
{
  constexpr int digits = mantissa<T>::digits;
  using product = typename mantissa<T>::product;
  int zeros = 0;
  while (((w >> zeros) & 1) == 0)
  {
    ++zeros;
  }
  const std::uint64_t inverse = inverse_of_odd(w >> zeros);
  const std::uint64_t least = std::uint64_t{1} << digits; // of 2 K + 1
  for (std::int64_t j = -8; j <= 8; ++j)
  {
    // (2 K + 1) W has as many trailing zeros as W, so J must as well.
    if (zeros > 3 || (j & ((2 << zeros) - 1)) != (1 << zeros))
    {
      continue;
    }
    for (const int s : {digits, digits + 1})
    {
      const std::uint64_t modulus = std::uint64_t{1} << (s - zeros);
      std::uint64_t odd =
        (std::uint64_t{0} - static_cast<std::uint64_t>(j >> zeros) * inverse) & (modulus - 1);
      odd += odd < least ? (least - odd + modulus - 1) / modulus * modulus : 0;
      for (; odd < 2 * least; odd += modulus)
      {
        const auto sum = static_cast<product>(odd) * w + static_cast<product>(j);
        const auto m = static_cast<std::uint64_t>(sum >> s);
        if (m >= least / 2 && m < least && (m >= w) == (s == digits))
        {
          check(static_cast<T>(m), static_cast<T>(w));
        }
      }
    }
  }
}

} // namespace binning_test

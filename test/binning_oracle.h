// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The contract's rule in arithmetic so wide that each operation can be rounded by hand, and values on
//! which a wrong rule shows. Nothing here is the library's.

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace binning_test
{

// A format of 113 bits: twice a double's and 2 more is what makes rounding twice harmless.
#if LDBL_MANT_DIG == 113
#  define BINNING_TEST_HAS_QUAD 1
using quad = long double;
#elif defined(__SIZEOF_FLOAT128__)
#  define BINNING_TEST_HAS_QUAD 1
__extension__ typedef __float128 quad;
#else
#  define BINNING_TEST_HAS_QUAD 0
#endif

//! Rounded to `DroppedBits` bits fewer, to nearest and even, at any exponent.
template <int DroppedBits, class Bits, class Wide>
Wide rounded(Wide value)
{
  static_assert(sizeof(Bits) == sizeof(Wide));
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  const Bits one = 1;
  const Bits half = one << (DroppedBits - 1);
  bits += half - 1 + ((bits >> DroppedBits) & 1);
  bits &= ~((one << DroppedBits) - 1);
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}

inline double wide(float x)
{
  return x;
}
inline double rounded_to(float, double value)
{
  return rounded<29, std::uint64_t>(value);
}
#if BINNING_TEST_HAS_QUAD
inline quad wide(double x)
{
  return x;
}
inline quad rounded_to(double, quad value)
{
  return rounded<60, __uint128_t>(value);
}
#endif

//! The bin of `x`, where `T` is the floating type that the contract evaluates in.
template <class T>
std::int64_t floating_bin(T x, std::int64_t num_bins, T lower, T upper)
{
  if (!(lower <= x && x < upper))
  {
    return -1;
  }
  const auto distance = rounded_to(T{}, wide(x) - wide(lower));
  const auto product = rounded_to(T{}, distance * wide(static_cast<T>(num_bins)));
  const auto quotient = rounded_to(T{}, product / rounded_to(T{}, wide(upper) - wide(lower)));
  return quotient >= static_cast<decltype(quotient)>(num_bins - 1)
           ? num_bins - 1
           : static_cast<std::int64_t>(quotient);
}

template <class T>
using level_pairs = std::vector<std::pair<T, T>>;

//! Levels of every size and sign: ordinary, huge, tiny, subnormal, far from zero, next to each other.
template <class T>
level_pairs<T> floating_levels(std::mt19937_64& random, int random_pairs)
{
  using limits = std::numeric_limits<T>;
  const T max = limits::max(), min = limits::min(), tiny = limits::denorm_min();
  const T inf = limits::infinity();
  level_pairs<T> pairs{{T(0), T(1)},
                       {T(-1), T(1.7)},
                       {T(0), T(3)},
                       {T(0), T(7)},
                       {T(0.9), T(1.1)},
                       {T(-1), T(1e-9)},
                       {T(2), T(2280)},
                       {T(0), T(22)},
                       {-max, max},
                       {T(0), max},
                       {-max, T(0)},
                       {-max, tiny},
                       {-tiny, max},
                       {-max / 2, max},
                       {max / 2, max},
                       {std::nextafter(max, T(0)), max},
                       {T(0), tiny},
                       {-tiny, tiny},
                       {T(0), 3 * tiny},
                       {T(0), 7 * tiny},
                       {min, 2 * min},
                       {-min, min + tiny},
                       {min - tiny, min},
                       {T(0), min - tiny},
                       {T(1), std::nextafter(T(1), inf)},
                       {std::nextafter(T(1), T(0)), T(1)},
                       {T(16777216), T(16777220)},
                       {T(-96.84162582956903), T(0)},
                       {std::nextafter(T(2), T(0)), T(1e30)},
                       {T(-1e-30), T(1e30)}};
  std::uniform_real_distribution<T> mantissa(T(1), T(2));
  std::uniform_int_distribution<int> exponent(limits::min_exponent - limits::digits,
                                              limits::max_exponent - 1);
  std::uniform_int_distribution<int> near(-limits::digits, limits::digits);
  for (int i = 0; i < random_pairs; ++i)
  {
    const int first = exponent(random);
    const int second = std::min(first + near(random), limits::max_exponent - 1);
    T a = std::ldexp(mantissa(random), first) * (random() % 2 != 0 ? T(1) : T(-1));
    T b = std::ldexp(mantissa(random), second) * (random() % 2 != 0 ? T(1) : T(-1));
    if (i % 4 == 0)
    {
      a = T(0);
    }
    if (a != b)
    {
      pairs.push_back(std::minmax({a, b}));
    }
  }
  return pairs;
}

//! Samples within `steps` representable values of the edges of `num_bins` bins (of some of them, where
//! there are many), of the levels, and of the ends of the format.
template <class T>
std::vector<T> samples_near_edges(std::mt19937_64& random, std::int64_t num_bins, T lower, T upper,
                                  int steps = 6)
{
  using limits = std::numeric_limits<T>;
  const T inf = limits::infinity();
  std::vector<T> centres{lower, upper, T(0), limits::min(), -limits::min()};
  const auto add_edge = [&](std::int64_t edge) {
    const T part =
      static_cast<T>(static_cast<long double>(edge) / static_cast<long double>(num_bins));
    centres.push_back(lower * (T(1) - part) + upper * part);
  };
  for (int i = 0; i < 32; ++i)
  {
    add_edge(num_bins <= 32
               ? std::min<std::int64_t>(i, num_bins)
               : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(num_bins)));
  }
  add_edge(1);
  add_edge(num_bins - 1);

  std::vector<T> samples{inf, -inf, limits::quiet_NaN(), limits::max(), -limits::max(), -T(0)};
  for (T centre : centres)
  {
    T below = centre, above = centre;
    samples.push_back(centre);
    for (int i = 0; i < steps; ++i)
    {
      below = std::nextafter(below, -inf);
      above = std::nextafter(above, inf);
      samples.push_back(below);
      samples.push_back(above);
    }
  }
  return samples;
}

//! Numbers of bins around powers of two and beyond what the mantissas hold.
inline std::vector<std::int64_t> bin_counts()
{
  return {1,
          2,
          3,
          4,
          7,
          10,
          26,
          35,
          62,
          100,
          126,
          255,
          256,
          257,
          1000,
          8296,
          65536,
          65537,
          1000003,
          16777215,
          16777216,
          16777217,
          16777219,
          28854312,
          INT64_C(2147483520),
          INT64_C(2147483647),
          INT64_C(4294967297),
          INT64_C(9007199254740993),
          (INT64_C(1) << 62) + 1,
          INT64_MAX};
}

} // namespace binning_test

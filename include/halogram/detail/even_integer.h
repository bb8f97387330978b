// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Equally wide bins in integer arithmetic: the exact `floor((x - lower) * num_bins / (upper - lower))`
//! for any mix of widths and signs.

#include <cuda/std/cstdint>

#include <halogram/detail/arithmetic.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

HALOGRAM_HOST_DEVICE HALOGRAM_INLINE ::cuda::std::uint64_t multiply_high(::cuda::std::uint64_t a,
                                                                         ::cuda::std::uint64_t b)
{
#if HALOGRAM_DEVICE_PASS
  return __umul64hi(a, b);
#elif defined(__SIZEOF_INT128__)
  return static_cast<::cuda::std::uint64_t>((static_cast<__uint128_t>(a) * b) >> 64);
#else
  const ::cuda::std::uint64_t low = 0xffffffffu;
  const ::cuda::std::uint64_t cross = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
  const ::cuda::std::uint64_t carry = (a & low) * (b >> 32) + (cross & low);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (carry >> 32);
#endif
}

//! Long division, a binary digit at a time. `append` makes a remainder `r < divisor` into
//! `2 r + digit` and returns the quotient's next digit; no step leaves `U`.
template <class U>
struct long_division
{
  U divisor;
  U remainder;

  HALOGRAM_HOST_DEVICE bool add(U term) // term < divisor
  {
    const bool carry = remainder >= divisor - term;
    remainder = carry ? remainder - (divisor - term) : remainder + term;
    return carry;
  }
  //! The next 64 binary digits of remainder / divisor after the point.
  HALOGRAM_HOST_DEVICE ::cuda::std::uint64_t next_digits()
  {
    ::cuda::std::uint64_t digits = 0;
    for (int i = 0; i < 64; ++i)
    {
      digits = 2 * digits + (add(remainder) ? 1 : 0);
    }
    return digits;
  }
};

//! The exact `floor(offset * bins / range)` for `offset < range`.
template <class U>
HALOGRAM_HOST_DEVICE ::cuda::std::uint64_t scaled(U offset, ::cuda::std::uint64_t bins, U range)
{
  const auto low = static_cast<::cuda::std::uint64_t>(offset);
  if (low == offset && multiply_high(low, bins) == 0)
  {
    return static_cast<::cuda::std::uint64_t>(low * bins / range);
  }
  long_division<U> division{range, 0};
  ::cuda::std::uint64_t quotient = 0;
  for (int i = 63; i >= 0; --i) // Horner's scheme over the digits of bins
  {
    quotient = 2 * quotient + (division.add(division.remainder) ? 1 : 0);
    if ((bins >> i) & 1)
    {
      quotient += division.add(offset) ? 1 : 0;
    }
  }
  return quotient;
}

//! The bins of one unit of the offset, `num_bins / range`, as a fixed-point number `F` rounded up, with
//! 64 digits after the point for a range below 2^32 and 128 for one below 2^64. The error of
//! `offset * F` is below `offset * 2^-digits < 1 / range`, and a quotient that is not an integer lies at
//! least `1 / range` below the next: the floor is exact.
template <class U, int Bytes = sizeof(U)>
class bins_per_unit;

template <class U>
class bins_per_unit<U, 4>
{
public:
  HALOGRAM_HOST_DEVICE bins_per_unit(::cuda::std::uint64_t num_bins, U range)
      : whole_(num_bins / range)
  {
    const ::cuda::std::uint64_t rest = num_bins % range;
    const ::cuda::std::uint64_t high = (rest << 32) / range;
    const ::cuda::std::uint64_t low = (((rest << 32) % range) << 32) + (range - 1);
    fraction_ = (high << 32) + low / range;
  }

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index times(U offset) const
  {
    using u64 = ::cuda::std::uint64_t;
    using unsigned_index = unsigned_of_t<sizeof(Index)>; // modulo 2^32 is enough for a 32-bit index
#if HALOGRAM_DEVICE_PASS
    const u64 low = __umulhi(offset, static_cast<U>(fraction_));
#else
    const u64 low = (static_cast<u64>(offset) * static_cast<U>(fraction_)) >> 32;
#endif
    const u64 high = (static_cast<u64>(offset) * static_cast<U>(fraction_ >> 32) + low) >> 32;
    return static_cast<Index>(static_cast<unsigned_index>(offset)
                                * static_cast<unsigned_index>(whole_)
                              + static_cast<unsigned_index>(high));
  }

private:
  ::cuda::std::uint64_t whole_;
  ::cuda::std::uint64_t fraction_;
};

template <class U>
class bins_per_unit<U, 8>
{
public:
  HALOGRAM_HOST_DEVICE bins_per_unit(::cuda::std::uint64_t num_bins, U range)
      : whole_(num_bins / range)
  {
    long_division<U> division{range, num_bins % range};
    high_ = division.next_digits();
    low_ = division.next_digits();
    if (division.remainder != 0 && ++low_ == 0)
    {
      ++high_;
    }
  }

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index times(U offset) const
  {
    const U low = multiply_high(offset, low_);
    const U carry = offset * high_ + low < low ? 1 : 0;
    return static_cast<Index>(offset * whole_ + multiply_high(offset, high_) + carry);
  }

private:
  U whole_;
  U high_; // the fraction's first 64 digits
  U low_;
};

template <class U>
class bins_per_unit<U, 16>
{
public:
  HALOGRAM_HOST_DEVICE bins_per_unit(::cuda::std::uint64_t num_bins, U range)
      : num_bins_(num_bins)
      , range_(range)
      , narrow_(num_bins, range >> 64 ? 1 : static_cast<::cuda::std::uint64_t>(range))
  {}

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index times(U offset) const
  {
    return range_ >> 64 ? static_cast<Index>(scaled(offset, num_bins_, range_))
                        : narrow_.template times<Index>(static_cast<::cuda::std::uint64_t>(offset));
  }

private:
  ::cuda::std::uint64_t num_bins_;
  U range_;
  bins_per_unit<::cuda::std::uint64_t> narrow_;
};

template <class Sample, class Level>
class even_integer_binner
{
  // Offsets are taken modulo the wider type's size, where one comparison tests both levels ...
  static constexpr int bytes =
    static_cast<int>(sizeof(Sample) > sizeof(Level) ? sizeof(Sample) : sizeof(Level));
  using offset = unsigned_of_t<bytes>;

  // ... unless a sample has no value there that tells it from another: types of fewer than 4 bytes
  // count as int, as C++ promotes them.
  static constexpr bool is_sample_signed = sizeof(Sample) < 4 || is_signed_v<Sample>;
  static constexpr bool is_level_signed = sizeof(Level) < 4 || is_signed_v<Level>;

  HALOGRAM_HOST_DEVICE static HALOGRAM_INLINE bool may_count([[maybe_unused]] Sample x)
  {
    if constexpr (is_signed_v<Sample> && !is_level_signed)
    {
      return x >= 0;
    }
    else if constexpr (!is_sample_signed && is_level_signed && sizeof(Sample) == sizeof(offset))
    {
      return (x >> (8 * sizeof(Sample) - 1)) == 0;
    }
    else
    {
      return true;
    }
  }

  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE bool counts(Sample x, offset distance) const
  {
    return static_cast<bool>(static_cast<int>(may_count(x)) & static_cast<int>(distance < range_));
  }

  // For 1 <= num_bins <= range <= 2^16, F = floor(2^32 num_bins / range), or 2^32 - 1 if that is less,
  // falls short of the true factor by at most 1, so that distance * F falls short by at most
  // distance < 2^16. Adding 2^16 - 1 makes up for that, and is less than 2^32 / range, by which a
  // quotient that is not an integer lies below the next.
  HALOGRAM_HOST_DEVICE static ::cuda::std::uint32_t short_factor_of(::cuda::std::uint64_t num_bins,
                                                                    offset range)
  {
    const bool is_short = range <= 0x10000 && num_bins <= range;
    const ::cuda::std::uint64_t factor =
      is_short ? (num_bins << 32) / static_cast<::cuda::std::uint64_t>(range) : 0;
    return static_cast<::cuda::std::uint32_t>(factor < 0xffffffffu ? factor : 0xffffffffu);
  }

public:
  //! Whether samples and levels are small enough for a short form of the rule in some calls.
  static constexpr bool has_short_form = sizeof(Sample) <= 2 && sizeof(Level) <= 4;

  HALOGRAM_HOST_DEVICE even_integer_binner(::cuda::std::int64_t num_bins, Level lower, Level upper)
      : lower_(static_cast<offset>(lower))
      , range_(static_cast<offset>(upper) - static_cast<offset>(lower))
      , short_factor_(short_factor_of(static_cast<::cuda::std::uint64_t>(num_bins), range_))
      , bins_per_unit_(static_cast<::cuda::std::uint64_t>(num_bins), range_)
  {}

  //! Whether `short_bin` is right with these levels.
  HALOGRAM_HOST_DEVICE bool is_short() const
  {
    return short_factor_ != 0;
  }

  //! As `bin`, by one multiplication.
  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index short_bin(Sample x, Index none) const
  {
    const offset distance = static_cast<offset>(x) - lower_;
    const ::cuda::std::uint64_t product =
      static_cast<::cuda::std::uint64_t>(distance) * short_factor_ + 0xffffu;
    const Index bin = static_cast<Index>(product >> 32);
    return counts(x, distance) ? bin : none;
  }

  HALOGRAM_HOST_DEVICE static ::cuda::std::int64_t bin_once(Sample x, ::cuda::std::int64_t num_bins,
                                                            Level lower, Level upper)
  {
    const offset distance = static_cast<offset>(x) - static_cast<offset>(lower);
    const offset range = static_cast<offset>(upper) - static_cast<offset>(lower);
    return may_count(x) && distance < range ? static_cast<::cuda::std::int64_t>(
             scaled(distance, static_cast<::cuda::std::uint64_t>(num_bins), range))
                                            : -1;
  }

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(Sample x, Index none = -1) const
  {
    const offset distance = static_cast<offset>(x) - lower_;
    const Index bin = bins_per_unit_.template times<Index>(distance);
    return counts(x, distance) ? bin : none;
  }

private:
  offset lower_;
  offset range_;
  ::cuda::std::uint32_t short_factor_; // 0 where there is no short form
  bins_per_unit<offset> bins_per_unit_;
};

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Binners: which bin a sample belongs to.
//!
//! `binner.template bin<Index>(x, none)` is the bin of `x` in `[0, num_bins)`, or `none`, by default -1,
//! where it counts nowhere.
//! `Index` is `int32_t` (where `index_holds<int32_t>(num_bins)`) or `int64_t`. Binners are copied to
//! every thread that uses them and are trivially copyable where the user's functors are.

#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>

#include <halogram/detail/arithmetic.h>
#include <halogram/detail/even_float.h>
#include <halogram/detail/even_integer.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Whether bins can be numbered by `Index`. The float next to `num_bins` must convert as well, so
//! the last 127 values of `int32_t` are left out.
template <class Index>
HALOGRAM_HOST_DEVICE constexpr bool index_holds(::cuda::std::int64_t num_bins)
{
  return sizeof(Index) == 8 || num_bins <= ::cuda::std::numeric_limits<Index>::max() - 127;
}

//! The rule of `histogram_even`, with everything computed beforehand that does not depend on the
//! sample.
//! @pre `num_bins >= 1`, finite `lower < upper`
template <class Sample, class Level>
class even_binner
{
  static_assert(is_number_v<Sample>,
                "halogram: samples must be numbers: arithmetic, __half or __nv_bfloat16");
  static_assert(is_number_v<Level>,
                "halogram: levels must be numbers: arithmetic, __half or __nv_bfloat16");

  template <class S, class L, bool AreIntegers = is_integer_v<S>&& is_integer_v<L>>
  struct rule
  {
    using type = even_integer_binner<S, L>;
  };
  template <class S, class L>
  struct rule<S, L, false>
  {
    using type = even_float_binner<S, common_float_t<S, L>>;
  };

  using rule_type = typename rule<Sample, Level>::type;

public:
  static constexpr bool is_even = true;
  static constexpr bool has_short_form = rule_type::has_short_form;

  template <class Size>
  HALOGRAM_HOST_DEVICE even_binner(Size num_bins, Level lower, Level upper)
      : rule_(static_cast<::cuda::std::int64_t>(num_bins), lower, upper)
  {}

  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(Sample sample) const
  {
    return rule_.template bin<Index>(sample);
  }
  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(Sample sample, Index none) const
  {
    return rule_.template bin<Index>(sample, none);
  }

  //! The bin of one sample, where computing things beforehand does not pay.
  HALOGRAM_HOST_DEVICE static ::cuda::std::int64_t
  bin_once(Sample sample, ::cuda::std::int64_t num_bins, Level lower, Level upper)
  {
    return rule<Sample, Level>::type::bin_once(sample, num_bins, lower, upper);
  }

  //! See `with_short_form`.
  HALOGRAM_HOST_DEVICE bool is_short() const
  {
    return rule_.is_short();
  }
  template <class Index>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index short_bin(Sample sample, Index none) const
  {
    return rule_.template short_bin<Index>(sample, none);
  }

private:
  rule_type rule_;
};

//! A user's function from a sample to a bin. Its result may be of any integer type.
template <class BinOp>
struct functor_binner
{
  static constexpr bool is_even = false;
  static constexpr bool has_short_form = false;

  ::cuda::std::int64_t num_bins;
  mutable BinOp op; // as Thrust's algorithms do, call functors that are not const

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Index, class Sample>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(const Sample& sample, Index none = -1) const
  {
    const auto result = op(sample);
    using result_type = ::cuda::std::remove_const_t<decltype(result)>;
    static_assert(is_integer_v<result_type>, "halogram: bin_op must return an integer");
    // A negative result becomes one that no num_bins reaches, in a type as wide as either.
    using wide = unsigned_of_t<static_cast<int>(
      sizeof(result_type) > sizeof(Index) ? sizeof(result_type) : sizeof(Index))>;
    return static_cast<wide>(result) < static_cast<wide>(num_bins) ? static_cast<Index>(result)
                                                                   : none;
  }
};

//! A binner of what `proj` makes of a sample.
template <class Binner, class Projection>
struct projected_binner
{
  static constexpr bool is_even = false;
  static constexpr bool has_short_form = false;

  Binner binner;
  mutable Projection proj;

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Index, class Sample>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(const Sample& sample, Index none = -1) const
  {
    return binner.template bin<Index>(proj(sample), none);
  }
};

//! What `proj` makes of a sample. The host cannot ask this of an extended `__device__` lambda unless
//! it states its return type (`[] __device__ (float x) -> float { ... }`) or is wrapped in
//! `cuda::proclaim_return_type`; function objects and `__host__ __device__` lambdas need neither.
template <class Projection, class Sample>
using projected_t = ::cuda::std::decay_t<::cuda::std::invoke_result_t<Projection&, const Sample&>>;

//! A binner by its short form.
template <class Binner>
struct short_form
{
  const Binner& binner;

  template <class Index, class Sample>
  HALOGRAM_HOST_DEVICE HALOGRAM_INLINE Index bin(const Sample& sample, Index none = -1) const
  {
    return binner.template short_bin<Index>(sample, none);
  }
};

//! Calls `count(binner)`, or `count` with the binner's short form where that gives the same bins: the
//! choice is made once, outside the loop over samples.
template <class Binner, class Count>
HALOGRAM_HOST_DEVICE HALOGRAM_INLINE void with_short_form(const Binner& binner, const Count& count)
{
  if constexpr (Binner::has_short_form)
  {
    if (binner.is_short())
    {
      count(short_form<Binner>{binner});
      return;
    }
  }
  count(binner);
}

} // namespace detail
HALOGRAM_NAMESPACE_END

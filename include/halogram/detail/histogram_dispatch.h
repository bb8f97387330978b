// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! From the public histogram functions to the system that counts.

#include <cuda/std/iterator>
#include <cuda/std/type_traits>

#include <halogram/detail/arguments.h>
#include <halogram/detail/binning.h>
#include <halogram/detail/execution.h>
#include <halogram/system/omp/histogram.h>
#include <halogram/system/sequential/histogram.h>
#include <halogram/system/tbb/histogram.h>
#include <thrust/iterator/iterator_traits.h>

#if defined(__CUDACC__)
#  include <halogram/system/cuda/histogram.h>
#endif

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class Iterator>
inline constexpr bool is_random_access_v =
  ::cuda::std::is_convertible_v<typename ::thrust::iterator_traversal<Iterator>::type,
                                ::thrust::random_access_traversal_tag>;

//! The arguments of the histogram functions. `valid` throws on the host where they are bad and
//! returns false for that in a kernel.
struct histogram_arguments
{
  const char* function;

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class InputIt, class Size>
  HALOGRAM_HOST_DEVICE bool valid(InputIt first, InputIt last, Size num_bins) const
  {
    static_assert(::cuda::std::is_integral_v<Size>, "halogram: num_bins must be an integer");
    if (num_bins < Size{1})
    {
      return reject("num_bins must be at least 1", "num_bins", num_bins);
    }
    if constexpr (sizeof(Size) >= 8)
    {
      if (num_bins > static_cast<Size>(INT64_MAX))
      {
        return reject("num_bins must be at most 2^63 - 1", "num_bins", num_bins);
      }
    }
    if constexpr (is_random_access_v<InputIt>)
    {
      if (last - first < 0)
      {
        return reject("last must not be before first", "last - first",
                      static_cast<std::int64_t>(last - first));
      }
    }
    return true;
  }

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class InputIt, class Size, class Level>
  HALOGRAM_HOST_DEVICE bool valid(InputIt first, InputIt last, Size num_bins, Level lower,
                                  Level upper) const
  {
    if (!valid(first, last, num_bins))
    {
      return false;
    }
    if (!is_finite_level(lower))
    {
      return reject("levels must be finite", "lower", lower);
    }
    if (!is_finite_level(upper))
    {
      return reject("levels must be finite", "upper", upper);
    }
    if (!level_less(lower, upper))
    {
      return reject_levels(lower, upper);
    }
    return true;
  }

private:
  HALOGRAM_EXEC_CHECK_DISABLE
  template <class T>
  HALOGRAM_HOST_DEVICE bool reject([[maybe_unused]] const char* what,
                                   [[maybe_unused]] const char* name,
                                   [[maybe_unused]] const T& value) const
  {
#if !HALOGRAM_DEVICE_PASS
    throw_invalid_argument(function, what, name, value);
#endif
    return false;
  }

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Level>
  HALOGRAM_HOST_DEVICE bool reject_levels([[maybe_unused]] const Level& lower,
                                          [[maybe_unused]] const Level& upper) const
  {
#if !HALOGRAM_DEVICE_PASS
    throw_invalid_argument(function, "lower must be less than upper", "lower", lower, "upper",
                           upper);
#endif
    return false;
  }
};

//! Counts checked arguments on the policy's system. In a kernel every policy counts in the calling
//! thread.
HALOGRAM_EXEC_CHECK_DISABLE
template <class Policy, class InputIt, class BinIt, class Size, class Binner>
HALOGRAM_HOST_DEVICE BinIt count_into([[maybe_unused]] const Policy& exec, InputIt first,
                                      InputIt last, BinIt bins, Size num_bins, const Binner& binner)
{
  const auto count = static_cast<std::int64_t>(num_bins);
#if HALOGRAM_DEVICE_PASS
  if constexpr (::cuda::std::is_same_v<system_of<Policy>, cuda_system>)
  {
    // Device code is made of the kernels that this pass instantiates: deducing the return type does.
    using instantiated = decltype(halogram::system::cuda::histogram(
      detail::derived_policy(exec), first, last, bins, count, binner));
    static_assert(::cuda::std::is_same_v<instantiated, BinIt>, "");
  }
  return halogram::system::sequential::histogram(::thrust::seq, first, last, bins, count, binner);
#else
  using system = system_of<Policy>;
  const auto& policy = detail::derived_policy(exec);
  if constexpr (::cuda::std::is_same_v<system, sequential_system>)
  {
    return halogram::system::sequential::histogram(policy, first, last, bins, count, binner);
  }
  else if constexpr (::cuda::std::is_same_v<system, omp_system>)
  {
    return halogram::system::omp::histogram(policy, first, last, bins, count, binner);
  }
  else if constexpr (::cuda::std::is_same_v<system, tbb_system>)
  {
    return halogram::system::tbb::histogram(policy, first, last, bins, count, binner);
  }
#  if defined(__CUDACC__)
  else
  {
    return halogram::system::cuda::histogram(policy, first, last, bins, count, binner);
  }
#  endif
#endif
}

} // namespace detail
HALOGRAM_NAMESPACE_END

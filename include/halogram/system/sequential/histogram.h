// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Histograms in the calling thread, on the host and inside kernels.

#include <halogram/detail/histogram_counting.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::sequential
{

//! Counts without temporary memory: outputs that cannot hold counts are filled some bins at a time,
//! and the samples are read anew for each group of them.
HALOGRAM_EXEC_CHECK_DISABLE
template <class InputIt, class BinIt, class Binner>
HALOGRAM_HOST_DEVICE BinIt histogram_without_memory(InputIt first, InputIt last, BinIt bins,
                                                    std::int64_t num_bins, const Binner& binner)
{
  if constexpr (detail::holds_totals<BinIt>())
  {
    const auto totals = detail::plain_iterator(bins);
    detail::clear_totals(totals, num_bins);
    detail::count_each(first, last, totals, binner);
    return bins
           + static_cast<typename ::cuda::std::iterator_traits<BinIt>::difference_type>(num_bins);
  }
  else
  {
    constexpr std::int64_t group_bins = 32;
    for (std::int64_t begin = 0; begin < num_bins; begin += group_bins)
    {
      unsigned long long counts[group_bins] = {};
      for (InputIt it = first; it != last; ++it)
      {
        const std::int64_t bin = binner.template bin<std::int64_t>(detail::sample_at<InputIt>(*it));
        if (bin >= begin && bin - begin < group_bins)
        {
          ++counts[bin - begin];
        }
      }
      const std::int64_t rest = num_bins - begin;
      bins = detail::write_counts(counts, rest < group_bins ? rest : group_bins, bins);
    }
    return bins;
  }
}

//! As `halogram::histogram`, the arguments checked, the rule of bins as a binner. Takes any input
//! iterator, and any output iterator for the bins.
HALOGRAM_EXEC_CHECK_DISABLE
template <class Policy, class InputIt, class BinIt, class Binner>
HALOGRAM_HOST_DEVICE BinIt histogram([[maybe_unused]] const Policy& policy, InputIt first,
                                     InputIt last, BinIt bins, std::int64_t num_bins,
                                     const Binner& binner)
{
#if HALOGRAM_DEVICE_PASS
  return system::sequential::histogram_without_memory(first, last, bins, num_bins, binner);
#else
  return detail::count_by_totals(policy, bins, num_bins, [&](auto totals) {
    if constexpr (detail::is_indexable_v<InputIt>)
    {
      detail::count_in_thread(detail::plain_iterator(first),
                              static_cast<std::int64_t>(last - first), totals, num_bins, binner);
    }
    else
    {
      detail::count_each(first, last, totals, binner);
    }
  });
#endif
}

} // namespace system::sequential
HALOGRAM_NAMESPACE_END

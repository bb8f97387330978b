// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Histograms on OpenMP.

#include <halogram/detail/histogram_workers.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::omp
{

//! As `halogram::histogram`, the arguments checked, the rule of bins as a binner.
template <class Policy, class InputIt, class BinIt, class Binner>
BinIt histogram(const Policy& policy, InputIt first, InputIt last, BinIt bins,
                std::int64_t num_bins, const Binner& binner)
{
  return detail::parallel_histogram<detail::omp_system>(policy, first, last, bins, num_bins,
                                                        binner);
}

} // namespace system::omp
HALOGRAM_NAMESPACE_END

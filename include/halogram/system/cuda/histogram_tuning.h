// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The numbers behind the histogram's plan. Each was measured where its comment says so.

#include <halogram/system/cuda/device_limits.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

struct histogram_tuning
{
  int small_block; //!< threads, where several blocks fit a multiprocessor
  int large_block; //!< threads, where one block takes most of its shared memory
  std::int64_t
    one_block_bytes;    //!< up to here one block is faster than many that wait for each other
  int preferred_groups; //!< groups of blocks, each reading all samples, that beat a split
  int most_groups;      //!< groups that still beat adding to the output
  std::int64_t two_level_samples; //!< fewer samples do not pay for a split
};

constexpr histogram_tuning histogram_tuning_for(int compute_capability)
{
  if (compute_capability < 80) // Turing holds 1024 threads a multiprocessor
  {
    return {512, 1024, 1 << 16, 2, 8, std::int64_t{1} << 22};
  }
  return {512, 1024, 1 << 16, 2, 8, std::int64_t{1} << 22};
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

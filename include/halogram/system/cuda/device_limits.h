// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What a plan needs to know of a device. The struct is plain data, so that plans for any device can
//! be made and tested where there is none.

#include <halogram/detail/config.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

struct device_limits
{
  int compute_capability; //!< 10 * major + minor
  int multiprocessors;
  int threads_per_multiprocessor;
  int shared_bytes_per_multiprocessor;
  int shared_bytes_per_block; //!< the opt-in limit
  int reserved_shared_bytes_per_block;
};

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

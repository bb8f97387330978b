// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils in the calling thread, on host and device.

#include <halogram/detail/stencil_rows.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::sequential
{

template <class Policy, class Job>
HALOGRAM_HOST_DEVICE void stencil(const Policy&, const Job& job)
{
  const detail::stencil_rows<Job> rows(job, 1);
  rows.compute(0, rows.count());
}

} // namespace system::sequential
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils on TBB: threads share the rows.

#include <halogram/detail/stencil_parallel.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::tbb
{

template <class Policy, class Job>
void stencil(const Policy& policy, const Job& job)
{
  detail::compute_in_parallel<detail::tbb_system>(policy, job);
}

} // namespace system::tbb
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils on OpenMP: threads share the rows.

#include <halogram/detail/stencil_parallel.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::omp
{

template <class Policy, class Job>
void stencil(const Policy& policy, const Job& job)
{
  detail::compute_in_parallel<detail::omp_system>(policy, job);
}

} // namespace system::omp
HALOGRAM_NAMESPACE_END

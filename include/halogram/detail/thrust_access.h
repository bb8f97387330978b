// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Everything this library uses of Thrust that is not public. Nothing else in the library names
//! a Thrust entity or header with `detail` in it; `test/thrust_access.cpp` watches this file.

#include <halogram/detail/config.h>
#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>

#if defined(__CUDACC__)
#  include <thrust/system/cuda/error.h>
#  include <thrust/system/cuda/execution_policy.h>
#  include <thrust/system_error.h>
#endif

// Recognising a policy of OpenMP's or TBB's must not need their headers: a user who never names
// `thrust::tbb::par` has no TBB to include. These are the declarations Thrust itself starts with.
THRUST_NAMESPACE_BEGIN
namespace system::omp::detail
{
template <typename>
struct execution_policy;
}
namespace system::tbb::detail
{
template <typename>
struct execution_policy;
}
THRUST_NAMESPACE_END

HALOGRAM_NAMESPACE_BEGIN
namespace detail::thrust_access
{

template <class Derived>
using omp_policy = ::thrust::system::omp::detail::execution_policy<Derived>;

template <class Derived>
using tbb_policy = ::thrust::system::tbb::detail::execution_policy<Derived>;

#if defined(__CUDACC__)

//! The stream a policy names.
template <class Policy>
cudaStream_t stream(const Policy& policy)
{
  // Thrust's customisation point takes a mutable lvalue, and a policy need not be copyable.
  return ::thrust::cuda_cub::stream(const_cast<Policy&>(policy));
}

//! Waits for the policy's stream unless the policy asks not to (`par_nosync`).
template <class Policy>
cudaError_t synchronize_optional(const Policy& policy)
{
  return ::thrust::cuda_cub::synchronize_optional(const_cast<Policy&>(policy));
}

#endif

} // namespace detail::thrust_access
HALOGRAM_NAMESPACE_END

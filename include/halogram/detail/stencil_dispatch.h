// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! From the public stencil functions to the system that computes.

#include <cuda/std/type_traits>

#include <halogram/detail/execution.h>
#include <halogram/detail/stencil_arguments.h>
#include <halogram/detail/stencil_job.h>
#include <halogram/system/omp/stencil.h>
#include <halogram/system/sequential/stencil.h>
#include <halogram/system/tbb/stencil.h>

#if defined(__CUDACC__)
#  include <halogram/system/cuda/stencil.h>
#endif

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Runs a job on the policy's system. In a kernel every policy computes in the calling thread.
HALOGRAM_EXEC_CHECK_DISABLE
template <class Policy, class Job>
HALOGRAM_HOST_DEVICE void run_stencil([[maybe_unused]] const Policy& exec, const Job& job)
{
#if HALOGRAM_DEVICE_PASS
  if constexpr (::cuda::std::is_same_v<system_of<Policy>, cuda_system>)
  {
    // Device code is made of the kernels that this pass instantiates: deducing the return type does.
    using instantiated =
      decltype(halogram::system::cuda::stencil(detail::derived_policy(exec), job));
    static_assert(::cuda::std::is_void_v<instantiated>, "");
  }
  halogram::system::sequential::stencil(::thrust::seq, job);
#else
  using system = system_of<Policy>;
  const auto& policy = detail::derived_policy(exec);
  if constexpr (::cuda::std::is_same_v<system, sequential_system>)
  {
    halogram::system::sequential::stencil(policy, job);
  }
  else if constexpr (::cuda::std::is_same_v<system, omp_system>)
  {
    halogram::system::omp::stencil(policy, job);
  }
  else if constexpr (::cuda::std::is_same_v<system, tbb_system>)
  {
    halogram::system::tbb::stencil(policy, job);
  }
#  if defined(__CUDACC__)
  else
  {
    halogram::system::cuda::stencil(policy, job);
  }
#  endif
#endif
}

//! Computes all cells, whose sizes are good. Returns false where nothing may be written.
template <class Policy, class Input, class Output, class Window, class Boundary, class Op>
HALOGRAM_HOST_DEVICE bool compute_cells(const Policy& exec, const Input& in, const Output& out,
                                        const coordinates<Input::rank>& sizes, const Window& window,
                                        const Boundary& boundary, const Op& op)
{
  const stencil_arguments arguments{"stencil_transform"};
  const auto reach = detail::normalized_window<Input::rank>(window);
  const auto boundaries = detail::normalized_boundary<Input::rank>(boundary);
  if (!arguments.valid_window(reach))
  {
    return false;
  }
  if (detail::box<Input::rank>{{}, sizes}.volume() == 0)
  {
    return true;
  }
  if (!arguments.disjoint(in, out, sizes))
  {
    return false;
  }
  const auto job = detail::make_stencil_job(in, out, sizes, reach, boundaries, op);
  if (job.computed.volume() > 0)
  {
    detail::run_stencil(exec, job);
  }
  return true;
}

//! Computes row-major cells. Returns the end of the output, or `result` where nothing was computed.
template <class Policy, class InputIt, class Coordinates, class OutputIt, class Window,
          class Boundary, class Op>
HALOGRAM_HOST_DEVICE OutputIt compute_row_major(const Policy& exec, InputIt first,
                                                const Coordinates& sizes, OutputIt result,
                                                const Window& window, const Boundary& boundary,
                                                const Op& op)
{
  constexpr int rank = static_cast<int>(::cuda::std::tuple_size<Coordinates>::value);
  const auto in = detail::row_major_field<rank>(first, sizes);
  const auto out = detail::row_major_field<rank>(result, sizes);
  if (!detail::compute_cells(exec, in, out, sizes, window, boundary, op))
  {
    return result;
  }
  const std::int64_t cells = detail::box<rank>{{}, sizes}.volume();
  return result
         + static_cast<typename ::cuda::std::iterator_traits<OutputIt>::difference_type>(cells);
}

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! A thread reads each cell that one output needs. Works for every input, output and window.

#include <halogram/system/cuda/stencil_grid.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

inline constexpr int direct_threads = 256;

//! The threads of a block along x; the others lie along y.
template <int Rank>
inline constexpr int direct_threads_x = Rank == 1 ? direct_threads : 64;

template <class Job>
__global__ void __launch_bounds__(direct_threads)
  stencil_direct(const __grid_constant__ Job job, const cell_xyz blocks)
{
  constexpr int threads_x = direct_threads_x<Job::rank>;
  constexpr int threads_y = direct_threads / threads_x;
  const int thread_x = static_cast<int>(threadIdx.x) % threads_x;
  const int thread_y = static_cast<int>(threadIdx.x) / threads_x;
  for_each_block(blocks, [&](const cell_xyz& block) {
    const auto index = to_coordinates<Job::rank>(
      {block.x * threads_x + thread_x, block.y * threads_y + thread_y, block.z});
    auto op = job.op;
    if (job.inner.contains(index))
    {
      job.compute_inner(index, op);
    }
    else if (job.computed.contains(index))
    {
      job.compute_edge(index, op);
    }
  });
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

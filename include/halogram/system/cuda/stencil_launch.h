// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! One launch for each way to compute a stencil.

#include <halogram/system/cuda/stencil_direct.h>
#include <halogram/system/cuda/stencil_patch.h>
#include <halogram/system/cuda/stencil_ring.h>
#include <halogram/system/cuda/stencil_tile.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

template <class Job>
void launch_direct(cudaStream_t stream, const Job& job)
{
  constexpr int threads_x = direct_threads_x<Job::rank>;
  const cell_xyz blocks =
    blocks_over(to_xyz<Job::rank>(job.sizes, 1), {threads_x, direct_threads / threads_x, 1});
  launch_grid(stream, direct_threads, 0, stencil_direct<Job>, job, blocks);
}

template <class Shape, class Job>
void launch_patch(cudaStream_t stream, const Job& job)
{
  const cell_xyz blocks =
    blocks_over(to_xyz<Job::rank>(job.sizes, 1), {patch_threads_x<Job::rank> * Shape::x,
                                                  patch_threads_y<Job::rank> * Shape::y, Shape::z});
  launch_grid(stream, patch_threads, 0, stencil_patch<Shape, Job>, job, blocks);
}

template <class Job>
void launch_tile(cudaStream_t stream, const Job& job, int shared_bytes)
{
  const xyz<int> outputs = tile_outputs(Job::rank);
  const cell_xyz blocks =
    blocks_over(to_xyz<Job::rank>(job.sizes, 1), {outputs.x, outputs.y, outputs.z});
  launch_grid(stream, tile_threads, shared_bytes, stencil_tile<Job>, job, blocks);
}

template <class Shape, class Job>
void launch_ring(cudaStream_t stream, const Job& job, std::int64_t planes)
{
  using layout = ring_layout<Job, Shape>;
  constexpr int bytes = ring_slots<Job, layout> * layout::plane_cells
                        * static_cast<int>(sizeof(typename Job::value_type));
  const cell_xyz blocks = blocks_over({job.sizes[2], job.sizes[1], job.computed.size(0)},
                                      {layout::outputs_x, layout::outputs_y, planes});
  launch_grid(stream, Shape::threads, bytes, stencil_ring<Shape, Job>, job, blocks, planes);
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

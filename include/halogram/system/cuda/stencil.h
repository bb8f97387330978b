// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils on a CUDA device: from a job to a request, a plan, and a launch.

#include <halogram/detail/thrust_access.h>
#include <halogram/system/cuda/stencil_launch.h>
#include <halogram/system/cuda/stencil_request.h>

#include <stdexcept>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Launches by a plan that is runnable, its packets `Packet` cells wide.
template <int Packet, class Job>
void launch_with_packets(cudaStream_t stream, const Job& job, const stencil_plan& plan)
{
  constexpr stencil_request types = request_of_types<Job>(Packet);
  if (plan.path == stencil_path::ring)
  {
    constexpr ring_block block = ring_block_of(types);
    if constexpr (block.columns > 0)
    {
      launch_ring<ring_shape<block.columns, block.rows, block.threads_y>>(stream, job, plan.planes);
    }
  }
  else
  {
    constexpr xyz<int> outputs = patch_outputs(types);
    if constexpr (outputs.x > 0)
    {
      launch_patch<patch_shape<outputs.x, outputs.y, outputs.z>>(stream, job);
    }
  }
}

//! Whether the library's own plan may be a tile, so that no other job compiles one.
template <class Job>
constexpr bool may_choose_tile()
{
  return !prefers_patch(request_of_types<Job>(widest_packet<Job>()))
         || !prefers_patch(request_of_types<Job>(1));
}

//! Launches by a plan that is runnable; `HasTile` says whether it may be a tile.
template <bool HasTile, class Job>
void launch_plan(cudaStream_t stream, const Job& job, const stencil_plan& plan)
{
  constexpr int widest = widest_packet<Job>();
  if (plan.path == stencil_path::direct)
  {
    launch_direct(stream, job);
  }
  else if (plan.path == stencil_path::tile)
  {
    if constexpr (HasTile && request_of_types<Job>(1).cell_bytes > 0)
    {
      launch_tile(stream, job, static_cast<int>(tile_bytes(make_request(job))));
    }
  }
  else if (plan.packet_cells == widest)
  {
    launch_with_packets<widest>(stream, job, plan);
  }
  else
  {
    launch_with_packets<1>(stream, job, plan);
  }
}

//! Computes `job.computed`, which is not empty, by a plan of the caller's, to force a path or to tune
//! one.
//! @throw std::invalid_argument if the plan cannot run here
//! @throw thrust::system_error with the CUDA code where a CUDA call fails
template <class Policy, class Job>
void stencil(const Policy& policy, const Job& job, const stencil_plan& plan)
{
  if (!is_runnable(current_device_limits(), make_request(job), plan))
  {
    throw std::invalid_argument("halogram: the stencil's plan cannot run here");
  }
  system::cuda::launch_plan<true>(detail::thrust_access::stream(policy), job, plan);
  throw_on_error(detail::thrust_access::synchronize_optional(policy),
                 "halogram::stencil_transform");
}

//! The same by the library's own choice.
template <class Policy, class Job>
auto stencil(const Policy& policy, const Job& job)
{
  const stencil_plan plan = plan_stencil(current_device_limits(), make_request(job));
  system::cuda::launch_plan<may_choose_tile<Job>()>(detail::thrust_access::stream(policy), job,
                                                    plan);
  throw_on_error(detail::thrust_access::synchronize_optional(policy),
                 "halogram::stencil_transform");
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The numbers behind the stencil's plan.

#include <halogram/system/cuda/device_limits.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! A position, a distance or a size. Within a kernel axes are counted from the fastest: x, along which
//! cells lie side by side, then y and z. A stencil of fewer axes has size 1 and no reach on the others.
template <class Int>
struct xyz
{
  Int x, y, z;
};

//! Up to so many cells a launch takes longer than the work, and a cell a thread is done soonest.
inline constexpr std::int64_t few_cells = std::int64_t{1} << 19;

//! Words that a thread's patch may take.
inline constexpr int patch_registers = 150;

//! Packets, rows or planes of outputs that share them. On an H200, 2-D 5-point: 4 rows 98% of a copy; of
//! 16383 x 16383 cells 87%, with 8 rows 79%; of a zip of two 8 rows 95%, 4 rows 90%. In one dimension, 2
//! packets with radius 16: 96%, 1 packet 88%.
HALOGRAM_HOST_DEVICE constexpr int patch_outputs_along(int rank, int packet_cells, bool is_memory)
{
  if (rank == 1)
  {
    return packet_cells > 1 ? 2 : 1;
  }
  return rank == 2 && !is_memory ? 8 : 4;
}

//! Where an iterator may be costly, it is read at most so often an output.
inline constexpr int costly_readings = 4;

inline constexpr int tile_threads = 256;
inline constexpr int tile_outputs_per_thread = 8;

//! The outputs of a block of `stencil_path::tile`.
HALOGRAM_HOST_DEVICE constexpr xyz<int> tile_outputs(int rank)
{
  return rank == 1   ? xyz<int>{tile_threads * tile_outputs_per_thread, 1, 1}
         : rank == 2 ? xyz<int>{64, tile_threads / 64 * tile_outputs_per_thread, 1}
                     : xyz<int>{32, tile_threads / 32, tile_outputs_per_thread};
}

//! Words that a thread of `stencil_path::ring` may keep of the window's planes.
inline constexpr int ring_registers = 110;

//! Warps of a ring's block, as many as the registers allow. On an H200, 640^3 cells: star of radius 1 with
//! 16 warps 83% of a copy, radius 2 59% (12 warps 71%), radius 4 37% (12 warps 64%); 27-point with 8 and 4
//! rows a thread 80%, with 2 rows 54%.
HALOGRAM_HOST_DEVICE constexpr int ring_warps(int rows, std::int64_t words)
{
  return rows == 4 ? 8 : words <= 24 ? 16 : 12;
}

//! Planes that are on their way while one is computed.
inline constexpr int ring_stages = 3;

//! Fewer planes a block read too much before their first output, more let neighbours drift apart.
inline constexpr int ring_least_planes = 16;
inline constexpr int ring_most_planes = 64;

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

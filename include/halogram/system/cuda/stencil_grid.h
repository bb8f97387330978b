// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Blocks of cells. Within a kernel axes are counted from the fastest: x, along which cells lie side
//! by side, then y and z. A stencil of fewer axes has size 1 and no reach on the others.

#include <halogram/detail/stencil_job.h>
#include <halogram/system/cuda/launch.h>
#include <halogram/system/cuda/stencil_tuning.h>

#include <algorithm>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

using cell_xyz = xyz<std::int64_t>;

template <int Rank>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr cell_xyz
to_xyz(const detail::coordinates<Rank>& index, std::int64_t missing)
{
  if constexpr (Rank == 1)
  {
    return {index[0], missing, missing};
  }
  else if constexpr (Rank == 2)
  {
    return {index[1], index[0], missing};
  }
  else
  {
    return {index[2], index[1], index[0]};
  }
}

template <int Rank>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr detail::coordinates<Rank>
to_coordinates(const cell_xyz& at)
{
  if constexpr (Rank == 1)
  {
    return {at.x};
  }
  else if constexpr (Rank == 2)
  {
    return {at.y, at.x};
  }
  else
  {
    return {at.z, at.y, at.x};
  }
}

template <int Rank>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr xyz<int> to_xyz(const detail::offsets<Rank>& d)
{
  if constexpr (Rank == 1)
  {
    return {d[0], 0, 0};
  }
  else if constexpr (Rank == 2)
  {
    return {d[1], d[0], 0};
  }
  else
  {
    return {d[2], d[1], d[0]};
  }
}

//! The least and the greatest offset of a window.
template <class Window>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr xyz<int> lowest(const Window& window)
{
  constexpr int rank = Window::rank;
  return {window.lo(rank - 1), rank > 1 ? window.lo(rank - 2) : 0, rank > 2 ? window.lo(0) : 0};
}
template <class Window>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr xyz<int> highest(const Window& window)
{
  constexpr int rank = Window::rank;
  return {window.hi(rank - 1), rank > 1 ? window.hi(rank - 2) : 0, rank > 2 ? window.hi(0) : 0};
}

template <class Field>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE std::int64_t offset_of(const Field& field,
                                                                 const cell_xyz& at)
{
  return field.offset(to_coordinates<Field::rank>(at));
}

//! Whether the cells from `begin` up to before `end` lie in the box.
template <int Rank>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE bool contains(const detail::box<Rank>& box,
                                                        const cell_xyz& begin, const cell_xyz& end)
{
  const cell_xyz low = to_xyz<Rank>(box.begin, 0);
  const cell_xyz high = to_xyz<Rank>(box.end, INT64_MAX);
  return low.x <= begin.x && low.y <= begin.y && low.z <= begin.z && end.x <= high.x
         && end.y <= high.y && end.z <= high.z;
}

//! How many blocks of `cells` cover the sizes.
HALOGRAM_HOST_DEVICE constexpr cell_xyz blocks_over(const cell_xyz& sizes, const cell_xyz& cells)
{
  return {(sizes.x + cells.x - 1) / cells.x, (sizes.y + cells.y - 1) / cells.y,
          (sizes.z + cells.z - 1) / cells.z};
}

//! Calls `visit(block)` for the blocks of a grid that fall to this one: more than one only where y or
//! z have more blocks than a launch can.
template <class Visit>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void for_each_block(const cell_xyz& blocks, Visit visit)
{
  for (std::int64_t z = blockIdx.z; z < blocks.z; z += gridDim.z)
  {
    for (std::int64_t y = blockIdx.y; y < blocks.y; y += gridDim.y)
    {
      visit(cell_xyz{blockIdx.x, y, z});
    }
  }
}

//! Launches a kernel that visits its blocks by `for_each_block`.
template <class Job, class... Parameters>
void launch_grid(cudaStream_t stream, int threads, int shared_bytes,
                 void (*kernel)(Job, cell_xyz, Parameters...), const Job& job,
                 const cell_xyz& blocks, const Parameters&... parameters)
{
  if (shared_bytes > default_shared_bytes)
  {
    throw_on_error(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
      "halogram: cudaFuncSetAttribute");
  }
  constexpr std::int64_t most = 65535;
  const dim3 grid(static_cast<unsigned>(blocks.x), static_cast<unsigned>(std::min(blocks.y, most)),
                  static_cast<unsigned>(std::min(blocks.z, most)));
  void* arguments[] = {const_cast<Job*>(&job), const_cast<cell_xyz*>(&blocks),
                       const_cast<Parameters*>(&parameters)...};
  throw_on_error(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid,
                                  dim3(static_cast<unsigned>(threads)), arguments,
                                  static_cast<std::size_t>(shared_bytes), stream),
                 "halogram: stencil kernel launch");
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

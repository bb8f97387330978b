// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! A block reads the cells around its outputs into shared memory, each of them once. For iterators
//! that cost more than a load, and for windows too large for registers or known at run time alone.

#include <halogram/system/cuda/stencil_grid.h>

#include <new>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! The cells around a tile's outputs, in shared memory. Pitches are constants if the window is.
template <class Job>
struct tile_cells
{
  using value_type = typename Job::value_type;

  value_type* first; // the lowest cell that an output reads
  xyz<int> size;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE tile_cells(value_type* memory, const Job& job)
      : first(memory)
  {
    constexpr xyz<int> outputs = tile_outputs(Job::rank);
    const xyz<int> lo = lowest(job.window);
    const xyz<int> hi = highest(job.window);
    size = {outputs.x + hi.x - lo.x, outputs.y + hi.y - lo.y, outputs.z + hi.z - lo.z};
  }

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE int place(const xyz<int>& at) const
  {
    return (at.z * size.y + at.y) * size.x + at.x;
  }
};

//! Reads a tile for one output.
template <class Job>
class tile_access
{
public:
  static constexpr int rank = Job::rank;
  using value_type = typename Job::value_type;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE tile_access(const Job& job, const tile_cells<Job>& cells,
                                                   const cell_xyz& corner, const xyz<int>& at)
      : job_(job)
      , cells_(cells)
      , corner_(corner)
      , at_(at)
  {
    const xyz<int> lo = lowest(job.window);
    zero_ = cells.place({at.x - lo.x, at.y - lo.y, at.z - lo.z});
  }

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE value_type read(const detail::offsets<rank>& offset) const
  {
    return cells_.first[zero_ + cells_.place(to_xyz<rank>(offset))];
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE detail::coordinates<rank> index() const
  {
    return to_coordinates<rank>({corner_.x + at_.x, corner_.y + at_.y, corner_.z + at_.z});
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE detail::shape<rank> extents() const
  {
    return detail::shape<rank>(job_.sizes);
  }

private:
  const Job& job_;
  const tile_cells<Job>& cells_;
  cell_xyz corner_;
  xyz<int> at_;
  int zero_; // the place of the output's own cell
};

//! Fills the tile whose lowest cell is `corner` by `read(cell)`. A thread's cells lie a block's threads
//! apart, so that no lane idles at the end of a row; places advance without division.
template <class Job, class Read>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void fill_tile(const tile_cells<Job>& cells,
                                                    const cell_xyz& corner, Read read)
{
  const int step_x = tile_threads % cells.size.x;
  const int step_y = tile_threads / cells.size.x;
  int x = static_cast<int>(threadIdx.x) % cells.size.x;
  int y = static_cast<int>(threadIdx.x) / cells.size.x;
  int z = 0;
  if constexpr (Job::rank == 3)
  {
    z = y / cells.size.y;
    y = y % cells.size.y;
  }
  const int count = cells.size.x * cells.size.y * cells.size.z;
#pragma unroll 4
  for (int place = static_cast<int>(threadIdx.x); place < count; place += tile_threads)
  {
    ::new (static_cast<void*>(cells.first + place))
      typename Job::value_type(read(cell_xyz{corner.x + x, corner.y + y, corner.z + z}));
    x += step_x;
    y += step_y;
    if (x >= cells.size.x)
    {
      x -= cells.size.x;
      ++y;
    }
    if constexpr (Job::rank == 3)
    {
      while (y >= cells.size.y)
      {
        y -= cells.size.y;
        ++z;
      }
    }
  }
}

//! Calls `visit(at)` for a thread's outputs in a tile: a column, so that neighbours share rows.
//! They can do so only in straight code, which a window known at run time alone does not become.
template <int Rank, bool IsUnrolled, class Visit>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void for_each_output(Visit visit)
{
  constexpr int unroll = IsUnrolled ? tile_outputs_per_thread : 1;
  constexpr xyz<int> outputs = tile_outputs(Rank);
  const int x = static_cast<int>(threadIdx.x) % outputs.x;
  const int y = static_cast<int>(threadIdx.x) / outputs.x;
#pragma unroll unroll
  for (int i = 0; i < tile_outputs_per_thread; ++i)
  {
    if constexpr (Rank == 1)
    {
      visit(xyz<int>{static_cast<int>(threadIdx.x) + i * tile_threads, 0, 0});
    }
    else if constexpr (Rank == 2)
    {
      visit(xyz<int>{x, y * tile_outputs_per_thread + i, 0});
    }
    else
    {
      visit(xyz<int>{x, y, i});
    }
  }
}

template <class Job>
__global__ void __launch_bounds__(tile_threads)
  stencil_tile(const __grid_constant__ Job job, const cell_xyz blocks)
{
  using value_type = typename Job::value_type;
  extern __shared__ __align__(16) unsigned char shared_memory[];
  constexpr int rank = Job::rank;
  constexpr xyz<int> outputs = tile_outputs(rank);
  const tile_cells<Job> cells(reinterpret_cast<value_type*>(shared_memory), job);
  const xyz<int> lo = lowest(job.window);
  const cell_xyz sizes = to_xyz<rank>(job.sizes, 1);

  for_each_block(blocks, [&](const cell_xyz& block) {
    const cell_xyz corner{block.x * outputs.x, block.y * outputs.y, block.z * outputs.z};
    const cell_xyz end{corner.x + outputs.x, corner.y + outputs.y, corner.z + outputs.z};
    const cell_xyz lowest_cell{corner.x + lo.x, corner.y + lo.y, corner.z + lo.z};
    const bool is_inner = contains<rank>(job.inner, corner, end);
    if (is_inner)
    {
      fill_tile(cells, lowest_cell,
                [&](const cell_xyz& at) { return job.in.load(offset_of(job.in, at)); });
    }
    else
    {
      const xyz<int> hi = highest(job.window);
      fill_tile(cells, lowest_cell, [&](const cell_xyz& at) {
        const bool is_read =
          at.x < sizes.x + hi.x && at.y < sizes.y + hi.y && at.z < sizes.z + hi.z;
        return is_read
                 ? detail::read_field(job.in, job.boundaries, job.sizes, to_coordinates<rank>(at))
                 : value_type{};
      });
    }
    __syncthreads();
    auto op = job.op;
    const auto compute = [&](const xyz<int>& at) {
      using access = tile_access<Job>;
      job.out.store(offset_of(job.out, {corner.x + at.x, corner.y + at.y, corner.z + at.z}),
                    op(detail::window_view<typename Job::window_type, access>(
                      job.window, access(job, cells, corner, at))));
    };
    for_each_output<rank, Job::window_type::is_static>([&](const xyz<int>& at) {
      if (is_inner
          || job.computed.contains(
            to_coordinates<rank>({corner.x + at.x, corner.y + at.y, corner.z + at.z})))
      {
        compute(at);
      }
    });
    __syncthreads();
  });
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

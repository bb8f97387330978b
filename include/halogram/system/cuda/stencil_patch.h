// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! A thread reads the cells around a few outputs into registers. All offsets are constants after
//! inlining, so neighbouring outputs share what they read, and what the operation never asks for is
//! never loaded.

#include <halogram/system/cuda/stencil_grid.h>
#include <halogram/system/cuda/stencil_packet.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! A patch of X x Y x Z outputs a thread, rows read in packets of X cells.
template <int X, int Y, int Z>
struct patch_shape
{
  static constexpr int x = X;
  static constexpr int y = Y;
  static constexpr int z = Z;
};

inline constexpr int patch_threads = 256;

//! The threads of a block along x and y.
template <int Rank>
inline constexpr int patch_threads_x = Rank == 1 ? patch_threads : 32;
template <int Rank>
inline constexpr int patch_threads_y = patch_threads / patch_threads_x<Rank>;

constexpr int floor_div(int a, int b)
{
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

//! The cells around a patch of outputs. Rows begin and end at whole packets.
template <class T, class Window, class Shape>
struct patch_cells
{
  static constexpr xyz<int> lo = lowest(Window{});
  static constexpr xyz<int> hi = highest(Window{});
  static constexpr int begin_x = floor_div(lo.x, Shape::x) * Shape::x;
  static constexpr int end_x = (floor_div(Shape::x - 1 + hi.x, Shape::x) + 1) * Shape::x;
  static constexpr int rows = Shape::y + hi.y - lo.y;
  static constexpr int planes = Shape::z + hi.z - lo.z;

  T at[planes][rows][end_x - begin_x];

  //! Reads the row at `first`, the place of its first output's cell.
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static void load_row(const T* first, T* row)
  {
#pragma unroll
    for (int x = begin_x; x < end_x; x += Shape::x)
    {
      const int low = x < lo.x ? lo.x : x;
      const int high = x + Shape::x > Shape::x + hi.x ? Shape::x + hi.x : x + Shape::x;
      if (2 * (high - low) > Shape::x || Shape::x == 1)
      {
        load_packet<Shape::x>(first + x, row + (x - begin_x));
      }
      else
      {
#pragma unroll
        for (int i = 0; i < Shape::x; ++i)
        {
          if (low <= x + i && x + i < high)
          {
            load_packet<1>(first + (x + i), row + (x + i - begin_x));
          }
        }
      }
    }
  }

  //! The same through any iterator, cell by cell.
  template <class Field>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static void load_row(const Field& field,
                                                            const cell_xyz& first, T* row)
  {
    if constexpr (is_contiguous_v<Field>)
    {
      load_row(field.first() + offset_of(field, first), row);
    }
    else
    {
#pragma unroll
      for (int x = lo.x; x < Shape::x + hi.x; ++x)
      {
        row[x - begin_x] = field.load(offset_of(field, {first.x + x, first.y, first.z}));
      }
    }
  }
};

//! Reads a patch's registers: `at` is the cell within the patch.
template <class Job, class Cells>
class patch_access
{
public:
  static constexpr int rank = Job::rank;
  using value_type = typename Job::value_type;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE patch_access(const Job& job, const Cells& cells,
                                                    const cell_xyz& corner, const xyz<int>& at)
      : job_(job)
      , cells_(cells)
      , corner_(corner)
      , at_(at)
  {}

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE value_type read(const detail::offsets<rank>& offset) const
  {
    const xyz<int> d = to_xyz<rank>(offset);
    return cells_
      .at[at_.z + d.z - Cells::lo.z][at_.y + d.y - Cells::lo.y][at_.x + d.x - Cells::begin_x];
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
  const Cells& cells_;
  cell_xyz corner_;
  xyz<int> at_;
};

template <class Shape, class Job>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void
load_patch(const Job& job, const cell_xyz& corner,
           patch_cells<typename Job::value_type, typename Job::window_type, Shape>& cells)
{
  using cells_type = patch_cells<typename Job::value_type, typename Job::window_type, Shape>;
#pragma unroll
  for (int z = 0; z < cells_type::planes; ++z)
  {
#pragma unroll
    for (int y = 0; y < cells_type::rows; ++y)
    {
      const cell_xyz first{corner.x, corner.y + y + cells_type::lo.y,
                           corner.z + z + cells_type::lo.z};
      cells_type::load_row(job.in, first, cells.at[z][y]);
    }
  }
}

//! Computes one row of outputs and writes it.
template <int Count, class Job, class Compute>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void store_row(const Job& job, const cell_xyz& first,
                                                    Compute compute)
{
  using output = typename Job::output_type;
  if constexpr (Count > 1 && is_contiguous_v<output>)
  {
    detail::field_value_t<output> values[Count];
#pragma unroll
    for (int i = 0; i < Count; ++i)
    {
      values[i] = static_cast<detail::field_value_t<output>>(compute(i));
    }
    store_packet<Count>(job.out.first() + offset_of(job.out, first), values);
  }
  else
  {
#pragma unroll
    for (int i = 0; i < Count; ++i)
    {
      job.out.store(offset_of(job.out, {first.x + i, first.y, first.z}), compute(i));
    }
  }
}

//! Computes the cells of a patch one by one, as at the edges of the input.
template <class Job>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void compute_cells(const Job& job, const cell_xyz& corner,
                                                        const xyz<int>& count)
{
  auto op = job.op;
#pragma unroll 1
  for (int i = 0; i < count.x * count.y * count.z; ++i)
  {
    const auto index =
      to_coordinates<Job::rank>({corner.x + i % count.x, corner.y + i / count.x % count.y,
                                 corner.z + i / (count.x * count.y)});
    if (job.computed.contains(index))
    {
      job.compute_edge(index, op);
    }
  }
}

template <class Shape, class Job>
__global__ void __launch_bounds__(patch_threads)
  stencil_patch(const __grid_constant__ Job job, const cell_xyz blocks)
{
  using cells_type = patch_cells<typename Job::value_type, typename Job::window_type, Shape>;
  constexpr int threads_x = patch_threads_x<Job::rank>;
  const int thread_x = static_cast<int>(threadIdx.x) % threads_x;
  const int thread_y = static_cast<int>(threadIdx.x) / threads_x;
  const std::int64_t row_cells = job.sizes[Job::rank - 1];

  for_each_block(blocks, [&](const cell_xyz& block) {
    const cell_xyz corner{(block.x * threads_x + thread_x) * Shape::x,
                          (block.y * patch_threads_y<Job::rank> + thread_y) * Shape::y,
                          block.z * Shape::z};
    const cell_xyz end{corner.x + Shape::x, corner.y + Shape::y, corner.z + Shape::z};
    const bool is_inner = contains<Job::rank>(job.inner, corner, end)
                          && corner.x + cells_type::begin_x >= 0
                          && corner.x + cells_type::end_x <= row_cells;
    if (!is_inner)
    {
      system::cuda::compute_cells(job, corner, {Shape::x, Shape::y, Shape::z});
      return;
    }
    auto op = job.op;
    cells_type cells;
    load_patch<Shape>(job, corner, cells);
#pragma unroll
    for (int z = 0; z < Shape::z; ++z)
    {
#pragma unroll
      for (int y = 0; y < Shape::y; ++y)
      {
        store_row<Shape::x>(job, {corner.x, corner.y + y, corner.z + z}, [&](int x) {
          using access = patch_access<Job, cells_type>;
          return op(detail::window_view<typename Job::window_type, access>(
            job.window, access(job, cells, corner, {x, y, z})));
        });
      }
    }
  });
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

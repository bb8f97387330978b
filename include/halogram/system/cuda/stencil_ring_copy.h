// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How the planes of a ring arrive: by asynchronous copies, of whole packets where their cells lie
//! side by side in the input, cell by cell at its edges.

#include <cuda_pipeline_primitives.h>

#include <halogram/system/cuda/stencil_patch.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Columns x Rows outputs a thread in each plane; rows arrive in packets of Columns cells. A block has
//! ThreadsY warps, one above the other.
template <int Columns, int Rows, int ThreadsY>
struct ring_shape
{
  static constexpr int columns = Columns;
  static constexpr int rows = Rows;
  static constexpr int threads_x = 32;
  static constexpr int threads_y = ThreadsY;
  static constexpr int threads = threads_x * threads_y;
};

//! The cells of a plane that a block's outputs read. A row starts and ends at a whole packet.
template <class Job, class Shape>
struct ring_layout : Shape
{
  static constexpr xyz<int> lo = lowest(typename Job::window_type{});
  static constexpr xyz<int> hi = highest(typename Job::window_type{});
  static constexpr int left = lo.x < 0 ? -lo.x : 0;
  static constexpr int right = hi.x > 0 ? hi.x : 0;
  static constexpr int depth = hi.z - lo.z + 1;
  static constexpr int outputs_x = Shape::threads_x * Shape::columns;
  static constexpr int outputs_y = Shape::threads_y * Shape::rows;
  static constexpr int begin_x = floor_div(-left, Shape::columns) * Shape::columns;
  static constexpr int end_x =
    -floor_div(-(Shape::columns + right), Shape::columns) * Shape::columns;
  static constexpr int thread_width = end_x - begin_x;
  static constexpr int thread_rows = Shape::rows + hi.y - lo.y;
  static constexpr int pitch = outputs_x + thread_width - Shape::columns;
  static constexpr int plane_rows = outputs_y + hi.y - lo.y;
  static constexpr int plane_cells = pitch * plane_rows;
};

//! Copies to shared memory, asynchronously where the size allows.
template <int Count, class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void copy_async(T* to, const T* from)
{
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  if constexpr (bytes == 4 || bytes == 8 || bytes == 16)
  {
    __pipeline_memcpy_async(to, from, bytes);
  }
  else
  {
    load_packet<Count>(from, to);
  }
}

//! Copies the cell `index`, inside the input or not, by the rule of `detail::read_field`.
template <int Axis = 0, class Job>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void copy_cell(const Job& job, typename Job::value_type* to,
                                                    const detail::coordinates<Job::rank>& index,
                                                    detail::coordinates<Job::rank> cell)
{
  if constexpr (Axis == Job::rank)
  {
    copy_async<1>(to, job.in.first() + job.in.offset(cell));
  }
  else
  {
    using boundary = typename Job::boundaries_type::template type<Axis>;
    if (index[Axis] < 0 || index[Axis] >= job.sizes[Axis])
    {
      if constexpr (boundary::is_value)
      {
        *to =
          static_cast<typename Job::value_type>(job.boundaries.template on<Axis>().value(index));
        return;
      }
      else
      {
        cell[Axis] = boundary::map(index[Axis], job.sizes[Axis]);
      }
    }
    copy_cell<Axis + 1>(job, to, index, cell);
  }
}

//! Copies cells side by side, one by one. Out of line: few threads need it, and it takes registers.
template <class Job>
__noinline__ __device__ void copy_cells(const Job& job, typename Job::value_type* to, int count,
                                        detail::coordinates<3> index)
{
  for (int i = 0; i < count; ++i)
  {
    system::cuda::copy_cell(job, to + i, index, index);
    ++index[2];
  }
}

//! Whether a cell outside the input may be a value rather than another cell.
template <class Job>
inline constexpr bool has_values_v = Job::boundaries_type::template type<0>::is_value
                                     || Job::boundaries_type::template type<1>::is_value
                                     || Job::boundaries_type::template type<2>::is_value;

//! A thread's share of one kind of copies: `Count` cells each, whose places in the input's planes are
//! worked out once, boundaries along x and y included.
template <class Job, int Count, int Share>
class ring_copies
{
public:
  //! Copy `i` goes to `place` in each slot and comes from the cells at `x` and `y`.
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void set(const Job& job, int i, int place, std::int64_t x,
                                                std::int64_t y)
  {
    using boundary_x = typename Job::boundaries_type::template type<2>;
    using boundary_y = typename Job::boundaries_type::template type<1>;
    const bool is_inside_x = 0 <= x && x + Count <= job.sizes[2];
    const bool is_inside_y = 0 <= y && y < job.sizes[1];
    bool is_direct = true;
    std::int64_t from_x = x;
    std::int64_t from_y = y;
    if (!is_inside_x)
    {
      if constexpr (Count == 1 && !boundary_x::is_value)
      {
        from_x = boundary_x::map(x, job.sizes[2]);
      }
      else
      {
        is_direct = false;
      }
    }
    if (!is_inside_y)
    {
      if constexpr (!boundary_y::is_value)
      {
        from_y = boundary_y::map(y, job.sizes[1]);
      }
      else
      {
        is_direct = false;
      }
    }
    (is_direct ? direct_ : indirect_) |= 1u << i;
    place_[i] = place;
    from_[i] = from_y * job.in.stride(1) + from_x;
    x_[i] = x;
    y_[i] = y;
  }

  //! Starts the copies of the plane `z`. `plane` stands for it in the input, unless it is a value.
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void send(const Job& job, typename Job::value_type* slot,
                                                 const typename Job::value_type* plane,
                                                 std::int64_t z, bool is_value) const
  {
#pragma unroll
    for (int i = 0; i < Share; ++i)
    {
      if (!is_value && (direct_ >> i & 1))
      {
        copy_async<Count>(slot + place_[i], plane + from_[i]);
      }
      else if (has_values_v<Job> && ((direct_ | indirect_) >> i & 1))
      {
        system::cuda::copy_cells(job, slot + place_[i], Count, {z, y_[i], x_[i]});
      }
    }
  }

private:
  static constexpr int size = Share > 0 ? Share : 1;
  static_assert(Share <= 32, "halogram: a thread's copies of a plane fit a mask");

  unsigned direct_ = 0; // one bit a copy
  unsigned indirect_ = 0;
  int place_[size];
  std::int64_t from_[size];
  std::int64_t x_[size];
  std::int64_t y_[size];
};

//! A thread's share of every plane: packets of the block's columns, and the halo on both sides of them
//! cell by cell, so that few lanes wait for those at the input's edges.
template <class Job, class Layout>
class ring_copy
{
public:
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE ring_copy(const Job& job, const cell_xyz& first)
  {
    const int lane = static_cast<int>(threadIdx.x) % Layout::threads_x;
    const std::int64_t low_y = first.y + Layout::lo.y;
    const std::int64_t end_y = job.sizes[1] + Layout::hi.y;
#pragma unroll
    for (int i = 0; i < packet_share; ++i)
    {
      const int row = static_cast<int>(threadIdx.x) / Layout::threads_x + i * Layout::threads_y;
      const int x = lane * Layout::columns;
      if (row < Layout::plane_rows && first.x + x < job.sizes[2] && low_y + row < end_y)
      {
        packets_.set(job, i, row * Layout::pitch + x - Layout::begin_x, first.x + x, low_y + row);
      }
    }
    const std::int64_t left = job.sizes[2] - first.x;
    const int columns = left < Layout::outputs_x ? static_cast<int>(left) : Layout::outputs_x;
#pragma unroll
    for (int i = 0; i < side_share; ++i)
    {
      const int id = static_cast<int>(threadIdx.x) + i * Layout::threads;
      const int row = id / side_cells;
      const int side = id % side_cells;
      const int x = side < Layout::left ? side - Layout::left : columns + side - Layout::left;
      if (row < Layout::plane_rows && low_y + row < end_y)
      {
        sides_.set(job, i, row * Layout::pitch + x - Layout::begin_x, first.x + x, low_y + row);
      }
    }
  }

  //! Starts the copies of the plane `z`, inside the input or not.
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void send(const Job& job, typename Job::value_type* slot,
                                                 std::int64_t z) const
  {
    using boundary_z = typename Job::boundaries_type::template type<0>;
    std::int64_t cell = z;
    bool is_value = false;
    if (z < 0 || z >= job.sizes[0])
    {
      if constexpr (boundary_z::is_value)
      {
        is_value = true;
      }
      else
      {
        cell = boundary_z::map(z, job.sizes[0]);
      }
    }
    const typename Job::value_type* const plane = job.in.first() + cell * job.in.stride(0);
    packets_.send(job, slot, plane, z, is_value);
    sides_.send(job, slot, plane, z, is_value);
  }

private:
  static constexpr int side_cells =
    Layout::left + Layout::right > 0 ? Layout::left + Layout::right : 1;
  static constexpr int packet_share =
    (Layout::plane_rows + Layout::threads_y - 1) / Layout::threads_y;
  static constexpr int side_share = Layout::left + Layout::right > 0
                                      ? (side_cells* Layout::plane_rows + Layout::threads - 1)
                                          / Layout::threads
                                      : 0;

  ring_copies<Job, Layout::columns, packet_share> packets_;
  ring_copies<Job, 1, side_share> sides_;
};

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

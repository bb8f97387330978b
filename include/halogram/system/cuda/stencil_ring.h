// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Three dimensions: a block goes along z. The planes that its outputs read arrive in a ring of slots
//! in shared memory, the next ones while it computes, so each plane is read once a block; what an
//! output reads of older planes waits in registers.

#include <halogram/system/cuda/stencil_patch.h>
#include <halogram/system/cuda/stencil_ring_copy.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! What a thread reads of one plane, rows in whole packets.
template <class T, class Layout>
struct ring_rows
{
  T at[Layout::thread_rows][Layout::thread_width];

  //! `first` is the place of the thread's first output, less the window's reach.
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load(const T* first)
  {
#pragma unroll
    for (int y = 0; y < Layout::thread_rows; ++y)
    {
#pragma unroll
      for (int x = 0; x < Layout::thread_width; x += Layout::columns)
      {
        load_shared_packet<Layout::columns>(first + y * Layout::pitch + x, at[y] + x);
      }
    }
  }
};

//! A box window: all rows of all its planes wait in registers. The newest plane takes the place of the
//! oldest: `Turn` counts the arrivals round the window's depth.
template <class T, class Layout>
class ring_box
{
public:
  static constexpr int live_slots = 1;

  //! Takes in the newest plane.
  template <int Turn>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void advance(const T* newest)
  {
    planes_[Turn].load(newest);
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load_middle(const T*) {}

  template <int Turn>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE T read(const xyz<int>& at, const xyz<int>& d) const
  {
    return planes_[(Turn + 1 + d.z - Layout::lo.z) % Layout::depth]
      .at[at.y + d.y - Layout::lo.y][at.x + d.x - Layout::begin_x];
  }

private:
  ring_rows<T, Layout> planes_[Layout::depth];
};

//! A star window: only the outputs' own columns wait in registers, and the neighbours along x and y
//! are read when the plane's turn comes, so it must stay in the ring until then.
template <class T, class Layout>
class ring_star
{
public:
  static constexpr int live_slots = Layout::hi.z + 1;

  template <int Turn>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void advance(const T* newest)
  {
#pragma unroll
    for (int y = 0; y < Layout::rows; ++y)
    {
      load_shared_packet<Layout::columns>(
        newest + (y - Layout::lo.y) * Layout::pitch - Layout::begin_x, columns_[Turn][y]);
    }
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load_middle(const T* middle)
  {
    middle_.load(middle);
  }

  template <int Turn>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE T read(const xyz<int>& at, const xyz<int>& d) const
  {
    return d.x == 0 && d.y == 0
             ? columns_[(Turn + 1 + d.z - Layout::lo.z) % Layout::depth][at.y][at.x]
             : middle_.at[at.y + d.y - Layout::lo.y][at.x + d.x - Layout::begin_x];
  }

private:
  T columns_[Layout::depth][Layout::rows][Layout::columns];
  ring_rows<T, Layout> middle_;
};

template <class Job, class Layout>
using ring_window =
  ::cuda::std::conditional_t<Job::window_type::is_star, ring_star<typename Job::value_type, Layout>,
                             ring_box<typename Job::value_type, Layout>>;

//! The slots of the ring: planes that are still read, and those on their way.
template <class Job, class Layout>
inline constexpr int ring_slots = ring_window<Job, Layout>::live_slots + ring_stages;

//! Reads what a thread holds of the window's planes.
template <class Job, class Registers, int Turn>
class ring_access
{
public:
  static constexpr int rank = Job::rank;
  using value_type = typename Job::value_type;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE ring_access(const Job& job, const Registers& registers,
                                                   const cell_xyz& corner, const xyz<int>& at)
      : job_(job)
      , registers_(registers)
      , corner_(corner)
      , at_(at)
  {}

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE value_type read(const detail::offsets<rank>& offset) const
  {
    return registers_.template read<Turn>(at_, to_xyz<rank>(offset));
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE detail::coordinates<rank> index() const
  {
    return to_coordinates<rank>({corner_.x + at_.x, corner_.y + at_.y, corner_.z});
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE detail::shape<rank> extents() const
  {
    return detail::shape<rank>(job_.sizes);
  }

private:
  const Job& job_;
  const Registers& registers_;
  cell_xyz corner_;
  xyz<int> at_;
};

//! Computes a thread's outputs in the plane of `corner`.
template <class Layout, int Turn, class Job, class Registers>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void compute_plane(const Job& job, const Registers& registers,
                                                        const cell_xyz& corner)
{
  auto op = job.op;
#pragma unroll
  for (int y = 0; y < Layout::rows; ++y)
  {
    store_row<Layout::columns>(job, {corner.x, corner.y + y, corner.z}, [&](int x) {
      using access = ring_access<Job, Registers, Turn>;
      return op(detail::window_view<typename Job::window_type, access>(
        job.window, access(job, registers, corner, {x, y, 0})));
    });
  }
}

//! The same where not all of them are to be computed. Out of line: few threads need it, and it takes
//! registers.
template <class Layout, class Job>
__noinline__ __device__ void compute_plane_edge(const Job& job, cell_xyz corner)
{
  system::cuda::compute_cells(job, corner, {Layout::columns, Layout::rows, 1});
}

//! Calls `take` for the next arrivals, one for each plane of the window, their turns known to the
//! compiler.
template <class Take, int... Turn>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void take_turns(int arrival, int arrivals, const Take& take,
                                                     ::cuda::std::integer_sequence<int, Turn...>)
{
  (void)((arrival + Turn < arrivals
            ? (take(arrival + Turn, ::cuda::std::integral_constant<int, Turn>{}), true)
            : false)
         && ...);
}

template <class Shape, class Job>
__global__ void __launch_bounds__(Shape::threads)
  stencil_ring(const __grid_constant__ Job job, const cell_xyz blocks, const std::int64_t planes)
{
  using value_type = typename Job::value_type;
  using layout = ring_layout<Job, Shape>;
  using registers_type = ring_window<Job, layout>;
  constexpr int slots = ring_slots<Job, layout>;
  constexpr int depth = layout::depth;
  extern __shared__ __align__(16) unsigned char shared_memory[];
  value_type* const ring = reinterpret_cast<value_type*>(shared_memory);

  const int thread_x = static_cast<int>(threadIdx.x) % layout::threads_x * layout::columns;
  const int thread_y = static_cast<int>(threadIdx.x) / layout::threads_x * layout::rows;
  const auto computed = job.computed;

  for_each_block(blocks, [&](const cell_xyz& block) {
    const cell_xyz first{block.x * layout::outputs_x, block.y * layout::outputs_y,
                         computed.begin[0] + block.z * planes};
    const std::int64_t left = computed.end[0] - first.z;
    const int arrivals = static_cast<int>(left < planes ? left : planes) + depth - 1;
    const ring_copy<Job, layout> copy(job, first);
    const auto send = [&](int arrival) {
      if (arrival < arrivals)
      {
        copy.send(job, ring + arrival % slots * layout::plane_cells,
                  first.z + layout::lo.z + arrival);
      }
      __pipeline_commit();
    };
    for (int arrival = 0; arrival < ring_stages; ++arrival)
    {
      send(arrival);
    }

    const cell_xyz corner{first.x + thread_x, first.y + thread_y, first.z};
    const cell_xyz end{corner.x + layout::columns, corner.y + layout::rows, corner.z + 1};
    const bool is_whole = contains<3>(computed, corner, end);
    const value_type* const mine = ring + thread_y * layout::pitch + thread_x;
    registers_type registers;
    const auto take = [&](int arrival, auto turn) {
      __pipeline_wait_prior(ring_stages - 1);
      __syncthreads();
      // Its slot was read last before the barrier.
      send(arrival + ring_stages);
      registers.template advance<turn()>(mine + arrival % slots * layout::plane_cells);
      const int output = arrival - (depth - 1);
      if (output < 0)
      {
        return;
      }
      const cell_xyz at{corner.x, corner.y, first.z + output};
      if (is_whole)
      {
        registers.load_middle(mine + (arrival - layout::hi.z) % slots * layout::plane_cells);
        compute_plane<layout, turn()>(job, registers, at);
      }
      else
      {
        compute_plane_edge<layout>(job, at);
      }
    };
    for (int arrival = 0; arrival < arrivals; arrival += depth)
    {
      take_turns(arrival, arrivals, take, ::cuda::std::make_integer_sequence<int, depth>{});
    }
    __syncthreads();
  });
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

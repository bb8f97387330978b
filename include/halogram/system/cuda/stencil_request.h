// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What a stencil's plan depends on, from the types and the arguments of a job.

#include <cuda/std/type_traits>

#include <halogram/system/cuda/stencil_grid.h>
#include <halogram/system/cuda/stencil_packet.h>
#include <halogram/system/cuda/stencil_plan.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <algorithm>
#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Whether reading through an iterator twice costs no more than two loads.
template <class Iterator>
inline constexpr bool is_cheap_v = ::thrust::is_contiguous_iterator_v<Iterator>;
template <class... Parameters>
inline constexpr bool is_cheap_v<::thrust::counting_iterator<Parameters...>> = true;
template <class... Parameters>
inline constexpr bool is_cheap_v<::thrust::constant_iterator<Parameters...>> = true;
template <class... Iterators>
inline constexpr bool is_cheap_v<::thrust::zip_iterator<::cuda::std::tuple<Iterators...>>> =
  (is_cheap_v<Iterators> && ...);

//! The part of a request that types alone decide.
template <class Job>
constexpr stencil_request request_of_types(int packet_cells)
{
  using value = typename Job::value_type;
  using window = typename Job::window_type;
  stencil_request request{};
  request.rank = Job::rank;
  if constexpr (window::is_static)
  {
    request.lo = lowest(window{});
    request.hi = highest(window{});
  }
  request.is_static = window::is_static;
  request.is_star = window::is_star;
  request.cell_bytes =
    ::cuda::std::is_default_constructible_v<
      value> && ::cuda::std::is_trivially_destructible_v<value> && alignof(value) <= 16
      ? static_cast<int>(sizeof(value))
      : 0;
  request.is_memory =
    is_contiguous_v<typename Job::input_type> && is_contiguous_v<typename Job::output_type>;
  request.is_cheap = is_cheap_v<typename Job::input_type::iterator>;
  request.packet_cells = packet_cells;
  return request;
}

//! The cells of a packet where all rows are aligned, 8 at most, which small cells compute best; 1 where input or output are not memory.
template <class Job>
constexpr int widest_packet()
{
  if constexpr (is_contiguous_v<
                  typename Job::input_type> && is_contiguous_v<typename Job::output_type>)
  {
    constexpr auto in = static_cast<int>(sizeof(typename Job::value_type));
    constexpr auto out = static_cast<int>(sizeof(detail::field_value_t<typename Job::output_type>));
    constexpr int fitting = packet_bytes / (in > out ? in : out);
    return fitting < 8 ? fitting : 8;
  }
  else
  {
    return 1;
  }
}

//! Whether every row of a field starts at a multiple of `bytes`.
template <class Field>
bool rows_are_aligned(const Field& field, const detail::coordinates<Field::rank>& sizes, int bytes)
{
  constexpr auto cell_bytes = static_cast<std::int64_t>(sizeof(detail::field_value_t<Field>));
  bool result = reinterpret_cast<std::uintptr_t>(field.first()) % static_cast<unsigned>(bytes) == 0;
  for (int axis = 0; axis + 1 < Field::rank; ++axis)
  {
    result = result && (sizes[axis] == 1 || field.stride(axis) * cell_bytes % bytes == 0);
  }
  return result;
}

//! The request of a job.
template <class Job>
stencil_request make_request(const Job& job)
{
  constexpr int packet_cells = widest_packet<Job>();
  stencil_request request = request_of_types<Job>(packet_cells);
  request.lo = lowest(job.window);
  request.hi = highest(job.window);
  request.sizes = to_xyz<Job::rank>(job.sizes, 1);
  if constexpr (packet_cells > 1)
  {
    using output_value = detail::field_value_t<typename Job::output_type>;
    // In one dimension a thread reads several packets as one.
    constexpr int cells = Job::rank == 1 ? packet_bytes : packet_cells;
    const int in_bytes =
      std::min(packet_bytes, cells * static_cast<int>(sizeof(typename Job::value_type)));
    const int out_bytes = std::min(packet_bytes, cells * static_cast<int>(sizeof(output_value)));
    // A ring's rows are whole packets.
    if ((Job::rank == 3 && request.sizes.x % packet_cells != 0)
        || !rows_are_aligned(job.in, job.sizes, in_bytes)
        || !rows_are_aligned(job.out, job.sizes, out_bytes))
    {
      request.packet_cells = 1;
    }
  }
  return request;
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How a stencil is computed on a CUDA device: a pure function from limits, types and sizes to a small
//! struct. It launches nothing and compiles without nvcc.

#include <halogram/system/cuda/stencil_tuning.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! The ways to compute.
enum class stencil_path
{
  patch, //!< a thread reads the cells around a few outputs into registers
  tile,  //!< a block reads the cells around its outputs into shared memory, each of them once
  ring,  //!< a block goes along z, planes arriving in shared memory while it computes
  direct //!< a thread reads each cell that one output needs; works always
};

//! What the choice depends on, besides the device.
struct stencil_request
{
  int rank;
  xyz<std::int64_t> sizes;
  xyz<int> lo; //!< the window's reach
  xyz<int> hi;
  bool is_static; //!< the window is known at compile time
  bool is_star;
  int cell_bytes;   //!< of an input value, 0 if it can only be read where it is used
  bool is_memory;   //!< input and output lie side by side in memory along x
  bool is_cheap;    //!< reading a cell again costs no more than a load
  int packet_cells; //!< that input and output allow to read and write at once; 1 if rows are not
                    //!< aligned
};

//! A choice. Tests and users may pass one of their own; `is_runnable` says which can run.
struct stencil_plan
{
  stencil_path path;
  int packet_cells;    //!< patch and ring: as in the request, or 1
  std::int64_t planes; //!< ring: outputs along z that a block computes
};

//! The cells around so many outputs.
HALOGRAM_HOST_DEVICE constexpr xyz<std::int64_t> with_halo(const xyz<int>& outputs,
                                                           const xyz<int>& lo, const xyz<int>& hi)
{
  const auto padded = [](int cells, int low, int high) { return std::int64_t{cells} + high - low; };
  return {padded(outputs.x, lo.x, hi.x), padded(outputs.y, lo.y, hi.y),
          padded(outputs.z, lo.z, hi.z)};
}

//! The cells that so many outputs of one thread read.
HALOGRAM_HOST_DEVICE constexpr std::int64_t cells_read(const stencil_request& request,
                                                       const xyz<int>& outputs)
{
  const xyz<std::int64_t> all = with_halo(outputs, request.lo, request.hi);
  return request.is_star
           ? all.x * outputs.y * outputs.z + outputs.x * (all.y - outputs.y) * outputs.z
               + outputs.x * outputs.y * (all.z - outputs.z)
           : all.x * all.y * all.z;
}

//! The same in registers.
HALOGRAM_HOST_DEVICE constexpr std::int64_t words_read(const stencil_request& request,
                                                       const xyz<int>& outputs)
{
  return cells_read(request, outputs) * ((request.cell_bytes + 3) / 4);
}

//! Whether places in a patch or a ring, counted from its outputs, are far from the limits of int.
HALOGRAM_HOST_DEVICE constexpr bool has_near_window(const stencil_request& request)
{
  constexpr int reach = 1 << 16;
  const xyz<int> lo = request.lo;
  const xyz<int> hi = request.hi;
  return lo.x > -reach && lo.y > -reach && lo.z > -reach && hi.x < reach && hi.y < reach
         && hi.z < reach;
}

//! The outputs of a thread of `stencil_path::patch`; x is 0 where no patch fits the registers.
HALOGRAM_HOST_DEVICE constexpr xyz<int> patch_outputs(const stencil_request& request)
{
  const int packet = request.packet_cells;
  const xyz<int> least{packet, 1, 1};
  if (!request.is_static || request.cell_bytes == 0 || !has_near_window(request)
      || words_read(request, least) > patch_registers)
  {
    return {0, 0, 0};
  }
  // Outputs along the slowest axis share what they read; more of them while registers last.
  xyz<int> outputs = least;
  for (int factor = 2; factor <= patch_outputs_along(request.rank, packet, request.is_memory);
       factor *= 2)
  {
    const xyz<int> taller = request.rank == 1   ? xyz<int>{packet * factor, 1, 1}
                            : request.rank == 2 ? xyz<int>{packet, factor, 1}
                                                : xyz<int>{packet, 1, factor};
    if (words_read(request, taller) > patch_registers)
    {
      break;
    }
    outputs = taller;
  }
  return outputs;
}

//! The threads of a ring's block along x.
inline constexpr int ring_threads_x = 32;

//! A block of `stencil_path::ring`: `columns` x `rows` outputs a thread in each plane, `threads_y` warps
//! one above the other. `columns` is 0 where no ring fits the registers.
struct ring_block
{
  int columns;
  int rows;
  int threads_y;
};

//! What a thread keeps of the window's planes: all that is read of a box, the outputs' own columns of a
//! star.
HALOGRAM_HOST_DEVICE constexpr std::int64_t ring_words(const stencil_request& request, int rows)
{
  const xyz<std::int64_t> read = with_halo({request.packet_cells, rows, 1}, request.lo, request.hi);
  const std::int64_t cells =
    request.is_star ? request.packet_cells * rows * read.z : read.x * read.y * read.z;
  return cells * ((request.cell_bytes + 3) / 4);
}

//! A block takes a whole multiprocessor: tall blocks read few rows twice. A box keeps more, so it has
//! fewer threads with more outputs each.
HALOGRAM_HOST_DEVICE constexpr ring_block ring_block_of(const stencil_request& request)
{
  const bool suits = request.rank == 3 && request.is_static && request.is_memory
                     && has_near_window(request) && request.cell_bytes >= 4 && request.lo.z <= 0
                     && 0 <= request.hi.z;
  for (int rows = request.is_star ? 2 : 4; suits && rows >= 1; rows /= 2)
  {
    const std::int64_t words = ring_words(request, rows);
    if (words <= ring_registers)
    {
      return {request.packet_cells, rows, ring_warps(rows, words)};
    }
  }
  return {0, 0, 0};
}

//! Shared memory of the block.
HALOGRAM_HOST_DEVICE constexpr std::int64_t ring_bytes(const stencil_request& request,
                                                       const ring_block& block)
{
  const auto whole = [&](int cells) {
    return (cells + block.columns - 1) / block.columns * block.columns;
  };
  const int left = request.lo.x < 0 ? whole(-request.lo.x) : 0;
  const int right = request.hi.x > 0 ? whole(request.hi.x) : 0;
  const std::int64_t pitch = ring_threads_x * block.columns + left + right;
  const std::int64_t plane = pitch * (block.threads_y * block.rows + request.hi.y - request.lo.y);
  const int live = request.is_star ? request.hi.z + 1 : 1;
  return plane * (live + ring_stages) * request.cell_bytes;
}

//! The bytes of a tile with its halo.
HALOGRAM_HOST_DEVICE constexpr std::int64_t tile_bytes(const stencil_request& request)
{
  const xyz<std::int64_t> cells = with_halo(tile_outputs(request.rank), request.lo, request.hi);
  return cells.x * cells.y * cells.z * request.cell_bytes;
}

//! The request as a plan reads it: with packets or cell by cell.
HALOGRAM_HOST_DEVICE constexpr stencil_request with_packets(stencil_request request,
                                                            int packet_cells)
{
  request.packet_cells = packet_cells;
  return request;
}

//! Whether a plan's blocks fit the device and the plan fits the request.
HALOGRAM_HOST_DEVICE constexpr bool
is_runnable(const device_limits& device, const stencil_request& request, const stencil_plan& plan)
{
  const bool packets_fit = plan.packet_cells == 1 || plan.packet_cells == request.packet_cells;
  const stencil_request used = with_packets(request, plan.packet_cells);
  switch (plan.path)
  {
  case stencil_path::patch:
    return packets_fit && patch_outputs(used).x > 0;
  case stencil_path::tile:
    return request.cell_bytes > 0 && tile_bytes(request) <= device.shared_bytes_per_block;
  case stencil_path::ring:
  {
    const ring_block block = ring_block_of(used);
    return packets_fit && block.columns > 0 && plan.planes > 0 && plan.planes <= INT32_MAX / 2
           && ring_bytes(used, block) <= device.shared_bytes_per_block;
  }
  case stencil_path::direct:
    return true;
  }
  return false;
}

//! Whether a patch is right whatever the sizes.
HALOGRAM_HOST_DEVICE constexpr bool prefers_patch(const stencil_request& request)
{
  const xyz<int> outputs = patch_outputs(request);
  return outputs.x > 0
         && (request.is_cheap
             || cells_read(request, outputs)
                  <= costly_readings * outputs.x * outputs.y * outputs.z);
}

//! Whether rows fill a ring's blocks. Where the last block of a row has 17 to 31 of its 32 columns of
//! threads, a box of radii 1, 2 and 3 was computed wrongly on an H200, for a reason not yet found; until
//! it is, no block is cut short along x.
HALOGRAM_HOST_DEVICE constexpr bool fills_ring(const stencil_request& request,
                                               const ring_block& block)
{
  return block.columns > 0 && request.sizes.x % (ring_threads_x * block.columns) == 0;
}

//! The outputs along z that a block of a ring computes: such that the last blocks leave few idle.
HALOGRAM_HOST_DEVICE constexpr std::int64_t
ring_planes(const device_limits& device, const stencil_request& request, const ring_block& block)
{
  const std::int64_t columns = ring_threads_x * block.columns;
  const std::int64_t rows = block.threads_y * block.rows;
  const std::int64_t columns_of_blocks =
    ((request.sizes.x + columns - 1) / columns) * ((request.sizes.y + rows - 1) / rows);
  const int before = request.hi.z - request.lo.z + ring_stages;
  std::int64_t best = ring_most_planes;
  std::int64_t best_cost = INT64_MAX;
  for (std::int64_t planes = ring_most_planes; planes >= ring_least_planes; --planes)
  {
    const std::int64_t blocks = columns_of_blocks * ((request.sizes.z + planes - 1) / planes);
    const std::int64_t cost =
      (blocks + device.multiprocessors - 1) / device.multiprocessors * (planes + before);
    if (cost < best_cost)
    {
      best = planes;
      best_cost = cost;
    }
  }
  return best;
}

//! The plan of a request on a device.
HALOGRAM_HOST_DEVICE constexpr stencil_plan plan_stencil(const device_limits& device,
                                                         const stencil_request& request)
{
  const stencil_plan direct{stencil_path::direct, 1, 0};
  if (request.sizes.x * request.sizes.y * request.sizes.z <= few_cells)
  {
    return direct;
  }
  const ring_block block = ring_block_of(request);
  if (fills_ring(request, block) && ring_bytes(request, block) <= device.shared_bytes_per_block)
  {
    return {stencil_path::ring, request.packet_cells, ring_planes(device, request, block)};
  }
  if (prefers_patch(request))
  {
    return {stencil_path::patch, request.packet_cells, 0};
  }
  const stencil_plan tile{stencil_path::tile, 1, 0};
  return is_runnable(device, request, tile) ? tile : direct;
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

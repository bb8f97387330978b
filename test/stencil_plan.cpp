// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! The CUDA plan is a pure function, so its choices for any device are tested where there is none.

#include <doctest/doctest.h>
#include <halogram/system/cuda/stencil_plan.h>

#include <cstdint>

namespace
{

using namespace halogram::system::cuda;
using path = stencil_path;

// Compute capability, multiprocessors, threads and shared bytes of one, shared bytes of a block,
// reserved bytes of a block.
constexpr device_limits t4{75, 40, 1024, 65536, 65536, 0};
constexpr device_limits a100{80, 108, 2048, 167936, 166912, 1024};
constexpr device_limits laptop{89, 20, 1536, 102400, 101376, 1024};
constexpr device_limits h200{90, 132, 2048, 233472, 232448, 1024};
constexpr device_limits devices[] = {t4, a100, laptop, h200};

// Floats in memory, rows aligned, a static window of one radius on every axis.
constexpr stencil_request floats(int rank, std::int64_t size, int radius, bool is_star)
{
  const xyz<std::int64_t> sizes{size, rank > 1 ? size : 1, rank > 2 ? size : 1};
  const xyz<int> hi{radius, rank > 1 ? radius : 0, rank > 2 ? radius : 0};
  return {rank, sizes, {-hi.x, -hi.y, -hi.z}, hi, true, is_star, 4, true, true, 4};
}

constexpr path path_on_h200(const stencil_request& request)
{
  return plan_stencil(h200, request).path;
}

} // namespace

// Breaks if a window of the usual size leaves its fast path.
TEST_CASE("stencils in memory with a static window are computed out of registers")
{
  CHECK(path_on_h200(floats(1, 1 << 28, 1, false)) == path::patch);
  CHECK(path_on_h200(floats(1, 1 << 28, 16, false)) == path::patch);
  CHECK(path_on_h200(floats(2, 16384, 1, true)) == path::patch);
  CHECK(path_on_h200(floats(2, 16384, 4, false)) == path::patch);
  CHECK(path_on_h200(floats(3, 640, 1, true)) == path::ring);
  CHECK(path_on_h200(floats(3, 640, 1, false)) == path::ring);
  CHECK(path_on_h200(floats(3, 640, 4, true)) == path::ring);
}

// Breaks if a small input waits for the longest thread.
TEST_CASE("a small input has one cell a thread")
{
  CHECK(path_on_h200(floats(2, 512, 1, true)) == path::direct);
  CHECK(path_on_h200(floats(3, 64, 1, true)) == path::direct);
}

// Breaks if a window known at run time alone is given registers, which need constants.
TEST_CASE("a window known at run time is read from a tile, a huge one directly")
{
  stencil_request request = floats(2, 16384, 4, false);
  request.is_static = false;
  CHECK(path_on_h200(request) == path::tile);
  request.hi = {300, 300, 0};
  CHECK(path_on_h200(request) == path::direct);
  CHECK_FALSE(is_runnable(h200, request, {path::tile, 1, 0}));
  CHECK_FALSE(is_runnable(h200, request, {path::patch, 1, 0}));
}

// Breaks if a costly iterator is evaluated for each output that reads the cell.
TEST_CASE("a costly iterator is read through a tile unless few outputs read each cell")
{
  stencil_request request = floats(2, 16384, 2, false);
  request.is_memory = false;
  request.is_cheap = false;
  request.packet_cells = 1;
  CHECK(path_on_h200(request) == path::tile);
  request.is_cheap = true;
  CHECK(path_on_h200(request) == path::patch);
}

// Breaks if values without a default constructor reach a register or shared array.
TEST_CASE("values that cannot be held are read where they are used")
{
  stencil_request request = floats(2, 16384, 1, true);
  request.cell_bytes = 0;
  request.is_memory = false;
  CHECK(path_on_h200(request) == path::direct);
}

// Breaks if a plan asks for more shared memory than a device gives, or for a packet that does not fit.
TEST_CASE("every plan is runnable on its device")
{
  for (const device_limits& device : devices)
  {
    for (int rank = 1; rank <= 3; ++rank)
    {
      for (const int radius : {0, 1, 2, 4, 7, 30})
      {
        for (const std::int64_t size : {1, 17, 400, 70000})
        {
          for (const bool is_star : {false, true})
          {
            for (const int packet_cells : {1, 4})
            {
              stencil_request request = floats(rank, size, radius, is_star);
              request.packet_cells = packet_cells;
              const stencil_plan plan = plan_stencil(device, request);
              CHECK(is_runnable(device, request, plan));
              CHECK((plan.path != path::ring || plan.planes >= 1));
            }
          }
        }
      }
    }
  }
}

// Breaks if the last blocks of a ring leave most of the device idle.
TEST_CASE("a ring's planes share out the device")
{
  const stencil_request request = floats(3, 640, 1, true);
  const ring_block block = ring_block_of(request);
  const std::int64_t planes = ring_planes(h200, request, block);
  CHECK(planes >= ring_least_planes);
  CHECK(planes <= ring_most_planes);
}

// Breaks if a plan of the caller's runs with packets that the rows do not allow.
TEST_CASE("packets are as wide as rows allow")
{
  stencil_request request = floats(2, 16383, 1, true);
  request.packet_cells = 1;
  CHECK_FALSE(is_runnable(h200, request, {path::patch, 4, 0}));
  CHECK(is_runnable(h200, request, {path::patch, 1, 0}));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Runs a stencil of the library, given by its types, and the same one of the oracle:
//!
//!     check_stencil<3>({5, 4, 1}, window, halogram::wrap{}, values)

#include <cuda/std/array>

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <stencil_oracle.h>
#include <support/guarded_buffer.h>
#include <support/system.h>

#include <sstream>
#include <string>

namespace stencil_test
{

using test_support::edge;
using test_support::oracle;
using test_support::triple;
using cells = std::vector<std::uint32_t>;

inline constexpr std::uint32_t untouched = 0xDEADBEEF;

// The oracle's functions again, for the library's side.
struct outside_values
{
  template <class Index>
  HALOGRAM_HOST_DEVICE std::uint32_t operator()(const Index& index) const
  {
    constexpr int rank = static_cast<int>(cuda::std::tuple_size<Index>::value);
    std::int64_t sum = 0;
    const std::int64_t weights[3] = {10007, 101, 1};
    for (int axis = 0; axis < 3; ++axis)
    {
      sum += weights[axis] * (100 + (axis < 3 - rank ? 0 : index[axis - (3 - rank)]));
    }
    return static_cast<std::uint32_t>(sum) % 251;
  }
};

template <int Rank>
struct weighted_sum
{
  template <class Window>
  HALOGRAM_HOST_DEVICE std::uint32_t operator()(const Window& w) const
  {
    constexpr std::int64_t cell_weights[3] = {7, 1013, 100003};
    constexpr std::int64_t size_weights[3] = {3, 31, 311};
    const auto index = w.index();
    const auto extents = w.extents();
    std::int64_t here = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      const int own = axis - (3 - Rank);
      here += cell_weights[axis] * (own < 0 ? 0 : index[own < 0 ? 0 : own]);
      here += size_weights[axis] * (own < 0 ? 1 : extents.extent(own < 0 ? 0 : own));
    }
    return static_cast<std::uint32_t>(here) + sum(w);
  }

private:
  HALOGRAM_HOST_DEVICE static std::uint32_t weight(int dz, int dy, int dx)
  {
    return static_cast<std::uint32_t>((dx + 64) + 131 * (dy + 64) + 17011 * (dz + 64));
  }

  template <class Window>
  HALOGRAM_HOST_DEVICE static std::uint32_t sum(const Window& w)
  {
    std::uint32_t result = 0;
    if constexpr (Rank == 1)
    {
      for (int dx = w.lo(0); dx <= w.hi(0); ++dx)
      {
        result += weight(0, 0, dx) * w[dx];
      }
    }
    else if constexpr (Rank == 2)
    {
      for (int dy = w.lo(0); dy <= w.hi(0); ++dy)
      {
        for (int dx = w.lo(1); dx <= w.hi(1); ++dx)
        {
          if (!Window::is_star || dy == 0 || dx == 0)
          {
            result += weight(0, dy, dx) * w(dy, dx);
          }
        }
      }
    }
    else
    {
      for (int dz = w.lo(0); dz <= w.hi(0); ++dz)
      {
        for (int dy = w.lo(1); dy <= w.hi(1); ++dy)
        {
          for (int dx = w.lo(2); dx <= w.hi(2); ++dx)
          {
            if (!Window::is_star || (dz != 0) + (dy != 0) + (dx != 0) <= 1)
            {
              result += weight(dz, dy, dx) * w(dz, dy, dx);
            }
          }
        }
      }
    }
    return result;
  }
};

// How the oracle calls a boundary.
constexpr edge edge_of(halogram::clamp)
{
  return edge::clamp;
}
constexpr edge edge_of(halogram::symmetric)
{
  return edge::symmetric;
}
constexpr edge edge_of(halogram::mirror)
{
  return edge::mirror;
}
constexpr edge edge_of(halogram::wrap)
{
  return edge::wrap;
}
constexpr edge edge_of(halogram::interior)
{
  return edge::interior;
}
template <class T>
constexpr edge edge_of(const halogram::constant<T>&)
{
  return edge::constant;
}
template <class Function>
constexpr edge edge_of(const halogram::outside<Function>&)
{
  return edge::outside;
}

inline halogram::constant<int> constant_cells()
{
  return halogram::constant<int>(77);
}
inline halogram::outside<outside_values> outside_cells()
{
  return halogram::outside<outside_values>(outside_values{});
}

//! The boundaries of a test: `boundaries(wrap{}, clamp{})` or one for all.
template <class... Boundary>
struct boundaries
{
  std::tuple<Boundary...> axes;

  explicit boundaries(Boundary... each)
      : axes(each...)
  {}
  auto for_library() const
  {
    if constexpr (sizeof...(Boundary) == 1)
    {
      return std::get<0>(axes);
    }
    else
    {
      return std::apply([](auto... each) { return halogram::per_axis(each...); }, axes);
    }
  }
  template <std::size_t Rank>
  std::array<edge, 3> for_oracle() const
  {
    std::array<edge, 3> result{edge::clamp, edge::clamp, edge::clamp};
    const auto all = std::apply(
      [](auto... each) { return std::array<edge, sizeof...(each)>{edge_of(each)...}; }, axes);
    for (std::size_t axis = 0; axis < Rank; ++axis)
    {
      result[3 - Rank + axis] = all[sizeof...(Boundary) == 1 ? 0 : axis];
    }
    return result;
  }
};

//! A window with what the oracle must know of it.
template <class Window>
struct test_window
{
  Window window;
  std::array<int, 3> lo; // the last `Rank` count
  std::array<int, 3> hi;
  bool is_star;
};

inline cells some_values(std::int64_t count, std::uint32_t seed)
{
  cells result;
  for (std::int64_t i = 0; i < count; ++i)
  {
    seed = seed * 1664525u + 1013904223u;
    result.push_back(seed >> 24);
  }
  return result;
}

template <std::size_t Rank>
auto extents_of(const std::array<std::int64_t, Rank>& sizes)
{
  cuda::std::array<std::int64_t, Rank> copy{};
  for (std::size_t axis = 0; axis < Rank; ++axis)
  {
    copy[axis] = sizes[axis];
  }
  return cuda::std::dextents<std::int64_t, Rank>(copy);
}

template <std::size_t Rank>
triple padded(const std::array<std::int64_t, Rank>& sizes)
{
  triple result{1, 1, 1};
  for (std::size_t axis = 0; axis < Rank; ++axis)
  {
    result[3 - Rank + axis] = sizes[axis];
  }
  return result;
}

template <std::size_t Rank, class Window, class... Boundary>
oracle oracle_of(const std::array<std::int64_t, Rank>& sizes, const test_window<Window>& window,
                 const boundaries<Boundary...>& boundary)
{
  oracle result{padded(sizes), {}, {}, boundary.template for_oracle<Rank>(), window.is_star};
  for (std::size_t axis = 3 - Rank; axis < 3; ++axis)
  {
    result.lo[axis] = window.lo[axis];
    result.hi[axis] = window.hi[axis];
  }
  return result;
}

inline std::string described(const oracle& stencil)
{
  std::ostringstream text;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    text << stencil.sizes[axis] << " cells, reach " << stencil.lo[axis] << " to "
         << stencil.hi[axis] << ", boundary " << static_cast<int>(stencil.boundary[axis]) << "; ";
  }
  return text.str();
}

//! Compares without a report for every cell.
inline void check_equal(const cells& result, const cells& expected, const oracle& stencil)
{
  const auto different = std::mismatch(result.begin(), result.end(), expected.begin());
  INFO(described(stencil));
  INFO("first wrong cell: " << (different.first - result.begin()));
  CHECK(different.first == result.end());
}

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
//! Calls `run(plan)` for each path that can compute the job.
template <class Job, class Run>
void for_each_path(const Job& job, const Run& run)
{
  namespace system = halogram::system::cuda;
  using path = system::stencil_path;
  const auto request = system::make_request(job);
  const system::stencil_plan plans[] = {
    {path::direct, 1, 0}, {path::tile, 1, 0},
    {path::patch, 1, 0},  {path::patch, request.packet_cells, 0},
    {path::ring, 1, 3},   {path::ring, request.packet_cells, 64},
  };
  for (const system::stencil_plan& plan : plans)
  {
    if (system::is_runnable(system::current_device_limits(), request, plan))
    {
      INFO("path " << static_cast<int>(plan.path) << ", packets of " << plan.packet_cells);
      run(plan);
    }
  }
}
#endif

//! Runs it over pointers that start `byte_offset` bytes after an aligned address.
template <std::size_t Rank, class Window, class... Boundary>
void check_stencil(const std::array<std::int64_t, Rank>& sizes, const test_window<Window>& window,
                   const boundaries<Boundary...>& boundary, std::size_t byte_offset = 0)
{
  constexpr int rank = static_cast<int>(Rank);
  const oracle stencil = oracle_of(sizes, window, boundary);
  const cells values = some_values(stencil.cells(), static_cast<std::uint32_t>(stencil.cells()));
  const cells expected = stencil(values, untouched);
  test_support::guarded_buffer<std::uint32_t> in(values, byte_offset);
  test_support::guarded_buffer<std::uint32_t> out(cells(values.size(), untouched), byte_offset);
  const std::uint32_t* const first = in.data();
  const auto end =
    halogram::stencil_transform(test_system::policy(), first, extents_of(sizes), out.data(),
                                window.window, boundary.for_library(), weighted_sum<rank>{});
  CHECK(end == out.end());
  CHECK(out.intact());
  check_equal(out.values(), expected, stencil);

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
  namespace detail = halogram::detail;
  const auto lengths = detail::sizes_of(extents_of(sizes));
  const auto job = detail::make_stencil_job(
    detail::row_major_field<rank>(first, lengths),
    detail::row_major_field<rank>(out.data(), lengths), lengths,
    detail::normalized_window<rank>(window.window),
    detail::normalized_boundary<rank>(boundary.for_library()), weighted_sum<rank>{});
  if (job.computed.volume() == 0)
  {
    return;
  }
  for_each_path(job, [&](const halogram::system::cuda::stencil_plan& plan) {
    out.assign(cells(values.size(), untouched));
    halogram::system::cuda::stencil(test_system::policy(), job, plan);
    CHECK(out.intact());
    check_equal(out.values(), expected, stencil);
  });
#endif
}

} // namespace stencil_test

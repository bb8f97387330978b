// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Every boundary, every kind of window and every rank against the oracle: chosen shapes first, then
//! random ones.

#include <stencil_check.h>
#include <support/random.h>

namespace
{

using namespace stencil_test;
using halogram::reach;

template <class Window, class... Boundary>
struct stencil_types
{
  test_window<Window> window;
  boundaries<Boundary...> boundary;
};
template <class Window, class... Boundary>
stencil_types<Window, Boundary...> types(test_window<Window> window,
                                         boundaries<Boundary...> boundary)
{
  return {window, boundary};
}

//! Calls `check(types)` with every combination to be tested in one rank.
template <class Check>
void for_each_type(std::integral_constant<int, 1>, const Check& check)
{
  const test_window<halogram::radius<2>> radius{{}, {0, 0, -2}, {0, 0, 2}, false};
  const test_window<halogram::window<reach<-3, 1>>> lopsided{{}, {0, 0, -3}, {0, 0, 1}, false};
  const test_window<halogram::window<reach<2, 5>>> ahead{{}, {0, 0, 2}, {0, 0, 5}, false};
  const test_window<halogram::star<3>> star{{}, {0, 0, -3}, {0, 0, 3}, true};
  const test_window<halogram::radius<16>> large{{}, {0, 0, -16}, {0, 0, 16}, false};
  check(types(radius, boundaries(halogram::clamp{})));
  check(types(radius, boundaries(halogram::symmetric{})));
  check(types(radius, boundaries(halogram::mirror{})));
  check(types(radius, boundaries(halogram::wrap{})));
  check(types(radius, boundaries(halogram::interior{})));
  check(types(lopsided, boundaries(constant_cells())));
  check(types(lopsided, boundaries(outside_cells())));
  check(types(ahead, boundaries(halogram::interior{})));
  check(types(ahead, boundaries(halogram::mirror{})));
  check(types(star, boundaries(halogram::wrap{})));
  check(types(large, boundaries(halogram::symmetric{})));
}

template <class Check>
void for_each_type(std::integral_constant<int, 2>, const Check& check)
{
  const test_window<halogram::radius<1>> radius{{}, {0, -1, -1}, {0, 1, 1}, false};
  const test_window<halogram::radius<2, 3>> two_radii{{}, {0, -2, -3}, {0, 2, 3}, false};
  const test_window<halogram::window<reach<-2, -1>, reach<0, 3>>> corner{
    {}, {0, -2, 0}, {0, -1, 3}, false};
  const test_window<halogram::star<2>> star{{}, {0, -2, -2}, {0, 2, 2}, true};
  check(types(radius, boundaries(halogram::clamp{})));
  check(types(radius, boundaries(halogram::symmetric{})));
  check(types(two_radii, boundaries(halogram::mirror{})));
  check(types(two_radii, boundaries(halogram::wrap{})));
  check(types(two_radii, boundaries(constant_cells())));
  check(types(two_radii, boundaries(outside_cells(), constant_cells())));
  check(types(two_radii, boundaries(halogram::symmetric{}, outside_cells())));
  check(types(corner, boundaries(halogram::interior{})));
  check(types(corner, boundaries(halogram::interior{}, halogram::wrap{})));
  check(types(star, boundaries(constant_cells(), halogram::mirror{})));
  check(types(star, boundaries(halogram::clamp{}, halogram::interior{})));
}

template <class Check>
void for_each_type(std::integral_constant<int, 3>, const Check& check)
{
  const test_window<halogram::radius<1>> radius{{}, {-1, -1, -1}, {1, 1, 1}, false};
  const test_window<halogram::radius<1, 2, 3>> three_radii{{}, {-1, -2, -3}, {1, 2, 3}, false};
  const test_window<halogram::star<2>> star{{}, {-2, -2, -2}, {2, 2, 2}, true};
  check(types(radius, boundaries(halogram::clamp{})));
  check(types(radius, boundaries(halogram::wrap{}, constant_cells(), outside_cells())));
  check(types(three_radii, boundaries(halogram::wrap{}, halogram::clamp{}, halogram::mirror{})));
  check(types(star, boundaries(halogram::symmetric{})));
  check(types(star, boundaries(outside_cells())));
  check(types(star, boundaries(halogram::interior{}, halogram::mirror{}, halogram::interior{})));
}

template <std::size_t Rank>
void check_all(const std::array<std::int64_t, Rank>& sizes, std::size_t byte_offset = 0)
{
  for_each_type(std::integral_constant<int, Rank>{}, [&](const auto& types) {
    check_stencil(sizes, types.window, types.boundary, byte_offset);
  });
}

//! A window known at run time, with a boundary that has no simpler path.
template <std::size_t Rank>
void check_dynamic(const std::array<std::int64_t, Rank>& sizes, const triple& lo, const triple& hi)
{
  std::array<int, Rank> lower{}, upper{};
  test_window<halogram::dynamic_window<static_cast<int>(Rank)>> window{
    {lower, upper}, {}, {}, false};
  for (std::size_t axis = 3 - Rank; axis < 3; ++axis)
  {
    window.lo[axis] = lower[axis - (3 - Rank)] = static_cast<int>(lo[axis]);
    window.hi[axis] = upper[axis - (3 - Rank)] = static_cast<int>(hi[axis]);
  }
  window.window = {lower, upper};
  check_stencil(sizes, window, boundaries(halogram::symmetric{}));
  check_stencil(sizes, window, boundaries(constant_cells()));
  check_stencil(sizes, window, boundaries(halogram::interior{}));
}

// Breaks if a cell at any edge, or in an input narrower than the window, reads a wrong cell, or if an
// `interior` cell's output is written.
TEST_CASE("small and thin shapes")
{
  for (std::int64_t n : {1, 2, 3, 4, 5, 6, 7, 13, 15, 16, 17, 32, 33, 120})
  {
    check_all<1>({n});
  }
  for (std::array<std::int64_t, 2> sizes :
       {std::array<std::int64_t, 2>{1, 1}, {1, 7}, {7, 1}, {2, 9}, {3, 4}, {5, 3}, {11, 13}})
  {
    check_all<2>(sizes);
  }
  for (std::array<std::int64_t, 3> sizes : {std::array<std::int64_t, 3>{1, 1, 1},
                                            {5, 4, 1},
                                            {1, 1, 8},
                                            {1, 6, 1},
                                            {6, 1, 1},
                                            {4, 5, 7}})
  {
    check_all<3>(sizes);
  }
}

// Breaks if a tile, a patch or a task skips or repeats cells where the input is no multiple of it.
TEST_CASE("sizes around multiples of any tile, at any alignment")
{
  for (std::int64_t n : {127, 128, 129, 1023, 1025, 4099})
  {
    check_all<1>({n}, static_cast<std::size_t>(4 * (n % 4)));
  }
  for (std::array<std::int64_t, 2> sizes :
       {std::array<std::int64_t, 2>{31, 127}, {32, 128}, {33, 129}, {8, 131}, {67, 260}, {130, 5}})
  {
    check_all<2>(sizes, static_cast<std::size_t>(4 * (sizes[1] % 4)));
  }
  for (std::array<std::int64_t, 3> sizes :
       {std::array<std::int64_t, 3>{9, 17, 33}, {16, 8, 64}, {5, 15, 66}, {33, 3, 4}})
  {
    check_all<3>(sizes, static_cast<std::size_t>(4 * (sizes[2] % 4)));
  }
}

// Breaks if a window known at run time differs from one known at compile time, wherever it lies.
TEST_CASE("windows known at run time")
{
  check_dynamic<1>({50}, {0, 0, -3}, {0, 0, 3});
  check_dynamic<1>({50}, {0, 0, 5}, {0, 0, 10});
  check_dynamic<1>({300}, {0, 0, -150}, {0, 0, -140});
  check_dynamic<1>({7}, {0, 0, -30}, {0, 0, 30});
  check_dynamic<2>({40, 70}, {0, -4, -4}, {0, 4, 4});
  check_dynamic<2>({17, 19}, {0, -2, 1}, {0, 0, 30});
  check_dynamic<3>({9, 10, 11}, {-1, -2, 0}, {1, 0, 3});
}

// Breaks if any of the above depends on the shapes chosen there.
TEST_CASE("random shapes")
{
  const auto seed = test_support::seed(20261201);
  INFO("HALOGRAM_TEST_SEED=" << seed);
  test_support::random_engine random(seed);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  const test_support::time_budget budget(3);
  while (budget.left())
  {
    const auto offset = static_cast<std::size_t>(4 * pick(0, 7));
    check_all<1>({pick(1, 3000)}, offset);
    check_all<2>({pick(1, 60), pick(1, 150)}, offset);
    check_all<3>({pick(1, 12), pick(1, 14), pick(1, 40)}, offset);
    triple lo, hi;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      lo[axis] = pick(-6, 4);
      hi[axis] = lo[axis] + pick(0, 6);
    }
    check_dynamic<1>({pick(1, 500)}, lo, hi);
    check_dynamic<2>({pick(1, 40), pick(1, 60)}, lo, hi);
    check_dynamic<3>({pick(1, 9), pick(1, 9), pick(1, 20)}, lo, hi);
  }
}

} // namespace

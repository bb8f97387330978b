// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Small inputs that went wrong in other libraries, with their right results.

#include <cuda/std/cmath>
#include <cuda/std/limits>

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <support/system.h>

#include <climits>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace
{

using halogram::reach;

struct value_at
{
  int offset;
  template <class Window>
  HALOGRAM_HOST_DEVICE auto operator()(const Window& w) const
  {
    return w(offset);
  }
};

// Sum of weight[k] * w(lo + k) on one axis.
template <int N>
struct weigh
{
  int weight[N];
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    int sum = 0;
    for (int k = 0; k < N; ++k)
    {
      sum += weight[k] * static_cast<int>(w(w.lo(0) + k));
    }
    return sum;
  }
};

struct range_of_values
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    int low = w(0);
    int high = low;
    for (int dx = w.lo(0); dx <= w.hi(0); ++dx)
    {
      low = w(dx) < low ? w(dx) : low;
      high = w(dx) > high ? w(dx) : high;
    }
    return high - low;
  }
};

struct least
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    int result = w(w.lo(0));
    for (int dx = w.lo(0); dx <= w.hi(0); ++dx)
    {
      result = w(dx) < result ? w(dx) : result;
    }
    return result;
  }
};

struct median
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    constexpr int size = Window::hi(0) - Window::lo(0) + 1;
    int sorted[size];
    for (int k = 0; k < size; ++k)
    {
      int place = k;
      for (; place > 0 && sorted[place - 1] > w(k + Window::lo(0)); --place)
      {
        sorted[place] = sorted[place - 1];
      }
      sorted[place] = w(k + Window::lo(0));
    }
    return sorted[size / 2];
  }
};

struct life
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    const int n =
      w(-1, -1) + w(-1, 0) + w(-1, 1) + w(0, -1) + w(0, 1) + w(1, -1) + w(1, 0) + w(1, 1);
    return n == 3 || (n == 2 && w(0, 0) == 1);
  }
};

struct count_neighbours
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(-1, -1) + w(-1, 0) + w(-1, 1) + w(0, -1) + w(0, 1) + w(1, -1) + w(1, 0) + w(1, 1);
  }
};

struct least_neighbour
{
  template <class Window>
  HALOGRAM_HOST_DEVICE double operator()(const Window& w) const
  {
    double result = w(-1, -1);
    for (int dy = -1; dy <= 1; ++dy)
    {
      for (int dx = -1; dx <= 1; ++dx)
      {
        if (dy != 0 || dx != 0)
        {
          result = w(dy, dx) < result ? w(dy, dx) : result;
        }
      }
    }
    return result;
  }
};

struct star_sum
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(0, 0) + w(-1, 0) + w(1, 0) + w(0, -1) + w(0, 1);
  }
};

struct difference_below
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(0, 0) - w(1, 0);
  }
};

struct sum_over_6
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return (w(-3) + w(-2) + w(-1) + w(0) + w(1) + w(2)) / 6;
  }
};

struct three_taps
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    return w(-1) + w(0) + w(1);
  }
};

// 1 at the centre of 3 x 3 x 3, else 0.
struct delta
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    int sum = 0;
    for (int dz = -1; dz <= 1; ++dz)
    {
      for (int dy = -1; dy <= 1; ++dy)
      {
        for (int dx = -1; dx <= 1; ++dx)
        {
          sum += (dz == 0 && dy == 0 && dx == 0 ? 1 : 0) * w(dz, dy, dx);
        }
      }
    }
    return sum;
  }
};

template <class T, class Window, class Boundary, class Op>
std::vector<T> transformed(const std::vector<T>& values, const Window& window,
                           const Boundary& boundary, const Op& op)
{
  const test_system::vector<T> in(values.begin(), values.end());
  test_system::vector<T> out(values.size(), T(99));
  const auto end = halogram::stencil_transform(test_system::policy(), in.begin(), in.end(),
                                               out.begin(), window, boundary, op);
  CHECK(end == out.end());
  return test_system::to_host(out);
}

template <class T, class Window, class Boundary, class Op>
std::vector<T> transformed(int rows, int columns, const std::vector<T>& values,
                           const Window& window, const Boundary& boundary, const Op& op)
{
  const test_system::vector<T> in(values.begin(), values.end());
  test_system::vector<T> out(values.size(), T(9));
  halogram::stencil_transform(test_system::policy(), in.begin(),
                              cuda::std::dextents<int, 2>(rows, columns), out.begin(), window,
                              boundary, op);
  return test_system::to_host(out);
}

//! What the boundary makes of `values` from `left` cells before to `right` cells after them.
template <class Boundary>
std::vector<int> extended(const std::vector<int>& values, int left, int right,
                          const Boundary& boundary)
{
  std::vector<int> result;
  const int size = static_cast<int>(values.size());
  for (int i = -left; i < size + right; ++i)
  {
    result.push_back(transformed(values, halogram::radius<60>{}, boundary, value_at{i})[0]);
  }
  return result;
}

std::vector<int> counting(int first, int last)
{
  std::vector<int> result(static_cast<std::size_t>(last - first + 1));
  std::iota(result.begin(), result.end(), first);
  return result;
}

using ints = std::vector<int>;

// Breaks if an axis of one cell loops for ever or divides by zero.
TEST_CASE("an axis of one cell")
{
  const weigh<3> sum{{1, 1, 1}};
  CHECK(transformed(ints{7}, halogram::radius<1>{}, halogram::clamp{}, sum) == ints{21});
  CHECK(transformed(ints{7}, halogram::radius<1>{}, halogram::symmetric{}, sum) == ints{21});
  CHECK(transformed(ints{7}, halogram::radius<1>{}, halogram::mirror{}, sum) == ints{21});
  CHECK(transformed(ints{7}, halogram::radius<1>{}, halogram::wrap{}, sum) == ints{21});
}

// Breaks if an offset near the limits of int overflows, or the distance outside costs time.
TEST_CASE("offsets at the limits of int")
{
  for (const int far : {INT_MAX, INT_MIN})
  {
    const halogram::dynamic_window<1> window({far}, {far});
    const ints mirrored = transformed(ints{10, 11}, window, halogram::mirror{}, value_at{far});
    CHECK(mirrored[0] == (far > 0 ? 11 : 10));
    const ints repeated = transformed(ints{10, 11}, window, halogram::symmetric{}, value_at{far});
    CHECK(repeated[0] == 10);
  }
  using far_window = halogram::window<reach<INT_MAX, INT_MAX>>;
  CHECK(transformed(ints{10, 11}, far_window{}, halogram::mirror{}, value_at{INT_MAX})[0] == 11);
}

// Breaks if a boundary has a wrong period, or one that holds near the edge alone.
TEST_CASE("what stands outside")
{
  CHECK(extended({0, 1, 2, 3}, 5, 2, halogram::wrap{}) == ints{3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1});
  CHECK(extended({0, 3, 6}, 2, 4, halogram::wrap{}) == ints{3, 6, 0, 3, 6, 0, 3, 6, 0});
  CHECK(extended(counting(1, 10), 2, 50, halogram::mirror{}).back() == 6);
  CHECK(extended(counting(1, 10), 2, 50, halogram::symmetric{}).back() == 1);
  CHECK(extended({0, 1, 2}, 4, 0, halogram::wrap{})[0] == 2);
  CHECK(extended({0, 1, 2, 3, 4}, 6, 0, halogram::wrap{})[0] == 4);
  CHECK(extended({0, 1, 2, 3, 4, 5, 6}, 8, 0, halogram::wrap{})[0] == 6);
  CHECK(extended({0, 1, 2}, 0, 5, halogram::mirror{}) == ints{0, 1, 2, 1, 0, 1, 2, 1});
  CHECK(extended({0, 1, 2}, 0, 5, halogram::symmetric{}) == ints{0, 1, 2, 2, 1, 0, 0, 1});
  CHECK(extended({0, 1}, 5, 5, halogram::mirror{}) == extended({0, 1}, 5, 5, halogram::wrap{}));
}

// Breaks if the sign of an offset is taken the other way, or a tile's edge for the input's.
TEST_CASE("differences and convolutions on a ring")
{
  CHECK(transformed(ints{1, 2, 3}, halogram::window<reach<-1, 0>>{}, halogram::wrap{}, value_at{-1})
        == ints{3, 1, 2});
  CHECK(transformed(ints{1, 2, 3}, halogram::window<reach<0, 1>>{}, halogram::wrap{}, value_at{1})
        == ints{2, 3, 1});
  CHECK(transformed(counting(1, 9), halogram::radius<2>{}, halogram::wrap{},
                    weigh<5>{{-1, 1, 0, -1, 1}})
        == ints{2, -7, 2, 2, 2, 2, 2, -7, 2});

  const int many = 100000;
  ints ones(many, 1);
  ones[0] = 0;
  const weigh<2> left_difference{{-1, 1}};
  CHECK(transformed(counting(0, many - 1), halogram::window<reach<-1, 0>>{}, halogram::clamp{},
                    left_difference)
        == ones);
}

// Breaks if rows and columns are taken for each other, or a dead border lives.
TEST_CASE("life")
{
  const ints glider{0, 1, 0, 0, 0, 1, 1, 1, 1};
  CHECK(transformed(3, 3, glider, halogram::radius<1>{}, halogram::constant{0}, life{})
        == ints{0, 0, 0, 1, 0, 1, 0, 1, 1});
  CHECK(transformed(3, 3, glider, halogram::radius<1>{}, halogram::wrap{}, life{}) == ints(9, 0));
  CHECK(
    transformed(2, 2, ints{1, 0, 0, 0}, halogram::radius<1>{}, halogram::wrap{}, count_neighbours{})
    == ints{0, 2, 2, 4});
}

// Breaks if a cell is read that the operation does not ask for.
TEST_CASE("the centre is not read unless asked for")
{
  std::vector<double> values(25, 5.0);
  values[12] = 1.0;
  const auto result =
    transformed(5, 5, values, halogram::radius<1>{}, halogram::clamp{}, least_neighbour{});
  CHECK(result[12] == 5.0);
  CHECK(result[11] == 1.0);

  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto sums = transformed(std::vector<float>{0, 0, nan, 0, 0, 0}, halogram::radius<1>{},
                                halogram::constant{0}, three_taps{});
  for (std::size_t i = 0; i < sums.size(); ++i)
  {
    CHECK(std::isnan(sums[i]) == (1 <= i && i <= 3));
  }
}

// Breaks if `interior` computes a cell too many or too few, or writes those it leaves out.
TEST_CASE("interior leaves the others alone")
{
  const ints result = transformed(counting(0, 19), halogram::window<reach<5, 10>>{},
                                  halogram::interior{}, value_at{5});
  for (int i = 0; i < 20; ++i)
  {
    CHECK(result[static_cast<std::size_t>(i)] == (i <= 9 ? i + 5 : 99));
  }
  CHECK(transformed(3, 4, ints(12, 1), halogram::window<reach<0, 1>, reach<0, 0>>{},
                    halogram::interior{}, difference_below{})
        == ints{0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9});
}

// Breaks if a window that is lopsided, or wider than the input, reads a wrong cell.
TEST_CASE("lopsided and wide windows")
{
  using two_back = halogram::window<reach<-2, 0>>;
  CHECK(transformed(counting(1, 8), two_back{}, halogram::symmetric{}, least{})
        == ints{1, 1, 1, 2, 3, 4, 5, 6});
  CHECK(transformed(counting(1, 8), two_back{}, halogram::mirror{}, least{})
        == ints{1, 1, 1, 2, 3, 4, 5, 6});

  CHECK(transformed(counting(1, 21), halogram::radius<21>{}, halogram::clamp{}, range_of_values{})
        == ints(21, 20));
  const int n = 21;
  for (const int radius : {n - 1, n, n + 1, 2 * n, 3 * n})
  {
    CHECK(transformed(counting(1, n), halogram::dynamic_radius<1>(radius), halogram::clamp{},
                      range_of_values{})
          == ints(21, 20));
  }

  ints steps(27, 0), right(27, 0);
  std::fill(steps.begin() + 9, steps.begin() + 18, 1);
  std::fill(right.begin() + 12, right.begin() + 16, 1);
  CHECK(transformed(steps, halogram::window<reach<-3, 2>>{}, halogram::symmetric{}, sum_over_6{})
        == right);
}

// Breaks if results change from call to call, or short inputs with wide windows are wrong.
TEST_CASE("medians")
{
  const ints values{272, 58, 67, 163, 463, 608, 87, 108, 1378};
  for (int repeat = 0; repeat < 20; ++repeat)
  {
    CHECK(transformed(values, halogram::radius<4>{}, halogram::constant{0}, median{})
          == ints{58, 67, 87, 108, 163, 108, 108, 108, 87});
  }
  CHECK(transformed(ints{2}, halogram::radius<2>{}, halogram::symmetric{}, median{}) == ints{2});
  CHECK(transformed(ints{1, 2}, halogram::radius<2>{}, halogram::symmetric{}, median{})
        == ints{2, 1});
}

// Breaks if a constant stands anywhere but outside, or thin shapes lose an axis.
TEST_CASE("sums over a star and a delta")
{
  CHECK(transformed(3, 3, ints(9, 1), halogram::star<1>{}, halogram::constant{0}, star_sum{})
        == ints{3, 4, 3, 4, 5, 4, 3, 4, 3});
  const test_system::vector<int> ones(8, 1);
  test_system::vector<int> out(8, 0);
  halogram::stencil_transform(test_system::policy(), ones.begin(),
                              cuda::std::extents<int, 1, 1, 8>{}, out.begin(),
                              halogram::radius<1>{}, halogram::constant{0}, delta{});
  CHECK(test_system::to_host(out) == ints(8, 1));
}

} // namespace

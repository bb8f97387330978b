// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Window iterators, under several of Thrust's algorithms and `histogram_even`.

#include <cuda/std/functional>
#include <cuda/std/mdspan>

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <halogram/stencil.h>
#include <halogram/window_iterator.h>
#include <support/system.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <type_traits>
#include <vector>

namespace
{

using ints = std::vector<int>;

struct curvature
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(-1) - 2 * w[0] + w(1);
  }
};
struct squared_curvature
{
  template <class Window>
  HALOGRAM_HOST_DEVICE long long operator()(const Window& w) const
  {
    const long long value = curvature{}(w);
    return value * value;
  }
};
struct is_peak
{
  template <class Window>
  HALOGRAM_HOST_DEVICE bool operator()(const Window& w) const
  {
    return w(0) > w(-1) && w(0) > w(1);
  }
};
struct corners
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(-1, -1) + 10 * w(-1, 2) + 100 * w(1, -1) + 1000 * w(1, 2)
           + static_cast<int>(10000 * w.index()[0] + 100000 * w.index()[1] + w.extents().extent(1));
  }
};
struct slice_sum
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(-1, 0, 0) + 10 * w(0, 1, 0) + 100 * w(0, 0, 1);
  }
};
struct product_of_fields
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return thrust::get<0>(w(1)) * thrust::get<1>(w(0));
  }
};

ints some_values(int count)
{
  ints result;
  for (int i = 0; i < count; ++i)
  {
    result.push_back((i * i + 3 * i) % 37);
  }
  return result;
}

// Breaks if windows in an algorithm read other cells than the same loop by hand, or on another system.
TEST_CASE("windows under Thrust's algorithms")
{
  constexpr int n = 2000;
  const ints values = some_values(n);
  const test_system::vector<int> in(values.begin(), values.end());
  test_system::witness witness;
  const auto windows =
    halogram::make_window_iterator(thrust::make_transform_iterator(in.begin(), witness.probe()),
                                   thrust::make_transform_iterator(in.end(), witness.probe()),
                                   halogram::radius<1>{}, halogram::wrap{});

  ints peaks;
  long long norm = 0;
  for (int i = 0; i < n; ++i)
  {
    const int before = values[static_cast<std::size_t>((i + n - 1) % n)];
    const int here = values[static_cast<std::size_t>(i)];
    const int after = values[static_cast<std::size_t>((i + 1) % n)];
    norm += (before - 2 * here + after) * (before - 2 * here + after);
    if (here > before && here > after)
    {
      peaks.push_back(i);
    }
  }

  CHECK(thrust::transform_reduce(test_system::policy(), windows, windows + n, squared_curvature{},
                                 0LL, thrust::plus<long long>{})
        == norm);
  CHECK(witness.ran_here());
  CHECK(thrust::count_if(test_system::policy(), windows, windows + n, is_peak{})
        == static_cast<std::ptrdiff_t>(peaks.size()));

  test_system::vector<int> found(n);
  const auto end = thrust::copy_if(
    test_system::policy(), thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
    thrust::make_transform_iterator(windows, is_peak{}), found.begin(), cuda::std::identity{});
  found.resize(static_cast<std::size_t>(end - found.begin()));
  CHECK(test_system::to_host(found) == peaks);

  // Thrust's system follows the input.
  static_assert(std::is_same_v<thrust::iterator_system<decltype(windows)>::type,
                               thrust::iterator_system<decltype(in.begin())>::type>);
}

// Breaks if a histogram cannot take windows, or a stencil in between gives another.
TEST_CASE("a histogram over windows")
{
  const ints values = some_values(5000);
  const test_system::vector<int> in(values.begin(), values.end());
  test_system::vector<int> stored(values.size()), counts(20), expected(20);
  const halogram::radius<1> window;
  const halogram::symmetric boundary;
  const auto windows = halogram::make_window_iterator(in.begin(), in.end(), window, boundary);
  const auto curvatures = thrust::make_transform_iterator(windows, curvature{});
  halogram::histogram_even(test_system::policy(), curvatures, curvatures + 5000, counts.begin(), 20,
                           -60, 60);

  halogram::stencil_transform(test_system::policy(), in.begin(), in.end(), stored.begin(), window,
                              boundary, curvature{});
  halogram::histogram_even(test_system::policy(), stored.begin(), stored.end(), expected.begin(),
                           20, -60, 60);
  CHECK(test_system::to_host(counts) == test_system::to_host(expected));
}

template <class Windows, class Shape, class Window, class Boundary, class Op>
void check_same(const test_system::vector<int>& in, const Windows& windows, const Shape& shape,
                const Window& window, const Boundary& boundary, const Op& op)
{
  test_system::vector<int> out(in.size()), expected(in.size());
  thrust::transform(test_system::policy(), windows,
                    windows + static_cast<std::ptrdiff_t>(in.size()), out.begin(), op);
  halogram::stencil_transform(test_system::policy(), in.begin(), shape, expected.begin(), window,
                              boundary, op);
  CHECK(test_system::to_host(out) == test_system::to_host(expected));
}

// Breaks if a cell's number is turned into wrong coordinates.
TEST_CASE("windows in two and three dimensions")
{
  const ints values = some_values(60 * 35);
  const test_system::vector<int> in(values.begin(), values.end());
  const cuda::std::dextents<int, 2> plane(60, 35);
  const halogram::window<halogram::reach<-1, 1>, halogram::reach<-1, 2>> window;
  const auto boundary = halogram::per_axis(halogram::constant{3}, halogram::mirror{});
  check_same(in, halogram::make_window_iterator(in.begin(), plane, window, boundary), plane, window,
             boundary, corners{});

  const cuda::std::extents<long, 7, cuda::std::dynamic_extent, 20> block(15);
  const auto dynamic = halogram::dynamic_radius<3>(1);
  check_same(in, halogram::make_window_iterator(in.begin(), block, dynamic, halogram::wrap{}),
             block, dynamic, halogram::wrap{}, slice_sum{});
}

// Breaks if the iterator is no random access iterator, or a window dies with it.
TEST_CASE("iterator arithmetic, and windows that outlive their iterator")
{
  ints values = some_values(100);
  const auto first = halogram::make_window_iterator(values.begin(), values.end(),
                                                    halogram::star<1>{}, halogram::clamp{});
  using iterator = std::remove_const_t<decltype(first)>;
  static_assert(std::is_same_v<iterator::reference, iterator::value_type>);
  auto it = first + 40;
  CHECK(it - first == 40);
  CHECK(first < it);
  ++it;
  it -= 2;
  const auto window = *it--;
  CHECK(it == first + 38);
  CHECK(window(1) == values[40]);
  CHECK(window.index()[0] == 39);
  CHECK(first[99](1) == values[99]);
  CHECK(decltype(window)::hi(0) == 1);

  const auto fields = thrust::make_zip_iterator(values.begin(), values.begin());
  const auto zipped =
    halogram::make_window_iterator(fields, fields + 100, halogram::radius<1>{}, halogram::clamp{});
  CHECK(product_of_fields{}(zipped[50]) == values[51] * values[50]);
}

// Breaks if a bad argument is found only where it does harm.
TEST_CASE("bad arguments")
{
  ints values(10);
  CHECK_THROWS_WITH_AS(halogram::make_window_iterator(values.end(), values.begin(),
                                                      halogram::radius<1>{}, halogram::clamp{}),
                       "halogram::make_window_iterator: last must not be before first "
                       "(last - first = -10)",
                       std::invalid_argument);
  CHECK_THROWS_AS(halogram::make_window_iterator(values.begin(), cuda::std::dextents<int, 2>(-1, 3),
                                                 halogram::radius<1>{}, halogram::clamp{}),
                  std::invalid_argument);
  CHECK_THROWS_AS(halogram::make_window_iterator(values.begin(), values.end(),
                                                 halogram::dynamic_window<1>({1}, {0}),
                                                 halogram::clamp{}),
                  std::invalid_argument);
  const auto empty = halogram::make_window_iterator(values.begin(), values.begin(),
                                                    halogram::radius<1>{}, halogram::clamp{});
  CHECK(thrust::transform_reduce(thrust::seq, empty, empty, squared_curvature{}, 5LL,
                                 thrust::plus<long long>{})
        == 5);
}

} // namespace

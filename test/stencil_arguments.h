// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What stencils refuse, and what they promise about calls, empty inputs, exceptions and threads.

#include <cuda/std/mdspan>

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <support/guarded_buffer.h>
#include <support/system.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace
{

using ints = std::vector<int>;
using shape_2d = cuda::std::dextents<int, 2>;

struct centre
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(0);
  }
};
struct centre_2d
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(0, 0);
  }
};
struct itself
{
  HALOGRAM_HOST_DEVICE int operator()(int x) const
  {
    return x;
  }
};

// Adds one to the count of each cell that it is called for.
struct count_call
{
  int* calls;
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    const auto index = w.index();
    std::int64_t cell = 0;
    for (int axis = 0; axis < Window::rank; ++axis)
    {
      cell = cell * w.extents().extent(axis) + index[axis];
    }
    return ++calls[cell];
  }
};

struct weight_neighbours
{
  int weight;
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return weight * (w(-1) + w(1));
  }
};

template <class Call>
std::string message_of(const Call& call)
{
  try
  {
    call();
  }
  catch (const std::invalid_argument& error)
  {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& message, const char* words)
{
  return message.find("halogram::stencil_transform: ") == 0
         && message.find(words) != std::string::npos;
}

template <class InputIt, class OutputIt>
bool refuses(InputIt first, InputIt last, OutputIt result)
{
  return mentions(message_of([&] {
                    halogram::stencil_transform(test_system::policy(), first, last, result,
                                                halogram::radius<0>{}, halogram::clamp{}, centre{});
                  }),
                  "must not overlap");
}

// Breaks if memory shared by input and output goes unseen, or apart is taken for shared.
TEST_CASE("overlap of flat ranges is refused")
{
  test_system::vector<int> cells(100, 5);
  const auto& constant_cells = cells;
  int* raw = thrust::raw_pointer_cast(cells.data());

  CHECK(refuses(cells.begin(), cells.end(), cells.begin()));
  CHECK(refuses(cells.begin(), cells.begin() + 50, cells.begin() + 49));
  CHECK(refuses(cells.begin() + 49, cells.begin() + 99, cells.begin()));
  CHECK(refuses(constant_cells.begin(), constant_cells.end(), raw));
  CHECK(refuses(raw, raw + 50, cells.data() + 10));
  const auto* shorts = reinterpret_cast<const short*>(raw);
  CHECK(refuses(shorts + 21, shorts + 22, raw + 10));
  CHECK(test_system::to_host(cells) == ints(100, 5));

  CHECK_FALSE(refuses(cells.begin(), cells.begin() + 50, cells.begin() + 50));
  CHECK_FALSE(refuses(raw + 50, raw + 100, raw));
  CHECK_FALSE(refuses(shorts + 22, shorts + 23, raw + 10));
  CHECK_FALSE(refuses(cells.begin(), cells.begin(), cells.begin()));
  const auto same = thrust::make_transform_iterator(cells.begin(), itself{});
  CHECK_FALSE(refuses(same, same + 100, cells.begin()));
}

template <class In, class Out>
bool refuses(In in, Out out)
{
  return mentions(message_of([&] {
                    halogram::stencil_transform(test_system::policy(), in, out,
                                                halogram::radius<0>{}, halogram::clamp{},
                                                centre_2d{});
                  }),
                  "must not overlap");
}

// Breaks if parts of one array that merely interleave are refused, or parts that meet are not.
TEST_CASE("overlap of mdspans is refused")
{
  test_system::vector<int> cells(40 * 100, 5);
  int* raw = thrust::raw_pointer_cast(cells.data());
  const auto part = [&](int offset, int rows, int columns, int row_stride, int stride) {
    using mapping = cuda::std::layout_stride::mapping<shape_2d>;
    return cuda::std::mdspan<int, shape_2d, cuda::std::layout_stride>(
      raw + offset, mapping(shape_2d(rows, columns), cuda::std::array<int, 2>{row_stride, stride}));
  };
  CHECK(refuses(part(0, 20, 50, 100, 1), part(0, 20, 50, 100, 1)));
  CHECK(refuses(part(0, 20, 50, 100, 1), part(49, 20, 50, 100, 1)));
  CHECK(refuses(part(0, 20, 50, 100, 1), part(1951, 20, 50, 100, 1)) == false);
  CHECK(refuses(part(0, 20, 50, 100, 1), part(1949, 20, 50, 100, 1)));
  CHECK(refuses(part(60, 20, 40, 100, 1), part(150, 20, 40, 100, 1)));
  CHECK(refuses(part(0, 20, 50, 100, 2), part(2, 20, 50, 100, 2)));

  CHECK_FALSE(refuses(part(0, 20, 50, 100, 1), part(50, 20, 50, 100, 1)));
  CHECK_FALSE(refuses(part(50, 20, 50, 100, 1), part(0, 20, 50, 100, 1)));
  CHECK_FALSE(refuses(part(0, 20, 50, 100, 2), part(1, 20, 50, 100, 2)));
  CHECK_FALSE(refuses(part(0, 20, 50, 200, 1), part(100, 20, 50, 200, 1)));
  CHECK_FALSE(refuses(part(0, 20, 50, 100, 1), part(2000, 20, 50, 100, 1)));
}

// Breaks if a bad argument passes, is reported without its value, or is seen only after writing.
TEST_CASE("bad arguments are refused before anything is written")
{
  const test_system::vector<int> in(100, 1);
  test_system::vector<int> out(100, 7);
  const auto call = [&](auto first, auto last_or_shape, auto window) {
    return message_of([&] {
      halogram::stencil_transform(test_system::policy(), first, last_or_shape, out.begin(), window,
                                  halogram::clamp{}, centre{});
    });
  };
  CHECK(mentions(call(in.begin() + 9, in.begin(), halogram::radius<1>{}), "last - first = -9"));
  CHECK(mentions(call(in.begin(), cuda::std::dextents<int, 1>(-3), halogram::radius<1>{}),
                 "extent = -3"));
  CHECK(
    mentions(call(in.begin(), in.end(), halogram::dynamic_window<1>({2}, {1})), "lo = 2, hi = 1"));
  CHECK(mentions(call(in.begin(), in.begin(), halogram::dynamic_radius<1>(-1)), "lo = 1, hi = -1"));

  CHECK(mentions(message_of([&] {
                   using huge = cuda::std::dextents<std::int64_t, 2>;
                   halogram::stencil_transform(test_system::policy(), in.begin(),
                                               huge(std::int64_t{1} << 40, std::int64_t{1} << 40),
                                               out.begin(), halogram::radius<1>{},
                                               halogram::clamp{}, centre_2d{});
                 }),
                 "64 bits"));
  CHECK(mentions(message_of([&] {
                   using cells = cuda::std::mdspan<int, shape_2d>;
                   halogram::stencil_transform(test_system::policy(),
                                               cuda::std::mdspan<const int, shape_2d>(
                                                 thrust::raw_pointer_cast(in.data()), 4, 5),
                                               cells(thrust::raw_pointer_cast(out.data()), 4, 6),
                                               halogram::radius<1>{}, halogram::clamp{},
                                               centre_2d{});
                 }),
                 "input extent = 5, output extent = 6"));
  CHECK(test_system::to_host(out) == ints(100, 7));
}

// Breaks if an empty input calls, writes or moves anything.
TEST_CASE("empty inputs")
{
  test_system::vector<int> cells(5, 7);
  CHECK(halogram::stencil_transform(test_system::policy(), cells.begin(), cells.begin(),
                                    cells.begin() + 1, halogram::radius<1>{}, halogram::wrap{},
                                    count_call{nullptr})
        == cells.begin() + 1);
  for (const auto& shape : {shape_2d(0, 9), shape_2d(9, 0), shape_2d(0, 0)})
  {
    CHECK(halogram::stencil_transform(test_system::policy(), cells.begin(), shape, cells.begin(),
                                      halogram::radius<1>{}, halogram::mirror{},
                                      count_call{nullptr})
          == cells.begin());
  }
  CHECK(test_system::to_host(cells) == ints(5, 7));
}

template <class Extents, class Boundary>
ints calls_of(const Extents& shape, std::size_t cells, const Boundary& boundary)
{
  const test_system::vector<int> in(cells, 1);
  test_system::vector<int> out(cells), calls(cells, 0);
  halogram::stencil_transform(test_system::policy(), in.begin(), shape, out.begin(),
                              halogram::radius<2>{}, boundary,
                              count_call{thrust::raw_pointer_cast(calls.data())});
  return test_system::to_host(calls);
}

// Breaks if the operation is called for a halo cell, twice, or not at all.
TEST_CASE("one call for each computed cell")
{
  CHECK(calls_of(cuda::std::dextents<int, 1>(3333), 3333, halogram::symmetric{}) == ints(3333, 1));
  CHECK(calls_of(shape_2d(45, 77), 45 * 77, halogram::wrap{}) == ints(45 * 77, 1));
  CHECK(calls_of(cuda::std::dextents<int, 3>(9, 11, 37), 9 * 11 * 37, halogram::constant{1})
        == ints(9 * 11 * 37, 1));
  const ints inner = calls_of(shape_2d(45, 77), 45 * 77, halogram::interior{});
  CHECK(std::count(inner.begin(), inner.end(), 1) == 41 * 73);
  CHECK(std::count(inner.begin(), inner.end(), 0) == 45 * 77 - 41 * 73);
}

// Breaks if calls share state: what one thread hands over, another one's call uses.
TEST_CASE("two threads with operations of their own")
{
  constexpr int repeats = 50;
  const auto work = [](int weight, bool& right) {
    const test_system::vector<int> in(1000, 1);
    test_system::vector<int> out(1000);
    for (int repeat = 0; repeat < repeats; ++repeat)
    {
      halogram::stencil_transform(test_system::policy(), in.begin(), in.end(), out.begin(),
                                  halogram::radius<1>{}, halogram::clamp{},
                                  weight_neighbours{weight + repeat});
      right = right && test_system::to_host(out) == ints(1000, 2 * (weight + repeat));
    }
  };
  bool first_is_right = true;
  bool second_is_right = true;
  std::thread other(work, 3, std::ref(first_is_right));
  work(1000, second_is_right);
  other.join();
  CHECK(first_is_right);
  CHECK(second_is_right);
}

#if !defined(HALOGRAM_TEST_SYSTEM_CUDA)
struct fails_at
{
  int cell;
  template <class Window>
  int operator()(const Window& w) const
  {
    return w.index()[0] == cell ? throw std::runtime_error("from the operation") : w(0);
  }
};

// Breaks if an exception ends the program or is lost.
TEST_CASE("what the operation throws reaches the caller")
{
  const test_system::vector<int> in(100000, 1);
  test_system::vector<int> out(100000);
  for (const int cell : {0, 50001, 99999})
  {
    CHECK_THROWS_WITH_AS(halogram::stencil_transform(test_system::policy(), in.begin(), in.end(),
                                                     out.begin(), halogram::radius<1>{},
                                                     halogram::clamp{}, fails_at{cell}),
                         "from the operation", std::runtime_error);
  }
}

// Breaks if an operation that changes itself is refused, as Thrust's algorithms do not.
TEST_CASE("an operation with state")
{
  const test_system::vector<int> in(100, 1);
  test_system::vector<int> out(100);
  halogram::stencil_transform(thrust::seq, in.begin(), in.end(), out.begin(), halogram::radius<1>{},
                              halogram::clamp{},
                              [n = 0](const auto& w) mutable { return n++ + w(0); });
  CHECK(out[99] == 100);
}
#endif

} // namespace

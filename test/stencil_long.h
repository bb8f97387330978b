// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! More cells than 31 or 32 bits count. Needs 4 to 9 GB of memory.

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <support/system.h>
#include <thrust/count.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/tabulate.h>

#include <cstdint>

namespace
{

using byte = std::uint8_t;

// A cell's value, from its number.
struct scattered
{
  HALOGRAM_HOST_DEVICE byte operator()(std::int64_t cell) const
  {
    return static_cast<byte>((static_cast<std::uint64_t>(cell) * 0x9E3779B97F4A7C15u) >> 56);
  }
};

struct weighted
{
  template <class Window>
  HALOGRAM_HOST_DEVICE byte operator()(const Window& w) const
  {
    return static_cast<byte>(w(-1) + 2 * w(0) + 3 * w(1) + w.index()[0] % 7);
  }
};

struct weighted_2d
{
  template <class Window>
  HALOGRAM_HOST_DEVICE byte operator()(const Window& w) const
  {
    return static_cast<byte>(w(-1, 0) + 2 * w(0, -1) + 3 * w(0, 1) + 5 * w(1, 0)
                             + w.index()[0] % 7);
  }
};

//! Whether a cell of the output is wrong: the right one made anew from the cells' numbers.
struct is_wrong
{
  std::int64_t size;
  const byte* out;

  HALOGRAM_HOST_DEVICE byte at(std::int64_t cell) const
  {
    return scattered{}((cell + size) % size);
  }
  HALOGRAM_HOST_DEVICE bool operator()(std::int64_t i) const
  {
    return out[i] != static_cast<byte>(at(i - 1) + 2 * at(i) + 3 * at(i + 1) + i % 7);
  }
};

struct is_wrong_2d
{
  std::int64_t rows;
  std::int64_t columns;
  const byte* out;

  HALOGRAM_HOST_DEVICE byte at(std::int64_t y, std::int64_t x) const
  {
    return scattered{}((y + rows) % rows * columns + (x + columns) % columns);
  }
  HALOGRAM_HOST_DEVICE bool operator()(std::int64_t cell) const
  {
    const std::int64_t y = cell / columns;
    const std::int64_t x = cell % columns;
    return out[cell]
           != static_cast<byte>(at(y - 1, x) + 2 * at(y, x - 1) + 3 * at(y, x + 1)
                                + 5 * at(y + 1, x) + y % 7);
  }
};

template <class Predicate>
std::int64_t count_cells(std::int64_t size, const Predicate& predicate)
{
  const thrust::counting_iterator<std::int64_t> first(0);
  return thrust::count_if(test_system::policy(), first, first + size, predicate);
}

// Breaks if a cell's number is kept in 32 bits anywhere.
TEST_CASE("2^31 + 17 cells in one dimension")
{
  const std::int64_t size = (std::int64_t{1} << 31) + 17;
  test_system::vector<byte> in(static_cast<std::size_t>(size)), out(static_cast<std::size_t>(size));
  thrust::tabulate(test_system::policy(), in.begin(), in.end(), scattered{});
  const auto end =
    halogram::stencil_transform(test_system::policy(), in.begin(), in.end(), out.begin(),
                                halogram::radius<1>{}, halogram::wrap{}, weighted{});
  CHECK(end == out.end());
  CHECK(count_cells(size, is_wrong{size, thrust::raw_pointer_cast(out.data())}) == 0);
}

// Breaks if a row's offset is computed in 32 bits.
TEST_CASE("65536 x 65537 cells in two dimensions")
{
  const std::int64_t rows = 65536;
  const std::int64_t columns = 65537;
  const std::int64_t size = rows * columns;
  test_system::vector<byte> in(static_cast<std::size_t>(size)), out(static_cast<std::size_t>(size));
  thrust::tabulate(test_system::policy(), in.begin(), in.end(), scattered{});
  halogram::stencil_transform(test_system::policy(), in.begin(),
                              cuda::std::dextents<int, 2>(65536, 65537), out.begin(),
                              halogram::star<1>{}, halogram::wrap{}, weighted_2d{});
  CHECK(count_cells(size, is_wrong_2d{rows, columns, thrust::raw_pointer_cast(out.data())}) == 0);
}

} // namespace

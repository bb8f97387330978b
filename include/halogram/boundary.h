// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Boundaries: what a window reads outside the input. One object serves all axes; `per_axis` joins
//! one for each. Where a cell is outside on several axes, the first of them whose boundary is a value
//! (`constant`, `outside`) gives it; otherwise each axis maps its own coordinate.
//!
//! | boundary | what stands around `abcd` |
//! | --- | --- |
//! | `clamp` | `aaaa abcd dddd` |
//! | `symmetric` | `dcba abcd dcba` |
//! | `mirror` | `cdcb abcd cbab` |
//! | `wrap` | `abcd abcd abcd` |
//! | `constant{v}` | `vvvv abcd vvvv` |
//! | `outside(fn)` | `fn(index)` |
//! | `interior` | nothing: cells whose window leaves the input are not computed |

#include <cuda/std/tuple>

#include <halogram/detail/config.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! A boundary that reads another cell: `map(i, n)` is the cell in [0, n) that stands for cell `i`, any
//! distance outside, in constant time, for n >= 1.
struct mapping_boundary
{
  static constexpr bool is_value = false;
  static constexpr bool is_interior = false;
};

//! A boundary that gives `value(index)`, where `index` holds the cell's coordinates.
struct value_boundary
{
  static constexpr bool is_value = true;
  static constexpr bool is_interior = false;
};

// Division is slow; most cells lie less than a period outside.
HALOGRAM_HOST_DEVICE constexpr std::uint64_t remainder(std::uint64_t i, std::uint64_t period)
{
  return i < period ? i : i % period;
}

} // namespace detail

//! Outside stands the nearest cell of the input: cell i is min(max(i, 0), n - 1).
struct clamp : detail::mapping_boundary
{
  HALOGRAM_HOST_DEVICE static constexpr std::int64_t map(std::int64_t i, std::int64_t n)
  {
    return i < 0 ? 0 : i < n ? i : n - 1;
  }
};

//! The input, mirrored at the outer side of its edge cells, so that these are repeated (period 2n).
struct symmetric : detail::mapping_boundary
{
  HALOGRAM_HOST_DEVICE static constexpr std::int64_t map(std::int64_t i, std::int64_t n)
  {
    // Unsigned, so that twice the size and the most negative cell have a value.
    const auto size = static_cast<std::uint64_t>(n);
    const auto distance = static_cast<std::uint64_t>(i < 0 ? -1 - i : i);
    const std::uint64_t cell = detail::remainder(distance, 2 * size);
    return static_cast<std::int64_t>(cell < size ? cell : 2 * size - 1 - cell);
  }
};

//! The input, mirrored at the middle of its edge cells, so that these are not repeated (period
//! 2(n - 1)). An input of one cell repeats it.
struct mirror : detail::mapping_boundary
{
  HALOGRAM_HOST_DEVICE static constexpr std::int64_t map(std::int64_t i, std::int64_t n)
  {
    if (n == 1)
    {
      return 0;
    }
    const auto size = static_cast<std::uint64_t>(n);
    const auto distance = i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
    const std::uint64_t cell = detail::remainder(distance, 2 * (size - 1));
    return static_cast<std::int64_t>(cell < size ? cell : 2 * (size - 1) - cell);
  }
};

//! The input repeats (period n).
struct wrap : detail::mapping_boundary
{
  HALOGRAM_HOST_DEVICE static constexpr std::int64_t map(std::int64_t i, std::int64_t n)
  {
    if (i < 0)
    {
      return i >= -n ? i + n : n - 1 - (-1 - i) % n;
    }
    return i < n ? i : i - n < n ? i - n : i % n;
  }
};

//! Outside, every cell holds one value.
template <class T>
struct constant : detail::value_boundary
{
  HALOGRAM_HOST_DEVICE constexpr explicit constant(const T& v)
      : value_(v)
  {}

  template <class Index>
  HALOGRAM_HOST_DEVICE constexpr const T& value(const Index&) const
  {
    return value_;
  }

private:
  T value_;
};

//! Outside, a cell holds `fn(index)`, where `index` is a `cuda::std::array` of the cell's coordinates
//! as `w.index()` would give them, those outside the input included.
template <class Function>
struct outside : detail::value_boundary
{
  HALOGRAM_HOST_DEVICE constexpr explicit outside(const Function& fn)
      : function_(fn)
  {}

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Index>
  HALOGRAM_HOST_DEVICE constexpr decltype(auto) value(const Index& index) const
  {
    return function_(index);
  }

private:
  Function function_;
};

//! Cells whose window leaves the input are not computed; their outputs keep what they held.
struct interior : detail::mapping_boundary
{
  static constexpr bool is_interior = true;

  // Asked only by code that loads more than it reads.
  HALOGRAM_HOST_DEVICE static constexpr std::int64_t map(std::int64_t i, std::int64_t n)
  {
    return clamp::map(i, n);
  }
};

namespace detail
{

//! One boundary an axis.
template <class... Boundary>
struct boundary_axes
{
  static constexpr int rank = static_cast<int>(sizeof...(Boundary));
  static constexpr bool has_interior = (Boundary::is_interior || ...);

  ::cuda::std::tuple<Boundary...> axes;

  //! Whether a boundary on an axis before `axis` is a value.
  HALOGRAM_HOST_DEVICE static constexpr bool has_value_before(int axis)
  {
    bool result = false;
    int i = 0;
    ((result = result || (i++ < axis && Boundary::is_value)), ...);
    return result;
  }

  template <int Axis>
  HALOGRAM_HOST_DEVICE constexpr const auto& on() const
  {
    return ::cuda::std::get<Axis>(axes);
  }
  template <int Axis>
  using type = ::cuda::std::tuple_element_t<Axis, ::cuda::std::tuple<Boundary...>>;
};

} // namespace detail

//! A boundary for each axis, in the order of the extents.
template <class... Boundary>
HALOGRAM_HOST_DEVICE constexpr detail::boundary_axes<Boundary...> per_axis(Boundary... boundaries)
{
  static_assert(sizeof...(Boundary) >= 1 && sizeof...(Boundary) <= 3,
                "halogram: a stencil has one to three axes");
  return {::cuda::std::tuple<Boundary...>(boundaries...)};
}

HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Window types: the offsets around a cell that a stencil operation may read.

#include <cuda/std/type_traits>

#include <halogram/detail/config.h>

HALOGRAM_NAMESPACE_BEGIN

//! The offsets from `Lo` to `Hi`, both included, along one axis. Zero need not lie between them.
template <int Lo, int Hi>
struct reach
{
  static_assert(Lo <= Hi, "halogram: a reach goes from its lower offset to its upper one");
  static constexpr int lo = Lo;
  static constexpr int hi = Hi;
};

//! One `reach` an axis, in the order of the extents.
template <class... Reach>
struct window
{
  static_assert(sizeof...(Reach) >= 1 && sizeof...(Reach) <= 3,
                "halogram: a window has one to three axes");
};

//! From -R to R on every axis: `radius<R>` fits any rank, `radius<R0, R1, ...>` has a radius an axis.
template <int... R>
struct radius
{
  static_assert(sizeof...(R) >= 1 && sizeof...(R) <= 3, "halogram: a window has one to three axes");
  static_assert(((R >= 0) && ...), "halogram: a radius is not negative");
};

//! Reaches as far as `radius<R...>`, and promises that the operation reads only offsets with at most
//! one coordinate other than zero. Debug builds assert it; fast paths rely on it.
template <int... R>
struct star
{
  static_assert(sizeof...(R) >= 1 && sizeof...(R) <= 3, "halogram: a window has one to three axes");
  static_assert(((R >= 0) && ...), "halogram: a radius is not negative");
};

//! From `lo[axis]` to `hi[axis]`, both included, chosen at run time. `lo[axis] <= hi[axis]` is
//! checked where the window is used.
template <int Rank>
struct dynamic_window
{
  static_assert(Rank >= 1 && Rank <= 3, "halogram: a window has one to three axes");

  static constexpr int rank = Rank;
  static constexpr bool is_static = false;
  static constexpr bool is_star = false;

  //! Two arrays of `Rank` ints: `{{-1, 0}, {1, 2}}`, or objects with `[]`.
  HALOGRAM_HOST_DEVICE constexpr dynamic_window(const int (&lo)[Rank], const int (&hi)[Rank])
      : dynamic_window(&lo[0], &hi[0])
  {}
  template <class Array, ::cuda::std::enable_if_t<!::cuda::std::is_arithmetic_v<Array>, int> = 0>
  HALOGRAM_HOST_DEVICE constexpr dynamic_window(const Array& lo, const Array& hi)
  {
    for (int axis = 0; axis < Rank; ++axis)
    {
      lo_[axis] = lo[axis];
      hi_[axis] = hi[axis];
    }
  }

  HALOGRAM_HOST_DEVICE constexpr int lo(int axis) const
  {
    return lo_[axis];
  }
  HALOGRAM_HOST_DEVICE constexpr int hi(int axis) const
  {
    return hi_[axis];
  }

private:
  int lo_[Rank]{};
  int hi_[Rank]{};
};

//! From -r to r on every axis, chosen at run time.
template <int Rank>
HALOGRAM_HOST_DEVICE constexpr dynamic_window<Rank> dynamic_radius(int r)
{
  if constexpr (Rank == 1)
  {
    return {{-r}, {r}};
  }
  else if constexpr (Rank == 2)
  {
    return {{-r, -r}, {r, r}};
  }
  else
  {
    return {{-r, -r, -r}, {r, r, r}};
  }
}

HALOGRAM_NAMESPACE_END

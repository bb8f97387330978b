// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The window object that an operation reads.

#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/type_traits>

#include <halogram/detail/window_reach.h>

#include <cassert>
#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! The coordinates of a cell, and the sizes of a field.
template <int Rank>
using coordinates = ::cuda::std::array<std::int64_t, Rank>;
template <int Rank>
using shape = ::cuda::std::dextents<std::int64_t, Rank>;
template <int Rank>
using offsets = ::cuda::std::array<int, Rank>;

template <class Coordinates, class Offsets>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE constexpr Coordinates moved(Coordinates index,
                                                                      const Offsets& by)
{
  for (int axis = 0; axis < static_cast<int>(by.size()); ++axis)
  {
    index[axis] += by[axis];
  }
  return index;
}

//! A window on a cell. `Access` knows where values come from:
//!
//!     using value_type = ...;
//!     value_type read(const offsets<rank>&) const;
//!     coordinates<rank> index() const;
//!     shape<rank> extents() const;
//!
//! It inherits `rank`, `lo(axis)` and `hi(axis)` from the window: static ones if these are known at
//! compile time.
template <class Window, class Access>
class window_view : public Window
{
public:
  using value_type = typename Access::value_type;
  using Window::rank;

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE window_view(const Window& window, const Access& access)
      : Window(window)
      , access_(access)
  {}

  //! The value at an offset, one coordinate an axis, in the order of the extents.
  //!
  //! @pre the offset lies in the window's reach, and on an axis if the window is a `star`
  template <class... Offset>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE value_type operator()(Offset... offset) const
  {
    static_assert(sizeof...(Offset) == rank, "halogram: a window takes one offset for each axis");
    static_assert((::cuda::std::is_convertible_v<Offset, int> && ...),
                  "halogram: offsets are integers");
    const offsets<rank> d{static_cast<int>(offset)...};
    assert(is_readable(d) && "halogram: the offset lies outside the window");
    return access_.read(d);
  }

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE value_type operator[](int offset) const
  {
    static_assert(rank == 1, "halogram: w[dx] is for one dimension; write w(dy, dx)");
    return (*this)(offset);
  }

  //! The coordinates of the cell.
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE coordinates<rank> index() const
  {
    return access_.index();
  }

  //! The sizes of the input.
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE shape<rank> extents() const
  {
    return access_.extents();
  }

private:
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE bool is_readable(const offsets<rank>& d) const
  {
    int off_axis = 0;
    for (int axis = 0; axis < rank; ++axis)
    {
      if (d[axis] < this->lo(axis) || this->hi(axis) < d[axis])
      {
        return false;
      }
      off_axis += d[axis] != 0;
    }
    return !Window::is_star || off_axis <= 1;
  }

  Access access_;
};

template <class Window, class Access>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE auto make_window_view(const Window& window,
                                                                const Access& access)
{
  return window_view<Window, Access>(window, access);
}

} // namespace detail
HALOGRAM_NAMESPACE_END

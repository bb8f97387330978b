// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The window types in the one form that systems use: `rank`, `is_static`, `is_star`, `lo(axis)` and
//! `hi(axis)`, which are static for windows known at compile time.

#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <halogram/window.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <bool IsStar, class... Reach>
struct static_window
{
  static constexpr int rank = static_cast<int>(sizeof...(Reach));
  static constexpr bool is_static = true;
  static constexpr bool is_star = IsStar;

  HALOGRAM_HOST_DEVICE static constexpr int lo(int axis)
  {
    int result = 0;
    int i = 0;
    ((result = i++ == axis ? Reach::lo : result), ...);
    return result;
  }
  HALOGRAM_HOST_DEVICE static constexpr int hi(int axis)
  {
    int result = 0;
    int i = 0;
    ((result = i++ == axis ? Reach::hi : result), ...);
    return result;
  }
};

//! One radius an axis, or one for all.
template <bool IsStar, int Rank, int... R>
struct radius_on
{
  static constexpr bool fits = sizeof...(R) == Rank;
  using type = static_window<IsStar, reach<-R, R>...>;
};
template <bool IsStar, int R>
struct radius_on<IsStar, 2, R> : radius_on<IsStar, 2, R, R>
{};
template <bool IsStar, int R>
struct radius_on<IsStar, 3, R> : radius_on<IsStar, 3, R, R, R>
{};

//! How a window type looks on `Rank` axes; `fits` says whether it can.
template <class Window, int Rank>
struct window_on
{
  static_assert(Rank < 0,
                "halogram: this is not a window: use radius, star, window, dynamic_window "
                "or dynamic_radius");
};
template <class... Reach, int Rank>
struct window_on<window<Reach...>, Rank>
{
  static constexpr bool fits = sizeof...(Reach) == Rank;
  using type = static_window<false, Reach...>;
};
template <int... R, int Rank>
struct window_on<radius<R...>, Rank> : radius_on<false, Rank, R...>
{};
template <int... R, int Rank>
struct window_on<star<R...>, Rank> : radius_on<true, Rank, R...>
{};
template <int WindowRank, int Rank>
struct window_on<dynamic_window<WindowRank>, Rank>
{
  static constexpr bool fits = WindowRank == Rank;
  using type = dynamic_window<WindowRank>;
};

template <int Rank, class Window>
HALOGRAM_HOST_DEVICE constexpr auto normalized_window([[maybe_unused]] const Window& window)
{
  static_assert(window_on<Window, Rank>::fits,
                "halogram: the rank of the window differs from the rank of the input");
  using result = typename window_on<Window, Rank>::type;
  if constexpr (result::is_static)
  {
    return result{};
  }
  else
  {
    return window;
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

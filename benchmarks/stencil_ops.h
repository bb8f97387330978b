// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The functors of the stencil benchmarks, and how a row of their table is called.

#include <halogram/detail/config.h>
#include <thrust/tuple.h>

#include <cstdint>
#include <utility>

namespace benchmarks
{

// Weights that differ at all offsets and sum to 1: a cell read in place of another shows.
template <class T, int Terms, int Term>
inline constexpr T weight = static_cast<T>(2.0 * (Term + 1)
                                           / (static_cast<double>(Terms) * (Terms + 1)));

constexpr int power(int base, int exponent)
{
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

//! The weighted sum of all cells at most R away on each axis.
template <class T, int Rank, int R>
struct weighted_box
{
  static constexpr int side = 2 * R + 1;
  static constexpr int terms = power(side, Rank);

  template <class Window>
  HALOGRAM_HOST_DEVICE T operator()(const Window& w) const
  {
    return sum(w, std::make_integer_sequence<int, terms>{});
  }

private:
  template <class Window, int... Term>
  HALOGRAM_HOST_DEVICE static T sum(const Window& w, std::integer_sequence<int, Term...>)
  {
    T result = 0;
    ((result += weight<T, terms, Term> * read<Term>(w)), ...);
    return result;
  }

  template <int Term, class Window>
  HALOGRAM_HOST_DEVICE static T read(const Window& w)
  {
    constexpr int dx = Term % side - R;
    if constexpr (Rank == 1)
    {
      return w(dx);
    }
    else if constexpr (Rank == 2)
    {
      return w(Term / side - R, dx);
    }
    else
    {
      return w(Term / (side * side) - R, Term / side % side - R, dx);
    }
  }
};

//! The weighted sum of the cells at most R away along one axis, in two or three dimensions.
template <class T, int Rank, int R>
struct weighted_star
{
  static constexpr int terms = 2 * R * Rank + 1;

  template <class Window>
  HALOGRAM_HOST_DEVICE T operator()(const Window& w) const
  {
    return sum(w, std::make_integer_sequence<int, terms>{});
  }

private:
  template <class Window, int... Term>
  HALOGRAM_HOST_DEVICE static T sum(const Window& w, std::integer_sequence<int, Term...>)
  {
    T result = 0;
    ((result += weight<T, terms, Term> * read<Term>(w)), ...);
    return result;
  }

  // Along each axis in turn from -R to R, the centre with the last of them alone.
  template <int Term, class Window>
  HALOGRAM_HOST_DEVICE static T read(const Window& w)
  {
    constexpr int axis = Term / (2 * R) < Rank ? Term / (2 * R) : Rank - 1;
    constexpr int step = Term - axis * 2 * R;
    constexpr int d = axis == Rank - 1 || step < R ? step - R : step - R + 1;
    if constexpr (Rank == 2)
    {
      return axis == 0 ? w(d, 0) : w(0, d);
    }
    else
    {
      return axis == 0 ? w(d, 0, 0) : axis == 1 ? w(0, d, 0) : w(0, 0, d);
    }
  }
};

//! The mean of nine bytes.
struct byte_blur
{
  template <class Window>
  HALOGRAM_HOST_DEVICE std::uint8_t operator()(const Window& w) const
  {
    const unsigned sum = 0u + w(-1, -1) + w(-1, 0) + w(-1, 1) //
                         + w(0, -1) + w(0, 0) + w(0, 1)       //
                         + w(1, -1) + w(1, 0) + w(1, 1);
    return static_cast<std::uint8_t>((sum + 4) / 9);
  }
};

//! A step of diffusion over pairs (value, coefficient); the coefficient is read at the centre alone.
struct diffuse
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    using thrust::get;
    const float centre = get<0>(w(0, 0));
    const float around = get<0>(w(-1, 0)) + 0.5f * get<0>(w(1, 0)) + 0.25f * get<0>(w(0, -1))
                         + 0.75f * get<0>(w(0, 1));
    return centre + get<1>(w(0, 0)) * (around - 2.5f * centre);
  }
};

//! A weighted sum over a box whose radius is known at run time.
struct run_time_box
{
  int radius;

  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    const int terms = (2 * radius + 1) * (2 * radius + 1);
    const float scale = 2.0f / (static_cast<float>(terms) * static_cast<float>(terms + 1));
    float factor = scale;
    float sum = 0;
    for (int dy = -radius; dy <= radius; ++dy)
    {
      for (int dx = -radius; dx <= radius; ++dx)
      {
        sum += factor * w(dy, dx);
        factor += scale;
      }
    }
    return sum;
  }
};

struct doubled
{
  HALOGRAM_HOST_DEVICE float operator()(float x) const
  {
    return 2 * x;
  }
};

} // namespace benchmarks

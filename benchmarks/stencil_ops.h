// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The functors of the stencil benchmarks, and how a row of their table is called.

#include <halogram/detail/config.h>
#include <thrust/tuple.h>

#include <cstdint>

#if HALOGRAM_DEVICE_PASS
#  define HALOGRAM_BENCHMARK_UNROLL _Pragma("unroll")
#else
#  define HALOGRAM_BENCHMARK_UNROLL
#endif

namespace benchmarks
{

// Weights that differ at all offsets and sum to 1: a cell read in place of another shows.
template <class T, int Terms>
HALOGRAM_HOST_DEVICE constexpr T weight(int term)
{
  return static_cast<T>(2.0 * (term + 1) / (static_cast<double>(Terms) * (Terms + 1)));
}

HALOGRAM_HOST_DEVICE constexpr int power(int base, int exponent)
{
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

//! The weighted sum of all cells at most R away on each axis.
template <class T, int Rank, int R>
struct weighted_box
{
  template <class Window>
  HALOGRAM_HOST_DEVICE T operator()(const Window& w) const
  {
    constexpr int side = 2 * R + 1;
    constexpr int terms = power(side, Rank);
    T sum = 0;
    HALOGRAM_BENCHMARK_UNROLL
    for (int i = 0; i < terms; ++i)
    {
      const int dx = i % side - R;
      if constexpr (Rank == 1)
      {
        sum += weight<T, terms>(i) * w(dx);
      }
      else if constexpr (Rank == 2)
      {
        sum += weight<T, terms>(i) * w(i / side - R, dx);
      }
      else
      {
        sum += weight<T, terms>(i) * w(i / (side * side) - R, i / side % side - R, dx);
      }
    }
    return sum;
  }
};

//! The weighted sum of the cells at most R away along one axis.
template <class T, int Rank, int R>
struct weighted_star
{
  template <class Window>
  HALOGRAM_HOST_DEVICE T operator()(const Window& w) const
  {
    constexpr int terms = 2 * R * Rank + 1;
    T sum = 0;
    HALOGRAM_BENCHMARK_UNROLL
    for (int d = -R; d <= R; ++d)
    {
      if constexpr (Rank == 2)
      {
        sum += weight<T, terms>(d + R) * w(0, d);
      }
      else
      {
        sum += weight<T, terms>(d + R) * w(0, 0, d);
      }
    }
    HALOGRAM_BENCHMARK_UNROLL
    for (int d = 1; d <= R; ++d)
    {
      if constexpr (Rank == 2)
      {
        sum += weight<T, terms>(2 * R + 2 * d - 1) * w(-d, 0)
               + weight<T, terms>(2 * R + 2 * d) * w(d, 0);
      }
      else
      {
        sum += weight<T, terms>(2 * R + 4 * d - 3) * w(0, -d, 0)
               + weight<T, terms>(2 * R + 4 * d - 2) * w(0, d, 0)
               + weight<T, terms>(2 * R + 4 * d - 1) * w(-d, 0, 0)
               + weight<T, terms>(2 * R + 4 * d) * w(d, 0, 0);
      }
    }
    return sum;
  }
};

//! The mean of nine bytes.
struct byte_blur
{
  template <class Window>
  HALOGRAM_HOST_DEVICE std::uint8_t operator()(const Window& w) const
  {
    unsigned sum = 4;
    HALOGRAM_BENCHMARK_UNROLL
    for (int i = 0; i < 9; ++i)
    {
      sum += w(i / 3 - 1, i % 3 - 1);
    }
    return static_cast<std::uint8_t>(sum / 9);
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

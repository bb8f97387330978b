// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Slope of a terrain: a shaded relief by `stencil_transform`, and the histogram of slopes by
// `histogram_even` over windows, with no picture of the slopes in between.

#include "support/chart.h"
#include "support/colour.h"
#include "support/report.h"
#include <cuda/std/cmath>
#include <halogram/histogram.h>
#include <halogram/stencil.h>
#include <halogram/window_iterator.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>

// How far the land rises a metre eastward and southward, by Horn's weights. A cell of the model is
// 74.4 m from west to east and 92.6 m from north to south.
struct gradient
{
  float east, south;

  template <class Window>
  HALOGRAM_HOST_DEVICE explicit gradient(const Window& w)
  {
    const auto column = [&w](int x) { return w(-1, x) + 2 * w(0, x) + w(1, x); };
    const auto row = [&w](int y) { return w(y, -1) + 2 * w(y, 0) + w(y, 1); };
    east = static_cast<float>(column(1) - column(-1)) / (8 * 74.4f);
    south = static_cast<float>(row(1) - row(-1)) / (8 * 92.6f);
  }
};

struct slope_in_degrees
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    const gradient g(w);
    return cuda::std::atan(cuda::std::hypot(g.east, g.south)) * 57.29578f;
  }
};

// Lambert's law with the sun in the north-west, 45 degrees high, on the colour of the height.
struct shaded_relief
{
  template <class Window>
  HALOGRAM_HOST_DEVICE example::rgb operator()(const Window& w) const
  {
    const gradient g(w);
    const float light = (g.east + g.south + 1.4142f) / cuda::std::hypot(g.east, g.south, 1.0f) / 2;
    const float height = static_cast<float>(w(0, 0) - 236) / (1076 - 236);
    return example::shade(example::relief_colour(height), light);
  }
};

int main()
{
  example::report report("terrain: shaded relief and the histogram of slopes");

  const auto terrain = example::read_pgm<std::uint16_t>("jacksboro_dem.pgm");
  const cuda::std::dextents<int, 2> shape(terrain.rows, terrain.columns);
  const thrust::device_vector<std::uint16_t> land = terrain.pixels;
  thrust::device_vector<example::rgb> relief(land.size());
  thrust::device_vector<std::int32_t> counts(7);
  const halogram::radius<1> window;
  const halogram::clamp edge;

  report.step("shade the relief", [&] {
    halogram::stencil_transform(land.begin(), shape, relief.begin(), window, edge, shaded_relief{});
  });
  report.step("count the slopes", [&] {
    const auto windows = halogram::make_window_iterator(land.begin(), shape, window, edge);
    const auto slopes = thrust::make_transform_iterator(windows, slope_in_degrees{});
    halogram::histogram_even(slopes, slopes + terrain.rows * terrain.columns, counts.begin(), 7,
                             0.0f, 35.0f);
  });

  report.picture("terrain_relief", terrain.rows, terrain.columns, relief);
  report.picture("terrain_slopes", example::bar_chart(counts, 0, 35));
  report.check("the counts are those of double precision, give or take 5",
               example::equal(counts, {24063, 29702, 29162, 29452, 21500, 4620, 133}, 5));
  return report.verdict();
}

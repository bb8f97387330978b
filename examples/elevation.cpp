// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How high the land lies around Jacksboro, Tennessee: the histogram of an elevation model.

#include "support/chart.h"
#include "support/report.h"
#include <halogram/histogram.h>
#include <thrust/device_vector.h>

#include <cstdint>

int main()
{
  example::report report("elevation: the histogram of an elevation model");

  constexpr int num_bins = 9;
  constexpr int lower = 200; // metres
  constexpr int upper = 1100;

  const auto terrain = example::read_pgm<std::uint16_t>("jacksboro_dem.pgm");
  thrust::device_vector<std::uint16_t> elevation;
  thrust::device_vector<std::int32_t> counts(num_bins);
  report.step("copy the elevations", [&] { elevation = terrain.pixels; });
  report.step("count them in 9 bins", [&] {
    halogram::histogram_even(elevation.begin(), elevation.end(), counts.begin(), num_bins, lower,
                             upper);
  });

  const example::counts bins = counts;
  example::print_bars(bins, lower, upper);
  report.picture("elevation", example::bar_chart(bins, lower, upper));

  report.check("the counts are those of data/README.md",
               example::equal(bins, {4378, 30979, 29227, 30127, 23118, 10741, 6248, 3374, 440}));
  return report.verdict();
}

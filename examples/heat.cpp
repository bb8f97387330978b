// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Heat spreads over the wall of a pipe, cut open along its length: around the pipe the wall closes
// on itself, at both ends it is insulated.

#include "support/colour.h"
#include "support/report.h"
#include <halogram/stencil.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>

struct diffuse
{
  template <class Window>
  HALOGRAM_HOST_DEVICE double operator()(const Window& w) const
  {
    return w(0, 0) + 0.2 * (w(-1, 0) + w(1, 0) + w(0, -1) + w(0, 1) - 4 * w(0, 0));
  }
};

int main()
{
  example::report report("heat: diffusion over the wall of a pipe");
  constexpr int rows = 240, columns = 360; // along the pipe, around it

  // Three hot spots: one at the far end, one across the cut, and one between.
  thrust::host_vector<double> start;
  for (int cell = 0; cell < rows * columns; ++cell)
  {
    const auto near = [cell](int row, int column) {
      const int y = cell / columns - row;
      const int x = (cell % columns - column + 3 * columns / 2) % columns - columns / 2;
      return x * x + y * y < 35 * 35;
    };
    start.push_back(near(0, 90) || near(170, 0) || near(130, 220) ? 1 : 0);
  }

  thrust::device_vector<double> heat = start;
  thrust::device_vector<double> next(heat.size());
  const double total = thrust::reduce(heat.begin(), heat.end());

  report.step("take 2000 steps", [&] {
    for (int i = 0; i < 2000; ++i)
    {
      halogram::stencil_transform(
        heat.begin(), cuda::std::extents<int, rows, columns>{}, next.begin(), halogram::star<1>{},
        halogram::per_axis(halogram::symmetric{}, halogram::wrap{}), diffuse{});
      heat.swap(next);
    }
  });

  const auto colour = [](double t) { return example::heat_colour(static_cast<float>(t)); };
  report.picture("heat", example::paint(rows, columns, heat, colour));
  const double lost = total - thrust::reduce(heat.begin(), heat.end());
  report.check("no heat is lost", lost < 1e-9 * total && -lost < 1e-9 * total);
  return report.verdict();
}

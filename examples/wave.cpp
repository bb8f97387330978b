// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A wave runs through a lens of slower matter. A step reads three fields through one zip iterator:
// the displacement around a cell, and at the cell alone the last displacement and the wave's speed.

#include "support/colour.h"
#include "support/report.h"
#include <halogram/stencil.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>

#include <cmath>

enum field
{
  now,
  last,
  speed2
};

struct wave_step
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    using thrust::get;
    const auto here = w(0, 0);
    const float curvature = get<now>(w(-1, 0)) + get<now>(w(1, 0)) + get<now>(w(0, -1))
                            + get<now>(w(0, 1)) - 4 * get<now>(here);
    return 2 * get<now>(here) - get<last>(here) + get<speed2>(here) * curvature;
  }
};

int main()
{
  example::report report("wave: a wave runs through a lens");
  constexpr int rows = 400, columns = 640;

  // A crest at column 60 that runs to the right by 1/2 cell a step, and by 1/3 in the lens.
  thrust::host_vector<float> start, before_start, lens;
  const auto crest = [](float x) { return std::exp(-(x / 12) * (x / 12)); };
  for (int cell = 0; cell < rows * columns; ++cell)
  {
    const int y = cell / columns - rows / 2;
    const int x = cell % columns - 240;
    start.push_back(crest(static_cast<float>(x + 180)));
    before_start.push_back(crest(static_cast<float>(x + 180) + 0.5f));
    lens.push_back(x * x + y * y < 110 * 110 ? 1.0f / 9 : 1.0f / 4);
  }

  thrust::device_vector<float> u = start, u_last = before_start, u_next(u.size());
  const thrust::device_vector<float> c2 = lens;
  report.step("take 800 steps", [&] {
    for (int i = 0; i < 800; ++i)
    {
      const auto fields = thrust::make_zip_iterator(u.begin(), u_last.begin(), c2.begin());
      halogram::stencil_transform(fields, cuda::std::extents<int, rows, columns>{}, u_next.begin(),
                                  halogram::star<1>{}, halogram::symmetric{}, wave_step{});
      u_last.swap(u);
      u.swap(u_next);
    }
  });

  const auto colour = [at = lens.begin()](float displacement) mutable {
    const float tint = *at++ < 0.2f ? 0.06f : 0.0f;
    return example::signed_colour(0.5f + displacement / 3 - tint);
  };
  report.picture("wave", example::paint(rows, columns, u, colour));

  const auto top_crest = thrust::max_element(u.begin(), u.begin() + columns) - u.begin();
  report.check("along the upper edge the crest has gone 400 cells",
               top_crest >= 458 && top_crest <= 462);
  return report.verdict();
}

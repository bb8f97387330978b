// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The edges of a photograph, by Sobel's operator: how fast the grey value changes, 255 at most.

#include "support/report.h"
#include <cuda/std/cmath>
#include <halogram/stencil.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

#include <cstdint>

struct sobel
{
  template <class Window>
  HALOGRAM_HOST_DEVICE example::grey operator()(const Window& w) const
  {
    const auto column = [&w](int x) { return w(-1, x) + 2 * w(0, x) + w(1, x); };
    const auto row = [&w](int y) { return w(y, -1) + 2 * w(y, 0) + w(y, 1); };
    const int across = column(1) - column(-1);
    const int down = row(1) - row(-1);
    const float change = cuda::std::sqrt(static_cast<float>(across * across + down * down));
    return static_cast<example::grey>(change < 255 ? change : 255);
  }
};

int main()
{
  example::report report("sobel: the edges of a photograph");

  const auto photograph = example::read_pgm<example::grey>("camera.pgm");
  const cuda::std::dextents<int, 2> shape(photograph.rows, photograph.columns);
  const thrust::device_vector<example::grey> pixels = photograph.pixels;
  thrust::device_vector<example::grey> edges(pixels.size());

  report.step("find the edges", [&] {
    halogram::stencil_transform(pixels.begin(), shape, edges.begin(), halogram::radius<1>{},
                                halogram::symmetric{}, sobel{});
  });

  report.picture("sobel", photograph.rows, photograph.columns, edges);
  const std::int64_t sum = thrust::reduce(edges.begin(), edges.end(), std::int64_t{0});
  report.check("the edges add up to 11395519", sum == 11395519);
  return report.verdict();
}

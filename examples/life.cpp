// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conway's Game of Life on a torus: what leaves the world on one side enters it on the other.

#include "support/report.h"
#include <halogram/stencil.h>
#include <thrust/device_vector.h>
#include <thrust/tabulate.h>

#include <cstdint>

using world = thrust::device_vector<std::uint8_t>; // 1 is alive

struct life
{
  template <class Window>
  HALOGRAM_HOST_DEVICE std::uint8_t operator()(const Window& w) const
  {
    const int neighbours =
      w(-1, -1) + w(-1, 0) + w(-1, 1) + w(0, -1) + w(0, 1) + w(1, -1) + w(1, 0) + w(1, 1);
    return neighbours == 3 || (neighbours == 2 && w(0, 0) == 1);
  }
};

void evolve(world& cells, int rows, int columns, int generations)
{
  world next(cells.size());
  for (int i = 0; i < generations; ++i)
  {
    halogram::stencil_transform(cells.begin(), cuda::std::dextents<int, 2>(rows, columns),
                                next.begin(), halogram::radius<1>{}, halogram::wrap{}, life{});
    cells.swap(next);
  }
}

// Every third cell or so, scattered by a multiplicative hash.
struct primordial_soup
{
  HALOGRAM_HOST_DEVICE std::uint8_t operator()(int cell) const
  {
    const std::uint32_t hash = static_cast<std::uint32_t>(cell) * 2654435761u;
    return ((hash ^ (hash >> 15)) * 2246822519u >> 16) % 3 == 0;
  }
};

int main()
{
  example::report report("life: Conway's Game of Life on a torus");

  constexpr int rows = 256, columns = 384;
  world soup(rows * columns);
  thrust::tabulate(soup.begin(), soup.end(), primordial_soup{});
  report.step("evolve a soup for 500 generations", [&] { evolve(soup, rows, columns, 500); });

  world glider(64 * 64);
  glider[1] = glider[64 + 2] = glider[128] = glider[129] = glider[130] = 1;
  const world start = glider;
  report.step("send a glider around a torus of 64 x 64", [&] { evolve(glider, 64, 64, 4 * 64); });

  const auto black_if_alive = [](std::uint8_t alive) { return example::grey(alive ? 0 : 255); };
  report.picture("life", example::paint(rows, columns, soup, black_if_alive));
  report.check("the glider is back where it started", glider == start);
  return report.verdict();
}

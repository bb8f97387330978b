// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stencils on the CPU against loops by hand, with clamped edges.
//   stencil_cpu [--quick] [--out FILE.csv] [--benchmark_filter=REGEX]

#include "stencil_ops.h"
#include "support/cpu.h"

#include <halogram/stencil.h>
#include <thrust/execution_policy.h>
#if defined(HALOGRAM_BENCHMARK_OMP)
#  include <thrust/system/omp/execution_policy.h>
#endif
#if defined(HALOGRAM_BENCHMARK_TBB)
#  include <thrust/system/tbb/execution_policy.h>
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <random>

namespace benchmarks
{
namespace
{

using field = std::vector<float>;

struct clamped_range
{
  int size;

  int operator()(int i) const
  {
    return std::min(std::max(i, 0), size - 1);
  }
};

// Rows above, here and below: the middle of a row needs no clamping and vectorises.
void five_points_by_hand(const field& in, field& out, int height, int width)
{
  using op = weighted_star<float, 2, 1>;
  const clamped_range row{height};
  const clamped_range column{width};
  for (int y = 0; y < height; ++y)
  {
    const float* rows[] = {in.data() + std::ptrdiff_t{row(y - 1)} * width,
                           in.data() + std::ptrdiff_t{y} * width,
                           in.data() + std::ptrdiff_t{row(y + 1)} * width};
    float* result = out.data() + std::ptrdiff_t{y} * width;
    result[0] = op{}([&](int dy, int dx) { return rows[dy + 1][column(dx)]; });
    for (int x = 1; x < width - 1; ++x)
    {
      result[x] = op{}([&](int dy, int dx) { return rows[dy + 1][x + dx]; });
    }
    result[width - 1] = op{}([&](int dy, int dx) { return rows[dy + 1][column(width - 1 + dx)]; });
  }
}

void twenty_seven_points_by_hand(const field& in, field& out, int side)
{
  using op = weighted_box<float, 3, 1>;
  const clamped_range inside{side};
  for (int z = 0; z < side; ++z)
  {
    for (int y = 0; y < side; ++y)
    {
      std::array<std::array<const float*, 3>, 3> rows;
      for (int dz = -1; dz <= 1; ++dz)
      {
        for (int dy = -1; dy <= 1; ++dy)
        {
          rows[static_cast<std::size_t>(dz + 1)][static_cast<std::size_t>(dy + 1)] =
            in.data() + (std::ptrdiff_t{inside(z + dz)} * side + inside(y + dy)) * side;
        }
      }
      const auto at = [&](int dz, int dy, int x) {
        return rows[static_cast<std::size_t>(dz + 1)][static_cast<std::size_t>(dy + 1)][x];
      };
      float* result = out.data() + (std::ptrdiff_t{z} * side + y) * side;
      result[0] = op{}([&](int dz, int dy, int dx) { return at(dz, dy, inside(dx)); });
      for (int x = 1; x < side - 1; ++x)
      {
        result[x] = op{}([&](int dz, int dy, int dx) { return at(dz, dy, x + dx); });
      }
      result[side - 1] =
        op{}([&](int dz, int dy, int dx) { return at(dz, dy, inside(side - 1 + dx)); });
    }
  }
}

field random_field(std::size_t cells)
{
  field made(cells);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> values(0, 1);
  std::generate(made.begin(), made.end(), [&] { return values(random); });
  return made;
}

// An input, what is right for it, and room for a result.
struct workload
{
  explicit workload(std::size_t cells)
      : in(random_field(cells))
      , out(cells)
      , expected(cells)
  {}

  // Whether `out` is right; forgets it, so that the next cannot pass on it.
  bool check()
  {
    const bool right = std::equal(out.begin(), out.end(), expected.begin(),
                                  [](float a, float b) { return std::abs(a - b) < 1e-5f; });
    std::fill(out.begin(), out.end(), -1.0f);
    return right;
  }

  field in;
  field out;
  field expected;
};

template <class Extents, class Window, class Op, class ByHand>
void add_benchmarks(report& results, workload& work, const std::string& name, bool quick,
                    Extents extents, Window window, Op op, ByHand by_hand)
{
  const row seq{"seq, " + name, 0.91, 1, "loop by hand"};
  const row omp{"omp, " + name, 1.7, 0, "seq"};
  const row tbb{"tbb, " + name, 1.7, 0, "seq"};
  by_hand(work.in, work.expected);
  const auto add = [&](const std::vector<entry>& entries, auto call) {
    add_benchmark(results, entries, "random", 8.0 * static_cast<double>(work.in.size()),
                  quick ? 5 : 11, call, [&work] { return work.check(); });
  };
  const auto with = [&work, extents, window, op](const auto& policy) {
    return [=, &work] {
      halogram::stencil_transform(policy, work.in.begin(), extents, work.out.begin(), window,
                                  halogram::clamp{}, op);
    };
  };
  add({{seq, "loop by hand"}}, [&work, by_hand] { by_hand(work.in, work.out); });
  add({{seq, library}, {omp, "seq"}, {tbb, "seq"}}, with(thrust::seq));
#if defined(HALOGRAM_BENCHMARK_OMP)
  add({{omp, library}}, with(thrust::omp::par));
#endif
#if defined(HALOGRAM_BENCHMARK_TBB)
  add({{tbb, library}}, with(thrust::tbb::par));
#endif
}

} // namespace
} // namespace benchmarks

int main(int argc, char** argv)
try
{
  using namespace benchmarks;
  report results;
  const options chosen = parse(argc, argv);
  describe_cpu(results);

  constexpr int width = 4096;
  constexpr int side = 256;
  workload image(std::size_t{width} * width);
  workload volume(std::size_t{side} * side * side);
  add_benchmarks(results, image, "5-point, 4096^2", chosen.quick,
                 cuda::std::dextents<int, 2>(width, width), halogram::star<1>{},
                 weighted_star<float, 2, 1>{},
                 [](const field& in, field& out) { five_points_by_hand(in, out, width, width); });
  add_benchmarks(results, volume, "27-point, 256^3", chosen.quick,
                 cuda::std::dextents<int, 3>(side, side, side), halogram::radius<1>{},
                 weighted_box<float, 3, 1>{},
                 [](const field& in, field& out) { twenty_seven_points_by_hand(in, out, side); });
  return benchmarks::run(chosen, results);
}
catch (const std::exception& error)
{
  std::cerr << error.what() << "\n";
  return 2;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every boundary against clamped edges, and small inputs.

#include "stencil_cases.h"

namespace benchmarks
{
namespace
{

struct one_half
{
  template <class Index>
  __host__ __device__ float operator()(const Index&) const
  {
    return 0.5f;
  }
};

template <class Boundary>
void add_boundary(session& run, const std::string& who, const std::string& name, Boundary boundary)
{
  const row shown{"2-D 5-point, every boundary", 0.97, 0, "clamp"};
  const measurement measured{shown.name, name, who, 8.0 * static_cast<double>(image.cells())};
  add_benchmark(run, shown, measured, run.chosen.quick ? 5 : 9, 1, [boundary, &run](measurement&) {
    const float* in = run.fields.get<float>();
    return [boundary, in, &run] {
      by_library<2>(run.stream, in, run.output.as<float>(), image, halogram::star<1>{}, boundary,
                    weighted_star<float, 2, 1>{});
    };
  });
}

template <class Boundary>
void add_pair(session& run, const std::string& name, Boundary boundary)
{
  add_boundary(run, "clamp", name, halogram::clamp{});
  add_boundary(run, library, name, boundary);
}

// Calls in a row over different cells, whatever limits them: the device or the host.
template <int Rank, class Enqueue>
void add_small(session& run, const std::string& who, const shape& size, Enqueue enqueue)
{
  constexpr int calls = 32;
  const row shown{Rank == 2 ? "512^2, 5-point" : "64^3, 7-point", 1, 0, "ForEachInExtents",
                  unit::microseconds};
  const measurement measured{shown.name, "random", who, 8.0 * static_cast<double>(size.cells())};
  add_benchmark(run, shown, measured, 9, calls, [=, &run](measurement&) {
    const float* in = run.fields.get<float>();
    float* out = run.output.as<float>();
    return [=, &run] {
      for (int i = 0; i < calls; ++i)
      {
        enqueue(run.stream, in + i * size.cells(), out + i * size.cells(), size);
      }
    };
  });
}

template <int Rank>
void add_small_pair(session& run, const shape& size)
{
  using op = weighted_star<float, Rank, 1>;
  add_small<Rank>(
    run, library, size, [](cudaStream_t stream, const float* in, float* out, shape cells) {
      by_library<Rank>(stream, in, out, cells, halogram::star<1>{}, halogram::clamp{}, op{});
    });
  add_small<Rank>(run, "ForEachInExtents", size,
                  [](cudaStream_t stream, const float* in, float* out, shape cells) {
                    by_for_each<Rank>(stream, in, out, cells, op{});
                  });
}

} // namespace

void add_boundaries(session& run)
{
  add_pair(run, "symmetric", halogram::symmetric{});
  add_pair(run, "mirror", halogram::mirror{});
  add_pair(run, "wrap", halogram::wrap{});
  add_pair(run, "constant", halogram::constant{0.5f});
  add_pair(run, "interior", halogram::interior{});
  add_pair(run, "outside", halogram::outside{one_half{}});
  add_pair(run, "per axis: wrap, mirror", halogram::per_axis(halogram::wrap{}, halogram::mirror{}));
}

void add_small_inputs(session& run)
{
  add_small_pair<2>(run, {1, 512, 512});
  add_small_pair<3>(run, {64, 64, 64});
}

} // namespace benchmarks

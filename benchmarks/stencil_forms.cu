// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Inputs that are not pointers, windows known at run time, other boundaries, and small inputs.

#include "stencil_cases.h"

#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

namespace benchmarks
{
namespace
{

struct doubled_input
{
  auto operator()(session& run) const
  {
    return thrust::make_transform_iterator(run.fields.get<float>(), doubled{});
  }
};

struct zipped_input
{
  auto operator()(session& run) const
  {
    const float* values = run.fields.get<float>();
    return thrust::make_zip_iterator(values, values + image.cells());
  }
};

template <class MakeInput, class Window, class Op>
void add_form(session& run, const row& shown, double bytes, MakeInput make_input, Window window,
              Op op)
{
  const workload<2, float, MakeInput, Window, Op> work{shown,      "16384^2", image, bytes,
                                                       make_input, window,    op};
  run.peers ? work.add_generic_peers(run) : work.add_library(run);
}

} // namespace

void add_forms(session& run)
{
  add_form(run, of_copy("2-D 5-point, coefficient field", 0.88, 0.96), 12, zipped_input{},
           halogram::star<1>{}, diffuse{});
  add_form(run, of_copy("2-D run-time box, radius 1", 0.45, 0.80), 8, plain_input<float>{},
           halogram::dynamic_radius<2>(1), run_time_box{1});
  add_form(run, of_copy("2-D run-time box, radius 4", 0.10, 0.25), 8, plain_input<float>{},
           halogram::dynamic_radius<2>(4), run_time_box{4});
  add_form(run, of_copy("2-D 5-point, transform iterator", 0.80, 0.95), 8, doubled_input{},
           halogram::star<1>{}, weighted_star<float, 2, 1>{});
}

} // namespace benchmarks

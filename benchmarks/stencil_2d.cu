// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stencil_cases.h"

namespace benchmarks
{

void add_2d(session& run)
{
  const row small = of_copy("2-D 5-point, 9-point box", 0.93, 0.98);
  const weighted_star<float, 2, 1> five_points;
  add_plain<2, 1, float>(run, small, "5-point", image, halogram::star<1>{}, five_points);
  add_plain<2, 1, float>(run, small, "9-point box", image, halogram::radius<1>{},
                         weighted_box<float, 2, 1>{});
  if (run.peers)
  {
    workload<2, float, plain_input<float>, halogram::star<1>, weighted_star<float, 2, 1>>{
      small, "5-point", image, 8, {}, {}, five_points}
      .add_patch(run);
  }
  add_plain<2, 2, float>(run, of_copy("2-D 25-point box", 0.88, 0.95), "16384^2", image,
                         halogram::radius<2>{}, weighted_box<float, 2, 2>{});
  add_plain<2, 4, float>(run, of_copy("2-D star radius 4", 0.86, 0.94), "16384^2", image,
                         halogram::star<4>{}, weighted_star<float, 2, 4>{});
  add_plain<2, 4, float>(run, of_copy("2-D 81-point box", 0.50, 0.60), "16384^2", image,
                         halogram::radius<4>{}, weighted_box<float, 2, 4>{});
  add_plain<2, 1, std::uint8_t>(run, of_copy("2-D 9-point, uint8", 0.50, 0.85), "16384^2", image,
                                halogram::radius<1>{}, byte_blur{});
  add_plain<2, 1, double>(run, of_copy("2-D 5-point, double", 0.93, 0.98), "16384^2", image,
                          halogram::star<1>{}, weighted_star<double, 2, 1>{});
  add_plain<2, 1, float>(run, of_copy("2-D 5-point, odd rows", 0.80, 0.93), "16383^2", odd_image,
                         halogram::star<1>{}, five_points);
}

} // namespace benchmarks

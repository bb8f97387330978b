// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stencil_cases.h"

namespace benchmarks
{

void add_3d(session& run)
{
  add_plain<3, 1, float>(run, of_copy("3-D 7-point", 0.82, 0.93), "640^3", volume,
                         halogram::star<1>{}, weighted_star<float, 3, 1>{});
  add_plain<3, 1, float>(run, of_copy("3-D 27-point", 0.58, 0.80), "640^3", volume,
                         halogram::radius<1>{}, weighted_box<float, 3, 1>{});
  add_plain<3, 2, float>(run, of_copy("3-D star radius 2", 0.60, 0.85), "640^3", volume,
                         halogram::star<2>{}, weighted_star<float, 3, 2>{});
  add_plain<3, 4, float>(run, of_copy("3-D star radius 4", 0.38, 0.75), "640^3", volume,
                         halogram::star<4>{}, weighted_star<float, 3, 4>{});
}

} // namespace benchmarks

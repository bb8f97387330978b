// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stencil_cases.h"

namespace benchmarks
{
namespace
{

template <int R>
void add(session& run, const row& shown)
{
  add_plain<1, R, float>(run, shown, "2^28 cells, radius " + std::to_string(R), line,
                         halogram::radius<R>{}, weighted_box<float, 1, R>{});
}

} // namespace

void add_1d(session& run)
{
  add<1>(run, of_copy("1-D radius 1 and 4", 0.95, 0.99));
  add<4>(run, of_copy("1-D radius 1 and 4", 0.95, 0.99));
  add<16>(run, of_copy("1-D radius 16", 0.80, 0.95));
  add<64>(run, of_copy("1-D radius 64", 0.30, 0.45));
}

} // namespace benchmarks

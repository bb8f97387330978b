// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <doctest/doctest.h>
#include <odr/counts.h>

// Breaks if a header defines something that is not inline (the program does not link), or if units
// for different Thrust systems take each other's instantiations.
TEST_CASE("every header can be in several units of a program")
{
  const odr_counts expected{1, 3, 1, 1};
  CHECK(odr_first() == expected);
  CHECK(odr_second() == expected);
  CHECK(odr_omp() == expected);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <doctest/doctest.h>

// Breaks if a header does not compile alone, twice, or beside common macros: the program is not built.
TEST_CASE("every header stands alone")
{
  CHECK(true);
}

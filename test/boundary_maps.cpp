// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! The boundary maps against a walk from cell to cell, and at the limits of 64 bits.

#include <doctest/doctest.h>
#include <halogram/boundary.h>
#include <stencil_oracle.h>

#include <cstdint>

namespace
{

using test_support::edge;
using test_support::walked_cell;

// Breaks if a period, an edge or a sign is wrong anywhere near the input.
TEST_CASE("maps agree with a walk")
{
  for (std::int64_t n = 1; n <= 9; ++n)
  {
    for (std::int64_t i = -50; i <= 50; ++i)
    {
      CAPTURE(n);
      CAPTURE(i);
      CHECK(halogram::clamp::map(i, n) == walked_cell(edge::clamp, i, n));
      CHECK(halogram::symmetric::map(i, n) == walked_cell(edge::symmetric, i, n));
      CHECK(halogram::mirror::map(i, n) == walked_cell(edge::mirror, i, n));
      CHECK(halogram::wrap::map(i, n) == walked_cell(edge::wrap, i, n));
    }
  }
}

// Breaks if the arithmetic overflows, or takes time with the distance.
TEST_CASE("maps at any distance")
{
  CHECK(halogram::mirror::map(2147483647, 2) == 1);
  CHECK(halogram::mirror::map(-2147483648LL, 2) == 0);
  CHECK(halogram::symmetric::map(2147483647, 2) == 0);
  CHECK(halogram::symmetric::map(-2147483648LL, 2) == 0);

  // 2^63 leaves 1 when divided by 7, 8 by 14 and 8 by 12.
  CHECK(halogram::clamp::map(INT64_MIN, 7) == 0);
  CHECK(halogram::clamp::map(INT64_MAX, 7) == 6);
  CHECK(halogram::wrap::map(INT64_MIN, 7) == 6);
  CHECK(halogram::wrap::map(INT64_MAX, 7) == 0);
  CHECK(halogram::symmetric::map(INT64_MIN, 7) == 6);
  CHECK(halogram::symmetric::map(INT64_MAX, 7) == 6);
  CHECK(halogram::mirror::map(INT64_MIN, 7) == 4);
  CHECK(halogram::mirror::map(INT64_MAX, 7) == 5);
}

// Breaks if twice the size of a very large input overflows.
TEST_CASE("maps of inputs of any size")
{
  const std::int64_t n = INT64_MAX;
  CHECK(halogram::symmetric::map(-1, n) == 0);
  CHECK(halogram::symmetric::map(INT64_MIN, n) == n - 1);
  CHECK(halogram::mirror::map(-1, n) == 1);
  CHECK(halogram::mirror::map(INT64_MIN, n) == n - 3);
  CHECK(halogram::wrap::map(-1, n) == n - 1);
  CHECK(halogram::wrap::map(INT64_MIN, n) == n - 1);
  CHECK(halogram::wrap::map(n - 1, n) == n - 1);
}

// Breaks if a map cannot be used in constant expressions.
TEST_CASE("maps are constant expressions")
{
  static_assert(halogram::clamp::map(-3, 4) == 0);
  static_assert(halogram::symmetric::map(-3, 4) == 2);
  static_assert(halogram::mirror::map(-3, 4) == 3);
  static_assert(halogram::wrap::map(-3, 4) == 1);
}

} // namespace

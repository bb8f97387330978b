// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! The test support itself: a check that cannot fail proves nothing.

#include <doctest/doctest.h>
#include <support/guarded_buffer.h>
#include <support/random.h>
#include <support/system.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <numeric>

// Breaks if a policy stops selecting its system, or if the witness cannot see the system.
TEST_CASE("a witness sees the system of the policy and no other")
{
  test_system::vector<int> values(100000);
  thrust::sequence(values.begin(), values.end());

  test_system::witness used;
  thrust::transform(test_system::policy(), values.begin(), values.end(), values.begin(),
                    used.probe());
  CHECK(used.ran_here());
  CHECK(values[99999] == 99999);

  test_system::witness unused;
  CHECK_FALSE(unused.ran_here());

#if !defined(HALOGRAM_TEST_SYSTEM_SEQ) && !defined(HALOGRAM_TEST_SYSTEM_CPP)
  test_system::witness misused;
  int value = 1;
  thrust::transform(thrust::seq, &value, &value + 1, &value, misused.probe());
  CHECK_FALSE(misused.ran_here());
#endif
}

// Breaks if a write just outside a buffer goes unseen, or the start is not where it was asked.
TEST_CASE("a guarded buffer notices writes outside and keeps its offset")
{
  for (std::size_t offset = 0; offset < 32; offset += alignof(short))
  {
    std::vector<short> expected(77);
    std::iota(expected.begin(), expected.end(), short{-5});
    test_support::guarded_buffer<short> buffer(expected, offset);
    CHECK(reinterpret_cast<std::size_t>(buffer.data()) % 256 == offset);
    CHECK(buffer.values() == expected);
    CHECK(buffer.intact());

    short* before = buffer.data() - 1;
    thrust::fill(test_system::policy(), before, before + 1, short{0});
    CHECK_FALSE(buffer.intact());
    thrust::fill(test_system::policy(), before, before + 1, static_cast<short>(0xA5A5));
    CHECK(buffer.intact());
    thrust::fill(test_system::policy(), buffer.end(), buffer.end() + 1, short{0});
    CHECK_FALSE(buffer.intact());
  }
}

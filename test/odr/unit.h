// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The body of each unit: every header, and calls that instantiate the same templates everywhere.
#include <every_header.h>
#include <odr/counts.h>
#include <thrust/execution_policy.h>

inline constexpr float odr_samples[] = {0.f, 0.5f, 1.f, 2.5f, 3.f, 4.f};

template <class Policy>
odr_counts odr_count(const Policy& policy)
{
  odr_counts counts{};
  halogram::histogram_even(policy, odr_samples, odr_samples + 6, counts.data(), 4, 0.f, 4.f);
  return counts;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The body of each unit: every header, and calls that instantiate the same templates everywhere.
#include <every_header.h>
#include <odr/counts.h>
#include <thrust/execution_policy.h>

inline constexpr float odr_samples[] = {0.f, 0.5f, 1.f, 2.5f, 3.f, 4.f};

struct odr_difference
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    return w(1) - w(0);
  }
};

//! The steps between samples, counted: 0.5, 0.5, 1.5, 0.5, 1 and, at the clamped end, 0.
template <class Policy>
odr_counts odr_count(const Policy& policy)
{
  float steps[6] = {};
  halogram::stencil_transform(policy, odr_samples, odr_samples + 6, steps, halogram::radius<1>{},
                              halogram::clamp{}, odr_difference{});
  odr_counts counts{};
  halogram::histogram_even(policy, steps, steps + 6, counts.data(), 4, 0.f, 2.f);
  return counts;
}

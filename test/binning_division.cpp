// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <binning_division.h>
#include <doctest/doctest.h>
#include <support/random.h>

#include <cmath>

using namespace binning_test;

namespace
{

//! As the device divides; the host's own `detail::divide` is a division.
template <class T>
T divide(T a, T b)
{
  const T inverse = T{1} / b;
  const T estimate = a * inverse;
  return std::fma(std::fma(estimate, -b, a), inverse, estimate);
}

template <class T>
struct counts
{
  std::int64_t checked = 0;
  std::int64_t wrong = 0;

  void check_divisor(std::uint64_t w)
  {
    for_each_hard_numerator<T>(w, [this](T m, T divisor) {
      ++checked;
      wrong += divide(m, divisor) == m / divisor ? 0 : 1;
    });
  }
};

} // namespace

// Breaks if the corrected quotient is not the rounded one. This is every quotient that could be wrong,
// and so a proof.
TEST_CASE("float: quotients next to the middle of two numbers")
{
  const std::uint64_t least = 1u << 23;
  counts<float> result;
  for (std::uint64_t w = least; w < 2 * least; ++w)
  {
    result.check_divisor(w);
  }
  MESSAGE("quotients: " << result.checked);
  CHECK(result.checked > 46000000);
  CHECK(result.wrong == 0);
}

#if defined(__SIZEOF_INT128__)
// Breaks as above; a sample of the 2^52 divisors.
TEST_CASE("double: quotients next to the middle of two numbers")
{
  const std::uint64_t least = std::uint64_t{1} << 52;
  auto random = test_support::random_engine(test_support::seed(5));
  counts<double> result;
  for (int i = 0; i < 200000; ++i)
  {
    // Divisors of every kind: random, and next to the ends of the binade.
    const std::uint64_t offset = (random() >> 12) >> (i % 52);
    result.check_divisor(least + offset);
    result.check_divisor(2 * least - 1 - offset);
  }
  MESSAGE("quotients: " << result.checked);
  CHECK(result.checked > 1000000);
  CHECK(result.wrong == 0);
}
#endif

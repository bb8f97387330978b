// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Random calls against the oracle until the time is up. A failing case prints its seed:
//! `HALOGRAM_TEST_SEED=<seed>` makes it the first. By hand: `HALOGRAM_FUZZ_SECONDS=3600 <program>`.

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/distributions.h>
#include <support/guarded_buffer.h>
#include <support/histogram_oracle.h>
#include <support/histogram_paths.h>
#include <support/random.h>
#include <support/system.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace
{

using test_support::random_engine;

// Small numbers as often as large ones.
std::int64_t log_uniform(random_engine& engine, std::int64_t least, std::int64_t most)
{
  std::uniform_real_distribution<double> log(std::log(static_cast<double>(least)),
                                             std::log(static_cast<double>(most) + 1));
  return static_cast<std::int64_t>(std::exp(log(engine)));
}

template <class Level>
Level random_level(random_engine& engine)
{
  if constexpr (std::is_integral_v<Level>)
  {
    const int bits = std::numeric_limits<Level>::digits;
    const auto shift = engine() % static_cast<unsigned>(bits);
    const auto magnitude =
      static_cast<Level>(static_cast<std::uint64_t>(engine()) >> (64 - bits)) >> shift;
    return static_cast<Level>(engine() % 2 == 0 ? magnitude : ~magnitude);
  }
  else
  {
    using limits = std::numeric_limits<Level>;
    std::uniform_int_distribution<int> any_exponent(limits::min_exponent - limits::digits,
                                                    limits::max_exponent - 1);
    std::uniform_int_distribution<int> usual_exponent(-3, 20);
    std::uniform_real_distribution<Level> mantissa(Level{-1}, Level{1});
    const bool is_whole = engine() % 2 == 0;
    const int exponent = engine() % 4 == 0 ? any_exponent(engine) : usual_exponent(engine);
    const Level level = std::ldexp(mantissa(engine), exponent);
    return is_whole && std::abs(exponent) < 24 ? std::floor(level) : level;
  }
}

template <class Level>
std::pair<Level, Level> random_levels(random_engine& engine)
{
  Level lower{}, upper{};
  do
  {
    lower = engine() % 3 == 0 ? Level{0} : random_level<Level>(engine);
    upper = random_level<Level>(engine);
    if (upper < lower)
    {
      std::swap(lower, upper);
    }
  } while (!(lower < upper));
  return {lower, upper};
}

struct same
{
  template <class T>
  HALOGRAM_HOST_DEVICE T operator()(T value) const
  {
    return value;
  }
};

template <class InputIt, class Level>
void check_one_path(random_engine& engine, InputIt first, std::int64_t size, std::int64_t num_bins,
                    Level lower, Level upper, const std::vector<std::int64_t>& expected)
{
  const auto paths = test_support::counting_paths<InputIt>(size, num_bins);
  const auto path = paths[engine() % paths.size()];
  CAPTURE(path.name);
  const std::vector<std::uint32_t> garbage(static_cast<std::size_t>(num_bins), 0xdeadbeef);
  test_support::guarded_buffer<std::uint32_t> bins(garbage);
  test_support::count_by(path, first, first + size, bins.data(), num_bins, lower, upper);
  const std::vector<std::uint32_t> right(expected.begin(), expected.end());
  const bool counts_agree = bins.values() == right;
  REQUIRE(counts_agree);
  REQUIRE(bins.intact());
}

template <class Sample, class Level, bool HasIterators = false>
void check_random_case(random_engine& engine)
{
  const std::pair<Level, Level> levels = random_levels<Level>(engine);
  const Level lower = levels.first, upper = levels.second;
  const std::int64_t num_bins =
    engine() % 4 == 0 ? std::int64_t{1} << engine() % 18 : log_uniform(engine, 1, 200000);
  const std::int64_t size = log_uniform(engine, 1, 100000) - 1;
  const auto kind = test_support::distributions[engine() % std::size(test_support::distributions)];
  const std::size_t byte_offset = engine() % 32 / alignof(Sample) * alignof(Sample);
  CAPTURE(std::string(typeid(Sample).name()));
  CAPTURE(std::string(typeid(Level).name()));
  CAPTURE(num_bins);
  CAPTURE(lower);
  CAPTURE(upper);
  CAPTURE(size);
  CAPTURE(test_support::name_of(kind));
  CAPTURE(byte_offset);

  const auto samples = test_support::make_samples<Sample>(kind, static_cast<std::size_t>(size),
                                                          num_bins, static_cast<double>(lower),
                                                          static_cast<double>(upper), engine);
  const auto expected = test_support::expected_counts(samples, num_bins, lower, upper);
  test_support::guarded_buffer<Sample> input(samples, byte_offset);
  const auto check = [&](auto first) {
    check_one_path(engine, first, size, num_bins, lower, upper, expected);
  };
  if constexpr (HasIterators)
  {
    switch (engine() % 4)
    {
    case 0:
      return check(thrust::make_transform_iterator(input.data(), same{}));
    case 1:
      return check(thrust::make_reverse_iterator(input.data() + size));
    default:
      break;
    }
  }
  check(static_cast<const Sample*>(input.data()));
}

} // namespace

// Breaks if any path disagrees with the contract anywhere.
TEST_CASE("random calls agree with the oracle")
{
  constexpr void (*cases[])(random_engine&) = {
    check_random_case<float, float, true>,
    check_random_case<double, double>,
    check_random_case<std::int32_t, std::int32_t>,
    check_random_case<std::int64_t, std::int64_t>,
    check_random_case<std::uint8_t, int>,
    check_random_case<std::uint16_t, unsigned>,
#if !defined( \
  HALOGRAM_TEST_SYSTEM_CUDA) // a pair costs nvcc seconds; the rule is one for all systems
    check_random_case<float, double>,
    check_random_case<int, float>,
    check_random_case<std::int16_t, float>,
    check_random_case<std::int8_t, std::uint64_t>,
    check_random_case<std::uint64_t, std::int8_t>,
    check_random_case<std::uint32_t, std::int64_t>,
    check_random_case<double, float>,
#endif
  };
  std::uint64_t seed = test_support::seed(20);
  for (const test_support::time_budget budget; budget.left(); ++seed)
  {
    CAPTURE(seed);
    random_engine engine(seed);
    cases[engine() % std::size(cases)](engine);
  }
}

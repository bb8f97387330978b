// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <doctest/doctest.h>
#include <halogram/detail/binning.h>
#include <support/random.h>

#include <climits>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using halogram::detail::even_binner;
using halogram::detail::functor_binner;
using halogram::detail::index_holds;
using halogram::detail::projected_binner;
using halogram::detail::projected_t;

namespace
{

template <class Sample, class Level>
std::int64_t bin(Sample x, std::int64_t num_bins, Level lower, Level upper)
{
  const even_binner<Sample, Level> binner(num_bins, lower, upper);
  const auto result = binner.template bin<std::int64_t>(x);
  if (index_holds<std::int32_t>(num_bins))
  {
    CHECK(binner.template bin<std::int32_t>(x) == result);
  }
  return result;
}

#if defined(__SIZEOF_INT128__)

using wide = __int128_t;

//! The exact bin, for values and a number of bins whose product has 127 bits.
std::int64_t exact_bin(wide x, wide num_bins, wide lower, wide upper)
{
  return lower <= x && x < upper
           ? static_cast<std::int64_t>((x - lower) * num_bins / (upper - lower))
           : -1;
}

template <class Sample, class Level>
void compare(Sample x, std::int64_t num_bins, Level lower, Level upper)
{
  const even_binner<Sample, Level> binner(num_bins, lower, upper);
  const auto result = binner.template bin<std::int64_t>(x);
  const auto expected = exact_bin(x, num_bins, lower, upper);
  const auto short_result =
    index_holds<std::int32_t>(num_bins) ? binner.template bin<std::int32_t>(x) : result;
  const std::int64_t single_result =
    even_binner<Sample, Level>::bin_once(x, num_bins, lower, upper);
  if (result != expected || short_result != expected || single_result != expected)
  {
    CAPTURE(static_cast<long double>(x));
    CAPTURE(num_bins);
    CAPTURE(static_cast<long double>(lower));
    CAPTURE(static_cast<long double>(upper));
    REQUIRE(result == expected);
    REQUIRE(short_result == expected);
    REQUIRE(single_result == expected);
  }
}

//! The same by the rule's short form, where the library would take it.
template <class Sample, class Level>
void compare_short(Sample x, std::int64_t num_bins, Level lower, Level upper)
{
  const std::int64_t expected = exact_bin(x, num_bins, lower, upper);
  const halogram::detail::even_binner<Sample, Level> binner(num_bins, lower, upper);
  std::int64_t result = -2;
  halogram::detail::with_short_form(
    binner, [&](const auto& fast) { result = fast.template bin<std::int32_t>(x, -1); });
  if (result != expected)
  {
    CAPTURE(static_cast<int>(x));
    CAPTURE(num_bins);
    REQUIRE(result == expected);
  }
}

//! A value of any magnitude, often next to a power of two or an end of the type.
template <class T>
T random_value(test_support::random_engine& random)
{
  const std::uint64_t bits = random() >> (random() % 64);
  switch (random() % 5)
  {
  case 0:
    return static_cast<T>(static_cast<std::uint64_t>(std::numeric_limits<T>::max()) - bits % 4);
  case 1:
    return static_cast<T>(static_cast<std::uint64_t>(std::numeric_limits<T>::min()) + bits % 4);
  case 2:
    return static_cast<T>(bits % 5);
  case 3:
    return static_cast<T>(0 - bits);
  default:
    return static_cast<T>(bits);
  }
}

template <class Sample, class Level>
void compare_random(int rounds)
{
  auto random = test_support::random_engine(test_support::seed(3));
  for (int round = 0; round < rounds; ++round)
  {
    auto lower = random_value<Level>(random), upper = random_value<Level>(random);
    if (upper < lower)
    {
      std::swap(lower, upper);
    }
    if (lower == upper)
    {
      continue;
    }
    const wide range = static_cast<wide>(upper) - static_cast<wide>(lower);
    std::int64_t num_bins = 1 + static_cast<std::int64_t>((random() >> 2) >> (random() % 62));
    if (random() % 8 == 0 && range < INT64_MAX)
    {
      num_bins = static_cast<std::int64_t>(range); // one value a bin
    }
    for (int i = 0; i < 8; ++i)
    {
      compare(random_value<Sample>(random), num_bins, lower, upper);
      // The first value of a bin and the last one before it, where the sample's type holds them.
      const wide edge = lower + range * static_cast<wide>(random() % 1024) / 1024;
      const wide k = exact_bin(edge, num_bins, lower, upper);
      const wide first = lower + (k * range + num_bins - 1) / num_bins;
      compare(static_cast<Sample>(first), num_bins, lower, upper);
      compare(static_cast<Sample>(first - 1), num_bins, lower, upper);
      compare(static_cast<Sample>(lower), num_bins, lower, upper);
      compare(static_cast<Sample>(upper - 1), num_bins, lower, upper);
      compare(static_cast<Sample>(upper), num_bins, lower, upper);
    }
  }
}

template <class Sample, class Level>
void compare_every_sample(const std::vector<std::pair<Level, Level>>& levels)
{
  for (const auto& [lower, upper] : levels)
  {
    for (const std::int64_t num_bins : {1, 2, 3, 7, 100, 200, 255, 256, 257, 65536, 1000003})
    {
      for (long x = std::numeric_limits<Sample>::min(); x <= std::numeric_limits<Sample>::max();
           ++x)
      {
        compare(static_cast<Sample>(x), num_bins, lower, upper);
      }
    }
  }
}

#endif

} // namespace

// Breaks if a difference or a product wraps, or a sign is lost.
TEST_CASE("integer samples that were binned wrongly elsewhere")
{
  using i8 = std::int8_t;
  using i16 = std::int16_t;
  CHECK(bin(i16{-32768}, 100, i16{-32768}, i16{32767}) == 0);
  CHECK(bin(i16{-1}, 100, i16{-32768}, i16{32767}) == 49);
  CHECK(bin(i16{0}, 100, i16{-32768}, i16{32767}) == 50);
  CHECK(bin(i16{32766}, 100, i16{-32768}, i16{32767}) == 99);
  CHECK(bin(i8{100}, 4, i8{-128}, i8{127}) == 3);
  CHECK(bin(0, 100, -1500000000, 1500000000) == 50);
  CHECK(bin(-2000000000, 4, -2000000000, 2000000000) == 0);
  CHECK(bin(0, 4, -2000000000, 2000000000) == 2);
  CHECK(bin(1999999999, 4, -2000000000, 2000000000) == 3);
  CHECK(bin(INT64_C(-1), 2, INT64_MIN, INT64_MAX) == 0);
  CHECK(bin(INT64_C(0), 2, INT64_MIN, INT64_MAX) == 1);
  CHECK(bin(i8{0}, 200, i8{-100}, i8{100}) == 100);
  CHECK(bin(std::uint8_t{255}, 256, std::uint8_t{0}, std::uint8_t{255}) == -1);
  CHECK(bin(-2, 4, 0u, 4294967295u) == -1);
  CHECK(bin(0u, 4, -10, 10) == 2);
  const std::int64_t sevenths[] = {0, 2, 4};
  for (int x = 0; x < 3; ++x)
  {
    CHECK(bin(x, 7, 0, 3) == sevenths[x]);
  }
  for (int x = -7; x <= 7; ++x)
  {
    CHECK(bin(x, 4, -7, 8) == (x + 7) * 4 / 15);
  }
}

// Breaks if 65536 bins of 65536 values, or one value a bin, are not all distinct.
TEST_CASE("one value a bin")
{
  const even_binner<int, int> ints(65536, 0, 65536);
  const even_binner<std::int16_t, int> shorts(65536, -32768, 32768);
  for (int x = 0; x < 65536; ++x)
  {
    REQUIRE(ints.bin<std::int32_t>(x) == x);
    REQUIRE(shorts.bin<std::int32_t>(static_cast<std::int16_t>(x - 32768)) == x);
  }
  for (int x = 0; x < 256; ++x)
  {
    CHECK(bin(static_cast<std::uint8_t>(x), 256, 0, 256) == x);
  }
}

// Breaks if a type is taken for wider, narrower or of the other sign than it is.
TEST_CASE("characters and truth values count as numbers")
{
  CHECK(bin(true, 2, false, true) == -1);
  CHECK(bin(false, 2, false, true) == 0);
  CHECK(bin(true, 2, 0, 2) == 1);
  CHECK(bin('a', 256, 0, 256) == 'a');
  CHECK(bin(u'\xffff', 2, 0, 65536) == 1);
  CHECK(bin(L'a', 2, 0, 'a' + 1) == 1);
}

#if defined(__SIZEOF_INT128__)

// Breaks if any sample of 8 or 16 bits meets levels beyond its type, below, above or on both sides.
TEST_CASE("every sample of 8 and 16 bits")
{
  compare_every_sample<std::int8_t, std::int8_t>({{-128, 127}, {-60, 64}, {-1, 0}, {5, 8}});
  compare_every_sample<std::int8_t, int>(
    {{-128, 128}, {-1000, 1000}, {INT_MIN, INT_MAX}, {200, 300}});
  compare_every_sample<std::int8_t, std::uint8_t>({{0, 255}, {100, 200}});
  compare_every_sample<std::int8_t, unsigned>({{0, UINT_MAX}, {UINT_MAX - 200, UINT_MAX}, {7, 77}});
  compare_every_sample<std::int8_t, std::uint64_t>({{0, UINT64_MAX}, {UINT64_MAX - 9, UINT64_MAX}});
  compare_every_sample<std::uint8_t, int>({{0, 256}, {-5, 300}, {-300, -5}, {INT_MIN, INT_MAX}});
  compare_every_sample<std::uint8_t, std::int8_t>({{-128, 127}, {-3, 5}});
  compare_every_sample<std::int16_t, int>({{-32768, 32768}, {-40000, 1000000}});
  compare_every_sample<std::int16_t, std::uint64_t>({{100, UINT64_MAX}});
  compare_every_sample<std::uint16_t, int>({{0, 65536}, {-1, 65535}, {1000, INT_MAX}});
  compare_every_sample<std::uint16_t, std::int64_t>({{INT64_MIN, INT64_MAX}, {0, 65536}});
}

// Breaks if the short form's factor, or what it adds, is off by one at any range it is used for.
TEST_CASE("the short form for small samples")
{
  auto random = test_support::random_engine(test_support::seed(4));
  for (int round = 0; round < 20000; ++round)
  {
    const int range = 1 + static_cast<int>((random() & 0xffff) >> (random() % 16));
    const int lower = static_cast<int>(random() % 70000) - 2000;
    std::int64_t num_bins = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(range));
    num_bins = random() % 4 == 0 ? range : num_bins;
    for (int i = 0; i < 20; ++i)
    {
      const std::int64_t k =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(num_bins));
      const std::int64_t first = lower + (k * range + num_bins - 1) / num_bins;
      compare_short(static_cast<std::uint16_t>(first), num_bins, lower, lower + range);
      compare_short(static_cast<std::uint16_t>(first - 1), num_bins, lower, lower + range);
      compare_short(static_cast<std::int16_t>(first - 32768), num_bins, lower - 32768,
                    lower + range - 32768);
    }
  }
  for (int x = 0; x < 65536; ++x)
  {
    compare_short(static_cast<std::uint16_t>(x), 65536, 0, 65536);
    compare_short(static_cast<std::uint16_t>(x), 65535, 0, 65536);
    compare_short(static_cast<std::uint16_t>(x), 4096, 0, 65536);
    compare_short(static_cast<std::uint16_t>(x), 3, 0, 65536);
  }
}

// Breaks if a product needs more bits than it is given, or a comparison mixes signs.
TEST_CASE("samples of 32 and 64 bits, every mix of widths and signs")
{
  constexpr int rounds = 20000;
  compare_random<std::int32_t, std::int32_t>(rounds);
  compare_random<std::int32_t, std::uint32_t>(rounds);
  compare_random<std::uint32_t, std::int32_t>(rounds);
  compare_random<std::uint32_t, std::uint32_t>(rounds);
  compare_random<std::int32_t, std::int64_t>(rounds);
  compare_random<std::int32_t, std::uint64_t>(rounds);
  compare_random<std::uint32_t, std::int64_t>(rounds);
  compare_random<std::int64_t, std::int32_t>(rounds);
  compare_random<std::uint64_t, std::int32_t>(rounds);
  compare_random<std::int64_t, std::uint32_t>(rounds);
  compare_random<std::int64_t, std::int64_t>(rounds);
  compare_random<std::int64_t, std::uint64_t>(rounds);
  compare_random<std::uint64_t, std::int64_t>(rounds);
  compare_random<std::uint64_t, std::uint64_t>(rounds);
  compare_random<std::uint64_t, std::int8_t>(rounds);
  compare_random<std::int8_t, std::uint64_t>(rounds);
}

namespace
{

//! a * b < c * d, where b and d have 64 bits.
bool product_less(__uint128_t a, std::uint64_t b, __uint128_t c, std::uint64_t d)
{
  const auto low = [](__uint128_t x, std::uint64_t y) {
    return static_cast<__uint128_t>(static_cast<std::uint64_t>(x)) * y;
  };
  const auto high = [&](__uint128_t x, std::uint64_t y) {
    return (x >> 64) * y + (low(x, y) >> 64);
  };
  return high(a, b) != high(c, d)
           ? high(a, b) < high(c, d)
           : static_cast<std::uint64_t>(low(a, b)) < static_cast<std::uint64_t>(low(c, d));
}

template <class Wide>
void check_wide(Wide lower, Wide upper, Wide x, std::int64_t num_bins)
{
  const auto k = even_binner<Wide, Wide>(num_bins, lower, upper).template bin<std::int64_t>(x);
  REQUIRE(k == even_binner<Wide, Wide>::bin_once(x, num_bins, lower, upper));
  if (x < lower || x >= upper)
  {
    REQUIRE(k == -1);
    return;
  }
  // bin k: k * range <= offset * num_bins < (k + 1) * range
  const auto range = static_cast<__uint128_t>(upper) - static_cast<__uint128_t>(lower);
  const auto offset = static_cast<__uint128_t>(x) - static_cast<__uint128_t>(lower);
  const auto n = static_cast<std::uint64_t>(num_bins);
  REQUIRE(k >= 0);
  REQUIRE(k < num_bins);
  REQUIRE_FALSE(product_less(offset, n, range, static_cast<std::uint64_t>(k)));
  REQUIRE(product_less(offset, n, range, static_cast<std::uint64_t>(k) + 1));
}

template <class Wide>
void compare_wide()
{
  auto random = test_support::random_engine(test_support::seed(4));
  const auto value = [&] {
    const auto bits = (static_cast<__uint128_t>(random()) << 64 | random()) >> (random() % 128);
    return static_cast<Wide>(random() % 2 == 0 ? bits : ~bits);
  };
  for (int round = 0; round < 20000; ++round)
  {
    Wide lower = value(), upper = value();
    if (upper < lower)
    {
      std::swap(lower, upper);
    }
    if (lower == upper)
    {
      continue;
    }
    const auto num_bins = 1 + static_cast<std::int64_t>((random() >> 2) >> (random() % 62));
    const auto range = static_cast<__uint128_t>(upper) - static_cast<__uint128_t>(lower);
    const auto inside = static_cast<Wide>(static_cast<__uint128_t>(lower)
                                          + static_cast<__uint128_t>(value()) % range);
    for (const Wide x : {value(), inside, lower, upper, static_cast<Wide>(upper - 1)})
    {
      check_wide(lower, upper, x, num_bins);
    }
  }
}

} // namespace

// Breaks if 128-bit ranges or products are cut to 128 bits, or 64.
TEST_CASE("samples of 128 bits")
{
  compare_wide<__int128_t>();
  compare_wide<__uint128_t>();
  const auto max = static_cast<__int128_t>(~static_cast<__uint128_t>(0) >> 1);
  CHECK(bin(__int128_t{-1}, 2, -max - 1, max) == 0);
  CHECK(bin(__int128_t{0}, 2, -max - 1, max) == 1);
  CHECK(bin(max, 2, static_cast<__uint128_t>(0), ~static_cast<__uint128_t>(0)) == 0);
  CHECK(bin(__int128_t{-1}, 2, static_cast<__uint128_t>(0), ~static_cast<__uint128_t>(0)) == -1);
  CHECK(bin(~static_cast<__uint128_t>(0), 2, -max - 1, max) == -1);
  CHECK(bin(7, 10, __int128_t{0}, __int128_t{10}) == 7);
  CHECK(bin(__int128_t{7}, 10, 0.0, 10.0) == 7);
}

#endif

// Breaks if a result of a user's function is compared in a type that changes its sign or value.
TEST_CASE("what a user's function may return")
{
  const auto bin_of = [](auto result, std::int64_t num_bins) {
    auto constant = [result](int) { return result; };
    const functor_binner<decltype(constant)> binner{num_bins, constant};
    const auto index = binner.template bin<std::int64_t>(0);
    if (num_bins <= INT32_MAX)
    {
      CHECK(binner.template bin<std::int32_t>(0) == index);
    }
    return index;
  };
  CHECK(bin_of(true, 1) == -1);
  CHECK(bin_of(true, 2) == 1);
  CHECK(bin_of(std::int8_t{-1}, 256) == -1);
  CHECK(bin_of(std::int8_t{-1}, INT64_MAX) == -1);
  CHECK(bin_of(std::uint8_t{255}, 256) == 255);
  CHECK(bin_of(std::int16_t{-32768}, 40000) == -1);
  CHECK(bin_of(-1, INT32_MAX) == -1);
  CHECK(bin_of(UINT32_MAX, INT32_MAX) == -1);
  CHECK(bin_of(UINT32_MAX, INT64_C(1) << 32) == UINT32_MAX);
  CHECK(bin_of((INT64_C(1) << 32) + 3, 10) == -1);
  CHECK(bin_of(INT64_MIN, INT64_MAX) == -1);
  CHECK(bin_of(UINT64_MAX, INT64_MAX) == -1);
  CHECK(bin_of(UINT64_MAX - 5, 10) == -1);
#if defined(__SIZEOF_INT128__)
  CHECK(bin_of((__int128_t{1} << 64) + 3, 10) == -1);
  CHECK(bin_of(-(__int128_t{1} << 64) + 3, 10) == -1);
  CHECK(bin_of(__int128_t{3}, 10) == 3);
#endif
}

// Breaks if the rule is chosen by the sample's type rather than by the projection's.
TEST_CASE("projections")
{
  auto halved = [](int x) { return 0.5 * x; };
  auto length = [](const std::string& text) { return text.size(); };
  static_assert(std::is_same_v<projected_t<decltype(halved), int>, double>);
  static_assert(std::is_same_v<projected_t<decltype(length), std::string>, std::size_t>);

  const even_binner<double, double> halves(10, 0., 5.);
  const projected_binner<even_binner<double, double>, decltype(halved)> projected{halves, halved};
  CHECK(projected.bin<std::int32_t>(7) == 7);
  CHECK(projected.bin<std::int32_t>(10) == -1);

  const even_binner<std::size_t, int> lengths(3, 0, 9);
  const projected_binner<even_binner<std::size_t, int>, decltype(length)> of_text{lengths, length};
  CHECK(of_text.bin<std::int64_t>(std::string("abcd")) == 1);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Sizes, alignments, distributions and numbers of bins, on every counting path.

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/distributions.h>
#include <support/guarded_buffer.h>
#include <support/histogram_oracle.h>
#include <support/histogram_paths.h>
#include <support/random.h>
#include <support/system.h>

#include <cstdint>
#include <vector>

namespace
{

using test_support::distribution;

template <class Sample>
void check_samples(const std::vector<Sample>& samples, std::int64_t num_bins, Sample lower,
                   Sample upper, std::size_t byte_offset = 0)
{
  CAPTURE(byte_offset);
  test_support::guarded_buffer<Sample> input(samples, byte_offset);
  test_support::check_every_path<std::uint32_t>(
    input.data(), static_cast<std::int64_t>(samples.size()), num_bins, lower, upper,
    test_support::expected_counts(samples, num_bins, lower, upper));
}

// Sizes where packets, tiles of threads and tiles of a split begin and end.
std::vector<std::size_t> edge_sizes()
{
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size <= 70; ++size)
  {
    sizes.push_back(size);
  }
  for (std::size_t power = 128; power <= 131072; power *= 2)
  {
    sizes.insert(sizes.end(), {power - 1, power, power + 1});
  }
  sizes.insert(sizes.end(), {3 * 16384 - 1, 3 * 16384, 3 * 16384 + 5, 100003});
  return sizes;
}

// Samples whose sentinels on both sides lie in a bin, so that reading outside shows in the counts.
template <class Sample>
void check_offsets(Sample lower, Sample upper)
{
  test_support::random_engine engine(test_support::seed(41));
  for (std::size_t offset = 0; offset < 32; offset += alignof(Sample))
  {
    for (const std::size_t size : {0u, 1u, 5u, 17u, 1000u, 40007u})
    {
      check_samples(test_support::make_samples<Sample>(distribution::uniform, size, 256,
                                                       static_cast<double>(lower),
                                                       static_cast<double>(upper), engine),
                    256, lower, upper, offset);
    }
  }
}

template <class Sample>
void check_distributions(std::initializer_list<std::int64_t> bin_counts, Sample lower, Sample upper)
{
  for (const std::int64_t num_bins : bin_counts)
  {
    for (const distribution kind : test_support::distributions)
    {
      test_support::random_engine engine(test_support::seed(7));
      CAPTURE(test_support::name_of(kind));
      check_samples(test_support::make_samples<Sample>(kind, 120011, num_bins,
                                                       static_cast<double>(lower),
                                                       static_cast<double>(upper), engine),
                    num_bins, lower, upper);
    }
  }
}

} // namespace

// Breaks if the samples before the first full packet or behind the last full tile are lost, counted
// twice, or read beyond the end.
TEST_CASE("every size around the edges of packets and tiles")
{
  test_support::random_engine engine(test_support::seed(1));
  for (const std::size_t size : edge_sizes())
  {
    check_samples(
      test_support::make_samples<float>(distribution::uniform, size, 256, -1, 1.7, engine), 256,
      -1.0f, 1.7f, size % 8 * 4);
    check_samples(
      test_support::make_samples<std::uint8_t>(distribution::uniform, size, 100, 0, 250, engine),
      100, std::uint8_t{0}, std::uint8_t{250}, size % 32);
  }
}

// Breaks if vector loads read outside a view that starts at any byte.
TEST_CASE("views at every offset inside a larger buffer")
{
  check_offsets<std::uint8_t>(0, 255);
  check_offsets<std::uint16_t>(0, 65535);
  check_offsets<float>(-1, 1);
  check_offsets<double>(-1, 1);
}

// Breaks if a path depends on how samples meet: all in one bin, in runs, or on edges.
TEST_CASE("every distribution with few and many bins")
{
  check_distributions<float>({1, 2, 256, 257, 4096, 5000, 57344, 60000, 65536, 65537, 114688}, -1,
                             1.7f);
  check_distributions<float>({1000000}, 0, 1000000);
  check_distributions<std::uint8_t>({2, 255, 4096}, 0, 255);
  check_distributions<std::uint16_t>({3, 4096, 65535}, 0, 65535);
  check_distributions<double>({512, 16384}, -1e-3, 7);
}

// Breaks if rounding, or the slot of samples that count nowhere, takes a block past its shared memory.
TEST_CASE("as many bins as one, two or three blocks can just hold")
{
  test_support::random_engine engine(test_support::seed(8));
  for (const std::int64_t block : {12287, 16383, 25343, 41727, 58111}) // 48 to 227 KiB
  {
    for (const std::int64_t num_bins : {block, block + 1, 2 * block - 31, 2 * block, 3 * block})
    {
      check_samples(
        test_support::make_samples<float>(distribution::uniform, 50021, num_bins, -1, 1.7, engine),
        num_bins, -1.0f, 1.7f);
    }
  }
}

// Breaks if temporary memory grows with the number of bins times that of workers, or bins are numbered
// in too few bits.
TEST_CASE("tens of millions of bins")
{
  test_support::random_engine engine(test_support::seed(42));
  for (const std::int64_t num_bins : {28854312, 14234160})
  {
    std::vector<std::int64_t> samples(300000);
    for (auto& sample : samples)
    {
      sample = static_cast<std::int64_t>(engine() % 30000000) - 500000;
    }
    std::vector<std::int64_t> expected(static_cast<std::size_t>(num_bins));
    for (const std::int64_t sample : samples)
    {
      if (sample >= 0 && sample < num_bins)
      {
        ++expected[static_cast<std::size_t>(sample)];
      }
    }
    const test_system::vector<std::int64_t> input(samples.begin(), samples.end());
    test_system::vector<std::int64_t> bins(static_cast<std::size_t>(num_bins), 3);
    halogram::histogram_even(test_system::policy(), input.begin(), input.end(), bins.begin(),
                             num_bins, std::int64_t{0}, num_bins);
    const bool counts_agree = test_system::to_host(bins) == expected;
    CHECK(counts_agree);
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Inputs of more than 2^31 and 2^32 samples. On the CPU they take minutes: label "long".

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/histogram_paths.h>
#include <support/system.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstdint>
#include <vector>

namespace
{

// Counts of the samples 0, 1, ..., size - 1 in bins over [0, size).
std::vector<std::uint64_t> even_counts(std::int64_t size, std::int64_t num_bins)
{
  std::vector<std::uint64_t> counts;
  for (std::int64_t bin = 0; bin < num_bins; ++bin)
  {
    const auto first = [&](std::int64_t b) { return (b * size + num_bins - 1) / num_bins; };
    counts.push_back(static_cast<std::uint64_t>(first(bin + 1) - first(bin)));
  }
  return counts;
}

} // namespace

// Breaks if a sample's number, or a count, is kept in 31 or 32 bits.
TEST_CASE("ranges longer than 2^31 and 2^32")
{
  const thrust::counting_iterator<std::int64_t> first(0);
  for (const std::int64_t size : {(std::int64_t{1} << 31) + 11, (std::int64_t{1} << 32) + 17})
  {
    for (const std::int64_t num_bins : {1, 7, 100000})
    {
      CAPTURE(size);
      CAPTURE(num_bins);
      test_system::vector<std::uint64_t> bins(static_cast<std::size_t>(num_bins), 42);
      halogram::histogram_even(test_system::policy(), first, first + size, bins.begin(), num_bins,
                               std::int64_t{0}, size);
      const bool counts_agree = test_system::to_host(bins) == even_counts(size, num_bins);
      CHECK(counts_agree);
    }
  }
}

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
// Breaks if a path addresses memory, or counts what a block sees, in 31 or 32 bits.
TEST_CASE("more than 2^32 bytes in memory, by every path")
{
  // Nearly all samples in one bin; at both ends and around 2^31 some that tell where they are.
  const std::int64_t size = (std::int64_t{1} << 32) + 100003;
  test_system::vector<std::uint8_t> memory(static_cast<std::size_t>(size) + 1, 3);
  std::vector<std::uint64_t> expected(100);
  expected[3] = static_cast<std::uint64_t>(size);
  std::uint8_t value = 10;
  for (const std::int64_t place :
       {std::int64_t{0}, std::int64_t{14}, std::int64_t{1} << 30, (std::int64_t{1} << 31) - 1,
        std::int64_t{1} << 31, (std::int64_t{1} << 32) - 1, std::int64_t{1} << 32, size - 1})
  {
    memory[static_cast<std::size_t>(place) + 1] = value;
    ++expected[value++];
    --expected[3];
  }
  const std::uint8_t* const first = thrust::raw_pointer_cast(memory.data()) + 1; // not aligned
  test_system::vector<std::uint64_t> bins(100);
  for (auto path : test_support::counting_paths<const std::uint8_t*>(size, 100))
  {
    using halogram::system::cuda::histogram_path;
    CAPTURE(path.name);
    const bool is_one_block = path.is_forced && path.plan.path == histogram_path::one_block;
    if (is_one_block || (path.is_forced && path.plan.tiles_per_round == 3))
    {
      continue; // minutes
    }
    if (path.is_forced && path.plan.path == histogram_path::two_level)
    {
      path.plan.tiles_per_round = 8192; // else its temporary memory would be 9 GB
    }
    thrust::fill(bins.begin(), bins.end(), 42);
    test_support::count_by(path, first, first + size, bins.begin(), 100, 0, 100);
    CHECK(test_system::to_host(bins) == expected);
  }
}
#endif

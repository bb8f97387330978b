// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Every way in which the test's system can count: the library's own choice and, on CUDA, each path
//! that can be forced by a plan.

#include <cuda/std/iterator>

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/guarded_buffer.h>
#include <support/system.h>

#include <cstdint>
#include <string>
#include <vector>

namespace test_support
{

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)

struct counting_path
{
  std::string name;
  bool is_forced;
  halogram::system::cuda::histogram_plan plan;
};

template <class InputIt>
std::vector<counting_path> counting_paths(std::int64_t samples, std::int64_t num_bins)
{
  namespace system = halogram::system::cuda;
  using path = system::histogram_path;
  using sample = cuda::std::iter_value_t<InputIt>;

  const system::device_limits limits = system::current_device_limits();
  system::histogram_request request{};
  request.samples = samples;
  request.num_bins = num_bins;
  request.sample_bytes = static_cast<int>(sizeof(sample));
  request.contiguous = system::reads_packets<InputIt>::yes;
  request.binned_by_value = request.contiguous && sizeof(sample) == 1;
  request.temporary_bytes = system::temporary_limit(samples);

  std::vector<counting_path> paths{{"chosen", false, {}}};
  const auto add = [&](const char* name, const system::histogram_plan& plan) {
    if (system::is_runnable(limits, request, plan))
    {
      paths.push_back({name, true, plan});
    }
  };
  const std::int64_t third = system::ceil_div(num_bins, 3);
  const std::int64_t part = system::private_capacity(limits) / 2 / 32 * 32;
  const auto parts = static_cast<int>(system::ceil_div(num_bins, part));
  add("one block", {path::one_block, 1024, 1, 1, num_bins, 0, 0});
  add("one block of a warp", {path::one_block, 32, 1, 1, num_bins, 0, 0});
  add("byte values", {path::byte_values, 512, 1, 1, num_bins, 0, 0});
  add("private bins", {path::private_bins, 512, 1, 1, num_bins, 0, 0});
  add("private bins, interleaved",
      {path::private_bins, 1024, system::interleaved_copies, 1, num_bins, 0, 0});
  add("split bins, 3 groups", {path::split_bins, 1024, 1, 3, third, 0, 0});
  add("split bins, half a block each", {path::split_bins, 512, 1, parts, part, 0, 0});
  const std::int64_t tiles = system::ceil_div(samples, system::split_tile) + 1;
  add("two levels", {path::two_level, 1024, 1, 1, num_bins, 15, tiles});
  add("two levels, rounds of 3 tiles", {path::two_level, 1024, 1, 1, num_bins, 12, 3});
  if (num_bins <= 100000)
  {
    add("two levels, tiny buckets", {path::two_level, 1024, 1, 1, num_bins, 5, tiles});
  }
  add("global", {path::global, 1024, 1, 1, num_bins, 0, 0});
  return paths;
}

#else

struct counting_path
{
  std::string name;
};

template <class InputIt>
std::vector<counting_path> counting_paths(std::int64_t, std::int64_t)
{
  return {{"chosen"}};
}

#endif

//! `histogram_even` by the given path.
template <class InputIt, class BinIt, class Level>
BinIt count_by([[maybe_unused]] const counting_path& path, InputIt first, InputIt last, BinIt bins,
               std::int64_t num_bins, Level lower, Level upper)
{
#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
  if (path.is_forced)
  {
    using sample = cuda::std::iter_value_t<InputIt>;
    const halogram::detail::even_binner<sample, Level> binner(num_bins, lower, upper);
    return halogram::system::cuda::histogram(test_system::policy(), first, last, bins, num_bins,
                                             binner, path.plan);
  }
#endif
  return halogram::histogram_even(test_system::policy(), first, last, bins, num_bins, lower, upper);
}

//! `histogram` by the given path.
template <class InputIt, class BinIt, class BinOp>
BinIt count_by([[maybe_unused]] const counting_path& path, InputIt first, InputIt last, BinIt bins,
               std::int64_t num_bins, BinOp bin_op)
{
#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
  if (path.is_forced)
  {
    const halogram::detail::functor_binner<BinOp> binner{num_bins, bin_op};
    return halogram::system::cuda::histogram(test_system::policy(), first, last, bins, num_bins,
                                             binner, path.plan);
  }
#endif
  return halogram::histogram(test_system::policy(), first, last, bins, num_bins, bin_op);
}

//! Counts by every path and checks the counts, the returned iterator, and that nothing was written
//! beside the bins, which held something else before.
template <class Counter, class InputIt, class Level>
void check_every_path(InputIt first, std::int64_t samples, std::int64_t num_bins, Level lower,
                      Level upper, const std::vector<std::int64_t>& expected)
{
  CAPTURE(samples);
  CAPTURE(num_bins);
  const auto last = first + static_cast<cuda::std::iter_difference_t<InputIt>>(samples);
  const std::vector<Counter> garbage(static_cast<std::size_t>(num_bins), Counter{77});
  const std::vector<Counter> right(expected.begin(), expected.end());
  guarded_buffer<Counter> bins(garbage);
  for (const counting_path& path : counting_paths<InputIt>(samples, num_bins))
  {
    CAPTURE(path.name);
    bins.assign(garbage);
    const Counter* end = count_by(path, first, last, bins.data(), num_bins, lower, upper);
    CHECK(end == bins.end());
    const bool counts_agree = bins.values() == right; // millions of counts are not to be printed
    CHECK(counts_agree);
    CHECK(bins.intact());
  }
}

} // namespace test_support

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! The CUDA plan is a pure function, so its choices for any device are tested where there is none.

#include <doctest/doctest.h>
#include <halogram/system/cuda/histogram_plan.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace
{

using namespace halogram::system::cuda;
using path = histogram_path;

struct named_device
{
  const char* name;
  device_limits limits;
};

// Compute capability, multiprocessors, threads and shared bytes of one, shared bytes of a block,
// reserved bytes of a block.
constexpr named_device devices[] = {
  {"T4", {75, 40, 1024, 65536, 65536, 0}},
  {"A100", {80, 108, 2048, 167936, 166912, 1024}},
  {"RTX 4090", {89, 128, 1536, 102400, 101376, 1024}},
  {"H200", {90, 132, 2048, 233472, 232448, 1024}},
  {"B200", {100, 148, 2048, 233472, 232448, 1024}},
  {"one small multiprocessor", {75, 1, 1024, 49152, 49152, 0}},
};
constexpr device_limits h200 = devices[3].limits;

// A request for contiguous samples, with all the temporary memory that is allowed.
constexpr histogram_request request(std::int64_t samples, std::int64_t num_bins, int sample_bytes)
{
  return {samples, num_bins, sample_bytes, true, sample_bytes == 1, temporary_limit(samples)};
}

constexpr path path_on_h200(const histogram_request& wanted)
{
  return plan_histogram(h200, wanted).path;
}

constexpr std::int64_t sample_counts[] = {0, 1, 1000, 40000, 1 << 20, 1 << 24, 1 << 28, 1LL << 33};
constexpr std::int64_t bin_counts[] = {1,       2,         256,       257,       4096,     16384,
                                       57344,   65536,     65537,     114688,    262144,   1000000,
                                       1 << 24, 100000000, INT32_MAX, 1LL << 31, 1LL << 40};

// Those, and what few blocks can just hold, or just not.
std::vector<std::int64_t> bin_counts_for(const device_limits& device)
{
  std::vector<std::int64_t> counts(std::begin(bin_counts), std::end(bin_counts));
  for (const std::int64_t blocks : {1, 2, 3, 5, 8})
  {
    const std::int64_t most = blocks * private_capacity(device);
    counts.insert(counts.end(), {most - 31, most - 1, most, most + 1, most + 33});
  }
  return counts;
}

template <class Check>
void on_every_request(Check check)
{
  for (const named_device& device : devices)
  {
    for (const std::int64_t samples : sample_counts)
    {
      for (const std::int64_t num_bins : bin_counts_for(device.limits))
      {
        for (const int sample_bytes : {1, 2, 4, 8, 24})
        {
          for (const bool contiguous : {false, true})
          {
            for (const bool has_memory : {false, true})
            {
              histogram_request wanted = request(samples, num_bins, sample_bytes);
              wanted.contiguous = contiguous;
              wanted.binned_by_value = contiguous && sample_bytes == 1;
              wanted.temporary_bytes = has_memory ? wanted.temporary_bytes : 0;
              CAPTURE(std::string(device.name));
              CAPTURE(samples);
              CAPTURE(num_bins);
              CAPTURE(sample_bytes);
              CAPTURE(contiguous);
              CAPTURE(has_memory);
              check(device.limits, wanted, plan_histogram(device.limits, wanted));
            }
          }
        }
      }
    }
  }
}

std::int64_t temporary_bytes(const histogram_request& wanted, const histogram_plan& plan)
{
  if (plan.path != path::two_level)
  {
    return 0;
  }
  const std::int64_t buckets = ceil_div(wanted.num_bins, std::int64_t{1} << plan.bucket_log2);
  return split_bytes(plan.tiles_per_round,
                     buckets < split_max_buckets ? buckets : split_max_buckets);
}

} // namespace

// Breaks if a plan asks for more threads or shared memory than the device has, on any device.
TEST_CASE("every plan runs on its device")
{
  on_every_request([](const auto& device, const auto& wanted, const auto& plan) {
    CHECK(is_runnable(device, wanted, plan));
    CHECK(plan.threads <= device.threads_per_multiprocessor);
    CHECK(plan.groups <= device.multiprocessors);
  });
}

// Breaks if temporary memory is planned where the contract rules it out, or more than it allows.
TEST_CASE("plans keep to the contract's temporary memory")
{
  on_every_request([](const auto&, const auto& wanted, const auto& plan) {
    const std::int64_t bytes = temporary_bytes(wanted, plan);
    CHECK(bytes <= wanted.temporary_bytes);
    CHECK(bytes <= 3 * wanted.samples);
    CHECK(bytes <= std::int64_t{512} << 20);
    if (wanted.num_bins <= 65536)
    {
      CHECK(bytes == 0);
    }
  });
}

// Breaks if bins that fit in shared memory, or two blocks' shared memory, are counted elsewhere.
TEST_CASE("choices on an H200")
{
  constexpr std::int64_t many = 1 << 28;
  static_assert(path_on_h200(request(many, 256, 4)) == path::private_bins);
  static_assert(path_on_h200(request(many, 57344, 4)) == path::private_bins);
  static_assert(path_on_h200(request(many, 65536, 4)) == path::split_bins);
  static_assert(path_on_h200(request(many, 114688, 4)) == path::split_bins);
  static_assert(path_on_h200(request(many, 262144, 4)) == path::two_level);
  static_assert(path_on_h200(request(many, 1000000, 4)) == path::two_level);
  static_assert(path_on_h200(request(many, 1 << 24, 4)) == path::two_level);
  static_assert(path_on_h200(request(many, 256, 1)) == path::byte_values);
  static_assert(path_on_h200(request(1 << 10, 256, 4)) == path::one_block);
  CHECK(plan_histogram(h200, request(many, 65536, 4)).groups == 2);
  CHECK(plan_histogram(h200, request(many, 114688, 4)).groups == 2);
}

// Breaks if a capturing stream is made to allocate.
TEST_CASE("without temporary memory nothing is split")
{
  constexpr std::int64_t many = 1 << 28;
  for (const named_device& device : devices)
  {
    histogram_request wanted = request(many, 1 << 24, 4);
    wanted.temporary_bytes = 0;
    CHECK(plan_histogram(device.limits, wanted).path == path::global);
  }
}

// Breaks if a plan of the user's that cannot run is let through to a launch.
TEST_CASE("plans that cannot run are told from those that can")
{
  constexpr histogram_request floats = request(100000, 1000, 4);
  constexpr histogram_request bytes = request(100000, 1000, 1);
  const auto runs = [](const histogram_request& wanted, const histogram_plan& plan) {
    return is_runnable(h200, wanted, plan);
  };
  CHECK(runs(floats, {path::private_bins, 512, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 0, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 500, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 2048, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 512, 0, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 512, 1, 1, 999, 0, 0}));
  CHECK_FALSE(runs(request(100000, 60000, 4), {path::private_bins, 512, 1, 1, 60000, 0, 0}));
  CHECK_FALSE(runs(request(100000, 60000, 4), {path::one_block, 512, 1, 1, 60000, 0, 0}));

  CHECK(runs(bytes, {path::private_bins, 512, interleaved_copies, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::private_bins, 512, interleaved_copies, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(bytes, {path::private_bins, 512, 3, 1, 1000, 0, 0}));
  CHECK(runs(bytes, {path::byte_values, 512, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(floats, {path::byte_values, 512, 1, 1, 1000, 0, 0}));

  CHECK(runs(floats, {path::split_bins, 512, 1, 4, 256, 0, 0}));
  CHECK_FALSE(runs(floats, {path::split_bins, 512, 1, 3, 256, 0, 0}));
  CHECK_FALSE(runs(floats, {path::split_bins, 512, 1, 5, 256, 0, 0})); // nothing left for the last
  CHECK_FALSE(runs(floats, {path::split_bins, 512, 1, 0, 1000, 0, 0}));

  CHECK(runs(floats, {path::two_level, 1024, 1, 1, 1000, 5, 1}));
  CHECK_FALSE(runs(floats, {path::two_level, 1024, 1, 1, 1000, 5, 0}));
  CHECK_FALSE(runs(floats, {path::two_level, 1024, 1, 1, 1000, 4, 1}));
  CHECK_FALSE(runs(floats, {path::two_level, 1024, 1, 1, 1000, 16, 1})); // 256 KiB of counters
  CHECK(runs(floats, {path::global, 32, 1, 1, 1000, 0, 0}));

  // Groups where nothing is shared out, counts that would run over, more memory than any call takes.
  CHECK_FALSE(runs(floats, {path::global, 1024, 0, 0, 0, 0, 0}));
  CHECK_FALSE(runs(floats, {path::global, 1024, 1, 1000, 1000, 0, 0}));
  CHECK_FALSE(runs(bytes, {path::byte_values, 512, 1, 0, 1000, 0, 0}));
  CHECK_FALSE(runs(bytes, {path::private_bins, 512, interleaved_copies, 2, 1000, 0, 0}));
  CHECK_FALSE(
    runs(request(std::int64_t{1} << 33, 1000, 4), {path::one_block, 512, 1, 1, 1000, 0, 0}));
  CHECK_FALSE(runs(request(std::int64_t{1} << 33, 1000, 4),
                   {path::two_level, 512, 1, 1, 1000, 5, INT64_MAX}));
}

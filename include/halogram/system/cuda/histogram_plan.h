// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How a histogram is counted on a CUDA device: a pure function from limits, types and sizes to a
//! small struct. It launches nothing and compiles without nvcc.

#include <halogram/system/cuda/histogram_tuning.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! The ways to count.
enum class histogram_path
{
  one_block, //!< one launch of one block, for small inputs; writes the output without adding to it
  byte_values, //!< counts the 256 values of one-byte samples in 32 lane-interleaved copies and bins
               //!< each value once
  private_bins, //!< a private copy of all bins in each block's shared memory, or several copies
  split_bins,   //!< each group of blocks owns a part of the bins and reads all samples
  two_level,    //!< splits the samples by the high part of their bin, then counts bucket by bucket
  global        //!< adds to the output itself, hot bins gathered in a small cache a block
};

//! What the choice depends on, besides the device.
struct histogram_request
{
  std::int64_t samples;
  std::int64_t num_bins;
  int sample_bytes;             //!< of one sample as the kernel reads it
  bool contiguous;              //!< samples are read in 16-byte packets
  bool binned_by_value;         //!< one-byte samples whose bin depends on the value alone
  std::int64_t temporary_bytes; //!< how much temporary memory may be taken, 0 for none
};

//! A choice. Tests and users may pass one of their own; `is_runnable` says which can run.
struct histogram_plan
{
  histogram_path path;
  int threads;                 //!< a block
  int copies;                  //!< private copies of each bin in a block: 1 or `interleaved_copies`
  int groups;                  //!< of blocks that share out the bins
  std::int64_t bins_per_group; //!< private bins of a block: `num_bins` where there is one group
  int bucket_log2;             //!< two_level: bins a bucket holds, as a power of two
  std::int64_t tiles_per_round; //!< two_level: tiles whose parts temporary memory holds at once
};

//! Private copies of a bin where samples are small and bins few.
inline constexpr int interleaved_copies = 8;

//! Lanes of a warp, so copies of a value in `histogram_path::byte_values`.
inline constexpr int warp_lanes = 32;

//! Samples of a tile that `histogram_path::two_level` splits at once.
inline constexpr int split_tile = 8192;
inline constexpr int split_threads = 512;
inline constexpr int split_max_buckets = 512;
inline constexpr int split_counters = 2560;

//! Bytes of the 32-bit counters of `bins` bins and of one more for samples that count nowhere, padded to
//! a warp's width, which the swizzle stays within.
HALOGRAM_HOST_DEVICE constexpr std::int64_t private_bytes(std::int64_t bins, int copies = 1)
{
  return (bins + 32) / 32 * 32 * 4 * copies;
}

//! Where the parts of a tile lie in temporary memory, in 16-bit words: each bucket's part, and that of
//! samples that count nowhere, starts at a multiple of 8, with room for that; all in whole packets.
HALOGRAM_HOST_DEVICE constexpr std::int64_t split_region(std::int64_t buckets)
{
  return (split_tile + 8 * (buckets + 1) + 8 + 63) / 64 * 64;
}

//! Temporary bytes of one round of `tiles`: parts, their places, totals a bucket; in whole packets.
HALOGRAM_HOST_DEVICE constexpr std::int64_t split_bytes(std::int64_t tiles, std::int64_t buckets)
{
  return (tiles * (split_region(buckets) * 2 + buckets * 4) + buckets * 4 + 15) / 16 * 16;
}

HALOGRAM_HOST_DEVICE constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b)
{
  return (a + b - 1) / b;
}

//! The most private bins a block can hold.
HALOGRAM_HOST_DEVICE constexpr std::int64_t private_capacity(const device_limits& device)
{
  return device.shared_bytes_per_block / (32 * 4) * 32 - 1;
}

//! So many bins are counted without temporary memory on every device.
inline constexpr std::int64_t bins_without_memory = 65536;

//! The most temporary memory of any call.
inline constexpr std::int64_t most_temporary_bytes = std::int64_t{512} << 20;

//! The most temporary memory that a call may take.
constexpr std::int64_t temporary_limit(std::int64_t samples)
{
  return samples < most_temporary_bytes / 3 ? 3 * samples : most_temporary_bytes;
}

namespace plan_detail
{

constexpr int log2_floor(std::int64_t value)
{
  int log2 = 0;
  while (value > 1)
  {
    value /= 2;
    ++log2;
  }
  return log2;
}

constexpr histogram_plan of_path(histogram_path path, int threads, std::int64_t num_bins)
{
  return {path, threads, 1, 1, num_bins, 0, 0};
}

constexpr histogram_plan private_plan(const device_limits& device, const histogram_request& request)
{
  const histogram_tuning tuning = histogram_tuning_for(device.compute_capability);
  histogram_plan plan = of_path(histogram_path::private_bins, tuning.large_block, request.num_bins);
  const std::int64_t interleaved = private_bytes(request.num_bins, interleaved_copies);
  if (request.contiguous && request.sample_bytes <= 2
      && interleaved + device.reserved_shared_bytes_per_block <= device.shared_bytes_per_block)
  {
    plan.copies = interleaved_copies;
  }
  const std::int64_t bytes =
    private_bytes(request.num_bins, plan.copies) + device.reserved_shared_bytes_per_block;
  const int small_blocks = device.threads_per_multiprocessor / tuning.small_block;
  if (bytes * small_blocks <= device.shared_bytes_per_multiprocessor)
  {
    plan.threads = tuning.small_block;
  }
  return plan;
}

constexpr histogram_plan split_plan(const device_limits& device, const histogram_request& request)
{
  const histogram_tuning tuning = histogram_tuning_for(device.compute_capability);
  histogram_plan plan = of_path(histogram_path::split_bins, tuning.large_block, request.num_bins);
  const std::int64_t groups = ceil_div(request.num_bins, private_capacity(device));
  plan.groups = static_cast<int>(groups);
  plan.bins_per_group = ceil_div(request.num_bins, groups);
  return plan;
}

// Several rounds share the temporary memory where the input is long.
constexpr histogram_plan two_level_plan(const device_limits& device,
                                        const histogram_request& request)
{
  histogram_plan plan = of_path(histogram_path::two_level, split_threads, request.num_bins);
  const int log2 = log2_floor(private_capacity(device));
  plan.bucket_log2 = log2 < 16 ? log2 : 16;
  const std::int64_t buckets_in_all =
    ceil_div(request.num_bins, std::int64_t{1} << plan.bucket_log2);
  const std::int64_t buckets =
    buckets_in_all < split_max_buckets ? buckets_in_all : split_max_buckets;
  const std::int64_t tile_bytes = split_region(buckets) * 2 + buckets * 4;
  const std::int64_t tiles = ceil_div(request.samples, split_tile) + 1; // what fills no packet
  const std::int64_t room = (request.temporary_bytes - split_bytes(0, buckets)) / tile_bytes;
  const std::int64_t rounds = room > 0 ? ceil_div(tiles, room) : 0;
  plan.tiles_per_round = rounds > 0 ? ceil_div(tiles, rounds) : 0;
  return plan;
}

} // namespace plan_detail

//! A count in a block's shared memory has 32 bits, so a block sees at most so many samples a launch.
inline constexpr std::int64_t max_samples_per_block = std::int64_t{1} << 31;

//! Whether a block of the plan fits the device and the plan fits the request.
constexpr bool is_runnable(const device_limits& device, const histogram_request& request,
                           const histogram_plan& plan)
{
  const bool threads_fit = plan.threads >= 32 && plan.threads <= 1024 && plan.threads % 32 == 0;
  const bool fits =
    plan.copies * plan.bins_per_group > 0
    && private_bytes(plan.bins_per_group, plan.copies) <= device.shared_bytes_per_block;
  const std::int64_t buckets =
    ceil_div(request.num_bins, std::int64_t{1} << (plan.bucket_log2 & 31));
  const std::int64_t tiles = ceil_div(request.samples, split_tile) + 1;
  const std::int64_t round_bytes =
    split_bytes(plan.tiles_per_round < tiles ? plan.tiles_per_round : tiles,
                buckets < split_max_buckets ? buckets : split_max_buckets);
  if (plan.path != histogram_path::split_bins && plan.groups != 1)
  {
    return false;
  }
  switch (plan.path)
  {
  case histogram_path::one_block:
    return threads_fit && fits && plan.bins_per_group == request.num_bins && plan.copies == 1
           && request.samples <= max_samples_per_block;
  case histogram_path::byte_values:
    return threads_fit && request.binned_by_value && request.contiguous
           && request.sample_bytes == 1;
  case histogram_path::private_bins:
    return threads_fit && fits && plan.bins_per_group == request.num_bins
           && (plan.copies == 1
               || (plan.copies == interleaved_copies && request.contiguous
                   && request.sample_bytes <= 2));
  case histogram_path::split_bins:
    return threads_fit && fits && plan.copies == 1 && plan.groups >= 1
           && plan.groups <= device.multiprocessors // blocks of all groups run at once
           && plan.groups * plan.bins_per_group >= request.num_bins
           && (plan.groups - 1) * plan.bins_per_group < request.num_bins; // none without bins
  case histogram_path::two_level:
    return plan.tiles_per_round > 0 && plan.bucket_log2 >= 5 && plan.bucket_log2 <= 16
           && private_bytes(std::int64_t{1} << plan.bucket_log2) <= device.shared_bytes_per_block
           && round_bytes <= most_temporary_bytes
           && request.num_bins <= INT32_MAX - 127; // as detail::index_holds
  case histogram_path::global:
    return threads_fit;
  }
  return false;
}

//! The plan of a request on a device.
//!
//! Bins are private to a block as long as one block can hold them. Beyond that, few groups of blocks
//! share them out; many groups would read the input too often, so the samples are split once instead,
//! where they are many enough to pay for that and temporary memory can be had.
constexpr histogram_plan plan_histogram(const device_limits& device,
                                        const histogram_request& request)
{
  using namespace plan_detail;
  const histogram_tuning tuning = histogram_tuning_for(device.compute_capability);
  const bool fits_a_block = request.num_bins <= private_capacity(device);
  if (fits_a_block && request.samples * request.sample_bytes <= tuning.one_block_bytes)
  {
    return of_path(histogram_path::one_block, tuning.large_block, request.num_bins);
  }
  if (request.binned_by_value && request.contiguous && request.sample_bytes == 1)
  {
    return of_path(histogram_path::byte_values, tuning.small_block, request.num_bins);
  }
  if (fits_a_block)
  {
    return private_plan(device, request);
  }
  const histogram_plan split = split_plan(device, request);
  const bool can_split = is_runnable(device, request, split); // needs as many multiprocessors
  if (can_split && split.groups <= tuning.preferred_groups)
  {
    return split;
  }
  const histogram_plan two_level = two_level_plan(device, request);
  const std::int64_t readings =
    ceil_div(request.num_bins, std::int64_t{split_max_buckets} << two_level.bucket_log2);
  if (request.num_bins > bins_without_memory && request.samples >= tuning.two_level_samples
      && readings <= tuning.preferred_groups && is_runnable(device, request, two_level))
  {
    return two_level;
  }
  // Groups beat adding to the output only while the input is read few times.
  if (can_split && split.groups <= tuning.most_groups && request.samples >= request.num_bins)
  {
    return split;
  }
  return of_path(histogram_path::global, tuning.large_block, request.num_bins);
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

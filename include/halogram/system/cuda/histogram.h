// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Histograms on a CUDA device: from iterators and a policy to a plan, from a plan to its launches.

#include <halogram/detail/arguments.h>
#include <halogram/detail/binning.h>
#include <halogram/detail/execution.h>
#include <halogram/detail/temporary_buffer.h>
#include <halogram/detail/thrust_access.h>
#include <halogram/system/cuda/histogram_global.h>
#include <halogram/system/cuda/histogram_kernels.h>
#include <halogram/system/cuda/histogram_plan.h>
#include <halogram/system/cuda/histogram_two_level.h>
#include <halogram/system/cuda/launch.h>
#include <thrust/copy.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <algorithm>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Whether kernels may add to the counters behind an iterator directly.
template <class BinIt>
constexpr bool counts_in_place()
{
  using counter = detail::value_of<BinIt>; // void for some output iterators
  if constexpr (::thrust::is_contiguous_iterator_v<BinIt> && ::cuda::std::is_integral_v<counter>)
  {
    return sizeof(counter) == 4 || sizeof(counter) == 8;
  }
  else
  {
    return false;
  }
}

//! One histogram: its arguments, with the launches of each path. Counter is an unsigned integer of 32
//! or 64 bits.
template <class Policy, class Iterator, class Counter, class Binner>
class histogram_call
{
  using source_type = decltype(make_source(std::declval<Iterator>(), 0));
  using sample_type = typename source_type::sample_type;
  static constexpr bool is_contiguous = reads_packets<Iterator>::yes;
  static constexpr bool is_byte = is_contiguous && sizeof(sample_type) == 1 && Binner::is_even;

public:
  histogram_call(const Policy& policy, Iterator first, std::int64_t samples, Counter* output,
                 std::int64_t num_bins, const Binner& binner)
      : policy_(policy)
      , first_(first)
      , samples_(samples)
      , output_(output)
      , num_bins_(num_bins)
      , binner_(binner)
      , stream_(detail::thrust_access::stream(policy))
      , limits_(current_device_limits())
  {}

  histogram_request request() const
  {
    histogram_request request{};
    request.samples = samples_;
    request.num_bins = num_bins_;
    request.sample_bytes = static_cast<int>(sizeof(sample_type));
    request.contiguous = is_contiguous;
    request.binned_by_value = is_byte;
    const bool may_take = num_bins_ > bins_without_memory && !is_capturing();
    request.temporary_bytes = may_take ? temporary_limit(samples_) : 0;
    return request;
  }

  void run()
  {
    launch_plan(plan_histogram(limits_, request()));
  }

  //! @throw std::invalid_argument if the plan cannot run here
  void run(const histogram_plan& plan)
  {
    if (!is_runnable(limits_, request(), plan))
    {
      detail::throw_invalid_argument("histogram", "the plan does not fit the device or the request",
                                     "plan.path", static_cast<int>(plan.path));
    }
    launch_plan(plan);
  }

private:
  void launch_plan(const histogram_plan& plan)
  {
    if (plan.path == histogram_path::one_block)
    {
      launch_one_block(plan);
      return;
    }
    if (plan.path == histogram_path::two_level)
    {
      launch_two_level(plan);
      return;
    }
    // A block's counts have 32 bits. Pieces, of which the first clears the output, keep them from
    // running over.
    const std::int64_t piece = max_samples_per_block * (limits_.multiprocessors / plan.groups);
    std::int64_t done = 0;
    do
    {
      launch_piece(plan, make_source(first_ + done, std::min(piece, samples_ - done)),
                   done == 0 ? num_bins_ : 0);
      done += piece;
    } while (done < samples_);
  }

  bool is_capturing() const
  {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream_, &status) != cudaSuccess)
    {
      (void)cudaGetLastError(); // the legacy stream while another stream captures
      return true;
    }
    return status != cudaStreamCaptureStatusNone;
  }

  void clear_output() const
  {
    throw_on_error(
      cudaMemsetAsync(output_, 0, static_cast<std::size_t>(num_bins_) * sizeof(Counter), stream_),
      "halogram: clearing the bins");
  }

  // As many blocks as run at once, but none without a tile.
  template <class... Parameters>
  launch_shape shape_for(const source_type& source, int threads, std::int64_t shared_bytes,
                         int groups, void (*kernel)(Parameters...)) const
  {
    launch_shape shape{1, threads, static_cast<int>(shared_bytes)};
    const std::int64_t tile =
      std::int64_t{threads} * source_type::unroll * source_type::packet_samples;
    const std::int64_t tiles = std::max(ceil_div(source.count(), tile), std::int64_t{1});
    const std::int64_t at_once =
      std::int64_t{limits_.multiprocessors} * resident_blocks(shape, kernel) / groups;
    shape.blocks = static_cast<int>(std::max(std::min(at_once, tiles), std::int64_t{1})) * groups;
    shape.is_cooperative = true;
    return shape;
  }

  void launch_piece(const histogram_plan& plan, const source_type& source,
                    std::int64_t bins_to_clear) const
  {
    const bool fits_index = detail::index_holds<std::int32_t>(num_bins_);
    if (plan.path == histogram_path::global || !fits_index)
    {
      launch_global(source, bins_to_clear);
    }
    else if (plan.path == histogram_path::byte_values)
    {
      if constexpr (is_byte)
      {
        const auto kernel = count_byte_values<source_type, Binner, Counter>;
        launch(stream_, shape_for(source, plan.threads, 256 * 4 * warp_lanes, 1, kernel), kernel,
               source, binner_, output_, bins_to_clear);
      }
    }
    else if (plan.copies > 1)
    {
      if constexpr (is_contiguous && sizeof(sample_type) <= 2)
      {
        launch_private<interleaved_bins<interleaved_copies>, false>(plan, source, bins_to_clear);
      }
    }
    else if (plan.groups > 1)
    {
      launch_private<swizzled_bins, true>(plan, source, bins_to_clear);
    }
    else
    {
      launch_private<swizzled_bins, false>(plan, source, bins_to_clear);
    }
  }

  template <class Layout, bool IsSplit>
  void launch_private(const histogram_plan& plan, const source_type& source,
                      std::int64_t bins_to_clear) const
  {
    const auto kernel = count_private<Layout, IsSplit, source_type, Binner, Counter>;
    const launch_shape shape =
      shape_for(source, plan.threads, private_bytes(plan.bins_per_group, Layout::copies),
                plan.groups, kernel);
    launch(stream_, shape, kernel, source, binner_, output_, bins_to_clear,
           static_cast<int>(num_bins_), plan.groups, static_cast<int>(plan.bins_per_group));
  }

  void launch_global(const source_type& source, std::int64_t bins_to_clear) const
  {
    const auto kernel = count_global<source_type, Binner, Counter>;
    launch(stream_, shape_for(source, 1024, 0, 1, kernel), kernel, source, binner_, output_,
           bins_to_clear, num_bins_);
  }

  void launch_one_block(const histogram_plan& plan) const
  {
    const launch_shape shape{1, plan.threads, static_cast<int>(private_bytes(num_bins_))};
    launch(stream_, shape, count_one_block<source_type, Binner, Counter>,
           make_source(first_, samples_), binner_, output_, static_cast<int>(num_bins_));
  }

  void launch_two_level(const histogram_plan& plan);

  const Policy& policy_;
  Iterator first_;
  std::int64_t samples_;
  Counter* output_;
  std::int64_t num_bins_;
  Binner binner_;
  cudaStream_t stream_;
  device_limits limits_;
};

// Rounds share the temporary memory where the samples are many, windows the buckets where the bins
// are. Without that memory the samples are added to the output itself.
template <class Policy, class Iterator, class Counter, class Binner>
void histogram_call<Policy, Iterator, Counter, Binner>::launch_two_level(const histogram_plan& plan)
{
  const source_type source = make_source(first_, samples_);
  const std::int64_t tiles = split_tiles(source);
  const std::int64_t bucket_bins = std::int64_t{1} << plan.bucket_log2;
  const std::int64_t most_buckets =
    std::min<std::int64_t>(ceil_div(num_bins_, bucket_bins), split_max_buckets);
  const std::int64_t tiles_at_once = std::min(tiles, plan.tiles_per_round);
  const std::int64_t packets = split_bytes(tiles_at_once, most_buckets) / sizeof(uint4);
  const detail::temporary_buffer<uint4, Policy> memory(policy_, is_capturing() ? 0 : packets,
                                                       std::nothrow);
  if (memory.data() == nullptr)
  {
    (void)cudaGetLastError(); // the allocator's failure is nobody's error
    launch_plan(plan_detail::of_path(histogram_path::global, 1024, num_bins_));
    return;
  }
  clear_output();
  for (std::int64_t first_bin = 0; first_bin < num_bins_; first_bin += most_buckets * bucket_bins)
  {
    for (std::int64_t first_tile = 0; first_tile < tiles; first_tile += tiles_at_once)
    {
      const std::int64_t bins = std::min(num_bins_ - first_bin, most_buckets * bucket_bins);
      const split_layout layout =
        make_split_layout(memory.data(), plan.bucket_log2, first_bin, bins, first_tile,
                          std::min(tiles - first_tile, tiles_at_once));
      throw_on_error(cudaMemsetAsync(layout.totals, 0, sizeof(unsigned) * layout.buckets, stream_),
                     "halogram: clearing the buckets");
      const launch_shape split_shape{
        static_cast<int>(
          std::min<std::int64_t>(limits_.multiprocessors * split_blocks_at_once, layout.tiles)),
        split_threads, split_shared_bytes(layout.buckets)};
      launch(stream_, split_shape, split_samples<source_type, Binner>, source, binner_, layout);

      const int units = limits_.multiprocessors * count_units_per_multiprocessor;
      const std::int64_t cost = layout.tiles * (split_tile + layout.buckets * part_cost);
      const launch_shape count_shape{units + layout.buckets, count_threads,
                                     static_cast<int>(private_bytes(bucket_bins))};
      launch(stream_, count_shape, count_buckets<Counter>, layout,
             static_cast<unsigned>(ceil_div(cost, units)), output_);
    }
  }
  // The memory goes back when its use is over, where the policy waits at all.
  throw_on_error(detail::thrust_access::synchronize_optional(policy_), "halogram::histogram");
}

//! Counts into raw memory; `plan` may be null.
template <class Policy, class InputIt, class Counter, class Binner>
void histogram_in_place(const Policy& policy, InputIt first, std::int64_t samples, Counter* output,
                        std::int64_t num_bins, const Binner& binner, const histogram_plan* plan)
{
  using word = ::cuda::std::conditional_t<sizeof(Counter) == 8, unsigned long long, unsigned>;
  histogram_call<Policy, InputIt, word, Binner> call(
    policy, first, samples, reinterpret_cast<word*>(output), num_bins, binner);
  plan != nullptr ? call.run(*plan) : call.run();
}

template <class Policy, class InputIt, class BinIt, class Binner>
BinIt histogram_with(const Policy& policy, InputIt first, InputIt last, BinIt bins,
                     std::int64_t num_bins, const Binner& binner, const histogram_plan* plan)
{
  const std::int64_t samples = last - first;
  if constexpr (counts_in_place<BinIt>())
  {
    histogram_in_place(policy, first, samples, ::thrust::unwrap_contiguous_iterator(bins), num_bins,
                       binner, plan);
    throw_on_error(detail::thrust_access::synchronize_optional(policy), "halogram::histogram");
    return bins + num_bins;
  }
  else
  {
    const detail::temporary_buffer<unsigned long long, Policy> counts(policy, num_bins);
    histogram_in_place(policy, first, samples, counts.data(), num_bins, binner, plan);
    return ::thrust::copy(policy, counts.data(), counts.data() + num_bins, bins);
  }
}

//! As `halogram::histogram`, the arguments checked, the rule of bins as a binner.
template <class Policy, class InputIt, class BinIt, class Binner>
auto histogram(const Policy& policy, InputIt first, InputIt last, BinIt bins, std::int64_t num_bins,
               const Binner& binner)
{
  return system::cuda::histogram_with(policy, first, last, bins, num_bins, binner, nullptr);
}

//! The same by a plan of the caller's, to force a path or to tune one.
//! @throw std::invalid_argument if the plan cannot run here
template <class Policy, class InputIt, class BinIt, class Binner>
BinIt histogram(const Policy& policy, InputIt first, InputIt last, BinIt bins,
                std::int64_t num_bins, const Binner& binner, const histogram_plan& plan)
{
  return system::cuda::histogram_with(policy, first, last, bins, num_bins, binner, &plan);
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

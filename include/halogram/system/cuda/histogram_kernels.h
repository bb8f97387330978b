// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The kernels that count in one reading of the samples.

#include <halogram/detail/binning.h>
#include <halogram/system/cuda/histogram_bins.h>
#include <halogram/system/cuda/histogram_plan.h>
#include <halogram/system/cuda/sample_source.h>

#include <cooperative_groups.h>

#include <utility>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

extern __shared__ uint4 histogram_shared_memory[];

HALOGRAM_DEVICE inline unsigned* shared_counts()
{
  return reinterpret_cast<unsigned*>(histogram_shared_memory);
}

//! histogram_path::one_block: the block sees every sample, so it writes the output.
template <class Source, class Binner, class Counter>
__global__ void __launch_bounds__(1024)
  count_one_block(Source source, Binner binner, Counter* output, int num_bins)
{
  using layout = swizzled_bins;
  sample_reader<Source> for_each_sample(source, 0, 1);
  unsigned* const counts = shared_counts();
  const unsigned address = shared_address(counts);
  clear_counts(counts, static_cast<int>(private_bytes(num_bins) / 4));
  __syncthreads();
  for_each_sample([&](const auto& sample) {
    count_at(address, layout::slot(binner.template bin<std::int32_t>(sample, num_bins)));
  });
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < num_bins; i += static_cast<int>(blockDim.x))
  {
    output[i] = static_cast<Counter>(layout::count(counts, i));
  }
}

//! Sets the output to zero while the grid counts: all blocks clear a share first, and none adds to the
//! output before all have. That saves a launch, so these kernels are launched cooperatively.
template <class Counter>
class output_clearing
{
public:
  HALOGRAM_DEVICE output_clearing(Counter* output, std::int64_t bins)
      : grid_(::cooperative_groups::this_grid())
  {
    for (auto i = static_cast<std::int64_t>(grid_.thread_rank()); i < bins;
         i += static_cast<std::int64_t>(grid_.num_threads()))
    {
      output[i] = 0;
    }
    token_ = grid_.barrier_arrive();
  }

  HALOGRAM_DEVICE void wait()
  {
    grid_.barrier_wait(std::move(token_));
  }

private:
  ::cooperative_groups::grid_group grid_;
  ::cooperative_groups::grid_group::arrival_token token_;
};

//! histogram_path::private_bins and, with several groups, histogram_path::split_bins: blocks of group
//! g own bins `[g * bins_per_group, (g + 1) * bins_per_group)` and read all samples.
template <class Layout, bool IsSplit, class Source, class Binner, class Counter>
__global__ void __launch_bounds__(1024, Source::blocks_at_once)
  count_private(Source source, Binner binner, Counter* output, std::int64_t bins_to_clear,
                int num_bins, int groups, int bins_per_group)
{
  const int group = static_cast<int>(blockIdx.x) % groups;
  const int first_bin = IsSplit ? group * bins_per_group : 0;
  const int bins = min(bins_per_group, num_bins - first_bin);
  sample_reader<Source> for_each_sample(source, static_cast<int>(blockIdx.x) / groups,
                                        static_cast<int>(gridDim.x) / groups);
  unsigned* const counts = shared_counts();
  const unsigned address = shared_address(counts);
  clear_counts(counts, static_cast<int>(private_bytes(bins, Layout::copies) / 4));
  __syncthreads();
  output_clearing<Counter> clearing(output, bins_to_clear);
  detail::with_short_form(binner, [&](const auto& fast) {
    for_each_sample([&](const auto& sample) {
      const int bin = IsSplit ? bin_from(fast, sample, first_bin, bins)
                              : fast.template bin<std::int32_t>(sample, bins);
      count_at(address, Layout::slot(bin));
    });
  });
  clearing.wait();
  add_counts<Layout>(counts, bins, output + first_bin);
}

//! histogram_path::byte_values: a lane has its own counter of each value, in its own bank, so that
//! lanes never meet. The bin is found once a value.
template <class Source, class Binner, class Counter>
__global__ void __launch_bounds__(1024, Source::blocks_at_once)
  count_byte_values(Source source, Binner binner, Counter* output, std::int64_t bins_to_clear)
{
  using sample_type = typename Source::sample_type;
  constexpr int values = 256;
  sample_reader<Source> for_each_sample(source, static_cast<int>(blockIdx.x),
                                        static_cast<int>(gridDim.x));
  unsigned* const counts = shared_counts();
  clear_counts(counts, values * warp_lanes);
  __syncthreads();
  output_clearing<Counter> clearing(output, bins_to_clear);
  const unsigned address = shared_address(counts + threadIdx.x % warp_lanes);
  for_each_sample([&](const sample_type& sample) {
    count_at(address, static_cast<int>(static_cast<unsigned char>(sample)) * warp_lanes);
  });
  clearing.wait();
  for (int value = static_cast<int>(threadIdx.x); value < values;
       value += static_cast<int>(blockDim.x))
  {
    unsigned count = 0;
    for (int lane = 0; lane < warp_lanes; ++lane)
    {
      count += counts[value * warp_lanes + (lane + value) % warp_lanes];
    }
    const std::int64_t bin = binner.template bin<std::int64_t>(static_cast<sample_type>(value));
    if (bin >= 0)
    {
      add_to_output(output + bin, count);
    }
  }
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

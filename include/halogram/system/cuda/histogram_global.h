// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! histogram_path::global: samples are added to the output itself. Bins that come often would make
//! that slow, so a block gathers those that it sees first in a small cache.

#include <halogram/system/cuda/histogram_bins.h>
#include <halogram/system/cuda/histogram_kernels.h>
#include <halogram/system/cuda/histogram_plan.h>
#include <halogram/system/cuda/sample_source.h>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Counts of the bins that took a slot first. A bin that comes often is almost surely among them.
struct hot_bins
{
  static constexpr int slots = 2048; // 2^11, as many as the hash has bits
  static constexpr unsigned long long none = ~0ull;

  unsigned long long bins[slots];
  unsigned counts[slots];

  HALOGRAM_DEVICE void clear()
  {
    for (int i = static_cast<int>(threadIdx.x); i < slots; i += static_cast<int>(blockDim.x))
    {
      bins[i] = none;
      counts[i] = 0;
    }
  }

  //! Counts the bin here, unless another has its slot.
  HALOGRAM_DEVICE bool add(unsigned long long bin)
  {
    const unsigned slot =
      static_cast<unsigned>(bin * 0x9e3779b97f4a7c15ull >> 53); // Fibonacci hashing
    unsigned long long owner = *static_cast<volatile unsigned long long*>(bins + slot);
    if (owner == none)
    {
      owner = atomicCAS(bins + slot, none, bin);
    }
    const bool is_mine = owner == none || owner == bin;
    if (is_mine)
    {
      atomicAdd(counts + slot, 1u);
    }
    return is_mine;
  }

  template <class Counter>
  HALOGRAM_DEVICE void add_to(Counter* output) const
  {
    for (int i = static_cast<int>(threadIdx.x); i < slots; i += static_cast<int>(blockDim.x))
    {
      if (bins[i] != none)
      {
        add_to_output(output + bins[i], counts[i]);
      }
    }
  }
};

//! Adds 1 to the output's bin, once for all active lanes that share the first one's bin: sorted
//! samples come in such runs.
template <class Counter>
HALOGRAM_DEVICE void add_run(Counter* output, long long bin)
{
  const unsigned active = __activemask();
  const int leader = __ffs(static_cast<int>(active)) - 1;
  const unsigned run = __ballot_sync(active, bin == __shfl_sync(active, bin, leader));
  const int lane = static_cast<int>(threadIdx.x) % warp_lanes;
  const bool in_run = (run >> lane & 1u) != 0;
  if (!in_run || lane == leader)
  {
    add_to_output(output + bin, in_run ? static_cast<unsigned>(__popc(run)) : 1u);
  }
}

template <class Source, class Binner, class Counter>
__global__ void __launch_bounds__(1024)
  count_global(Source source, Binner binner, Counter* output, std::int64_t bins_to_clear,
               std::int64_t num_bins)
{
  __shared__ hot_bins hot;
  sample_reader<Source> for_each_sample(source, static_cast<int>(blockIdx.x),
                                        static_cast<int>(gridDim.x));
  hot.clear();
  output_clearing<Counter> clearing(output, bins_to_clear);
  clearing.wait(); // samples go to the output from the start
  for_each_sample([&](const auto& sample) {
    const long long bin = binner.template bin<std::int64_t>(sample);
    if (bin >= 0 && bin < num_bins && !hot.add(static_cast<unsigned long long>(bin)))
    {
      add_run(output, bin);
    }
  });
  __syncthreads();
  hot.add_to(output);
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

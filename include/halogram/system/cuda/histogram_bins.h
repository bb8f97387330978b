// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Counters in shared memory: where a bin lies, clearing them, and adding them to the output.

#include <halogram/detail/config.h>

#include <cstdint>
#include <type_traits>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! The type whose atomics a counter goes through: those for signed 64-bit integers do not exist, and
//! two's complement makes the unsigned ones right.
template <class Counter>
using atomic_word = std::conditional_t<sizeof(Counter) == 8, unsigned long long, unsigned>;

template <class Counter>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void add_to_output(Counter* counter, unsigned count)
{
  if (count != 0)
  {
    atomicAdd(reinterpret_cast<atomic_word<Counter>*>(counter), count);
  }
}

//! Where a block's counters lie, as an address in shared memory.
HALOGRAM_DEVICE inline unsigned shared_address(const unsigned* counts)
{
  return static_cast<unsigned>(__cvta_generic_to_shared(counts));
}

//! Counts one sample in `slot`, without a condition: kernels give samples that count nowhere a slot of
//! their own, since a branch around the atomic costs as much as half of a sample's way.
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void count_at(unsigned address, int slot)
{
  // Not atomicAdd: the compiler would work the array's address out anew for every sample.
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(address + 4 * static_cast<unsigned>(slot)));
}

//! The bin counted from `first_bin`, or `bins`, the slot of what counts nowhere, if it is none of
//! `bins`.
template <class Binner, class Sample>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE int bin_from(const Binner& binner, const Sample& sample,
                                                  int first_bin, int bins)
{
  const int bin = binner.template bin<std::int32_t>(sample) - first_bin;
  return static_cast<int>(min(static_cast<unsigned>(bin), static_cast<unsigned>(bins)));
}

//! One counter a bin. The bank is mixed with higher bits of the bin: values with many zero bits would
//! else all meet in bank 0.
struct swizzled_bins
{
  static constexpr int copies = 1;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static int slot(int bin)
  {
    return bin ^ ((bin >> 5) & 31);
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static unsigned count(const unsigned* counts, int bin)
  {
    return counts[slot(bin)];
  }
};

//! `Copies` counters a bin, side by side and shared out over the lanes: fewer lanes meet.
template <int Copies>
struct interleaved_bins
{
  static constexpr int copies = Copies;

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static int slot(int bin)
  {
    return bin * Copies + static_cast<int>(threadIdx.x % Copies);
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static unsigned count(const unsigned* counts, int bin)
  {
    unsigned sum = 0;
#pragma unroll
    for (int copy = 0; copy < Copies; ++copy)
    {
      sum += counts[slot(bin) / Copies * Copies + (threadIdx.x + copy) % Copies];
    }
    return sum;
  }
};

//! Sets the block's `slots` counters to zero; `slots` is a multiple of 4.
HALOGRAM_DEVICE inline void clear_counts(unsigned* counts, int slots)
{
  for (int i = static_cast<int>(threadIdx.x); i < slots / 4; i += static_cast<int>(blockDim.x))
  {
    reinterpret_cast<uint4*>(counts)[i] = uint4{0, 0, 0, 0};
  }
}

//! Adds the block's counts of `bins` bins to the output. Blocks start at different bins, since they
//! tend to come here at the same time.
template <class Layout, class Counter>
HALOGRAM_DEVICE void add_counts(const unsigned* counts, int bins, Counter* output)
{
  const int threads = static_cast<int>(blockDim.x);
  const int turns = (bins + threads - 1) / threads;
  const int first_turn = static_cast<int>(blockIdx.x) % turns;
  for (int turn = 0; turn < turns; ++turn)
  {
    const int shifted = first_turn + turn < turns ? first_turn + turn : first_turn + turn - turns;
    const int bin = shifted * threads + static_cast<int>(threadIdx.x);
    if (bin < bins)
    {
      add_to_output(output + bin, Layout::count(counts, bin));
    }
  }
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

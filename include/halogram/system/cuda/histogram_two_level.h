// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! histogram_path::two_level. A first kernel splits each tile of samples by bucket, that is by the
//! high bits of their bins, and writes the low 16 bits out bucket by bucket; a second gives each block
//! one bucket's parts of many tiles to count in shared memory. Whatever the number of bins, a sample
//! is read once, and its 2 bytes written and read once.
//!
//! Ranks within a tile come from an atomic that returns the old value, which is slow where lanes meet.
//! Each counter is therefore striped over lanes, so that skew cannot ruin it.

#include <cub/block/block_scan.cuh>
#include <halogram/system/cuda/histogram_bins.h>
#include <halogram/system/cuda/histogram_kernels.h>
#include <halogram/system/cuda/histogram_plan.h>
#include <halogram/system/cuda/sample_source.h>

#include <algorithm>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Temporary memory of one round, and what both kernels know of it.
struct split_layout
{
  std::uint16_t* parts; //!< `split_region(buckets)` words a tile
  unsigned* places; //!< a tile's buckets: start of the part in 16-byte units << 16 | samples - 1
  unsigned* totals; //!< samples a bucket, over the round's tiles
  int buckets;
  int bucket_log2;
  int stripes_log2;        //!< counters a bucket in the split, shared out over the lanes
  int first_bin;           //!< of bucket 0
  int bins;                //!< in all buckets
  std::int64_t first_tile; //!< of the round, in the input
  std::int64_t tiles;      //!< of the round
};

//! No samples of the bucket in the tile.
inline constexpr unsigned empty_place = 0xffffffffu;

inline constexpr int split_blocks_at_once = 2;

inline constexpr int split_samples_per_thread = split_tile / split_threads;

//! The samples of a tile that fall to a thread, still as loaded. Tiles are made of packets; what lies
//! before the first packet and behind the last is a tile of its own, the last one.
template <class Source>
struct tile_packets
{
  static constexpr int packets = split_samples_per_thread / Source::packet_samples;

  typename Source::packet loaded[packets];

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static std::int64_t index(std::int64_t tile, int i)
  {
    return (tile * packets + i) * split_threads + static_cast<int>(threadIdx.x);
  }

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load(const Source& source, std::int64_t tile)
  {
    // In place of packets that are not there the last one: no binner must see anything but samples.
    const std::int64_t last = source.packets() - 1;
    if (last < 0)
    {
      return;
    }
#pragma unroll
    for (int i = 0; i < packets; ++i)
    {
      loaded[i] = source.load(index(tile, i) < last ? index(tile, i) : last);
    }
  }

  //! The bins counted from the layout's first, `none` where there is none.
  template <class Binner>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void bins(const Source& source, const Binner& binner,
                                                 const split_layout& layout, std::int64_t tile,
                                                 int (&result)[split_samples_per_thread]) const
  {
    const int none = layout.buckets << layout.bucket_log2;
    const auto bin_of = [&](const typename Source::sample_type& sample) {
      return bin_from(binner, sample, layout.first_bin, none);
    };
    if (source.packets() > 0)
    {
      int next = 0;
#pragma unroll
      for (int i = 0; i < packets; ++i)
      {
        const auto keep = [&](const typename Source::sample_type& sample) {
          result[next++] = bin_of(sample);
        };
        source.visit_packet(loaded[i], keep);
      }
    }
    if (index(tile + 1, 0) <= source.packets())
    {
      return;
    }
    // A tile cut short, or the last one of all, of samples in no packet.
    const std::int64_t in_packets = source.packets() * Source::packet_samples;
    const int rest = static_cast<int>(source.count() - in_packets);
    const bool is_rest = index(tile, 0) - static_cast<int>(threadIdx.x) >= source.packets();
    const int thread = static_cast<int>(threadIdx.x);
#pragma unroll
    for (int i = 0; i < split_samples_per_thread; ++i)
    {
      const bool is_there = index(tile, i / Source::packet_samples) < source.packets();
      result[i] = is_there ? result[i] : none;
    }
    if (is_rest && thread < rest)
    {
      result[0] = bin_of(source.sample(thread < source.head() ? thread : thread + in_packets));
    }
  }
};

//! Tiles that a source's samples make, the last one for what fills no packet included.
template <class Source>
std::int64_t split_tiles(const Source& source)
{
  const std::int64_t in_packets = source.packets() * Source::packet_samples;
  return ceil_div(in_packets, split_tile) + (source.count() > in_packets ? 1 : 0);
}

//! Shared memory of the split, followed by the staged parts.
struct split_shared
{
  using scan = ::cub::BlockScan<int, split_threads, ::cub::BLOCK_SCAN_WARP_SCANS>;

  int counters[split_counters]; //!< counts, then places in the staged region, of (bucket, stripe)
  unsigned totals[split_max_buckets];
  union
  {
    typename scan::TempStorage scan_storage;
    uint4 alignment;
  };

  HALOGRAM_DEVICE std::uint16_t* staging()
  {
    return reinterpret_cast<std::uint16_t*>(this + 1);
  }
};

HALOGRAM_HOST_DEVICE constexpr int split_shared_bytes(int buckets)
{
  return static_cast<int>(sizeof(split_shared)) + static_cast<int>(split_region(buckets)) * 2;
}

//! Where place `place` of the region is staged. Lanes write far apart, by equal distances, so the banks
//! are mixed with higher bits; the 8 places of a packet stay together.
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE int staged(int place)
{
  return place ^ ((place >> 3 ^ place >> 6) & 56);
}

//! From the tile's counts to places: where each counter's samples go in the staged region, and where
//! each bucket starts and how many samples it holds. A bucket's start is rounded up to a packet, for
//! which bucket b moves up by b packets.
HALOGRAM_DEVICE inline void place_buckets(split_shared& shared, const split_layout& layout,
                                          unsigned* places)
{
  constexpr int per_thread = split_counters / split_threads;
  const int first = static_cast<int>(threadIdx.x) * per_thread;
  int ranks[per_thread];
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
  {
    ranks[i] = shared.counters[first + i];
  }
  split_shared::scan(shared.scan_storage).ExclusiveSum(ranks, ranks);
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
  {
    shared.counters[first + i] = ranks[i];
  }
  __syncthreads();
  const auto start_of = [](int bucket, int rank) { return (rank + 7) / 8 * 8 + 8 * bucket; };
  const int bucket = static_cast<int>(threadIdx.x);
  if (bucket < layout.buckets)
  {
    const int rank = shared.counters[bucket << layout.stripes_log2];
    const int samples = shared.counters[(bucket + 1) << layout.stripes_log2] - rank;
    shared.totals[bucket] += static_cast<unsigned>(samples);
    places[bucket] = samples == 0 ? empty_place
                                  : static_cast<unsigned>(start_of(bucket, rank) / 8) << 16
                                      | static_cast<unsigned>(samples - 1);
  }
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
  {
    const int of_bucket = (first + i) >> layout.stripes_log2;
    const int rank = shared.counters[of_bucket << layout.stripes_log2];
    ranks[i] += start_of(of_bucket, rank) - rank;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < per_thread; ++i)
  {
    shared.counters[first + i] = ranks[i];
  }
  __syncthreads();
}

//! The first kernel: each block splits tiles of the round in turn.
template <class Source, class Binner>
__global__ void __launch_bounds__(split_threads, split_blocks_at_once)
  split_samples(Source source, Binner binner, split_layout layout)
{
  split_shared& shared = *reinterpret_cast<split_shared*>(histogram_shared_memory);
  std::uint16_t* const staging = shared.staging();
  const int thread = static_cast<int>(threadIdx.x);
  const int stripe = thread & ((1 << layout.stripes_log2) - 1);
  const int region_packets = static_cast<int>(split_region(layout.buckets) / 8);
  const auto counter_of = [&](int bin) {
    return (bin >> layout.bucket_log2 << layout.stripes_log2) + stripe;
  };
  if (thread < layout.buckets)
  {
    shared.totals[thread] = 0;
  }
  for (std::int64_t tile = blockIdx.x; tile < layout.tiles; tile += gridDim.x)
  {
    for (int i = thread; i < split_counters; i += split_threads)
    {
      shared.counters[i] = 0;
    }
    int bins[split_samples_per_thread];
    unsigned ranks[split_samples_per_thread / 2] = {}; // two to a register, which are scarce here
    tile_packets<Source> packets; // the other block of the multiprocessor works while these arrive
    packets.load(source, layout.first_tile + tile);
    packets.bins(source, binner, layout, layout.first_tile + tile, bins);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < split_samples_per_thread; ++i)
    {
      const int rank = atomicAdd(shared.counters + counter_of(bins[i]), 1);
      ranks[i / 2] |= static_cast<unsigned>(rank) << i % 2 * 16;
    }
    __syncthreads();
    place_buckets(shared, layout, layout.places + tile * layout.buckets);
#pragma unroll
    for (int i = 0; i < split_samples_per_thread; ++i)
    {
      const int place = static_cast<int>(ranks[i / 2] >> i % 2 * 16 & 0xffffu)
                        + shared.counters[counter_of(bins[i])];
      const int low = bins[i] & ((1 << layout.bucket_log2) - 1);
      staging[staged(place)] = static_cast<std::uint16_t>(low);
    }
    __syncthreads();
    uint4* const parts = reinterpret_cast<uint4*>(layout.parts) + tile * region_packets;
    for (int i = thread; i < region_packets; i += split_threads)
    {
      parts[i] = *reinterpret_cast<const uint4*>(staging + staged(8 * i));
    }
  }
  __syncthreads();
  if (thread < layout.buckets)
  {
    atomicAdd(layout.totals + thread, shared.totals[thread]);
  }
}

//! Lays a round's data out in `memory`, of `split_bytes(tiles, buckets)` bytes at least.
inline split_layout make_split_layout(void* memory, int bucket_log2, std::int64_t first_bin,
                                      std::int64_t bins, std::int64_t first_tile,
                                      std::int64_t tiles)
{
  split_layout layout{};
  layout.bucket_log2 = bucket_log2;
  layout.buckets = static_cast<int>(ceil_div(bins, std::int64_t{1} << bucket_log2));
  const int stripes = std::min((split_counters - 1) / (layout.buckets + 1), warp_lanes);
  layout.stripes_log2 = plan_detail::log2_floor(stripes);
  layout.first_bin = static_cast<int>(first_bin);
  layout.bins = static_cast<int>(bins);
  layout.first_tile = first_tile;
  layout.tiles = tiles;
  layout.parts = static_cast<std::uint16_t*>(memory);
  layout.places = reinterpret_cast<unsigned*>(layout.parts + tiles * split_region(layout.buckets));
  layout.totals = layout.places + tiles * layout.buckets;
  return layout;
}

//! Threads of a block of the second kernel, one of which fills a multiprocessor.
inline constexpr int count_threads = 1024;

//! Work is cut finer than the multiprocessors are many, so that buckets of any size fill them.
inline constexpr int count_units_per_multiprocessor = 2;

//! What finding a part costs, in samples.
inline constexpr int part_cost = 32;

//! The work of a block of the second kernel: every `units`-th tile's part of a bucket, from `first`
//! on. Parts are dealt out in turn, so that sorted samples fall to all units alike.
struct bucket_unit
{
  int bucket;
  int first;
  int units;
};

// A bucket gets units in proportion to its cost, at least one if it has any samples.
HALOGRAM_DEVICE inline bucket_unit find_unit(const split_layout& layout, unsigned cost_per_unit)
{
  using scan = ::cub::BlockScan<int, count_threads, ::cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename scan::TempStorage storage;
  __shared__ bucket_unit found;
  const int bucket = static_cast<int>(threadIdx.x);
  const unsigned samples = bucket < layout.buckets ? layout.totals[bucket] : 0;
  const unsigned cost = samples + static_cast<unsigned>(layout.tiles) * part_cost;
  const int units = samples == 0 ? 0 : max(1, static_cast<int>(cost / cost_per_unit));
  int units_before;
  if (threadIdx.x == 0)
  {
    found = bucket_unit{-1, 0, 0};
  }
  scan(storage).ExclusiveSum(units, units_before);
  __syncthreads();
  const int unit = static_cast<int>(blockIdx.x) - units_before;
  if (unit >= 0 && unit < units)
  {
    found = bucket_unit{bucket, unit, units};
  }
  __syncthreads();
  return found;
}

// Counts the packet's entries, those from `samples` on in the slot of what counts nowhere.
HALOGRAM_DEVICE inline void count_packet(unsigned address, const uint4& packet, int samples,
                                         int none)
{
  const unsigned words[4] = {packet.x, packet.y, packet.z, packet.w};
  if (samples >= 8)
  {
#pragma unroll
    for (int i = 0; i < 8; ++i)
    {
      count_at(address,
               swizzled_bins::slot(static_cast<int>(words[i / 2] >> i % 2 * 16 & 0xffffu)));
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
  {
    const int bin = static_cast<int>(words[i / 2] >> i % 2 * 16 & 0xffffu);
    count_at(address, swizzled_bins::slot(i < samples ? bin : none));
  }
}

HALOGRAM_HOST_DEVICE constexpr int packets_of(unsigned place)
{
  return place == empty_place ? 0 : static_cast<int>((place & 0xffffu) + 8) / 8;
}

// How many lanes read a part together, a power of two: half as many as the longest of the warp's parts
// has packets, so that short parts are read many at a time.
HALOGRAM_DEVICE inline int lanes_per_part(unsigned place)
{
  int packets = packets_of(place);
#pragma unroll
  for (int distance = warp_lanes / 2; distance > 0; distance /= 2)
  {
    packets = max(packets, __shfl_xor_sync(~0u, packets, distance));
  }
  return packets <= 2 ? 1 : min(warp_lanes, 1 << (32 - __clz((packets - 1) / 2)));
}

HALOGRAM_DEVICE inline void count_part(unsigned address, const std::uint16_t* region,
                                       unsigned place, int lanes, int none)
{
  const uint4* const part = reinterpret_cast<const uint4*>(region) + (place >> 16);
  const int samples = static_cast<int>(place & 0xffffu) + 1;
  const int packets = packets_of(place);
  for (int i = static_cast<int>(threadIdx.x) & (lanes - 1); i < packets; i += 2 * lanes)
  {
    const bool has_second = i + lanes < packets;
    const uint4 first = __ldcs(part + i);
    const uint4 second = __ldcs(part + (has_second ? i + lanes : i));
    count_packet(address, first, samples - 8 * i, none);
    if (has_second)
    {
      count_packet(address, second, samples - 8 * (i + lanes), none);
    }
  }
}

//! The second kernel: each block counts one bucket's parts of its tiles.
template <class Counter>
__global__ void __launch_bounds__(count_threads)
  count_buckets(split_layout layout, unsigned cost_per_unit, Counter* output)
{
  const bucket_unit unit = find_unit(layout, cost_per_unit);
  if (unit.bucket < 0)
  {
    return;
  }
  unsigned* const counts = shared_counts();
  const unsigned address = shared_address(counts);
  clear_counts(counts, static_cast<int>(private_bytes(1 << layout.bucket_log2) / 4));
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) % warp_lanes;
  const int warp = static_cast<int>(threadIdx.x) / warp_lanes;
  const std::int64_t region = split_region(layout.buckets);
  // Turn by turn a warp sees as many tiles as it has lanes, those of all warps interleaved.
  for (std::int64_t turn = 0; unit.first + turn * unit.units < layout.tiles; turn += count_threads)
  {
    const auto tile_of = [&](int of_lane) {
      return unit.first + (turn + of_lane * (count_threads / warp_lanes) + warp) * unit.units;
    };
    const unsigned mine = tile_of(lane) < layout.tiles
                            ? layout.places[tile_of(lane) * layout.buckets + unit.bucket]
                            : empty_place;
    if (__all_sync(~0u, mine == empty_place))
    {
      continue;
    }
    const int lanes = lanes_per_part(mine);
    for (int part = 0; part < warp_lanes; part += warp_lanes / lanes)
    {
      const int of_lane = part + lane / lanes;
      const unsigned place = __shfl_sync(~0u, mine, of_lane);
      if (place != empty_place)
      {
        count_part(address, layout.parts + tile_of(of_lane) * region, place, lanes,
                   1 << layout.bucket_log2);
      }
    }
  }
  __syncthreads();
  const int first_bin = unit.bucket << layout.bucket_log2;
  add_counts<swizzled_bins>(counts, min(1 << layout.bucket_log2, layout.bins - first_bin),
                            output + layout.first_bin + first_bin);
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

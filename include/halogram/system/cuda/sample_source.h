// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How kernels read samples: in 16-byte packets from contiguous memory, one by one through any other
//! iterator, with the next tile's loads in flight while this one's samples are visited.

#include <cuda/std/cstdint>
#include <cuda/std/type_traits>

#include <halogram/detail/execution.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <cstring>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! Samples a thread has in flight are held in so many packets (of 16 bytes or of one value).
inline constexpr int contiguous_unroll = 2;
inline constexpr int iterator_unroll = 8;

//! Blocks of 1024 threads that a multiprocessor of the architecture compiled for has room for. With
//! two, a thread has 32 registers, which suffice for contiguous samples.
#if defined(__CUDA_ARCH__)                                                  \
  && (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 \
      || __CUDA_ARCH__ == 1030)
inline constexpr int most_blocks_of_1024 = 2;
#else
inline constexpr int most_blocks_of_1024 = 1;
#endif

//! Contiguous samples. Packets are aligned to 16 bytes wherever the samples start; those before the
//! first packet and behind the last are read one by one.
template <class Sample>
class contiguous_source
{
public:
  using sample_type = Sample;
  using packet = uint4;
  static constexpr int packet_samples = static_cast<int>(sizeof(packet) / sizeof(Sample));
  static constexpr int unroll = contiguous_unroll;
  static constexpr int blocks_at_once = most_blocks_of_1024;

  contiguous_source(const Sample* first, std::int64_t count)
      : first_(first)
      , count_(count)
  {
    const auto misaligned =
      reinterpret_cast<std::uintptr_t>(first) % sizeof(packet) / sizeof(Sample);
    const std::int64_t before = misaligned == 0 ? 0 : packet_samples - static_cast<int>(misaligned);
    head_ = before < count ? before : count;
  }

  HALOGRAM_HOST_DEVICE std::int64_t count() const
  {
    return count_;
  }
  HALOGRAM_HOST_DEVICE std::int64_t head() const
  {
    return head_;
  }
  HALOGRAM_HOST_DEVICE std::int64_t packets() const
  {
    return (count_ - head_) / packet_samples;
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE packet load(std::int64_t index) const
  {
    return __ldcs(reinterpret_cast<const packet*>(first_ + head_) + index);
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE Sample sample(std::int64_t index) const
  {
    return first_[index];
  }

  template <class Visit>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void visit_packet(const packet& loaded, Visit& visit) const
  {
    const unsigned words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
    if constexpr (sizeof(Sample) < 4)
    {
      constexpr int bits = 8 * static_cast<int>(sizeof(Sample));
#pragma unroll
      for (int i = 0; i < packet_samples; ++i)
      {
        constexpr int per_word = 32 / bits;
        visit(reinterpret<Sample>(words[i / per_word] >> (i % per_word * bits)));
      }
    }
    else
    {
      Sample samples[packet_samples];
      std::memcpy(samples, words, sizeof(packet));
#pragma unroll
      for (int i = 0; i < packet_samples; ++i)
      {
        visit(samples[i]);
      }
    }
  }

private:
  // The low bits of a register as a sample; integers by a cast, which is one instruction or none.
  template <class T>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE static T reinterpret(unsigned bits)
  {
    if constexpr (::cuda::std::is_integral_v<T> && !::cuda::std::is_same_v<T, bool>)
    {
      return static_cast<T>(bits);
    }
    else
    {
      T value;
      std::memcpy(&value, &bits, sizeof(T));
      return value;
    }
  }

  const Sample* first_;
  std::int64_t count_;
  std::int64_t head_;
};

//! Samples behind any random access iterator. A packet is one value, or where values have no default
//! constructor, so that no array can wait for them, its index.
template <class Iterator>
class iterator_source
{
public:
  using sample_type = detail::value_of<Iterator>;
  static constexpr bool loads_values =
    ::cuda::std::is_default_constructible_v<
      sample_type> && ::cuda::std::is_copy_assignable_v<sample_type>;
  using packet = ::cuda::std::conditional_t<loads_values, sample_type, std::int64_t>;
  static constexpr int packet_samples = 1;
  static constexpr int unroll = sizeof(packet) <= 8 ? iterator_unroll : iterator_unroll / 2;

  static constexpr int blocks_at_once = 1; //!< a user's functors may need the registers

  iterator_source(Iterator first, std::int64_t count)
      : first_(first)
      , count_(count)
  {}

  HALOGRAM_HOST_DEVICE std::int64_t count() const
  {
    return count_;
  }
  HALOGRAM_HOST_DEVICE std::int64_t head() const
  {
    return 0;
  }
  HALOGRAM_HOST_DEVICE std::int64_t packets() const
  {
    return count_;
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE packet load(std::int64_t index) const
  {
    if constexpr (loads_values)
    {
      return sample(index);
    }
    else
    {
      return index;
    }
  }
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE sample_type sample(std::int64_t index) const
  {
    return first_[static_cast<typename ::thrust::iterator_difference<Iterator>::type>(index)];
  }
  template <class Visit>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void visit_packet(const packet& loaded, Visit& visit) const
  {
    if constexpr (loads_values)
    {
      visit(loaded);
    }
    else
    {
      visit(sample(loaded));
    }
  }

private:
  Iterator first_;
  std::int64_t count_;
};

//! A block's way through the samples that fall to `worker` of `workers` blocks, in tiles dealt out in
//! turn. The first tile's loads are issued by the constructor, so that they travel while the block
//! prepares its counters.
template <class Source>
class sample_reader
{
  static constexpr int unroll = Source::unroll;
  using packet = typename Source::packet;

public:
  HALOGRAM_DEVICE sample_reader(const Source& source, int worker, int workers)
      : source_(source)
      , worker_(worker)
      , workers_(workers)
      , tile_(static_cast<int>(blockDim.x) * unroll)
      , tiles_(source.packets() / tile_)
  {
    if (worker < tiles_)
    {
      load(current_, first_packet());
    }
  }

  //! Calls `visit(sample)` for each sample.
  template <class Visit>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void operator()(Visit visit)
  {
    visit_tiles(visit);
    visit_rest(visit);
  }

private:
  HALOGRAM_DEVICE std::int64_t first_packet() const
  {
    return static_cast<std::int64_t>(worker_) * tile_ + static_cast<int>(threadIdx.x);
  }

  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load(packet (&packets)[unroll],
                                                 std::int64_t first) const
  {
#pragma unroll
    for (int u = 0; u < unroll; ++u)
    {
      packets[u] = source_.load(first + u * static_cast<int>(blockDim.x));
    }
  }

  template <class Visit>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void visit_tiles(Visit& visit)
  {
    const std::int64_t step = static_cast<std::int64_t>(workers_) * tile_;
    const std::int64_t end = tiles_ * tile_;
    for (std::int64_t at = first_packet(); at < end; at += step)
    {
      packet next[unroll];
      load(next, at + step < end ? at + step : at); // without a branch, so that loads go first
#pragma unroll
      for (int u = 0; u < unroll; ++u)
      {
        source_.visit_packet(current_[u], visit);
      }
#pragma unroll
      for (int u = 0; u < unroll; ++u)
      {
        current_[u] = next[u];
      }
    }
  }

  // What fills no tile: samples before the first packet, then those behind the last tile.
  template <class Visit>
  HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void visit_rest(Visit& visit)
  {
    const std::int64_t in_tiles = tiles_ * tile_ * Source::packet_samples;
    const std::int64_t rest = source_.count() - in_tiles;
    const int last_worker = static_cast<int>(tiles_ % workers_); // who would have the next tile
    const int turn =
      worker_ >= last_worker ? worker_ - last_worker : worker_ - last_worker + workers_;
    const int threads = static_cast<int>(blockDim.x);
    for (std::int64_t i = static_cast<std::int64_t>(turn) * threads + threadIdx.x; i < rest;
         i += static_cast<std::int64_t>(workers_) * threads)
    {
      visit(source_.sample(i < source_.head() ? i : i + in_tiles));
    }
  }

  const Source& source_;
  int worker_;
  int workers_;
  int tile_;
  std::int64_t tiles_;
  packet current_[unroll];
};

//! Whether samples behind an iterator are read in packets.
template <class Iterator>
struct reads_packets
{
  using value = detail::value_of<Iterator>;
  static constexpr bool yes =
    ::thrust::is_contiguous_iterator_v<
      Iterator> && ::cuda::std::is_trivially_copyable_v<value> && ::cuda::std::is_default_constructible_v<value> && !::cuda::std::is_same_v<value, bool> && (sizeof(value) == 1 || sizeof(value) == 2 || sizeof(value) == 4 || sizeof(value) == 8)
    && alignof(value) == sizeof(value);
};

template <class Iterator>
auto make_source(Iterator first, std::int64_t count)
{
  if constexpr (reads_packets<Iterator>::yes)
  {
    return contiguous_source<detail::value_of<Iterator>>(
      ::thrust::unwrap_contiguous_iterator(first), count);
  }
  else
  {
    return iterator_source<Iterator>(first, count);
  }
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The histogram of OpenMP and TBB: workers take chunks of the samples in turn, count each in memory
//! of its own, and add their counts to the totals when the samples are used up.

#include <halogram/detail/histogram_counting.h>
#include <halogram/detail/parallel.h>
#include <halogram/system/sequential/histogram.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Up to so many bins, private counts are on the worker's stack (256 KiB) ...
inline constexpr std::int64_t max_stack_bins = 65536;
//! ... and beyond, in temporary memory: at most so much in all, and so much a sample.
inline constexpr std::int64_t max_temporary_bytes = std::int64_t{512} << 20;
inline constexpr std::int64_t max_temporary_bytes_per_sample = 3;

//! How many workers pay: clearing and adding their counts must not outweigh counting.
inline int histogram_workers(int concurrency, std::int64_t samples, std::int64_t num_bins)
{
  constexpr std::int64_t min_samples_per_worker = 8192;
  std::int64_t workers =
    std::min<std::int64_t>(concurrency, samples / std::max(2 * num_bins, min_samples_per_worker));
  if (num_bins > max_stack_bins)
  {
    const std::int64_t bytes = private_counts::size(num_bins) * std::int64_t{sizeof(std::uint32_t)};
    const std::int64_t limit =
      std::min(max_temporary_bytes, samples * max_temporary_bytes_per_sample);
    workers = std::min(workers, limit / bytes);
  }
  return static_cast<int>(std::max<std::int64_t>(workers, 1));
}

//! The samples, handed out in chunks, so that a worker that is held up holds up no other.
template <class InputIt>
class sample_queue
{
public:
  sample_queue(InputIt first, std::int64_t samples, int workers)
      : first_(first)
      , samples_(samples)
      , chunk_(
          std::clamp<std::int64_t>(samples / (8 * workers), block_samples, 128 * block_samples))
  {}

  template <class Binner>
  void count_in(private_counts& counts, const Binner& binner)
  {
    using difference = typename ::cuda::std::iterator_traits<InputIt>::difference_type;
    for (std::int64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed); begin < samples_;
         begin = next_.fetch_add(chunk_, std::memory_order_relaxed))
    {
      counts.count(first_ + static_cast<difference>(begin), std::min(chunk_, samples_ - begin),
                   binner);
    }
  }

private:
  InputIt first_;
  std::int64_t samples_;
  std::int64_t chunk_;
  std::atomic<std::int64_t> next_{0};
};

//! Totals to which several workers add, each part of the bins under a lock of its own.
template <class Totals>
class shared_totals
{
public:
  shared_totals(Totals totals, std::int64_t num_bins)
      : totals_(totals)
      , num_bins_(num_bins)
  {}

  //! Workers start with different parts, so that they seldom wait.
  void add(const private_counts& counts, int worker)
  {
    for (int i = 0; i < parts; ++i)
    {
      const int part = (worker + i) % parts;
      const std::int64_t begin = num_bins_ / parts * part;
      const std::int64_t end = part + 1 == parts ? num_bins_ : num_bins_ / parts * (part + 1);
      const std::lock_guard<std::mutex> lock(locks_[static_cast<std::size_t>(part)]);
      counts.add_to_totals(totals_, begin, end);
    }
  }

private:
  static constexpr int parts = 16;

  Totals totals_;
  std::int64_t num_bins_;
  std::array<std::mutex, parts> locks_;
};

//! Adds the samples, at most `private_counts::max_samples`, to the totals by several workers.
//! @return false, with nothing done, where there is no memory for their counts
template <class Policy, class InputIt, class Totals, class Binner>
bool count_by_workers(const Policy& policy, int workers, InputIt first, std::int64_t samples,
                      Totals totals, std::int64_t num_bins, const Binner& binner)
{
  sample_queue<InputIt> queue(first, samples, workers);
  shared_totals<Totals> shared(totals, num_bins);
  const auto work = [&](int worker, std::uint32_t* memory) {
    private_counts counts(memory, num_bins);
    queue.count_in(counts, binner);
    shared.add(counts, worker);
  };
  if (num_bins <= max_stack_bins)
  {
    run_tasks(policy, workers, [&](int worker) {
      std::uint32_t memory[private_counts::size(max_stack_bins)];
      work(worker, memory);
    });
    return true;
  }
  const std::int64_t size = private_counts::size(num_bins);
  const temporary_buffer<std::uint32_t, Policy> memory(policy, workers * size, std::nothrow);
  if (memory.data() == nullptr)
  {
    return false;
  }
  run_tasks(policy, workers, [&](int worker) { work(worker, memory.data() + worker * size); });
  return true;
}

//! The histogram of a system of threads. Iterators that are not random access are left to the calling
//! thread.
template <class System, class Policy, class InputIt, class BinIt, class Binner>
BinIt parallel_histogram(const Policy& policy, InputIt first, InputIt last, BinIt bins,
                         std::int64_t num_bins, const Binner& binner)
{
  if constexpr (is_indexable_v<InputIt>)
  {
    return count_by_totals(policy, bins, num_bins, [&](auto totals) {
      using difference = typename ::cuda::std::iterator_traits<InputIt>::difference_type;
      const auto samples = static_cast<std::int64_t>(last - first);
      const int workers = histogram_workers(task_concurrency<System>(), samples, num_bins);
      for (std::int64_t done = 0; done < samples; done += private_counts::max_samples)
      {
        const auto piece = plain_iterator(first + static_cast<difference>(done));
        const std::int64_t count = std::min(samples - done, private_counts::max_samples);
        if (workers == 1
            || !count_by_workers(policy, workers, piece, count, totals, num_bins, binner))
        {
          run_tasks(policy, 1,
                    [&](int) { count_in_thread(piece, count, totals, num_bins, binner); });
        }
      }
    });
  }
  else
  {
    return system::sequential::histogram(policy, first, last, bins, num_bins, binner);
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

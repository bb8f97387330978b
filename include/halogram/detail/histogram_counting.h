// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What the sequential, OpenMP and TBB histograms share: counting a run of samples, and the totals
//! that counts are added to.
//!
//! *Totals* are the output itself where it can be counted in, otherwise temporary integers that are
//! written to it at the end. *Private counts* have 32 bits and belong to one thread; they are added
//! to the totals before they can overflow.

#include <cuda/std/iterator>
#include <cuda/std/type_traits>

#include <halogram/detail/binning.h>
#include <halogram/detail/execution.h>
#include <halogram/detail/temporary_buffer.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/memory.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <algorithm>
#include <cstdint>
#include <utility>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Whether samples or bins can be reached by their number.
template <class Iterator>
inline constexpr bool is_indexable_v =
  ::cuda::std::is_convertible_v<typename ::thrust::iterator_traversal<Iterator>::type,
                                ::thrust::random_access_traversal_tag>;

//! A raw pointer where the iterator stands for one.
template <class Iterator>
HALOGRAM_HOST_DEVICE auto plain_iterator(Iterator it)
{
  if constexpr (::thrust::is_contiguous_iterator_v<Iterator>)
  {
    return ::thrust::unwrap_contiguous_iterator(it);
  }
  else
  {
    return it;
  }
}
template <class Iterator>
using plain_iterator_t = decltype(detail::plain_iterator(std::declval<Iterator>()));

template <class Counter>
inline constexpr bool is_counter_reference_v =
  ::cuda::std::is_lvalue_reference_v<Counter>&& ::cuda::std::is_integral_v<
    ::cuda::std::remove_reference_t<
      Counter>> && !::cuda::std::is_same_v<::cuda::std::remove_reference_t<Counter>, bool>;

//! Whether counts can be kept in the output: it can be read, and integers wrap as the final count does.
template <class BinIt>
constexpr bool holds_totals()
{
  if constexpr (is_indexable_v<BinIt>)
  {
    return is_counter_reference_v<decltype(*std::declval<plain_iterator_t<BinIt>>())>;
  }
  else
  {
    return false;
  }
}

HALOGRAM_EXEC_CHECK_DISABLE
template <class Totals>
HALOGRAM_HOST_DEVICE void clear_totals(Totals totals, std::int64_t num_bins)
{
  using difference = typename ::cuda::std::iterator_traits<Totals>::difference_type;
  for (std::int64_t bin = 0; bin < num_bins; ++bin)
  {
    totals[static_cast<difference>(bin)] = 0;
  }
}

//! Adds `count` to a counter of any width, modulo that width.
template <class Counter, class Count>
HALOGRAM_HOST_DEVICE void add_to(Counter& counter, Count count)
{
  counter = static_cast<Counter>(static_cast<unsigned long long>(counter) + count);
}

//! Writes counts through an output iterator and returns its end.
HALOGRAM_EXEC_CHECK_DISABLE
template <class BinIt>
HALOGRAM_HOST_DEVICE BinIt write_counts(const unsigned long long* counts, std::int64_t num_bins,
                                        BinIt bins)
{
  using counter = value_of<BinIt>;
  for (std::int64_t bin = 0; bin < num_bins; ++bin, ++bins)
  {
    if constexpr (::cuda::std::is_arithmetic_v<counter>)
    {
      *bins = static_cast<counter>(counts[bin]);
    }
    else
    {
      *bins = counts[bin];
    }
  }
  return bins;
}

//! What an iterator refers to, as binners are to see it: a number, never a proxy that stands for one.
HALOGRAM_EXEC_CHECK_DISABLE
template <class InputIt, class Reference>
HALOGRAM_HOST_DEVICE decltype(auto) sample_at(Reference&& reference)
{
  if constexpr (is_number_v<value_of<InputIt>>)
  {
    return static_cast<value_of<InputIt>>(reference);
  }
  else
  {
    return ::thrust::raw_reference_cast(static_cast<Reference&&>(reference));
  }
}

//! Counts one sample after the other, with any iterator and any number of bins.
HALOGRAM_EXEC_CHECK_DISABLE
template <class InputIt, class Totals, class Binner>
HALOGRAM_HOST_DEVICE void count_each(InputIt first, InputIt last, Totals totals,
                                     const Binner& binner)
{
  using difference = typename ::cuda::std::iterator_traits<Totals>::difference_type;
  for (; first != last; ++first)
  {
    const std::int64_t bin = binner.template bin<std::int64_t>(detail::sample_at<InputIt>(*first));
    if (bin >= 0)
    {
      ++totals[static_cast<difference>(bin)];
    }
  }
}

inline constexpr int block_samples = 512;

//! Calls `add(numbers, n)` with the bin numbers of the samples, some hundred at a time. Computing
//! them in a loop of their own, of fixed length, lets compilers vectorise the rule.
template <class InputIt, class Binner, class Add>
void for_each_block_of_bins(InputIt first, std::int64_t samples, const Binner& shared_binner,
                            Add add)
{
  using difference = typename ::cuda::std::iterator_traits<InputIt>::difference_type;
  const Binner binner = shared_binner; // the compiler then knows that counting leaves it alone
  std::int32_t numbers[block_samples];
  for (; samples >= block_samples; samples -= block_samples, first += block_samples)
  {
    for (int i = 0; i < block_samples; ++i)
    {
      numbers[i] = binner.template bin<std::int32_t>(
        detail::sample_at<InputIt>(first[static_cast<difference>(i)]));
    }
    add(numbers, block_samples);
  }
  const int rest = static_cast<int>(samples);
  for (int i = 0; i < rest; ++i)
  {
    numbers[i] = binner.template bin<std::int32_t>(
      detail::sample_at<InputIt>(first[static_cast<difference>(i)]));
  }
  add(numbers, rest);
}

//! One thread's counts, in several copies where the bins are few: consecutive samples of one bin then
//! do not wait for each other. Each copy starts with a place for samples that count nowhere.
class private_counts
{
public:
  static constexpr std::int64_t max_copied_bins = 2048;
  static constexpr std::int64_t max_samples = std::int64_t{1} << 31; // before totals take over

  //! How many integers `num_bins` bins need.
  static constexpr std::int64_t size(std::int64_t num_bins)
  {
    return (num_bins <= max_copied_bins ? most_copies : 1) * (num_bins + 1);
  }

  //! Clears `size(num_bins)` integers and counts in them.
  private_counts(std::uint32_t* memory, std::int64_t num_bins)
      : memory_(memory)
      , num_bins_(num_bins)
  {
    std::fill_n(memory, size(num_bins), 0u);
  }

  template <class InputIt, class Binner>
  void count(InputIt first, std::int64_t samples, const Binner& binner)
  {
    num_bins_ <= max_copied_bins ? count_in<most_copies>(first, samples, binner)
                                 : count_in<1>(first, samples, binner);
  }

  //! Adds the counts of the bins in `[begin, end)`.
  template <class Totals>
  void add_to_totals(Totals totals, std::int64_t begin, std::int64_t end) const
  {
    using difference = typename ::cuda::std::iterator_traits<Totals>::difference_type;
    const int copies = num_bins_ <= max_copied_bins ? most_copies : 1;
    for (int i = 0; i < copies; ++i)
    {
      const std::uint32_t* counts = copy(i);
      for (std::int64_t bin = begin; bin < end; ++bin)
      {
        detail::add_to(totals[static_cast<difference>(bin)], counts[bin]);
      }
    }
  }

private:
  static constexpr int most_copies = 4;

  std::uint32_t* copy(int i) const
  {
    return memory_ + i * (num_bins_ + 1) + 1;
  }

  template <int Copies, class InputIt, class Binner>
  void count_in(InputIt first, std::int64_t samples, const Binner& binner)
  {
    std::uint32_t* copies[Copies];
    for (int i = 0; i < Copies; ++i)
    {
      copies[i] = copy(i);
    }
    for_each_block_of_bins(first, samples, binner, [&](const std::int32_t* numbers, int count) {
      int i = 0;
      for (; i + Copies <= count; i += Copies)
      {
        for (int j = 0; j < Copies; ++j)
        {
          ++copies[j][numbers[i + j]];
        }
      }
      for (; i < count; ++i)
      {
        ++copies[0][numbers[i]];
      }
    });
  }

  std::uint32_t* memory_;
  std::int64_t num_bins_;
};

//! Adds the samples to the totals in the calling thread.
template <class InputIt, class Totals, class Binner>
void count_in_thread(InputIt first, std::int64_t samples, Totals totals, std::int64_t num_bins,
                     const Binner& binner)
{
  using sample_difference = typename ::cuda::std::iterator_traits<InputIt>::difference_type;
  using bin_difference = typename ::cuda::std::iterator_traits<Totals>::difference_type;
  if (!index_holds<std::int32_t>(num_bins))
  {
    detail::count_each(first, first + static_cast<sample_difference>(samples), totals, binner);
  }
  else if (num_bins > private_counts::max_copied_bins || samples < 8 * num_bins)
  {
    for_each_block_of_bins(first, samples, binner, [&](const std::int32_t* numbers, int count) {
      for (int i = 0; i < count; ++i)
      {
        if (numbers[i] >= 0)
        {
          ++totals[static_cast<bin_difference>(numbers[i])];
        }
      }
    });
  }
  else
  {
    std::uint32_t memory[private_counts::size(private_counts::max_copied_bins)];
    for (std::int64_t done = 0; done < samples; done += private_counts::max_samples)
    {
      private_counts counts(memory, num_bins);
      counts.count(first + static_cast<sample_difference>(done),
                   std::min(samples - done, private_counts::max_samples), binner);
      counts.add_to_totals(totals, 0, num_bins);
    }
  }
}

//! Calls `count(totals)` with cleared totals, has them in the output afterwards and returns its end.
//! Totals that the output cannot hold are 8 bytes a bin of the policy's temporary memory.
template <class Policy, class BinIt, class Count>
BinIt count_by_totals([[maybe_unused]] const Policy& policy, BinIt bins, std::int64_t num_bins,
                      const Count& count)
{
  if constexpr (holds_totals<BinIt>())
  {
    const auto totals = detail::plain_iterator(bins);
    detail::clear_totals(totals, num_bins);
    count(totals);
    return bins
           + static_cast<typename ::cuda::std::iterator_traits<BinIt>::difference_type>(num_bins);
  }
  else
  {
    const temporary_buffer<unsigned long long, Policy> totals(policy, num_bins);
    detail::clear_totals(totals.data(), num_bins);
    count(totals.data());
    return detail::write_counts(totals.data(), num_bins, bins);
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

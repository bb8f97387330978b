// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Histograms: `histogram_even`, `histogram` and the rule they share, `even_bins`.

#include <halogram/detail/histogram_dispatch.h>

HALOGRAM_NAMESPACE_BEGIN

//! Equally wide bins over `[lower, upper)`, as a function from a sample to its bin.
//!
//! `even_bins<Level>{num_bins, lower, upper}(x)` is the bin in `[0, num_bins)` that holds `x`, or -1
//! where `x` is NaN or outside. It is the rule of `histogram_even`, for users to call or to wrap in
//! a functor of their own for `histogram`.
//!
//! *Floating arithmetic*: `min(num_bins - 1, floor(((x - lower) * num_bins) / (upper - lower)))` in
//! the common floating type of sample and levels, each operation rounded once to nearest, as if the
//! exponent range were unbounded. half and bfloat16 count as float; an integer sample of 32 bits or
//! more against floating levels, and any floating sample against integer levels, is evaluated in
//! double. *Integer arithmetic*: the exact floor of the same quotient for any widths and signs. The
//! result is the same on every system, bit for bit.
//!
//! @tparam Level an arithmetic type, `__half` or `__nv_bfloat16`
//! @note The arguments are not checked: `num_bins >= 1` and finite `lower < upper` are preconditions.
template <class Level>
class even_bins
{
public:
  template <class Size>
  HALOGRAM_HOST_DEVICE constexpr even_bins(Size num_bins, Level lower, Level upper)
      : num_bins_(static_cast<std::int64_t>(num_bins))
      , lower_(lower)
      , upper_(upper)
  {}

  //! The bin of `sample`, or -1. Samples may be of any type that `histogram_even` counts.
  template <class Sample>
  HALOGRAM_HOST_DEVICE std::int64_t operator()(const Sample& sample) const
  {
    return detail::even_binner<Sample, Level>::bin_once(sample, num_bins_, lower_, upper_);
  }

  HALOGRAM_HOST_DEVICE constexpr std::int64_t num_bins() const
  {
    return num_bins_;
  }
  HALOGRAM_HOST_DEVICE constexpr Level lower() const
  {
    return lower_;
  }
  HALOGRAM_HOST_DEVICE constexpr Level upper() const
  {
    return upper_;
  }

private:
  std::int64_t num_bins_;
  Level lower_;
  Level upper_;
};

//! Counts the samples of `[first, last)` in `num_bins` equally wide bins over `[lower, upper)`.
//!
//! A sample `x` counts if `lower <= x < upper`, in bin `even_bins<Level>{num_bins, lower, upper}(x)`;
//! NaN, infinities and everything outside count nowhere. The output is overwritten; an empty input
//! gives zeros.
//!
//! @param exec the execution policy; in the overload without, the iterators' system runs
//! @param first, last the samples: any iterators that `thrust::transform` could read, of any length
//! @param bins `num_bins` counters: integers of 8 bits or more, float, double, or any output iterator
//!             through which an integer can be assigned. Counting is exact up to what the counter
//!             holds: counts are kept in integers and converted once
//! @param num_bins the number of bins, at least 1
//! @param lower, upper the levels, finite, `lower < upper`
//! @return `bins + num_bins`
//!
//! @throw std::invalid_argument before anything is written, if `num_bins < 1`, `lower >= upper`, a
//!        level is NaN or infinite, or `last < first`. Inside a kernel (`thrust::seq`) such a call
//!        writes nothing and returns `bins`
//! @throw thrust::system_error with the CUDA code, if CUDA fails
//! @note *Synchronisation*: ordered in the policy's stream; waits where `thrust::transform` would,
//!       so not with `par_nosync`, with which a call that counts in integers of 32 or 64 bits behind a
//!       raw pointer can be captured in a CUDA graph and replayed. On CUDA the blocks of a call run all
//!       at once, so it starts when other kernels leave that much room.
//! @note *Memory*: on CUDA none up to 65536 bins of 32- or 64-bit integer counters behind a raw
//!       pointer (or an iterator that wraps one). With more bins at most 3 bytes a sample and 512 MiB
//!       in all, from the policy's allocator, or none where that cannot be had or the stream is being
//!       captured. Other counters take 8 bytes a bin besides. On the CPU's parallel systems, private
//!       bins a thread.
//! @note *Complexity*: O(last - first + num_bins); one pass over the samples up to about 10^5 bins
//!       on a current data-centre GPU, two up to any number.
template <class Policy, class InputIt, class BinIt, class Size, class Level,
          detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram_even(const Policy& exec, InputIt first, InputIt last,
                                          BinIt bins, Size num_bins, Level lower, Level upper)
{
  using sample = typename ::cuda::std::iterator_traits<InputIt>::value_type;
  const detail::histogram_arguments arguments{"histogram_even"};
  if (!arguments.valid(first, last, num_bins, lower, upper))
  {
    return bins;
  }
  return detail::count_into(exec, first, last, bins, num_bins,
                            detail::even_binner<sample, Level>(num_bins, lower, upper));
}

template <class InputIt, class BinIt, class Size, class Level,
          detail::enable_if_not_policy<InputIt> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram_even(InputIt first, InputIt last, BinIt bins, Size num_bins,
                                          Level lower, Level upper)
{
  return halogram::histogram_even(detail::system_tag_of<InputIt, BinIt>{}, first, last, bins,
                                  num_bins, lower, upper);
}

//! As `histogram_even` above, counting `proj(x)` in place of each sample `x`.
//!
//! @param proj a function object from a sample to what is counted, callable where the system runs
template <class Policy, class InputIt, class BinIt, class Size, class Level, class Projection,
          detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram_even(const Policy& exec, InputIt first, InputIt last,
                                          BinIt bins, Size num_bins, Level lower, Level upper,
                                          Projection proj)
{
  using projected =
    detail::projected_t<Projection, typename ::cuda::std::iterator_traits<InputIt>::value_type>;
  const detail::histogram_arguments arguments{"histogram_even"};
  if (!arguments.valid(first, last, num_bins, lower, upper))
  {
    return bins;
  }
  const detail::even_binner<projected, Level> binner(num_bins, lower, upper);
  return detail::count_into(
    exec, first, last, bins, num_bins,
    detail::projected_binner<detail::even_binner<projected, Level>, Projection>{binner, proj});
}

template <class InputIt, class BinIt, class Size, class Level, class Projection,
          detail::enable_if_not_policy<InputIt> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram_even(InputIt first, InputIt last, BinIt bins, Size num_bins,
                                          Level lower, Level upper, Projection proj)
{
  return halogram::histogram_even(detail::system_tag_of<InputIt, BinIt>{}, first, last, bins,
                                  num_bins, lower, upper, proj);
}

//! Counts each sample of `[first, last)` in the bin `bin_op(sample)` of `num_bins`.
//!
//! @param bin_op a function object from a sample to an integer of any type; a result outside
//!               `[0, num_bins)` counts nowhere. `even_bins` is one
//! @return `bins + num_bins`
//! @throw std::invalid_argument before anything is written, if `num_bins < 1` or `last < first`
//!
//! Everything else is as for `histogram_even`.
template <class Policy, class InputIt, class BinIt, class Size, class BinOp,
          detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram(const Policy& exec, InputIt first, InputIt last, BinIt bins,
                                     Size num_bins, BinOp bin_op)
{
  const detail::histogram_arguments arguments{"histogram"};
  if (!arguments.valid(first, last, num_bins))
  {
    return bins;
  }
  return detail::count_into(
    exec, first, last, bins, num_bins,
    detail::functor_binner<BinOp>{static_cast<std::int64_t>(num_bins), bin_op});
}

template <class InputIt, class BinIt, class Size, class BinOp,
          detail::enable_if_not_policy<InputIt> = 0>
HALOGRAM_HOST_DEVICE BinIt histogram(InputIt first, InputIt last, BinIt bins, Size num_bins,
                                     BinOp bin_op)
{
  return halogram::histogram(detail::system_tag_of<InputIt, BinIt>{}, first, last, bins, num_bins,
                             bin_op);
}

HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! `stencil_transform`: a function of each cell's neighbourhood. (In Thrust's own names "stencil" means
//! a sequence of flags, as in `copy_if`; here it means a neighbourhood.) Windows are in `window.h`,
//! boundaries in `boundary.h`.

#include <cuda/std/mdspan>

#include <halogram/boundary.h>
#include <halogram/detail/stencil_dispatch.h>
#include <halogram/window.h>

HALOGRAM_NAMESPACE_BEGIN

//! Writes `result[i] = op(w)` for each cell i of `[first, last)`, where `w` is a window on the input
//! around it.
//!
//! `op` gets the window object by value or const reference, on host and device:
//! - `w(dx)`, `w(dy, dx)`, `w(dz, dy, dx)` is the value at that offset, by value, offsets in the order
//!   of the extents; `w[dx]` in one dimension. An offset outside the window is a precondition
//!   violation, asserted in debug builds. What `op` does not read costs nothing, be it an offset or a
//!   component of the tuple that a zip iterator gives.
//! - `w.index()` is a `cuda::std::array<std::int64_t, rank>` of the cell's coordinates, `w.extents()`
//!   the input's sizes as `cuda::std::dextents<std::int64_t, rank>`.
//! - `w.lo(axis)` and `w.hi(axis)` are the window's reach, static for windows known at compile time:
//!   loops between them unroll.
//!
//! @code
//! struct smooth
//! {
//!   template <class Window>
//!   HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
//!   {
//!     return (w(-1) + w(0) + w(1)) / 3;
//!   }
//! };
//! halogram::stencil_transform(x.begin(), x.end(), y.begin(), halogram::radius<1>{},
//!                             halogram::clamp{}, smooth{});
//! @endcode
//!
//! @param exec the execution policy; in the overloads without, the iterators' system runs
//! @param first, last the input: random access iterators that `thrust::transform` could read, of any
//!        length and value type
//! @param result the output, through which the results of `op` can be assigned; it must not overlap
//!        the input
//! @param window `radius`, `star`, `window`, `dynamic_window` or `dynamic_radius`. It may be wider than
//!        the input
//! @param boundary what stands outside the input: a boundary for all axes, or `per_axis`
//! @param op a function object that can be called where the system runs. It is called exactly once for
//!        each cell computed: all, or with `interior` those whose window lies inside the input
//! @return `result + (last - first)`
//!
//! @throw std::invalid_argument before anything is written, if `last < first`, a window known at run
//!        time has lo > hi, or the output overlaps the input (seen through raw and Thrust pointers
//!        and the iterators of contiguous vectors; other iterators are not compared). Inside a kernel
//!        (`thrust::seq`) such a call writes nothing and returns `result`
//! @throw thrust::system_error with the CUDA code, if CUDA fails. What `op` throws on the CPU's systems
//!        reaches the caller; the output is then partly written
//! @note *Synchronisation*: ordered in the policy's stream; waits where `thrust::transform` would, so
//!       not with `par_nosync`. Can be captured in a CUDA graph.
//! @note *Memory*: none.
//! @note *Complexity*: one call of `op` a cell.
template <class Policy, class InputIt, class OutputIt, class Window, class Boundary,
          class StencilOp, detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE OutputIt stencil_transform(const Policy& exec, InputIt first, InputIt last,
                                                OutputIt result, Window window, Boundary boundary,
                                                StencilOp op)
{
  const detail::stencil_arguments arguments{"stencil_transform"};
  if (!arguments.valid_range(first, last))
  {
    return result;
  }
  const detail::coordinates<1> sizes{static_cast<std::int64_t>(last - first)};
  return detail::compute_row_major(exec, first, sizes, result, window, boundary, op);
}

template <class InputIt, class OutputIt, class Window, class Boundary, class StencilOp,
          detail::enable_if_not_policy<InputIt> = 0>
HALOGRAM_HOST_DEVICE OutputIt stencil_transform(InputIt first, InputIt last, OutputIt result,
                                                Window window, Boundary boundary, StencilOp op)
{
  return halogram::stencil_transform(detail::system_tag_of<InputIt, OutputIt>{}, first, last,
                                     result, window, boundary, op);
}

//! The same in one to three dimensions, over the row-major cells from `first` on.
//!
//! @param shape the sizes, `cuda::std::extents` of any index type, static or dynamic. No axis is
//!        longer than 2^63 - 1 cells, nor all together
//! @return `result` plus the number of cells
//! @throw std::invalid_argument also if an extent is negative
template <class Policy, class InputIt, class Index, ::cuda::std::size_t... Extents, class OutputIt,
          class Window, class Boundary, class StencilOp, detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE OutputIt stencil_transform(const Policy& exec, InputIt first,
                                                ::cuda::std::extents<Index, Extents...> shape,
                                                OutputIt result, Window window, Boundary boundary,
                                                StencilOp op)
{
  const detail::stencil_arguments arguments{"stencil_transform"};
  const auto sizes = detail::sizes_of(shape);
  if (!arguments.valid_range(first, first) || !arguments.valid_sizes(sizes))
  {
    return result;
  }
  return detail::compute_row_major(exec, first, sizes, result, window, boundary, op);
}

template <class InputIt, class Index, ::cuda::std::size_t... Extents, class OutputIt, class Window,
          class Boundary, class StencilOp, detail::enable_if_not_policy<InputIt> = 0>
HALOGRAM_HOST_DEVICE OutputIt stencil_transform(InputIt first,
                                                ::cuda::std::extents<Index, Extents...> shape,
                                                OutputIt result, Window window, Boundary boundary,
                                                StencilOp op)
{
  return halogram::stencil_transform(detail::system_tag_of<InputIt, OutputIt>{}, first, shape,
                                     result, window, boundary, op);
}

//! The same over `cuda::std::mdspan`s of any layout and accessor: padded rows, parts of a larger
//! array, column-major order. Fastest where the last axis is contiguous.
//!
//! The system of the overload without a policy is that of the data handles: the host's for pointers.
//!
//! @throw std::invalid_argument also if the extents of `in` and `out` differ
template <class Policy, class InT, class InExtents, class InLayout, class InAccessor, class OutT,
          class OutExtents, class OutLayout, class OutAccessor, class Window, class Boundary,
          class StencilOp, detail::enable_if_policy<Policy> = 0>
HALOGRAM_HOST_DEVICE void
stencil_transform(const Policy& exec, ::cuda::std::mdspan<InT, InExtents, InLayout, InAccessor> in,
                  ::cuda::std::mdspan<OutT, OutExtents, OutLayout, OutAccessor> out, Window window,
                  Boundary boundary, StencilOp op)
{
  static_assert(InExtents::rank() == OutExtents::rank(),
                "halogram: the ranks of the input and the output differ");
  const detail::stencil_arguments arguments{"stencil_transform"};
  const auto sizes = detail::sizes_of(in.extents());
  if (!arguments.valid_sizes(sizes)
      || !arguments.equal_sizes(sizes, detail::sizes_of(out.extents())))
  {
    return;
  }
  const auto compute = [&](const auto& from, const auto& to) {
    detail::compute_cells(exec, from, to, sizes, window, boundary, op);
  };
  if (detail::has_adjacent_cells(in) && detail::has_adjacent_cells(out))
  {
    compute(detail::mdspan_field<true>(in), detail::mdspan_field<true>(out));
  }
  else if constexpr (!detail::is_row_major_v<
                       decltype(in)> || !detail::is_row_major_v<decltype(out)>)
  {
    compute(detail::mdspan_field<false>(in), detail::mdspan_field<false>(out));
  }
}

template <class InT, class InExtents, class InLayout, class InAccessor, class OutT,
          class OutExtents, class OutLayout, class OutAccessor, class Window, class Boundary,
          class StencilOp>
HALOGRAM_HOST_DEVICE void
stencil_transform(::cuda::std::mdspan<InT, InExtents, InLayout, InAccessor> in,
                  ::cuda::std::mdspan<OutT, OutExtents, OutLayout, OutAccessor> out, Window window,
                  Boundary boundary, StencilOp op)
{
  using system = detail::system_tag_of<typename InAccessor::data_handle_type,
                                       typename OutAccessor::data_handle_type>;
  halogram::stencil_transform(system{}, in, out, window, boundary, op);
}

HALOGRAM_NAMESPACE_END

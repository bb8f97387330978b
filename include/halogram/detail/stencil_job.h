// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! A stencil with its arguments checked and brought to one form, as the systems take it.

#include <halogram/detail/stencil_access.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! The cells with begin[axis] <= index[axis] < end[axis].
template <int Rank>
struct box
{
  coordinates<Rank> begin;
  coordinates<Rank> end;

  HALOGRAM_HOST_DEVICE constexpr std::int64_t size(int axis) const
  {
    return end[axis] > begin[axis] ? end[axis] - begin[axis] : 0;
  }
  //! The number of cells.
  HALOGRAM_HOST_DEVICE constexpr std::int64_t volume() const
  {
    std::int64_t result = 1;
    for (int axis = 0; axis < Rank; ++axis)
    {
      result *= size(axis);
    }
    return result;
  }
  HALOGRAM_HOST_DEVICE constexpr bool contains(const coordinates<Rank>& index) const
  {
    bool result = true;
    for (int axis = 0; axis < Rank; ++axis)
    {
      result = result && begin[axis] <= index[axis] && index[axis] < end[axis];
    }
    return result;
  }
};

template <class Input, class Output, class Window, class Boundaries, class Op>
struct stencil_job
{
  static constexpr int rank = Input::rank;
  using value_type = field_value_t<Input>;
  using input_type = Input;
  using output_type = Output;
  using window_type = Window;
  using boundaries_type = Boundaries;

  Input in; // see stencil_field.h
  Output out;
  coordinates<rank> sizes; // of the input and the output, each at least 1
  Window window;           // see window_reach.h
  Boundaries boundaries;   // see boundary_axes.h
  Op op;
  box<rank> computed; // the cells to compute: all, less what `interior` leaves out
  box<rank> inner;    // those of them whose window lies inside the input; may be empty

  //! Computes a cell of `inner` with `operation`, a copy of `op`.
  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Operation>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE void compute_inner(const coordinates<rank>& index,
                                                               Operation& operation) const
  {
    using access = inner_access<Input>;
    out.store(out.offset(index),
              operation(window_view<Window, access>(window, access(in, sizes, index))));
  }

  //! Computes any cell of `computed`.
  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Operation>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE void compute_edge(const coordinates<rank>& index,
                                                              Operation& operation) const
  {
    using access = edge_access<Input, Boundaries>;
    out.store(out.offset(index),
              operation(window_view<Window, access>(window, access(in, boundaries, sizes, index))));
  }
};

//! Whether the boundary on `axis` is `interior`.
template <class... Boundary>
HALOGRAM_HOST_DEVICE constexpr bool is_interior(const boundary_axes<Boundary...>&, int axis)
{
  bool result = false;
  int i = 0;
  ((result = i++ == axis ? Boundary::is_interior : result), ...);
  return result;
}

template <class Input, class Output, class Window, class Boundaries, class Op>
HALOGRAM_HOST_DEVICE stencil_job<Input, Output, Window, Boundaries, Op>
make_stencil_job(const Input& in, const Output& out, const coordinates<Input::rank>& sizes,
                 const Window& window, const Boundaries& boundaries, const Op& op)
{
  box<Input::rank> computed{};
  box<Input::rank> inner{};
  for (int axis = 0; axis < Input::rank; ++axis)
  {
    const std::int64_t n = sizes[axis];
    const std::int64_t lo = window.lo(axis);
    const std::int64_t hi = window.hi(axis);
    inner.begin[axis] = lo < 0 ? -lo : 0;
    inner.end[axis] = hi > 0 ? n - hi : n;
    computed.begin[axis] = is_interior(boundaries, axis) ? inner.begin[axis] : 0;
    computed.end[axis] = is_interior(boundaries, axis) ? inner.end[axis] : n;
  }
  return {in, out, sizes, window, boundaries, op, computed, inner};
}

} // namespace detail
HALOGRAM_NAMESPACE_END

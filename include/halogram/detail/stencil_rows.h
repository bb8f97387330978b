// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How the CPU's systems go through a stencil: row by row, each row in the parts before, inside and
//! after the cells whose window lies inside the input.

#include <halogram/detail/stencil_row_access.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! The cells of a job in pieces of rows that may be computed in any order.
template <class Job>
class stencil_rows
{
  static constexpr int rank = Job::rank;
  static constexpr int last_axis = rank - 1;

#if HALOGRAM_DEVICE_PASS
  using rows_type = direct_rows<Job>;
#else
  using rows_type =
    ::cuda::std::conditional_t<has_window_rows<Job>(), window_rows<Job>, direct_rows<Job>>;
#endif

public:
  //! Few rows are cut so that there are at least `min_pieces` of them where the cells suffice.
  HALOGRAM_HOST_DEVICE stencil_rows(const Job& job, std::int64_t min_pieces)
      : job_(job)
      , num_rows_(job.computed.volume() / job.computed.size(last_axis))
      , pieces_per_row_((min_pieces + num_rows_ - 1) / num_rows_)
  {}

  //! The number of pieces.
  HALOGRAM_HOST_DEVICE std::int64_t count() const
  {
    return num_rows_ * pieces_per_row_;
  }

  //! Computes the pieces [first, last).
  HALOGRAM_EXEC_CHECK_DISABLE
  HALOGRAM_HOST_DEVICE void compute(std::int64_t first, std::int64_t last) const
  {
    auto op = job_.op;
    const std::int64_t row_size = job_.computed.size(last_axis);
    for (std::int64_t piece = first; piece < last; ++piece)
    {
      const std::int64_t part = piece % pieces_per_row_;
      const std::int64_t begin = job_.computed.begin[last_axis];
      compute_row(row_index(piece / pieces_per_row_), begin + row_size * part / pieces_per_row_,
                  begin + row_size * (part + 1) / pieces_per_row_, op);
    }
  }

private:
  //! The coordinates of a row's first cell.
  HALOGRAM_HOST_DEVICE coordinates<rank> row_index(std::int64_t row) const
  {
    coordinates<rank> index = job_.computed.begin;
    for (int axis = last_axis; axis-- > 0;)
    {
      index[axis] += row % job_.computed.size(axis);
      row /= job_.computed.size(axis);
    }
    return index;
  }

  HALOGRAM_HOST_DEVICE bool is_inner_row(const coordinates<rank>& index) const
  {
    bool result = true;
    for (int axis = 0; axis < last_axis; ++axis)
    {
      result =
        result && job_.inner.begin[axis] <= index[axis] && index[axis] < job_.inner.end[axis];
    }
    return result;
  }

  //! Computes the cells [begin, end) of the row of `index`.
  template <class Op>
  HALOGRAM_HOST_DEVICE void compute_row(const coordinates<rank>& index, std::int64_t begin,
                                        std::int64_t end, Op& op) const
  {
    const auto within = [](std::int64_t x, std::int64_t low, std::int64_t high) {
      return x < low ? low : x < high ? x : high;
    };
    const std::int64_t inner_begin = within(job_.inner.begin[last_axis], begin, end);
    const std::int64_t inner_end = within(job_.inner.end[last_axis], inner_begin, end);
    const rows_type rows(job_, index);
    compute_cells<false, false>(rows, index, begin, inner_begin, op);
    if (is_inner_row(index))
    {
      compute_cells<true, true>(rows, index, inner_begin, inner_end, op);
    }
    else
    {
      compute_cells<true, false>(rows, index, inner_begin, inner_end, op);
    }
    compute_cells<false, false>(rows, index, inner_end, end, op);
  }

  HALOGRAM_EXEC_CHECK_DISABLE
  template <bool InsideOnRow, bool RowsInside, class Op>
  HALOGRAM_HOST_DEVICE void compute_cells(const rows_type& rows, coordinates<rank> index,
                                          std::int64_t begin, std::int64_t end, Op& op) const
  {
    // Copies, which no store through the output can change.
    const auto in = job_.in;
    const auto out = job_.out;
    const auto window = job_.window;
    for (std::int64_t x = begin; x < end; ++x)
    {
      index[last_axis] = x;
      out.store(
        out.offset(index),
        op(make_window_view(window, rows.template access<InsideOnRow, RowsInside>(in, index))));
    }
  }

  const Job& job_;
  std::int64_t num_rows_;
  std::int64_t pieces_per_row_;
};

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Windows along one row of cells. The rows that they read are mapped into the input once a row, which
//! leaves the last axis to each cell, and nothing where the window lies inside the input on it.

#include <halogram/detail/stencil_job.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class Job, bool InsideOnRow, bool RowsInside>
class row_access;

//! The rows that the windows of one row read: the offset of each one's first cell in the input, or
//! `outside_row` where a value boundary says what the row holds.
template <class Job>
class window_rows
{
  using window = typename Job::window_type;
  using boundaries = typename Job::boundaries_type;
  static constexpr int rank = Job::rank;
  static constexpr int last_axis = rank - 1;

  static constexpr std::int64_t rows_on(int axis)
  {
    return axis < last_axis ? std::int64_t{window::hi(axis)} - window::lo(axis) + 1 : 1;
  }

public:
  static constexpr std::int64_t count = rows_on(0) * rows_on(1);
  static constexpr std::int64_t outside_row = -1;
  static constexpr bool has_outside_rows = boundaries::has_value_before(last_axis);

  //! `index` is a cell of the row.
  window_rows(const Job& job, const coordinates<rank>& index)
      : job_(job)
  {
    find_rows<0>(index, 0, 0);
  }

  template <bool InsideOnRow, bool RowsInside>
  HALOGRAM_FORCEINLINE auto access(const typename Job::input_type& in,
                                   const coordinates<rank>& index) const
  {
    return row_access<Job, InsideOnRow, RowsInside>(job_, in, *this, index);
  }

  HALOGRAM_FORCEINLINE std::int64_t first(const offsets<rank>& d) const
  {
    int row = 0;
    for (int axis = 0; axis < last_axis; ++axis)
    {
      row = row * static_cast<int>(rows_on(axis)) + d[axis] - window::lo(axis);
    }
    return first_[row];
  }

private:
  // Goes through the offsets on the axes from `Axis` on; `first` and `row` come from those before.
  template <int Axis>
  void find_rows(const coordinates<rank>& index, std::int64_t first, int row)
  {
    if constexpr (Axis == last_axis)
    {
      first_[row] = first;
    }
    else
    {
      using boundary = typename boundaries::template type<Axis>;
      row *= static_cast<int>(rows_on(Axis));
      for (int d = window::lo(Axis); d <= window::hi(Axis); ++d, ++row)
      {
        std::int64_t cell = index[Axis] + d;
        bool is_outside = first == outside_row;
        if (cell < 0 || cell >= job_.sizes[Axis])
        {
          is_outside = is_outside || boundary::is_value;
          if constexpr (!boundary::is_value)
          {
            cell = boundary::map(cell, job_.sizes[Axis]);
          }
        }
        find_rows<Axis + 1>(index, is_outside ? outside_row : first + cell * job_.in.stride(Axis),
                            row);
      }
    }
  }

  const Job& job_;
  std::int64_t first_[count];
};

//! Reads through `window_rows`. `InsideOnRow`: the window lies inside the input on the last axis.
//! `RowsInside`: no row is `outside_row`.
template <class Job, bool InsideOnRow, bool RowsInside>
class row_access
{
  using field = typename Job::input_type;
  using boundaries = typename Job::boundaries_type;
  static constexpr int last_axis = Job::rank - 1;

public:
  static constexpr int rank = Job::rank;
  using value_type = typename Job::value_type;

  HALOGRAM_FORCEINLINE row_access(const Job& job, const field& in, const window_rows<Job>& rows,
                                  const coordinates<rank>& index)
      : job_(job)
      , in_(in)
      , rows_(rows)
      , index_(index)
  {}

  HALOGRAM_FORCEINLINE value_type read(const offsets<rank>& d) const
  {
    const std::int64_t first = rows_.first(d);
    if constexpr (!RowsInside && window_rows<Job>::has_outside_rows)
    {
      if (first == window_rows<Job>::outside_row)
      {
        return read_field(in_, job_.boundaries, job_.sizes, moved(index_, d));
      }
    }
    std::int64_t x = index_[last_axis] + d[last_axis];
    if constexpr (!InsideOnRow)
    {
      using boundary = typename boundaries::template type<last_axis>;
      if (x < 0 || x >= job_.sizes[last_axis])
      {
        if constexpr (boundary::is_value)
        {
          return static_cast<value_type>(
            job_.boundaries.template on<last_axis>().value(moved(index_, d)));
        }
        else
        {
          x = boundary::map(x, job_.sizes[last_axis]);
        }
      }
    }
    return in_.load(first + x * in_.stride(last_axis));
  }

  HALOGRAM_FORCEINLINE coordinates<rank> index() const
  {
    return index_;
  }
  HALOGRAM_FORCEINLINE shape<rank> extents() const
  {
    return shape<rank>(job_.sizes);
  }

private:
  const Job& job_;
  const field& in_;
  const window_rows<Job>& rows_;
  coordinates<rank> index_;
};

//! The same for windows and fields of any kind, with nothing prepared.
template <class Job>
class direct_rows
{
public:
  HALOGRAM_HOST_DEVICE direct_rows(const Job& job, const coordinates<Job::rank>&)
      : job_(job)
  {}

  template <bool InsideOnRow, bool RowsInside>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE auto access(const typename Job::input_type& in,
                                                        const coordinates<Job::rank>& index) const
  {
    if constexpr (InsideOnRow && RowsInside)
    {
      return inner_access<typename Job::input_type>(in, job_.sizes, index);
    }
    else
    {
      return edge_access<typename Job::input_type, typename Job::boundaries_type>(
        in, job_.boundaries, job_.sizes, index);
    }
  }

private:
  const Job& job_;
};

//! Whether to prepare rows: where windows of a known size read a field with strides, and a table of the
//! rows stays in cache.
template <class Job>
constexpr bool has_window_rows()
{
  if constexpr (Job::window_type::is_static && Job::input_type::is_strided)
  {
    return window_rows<Job>::count <= 128;
  }
  else
  {
    return false;
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

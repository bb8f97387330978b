// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Fields: the cells of an input or output, whatever holds them. A field turns coordinates into an
//! offset and loads or stores there:
//!
//!     offset(index)            where a cell lies
//!     load(offset)             its value; `field_value_t<Field>`
//!     store(offset, value)
//!     is_strided               offset(index) is linear, with stride(axis) from cell to cell
//!     has_unit_stride          ... and 1 on the last axis, known at compile time

#include <cuda/std/iterator>
#include <cuda/std/mdspan>
#include <cuda/std/type_traits>

#include <halogram/detail/window_view.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Reads and writes through an mdspan's accessor as an iterator would, at an offset.
template <class Accessor>
class accessor_iterator
{
public:
  using value_type = ::cuda::std::remove_cv_t<typename Accessor::element_type>;
  using difference_type = std::int64_t;

  HALOGRAM_HOST_DEVICE accessor_iterator(typename Accessor::data_handle_type handle,
                                         const Accessor& accessor)
      : handle_(handle)
      , accessor_(accessor)
  {}
  HALOGRAM_EXEC_CHECK_DISABLE
  HALOGRAM_HOST_DEVICE decltype(auto) operator[](std::int64_t offset) const
  {
    return accessor_.access(handle_, static_cast<::cuda::std::size_t>(offset));
  }

private:
  typename Accessor::data_handle_type handle_;
  Accessor accessor_;
};

template <class Iterator>
struct iterator_types : ::cuda::std::iterator_traits<Iterator>
{};
template <class Accessor>
struct iterator_types<accessor_iterator<Accessor>> : accessor_iterator<Accessor>
{};

template <class Field>
using field_value_t =
  ::cuda::std::remove_cv_t<typename iterator_types<typename Field::iterator>::value_type>;

//! Loads and stores through an iterator.
template <class Iterator>
class field_base
{
public:
  using iterator = Iterator;

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE explicit field_base(Iterator first)
      : first_(first)
  {}

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE const Iterator& first() const
  {
    return first_;
  }

  HALOGRAM_EXEC_CHECK_DISABLE
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE auto load(std::int64_t offset) const
  {
    using value = ::cuda::std::remove_cv_t<typename iterator_types<Iterator>::value_type>;
    return static_cast<value>(first_[static_cast<difference>(offset)]);
  }

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Value>
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE void store(std::int64_t offset, Value&& value) const
  {
    first_[static_cast<difference>(offset)] = static_cast<Value&&>(value);
  }

private:
  using difference = typename iterator_types<Iterator>::difference_type;

  Iterator first_;
};

//! Cells at a constant distance along each axis.
template <int Rank, class Iterator, bool UnitStride>
class strided_field : public field_base<Iterator>
{
public:
  static constexpr int rank = Rank;
  static constexpr bool is_strided = true;
  static constexpr bool has_unit_stride = UnitStride;

  HALOGRAM_HOST_DEVICE strided_field(Iterator first, const coordinates<Rank>& strides)
      : field_base<Iterator>(first)
      , strides_(strides)
  {}

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE std::int64_t stride(int axis) const
  {
    return UnitStride && axis == Rank - 1 ? 1 : strides_[axis];
  }

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE std::int64_t
  offset(const coordinates<Rank>& index) const
  {
    std::int64_t result = 0;
    for (int axis = 0; axis < Rank; ++axis)
    {
      result += index[axis] * stride(axis);
    }
    return result;
  }

private:
  coordinates<Rank> strides_;
};

//! Cells where an mdspan's layout says.
template <int Rank, class Iterator, class Mapping>
class mapped_field : public field_base<Iterator>
{
public:
  static constexpr int rank = Rank;
  static constexpr bool is_strided = false;
  static constexpr bool has_unit_stride = false;

  HALOGRAM_HOST_DEVICE mapped_field(Iterator first, const Mapping& mapping)
      : field_base<Iterator>(first)
      , mapping_(mapping)
  {}

  HALOGRAM_EXEC_CHECK_DISABLE
  HALOGRAM_HOST_DEVICE std::int64_t offset(const coordinates<Rank>& index) const
  {
    using size = typename Mapping::index_type;
    if constexpr (Rank == 1)
    {
      return static_cast<std::int64_t>(mapping_(static_cast<size>(index[0])));
    }
    else if constexpr (Rank == 2)
    {
      return static_cast<std::int64_t>(
        mapping_(static_cast<size>(index[0]), static_cast<size>(index[1])));
    }
    else
    {
      return static_cast<std::int64_t>(mapping_(
        static_cast<size>(index[0]), static_cast<size>(index[1]), static_cast<size>(index[2])));
    }
  }

private:
  Mapping mapping_;
};

//! Row-major cells from `first` on. Thrust's pointers and the iterators of vectors become raw ones.
template <int Rank, class Iterator>
HALOGRAM_HOST_DEVICE auto row_major_field(Iterator first, const coordinates<Rank>& sizes)
{
  using raw = ::thrust::try_unwrap_contiguous_iterator_t<Iterator>;
  coordinates<Rank> strides{};
  std::int64_t stride = 1;
  for (int axis = Rank; axis-- > 0;)
  {
    strides[axis] = stride;
    stride *= sizes[axis];
  }
  return strided_field<Rank, raw, true>(::thrust::try_unwrap_contiguous_iterator(first), strides);
}

template <class Accessor>
HALOGRAM_HOST_DEVICE auto element_iterator(typename Accessor::data_handle_type handle,
                                           [[maybe_unused]] const Accessor& accessor)
{
  using element = typename Accessor::element_type;
  if constexpr (::cuda::std::is_same_v<Accessor, ::cuda::std::default_accessor<element>>)
  {
    return handle;
  }
  else
  {
    return accessor_iterator<Accessor>(handle, accessor);
  }
}

//! Whether an mdspan's last axis is known at compile time to have adjacent cells.
template <class Mdspan>
inline constexpr bool is_row_major_v =
  ::cuda::std::is_same_v<typename Mdspan::layout_type, ::cuda::std::layout_right>;

template <class Mdspan>
HALOGRAM_HOST_DEVICE bool has_adjacent_cells(const Mdspan& cells)
{
  if constexpr (Mdspan::is_always_strided())
  {
    return cells.stride(Mdspan::rank() - 1) == 1;
  }
  else
  {
    return false;
  }
}

//! The cells of an mdspan; `UnitStride` only where its last stride is 1.
template <bool UnitStride, class Mdspan>
HALOGRAM_HOST_DEVICE auto mdspan_field(const Mdspan& cells)
{
  constexpr int rank = static_cast<int>(Mdspan::rank());
  const auto first = detail::element_iterator(cells.data_handle(), cells.accessor());
  using iterator = ::cuda::std::remove_const_t<decltype(first)>;
  if constexpr (Mdspan::is_always_strided())
  {
    coordinates<rank> strides{};
    for (::cuda::std::size_t axis = 0; axis < Mdspan::rank(); ++axis)
    {
      strides[axis] = static_cast<std::int64_t>(cells.stride(axis));
    }
    return strided_field<rank, iterator, UnitStride>(first, strides);
  }
  else
  {
    return mapped_field<rank, iterator, typename Mdspan::mapping_type>(first, cells.mapping());
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

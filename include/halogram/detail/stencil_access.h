// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Where a window's values come from when it reads a field itself: `inner_access` for cells whose
//! window lies inside the input, `edge_access` for all.

#include <halogram/detail/boundary_axes.h>
#include <halogram/detail/stencil_field.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Reads a field directly. The cell's window must lie inside the input.
template <class Field>
class inner_access
{
public:
  static constexpr int rank = Field::rank;
  using value_type = field_value_t<Field>;

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE
  inner_access(const Field& field, const coordinates<rank>& sizes, const coordinates<rank>& index)
      : field_(field)
      , sizes_(sizes)
      , index_(index)
  {}

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE value_type read(const offsets<rank>& d) const
  {
    // One base for all offsets leaves the compiler constants to add.
    if constexpr (Field::is_strided)
    {
      std::int64_t offset = field_.offset(index_);
      for (int axis = 0; axis < rank; ++axis)
      {
        offset += d[axis] * field_.stride(axis);
      }
      return field_.load(offset);
    }
    else
    {
      return field_.load(field_.offset(moved(index_, d)));
    }
  }

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE coordinates<rank> index() const
  {
    return index_;
  }
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE shape<rank> extents() const
  {
    return shape<rank>(sizes_);
  }

private:
  const Field& field_;
  const coordinates<rank>& sizes_;
  coordinates<rank> index_;
};

//! Reads a field through its boundaries. `Owns`: holds copies of them, not references.
template <class Field, class Boundaries, bool Owns = false>
class edge_access
{
  template <class T>
  using held = ::cuda::std::conditional_t<Owns, T, const T&>;

public:
  static constexpr int rank = Field::rank;
  using value_type = field_value_t<Field>;

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE
  edge_access(const Field& field, const Boundaries& boundaries, const coordinates<rank>& sizes,
              const coordinates<rank>& index)
      : field_(field)
      , boundaries_(boundaries)
      , sizes_(sizes)
      , index_(index)
  {}

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE value_type read(const offsets<rank>& d) const
  {
    return read_field(field_, boundaries_, sizes_, moved(index_, d));
  }

  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE coordinates<rank> index() const
  {
    return index_;
  }
  HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE shape<rank> extents() const
  {
    return shape<rank>(sizes_);
  }

private:
  held<Field> field_;
  held<Boundaries> boundaries_;
  held<coordinates<rank>> sizes_;
  coordinates<rank> index_;
};

} // namespace detail
HALOGRAM_NAMESPACE_END

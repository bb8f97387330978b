// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Boundaries in the one form that systems use, one an axis, and how a field is read through them.

#include <cuda/std/type_traits>

#include <halogram/boundary.h>
#include <halogram/detail/stencil_field.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class T>
inline constexpr bool is_boundary_axes_v = false;
template <class... Boundary>
inline constexpr bool is_boundary_axes_v<boundary_axes<Boundary...>> = true;

template <class T>
inline constexpr bool is_boundary_v =
  ::cuda::std::is_base_of_v<mapping_boundary, T> || ::cuda::std::is_base_of_v<value_boundary, T>;

template <int Rank, class Boundary>
HALOGRAM_HOST_DEVICE constexpr auto normalized_boundary(const Boundary& boundary)
{
  if constexpr (is_boundary_axes_v<Boundary>)
  {
    static_assert(Boundary::rank == Rank,
                  "halogram: the rank of per_axis differs from the rank of the input");
    return boundary;
  }
  else
  {
    static_assert(is_boundary_v<Boundary>,
                  "halogram: this is not a boundary: use clamp, symmetric, mirror, wrap, constant, "
                  "interior, outside or per_axis");
    if constexpr (Rank == 1)
    {
      return halogram::per_axis(boundary);
    }
    else if constexpr (Rank == 2)
    {
      return halogram::per_axis(boundary, boundary);
    }
    else
    {
      return halogram::per_axis(boundary, boundary, boundary);
    }
  }
}

// `cell` is `index` with the axes before `Axis` mapped into the input.
template <int Axis, class Field, class Boundaries>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE field_value_t<Field>
read_field(const Field& field, const Boundaries& boundaries, const coordinates<Field::rank>& sizes,
           const coordinates<Field::rank>& index, coordinates<Field::rank> cell)
{
  if constexpr (Axis == Boundaries::rank)
  {
    return field.load(field.offset(cell));
  }
  else
  {
    using boundary = typename Boundaries::template type<Axis>;
    if (index[Axis] < 0 || index[Axis] >= sizes[Axis])
    {
      if constexpr (boundary::is_value)
      {
        return static_cast<field_value_t<Field>>(boundaries.template on<Axis>().value(index));
      }
      else
      {
        cell[Axis] = boundary::map(index[Axis], sizes[Axis]);
      }
    }
    return read_field<Axis + 1>(field, boundaries, sizes, index, cell);
  }
}

//! The value of a field's cell `index`, which may lie outside on any axis.
template <class Field, class Boundaries>
HALOGRAM_HOST_DEVICE HALOGRAM_FORCEINLINE field_value_t<Field>
read_field(const Field& field, const Boundaries& boundaries, const coordinates<Field::rank>& sizes,
           const coordinates<Field::rank>& index)
{
  return read_field<0>(field, boundaries, sizes, index, index);
}

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Whether two fields share memory. Only fields behind raw pointers can be compared; those that merely
//! interleave (two halves of one padded image, two components of one array) do not overlap.

#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

#include <halogram/detail/stencil_field.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class Field>
inline constexpr bool has_address_v =
  Field::is_strided&& ::cuda::std::is_pointer_v<typename Field::iterator>;

template <class Input, class Output>
HALOGRAM_HOST_DEVICE std::int64_t distance_in_bytes([[maybe_unused]] const Input& in,
                                                    [[maybe_unused]] const Output& out)
{
  if constexpr (has_address_v<Input> && has_address_v<Output>)
  {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(out.first())
                                     - reinterpret_cast<std::uintptr_t>(in.first()));
  }
  else
  {
    return 0;
  }
}

//! An axis as steps between cells: at most `count` of them, each `stride` long.
struct axis_steps
{
  std::int64_t stride;
  std::int64_t count;
};

//! Whether a sum of steps on the axes from `Axis` on, each back or forth, is `distance`. The axes fall in
//! stride.
template <int Axis, class Axes>
HALOGRAM_HOST_DEVICE bool is_reachable(const Axes& axes, std::int64_t distance)
{
  constexpr int rank = static_cast<int>(::cuda::std::tuple_size<Axes>::value);
  if constexpr (Axis == rank)
  {
    return distance == 0;
  }
  else
  {
    const auto [stride, count] = axes[Axis];
    if (stride == 0)
    {
      return is_reachable<Axis + 1>(axes, distance);
    }
    std::int64_t rest = 0; // what the other axes can reach
    for (int other = Axis + 1; other < rank; ++other)
    {
      rest += axes[other].count * axes[other].stride;
    }
    const std::int64_t nearest = distance / stride;
    const std::int64_t around = rest / stride + 1;
    if (around > 8)
    {
      return true; // the strides do not nest: not worth the search
    }
    for (std::int64_t steps = nearest - around; steps <= nearest + around; ++steps)
    {
      if (-count <= steps && steps <= count
          && is_reachable<Axis + 1>(axes, distance - steps * stride))
      {
        return true;
      }
    }
    return false;
  }
}

template <class Field, class Coordinates>
HALOGRAM_HOST_DEVICE auto axes_by_stride(const Field& field, const Coordinates& sizes)
{
  ::cuda::std::array<axis_steps, Field::rank> axes{};
  for (int axis = 0; axis < Field::rank; ++axis)
  {
    const axis_steps inserted{field.stride(axis), sizes[axis] - 1};
    int place = axis;
    for (; place > 0 && axes[place - 1].stride < inserted.stride; --place)
    {
      axes[place] = axes[place - 1];
    }
    axes[place] = inserted;
  }
  return axes;
}

//! The bytes from a field's first cell to the end of its last.
template <class Field, class Coordinates>
HALOGRAM_HOST_DEVICE std::int64_t span_in_bytes(const Field& field, const Coordinates& sizes)
{
  std::int64_t cells = 1;
  for (int axis = 0; axis < Field::rank; ++axis)
  {
    cells += (sizes[axis] - 1) * field.stride(axis);
  }
  return cells * static_cast<std::int64_t>(sizeof(field_value_t<Field>));
}

template <class Input, class Output, class Coordinates>
HALOGRAM_HOST_DEVICE bool overlap([[maybe_unused]] const Input& in,
                                  [[maybe_unused]] const Output& out,
                                  [[maybe_unused]] const Coordinates& sizes)
{
  if constexpr (has_address_v<Input> && has_address_v<Output>)
  {
    const std::int64_t distance = detail::distance_in_bytes(in, out);
    if (distance >= span_in_bytes(in, sizes) || -distance >= span_in_bytes(out, sizes))
    {
      return false;
    }
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(field_value_t<Input>));
    bool same_steps = sizeof(field_value_t<Output>) == sizeof(field_value_t<Input>);
    for (int axis = 0; axis < Input::rank; ++axis)
    {
      same_steps = same_steps && in.stride(axis) == out.stride(axis);
    }
    // Cells that share a part of their bytes lie less than one cell off.
    const std::int64_t cells = distance / bytes;
    const auto axes = axes_by_stride(in, sizes);
    return !same_steps || is_reachable<0>(axes, cells)
           || (distance % bytes > 0 && is_reachable<0>(axes, cells + 1))
           || (distance % bytes < 0 && is_reachable<0>(axes, cells - 1));
  }
  else
  {
    return false;
  }
}

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Windows as the values of an iterator, for every algorithm that reads a sequence.

#include <cuda/std/mdspan>

#include <halogram/boundary.h>
#include <halogram/detail/stencil_access.h>
#include <halogram/detail/stencil_arguments.h>
#include <halogram/window.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_adaptor.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class Window, class Field, class Boundaries>
using owned_window = window_view<Window, edge_access<Field, Boundaries, true>>;

template <class System, class Window, class Field, class Boundaries>
class window_iterator;

template <class System, class Window, class Field, class Boundaries>
using window_iterator_base = ::thrust::iterator_adaptor<
  window_iterator<System, Window, Field, Boundaries>, ::thrust::counting_iterator<std::int64_t>,
  owned_window<Window, Field, Boundaries>, System, ::thrust::random_access_traversal_tag,
  owned_window<Window, Field, Boundaries>, std::int64_t>;

//! Counts row-major cells and makes each one's window when it is asked for.
template <class System, class Window, class Field, class Boundaries>
class window_iterator : public window_iterator_base<System, Window, Field, Boundaries>
{
  static constexpr int rank = Field::rank;
  using base = window_iterator_base<System, Window, Field, Boundaries>;

public:
  HALOGRAM_HOST_DEVICE window_iterator(const Window& window, const Field& field,
                                       const Boundaries& boundaries, const coordinates<rank>& sizes)
      : base(::thrust::counting_iterator<std::int64_t>(0))
      , window_(window)
      , field_(field)
      , boundaries_(boundaries)
      , sizes_(sizes)
  {}

private:
  friend class ::thrust::iterator_core_access;

  HALOGRAM_EXEC_CHECK_DISABLE
  HALOGRAM_HOST_DEVICE typename base::reference dereference() const
  {
    using access = edge_access<Field, Boundaries, true>;
    return {window_, access(field_, boundaries_, sizes_, index_of(*this->base_reference()))};
  }

  HALOGRAM_HOST_DEVICE coordinates<rank> index_of(std::int64_t cell) const
  {
    coordinates<rank> index{};
    for (int axis = rank - 1; axis > 0; --axis)
    {
      // Division of 64 bits is slow on devices.
      const bool is_short = ((cell | sizes_[axis]) >> 32) == 0;
      const std::int64_t rows =
        is_short ? static_cast<std::uint32_t>(cell) / static_cast<std::uint32_t>(sizes_[axis])
                 : cell / sizes_[axis];
      index[axis] = cell - rows * sizes_[axis];
      cell = rows;
    }
    index[0] = cell;
    return index;
  }

  Window window_;
  Field field_;
  Boundaries boundaries_;
  coordinates<rank> sizes_;
};

template <class InputIt, class Coordinates, class Window, class Boundary>
HALOGRAM_HOST_DEVICE auto window_iterator_over(InputIt first, const Coordinates& sizes,
                                               const Window& window, const Boundary& boundary)
{
  constexpr int rank = static_cast<int>(::cuda::std::tuple_size<Coordinates>::value);
  using system = typename ::thrust::iterator_system<InputIt>::type;
  const auto reach = detail::normalized_window<rank>(window);
  const auto boundaries = detail::normalized_boundary<rank>(boundary);
  const auto field = detail::row_major_field<rank>(first, sizes);
  using field_type = ::cuda::std::remove_const_t<decltype(field)>;
  using boundaries_type = ::cuda::std::remove_const_t<decltype(boundaries)>;
  using window_type = ::cuda::std::remove_const_t<decltype(reach)>;
  static_assert(!boundaries_type::has_interior,
                "halogram: a window iterator visits every cell, so no boundary can be interior");
  const stencil_arguments arguments{"make_window_iterator"};
  arguments.valid_sizes(sizes);
  arguments.valid_window(reach);
  return window_iterator<system, window_type, field_type, boundaries_type>(reach, field, boundaries,
                                                                           sizes);
}

} // namespace detail

//! A random access iterator over the cells of `[first, last)` whose values are windows: `*it` is what
//! `stencil_transform` hands to its operation. Any algorithm of Thrust then works on neighbourhoods, and
//! nothing is stored in between:
//!
//! @code
//! auto windows = halogram::make_window_iterator(x.begin(), x.end(), halogram::radius<1>{},
//!                                               halogram::clamp{});
//! float roughness = thrust::transform_reduce(windows, windows + x.size(), squared_difference{}, 0.0f,
//!                                            thrust::plus<float>{});
//! @endcode
//!
//! Prefer it where windows go into another algorithm (a norm, a selection, a histogram) and
//! `stencil_transform` where each cell gets a result: that shares loads between neighbouring cells and
//! spares inner cells the boundary, which is several times faster.
//!
//! @param first, last the input, random access iterators; the iterator reads it when it is used
//! @param window, boundary as for `stencil_transform`; `interior` is rejected at compile time
//! @return the iterator of the first cell. It belongs to the system of `first`; its values and
//!         references are windows, by value, which stay valid as long as the input
//! @throw std::invalid_argument if `last < first`, an extent is negative or a window known at run time
//!        has lo > hi
HALOGRAM_EXEC_CHECK_DISABLE
template <class InputIt, class Window, class Boundary>
HALOGRAM_HOST_DEVICE auto make_window_iterator(InputIt first, InputIt last, Window window,
                                               Boundary boundary)
{
  detail::stencil_arguments{"make_window_iterator"}.valid_range(first, last);
  const detail::coordinates<1> sizes{static_cast<std::int64_t>(last - first)};
  return detail::window_iterator_over(first, sizes, window, boundary);
}

//! The same in one to three dimensions, over the row-major cells from `first` on.
template <class InputIt, class Index, ::cuda::std::size_t... Extents, class Window, class Boundary>
HALOGRAM_HOST_DEVICE auto make_window_iterator(InputIt first,
                                               ::cuda::std::extents<Index, Extents...> shape,
                                               Window window, Boundary boundary)
{
  detail::stencil_arguments{"make_window_iterator"}.valid_range(first, first);
  return detail::window_iterator_over(first, detail::sizes_of(shape), window, boundary);
}

HALOGRAM_NAMESPACE_END

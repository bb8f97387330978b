// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The arguments of the stencil functions: what is refused, and with which words.

#include <cuda/std/mdspan>
#include <cuda/std/type_traits>

#include <halogram/detail/arguments.h>
#include <halogram/detail/boundary_axes.h>
#include <halogram/detail/stencil_overlap.h>
#include <thrust/iterator/iterator_traits.h>

#include <cstdint>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! The sizes of `extents` as int64; those beyond it turn negative, which `valid` refuses.
template <class Extents>
HALOGRAM_HOST_DEVICE auto sizes_of(const Extents& extents)
{
  static_assert(Extents::rank() >= 1 && Extents::rank() <= 3,
                "halogram: a stencil has one to three dimensions");
  coordinates<static_cast<int>(Extents::rank())> result{};
  for (::cuda::std::size_t axis = 0; axis < Extents::rank(); ++axis)
  {
    result[axis] = static_cast<std::int64_t>(extents.extent(axis));
  }
  return result;
}

//! The checks. Each returns true where the argument is good; where it is bad, it throws on the host and
//! returns false in a kernel.
struct stencil_arguments
{
  const char* function;

  HALOGRAM_EXEC_CHECK_DISABLE
  template <class Iterator>
  HALOGRAM_HOST_DEVICE bool valid_range(Iterator first, Iterator last) const
  {
    using traversal = typename ::thrust::iterator_traversal<Iterator>::type;
    static_assert(::cuda::std::is_convertible_v<traversal, ::thrust::random_access_traversal_tag>,
                  "halogram: the input of a stencil must be a random access iterator");
    const auto size = static_cast<std::int64_t>(last - first);
    return size >= 0 || reject("last must not be before first", "last - first", size);
  }

  template <class Coordinates>
  HALOGRAM_HOST_DEVICE bool valid_sizes(const Coordinates& sizes) const
  {
    bool is_empty = false;
    for (const std::int64_t size : sizes)
    {
      if (size < 0)
      {
        return reject("an extent must not be negative", "extent", size);
      }
      is_empty = is_empty || size == 0;
    }
    std::int64_t room = INT64_MAX;
    for (const std::int64_t size : sizes)
    {
      if (!is_empty && room < size)
      {
        return reject("the number of cells must fit 64 bits", "extent", size);
      }
      room = is_empty ? room : room / size;
    }
    return true;
  }

  template <class Coordinates>
  HALOGRAM_HOST_DEVICE bool equal_sizes(const Coordinates& in, const Coordinates& out) const
  {
    for (int axis = 0; axis < static_cast<int>(in.size()); ++axis)
    {
      if (in[axis] != out[axis])
      {
        return reject("input and output must have the same extents", "input extent", in[axis],
                      "output extent", out[axis]);
      }
    }
    return true;
  }

  template <class Window>
  HALOGRAM_HOST_DEVICE bool valid_window([[maybe_unused]] const Window& window) const
  {
    if constexpr (!Window::is_static)
    {
      for (int axis = 0; axis < Window::rank; ++axis)
      {
        if (window.lo(axis) > window.hi(axis))
        {
          return reject("a window needs lo <= hi on every axis", "lo", window.lo(axis), "hi",
                        window.hi(axis));
        }
      }
    }
    return true;
  }

  template <class Input, class Output, class Coordinates>
  HALOGRAM_HOST_DEVICE bool disjoint(const Input& in, const Output& out,
                                     const Coordinates& sizes) const
  {
    return !detail::overlap(in, out, sizes)
           || reject("the output must not overlap the input", "output - input in bytes",
                     detail::distance_in_bytes(in, out));
  }

private:
  HALOGRAM_EXEC_CHECK_DISABLE
  template <class... Shown>
  HALOGRAM_HOST_DEVICE bool reject([[maybe_unused]] const char* what,
                                   [[maybe_unused]] const Shown&... shown) const
  {
#if !HALOGRAM_DEVICE_PASS
    throw_invalid_argument(function, what, shown...);
#endif
    return false;
  }
};

} // namespace detail
HALOGRAM_NAMESPACE_END

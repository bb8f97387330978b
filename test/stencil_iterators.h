// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What a stencil may be read from and written to: iterators of all kinds, mdspans of all layouts.

#include <cuda/std/mdspan>

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <support/guarded_buffer.h>
#include <support/system.h>
#include <thrust/functional.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>
#include <thrust/tuple.h>

#include <vector>

namespace
{

using ints = std::vector<int>;

constexpr int size = 1000;

struct slope
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return 3 * static_cast<int>(w(1)) - static_cast<int>(w(-1));
  }
};

struct times_3
{
  HALOGRAM_HOST_DEVICE int operator()(int x) const
  {
    return 3 * x;
  }
};

// a(1) * b(0), of which the other components are not asked for.
struct across_fields
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return thrust::get<0>(w(1)) * thrust::get<1>(w(0));
  }
};

struct sum_and_product
{
  template <class Window>
  HALOGRAM_HOST_DEVICE thrust::tuple<int, long long> operator()(const Window& w) const
  {
    return thrust::make_tuple(w(-1) + w(1), static_cast<long long>(w(-1)) * w(1));
  }
};

// A value with no arithmetic.
struct colour
{
  unsigned char red, green, blue;
};
struct brighter_neighbour
{
  template <class Window>
  HALOGRAM_HOST_DEVICE colour operator()(const Window& w) const
  {
    const colour left = w(-1);
    const colour right = w(1);
    return left.red > right.red ? left : right;
  }
};

ints squares_modulo(int modulus)
{
  ints result;
  for (int i = 0; i < size; ++i)
  {
    result.push_back(i * i % modulus);
  }
  return result;
}

//! The slope of a sequence with mirrored ends.
ints slopes(const ints& values)
{
  ints result;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    const int before = values[i == 0 ? 1 : i - 1];
    const int after = values[i + 1 == values.size() ? i - 1 : i + 1];
    result.push_back(3 * after - before);
  }
  return result;
}

template <class InputIt>
ints slopes_over(InputIt first)
{
  test_system::vector<int> out(size, -1);
  halogram::stencil_transform(test_system::policy(), first, first + size, out.begin(),
                              halogram::radius<1>{}, halogram::mirror{}, slope{});
  return test_system::to_host(out);
}

// Breaks if an input iterator is not read as Thrust reads it, or on another system.
TEST_CASE("input iterators")
{
  const ints values = squares_modulo(101);
  const test_system::vector<int> in(values.begin(), values.end());
  CHECK(slopes_over(in.begin()) == slopes(values));
  CHECK(slopes_over(in.data()) == slopes(values));
  CHECK(slopes_over(thrust::raw_pointer_cast(in.data())) == slopes(values));

  ints tripled = values, reversed(values.rbegin(), values.rend()), counted(size);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    tripled[i] = 3 * values[i];
    counted[i] = static_cast<int>(i) + 5;
  }
  CHECK(slopes_over(thrust::make_transform_iterator(in.begin(), times_3{})) == slopes(tripled));
  CHECK(slopes_over(thrust::make_reverse_iterator(in.end())) == slopes(reversed));
  CHECK(slopes_over(thrust::counting_iterator<int>(5)) == slopes(counted));
  CHECK(slopes_over(thrust::constant_iterator<int>(4)) == ints(size, 8));
  test_system::vector<int> order(size);
  thrust::sequence(order.begin(), order.end(), size - 1, -1);
  CHECK(slopes_over(thrust::make_permutation_iterator(in.begin(), order.begin()))
        == slopes(reversed));

  test_system::witness witness;
  CHECK(slopes_over(thrust::make_transform_iterator(in.begin(), witness.probe()))
        == slopes(values));
  CHECK(witness.ran_here());
}

// Breaks if a zipped input gives wrong components, or an output is not assigned as Thrust does.
TEST_CASE("zipped inputs and output iterators")
{
  const ints values = squares_modulo(97);
  const test_system::vector<int> a(values.begin(), values.end());
  const test_system::vector<unsigned char> b(size, 3);
  test_system::vector<int> out(size);
  const auto fields = thrust::make_zip_iterator(a.begin(), b.begin());
  halogram::stencil_transform(test_system::policy(), fields, fields + size, out.begin(),
                              halogram::radius<1>{}, halogram::wrap{}, across_fields{});
  ints expected;
  for (int i = 0; i < size; ++i)
  {
    expected.push_back(3 * values[static_cast<std::size_t>((i + 1) % size)]);
  }
  CHECK(test_system::to_host(out) == expected);

  const auto outside = halogram::constant{thrust::make_tuple(10, 20)};
  halogram::stencil_transform(test_system::policy(), fields, fields + size, out.begin(),
                              halogram::radius<1>{}, outside, across_fields{});
  expected.back() = 30;
  CHECK(test_system::to_host(out) == expected);

  test_system::vector<int> sums(size);
  test_system::vector<long long> products(size);
  halogram::stencil_transform(test_system::policy(), a.begin(), a.end(),
                              thrust::make_zip_iterator(sums.begin(), products.begin()),
                              halogram::radius<1>{}, halogram::clamp{}, sum_and_product{});
  CHECK(sums[500] == values[499] + values[501]);
  CHECK(products[500] == static_cast<long long>(values[499]) * values[501]);

  const auto tripling = thrust::make_transform_output_iterator(out.begin(), times_3{});
  const auto end = halogram::stencil_transform(test_system::policy(), a.begin(), a.end(), tripling,
                                               halogram::radius<1>{}, halogram::mirror{}, slope{});
  CHECK(end - tripling == size);
  CHECK(out[0] == 3 * slopes(values)[0]);
  halogram::stencil_transform(test_system::policy(), a.begin(), a.end(),
                              thrust::make_discard_iterator(), halogram::radius<1>{},
                              halogram::mirror{}, slope{});
}

// Breaks if values must be numbers.
TEST_CASE("values of any type")
{
  std::vector<colour> values;
  for (int i = 0; i < size; ++i)
  {
    values.push_back({static_cast<unsigned char>(i * 37 % 256), static_cast<unsigned char>(i), 1});
  }
  const test_system::vector<colour> in(values.begin(), values.end());
  test_system::vector<colour> out(size);
  halogram::stencil_transform(test_system::policy(), in.begin(), in.end(), out.begin(),
                              halogram::radius<1>{}, halogram::clamp{}, brighter_neighbour{});
  const auto result = test_system::to_host(out);
  for (std::size_t i = 1; i + 1 < values.size(); ++i)
  {
    const colour expected = values[i - 1].red > values[i + 1].red ? values[i - 1] : values[i + 1];
    CHECK(result[i].green == expected.green);
  }
}

using sizes = cuda::std::dextents<int, 2>;

struct corners
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(-1, -1) + 10 * w(-1, 1) + 100 * w(1, -1) + 1000 * w(1, 1)
           + 10000 * static_cast<int>(w.index()[0]) + 100000 * static_cast<int>(w.index()[1]);
  }
};

int clamped(int i, int n)
{
  return i < 0 ? 0 : i < n ? i : n - 1;
}

//! `corners` where cell (y, x) holds y + 3 x.
int expected_corners(int y, int x, int rows, int columns)
{
  const auto at = [&](int i, int j) { return clamped(i, rows) + 3 * clamped(j, columns); };
  return at(y - 1, x - 1) + 10 * at(y - 1, x + 1) + 100 * at(y + 1, x - 1) + 1000 * at(y + 1, x + 1)
         + 10000 * y + 100000 * x;
}

// A layout without strides: rows in turn at the front and at the back.
struct folded_layout
{
  template <class Extents>
  class mapping
  {
  public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;
    using layout_type = folded_layout;

    mapping() = default;
    HALOGRAM_HOST_DEVICE mapping(const Extents& extents)
        : extents_(extents)
    {}
    HALOGRAM_HOST_DEVICE const Extents& extents() const
    {
      return extents_;
    }
    HALOGRAM_HOST_DEVICE index_type required_span_size() const
    {
      return extents_.extent(0) * extents_.extent(1);
    }
    HALOGRAM_HOST_DEVICE index_type operator()(index_type y, index_type x) const
    {
      const index_type row = y % 2 == 0 ? y / 2 : extents_.extent(0) - 1 - y / 2;
      return row * extents_.extent(1) + x;
    }
    static constexpr bool is_always_unique()
    {
      return true;
    }
    static constexpr bool is_always_exhaustive()
    {
      return true;
    }
    static constexpr bool is_always_strided()
    {
      return false;
    }
    static constexpr bool is_unique()
    {
      return true;
    }
    static constexpr bool is_exhaustive()
    {
      return true;
    }
    static constexpr bool is_strided()
    {
      return false;
    }

  private:
    Extents extents_;
  };
};

// Shows every element minus 1.
struct less_1_accessor
{
  using element_type = const int;
  using reference = int;
  using data_handle_type = const int*;
  using offset_policy = less_1_accessor;

  HALOGRAM_HOST_DEVICE int access(const int* handle, std::size_t i) const
  {
    return handle[i] - 1;
  }
  HALOGRAM_HOST_DEVICE const int* offset(const int* handle, std::size_t i) const
  {
    return handle + i;
  }
};

template <class InMapping, class OutMapping, class Accessor>
void check_layouts(const InMapping& in_mapping, const OutMapping& out_mapping,
                   const Accessor& accessor, int added, std::size_t span)
{
  const int rows = in_mapping.extents().extent(0);
  const int columns = in_mapping.extents().extent(1);
  constexpr int poison = 1000000;
  ints values(span, poison);
  for (int y = 0; y < rows; ++y)
  {
    for (int x = 0; x < columns; ++x)
    {
      values[static_cast<std::size_t>(in_mapping(y, x))] = y + 3 * x + added;
    }
  }
  test_support::guarded_buffer<int> in(values);
  test_support::guarded_buffer<int> out(ints(span, poison));
  halogram::stencil_transform(
    test_system::policy(),
    cuda::std::mdspan<const int, sizes, typename InMapping::layout_type, Accessor>(
      in.data(), in_mapping, accessor),
    cuda::std::mdspan<int, sizes, typename OutMapping::layout_type>(out.data(), out_mapping),
    halogram::radius<1>{}, halogram::clamp{}, corners{});
  ints expected(span, poison);
  for (int y = 0; y < rows; ++y)
  {
    for (int x = 0; x < columns; ++x)
    {
      expected[static_cast<std::size_t>(out_mapping(y, x))] = expected_corners(y, x, rows, columns);
    }
  }
  CHECK(out.values() == expected);
  CHECK(out.intact());
}

// Breaks if a stride is taken for another, a gap is read or written, or a layout is assumed.
TEST_CASE("mdspans of all layouts")
{
  using right = cuda::std::layout_right::mapping<sizes>;
  using left = cuda::std::layout_left::mapping<sizes>;
  using strided = cuda::std::layout_stride::mapping<sizes>;
  using folded = folded_layout::mapping<sizes>;
  using strides = cuda::std::array<int, 2>;
  const cuda::std::default_accessor<const int> plain;
  for (const auto& shape : {sizes(3, 4), sizes(37, 70), sizes(1, 9), sizes(130, 1)})
  {
    const int pitch = shape.extent(1) + 5;
    const auto span = static_cast<std::size_t>(shape.extent(0) * pitch * 2);
    const strided padded(shape, strides{pitch, 1});
    const strided every_other(shape, strides{2 * pitch, 2});
    check_layouts(right(shape), right(shape), plain, 0, span);
    check_layouts(padded, padded, plain, 0, span);
    check_layouts(padded, right(shape), plain, 0, span);
    check_layouts(every_other, padded, plain, 0, span);
    check_layouts(left(shape), right(shape), plain, 0, span);
    check_layouts(right(shape), left(shape), plain, 0, span);
    check_layouts(folded(shape), folded(shape), plain, 0, span);
    check_layouts(padded, right(shape), less_1_accessor{}, 1, span);
  }
}

} // namespace

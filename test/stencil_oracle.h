// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils written down from the contract with nothing of the library's: slow and plain. Everything has
//! three axes here; missing ones stand in front and have one cell.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace test_support
{

using triple = std::array<std::int64_t, 3>;

enum class edge
{
  clamp,
  symmetric,
  mirror,
  wrap,
  constant,
  interior,
  outside
};

//! The cell that stands for `i`, found by walking there from cell 0 one step at a time: what happens at an
//! edge is all that tells the boundaries apart.
inline std::int64_t walked_cell(edge boundary, std::int64_t i, std::int64_t n)
{
  std::int64_t cell = 0;
  std::int64_t direction = i < 0 ? -1 : 1;
  for (std::int64_t left = i < 0 ? -i : i; left > 0; --left)
  {
    const std::int64_t next = cell + direction;
    if (0 <= next && next < n)
    {
      cell = next;
    }
    else if (boundary == edge::wrap)
    {
      cell = next < 0 ? n - 1 : 0;
    }
    else if (boundary == edge::symmetric) // the edge cell once more, then back
    {
      direction = -direction;
    }
    else if (boundary == edge::mirror && n > 1) // back at once
    {
      direction = -direction;
      cell += direction;
    }
  }
  return cell;
}

//! What the tests' `outside` functions and `constant`s give.
inline std::uint32_t outside_value(const triple& index)
{
  return static_cast<std::uint32_t>((index[0] + 100) * 10007 + (index[1] + 100) * 101 + index[2]
                                    + 100)
         % 251;
}
inline constexpr std::uint32_t constant_value = 77;

//! What a test's operation weighs an offset with, and adds for the cell it stands on.
inline std::uint32_t offset_weight(const triple& d)
{
  return static_cast<std::uint32_t>((d[2] + 64) + 131 * (d[1] + 64) + 17011 * (d[0] + 64));
}
inline std::uint32_t cell_weight(const triple& index, const triple& sizes)
{
  return static_cast<std::uint32_t>(7 * index[0] + 1013 * index[1] + 100003 * index[2]
                                    + 3 * sizes[0] + 31 * sizes[1] + 311 * sizes[2]);
}

struct oracle
{
  triple sizes;
  triple lo;
  triple hi;
  std::array<edge, 3> boundary;
  bool is_star;

  std::int64_t cells() const
  {
    return sizes[0] * sizes[1] * sizes[2];
  }

  std::uint32_t read(const std::vector<std::uint32_t>& values, const triple& index) const
  {
    triple cell = index;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      if (index[axis] < 0 || index[axis] >= sizes[axis])
      {
        if (boundary[axis] == edge::constant)
        {
          return constant_value;
        }
        if (boundary[axis] == edge::outside)
        {
          return outside_value(index);
        }
        cell[axis] = boundary[axis] == edge::clamp
                       ? std::min(std::max(index[axis], std::int64_t{0}), sizes[axis] - 1)
                       : walked_cell(boundary[axis], index[axis], sizes[axis]);
      }
    }
    return values[static_cast<std::size_t>((cell[0] * sizes[1] + cell[1]) * sizes[2] + cell[2])];
  }

  bool is_computed(const triple& index) const
  {
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      if (boundary[axis] == edge::interior
          && (index[axis] + lo[axis] < 0 || index[axis] + hi[axis] >= sizes[axis]))
      {
        return false;
      }
    }
    return true;
  }

  std::uint32_t compute(const std::vector<std::uint32_t>& values, const triple& index) const
  {
    std::uint32_t sum = cell_weight(index, sizes);
    triple d;
    for (d[0] = lo[0]; d[0] <= hi[0]; ++d[0])
    {
      for (d[1] = lo[1]; d[1] <= hi[1]; ++d[1])
      {
        for (d[2] = lo[2]; d[2] <= hi[2]; ++d[2])
        {
          if (!is_star || (d[0] != 0) + (d[1] != 0) + (d[2] != 0) <= 1)
          {
            const triple there{index[0] + d[0], index[1] + d[1], index[2] + d[2]};
            sum += offset_weight(d) * read(values, there);
          }
        }
      }
    }
    return sum;
  }

  //! The output of the whole stencil, where `untouched` stood before.
  std::vector<std::uint32_t> operator()(const std::vector<std::uint32_t>& values,
                                        std::uint32_t untouched) const
  {
    std::vector<std::uint32_t> result;
    triple index;
    for (index[0] = 0; index[0] < sizes[0]; ++index[0])
    {
      for (index[1] = 0; index[1] < sizes[1]; ++index[1])
      {
        for (index[2] = 0; index[2] < sizes[2]; ++index[2])
        {
          result.push_back(is_computed(index) ? compute(values, index) : untouched);
        }
      }
    }
    return result;
  }
};

} // namespace test_support

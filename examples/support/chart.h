// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Bar charts of histograms, in the terminal and as pictures, and line plots.

#include "image.h"
#include <thrust/host_vector.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

namespace example
{

using counts = thrust::host_vector<std::int32_t>;

inline constexpr rgb white{255, 255, 255};
inline constexpr rgb ink{60, 60, 68};
inline constexpr rgb blue{64, 110, 164};
inline constexpr rgb orange{230, 120, 40};

inline image<rgb> blank_picture(int rows, int columns)
{
  return {rows, columns, thrust::host_vector<rgb>(std::size_t(rows) * std::size_t(columns), white)};
}

//! Fills the rectangle [row, row_end) x [column, column_end), cut off at the picture's edges.
inline void fill(image<rgb>& picture, int row, int row_end, int column, int column_end, rgb colour)
{
  for (int y = std::max(row, 0); y < std::min(row_end, picture.rows); ++y)
  {
    for (int x = std::max(column, 0); x < std::min(column_end, picture.columns); ++x)
    {
      picture.pixels[std::size_t(y) * std::size_t(picture.columns) + std::size_t(x)] = colour;
    }
  }
}

//! Writes a number in digits of 3 x 5 dots, centred on `column`, its top at `row`.
inline void write_number(image<rgb>& picture, int row, int column, int number)
{
  // One octal digit a row of dots, top to bottom.
  constexpr int digits[] = {075557, 026227, 071747, 071717, 055711,
                            074717, 074757, 071111, 075757, 075717};
  constexpr int dot = 2;
  const std::string text = std::to_string(number);
  int left = column - static_cast<int>(text.size()) * 4 * dot / 2;
  for (const char character : text)
  {
    for (int y = 0; y < 5; ++y)
    {
      for (int x = 0; x < 3; ++x)
      {
        const int bit = 3 * (4 - y) + (2 - x);
        if (character != '-' ? (digits[character - '0'] >> bit & 1) != 0 : y == 2)
        {
          const int top = row + y * dot;
          fill(picture, top, top + dot, left + x * dot, left + (x + 1) * dot, ink);
        }
      }
    }
    left += 4 * dot;
  }
}

//! Whether there are as many counts as expected ones, and none is off by more than `slack`.
inline bool equal(const counts& found, std::initializer_list<int> expected, int slack = 0)
{
  return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                    [slack](int a, int b) { return std::abs(a - b) <= slack; });
}

//! Prints a bar a bin with the bin's levels and count; the longest bar has 50 characters.
inline void print_bars(const counts& bins, double lower, double upper)
{
  const double width = (upper - lower) / static_cast<double>(bins.size());
  const double largest = *std::max_element(bins.begin(), bins.end());
  for (std::size_t i = 0; i < bins.size(); ++i)
  {
    const double level = lower + width * static_cast<double>(i);
    const auto length = static_cast<std::size_t>(50 * bins[i] / largest + 0.5);
    std::printf("  %7.5g to %7.5g %9d %s\n", level, level + width, static_cast<int>(bins[i]),
                std::string(length, '#').c_str());
  }
}

//! Draws a bar a bin, with the levels below and the count above each while there is room for them.
inline image<rgb> bar_chart(const counts& bins, int lower, int upper)
{
  constexpr int rows = 360, columns = 640, margin = 32;
  const int bin_count = static_cast<int>(bins.size());
  const double largest = *std::max_element(bins.begin(), bins.end());
  const auto edge = [&](int bin) { return margin + bin * (columns - 2 * margin) / bin_count; };
  image<rgb> chart = blank_picture(rows, columns);
  const int floor = rows - margin;
  for (int bin = 0; bin < bin_count; ++bin)
  {
    const std::int32_t count = bins[std::size_t(bin)];
    const int top = floor - static_cast<int>(count / largest * (floor - margin));
    fill(chart, top, floor, edge(bin), edge(bin + 1) - (bin_count < 100 ? 2 : 0), blue);
    if (bin_count <= 12)
    {
      write_number(chart, top - 14, (edge(bin) + edge(bin + 1)) / 2, count);
    }
  }
  fill(chart, floor, floor + 2, margin, columns - margin, ink);
  const int label_every = (bin_count + 11) / 12;
  for (int bin = 0; bin <= bin_count; bin += label_every)
  {
    write_number(chart, floor + 8, edge(bin), lower + (upper - lower) * bin / bin_count);
  }
  return chart;
}

//! Draws the values at the left of `line`'s first point to the right of its last, joined.
inline void draw_line(image<rgb>& picture, const thrust::host_vector<float>& line, float lowest,
                      float highest, rgb colour)
{
  const auto row_of = [&](float value) {
    return static_cast<int>((highest - value) / (highest - lowest)
                            * static_cast<float>(picture.rows - 1));
  };
  const int last = static_cast<int>(line.size()) - 1;
  for (int x = 0; x < picture.columns; ++x)
  {
    const auto value_at = [&](int column) {
      return line[std::size_t(std::min(column, picture.columns - 1)) * std::size_t(last)
                  / std::size_t(picture.columns - 1)];
    };
    const int here = row_of(value_at(x));
    const int next = row_of(value_at(x + 1));
    fill(picture, std::min(here, next), std::max(here, next) + 2, x, x + 2, colour);
  }
}

} // namespace example

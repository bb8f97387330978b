// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Random samples the way data comes: even, skewed, sorted, on the edges of bins, full of NaN.

#include <support/random.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace test_support
{

enum class distribution
{
  uniform, // a little wider than the levels
  constant,
  two_values, // in turn
  sorted,
  normal,
  and_of_4, // skewed: the and of four random numbers
  on_edges, // of bins, and next to them
  special   // with NaN, infinities and the type's limits between
};

inline constexpr distribution distributions[] = {
  distribution::uniform, distribution::constant, distribution::two_values, distribution::sorted,
  distribution::normal,  distribution::and_of_4, distribution::on_edges,   distribution::special};

inline const char* name_of(distribution kind)
{
  constexpr const char* names[] = {"uniform", "constant", "two values", "sorted",
                                   "normal",  "and of 4", "on edges",   "special"};
  return names[static_cast<int>(kind)];
}

//! A sample of the type, as near to the value as it holds.
template <class Sample>
Sample sample_near(double value)
{
  if constexpr (std::is_integral_v<Sample>)
  {
    using limits = std::numeric_limits<Sample>;
    const double floor = std::floor(value);
    return floor <= static_cast<double>(limits::lowest()) ? limits::lowest()
           : floor >= static_cast<double>(limits::max())  ? limits::max()
                                                          : static_cast<Sample>(floor);
  }
  else
  {
    return static_cast<Sample>(static_cast<float>(value) == value || sizeof(Sample) <= 4
                                 ? static_cast<float>(value)
                                 : value);
  }
}

template <class Sample>
Sample special_sample(random_engine& engine)
{
  const auto kind = engine() % 5;
  if constexpr (std::is_integral_v<Sample>)
  {
    using limits = std::numeric_limits<Sample>;
    return kind == 0 ? limits::max() : kind == 1 ? limits::lowest() : static_cast<Sample>(engine());
  }
  else
  {
    const float values[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e-45f};
    return static_cast<Sample>(values[kind]);
  }
}

//! `size` samples for bins between the levels.
template <class Sample>
std::vector<Sample> make_samples(distribution kind, std::size_t size, std::int64_t num_bins,
                                 double lower, double upper, random_engine& engine)
{
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> bell(0.5, 0.1);
  const double range = upper - lower;
  const double fixed[] = {unit(engine), unit(engine)};
  const auto position = [&](std::size_t i) -> double {
    switch (kind)
    {
    case distribution::constant:
      return fixed[0];
    case distribution::two_values:
      return fixed[i % 2];
    case distribution::normal:
      return bell(engine);
    case distribution::and_of_4:
      return static_cast<double>((engine() & engine() & engine() & engine()) >> 11) * 0x1p-53;
    case distribution::on_edges:
      return std::floor(unit(engine) * static_cast<double>(num_bins) + 1)
             / static_cast<double>(num_bins);
    default:
      return unit(engine) * 1.02 - 0.01;
    }
  };
  std::vector<Sample> samples(size);
  for (std::size_t i = 0; i < size; ++i)
  {
    double value = lower + position(i) * range;
    if (kind == distribution::on_edges && engine() % 3 == 0)
    {
      value = static_cast<double>(std::nextafter(static_cast<float>(value), -INFINITY));
    }
    samples[i] = kind == distribution::special && engine() % 4 == 0 ? special_sample<Sample>(engine)
                                                                    : sample_near<Sample>(value);
  }
  if (kind == distribution::sorted)
  {
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
      return static_cast<double>(a) < static_cast<double>(b);
    });
  }
  return samples;
}

} // namespace test_support

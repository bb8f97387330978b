// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Seeds and time budgets that the environment can change, and that a failing test prints.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace test_support
{

using random_engine = std::mt19937_64;

//! `HALOGRAM_TEST_SEED`, or the test's own fixed seed.
inline std::uint64_t seed(std::uint64_t fixed)
{
  const char* text = std::getenv("HALOGRAM_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : fixed;
}

//! How long a fuzz test goes on: `HALOGRAM_FUZZ_SECONDS`, or the given time.
class time_budget
{
public:
  explicit time_budget(double seconds = 5)
      : end_(clock::now()
             + std::chrono::duration_cast<clock::duration>(
               std::chrono::duration<double>(from_environment(seconds))))
  {}
  bool left() const
  {
    return clock::now() < end_;
  }

private:
  using clock = std::chrono::steady_clock;

  static double from_environment(double seconds)
  {
    const char* text = std::getenv("HALOGRAM_FUZZ_SECONDS");
    return text != nullptr ? std::strtod(text, nullptr) : seconds;
  }

  clock::time_point end_;
};

} // namespace test_support

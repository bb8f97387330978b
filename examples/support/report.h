// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What an example prints: the system that runs it, the time each step takes, and its verdict.

#include "image.h"
#include <thrust/execution_policy.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#  include <cuda_runtime_api.h>
#endif

namespace example
{

//! The Thrust system that `thrust::device_vector` belongs to in this build. Where it is CUDA and
//! there is no device, the program ends here, with the exit status that means "skipped" to CTest.
inline std::string system_name()
{
#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
  // Load all kernels now, so that no step's time includes loading its own.
  setenv("CUDA_MODULE_LOADING", "EAGER", 0);
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaFree(nullptr) != cudaSuccess)
  {
    std::puts("skipped: no CUDA device");
    std::exit(77);
  }
  return std::string("CUDA, ") + properties.name;
#elif THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_TBB
  return "TBB, " + std::to_string(std::thread::hardware_concurrency()) + " threads";
#elif THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_OMP
  return "OpenMP, " + std::to_string(std::thread::hardware_concurrency()) + " threads";
#else
  return "C++, one thread";
#endif
}

class report
{
public:
  explicit report(const char* title)
  {
    const std::string system = system_name();
    std::printf("%s\n  on %s\n", title, system.c_str());
  }

  //! Runs `work()` and prints how long it took.
  template <class Work>
  void step(const char* what, Work work)
  {
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    work();
    const std::chrono::duration<double, std::milli> elapsed = clock::now() - start;
    std::printf("  %-52s %9.3f ms\n", what, elapsed.count());
  }

  template <class Pixel>
  void picture(const std::string& name, const image<Pixel>& pixels)
  {
    std::printf("  wrote %s\n", write_picture(name, pixels).c_str());
  }

  //! Writes pixels of any Thrust system, row by row, as a picture.
  template <class Pixels>
  void picture(const std::string& name, int rows, int columns, const Pixels& pixels)
  {
    picture(name, image<typename Pixels::value_type>{rows, columns, pixels});
  }

  //! States what must hold of the result and whether it does.
  void check(const char* statement, bool holds)
  {
    std::printf("  %s: %s\n", holds ? "right" : "WRONG", statement);
    all_right_ = all_right_ && holds;
  }

  //! What `main` returns.
  int verdict() const
  {
    return all_right_ ? EXIT_SUCCESS : EXIT_FAILURE;
  }

private:
  bool all_right_ = true;
};

} // namespace example

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! An allocator of the test's system that counts what is asked of it, for `par(allocator)`.

#include <support/system.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

namespace test_support
{

class counting_allocator
{
public:
  using value_type = char;

  int allocations = 0;
  std::size_t bytes = 0;                            // in all
  std::size_t limit = static_cast<std::size_t>(-1); // what a single allocation may take

  counting_allocator() = default;
  counting_allocator(const counting_allocator&) = delete;
  counting_allocator& operator=(const counting_allocator&) = delete;

  char* allocate(std::ptrdiff_t size)
  {
    const auto wanted = static_cast<std::size_t>(size);
    const std::lock_guard<std::mutex> lock(mutex_);
    ++allocations;
    bytes += wanted;
    char* memory = wanted <= limit ? take(wanted) : nullptr;
    if (memory == nullptr)
    {
      throw std::bad_alloc();
    }
    held_[memory] = wanted;
    return memory;
  }

  void deallocate(char* memory, std::size_t)
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    held_.erase(memory);
    give_back(memory);
  }

  //! Whether everything has been given back.
  bool holds_nothing() const
  {
    return held_.empty();
  }

private:
#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
  static char* take(std::size_t size)
  {
    void* memory = nullptr;
    return cudaMalloc(&memory, size) == cudaSuccess ? static_cast<char*>(memory) : nullptr;
  }
  static void give_back(char* memory)
  {
    cudaFree(memory);
  }
#else
  static char* take(std::size_t size)
  {
    return static_cast<char*>(std::malloc(size));
  }
  static void give_back(char* memory)
  {
    std::free(memory);
  }
#endif

  std::map<char*, std::size_t> held_;
  std::mutex mutex_;
};

} // namespace test_support

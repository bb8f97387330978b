// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! CUDA streams that can be held up, to see what a call leaves for later.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <new>

namespace test_support
{

//! A stream that does not wait for the default one.
class stream
{
public:
  stream()
  {
    cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  ~stream()
  {
    cudaStreamDestroy(stream_);
  }
  cudaStream_t get() const
  {
    return stream_;
  }

private:
  cudaStream_t stream_ = nullptr;
};

struct gate_state
{
  int is_open;
  int gave_up;
};

__global__ void wait_at_gate(volatile gate_state* state)
{
  constexpr unsigned long long most_nanoseconds = 10'000'000'000ull;
  unsigned long long start = 0, now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  while (state->is_open == 0 && state->gave_up == 0)
  {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    if (now - start > most_nanoseconds)
    {
      state->gave_up = 1; // whoever should open it waits for the stream
    }
  }
}

//! Holds up everything that comes later in a stream until it is opened.
class gate
{
public:
  explicit gate(cudaStream_t held)
  {
    void* memory = nullptr;
    cudaHostAlloc(&memory, sizeof(gate_state), cudaHostAllocMapped);
    state_ = new (memory) gate_state{};
    wait_at_gate<<<1, 1, 0, held>>>(state_);
  }
  gate(const gate&) = delete;
  gate& operator=(const gate&) = delete;
  ~gate()
  {
    open();
    cudaDeviceSynchronize();
    cudaFreeHost(const_cast<gate_state*>(state_));
  }

  void open()
  {
    state_->is_open = 1;
  }
  //! Whether it opened by itself after 10 seconds.
  bool gave_up() const
  {
    return state_->gave_up != 0;
  }

private:
  volatile gate_state* state_ = nullptr;
};

//! Hands out one block of device memory, to one user at a time, without a call that synchronises.
class arena_allocator
{
public:
  using value_type = char;

  explicit arena_allocator(std::size_t size)
      : size_(size)
  {
    cudaMalloc(&memory_, size);
  }
  arena_allocator(const arena_allocator&) = delete;
  arena_allocator& operator=(const arena_allocator&) = delete;
  ~arena_allocator()
  {
    cudaFree(memory_);
  }

  char* allocate(std::ptrdiff_t size)
  {
    if (is_taken_ || static_cast<std::size_t>(size) > size_)
    {
      throw std::bad_alloc();
    }
    is_taken_ = true;
    return static_cast<char*>(memory_);
  }
  void deallocate(char*, std::size_t)
  {
    is_taken_ = false;
  }

private:
  void* memory_ = nullptr;
  std::size_t size_;
  bool is_taken_ = false;
};

} // namespace test_support

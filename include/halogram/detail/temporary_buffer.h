// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Temporary memory from a policy's allocator.

#include <halogram/detail/config.h>
#include <thrust/memory.h>
#include <thrust/system_error.h>

#include <cstddef>
#include <cstdint>
#include <new>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! Uninitialised memory for `size` objects of the trivial type T, where the policy's system has its
//! own; given back when the buffer goes.
//!
//! @note Work in the policy's stream may still use the memory when the buffer goes; the allocator
//!       sees to that, as for Thrust's own algorithms.
template <class T, class Policy>
class temporary_buffer
{
public:
  //! @throw std::bad_alloc, or what the policy's allocator throws, where the memory cannot be had
  temporary_buffer(const Policy& policy, std::int64_t size)
      : policy_(policy)
  {
    if (!acquire(size))
    {
      throw std::bad_alloc();
    }
  }

  //! Empty, with `data() == nullptr`, where the memory cannot be had.
  temporary_buffer(const Policy& policy, std::int64_t size, std::nothrow_t)
      : policy_(policy)
  {
    try
    {
      acquire(size);
    }
    catch (const std::bad_alloc&)
    {}
    catch (const ::thrust::system_error&) // an allocator of the user's that reports CUDA's error
    {}
  }

  temporary_buffer(const temporary_buffer&) = delete;
  temporary_buffer& operator=(const temporary_buffer&) = delete;

  ~temporary_buffer()
  {
    if (size_ > 0)
    {
      try
      {
        give_back();
      }
      catch (...) // after a failed kernel cudaFree fails too, and the first error is on its way
      {}
    }
  }

  T* data() const
  {
    return size_ > 0 ? ::thrust::raw_pointer_cast(pointer_) : nullptr;
  }
  std::int64_t size() const
  {
    return size_;
  }

private:
  bool acquire(std::int64_t size)
  {
    // Thrust multiplies without looking, and a product that wraps would look like success.
    if (size > static_cast<std::int64_t>(PTRDIFF_MAX / sizeof(T)))
    {
      return false;
    }
    const auto memory =
      ::thrust::get_temporary_buffer<T>(policy_, static_cast<std::ptrdiff_t>(size));
    pointer_ = memory.first;
    size_ = static_cast<std::int64_t>(memory.second);
    if (size_ < size && size_ > 0)
    {
      give_back();
      size_ = 0;
    }
    return size_ >= size;
  }

  void give_back()
  {
    ::thrust::return_temporary_buffer(policy_, pointer_, static_cast<std::ptrdiff_t>(size_));
  }

  const Policy& policy_;
  ::thrust::pointer<T, Policy> pointer_;
  std::int64_t size_ = 0;
};

} // namespace detail
HALOGRAM_NAMESPACE_END

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Memory of the test's system with sentinels on both sides, to catch writes and reads outside.

#include <support/system.h>
#include <thrust/fill.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace test_support
{

//! `size` values of T that start `byte_offset` bytes after a 256-byte boundary, between sentinels.
//! The byte offset must be a multiple of T's alignment. T is trivially copyable.
template <class T>
class guarded_buffer
{
public:
  static constexpr std::size_t margin = 512; // bytes on each side, at least
  static constexpr unsigned char sentinel = 0xA5;

  explicit guarded_buffer(std::size_t size, std::size_t byte_offset = 0)
      : size_(size)
      , start_(margin + byte_offset)
      , bytes_(start_ + size * sizeof(T) + margin + 256, sentinel)
  {
    assert(byte_offset % alignof(T) == 0);
    const auto address = reinterpret_cast<std::size_t>(raw());
    start_ += (256 - address % 256) % 256;
  }

  guarded_buffer(const std::vector<T>& values, std::size_t byte_offset = 0)
      : guarded_buffer(values.size(), byte_offset)
  {
    assign(values);
  }

  //! A raw pointer of the system.
  T* data()
  {
    return reinterpret_cast<T*>(raw() + start_);
  }
  T* begin()
  {
    return data();
  }
  T* end()
  {
    return data() + size_;
  }
  std::size_t size() const
  {
    return size_;
  }

  void assign(const std::vector<T>& values)
  {
    assert(values.size() == size_);
    const auto* first = reinterpret_cast<const unsigned char*>(values.data());
    thrust::copy(first, first + size_ * sizeof(T), bytes_.begin() + signed_start());
  }

  std::vector<T> values() const
  {
    std::vector<T> result(size_);
    const auto first = bytes_.begin() + signed_start();
    thrust::copy(first, first + static_cast<std::ptrdiff_t>(size_ * sizeof(T)),
                 reinterpret_cast<unsigned char*>(result.data()));
    return result;
  }

  //! Whether every sentinel still stands.
  bool intact() const
  {
    const auto all = test_system::to_host(bytes_);
    const auto is_sentinel = [](unsigned char byte) { return byte == sentinel; };
    const auto first = all.begin() + signed_start();
    const auto last = first + static_cast<std::ptrdiff_t>(size_ * sizeof(T));
    return std::all_of(all.begin(), first, is_sentinel)
           && std::all_of(last, all.end(), is_sentinel);
  }

private:
  unsigned char* raw()
  {
    return thrust::raw_pointer_cast(bytes_.data());
  }
  std::ptrdiff_t signed_start() const
  {
    return static_cast<std::ptrdiff_t>(start_);
  }

  std::size_t size_;
  std::size_t start_;
  test_system::vector<unsigned char> bytes_;
};

} // namespace test_support

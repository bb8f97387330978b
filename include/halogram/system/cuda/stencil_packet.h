// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Several cells side by side in memory, read or written by one instruction.

#include <cuda/std/type_traits>

#include <halogram/detail/stencil_field.h>

#include <cstdint>
#include <cstring>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

inline constexpr int packet_bytes = 16;

namespace packet_detail
{

template <int Bytes>
struct word;
template <>
struct word<1>
{
  using type = unsigned char;
};
template <>
struct word<2>
{
  using type = unsigned short;
};
template <>
struct word<4>
{
  using type = unsigned;
};
template <>
struct word<8>
{
  using type = uint2;
};
template <>
struct word<16>
{
  using type = uint4;
};

constexpr bool is_power_of_two(std::size_t value)
{
  return value != 0 && (value & (value - 1)) == 0;
}

} // namespace packet_detail

//! Whether values of this type can be read and written as bits of up to 16 bytes.
template <class T>
inline constexpr bool is_packable_v =
  ::cuda::std::is_trivially_copyable_v<T>&& ::cuda::std::is_default_constructible_v<T>&&
    packet_detail::is_power_of_two(sizeof(T))
  && sizeof(T) <= packet_bytes;

//! Whether a field's cells lie side by side in memory along its last axis.
template <class Field>
inline constexpr bool is_contiguous_v =
  Field::is_strided&& Field::has_unit_stride&& ::cuda::std::is_pointer_v<typename Field::iterator>&&
    is_packable_v<detail::field_value_t<Field>>;

//! Reads `Count` cells at `from`, aligned to their size or to 16 bytes, whichever is less, through the
//! read-only path, since input and output do not overlap.
template <int Count, class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load_packet(const T* from, T* cells)
{
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  constexpr int step = bytes < packet_bytes ? bytes : packet_bytes;
  constexpr int cells_per_step = step / static_cast<int>(sizeof(T));
  using word = typename packet_detail::word<step>::type;
#pragma unroll
  for (int i = 0; i < bytes / step; ++i)
  {
    const word bits = __ldg(reinterpret_cast<const word*>(from + i * cells_per_step));
    std::memcpy(cells + i * cells_per_step, &bits, step);
  }
}

//! The same from shared memory.
template <int Count, class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void load_shared_packet(const T* from, T* cells)
{
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  constexpr int step = bytes < packet_bytes ? bytes : packet_bytes;
  constexpr int cells_per_step = step / static_cast<int>(sizeof(T));
  using word = typename packet_detail::word<step>::type;
#pragma unroll
  for (int i = 0; i < bytes / step; ++i)
  {
    const word bits = reinterpret_cast<const word*>(from)[i];
    std::memcpy(cells + i * cells_per_step, &bits, step);
  }
}

//! Writes `Count` cells to `to`, aligned alike. Nothing reads them soon, so they leave the cache first.
template <int Count, class T>
HALOGRAM_DEVICE HALOGRAM_FORCEINLINE void store_packet(T* to, const T* cells)
{
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  constexpr int step = bytes < packet_bytes ? bytes : packet_bytes;
  constexpr int cells_per_step = step / static_cast<int>(sizeof(T));
  using word = typename packet_detail::word<step>::type;
#pragma unroll
  for (int i = 0; i < bytes / step; ++i)
  {
    word bits;
    std::memcpy(&bits, cells + i * cells_per_step, step);
    __stcs(reinterpret_cast<word*>(to + i * cells_per_step), bits);
  }
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

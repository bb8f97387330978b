// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What stencils are written with today: a transform over a counting iterator, CUB's ForEachInExtents,
// a tile in shared memory, and by hand a patch of cells in registers. All with clamped edges.

#include "stencil_ops.h"
#include "support/cuda.h"

#include <cub/device/device_for.cuh>
#include <cuda/std/mdspan>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>

#include <cstdint>

namespace benchmarks
{

//! Three sizes, the leading ones 1 where there are fewer axes.
struct shape
{
  int z;
  int y;
  int x;

  std::int64_t cells() const
  {
    return std::int64_t{z} * y * x;
  }
};

__host__ __device__ inline int clamped(int i, int size)
{
  return i < 0 ? 0 : i < size ? i : size - 1;
}

//! A window that reads the input for each offset.
template <class Input>
struct reading_window
{
  Input in;
  shape size;
  int z;
  int y;
  int x;

  __host__ __device__ auto operator()(int dz, int dy, int dx) const
  {
    return in[(clamped(z + dz, size.z) * size.y + clamped(y + dy, size.y)) * size.x
              + clamped(x + dx, size.x)];
  }
  __host__ __device__ auto operator()(int dy, int dx) const
  {
    return in[clamped(y + dy, size.y) * size.x + clamped(x + dx, size.x)];
  }
  __host__ __device__ auto operator()(int dx) const
  {
    return in[clamped(x + dx, size.x)];
  }
};

template <class Input, class Op>
struct cell_function
{
  Input in;
  shape size;
  Op op;

  __host__ __device__ auto operator()(int i) const
  {
    const int row = i / size.x;
    return op(reading_window<Input>{in, size, row / size.y, row % size.y, i % size.x});
  }
};

template <class Input, class T, class Op>
void by_transform(cudaStream_t stream, Input in, T* out, const shape& size, Op op)
{
  thrust::transform(thrust::cuda::par_nosync.on(stream), thrust::counting_iterator<int>(0),
                    thrust::counting_iterator<int>(static_cast<int>(size.cells())), out,
                    cell_function<Input, Op>{in, size, op});
}

template <class Input, class T, class Op>
struct cell_writer
{
  Input in;
  T* out;
  shape size;
  Op op;

  __device__ void operator()(int i, int z, int y, int x) const
  {
    out[i] = op(reading_window<Input>{in, size, z, y, x});
  }
  __device__ void operator()(int i, int y, int x) const
  {
    out[i] = op(reading_window<Input>{in, size, 0, y, x});
  }
  __device__ void operator()(int i, int x) const
  {
    out[i] = op(reading_window<Input>{in, size, 0, 0, x});
  }
};

template <int Rank, class Input, class T, class Op>
void by_for_each(cudaStream_t stream, Input in, T* out, const shape& size, Op op)
{
  const cell_writer<Input, T, Op> writer{in, out, size, op};
  const auto over = [&](auto extents) {
    check(cub::DeviceFor::ForEachInExtents(extents, writer, stream), "ForEachInExtents");
  };
  if constexpr (Rank == 1)
  {
    over(cuda::std::dextents<int, 1>(size.x));
  }
  else if constexpr (Rank == 2)
  {
    over(cuda::std::dextents<int, 2>(size.y, size.x));
  }
  else
  {
    over(cuda::std::dextents<int, 3>(size.z, size.y, size.x));
  }
}

//! A block of threads and its halo.
template <int Rank, int R>
struct tile_shape
{
  static constexpr int x = Rank == 1 ? 256 : 32;
  static constexpr int y = Rank == 1 ? 1 : Rank == 2 ? 16 : 4;
  static constexpr int z = Rank == 3 ? 4 : 1;
  static constexpr int halo_y = Rank >= 2 ? R : 0;
  static constexpr int halo_z = Rank == 3 ? R : 0;
  static constexpr int pitch = x + 2 * R;
  static constexpr int plane = pitch * (y + 2 * halo_y);
  static constexpr int cells = plane * (z + 2 * halo_z);
};

template <class Tile, class T>
struct tile_window
{
  const T* centre;

  __device__ T operator()(int dz, int dy, int dx) const
  {
    return centre[dz * Tile::plane + dy * Tile::pitch + dx];
  }
  __device__ T operator()(int dy, int dx) const
  {
    return centre[dy * Tile::pitch + dx];
  }
  __device__ T operator()(int dx) const
  {
    return centre[dx];
  }
};

template <class Tile, int R, class T, class Op>
__global__ void tile_kernel(const T* in, T* out, shape size, Op op)
{
  __shared__ T tile[Tile::cells];
  const int x0 = static_cast<int>(blockIdx.x) * Tile::x;
  const int y0 = static_cast<int>(blockIdx.y) * Tile::y;
  const int z0 = static_cast<int>(blockIdx.z) * Tile::z;
  const int thread = (threadIdx.z * Tile::y + threadIdx.y) * Tile::x + threadIdx.x;
  for (int i = thread; i < Tile::cells; i += Tile::x * Tile::y * Tile::z)
  {
    const int x = clamped(x0 + i % Tile::pitch - R, size.x);
    const int y = clamped(y0 + i % Tile::plane / Tile::pitch - Tile::halo_y, size.y);
    const int z = clamped(z0 + i / Tile::plane - Tile::halo_z, size.z);
    tile[i] = in[(z * size.y + y) * size.x + x];
  }
  __syncthreads();
  const int x = x0 + threadIdx.x;
  const int y = y0 + threadIdx.y;
  const int z = z0 + threadIdx.z;
  if (x < size.x && y < size.y && z < size.z)
  {
    const T* centre = tile + (threadIdx.z + Tile::halo_z) * Tile::plane
                      + (threadIdx.y + Tile::halo_y) * Tile::pitch + threadIdx.x + R;
    out[(z * size.y + y) * size.x + x] = op(tile_window<Tile, T>{centre});
  }
}

template <int Rank, int R, class T, class Op>
void by_tile(cudaStream_t stream, const T* in, T* out, const shape& size, Op op)
{
  using tile = tile_shape<Rank, R>;
  const auto blocks = [](int cells, int each) {
    return static_cast<unsigned>((cells + each - 1) / each);
  };
  const dim3 grid(blocks(size.x, tile::x), blocks(size.y, tile::y), blocks(size.z, tile::z));
  tile_kernel<tile, R><<<grid, dim3(tile::x, tile::y, tile::z), 0, stream>>>(in, out, size, op);
  check(cudaGetLastError(), "tile");
}

//! Six columns of a patch in registers, the cell at column `x` of four.
struct patch_window
{
  const float (*rows)[6];
  int x;

  __device__ float operator()(int dy, int dx) const
  {
    return rows[1 + dy][1 + x + dx];
  }
};

// A thread computes 4 columns x 4 rows; the row length is a multiple of 4.
template <class Op>
__global__ void patch_kernel(const float* in, float* out, int height, int width, Op op)
{
  constexpr int rows = 4;
  const int x = 4 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = rows * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height)
  {
    return;
  }
  float patch[rows + 2][6];
#pragma unroll
  for (int r = 0; r < rows + 2; ++r)
  {
    const float* row = in + static_cast<std::int64_t>(clamped(y + r - 1, height)) * width;
    const float4 middle = *reinterpret_cast<const float4*>(row + x);
    patch[r][0] = row[clamped(x - 1, width)];
    patch[r][1] = middle.x;
    patch[r][2] = middle.y;
    patch[r][3] = middle.z;
    patch[r][4] = middle.w;
    patch[r][5] = row[clamped(x + 4, width)];
  }
#pragma unroll
  for (int r = 0; r < rows; ++r)
  {
    if (y + r < height)
    {
      const float4 result{op(patch_window{patch + r, 0}), op(patch_window{patch + r, 1}),
                          op(patch_window{patch + r, 2}), op(patch_window{patch + r, 3})};
      *reinterpret_cast<float4*>(out + static_cast<std::int64_t>(y + r) * width + x) = result;
    }
  }
}

template <class Op>
void by_patch(cudaStream_t stream, const float* in, float* out, const shape& size, Op op)
{
  const dim3 threads(32, 8);
  const dim3 grid(static_cast<unsigned>((size.x + 127) / 128),
                  static_cast<unsigned>((size.y + 31) / 32));
  patch_kernel<<<grid, threads, 0, stream>>>(in, out, size.y, size.x, op);
  check(cudaGetLastError(), "patch");
}

} // namespace benchmarks

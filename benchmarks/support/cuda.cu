// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"

#include <fstream>

namespace benchmarks
{

__global__ void busy_wait(long long nanoseconds)
{
  long long begin;
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do
  {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < nanoseconds);
}

__global__ void read_all(const uint4* from, std::int64_t count, unsigned* sum)
{
  unsigned total = 0;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < count; i += 4 * stride)
  {
    const uint4 a = __ldcs(from + i);
    const uint4 b = __ldcs(from + i + stride);
    const uint4 c = __ldcs(from + i + 2 * stride);
    const uint4 d = __ldcs(from + i + 3 * stride);
    total += (a.x ^ a.y ^ a.z ^ a.w) + (b.x ^ b.y ^ b.z ^ b.w) + (c.x ^ c.y ^ c.z ^ c.w)
             + (d.x ^ d.y ^ d.z ^ d.w);
  }
  for (; i < count; i += stride)
  {
    const uint4 a = __ldcs(from + i);
    total += a.x ^ a.y ^ a.z ^ a.w;
  }
  if (total == 0x9e3779b9u) // keeps the loads; false for what is read here
  {
    *sum = total;
  }
}

__global__ void copy_all(const uint4* from, uint4* to, std::int64_t count)
{
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count)
  {
    to[i] = from[i];
  }
}

void delay(cudaStream_t stream, unsigned microseconds)
{
  busy_wait<<<1, 1, 0, stream>>>(1000ll * microseconds);
  check(cudaGetLastError(), "delay");
}

namespace
{

template <class Call>
double best_seconds(cudaStream_t stream, Call call)
{
  stream_timer timer(stream);
  std::vector<double> seconds;
  for (int i = 0; i < 12; ++i)
  {
    delay(stream, 100);
    seconds.push_back(timer.seconds(call));
    check(cudaGetLastError(), "limit");
  }
  return median({seconds.begin() + 3, seconds.end()});
}

void measure_limits(report& results, cudaStream_t stream, int multiprocessors)
{
  const std::size_t bytes = std::size_t{1} << 30;
  const std::int64_t count = static_cast<std::int64_t>(bytes / sizeof(uint4));
  const device_memory from(bytes);
  const device_memory to(bytes);
  check(cudaMemsetAsync(from.as<void>(), 1, bytes, stream), "cudaMemsetAsync");
  check(cudaMemsetAsync(to.as<void>(), 1, bytes, stream), "cudaMemsetAsync");
  for (const int blocks_each : {2, 4, 8, 16})
  {
    const double seconds = best_seconds(stream, [&] {
      read_all<<<multiprocessors * blocks_each, 512, 0, stream>>>(from.as<uint4>(), count,
                                                                  to.as<unsigned>());
    });
    results.limit("read", static_cast<double>(bytes) / seconds);
  }
  for (const int threads : {256, 512, 1024})
  {
    const double seconds = best_seconds(stream, [&] {
      copy_all<<<static_cast<unsigned>(count / threads), threads, 0, stream>>>(
        from.as<uint4>(), to.as<uint4>(), count);
    });
    results.limit("copy", 2 * static_cast<double>(bytes) / seconds);
  }
}

std::string version_text(int version)
{
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

void describe_device(report& results, cudaStream_t stream)
{
  int device = 0;
  int runtime = 0;
  int driver = 0;
  cudaDeviceProp properties{};
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  results.about("GPU", properties.name);
  std::string driver_line;
  std::getline(std::ifstream("/proc/driver/nvidia/version"), driver_line);
  results.about("driver", driver_line);
  results.about("driver supports CUDA", version_text(driver));
  results.about("built with CUDA", version_text(runtime));
  results.about("date", today());
  measure_limits(results, stream, properties.multiProcessorCount);
}

} // namespace benchmarks

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The few CUDA calls behind every launch, with their errors thrown.

#include <halogram/system/cuda/device_limits.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

#include <type_traits>

HALOGRAM_NAMESPACE_BEGIN
namespace system::cuda
{

//! @throw thrust::system_error with the CUDA code, where `status` is an error
inline void throw_on_error(cudaError_t status, const char* what)
{
  if (status != cudaSuccess)
  {
    // An error of ours must not surface again at the user's next, unrelated check.
    (void)cudaGetLastError();
    throw ::thrust::system_error(status, ::thrust::cuda_category(), what);
  }
}

//! The limits of the current device.
inline device_limits current_device_limits()
{
  int device = 0;
  throw_on_error(cudaGetDevice(&device), "halogram: cudaGetDevice");
  const auto attribute = [device](cudaDeviceAttr name) {
    int value = 0;
    throw_on_error(cudaDeviceGetAttribute(&value, name, device),
                   "halogram: cudaDeviceGetAttribute");
    return value;
  };
  device_limits limits{};
  limits.compute_capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor)
                              + attribute(cudaDevAttrComputeCapabilityMinor);
  limits.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
  limits.threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  limits.shared_bytes_per_multiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  limits.shared_bytes_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  limits.reserved_shared_bytes_per_block = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  return limits;
}

//! Shared memory a block gets without asking for more.
inline constexpr int default_shared_bytes = 48 * 1024;

struct launch_shape
{
  int blocks;
  int threads;
  int shared_bytes;
  bool is_cooperative = false; //!< all blocks run at once and can wait for each other
};

// The allowance belongs to the kernel, so to all threads of the host: it is raised once, as far as it
// goes, and never lowered under another thread's launch.
template <class... Parameters>
void allow_shared_bytes(launch_shape shape, void (*kernel)(Parameters...))
{
  if (shape.shared_bytes <= default_shared_bytes)
  {
    return;
  }
  cudaFuncAttributes attributes{};
  throw_on_error(cudaFuncGetAttributes(&attributes, kernel), "halogram: cudaFuncGetAttributes");
  if (attributes.maxDynamicSharedSizeBytes < shape.shared_bytes)
  {
    const int most =
      current_device_limits().shared_bytes_per_block - static_cast<int>(attributes.sharedSizeBytes);
    throw_on_error(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
                   "halogram: cudaFuncSetAttribute");
  }
}

// Arguments go through the runtime's array of pointers, so each must have the parameter's exact type.
template <class... Parameters>
void launch(cudaStream_t stream, launch_shape shape, void (*kernel)(Parameters...),
            const std::common_type_t<Parameters>&... arguments)
{
  allow_shared_bytes(shape, kernel);
  void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
  const auto function = reinterpret_cast<const void*>(kernel);
  const dim3 blocks(static_cast<unsigned>(shape.blocks));
  const dim3 threads(static_cast<unsigned>(shape.threads));
  const auto shared_bytes = static_cast<std::size_t>(shape.shared_bytes);
  throw_on_error(
    shape.is_cooperative
      ? cudaLaunchCooperativeKernel(function, blocks, threads, pointers, shared_bytes, stream)
      : cudaLaunchKernel(function, blocks, threads, pointers, shared_bytes, stream),
    "halogram: kernel launch");
}

//! How many blocks of this shape a multiprocessor holds at once, registers included; at least 1.
template <class... Parameters>
int resident_blocks(launch_shape shape, void (*kernel)(Parameters...))
{
  allow_shared_bytes(shape, kernel);
  int blocks = 0;
  throw_on_error(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                   &blocks, kernel, shape.threads, static_cast<std::size_t>(shape.shared_bytes)),
                 "halogram: cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks > 0 ? blocks : 1;
}

} // namespace system::cuda
HALOGRAM_NAMESPACE_END

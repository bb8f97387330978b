// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime_api.h>
#include <support/requirement.h>

const char* test_support::missing_requirement()
{
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  // Anything else that goes wrong with a device present is a failure, not a reason to skip.
  const bool no_device = status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver;
  return no_device || (status == cudaSuccess && count == 0) ? "no CUDA device" : nullptr;
}

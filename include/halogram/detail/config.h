// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! What differs between compilers, in one place: function markers, the namespace, version checks.

#include <thrust/execution_policy.h>
#include <thrust/version.h>

#include <halogram/version.h>

#if THRUST_VERSION < 300001
#  error "halogram needs CCCL 3.0 (CUDA Toolkit 13.0) or newer"
#endif

#if defined(__CUDACC__)
#  define HALOGRAM_HOST_DEVICE __host__ __device__
#  define HALOGRAM_DEVICE __device__
#  define HALOGRAM_FORCEINLINE __forceinline__
#  define HALOGRAM_INLINE __forceinline__
// A host-device function may call what exists on the host alone, in branches no kernel reaches.
#  define HALOGRAM_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#else
#  define HALOGRAM_HOST_DEVICE
#  define HALOGRAM_DEVICE
#  define HALOGRAM_FORCEINLINE inline __attribute__((always_inline))
// For the binning rule: forced, g++ inlines it too early to vectorise a loop over samples.
#  define HALOGRAM_INLINE inline
#  define HALOGRAM_EXEC_CHECK_DISABLE
#endif

// True in the compilation pass that generates device code.
#if defined(__CUDA_ARCH__)
#  define HALOGRAM_DEVICE_PASS 1
#else
#  define HALOGRAM_DEVICE_PASS 0
#endif

// Units built for different Thrust systems or architectures may meet in one program: what they
// instantiate differs, so it carries different names.
#define HALOGRAM_CONCAT_IMPL(a, b, c) halogram_host##a##_device##b##_##c
#define HALOGRAM_CONCAT(a, b, c) HALOGRAM_CONCAT_IMPL(a, b, c)
#if defined(__CUDACC__)
#  define HALOGRAM_ABI_LANGUAGE cuda
#else
#  define HALOGRAM_ABI_LANGUAGE cxx
#endif
#define HALOGRAM_ABI_NAMESPACE \
  HALOGRAM_CONCAT(THRUST_HOST_SYSTEM, THRUST_DEVICE_SYSTEM, HALOGRAM_ABI_LANGUAGE)

#define HALOGRAM_NAMESPACE_BEGIN          \
  namespace halogram                      \
  {                                       \
  inline namespace HALOGRAM_ABI_NAMESPACE \
  {
#define HALOGRAM_NAMESPACE_END \
  }                            \
  }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The system a test unit is compiled for, under one set of names: `test_system::policy()`,
//! `test_system::vector<T>`, `test_system::name`, `test_system::witness`.

#include <support/witness.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>

#include <vector>

#if defined(HALOGRAM_TEST_SYSTEM_SEQ)
#elif defined(HALOGRAM_TEST_SYSTEM_CPP)
#  include <thrust/system/cpp/execution_policy.h>
#  include <thrust/system/cpp/vector.h>
#elif defined(HALOGRAM_TEST_SYSTEM_OMP)
#  include <thrust/system/omp/execution_policy.h>
#  include <thrust/system/omp/vector.h>
#elif defined(HALOGRAM_TEST_SYSTEM_TBB)
#  include <thrust/system/tbb/execution_policy.h>
#  include <thrust/system/tbb/vector.h>
#elif defined(HALOGRAM_TEST_SYSTEM_CUDA)
#  include <thrust/system/cuda/execution_policy.h>
#  include <thrust/system/cuda/vector.h>
#else
#  error "define HALOGRAM_TEST_SYSTEM_{SEQ,CPP,OMP,TBB,CUDA}"
#endif

namespace test_system
{

#if defined(HALOGRAM_TEST_SYSTEM_SEQ)
inline constexpr const char* name = "seq";
inline constexpr bool is_cuda = false;
template <class T>
using vector = thrust::host_vector<T>;
inline auto policy()
{
  return thrust::seq;
}
using witness = test_support::caller_witness;
#elif defined(HALOGRAM_TEST_SYSTEM_CPP)
inline constexpr const char* name = "cpp";
inline constexpr bool is_cuda = false;
template <class T>
using vector = thrust::cpp::vector<T>;
inline auto policy()
{
  return thrust::cpp::par;
}
using witness = test_support::caller_witness;
#elif defined(HALOGRAM_TEST_SYSTEM_OMP)
inline constexpr const char* name = "omp";
inline constexpr bool is_cuda = false;
template <class T>
using vector = thrust::omp::vector<T>;
inline auto policy()
{
  return thrust::omp::par;
}
using witness = test_support::omp_witness;
#elif defined(HALOGRAM_TEST_SYSTEM_TBB)
inline constexpr const char* name = "tbb";
inline constexpr bool is_cuda = false;
template <class T>
using vector = thrust::tbb::vector<T>;
inline auto policy()
{
  return thrust::tbb::par;
}
using witness = test_support::tbb_witness;
#elif defined(HALOGRAM_TEST_SYSTEM_CUDA)
inline constexpr const char* name = "cuda";
inline constexpr bool is_cuda = true;
template <class T>
using vector = thrust::cuda::vector<T>;
inline auto policy()
{
  return thrust::cuda::par;
}
using witness = test_support::cuda_witness;
#endif

//! A copy of a range of any system in host memory.
template <class Range>
auto to_host(const Range& range)
{
  std::vector<typename Range::value_type> values(range.size());
  thrust::copy(range.begin(), range.end(), values.begin());
  return values;
}

} // namespace test_system

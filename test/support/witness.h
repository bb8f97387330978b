// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Which system calls a functor. A witness hands out an identity function, `probe()`, that notes
//! where it is called; afterwards `ran_here()` tells whether it was called, and on its system alone.
//!
//!     test_system::witness witness;
//!     auto first = thrust::make_transform_iterator(samples.begin(), witness.probe());
//!     halogram::histogram_even(test_system::policy(), first, ...);
//!     CHECK(witness.ran_here());

#include <atomic>
#include <memory>
#include <thread>

#if defined(HALOGRAM_TEST_SYSTEM_OMP) || defined(_OPENMP)
#  include <omp.h>
#endif
#if defined(HALOGRAM_TEST_SYSTEM_TBB)
#  include <tbb/task.h>
#endif
#if defined(__CUDACC__)
#  include <cuda_runtime_api.h>
#  include <nv/target>
#endif

namespace test_support
{

struct call_record
{
  std::atomic<bool> here{false};
  std::atomic<bool> elsewhere{false};

  void note(bool is_here)
  {
    (is_here ? here : elsewhere).store(true, std::memory_order_relaxed);
  }
  bool only_here() const
  {
    return here && !elsewhere;
  }
};

// `Where` says with is_here() whether the current thread works for the system.
template <class Where>
class host_witness
{
public:
  struct probe_type
  {
    call_record* record;
    const Where* where;

    template <class T>
    T operator()(const T& value) const
    {
      record->note(where->is_here());
      return value;
    }
  };

  probe_type probe() const
  {
    return {record_.get(), where_.get()};
  }
  bool ran_here() const
  {
    return record_->only_here();
  }

private:
  std::unique_ptr<call_record> record_ = std::make_unique<call_record>();
  std::unique_ptr<Where> where_ = std::make_unique<Where>();
};

struct on_callers_thread
{
  std::thread::id caller = std::this_thread::get_id();

  bool is_here() const
  {
#if defined(_OPENMP)
    return std::this_thread::get_id() == caller && omp_get_level() == 0;
#else
    return std::this_thread::get_id() == caller;
#endif
  }
};
using caller_witness = host_witness<on_callers_thread>;

#if defined(HALOGRAM_TEST_SYSTEM_OMP)
struct in_parallel_region
{
  bool is_here() const
  {
    return omp_get_level() > 0; // also where the team has one thread
  }
};
using omp_witness = host_witness<in_parallel_region>;
#endif

#if defined(HALOGRAM_TEST_SYSTEM_TBB)
struct in_task
{
  bool is_here() const
  {
    return tbb::task::current_context() != nullptr;
  }
};
using tbb_witness = host_witness<in_task>;
#endif

#if defined(__CUDACC__)
class cuda_witness
{
  struct flags
  {
    int device;
    int host;
  };

public:
  struct probe_type
  {
    flags* record;

    template <class T>
    __host__ __device__ T operator()(const T& value) const
    {
      NV_IF_ELSE_TARGET(NV_IS_DEVICE, (record->device = 1;), (record->host = 1;))
      return value;
    }
  };

  cuda_witness()
  {
    cudaMallocManaged(&record_, sizeof(flags));
    *record_ = flags{};
  }
  cuda_witness(const cuda_witness&) = delete;
  cuda_witness& operator=(const cuda_witness&) = delete;
  ~cuda_witness()
  {
    cudaFree(record_);
  }

  probe_type probe() const
  {
    return {record_};
  }
  //! Waits for the whole device.
  bool ran_here() const
  {
    return cudaDeviceSynchronize() == cudaSuccess && record_->device == 1 && record_->host == 0;
  }

private:
  flags* record_ = nullptr;
};
#endif

} // namespace test_support

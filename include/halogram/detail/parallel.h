// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Tasks on the CPU's parallel systems. They run through Thrust's own `for_each`, so OpenMP and
//! TBB are included by whoever names their policies, never by this library.

#include <halogram/detail/execution.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <atomic>
#include <exception>
#include <thread>

#if defined(_OPENMP)
#  include <omp.h>
#endif

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! How many tasks a system runs at once; at least 1.
template <class System>
int task_concurrency()
{
#if defined(_OPENMP)
  if constexpr (std::is_same_v<System, omp_system>)
  {
    return omp_get_max_threads();
  }
#endif
  const auto threads = static_cast<int>(std::thread::hardware_concurrency());
  return threads > 0 ? threads : 1;
}

// An exception must not leave an OpenMP region, so the first one waits here for the caller.
class first_exception
{
public:
  void capture() noexcept
  {
    if (!taken_.test_and_set())
    {
      exception_ = std::current_exception();
    }
  }
  void rethrow() const
  {
    if (exception_)
    {
      std::rethrow_exception(exception_);
    }
  }

private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
  std::exception_ptr exception_;
};

template <class Task>
struct guarded_task
{
  const Task* task;
  first_exception* failure;

  void operator()(int index) const
  {
    try
    {
      (*task)(index);
    }
    catch (...)
    {
      failure->capture();
    }
  }
};

//! Calls `task(i)` once for each i in [0, count), in parallel, and returns when all are done. If
//! tasks throw, all others still run and the first exception is thrown again here.
template <class Policy, class Task>
void run_tasks(const Policy& policy, int count, const Task& task)
{
  first_exception failure;
  ::thrust::for_each(policy, ::thrust::counting_iterator<int>(0),
                     ::thrust::counting_iterator<int>(count), guarded_task<Task>{&task, &failure});
  failure.rethrow();
}

} // namespace detail
HALOGRAM_NAMESPACE_END

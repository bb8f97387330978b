// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Stencils on the CPU's parallel systems: threads share the rows.

#include <halogram/detail/parallel.h>
#include <halogram/detail/stencil_rows.h>

#include <algorithm>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

template <class System, class Policy, class Job>
void compute_in_parallel(const Policy& policy, const Job& job)
{
  constexpr std::int64_t cells_worth_a_task = 4096;
  constexpr int tasks_per_thread = 4; // so that threads which start late leave work to others
  const std::int64_t most = std::int64_t{tasks_per_thread} * task_concurrency<System>();
  const std::int64_t tasks = std::min(most, 1 + job.computed.volume() / cells_worth_a_task);
  const stencil_rows<Job> rows(job, tasks);
  const auto task = [&](std::int64_t i) {
    rows.compute(rows.count() * i / tasks, rows.count() * (i + 1) / tasks);
  };
  run_tasks(policy, static_cast<int>(tasks), task);
}

} // namespace detail
HALOGRAM_NAMESPACE_END

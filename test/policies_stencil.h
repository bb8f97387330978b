// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Every form of execution policy, and where it makes a stencil run.

#include <doctest/doctest.h>
#include <halogram/stencil.h>
#include <support/counting_allocator.h>
#include <support/system.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/sequence.h>

#include <utility>
#include <vector>

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
#  include <support/gate.h>
#endif

namespace
{

using test_support::counting_allocator;

constexpr int many = 100000;

struct difference
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(1) - w(-1);
  }
};

struct difference_of_rows
{
  template <class Window>
  HALOGRAM_HOST_DEVICE int operator()(const Window& w) const
  {
    return w(1, 0) - w(-1, 0);
  }
};

// 1 at both ends, where a cell stands for its neighbour, and 2 between.
std::vector<int> differences()
{
  std::vector<int> result(many, 2);
  result.front() = result.back() = 1;
  return result;
}

template <class T>
std::vector<T> finished(const test_system::vector<T>& values)
{
#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess); // par_nosync may not be done
#endif
  return test_system::to_host(values);
}

template <class Witness = test_system::witness, class Policy>
void check_policy(const Policy& policy)
{
  test_system::vector<int> cells(many);
  thrust::sequence(cells.begin(), cells.end());
  test_system::vector<int> out(many, -1);
  const Witness witness;
  const auto first = thrust::make_transform_iterator(cells.begin(), witness.probe());
  CHECK(halogram::stencil_transform(policy, first, first + many, out.begin(), halogram::radius<1>{},
                                    halogram::clamp{}, difference{})
        == out.end());
  CHECK(finished(out) == differences());
  CHECK(witness.ran_here());

  // The same cells as 100 rows: a row's neighbours are 1000 cells on.
  halogram::stencil_transform(policy, cells.begin(), cuda::std::dextents<int, 2>(100, 1000),
                              out.begin(), halogram::star<1>{}, halogram::clamp{},
                              difference_of_rows{});
  std::vector<int> expected(many, 2000);
  std::fill(expected.begin(), expected.begin() + 1000, 1000);
  std::fill(expected.end() - 1000, expected.end(), 1000);
  CHECK(finished(out) == expected);
}

#if defined(HALOGRAM_TEST_SYSTEM_SEQ)
template <
  class Derived> // thrust::seq offers no base to derive from; the host system's is the nearest
using policy_base = thrust::host_execution_policy<Derived>;
#elif defined(HALOGRAM_TEST_SYSTEM_CPP)
template <class Derived>
using policy_base = thrust::cpp::execution_policy<Derived>;
#elif defined(HALOGRAM_TEST_SYSTEM_OMP)
template <class Derived>
using policy_base = thrust::omp::execution_policy<Derived>;
#elif defined(HALOGRAM_TEST_SYSTEM_TBB)
template <class Derived>
using policy_base = thrust::tbb::execution_policy<Derived>;
#elif defined(HALOGRAM_TEST_SYSTEM_CUDA)
template <class Derived>
using policy_base = thrust::cuda::execution_policy<Derived>;
#endif

struct users_policy : policy_base<users_policy>
{};

// Breaks if a policy is not recognised, or runs on another system than its own.
TEST_CASE("policies of the system")
{
  check_policy(test_system::policy());
  check_policy(thrust::device);
  check_policy(users_policy{});
  counting_allocator allocator;
  check_policy(test_system::policy()(allocator));
  CHECK(allocator.allocations == 0);
}

#if !defined(HALOGRAM_TEST_SYSTEM_CUDA)
// Breaks if thrust::host or thrust::seq runs on the device system.
TEST_CASE("thrust::host and thrust::seq stay on the caller's thread")
{
  check_policy<test_support::caller_witness>(thrust::host);
  check_policy<test_support::caller_witness>(thrust::seq);
  check_policy<test_support::caller_witness>(thrust::cpp::par);
}
#endif

// Breaks if the iterators' systems are not looked at where no policy is given.
TEST_CASE("without a policy the iterators choose the system")
{
  test_system::vector<int> cells(many);
  thrust::sequence(cells.begin(), cells.end());
  test_system::vector<int> out(many, -1);
  const test_system::witness witness;
  const auto first = thrust::make_transform_iterator(cells.begin(), witness.probe());
  halogram::stencil_transform(first, first + many, out.begin(), halogram::radius<1>{},
                              halogram::clamp{}, difference{});
  CHECK(test_system::to_host(out) == differences());
  CHECK(witness.ran_here());

  halogram::stencil_transform(cells.begin(), cuda::std::extents<int, many>{}, out.begin(),
                              halogram::radius<1>{}, halogram::clamp{}, difference{});
  CHECK(test_system::to_host(out) == differences());

  // An iterator that is at home everywhere leaves the choice to the other.
  const thrust::counting_iterator<int> anywhere(0);
  halogram::stencil_transform(anywhere, anywhere + many, out.begin(), halogram::radius<1>{},
                              halogram::clamp{}, difference{});
  CHECK(test_system::to_host(out) == differences());
}

#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
using test_support::gate;
using test_support::stream;

template <class Policy>
void difference_of(const Policy& policy, const test_system::vector<int>& cells,
                   test_system::vector<int>& out)
{
  halogram::stencil_transform(policy, cells.begin(), cells.end(), out.begin(),
                              halogram::radius<1>{}, halogram::clamp{}, difference{});
}

// Breaks if a stream or an allocator hides the policy's system.
TEST_CASE("every form of CUDA policy")
{
  const stream other;
  counting_allocator allocator;
  check_policy(thrust::cuda::par.on(other.get()));
  check_policy(thrust::cuda::par(allocator).on(other.get()));
  check_policy(thrust::cuda::par_nosync);
  check_policy(thrust::cuda::par_nosync.on(other.get()));
  check_policy(thrust::cuda::par_nosync(allocator).on(other.get()));
}

// Breaks if the call waits, or works in another stream.
TEST_CASE("par_nosync returns at once and its work waits in the policy's stream")
{
  test_system::vector<int> cells(many);
  thrust::sequence(cells.begin(), cells.end());
  test_system::vector<int> out(many, 42);
  const stream work;
  difference_of(thrust::cuda::par_nosync.on(work.get()), cells, out); // loads the kernel
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  thrust::fill(out.begin(), out.end(), 42);

  gate closed(work.get());
  difference_of(thrust::cuda::par_nosync.on(work.get()), cells, out);
  CHECK(cudaStreamQuery(work.get()) == cudaErrorNotReady);
  CHECK_FALSE(closed.gave_up());
  closed.open();
  REQUIRE(cudaStreamSynchronize(work.get()) == cudaSuccess);
  CHECK(test_system::to_host(out) == differences());
}

// Breaks if a call does anything that a graph cannot hold.
TEST_CASE("a captured call is replayed")
{
  test_system::vector<int> cells(many);
  test_system::vector<int> out(many, 42);
  const stream work;
  cudaGraph_t graph{};
  cudaGraphExec_t executable{};
  REQUIRE(cudaStreamBeginCapture(work.get(), cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  difference_of(thrust::cuda::par_nosync.on(work.get()), cells, out);
  REQUIRE(cudaStreamEndCapture(work.get(), &graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
  thrust::sequence(cells.begin(), cells.end());
  CHECK(cudaGraphLaunch(executable, work.get()) == cudaSuccess);
  CHECK(cudaStreamSynchronize(work.get()) == cudaSuccess);
  CHECK(test_system::to_host(out) == differences());
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

__global__ void difference_in_kernel(const int* cells, int size, int* out, bool* as_expected)
{
  const auto call = [&](const int* last, auto boundary) {
    return halogram::stencil_transform(thrust::seq, cells, last, out, halogram::radius<1>{},
                                       boundary, difference{});
  };
  const bool refused = call(cells - 1, halogram::clamp{}) == out;
  const bool empty = call(cells, halogram::wrap{}) == out;
  *as_expected = refused && empty && call(cells + size, halogram::clamp{}) == out + size;
}

// Breaks if thrust::seq cannot run in a kernel, or a bad argument there does anything.
TEST_CASE("thrust::seq inside a kernel")
{
  test_system::vector<int> cells(1000);
  thrust::sequence(cells.begin(), cells.end());
  test_system::vector<int> out(1000);
  test_system::vector<bool> as_expected(1);
  difference_in_kernel<<<1, 1>>>(thrust::raw_pointer_cast(cells.data()), 1000,
                                 thrust::raw_pointer_cast(out.data()),
                                 thrust::raw_pointer_cast(as_expected.data()));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(as_expected[0]);
  CHECK(out[0] == 1);
  CHECK(out[500] == 2);
  CHECK(out[999] == 1);
}

struct on_device_only
{
  template <class Window>
  __device__ int operator()(const Window& w) const
  {
    return w(1) - w(-1);
  }
};

// Breaks if an operation must exist on the host as well.
TEST_CASE("operations of the device alone")
{
  test_system::vector<int> cells(many);
  thrust::sequence(cells.begin(), cells.end());
  test_system::vector<int> out(many);
  halogram::stencil_transform(cells.begin(), cells.end(), out.begin(), halogram::radius<1>{},
                              halogram::clamp{}, on_device_only{});
  CHECK(test_system::to_host(out) == differences());
}
#endif

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Every form of execution policy, and where it makes a histogram run. What only CUDA has (streams,
//! graphs, `par_nosync`) is in policies_histogram_cuda.cu.

#include <doctest/doctest.h>
#include <halogram/histogram.h>
#include <support/counting_allocator.h>
#include <support/system.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/sequence.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace
{

using test_support::counting_allocator;

struct to_bin
{
  HALOGRAM_HOST_DEVICE int operator()(int sample) const
  {
    return sample % 8;
  }
};

// Counts through the policy, by both functions and all three overloads, and checks the counts and,
// with the witness, the system that ran.
template <class Witness = test_system::witness, class Policy>
void check_policy(const Policy& policy)
{
  constexpr int size = 100000;
  test_system::vector<int> samples(size);
  thrust::sequence(samples.begin(), samples.end());
  test_system::vector<std::uint32_t> bins(8);
  const auto counts = [&] {
#if defined(HALOGRAM_TEST_SYSTEM_CUDA)
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess); // par_nosync may not be done
#endif
    return test_system::to_host(bins);
  };
  const auto all_equal = std::vector<std::uint32_t>(8, size / 8);

  const Witness even;
  const auto first = thrust::make_transform_iterator(samples.begin(), even.probe());
  CHECK(halogram::histogram_even(policy, first, first + size, bins.begin(), 8, 0, size)
        == bins.end());
  CHECK(counts() == all_equal);
  CHECK(even.ran_here());

  const Witness projected;
  halogram::histogram_even(policy, samples.begin(), samples.end(), bins.begin(), 8, 0, size / 2,
                           projected.probe());
  CHECK(counts() == std::vector<std::uint32_t>(8, size / 16));
  CHECK(projected.ran_here());

  const Witness function;
  const auto again = thrust::make_transform_iterator(samples.begin(), function.probe());
  halogram::histogram(policy, again, again + size, bins.begin(), 8, to_bin{});
  CHECK(counts() == all_equal);
  CHECK(function.ran_here());
}

#if defined(HALOGRAM_TEST_SYSTEM_SEQ)
// thrust::seq offers no base to derive from; the host system's is the nearest.
template <class Derived>
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

// Derives, as rmm::exec_policy does, from what `par(allocator)` returns: its own type is not the one
// that Thrust's base class names.
using policy_with_allocator = decltype(test_system::policy()(std::declval<counting_allocator&>()));
class pool_policy : public policy_with_allocator
{
public:
  explicit pool_policy(counting_allocator& pool)
      : policy_with_allocator(test_system::policy()(pool))
  {}
};

} // namespace

// Breaks if a policy is not recognised, or runs on another system than its own.
TEST_CASE("the system's own policy")
{
  check_policy(test_system::policy());
}

// Breaks if thrust::device is taken for a fixed system.
TEST_CASE("thrust::device is the system that was configured")
{
  check_policy(thrust::device);
}

#if !defined(HALOGRAM_TEST_SYSTEM_CUDA)
// Breaks if thrust::host or thrust::seq runs on the device system. (A device's memory is not theirs.)
TEST_CASE("thrust::host and thrust::seq stay on the caller's thread")
{
  check_policy<test_support::caller_witness>(thrust::host);
  check_policy<test_support::caller_witness>(thrust::seq);
  check_policy<test_support::caller_witness>(thrust::cpp::par);
}
#endif

// Breaks if policies are recognised by is_base_of.
TEST_CASE("policies that users derive from Thrust's")
{
  check_policy(users_policy{});
  counting_allocator pool;
  check_policy(pool_policy(pool));
  CHECK(pool.holds_nothing());
}

// Breaks if the allocator in a policy hides its system, or temporary memory is not given back.
TEST_CASE("a policy with an allocator")
{
  counting_allocator allocator;
  check_policy(test_system::policy()(allocator));
  CHECK(allocator.holds_nothing());
}

// Breaks if the iterators' systems are not looked at where no policy is given.
TEST_CASE("without a policy the iterators choose the system")
{
  test_system::vector<int> samples(100000, 3);
  test_system::vector<int> bins(8);
  const test_system::witness witness;
  const auto first = thrust::make_transform_iterator(samples.begin(), witness.probe());
  const auto last = thrust::make_transform_iterator(samples.end(), witness.probe());
  const std::vector<int> expected{0, 0, 0, 100000, 0, 0, 0, 0};
  halogram::histogram_even(first, last, bins.begin(), 8, 0, 8);
  CHECK(test_system::to_host(bins) == expected);
  halogram::histogram_even(first, last, bins.begin(), 8, 0, 8, to_bin{});
  CHECK(test_system::to_host(bins) == expected);
  halogram::histogram(first, last, bins.begin(), 8, to_bin{});
  CHECK(test_system::to_host(bins) == expected);
  CHECK(witness.ran_here());

  // An iterator that is at home everywhere leaves the choice to the other.
  const auto anywhere = thrust::make_constant_iterator(5);
  halogram::histogram_even(anywhere, anywhere + 7, bins.begin(), 8, 0, 8);
  CHECK(test_system::to_host(bins) == std::vector<int>{0, 0, 0, 0, 0, 7, 0, 0});
}

#if !defined(HALOGRAM_TEST_SYSTEM_CUDA)
// Breaks if an exception is lost, ends the program, or leaves memory behind.
TEST_CASE("an exception of the bin function reaches the caller")
{
  counting_allocator allocator;
  std::vector<int> samples(100000, 1);
  samples[77777] = -1;
  std::vector<int> bins(8);
  const auto throwing = [](int sample) {
    return sample >= 0 ? sample : throw std::domain_error("a negative sample");
  };
  CHECK_THROWS_AS(halogram::histogram(test_system::policy()(allocator), samples.begin(),
                                      samples.end(), bins.begin(), 8, throwing),
                  std::domain_error);
  CHECK(allocator.holds_nothing());
}

// Breaks if memory that cannot be had is used all the same.
TEST_CASE("memory that cannot be had is reported or not needed")
{
  counting_allocator allocator;
  allocator.limit = 0;
  const std::vector<int> samples(100000, 1);
  std::vector<float> bins(8);
  try
  {
    halogram::histogram_even(test_system::policy()(allocator), samples.begin(), samples.end(),
                             bins.begin(), 8, 0, 8);
    CHECK(bins == std::vector<float>{0, 100000, 0, 0, 0, 0, 0, 0});
  }
  catch (const std::bad_alloc&)
  {
    CHECK(allocator.allocations > 0);
  }
}
#endif

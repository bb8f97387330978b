// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! From an execution policy, or from iterators where there is none, to the system that runs.

#include <cuda/std/iterator>
#include <cuda/std/type_traits>

#include <halogram/detail/thrust_access.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/iterator_traits.h>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

//! The type of an iterator's values.
template <class Iterator>
using value_of = typename ::cuda::std::iterator_traits<Iterator>::value_type;

struct sequential_system
{};
struct omp_system
{};
struct tbb_system
{};
struct cuda_system
{};

template <class System, class Derived>
struct policy_match
{
  using system = System;
  using derived = Derived;
};

// Deduction, not is_base_of: a policy may derive from execution_policy<D> with D another type than
// its own (rmm::exec_policy does). More derived systems come first, since omp's and tbb's policies
// are cpp's too.
template <int N>
struct rank : rank<N - 1>
{};
template <>
struct rank<0>
{};

#if defined(__CUDACC__)
template <class Derived>
policy_match<cuda_system, Derived> match_policy(rank<2>,
                                                const ::thrust::cuda::execution_policy<Derived>*);
#endif
template <class Derived>
policy_match<omp_system, Derived> match_policy(rank<2>, const thrust_access::omp_policy<Derived>*);
template <class Derived>
policy_match<tbb_system, Derived> match_policy(rank<2>, const thrust_access::tbb_policy<Derived>*);
template <class Derived>
policy_match<sequential_system, Derived> match_policy(rank<1>,
                                                      const ::thrust::execution_policy<Derived>*);
policy_match<void, void> match_policy(rank<0>, const volatile void*);

template <class T>
using match_of =
  decltype(match_policy(rank<2>{}, static_cast<const ::cuda::std::remove_cvref_t<T>*>(nullptr)));

//! Whether T can stand as the first argument of an algorithm.
template <class T>
inline constexpr bool is_execution_policy_v = !::cuda::std::is_void_v<typename match_of<T>::system>;

//! The system on which an algorithm with this policy runs.
template <class Policy>
using system_of = typename match_of<Policy>::system;

template <class Policy>
using enable_if_policy = ::cuda::std::enable_if_t<is_execution_policy_v<Policy>, int>;

template <class T>
using enable_if_not_policy = ::cuda::std::enable_if_t<!is_execution_policy_v<T>, int>;

//! The policy as Thrust's algorithms see it: its most derived registered type.
template <class Policy>
HALOGRAM_HOST_DEVICE const typename match_of<Policy>::derived& derived_policy(const Policy& policy)
{
  using derived = typename match_of<Policy>::derived;
  const ::thrust::execution_policy<derived>& base = policy;
  return static_cast<const derived&>(base);
}

// Thrust's own rule for calls without a policy: the iterators' systems meet, and an iterator that
// is at home everywhere (counting, discard, constant) has no say.
template <class A, class B>
struct common_system
{
  static constexpr bool a_serves_b = ::cuda::std::is_convertible_v<A, B>;
  static constexpr bool b_serves_a = ::cuda::std::is_convertible_v<B, A>;
  static_assert(a_serves_b || b_serves_a,
                "halogram: the iterators live in different systems; pass an execution policy");
  // The more derived of the two converts to the other, as omp's tag does to cpp's.
  using type = ::cuda::std::conditional_t<a_serves_b, A, B>;
};
template <class A>
struct common_system<A, ::thrust::any_system_tag>
{
  using type = A;
};
template <class B>
struct common_system<::thrust::any_system_tag, B>
{
  using type = B;
};
template <>
struct common_system<::thrust::any_system_tag, ::thrust::any_system_tag>
{
  using type = ::thrust::device_system_tag;
};

template <class ItA, class ItB>
using system_tag_of = typename common_system<typename ::thrust::iterator_system<ItA>::type,
                                             typename ::thrust::iterator_system<ItB>::type>::type;

} // namespace detail
HALOGRAM_NAMESPACE_END

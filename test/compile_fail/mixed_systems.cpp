// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Breaks if iterators of two parallel systems are taken without a policy that says which runs.
#include <halogram/histogram.h>
#include <thrust/system/omp/memory.h>
#include <thrust/system/tbb/memory.h>

int main()
{
  const thrust::omp::pointer<float> samples;
#if defined(HALOGRAM_COMPILE_FAIL)
  const thrust::tbb::pointer<int> bins;
#else
  const thrust::omp::pointer<int> bins;
#endif
  halogram::histogram_even(samples, samples, bins, 4, 0.f, 1.f);
}

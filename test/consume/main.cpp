// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/histogram.h>

#include <cstdio>
#include <thrust/device_vector.h>

int main()
{
  const thrust::device_vector<float> samples(100, 1.5f);
  thrust::device_vector<int> bins(4);
  halogram::histogram_even(samples.begin(), samples.end(), bins.begin(), 4, 0.f, 4.f);
  std::printf("%d %d %d %d\n", int{bins[0]}, int{bins[1]}, int{bins[2]}, int{bins[3]});
  return bins[1] == 100 ? 0 : 1;
}

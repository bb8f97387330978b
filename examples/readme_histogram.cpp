#include <halogram/histogram.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>

#include <iostream>
#include <iterator>
#include <vector>

int main()
{
  const std::vector<float> read{1.5f, 2.0f, 2.5f, 7.9f, 8.0f, 10.0f, -1.0f};
  const thrust::device_vector<float> samples(read.begin(), read.end());
  thrust::device_vector<int> counts(5);

  // Five equally wide bins over [0, 10): 10 and -1 lie outside and count nowhere.
  halogram::histogram_even(samples.begin(), samples.end(), counts.begin(), 5, 0.0f, 10.0f);

  thrust::copy(counts.begin(), counts.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << '\n'; // 1 2 0 1 1
}

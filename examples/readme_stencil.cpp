#include <halogram/stencil.h>
#include <thrust/device_vector.h>

#include <iostream>

struct average
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    return (w(-1, 0) + w(0, -1) + w(0, 0) + w(0, 1) + w(1, 0)) / 5;
  }
};

int main()
{
  const cuda::std::dextents<int, 2> shape(3, 4); // rows, columns
  thrust::device_vector<float> in(12), out(12);
  in[0] = 5;
  halogram::stencil_transform(in.begin(), shape, out.begin(), halogram::star<1>{}, halogram::wrap{},
                              average{});
  for (std::size_t i = 0; i < out.size(); ++i)
  {
    std::cout << out[i] << (i % 4 == 3 ? '\n' : ' '); // 1 1 0 1, 1 0 0 0, 1 0 0 0
  }
}

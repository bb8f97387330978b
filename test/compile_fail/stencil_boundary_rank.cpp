// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/stencil.h>

struct centre
{
  template <class Window>
  int operator()(const Window& w) const
  {
    return w(0, 0);
  }
};

void call(const int* in, int* out)
{
  const cuda::std::dextents<int, 2> shape(3, 4);
  halogram::stencil_transform(in, shape, out, halogram::radius<1, 2>{}, halogram::clamp{},
                              centre{});
#if defined(HALOGRAM_COMPILE_FAIL)
  halogram::stencil_transform(in, shape, out, halogram::radius<1>{},
                              halogram::per_axis(halogram::clamp{}), centre{});
#endif
}

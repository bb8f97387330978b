// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/stencil.h>

struct nothing
{
  template <class Window>
  int operator()(const Window&) const
  {
    return 0;
  }
};

void call(const int* in, int* out)
{
  using halogram::radius;
  halogram::stencil_transform(in, cuda::std::dextents<int, 3>(1, 1, 1), out, radius<1>{},
                              halogram::clamp{}, nothing{});
#if defined(HALOGRAM_COMPILE_FAIL)
  halogram::stencil_transform(in, cuda::std::dextents<int, 4>(1, 1, 1, 1), out, radius<1>{},
                              halogram::clamp{}, nothing{});
#endif
}

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

void call(cuda::std::mdspan<const int, cuda::std::dextents<int, 2>> in,
          cuda::std::mdspan<int, cuda::std::dextents<int, 2>> out,
          [[maybe_unused]] cuda::std::mdspan<int, cuda::std::dextents<int, 1>> other)
{
  halogram::stencil_transform(in, out, halogram::radius<1>{}, halogram::clamp{}, nothing{});
#if defined(HALOGRAM_COMPILE_FAIL)
  halogram::stencil_transform(in, other, halogram::radius<1>{}, halogram::clamp{}, nothing{});
#endif
}

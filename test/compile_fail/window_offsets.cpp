// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/window_iterator.h>

int call(const int* first, const int* last)
{
  const auto windows =
    halogram::make_window_iterator(first, last, halogram::radius<1>{}, halogram::clamp{});
#if defined(HALOGRAM_COMPILE_FAIL)
  return windows[0](1, 1);
#else
  return windows[0](1);
#endif
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/window_iterator.h>

void call(const int* first, const int* last)
{
  halogram::make_window_iterator(first, last, halogram::radius<1>{}, halogram::clamp{});
#if defined(HALOGRAM_COMPILE_FAIL)
  halogram::make_window_iterator(first, last, halogram::radius<1>{}, halogram::interior{});
#endif
}

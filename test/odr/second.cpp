// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <odr/unit.h>

odr_counts odr_second()
{
  return odr_count(thrust::host);
}

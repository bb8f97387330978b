// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <support/requirement.h>

const char* test_support::missing_requirement()
{
  return nullptr;
}

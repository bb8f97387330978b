// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>
#include <doctest/doctest.h>
#include <support/requirement.h>

int main(int argc, char** argv)
{
  doctest::Context context(argc, argv);
  if (const char* missing = test_support::missing_requirement())
  {
    std::printf("skipped: %s\n", missing);
    return 77; // SKIP_RETURN_CODE of every test
  }
  return context.run();
}

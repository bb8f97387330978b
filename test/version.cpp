// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <halogram/version.h>

#include <doctest/doctest.h>
#include <string>

// Breaks if CMake reads another version out of version.h than the compiler.
TEST_CASE("the package and the header have one version")
{
  const std::string version = std::to_string(HALOGRAM_VERSION_MAJOR) + "."
                              + std::to_string(HALOGRAM_VERSION_MINOR) + "."
                              + std::to_string(HALOGRAM_VERSION_PATCH);
  CHECK(version == PROJECT_VERSION);
  CHECK(HALOGRAM_VERSION
        == HALOGRAM_VERSION_MAJOR * 10000 + HALOGRAM_VERSION_MINOR * 100 + HALOGRAM_VERSION_PATCH);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace test_support
{

//! What this machine lacks to run this program, or null. Each program links one definition.
const char* missing_requirement();

} // namespace test_support

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! The library's version, as numbers the preprocessor can compare.

#define HALOGRAM_VERSION_MAJOR 0
#define HALOGRAM_VERSION_MINOR 1
#define HALOGRAM_VERSION_PATCH 0

//! `major * 10000 + minor * 100 + patch`
#define HALOGRAM_VERSION \
  (HALOGRAM_VERSION_MAJOR * 10000 + HALOGRAM_VERSION_MINOR * 100 + HALOGRAM_VERSION_PATCH)

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

using odr_counts = std::array<int, 4>;

odr_counts odr_first();
odr_counts odr_second();
odr_counts odr_omp();

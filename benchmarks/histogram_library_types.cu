// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "histogram_library.h"

namespace benchmarks
{

template void add_library<double>(session&);
template void add_library<std::int32_t>(session&);
template void add_library<std::uint32_t>(session&);
template void add_library<std::uint8_t>(session&);
template void add_library<std::uint16_t>(session&);

} // namespace benchmarks

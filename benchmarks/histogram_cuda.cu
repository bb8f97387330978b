// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Histograms on one CUDA device against CUB, sorting and global atomics, as shares of the read limit.
//   histogram_cuda [--quick] [--out FILE.csv] [--benchmark_filter=REGEX]

#include "histogram_library.h"

namespace benchmarks
{

template void add_library<float>(session&);

} // namespace benchmarks

int main(int argc, char** argv)
try
{
  using namespace benchmarks;
  report results;
  const options chosen = parse(argc, argv);
  cudaStream_t stream{};
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  describe_device(results, stream);

  cudaMemPool_t pool{};
  std::uint64_t keep = UINT64_MAX;
  check(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep),
        "cudaMemPoolSetAttribute");

  const std::size_t counter_bytes = most_bins * sizeof(std::uint64_t);
  session run{chosen,
              results,
              stream,
              sample_source(stream),
              device_memory(counter_bytes),
              device_memory(counter_bytes)};
  add_library<float>(run);
  add_library<std::int32_t>(run);
  add_library<std::uint32_t>(run);
  add_library<double>(run);
  add_library<std::uint8_t>(run);
  add_library<std::uint16_t>(run);
  add_counters_and_iterators(run);
  add_small_inputs(run);
  add_cub_small_inputs(run);
  if (!chosen.quick)
  {
    add_cub<float>(run);
    add_cub<std::int32_t>(run);
    add_cub<std::uint32_t>(run);
    add_cub<double>(run);
    add_cub<std::uint8_t>(run);
    add_cub<std::uint16_t>(run);
    add_sort(run);
    add_atomics<float>(run);
    add_atomics<std::int32_t>(run);
    add_atomics<std::uint32_t>(run);
    add_atomics<double>(run);
    add_atomics<std::uint8_t>(run);
    add_atomics<std::uint16_t>(run);
  }
  return benchmarks::run(chosen, results);
}
catch (const std::exception& error)
{
  std::cerr << error.what() << "\n";
  return 2;
}

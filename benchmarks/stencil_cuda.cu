// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Stencils on one CUDA device against what they are written with today, as shares of the copy limit.
//   stencil_cuda [--quick] [--out FILE.csv] [--benchmark_filter=REGEX]

#include "stencil_cases.h"

#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <type_traits>

namespace benchmarks
{

template <class T>
__global__ void make_field(T* field, std::int64_t cells)
{
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < cells)
  {
    std::uint64_t x = static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    field[i] = static_cast<T>(std::is_integral_v<T> ? static_cast<double>(x >> 56)
                                                    : static_cast<double>(x >> 40) / (1 << 24));
  }
}

template <class T>
const T* field_source::get()
{
  const int wanted = sizeof(T);
  if (made_ != wanted)
  {
    const auto cells = static_cast<std::int64_t>(bytes / sizeof(T));
    make_field<<<static_cast<unsigned>(cells / 256), 256, 0, stream_>>>(memory_.as<T>(), cells);
    check(cudaGetLastError(), "make_field");
    check(cudaStreamSynchronize(stream_), "make_field");
    made_ = wanted;
  }
  return memory_.as<T>();
}

template const std::uint8_t* field_source::get<std::uint8_t>();
template const float* field_source::get<float>();
template const double* field_source::get<double>();

// Sums of the same terms may be contracted otherwise.
struct differs
{
  template <class Pair>
  __host__ __device__ std::int64_t operator()(const Pair& pair) const
  {
    const double difference =
      static_cast<double>(thrust::get<0>(pair)) - static_cast<double>(thrust::get<1>(pair));
    return !(difference < 1e-5 && difference > -1e-5);
  }
};

template <class T>
bool close(cudaStream_t stream, const T* a, const T* b, std::int64_t cells)
{
  const auto pairs = thrust::make_zip_iterator(a, b);
  return thrust::transform_reduce(thrust::cuda::par.on(stream), pairs, pairs + cells, differs{},
                                  std::int64_t{0}, cuda::std::plus<std::int64_t>{})
         == 0;
}

template bool close(cudaStream_t, const std::uint8_t*, const std::uint8_t*, std::int64_t);
template bool close(cudaStream_t, const float*, const float*, std::int64_t);
template bool close(cudaStream_t, const double*, const double*, std::int64_t);

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
  session run{chosen,
              results,
              stream,
              field_source(stream),
              device_memory(field_source::bytes),
              device_memory(field_source::bytes)};
  for (const bool peers : {false, true})
  {
    run.peers = peers;
    if (peers && chosen.quick)
    {
      break;
    }
    add_1d(run);
    add_2d(run);
    add_3d(run);
    add_forms(run);
    if (!peers)
    {
      add_boundaries(run);
      add_small_inputs(run);
    }
  }
  return benchmarks::run(chosen, results);
}
catch (const std::exception& error)
{
  std::cerr << error.what() << "\n";
  return 2;
}

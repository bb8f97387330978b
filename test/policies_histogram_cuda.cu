// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//! @file
//! Policies as only CUDA has them: streams, `par_nosync`, graphs, temporary memory, `thrust::seq` inside
//! a kernel. The bodies that all systems share come along, since each unit costs nvcc so much.

#include <histogram_arguments.h>
#include <policies_histogram.h>
#include <support/gate.h>
#include <thrust/fill.h>
#include <thrust/system_error.h>

#include <string>
#include <thread>

namespace
{

using test_support::arena_allocator;
using test_support::gate;
using test_support::stream;
using counts_of = std::vector<std::uint32_t>;

// What a shared call needs: more samples than one block takes, and bins of every path that a policy may
// have to find memory or launches for.
constexpr int many = 5000000;
constexpr std::int64_t bin_counts[] = {1, 256, 4096, 57344, 65536, 100000, 1000000};

template <class T>
using device_vector = test_system::vector<T>;

device_vector<int> sequence_of(int size)
{
  device_vector<int> samples(static_cast<std::size_t>(size));
  thrust::sequence(samples.begin(), samples.end());
  return samples;
}

// Counts of the samples 0, 1, ..., size - 1 in bins over [0, size).
counts_of even_counts(std::int64_t size, std::int64_t num_bins)
{
  counts_of counts;
  for (std::int64_t bin = 0; bin < num_bins; ++bin)
  {
    const auto first = [&](std::int64_t b) { return (b * size + num_bins - 1) / num_bins; };
    counts.push_back(static_cast<std::uint32_t>(first(bin + 1) - first(bin)));
  }
  return counts;
}

template <class Base>
class stream_pool_policy : public Base // as rmm::exec_policy and rmm::exec_policy_nosync are
{
public:
  explicit stream_pool_policy(const Base& base)
      : Base(base)
  {}
};

// What a graph or a stream does with the samples, so that every call site names the same types.
template <class Policy>
void count_sequence(const Policy& policy, const device_vector<int>& samples,
                    device_vector<std::uint32_t>& bins)
{
  halogram::histogram_even(policy, thrust::raw_pointer_cast(samples.data()),
                           thrust::raw_pointer_cast(samples.data()) + samples.size(),
                           thrust::raw_pointer_cast(bins.data()),
                           static_cast<std::int64_t>(bins.size()), 0,
                           static_cast<int>(samples.size()));
}

__global__ void count_in_kernel(const int* samples, int size, int* bins, bool* accepted)
{
  int* const end = halogram::histogram_even(thrust::seq, samples, samples + size, bins, 4, 0, size);
  const bool refused =
    halogram::histogram_even(thrust::seq, samples, samples + size, bins, 0, 0, size) == bins
    && halogram::histogram_even(thrust::seq, samples, samples + size, bins, 4, 5, 5) == bins;
  *accepted = end == bins + 4 && refused;
}

} // namespace

// Breaks if a stream or an allocator hides the policy's system.
TEST_CASE("every form of CUDA policy")
{
  const stream other;
  counting_allocator allocator;
  namespace cuda = thrust::cuda;
  check_policy(cuda::par.on(other.get()));
  check_policy(cuda::par(allocator).on(other.get()));
  check_policy(cuda::par_nosync);
  check_policy(cuda::par_nosync.on(other.get()));
  check_policy(cuda::par_nosync(allocator));
  check_policy(cuda::par_nosync(allocator).on(other.get()));

  const auto pool = cuda::par(allocator).on(other.get());
  const auto pool_nosync = cuda::par_nosync(allocator).on(other.get());
  check_policy(stream_pool_policy<std::decay_t<decltype(pool)>>(pool));
  check_policy(stream_pool_policy<std::decay_t<decltype(pool_nosync)>>(pool_nosync));
  CHECK(allocator.holds_nothing());
}

// Breaks if the call waits, works in another stream, or clears the output before the stream gets there.
TEST_CASE("par_nosync returns at once and its work waits in the policy's stream")
{
  const device_vector<int> right = sequence_of(many);
  const stream work, observer;
  arena_allocator arena(std::size_t{512} << 20);
  const auto policy = thrust::cuda::par_nosync(arena).on(work.get());
  for (const std::int64_t num_bins : bin_counts)
  {
    for (const int size : {1000, many})
    {
      CAPTURE(num_bins);
      CAPTURE(size);
      device_vector<int> samples(static_cast<std::size_t>(size), -1);
      device_vector<std::uint32_t> bins(static_cast<std::size_t>(num_bins), 42);
      count_sequence(policy, samples, bins); // loads the kernels, which would wait for the gate
      REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
      thrust::fill(bins.begin(), bins.end(), 42);

      gate closed(work.get());
      cudaMemcpyAsync(
        thrust::raw_pointer_cast(samples.data()), thrust::raw_pointer_cast(right.data()),
        static_cast<std::size_t>(size) * sizeof(int), cudaMemcpyDeviceToDevice, work.get());
      count_sequence(policy, samples, bins);
      CHECK(cudaStreamQuery(work.get()) == cudaErrorNotReady);
      CHECK_FALSE(closed.gave_up());
      std::uint32_t seen = 0;
      cudaMemcpyAsync(&seen, thrust::raw_pointer_cast(bins.data()), sizeof(seen),
                      cudaMemcpyDeviceToHost, observer.get());
      cudaStreamSynchronize(observer.get());
      CHECK(seen == 42);

      closed.open();
      REQUIRE(cudaStreamSynchronize(work.get()) == cudaSuccess);
      const bool counts_agree = test_system::to_host(bins) == even_counts(size, num_bins);
      CHECK(counts_agree);
    }
  }
}

// Breaks if par returns before the counts are there.
TEST_CASE("par waits for its stream")
{
  const device_vector<int> samples = sequence_of(many);
  device_vector<std::uint32_t> bins(256, 42);
  const stream work;
  count_sequence(thrust::cuda::par.on(work.get()), samples, bins);
  CHECK(cudaStreamQuery(work.get()) == cudaSuccess);
  CHECK(test_system::to_host(bins) == even_counts(many, 256));
}

// Breaks if memory is taken where the contract says none is, or more than it says, or is not given back.
TEST_CASE("temporary memory comes from the policy's allocator, and only where it must")
{
  for (const std::int64_t num_bins : bin_counts)
  {
    for (const int size : {0, 1000, many})
    {
      CAPTURE(num_bins);
      CAPTURE(size);
      const device_vector<int> samples = sequence_of(size == 0 ? 1 : size);
      const int* const first = thrust::raw_pointer_cast(samples.data());
      device_vector<std::uint32_t> bins(static_cast<std::size_t>(num_bins));
      const auto expected = size == 0 ? counts_of(bins.size()) : even_counts(size, num_bins);
      for (const std::size_t limit : {~std::size_t{0}, std::size_t{0}}) // with memory, and without
      {
        counting_allocator allocator;
        allocator.limit = limit;
        thrust::fill(bins.begin(), bins.end(), 42);
        halogram::histogram_even(thrust::cuda::par(allocator), first, first + size, bins.begin(),
                                 num_bins, 0, size == 0 ? 1 : size);
        const bool counts_agree = test_system::to_host(bins) == expected;
        CHECK(counts_agree);
        CHECK(allocator.holds_nothing());
        CHECK((num_bins > 65536 || allocator.allocations == 0));
        CHECK((limit == 0 || allocator.bytes <= 3 * static_cast<std::size_t>(size)));
      }
    }
  }
}

// Breaks if counters without atomics take more than 8 bytes a bin besides.
TEST_CASE("temporary memory of counters that are converted")
{
  const device_vector<int> samples = sequence_of(1000);
  device_vector<float> bins(4096);
  counting_allocator allocator;
  halogram::histogram_even(thrust::cuda::par(allocator), samples.begin(), samples.end(),
                           bins.begin(), 4096, 0, 4096);
  CHECK(bins[999] == 1);
  CHECK(allocator.bytes <= 8 * 4096 + 1024);
  CHECK(allocator.holds_nothing());

  allocator.limit = 0;
  CHECK_THROWS_AS(halogram::histogram_even(thrust::cuda::par(allocator), samples.begin(),
                                           samples.end(), bins.begin(), 4096, 0, 4096),
                  std::bad_alloc);
}

// Breaks if a call allocates, synchronises, or bakes counts into what is captured.
TEST_CASE("a graph captured once replays with changed samples")
{
  for (const std::int64_t num_bins : bin_counts)
  {
    for (const int size : {1000, many})
    {
      CAPTURE(num_bins);
      CAPTURE(size);
      const stream work;
      device_vector<int> samples = sequence_of(size);
      device_vector<std::uint32_t> bins(static_cast<std::size_t>(num_bins), 42);
      REQUIRE(cudaStreamBeginCapture(work.get(), cudaStreamCaptureModeThreadLocal) == cudaSuccess);
      count_sequence(thrust::cuda::par_nosync.on(work.get()), samples, bins);
      cudaGraph_t graph = nullptr;
      REQUIRE(cudaStreamEndCapture(work.get(), &graph) == cudaSuccess);
      cudaGraphExec_t replay = nullptr;
      REQUIRE(cudaGraphInstantiate(&replay, graph, 0) == cudaSuccess);
      CHECK(test_system::to_host(bins) == counts_of(bins.size(), 42));

      const auto run = [&] {
        REQUIRE(cudaGraphLaunch(replay, work.get()) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(work.get()) == cudaSuccess);
        return test_system::to_host(bins);
      };
      bool counts_agree = run() == even_counts(size, num_bins);
      CHECK(counts_agree);
      thrust::fill(samples.begin(), samples.end(), 0);
      counts_of in_first_bin(bins.size());
      in_first_bin[0] = static_cast<std::uint32_t>(size);
      counts_agree = run() == in_first_bin;
      CHECK(counts_agree);
      cudaGraphExecDestroy(replay);
      cudaGraphDestroy(graph);
    }
  }
}

// Breaks if calls share anything: a buffer, a stream, a parameter in global memory.
TEST_CASE("two host threads on two streams get their own counts a thousand times")
{
  const device_vector<int> samples = sequence_of(300000);
  int wrong[2] = {};
  const auto repeat = [&](int which) {
    const int num_bins = which == 0 ? 300 : 100000;
    const stream own;
    device_vector<std::uint32_t> bins(static_cast<std::size_t>(num_bins));
    const counts_of expected(bins.size(), static_cast<std::uint32_t>(300000 / num_bins));
    counts_of counts(bins.size());
    for (int i = 0; i < 1000; ++i)
    {
      count_sequence(thrust::cuda::par_nosync.on(own.get()), samples, bins);
      cudaMemcpyAsync(counts.data(), thrust::raw_pointer_cast(bins.data()),
                      counts.size() * sizeof(counts[0]), cudaMemcpyDeviceToHost, own.get());
      cudaStreamSynchronize(own.get());
      wrong[which] += counts == expected ? 0 : 1;
    }
  };
  std::thread first(repeat, 0), second(repeat, 1);
  first.join();
  second.join();
  CHECK(wrong[0] == 0);
  CHECK(wrong[1] == 0);
}

// Breaks if thrust::seq needs the host, or throws where nothing can be thrown.
TEST_CASE("thrust::seq inside a kernel")
{
  const device_vector<int> samples = sequence_of(1000);
  device_vector<int> bins(4, 42);
  device_vector<bool> accepted(1, false);
  count_in_kernel<<<1, 1>>>(thrust::raw_pointer_cast(samples.data()), 1000,
                            thrust::raw_pointer_cast(bins.data()),
                            thrust::raw_pointer_cast(accepted.data()));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(test_system::to_host(bins) == std::vector<int>(4, 250));
  CHECK(accepted[0]);
}

// Breaks if a functor must be an object with __host__ __device__ marks.
TEST_CASE("lambdas as bin functions and projections")
{
  const device_vector<int> samples = sequence_of(1000);
  device_vector<int> bins(4);
  const std::vector<int> quarters(4, 250);
  halogram::histogram(samples.begin(), samples.end(), bins.begin(), 4,
                      [] __device__(int sample) { return sample / 250; });
  CHECK(test_system::to_host(bins) == quarters);
  halogram::histogram_even(samples.begin(), samples.end(), bins.begin(), 4, 0, 2000,
                           [] __device__(int sample) -> int { return 2 * sample; });
  CHECK(test_system::to_host(bins) == quarters);
}

// Breaks if an error of CUDA's is swallowed, loses its code, or stays behind for the next check.
TEST_CASE("a CUDA failure throws with its code")
{
  const device_vector<int> samples = sequence_of(1000);
  device_vector<std::uint32_t> bins(4);
  const stream work;
  REQUIRE(cudaStreamBeginCapture(work.get(), cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  int code = 0;
  try
  {
    count_sequence(thrust::cuda::par.on(work.get()), samples,
                   bins); // waits, which a capture forbids
  }
  catch (const thrust::system_error& failure)
  {
    code = failure.code().value();
  }
  CHECK(code == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaGetLastError() == cudaSuccess);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(work.get(), &graph); // was invalidated
  (void)cudaGetLastError();
  count_sequence(thrust::cuda::par, samples, bins);
  CHECK(test_system::to_host(bins) == counts_of(4, 250));
}

// Breaks if a plan that does not fit is launched.
TEST_CASE("a plan of the user's that cannot run is refused")
{
  using namespace halogram::system::cuda;
  const device_vector<int> samples = sequence_of(1000);
  device_vector<std::uint32_t> bins(4, 42);
  const halogram::detail::even_binner<int, int> binner(4, 0, 1000);
  const histogram_plan plan{histogram_path::private_bins, 2000, 1, 1, 4, 0, 0};
  CHECK_THROWS_AS(halogram::system::cuda::histogram(thrust::cuda::par, samples.begin(),
                                                    samples.end(), bins.begin(), 4, binner, plan),
                  std::invalid_argument);
  CHECK(test_system::to_host(bins) == counts_of(4, 42));
}

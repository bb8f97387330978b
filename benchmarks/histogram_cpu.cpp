// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Histograms of 2^26 floats on the CPU against a plain loop and Boost.Histogram.
//   histogram_cpu [--quick] [--out FILE.csv] [--benchmark_filter=REGEX]

#include "support/cpu.h"

#include <halogram/histogram.h>
#include <thrust/execution_policy.h>
#if defined(HALOGRAM_BENCHMARK_OMP)
#  include <thrust/system/omp/execution_policy.h>
#endif
#if defined(HALOGRAM_BENCHMARK_TBB)
#  include <thrust/system/tbb/execution_policy.h>
#endif
#if defined(HALOGRAM_BENCHMARK_BOOST)
#  include <boost/histogram.hpp>
#endif

#include <cstdint>
#include <random>

namespace benchmarks
{
namespace
{

using samples = std::vector<float>;
using counts = std::vector<std::uint32_t>;

constexpr float lower = -1.0f;
constexpr float upper = 1.7f;

// The rule of halogram::even_bins as one writes it by hand.
void count_by_hand(const samples& input, counts& bins)
{
  std::fill(bins.begin(), bins.end(), 0u);
  const int num_bins = static_cast<int>(bins.size());
  for (const float x : input)
  {
    if (x >= lower && x < upper)
    {
      const int bin =
        static_cast<int>((x - lower) * static_cast<float>(num_bins) / (upper - lower));
      ++bins[static_cast<std::size_t>(std::min(bin, num_bins - 1))];
    }
  }
}

#if defined(HALOGRAM_BENCHMARK_BOOST)
auto boost_histogram(std::size_t num_bins)
{
  namespace bh = boost::histogram;
  using axis = bh::axis::regular<float, bh::use_default, bh::use_default, bh::axis::option::none_t>;
  return bh::make_histogram_with(bh::dense_storage<std::uint32_t>(),
                                 axis(static_cast<unsigned>(num_bins), lower, upper));
}
#endif

samples make_samples(const std::string& input)
{
  samples made(std::size_t{1} << 26);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(lower, upper);
  std::normal_distribution<float> normal((lower + upper) / 2, (upper - lower) / 8);
  for (float& x : made)
  {
    x = input == "constant" ? 0.1f : input == "normal" ? normal(random) : uniform(random);
  }
  return made;
}

// One set of samples and a histogram of it by hand.
struct workload
{
  std::string name;
  samples input;
  counts expected;
  counts bins;
};

template <class Policy>
auto count_with(const Policy& policy, workload& work)
{
  return [&work, policy] {
    halogram::histogram_even(policy, work.input.begin(), work.input.end(), work.bins.begin(),
                             static_cast<int>(work.bins.size()), lower, upper);
  };
}

void add_benchmarks(report& results, workload& work, bool quick)
{
  const std::string bins = ", " + std::to_string(work.bins.size()) + " bins";
  const row seq{"seq" + bins, 1, 0, "plain loop"};
  const row boost{"seq against Boost.Histogram" + bins, 0, 2, "Boost.Histogram"};
  const row omp{"omp" + bins, 1.8, 0, "seq"};
  const row tbb{"tbb" + bins, 1.8, 0, "seq"};
  const double bytes = static_cast<double>(work.input.size() * sizeof(float));
  const int repetitions = quick ? 3 : 7;
  const auto add = [&](const std::vector<entry>& entries, auto call) {
    add_benchmark(results, entries, work.name, bytes, repetitions, call, [&work] {
      const bool right = work.bins == work.expected;
      std::fill(work.bins.begin(), work.bins.end(), ~0u); // not for the next to pass on
      return right;
    });
  };

  add({{seq, "plain loop"}}, [&work] { count_by_hand(work.input, work.bins); });
  add({{seq, library}, {boost, library}, {omp, "seq"}, {tbb, "seq"}},
      count_with(thrust::seq, work));
#if defined(HALOGRAM_BENCHMARK_OMP)
  add({{omp, library}}, count_with(thrust::omp::par, work));
#endif
#if defined(HALOGRAM_BENCHMARK_TBB)
  add({{tbb, library}}, count_with(thrust::tbb::par, work));
#endif
#if defined(HALOGRAM_BENCHMARK_BOOST)
  if (!quick)
  {
    // Its rule rounds otherwise: no check.
    add_benchmark(
      results, {{boost, "Boost.Histogram"}}, work.name, bytes, repetitions,
      [&work, histogram = boost_histogram(work.bins.size())]() mutable {
        histogram.reset();
        histogram.fill(work.input);
      },
      [] { return true; });
  }
#endif
}

} // namespace
} // namespace benchmarks

int main(int argc, char** argv)
try
{
  using namespace benchmarks;
  report results;
  const options chosen = parse(argc, argv);
  describe_cpu(results);
  std::vector<workload> workloads;
  for (const std::string input : {"uniform", "normal", "constant"})
  {
    for (const std::size_t bins : {256u, 65536u})
    {
      workloads.push_back({input, make_samples(input), counts(bins), counts(bins)});
      count_by_hand(workloads.back().input, workloads.back().expected);
    }
  }
  for (workload& work : workloads)
  {
    add_benchmarks(results, work, chosen.quick);
  }
  return benchmarks::run(chosen, results);
}
catch (const std::exception& error)
{
  std::cerr << error.what() << "\n";
  return 2;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Histogram equalisation as a Thrust pipeline: a grey value becomes the share of pixels that are
// not brighter, so that all grey values are used equally often.

#include "support/report.h"
#include <halogram/histogram.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>

#include <cstdint>

struct share_of
{
  std::int64_t pixels;

  HALOGRAM_HOST_DEVICE example::grey operator()(std::int64_t not_brighter) const
  {
    return static_cast<example::grey>((255 * not_brighter + pixels / 2) / pixels);
  }
};

int main()
{
  example::report report("equalize: histogram equalisation of a photograph");

  const auto photograph = example::read_pgm<example::grey>("camera.pgm");
  const thrust::device_vector<example::grey> before = photograph.pixels;
  thrust::device_vector<example::grey> after(before.size());
  thrust::device_vector<std::int32_t> counts(256);
  thrust::device_vector<std::int32_t> not_brighter(256);

  report.step("count the grey values", [&] {
    halogram::histogram_even(before.begin(), before.end(), counts.begin(), 256, 0, 256);
  });
  report.step("sum up the counts",
              [&] { thrust::inclusive_scan(counts.begin(), counts.end(), not_brighter.begin()); });
  report.step("map the pixels", [&] {
    const auto ranks = thrust::make_permutation_iterator(not_brighter.begin(), before.begin());
    const auto pixels = static_cast<std::int64_t>(before.size());
    thrust::transform(ranks, ranks + pixels, after.begin(), share_of{pixels});
  });

  report.picture("equalize_before", photograph);
  report.picture("equalize_after", photograph.rows, photograph.columns, after);

  const auto mode = thrust::max_element(counts.begin(), counts.end());
  report.check("the commonest grey is 27, on 4957 pixels",
               mode - counts.begin() == 27 && *mode == 4957);
  report.check("every pixel is counted",
               not_brighter.back() == photograph.rows * photograph.columns);
  const std::int64_t sum = thrust::reduce(after.begin(), after.end(), std::int64_t{0});
  report.check("the equalised greys add up to 33710516", sum == 33710516);
  return report.verdict();
}

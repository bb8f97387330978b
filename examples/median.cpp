// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A moving median takes the spikes out of a series and leaves its course.

#include "support/chart.h"
#include "support/report.h"
#include <halogram/stencil.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <algorithm>
#include <cmath>
#include <random>

template <int Radius>
struct median
{
  template <class Window>
  HALOGRAM_HOST_DEVICE float operator()(const Window& w) const
  {
    float sorted[2 * Radius + 1];
    for (int i = 0; i <= 2 * Radius; ++i)
    {
      const float value = w(i - Radius);
      int place = i;
      for (; place > 0 && sorted[place - 1] > value; --place)
      {
        sorted[place] = sorted[place - 1];
      }
      sorted[place] = value;
    }
    return sorted[Radius];
  }
};

int main()
{
  example::report report("median: a moving median of a series");

  // A tide as a gauge reports it, wrong by one or two metres in about one hour of twelve.
  thrust::host_vector<float> tide, gauge;
  std::minstd_rand random;
  for (int hour = 0; hour < 900; ++hour)
  {
    const auto t = static_cast<float>(hour);
    const auto dice = random() % 24;
    tide.push_back(std::sin(t / 90) + 0.4f * std::sin(t / 37));
    gauge.push_back(tide.back() + (dice == 0 ? 1.0f : dice == 1 ? -2.0f : 0.0f));
  }

  const thrust::device_vector<float> measured = gauge;
  thrust::device_vector<float> smooth(measured.size());
  report.step("take the median of every 9 hours", [&] {
    halogram::stencil_transform(measured.begin(), measured.end(), smooth.begin(),
                                halogram::radius<4>{}, halogram::symmetric{}, median<4>{});
  });

  const thrust::host_vector<float> medians = smooth;
  auto picture = example::blank_picture(300, 900);
  example::draw_line(picture, gauge, -3.5f, 2.5f, {190, 196, 204});
  example::draw_line(picture, medians, -3.5f, 2.5f, example::orange);
  report.picture("median", picture);

  const auto worst_error = [&](const thrust::host_vector<float>& series) {
    float worst = 0;
    for (std::size_t hour = 0; hour < series.size(); ++hour)
    {
      worst = std::max(worst, std::abs(series[hour] - tide[hour]));
    }
    return worst;
  };
  report.check("the gauge is wrong by up to 2 m", worst_error(gauge) > 1.9f);
  report.check("the median is never wrong by more than 0.1 m", worst_error(medians) < 0.1f);
  return report.verdict();
}

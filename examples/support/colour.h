// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Colour maps: from a number in [0, 1] to a colour, on host and device.

#include <halogram/stencil.h>

#include "image.h"

namespace example
{

//! The colour at `t` on the way through equally spaced `stops`; `t` outside [0, 1] is clamped.
template <int Stops>
HALOGRAM_HOST_DEVICE rgb blend(const rgb (&stops)[Stops], float t)
{
  const float place = (t < 0 ? 0 : t > 1 ? 1 : t) * (Stops - 1);
  const int from = place < Stops - 2 ? static_cast<int>(place) : Stops - 2;
  const float share = place - static_cast<float>(from);
  const auto mix = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(static_cast<float>(a) * (1 - share)
                                     + static_cast<float>(b) * share + 0.5f);
  };
  const rgb a = stops[from];
  const rgb b = stops[from + 1];
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

//! `colour` in that much light: 0 is black.
HALOGRAM_HOST_DEVICE inline rgb shade(rgb colour, float light)
{
  return blend({{0, 0, 0}, colour}, light);
}

//! Lowland green to mountain white.
HALOGRAM_HOST_DEVICE inline rgb relief_colour(float t)
{
  const rgb stops[] = {
    {86, 130, 84}, {163, 178, 112}, {205, 180, 128}, {168, 132, 104}, {246, 244, 240}};
  return blend(stops, t);
}

//! Black through red and yellow to white.
HALOGRAM_HOST_DEVICE inline rgb heat_colour(float t)
{
  const rgb stops[] = {{8, 4, 24}, {92, 16, 94}, {202, 52, 58}, {250, 154, 40}, {252, 250, 210}};
  return blend(stops, t);
}

//! Blue through white to red, white at 1/2.
HALOGRAM_HOST_DEVICE inline rgb signed_colour(float t)
{
  const rgb stops[] = {
    {16, 48, 120}, {90, 150, 210}, {250, 250, 250}, {225, 120, 90}, {130, 16, 32}};
  return blend(stops, t);
}

} // namespace example

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! Images in host memory, read from PGM files and written as PNG.

#include <thrust/host_vector.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#if __has_include(<png.h>) && defined(HALOGRAM_EXAMPLES_PNG)
#  include <png.h>
#endif

namespace example
{

using grey = std::uint8_t;

struct rgb
{
  std::uint8_t red, green, blue;
};

//! Pixels row by row, as `stencil_transform` sees a flat range.
template <class Pixel>
struct image
{
  int rows = 0;
  int columns = 0;
  thrust::host_vector<Pixel> pixels = {};
};

//! The picture whose pixels are `colour(value)` for each of `values`, from any Thrust system.
template <class Values, class Colour>
auto paint(int rows, int columns, const Values& values, Colour colour)
{
  const thrust::host_vector<typename Values::value_type> on_host = values;
  image<decltype(colour(on_host[0]))> picture{rows, columns};
  for (const auto& value : on_host)
  {
    picture.pixels.push_back(colour(value));
  }
  return picture;
}

//! Reads a binary PGM of the examples' data folder; two-byte pixels are big-endian there.
template <class Pixel>
image<Pixel> read_pgm(const std::string& name)
{
  const char* folder = std::getenv("HALOGRAM_EXAMPLES_DATA");
  const std::string path = std::string(folder ? folder : HALOGRAM_EXAMPLES_DATA) + "/" + name;
  std::ifstream file(path, std::ios::binary);
  std::string magic;
  int columns = 0;
  int rows = 0;
  unsigned largest = 0;
  file >> magic >> columns >> rows >> largest;
  file.get(); // the one white space before the pixels
  if (!file || magic != "P5" || largest > std::numeric_limits<Pixel>::max())
  {
    throw std::runtime_error(path + " is no PGM with pixels of this type");
  }
  const int bytes = largest < 256 ? 1 : 2;
  image<Pixel> read{rows, columns,
                    thrust::host_vector<Pixel>(std::size_t(rows) * std::size_t(columns))};
  for (Pixel& pixel : read.pixels)
  {
    int value = file.get();
    pixel = static_cast<Pixel>(bytes == 1 ? value : 256 * value + file.get());
  }
  if (!file)
  {
    throw std::runtime_error(path + " ends too early");
  }
  return read;
}

//! Writes `name`.png into the working directory, or a PGM or PPM where the build has no libpng.
//! @tparam Pixel `grey` or `rgb`
//! @return the file's name
template <class Pixel>
std::string write_picture(std::string name, const image<Pixel>& picture)
{
  constexpr bool colour = sizeof(Pixel) == sizeof(rgb);
#if defined(PNG_LIBPNG_VER)
  name += ".png";
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(picture.columns);
  header.height = static_cast<png_uint_32>(picture.rows);
  header.format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  const bool written =
    png_image_write_to_file(&header, name.c_str(), 0, picture.pixels.data(), 0, nullptr) != 0;
#else
  name += colour ? ".ppm" : ".pgm";
  std::ofstream file(name, std::ios::binary);
  file << (colour ? "P6 " : "P5 ") << picture.columns << ' ' << picture.rows << " 255\n";
  file.write(reinterpret_cast<const char*>(picture.pixels.data()),
             static_cast<std::streamsize>(picture.pixels.size() * sizeof(Pixel)));
  const bool written = file.good();
#endif
  if (!written)
  {
    throw std::runtime_error("cannot write " + name);
  }
  return name;
}

} // namespace example

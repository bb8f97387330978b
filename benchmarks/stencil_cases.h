// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the CUDA stencil benchmark measures, and how.

#include "stencil_peers.h"
#include "support/options.h"

#include <halogram/stencil.h>

#include <cstdint>
#include <string>

namespace benchmarks
{

inline constexpr shape line{1, 1, 1 << 28};
inline constexpr shape image{1, 16384, 16384};
inline constexpr shape odd_image{1, 16383, 16383};
inline constexpr shape volume{640, 640, 640};

//! Random values on the device: bytes, or numbers in [0, 1). The last that were made stay there.
class field_source
{
public:
  static constexpr std::size_t bytes = std::size_t{1} << 31;

  explicit field_source(cudaStream_t stream)
      : stream_(stream)
      , memory_(bytes)
  {}

  template <class T>
  const T* get();

private:
  cudaStream_t stream_;
  device_memory memory_;
  int made_ = 0;
};

//! What all benchmarks of the program share. The library is measured first, its peers later.
struct session
{
  options chosen;
  report& results;
  cudaStream_t stream;
  field_source fields;
  device_memory output;
  device_memory expected;
  bool peers = false;
};

//! Whether two fields agree; waits for the stream.
template <class T>
bool close(cudaStream_t stream, const T* a, const T* b, std::int64_t cells);

template <int Rank, class Input, class T, class Window, class Boundary, class Op>
void by_library(cudaStream_t stream, Input in, T* out, const shape& size, Window window,
                Boundary boundary, Op op)
{
  const auto policy = thrust::cuda::par_nosync.on(stream);
  if constexpr (Rank == 1)
  {
    halogram::stencil_transform(policy, in, in + size.x, out, window, boundary, op);
  }
  else if constexpr (Rank == 2)
  {
    halogram::stencil_transform(policy, in, cuda::std::dextents<int, 2>(size.y, size.x), out,
                                window, boundary, op);
  }
  else
  {
    halogram::stencil_transform(policy, in, cuda::std::dextents<int, 3>(size.z, size.y, size.x),
                                out, window, boundary, op);
  }
}

//! A row of the table and what is computed for it, with clamped edges.
//! MakeInput is a function object from a session to an iterator.
template <int Rank, class T, class MakeInput, class Window, class Op>
struct workload
{
  row shown;
  std::string input;
  shape size;
  double bytes; //!< of a cell, read and written
  MakeInput make_input;
  Window window;
  Op op;

  //! Registers `enqueue(stream, in, out, size, op)`.
  template <class Enqueue>
  void add(session& run, const std::string& who, int repetitions, Enqueue enqueue) const
  {
    const measurement measured{shown.name, input, who, bytes * static_cast<double>(size.cells())};
    const auto make_call = [enqueue, &run, work = *this](measurement& filled) {
      const auto in = work.make_input(run);
      T* out = run.output.template as<T>();
      const auto call = [=, &run] { enqueue(run.stream, in, out, work.size, work.op); };
      if (!run.chosen.quick)
      {
        T* expected = run.expected.template as<T>();
        by_transform(run.stream, in, expected, work.size, work.op);
        check(cudaMemsetAsync(out, 0xff, static_cast<std::size_t>(work.size.cells()) * sizeof(T),
                              run.stream),
              "cudaMemsetAsync");
        call();
        filled.check = close(run.stream, out, expected, work.size.cells()) ? "right" : "WRONG";
      }
      return call;
    };
    add_benchmark(run, shown, measured, repetitions, 1, make_call);
  }

  void add_library(session& run) const
  {
    add(run, library, run.chosen.quick ? 5 : 9,
        [window = window](cudaStream_t stream, auto in, T* out, const shape& size, auto op) {
          by_library<Rank>(stream, in, out, size, window, halogram::clamp{}, op);
        });
  }

  void add_generic_peers(session& run) const
  {
    add(run, "Thrust transform", 3,
        [](cudaStream_t stream, auto in, T* out, const shape& size, auto op) {
          by_transform(stream, in, out, size, op);
        });
    add(run, "ForEachInExtents", 3,
        [](cudaStream_t stream, auto in, T* out, const shape& size, auto op) {
          by_for_each<Rank>(stream, in, out, size, op);
        });
  }

  template <int R>
  void add_tile(session& run) const
  {
    add(run, "tile", 3, [](cudaStream_t stream, auto in, T* out, const shape& size, auto op) {
      by_tile<Rank, R>(stream, in, out, size, op);
    });
  }

  void add_patch(session& run) const
  {
    add(run, "patch by hand", 5,
        [](cudaStream_t stream, auto in, T* out, const shape& size, auto op) {
          by_patch(stream, in, out, size, op);
        });
  }
};

template <class T>
struct plain_input
{
  const T* operator()(session& run) const
  {
    return run.fields.get<T>();
  }
};

//! Adds the library or its peers, for plain pointers and a window of radius R.
template <int Rank, int R, class T, class Window, class Op>
void add_plain(session& run, const row& shown, const std::string& input, const shape& size,
               Window window, Op op)
{
  const workload<Rank, T, plain_input<T>, Window, Op> work{shown, input,  size, 2.0 * sizeof(T),
                                                           {},    window, op};
  if (!run.peers)
  {
    work.add_library(run);
  }
  else
  {
    work.add_generic_peers(run);
    work.template add_tile<R>(run);
  }
}

inline row of_copy(const char* name, double must, double aim)
{
  return {name, must, aim, "copy"};
}

void add_1d(session& run);
void add_2d(session& run);
void add_3d(session& run);
void add_forms(session& run);
void add_boundaries(session& run);
void add_small_inputs(session& run);

} // namespace benchmarks

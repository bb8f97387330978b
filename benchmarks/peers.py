#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Python users call on a GPU, in the rows of histogram_cuda and stencil_cuda: PyTorch and CuPy.

Prints the CSV of those programs. Needs a GPU; a package that is missing is left out.
"""

import datetime
import statistics

try:
    import torch
except ImportError:
    torch = None
try:
    import cupy
    import cupyx.scipy.ndimage as ndimage
except ImportError:
    cupy = None

SAMPLES = 1 << 28
SIDE = 16384
LOWER, UPPER = -1.0, 1.7
HISTOGRAM_ROWS = {
    256: "float, 2 to 2048 bins",
    1024: "float, 2 to 2048 bins",
    32768: "float, 4096 to 32768 bins",
    65536: "float, 65536 and 114688 bins",
}
STENCIL_ROWS = {3: "2-D 5-point, 9-point box", 5: "2-D 25-point box", 9: "2-D 81-point box"}


def torch_seconds(call):
    return seconds(call, lambda: torch.cuda.Event(enable_timing=True), lambda a, b: a.elapsed_time(b))


def cupy_seconds(call):
    return seconds(call, cupy.cuda.Event, cupy.cuda.get_elapsed_time)


def seconds(call, new_event, milliseconds_between):
    call()
    times = []
    for _ in range(5):
        begin, end = new_event(), new_event()
        begin.record()
        call()
        end.record()
        end.synchronize()
        times.append(milliseconds_between(begin, end) * 1e-3)
    return statistics.median(times)


def show(row, data, who, size, time):
    print(f'"{row}","{data}","{who}",{size},{time:.9f},{size / time / 1e9:.2f},not checked', flush=True)


def torch_rows():
    samples = torch.empty(SAMPLES, device="cuda").uniform_(LOWER, UPPER)
    for bins, row in HISTOGRAM_ROWS.items():
        time = torch_seconds(lambda: torch.histc(samples, bins, LOWER, UPPER))
        show(row, f"float, {bins} bins, uniform", "torch.histc", 4 * SAMPLES, time)
    image = torch.rand(1, 1, SIDE, SIDE, device="cuda")
    for size, row in STENCIL_ROWS.items():
        weights = torch.rand(1, 1, size, size, device="cuda")
        time = torch_seconds(lambda: torch.nn.functional.conv2d(image, weights, padding=size // 2))
        show(row, f"{size}x{size}", "torch conv2d", 8 * SIDE * SIDE, time)


def cupy_rows():
    samples = cupy.random.uniform(LOWER, UPPER, SAMPLES, dtype=cupy.float32)
    for bins, row in HISTOGRAM_ROWS.items():
        time = cupy_seconds(lambda: cupy.histogram(samples, bins, (LOWER, UPPER)))
        show(row, f"float, {bins} bins, uniform", "cupy.histogram", 4 * SAMPLES, time)
    image = cupy.random.random((SIDE, SIDE), dtype=cupy.float32)
    result = cupy.empty_like(image)
    for size, row in STENCIL_ROWS.items():
        weights = cupy.random.random((size, size), dtype=cupy.float32)
        time = cupy_seconds(lambda: ndimage.convolve(image, weights, output=result, mode="nearest"))
        show(row, f"{size}x{size}", "cupyx ndimage.convolve", 8 * SIDE * SIDE, time)


def main():
    print(f"# date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M UTC}")
    if torch is not None:
        print(f"# GPU: {torch.cuda.get_device_name()}\n# PyTorch: {torch.__version__}, CUDA {torch.version.cuda}")
    if cupy is not None:
        print(f"# CuPy: {cupy.__version__}")
    print("case,input,who,bytes,seconds,gigabytes_per_second,check")
    if torch is not None:
        torch_rows()
        torch.cuda.empty_cache()
    if cupy is not None:
        cupy_rows()


if __name__ == "__main__":
    main()

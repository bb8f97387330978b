#!/usr/bin/env bash
# Builds the benchmarks and runs those that this machine can run: the CUDA ones with nvcc and a GPU.
# The tables go to the terminal and, with the machine in their heads, to results.md in the build folder;
# every single measurement to a CSV file beside it. Installs what is missing.
#   HALOGRAM_BUILD_DIR (build), HALOGRAM_JOBS (all cores); arguments (--quick) go to every program
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
HALOGRAM_BUILD_DIR=${HALOGRAM_BUILD_DIR:-build}/benchmarks
source cmake/machine.sh

prepare benchmark/benchmark.h:libbenchmark-dev boost/histogram.hpp:libboost-dev
cmake "${configure[@]}" -DHALOGRAM_BUILD_TESTS=OFF -DHALOGRAM_BUILD_EXAMPLES=OFF -DHALOGRAM_BUILD_BENCHMARKS=ON
cmake --build "$build" --parallel "$jobs"

results=$build/benchmarks/results.md
{
  echo "# Benchmarks of $(git describe --always --dirty 2>/dev/null || echo halogram), $(date -u '+%Y-%m-%d %H:%M UTC')"
  if [ "$gpu" = yes ]; then
    nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,power.limit --format=csv
  fi
} >"$results"
status=0
for program in histogram_cpu stencil_cpu histogram_cuda stencil_cuda; do
  case $program in
  *_cuda)
    if [ "$nvcc" != yes ] || [ "$gpu" != yes ]; then
      say "$program is skipped: ${gpu/yes/$nvcc}"
      continue
    fi
    ;;
  esac
  say "$program"
  printf '\n## %s\n\n' "$program" >>"$results"
  "$build/benchmarks/$program" "$@" --out "$build/benchmarks/$program.csv" | tee -a "$results" || status=1
done
say "results: $results"
exit $status

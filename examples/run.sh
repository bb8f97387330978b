#!/usr/bin/env bash
# Builds all examples and runs them on the best system of this machine: CUDA with nvcc and a GPU,
# otherwise OpenMP, TBB or plain C++. Installs what is missing. With nvcc and no GPU the CUDA
# programs are compiled as well, and not run.
#   HALOGRAM_BUILD_DIR (build), HALOGRAM_JOBS (all cores)
#   HALOGRAM_EXAMPLES_SYSTEM (the best): cuda, omp, tbb or cpp
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# A folder of their own: examples need less than tests, and are configured without them.
HALOGRAM_BUILD_DIR=${HALOGRAM_BUILD_DIR:-build}/examples
source cmake/machine.sh

prepare
(install_missing png.h:libpng-dev) || say "no libpng: pictures are written as PGM and PPM"
cmake "${configure[@]}" -DHALOGRAM_BUILD_TESTS=OFF -DHALOGRAM_BUILD_EXAMPLES=ON \
  -DHALOGRAM_BUILD_BENCHMARKS=OFF
cmake --build "$build" --parallel "$jobs"

offered=$(cmake --build "$build" --target help | grep -oE 'run_examples_(cuda|omp|tbb|cpp)' | sort -u)
for system in ${HALOGRAM_EXAMPLES_SYSTEM:-cuda omp tbb cpp}; do
  if [ "$system" = cuda ] && [ "$gpu" != yes ]; then
    say "running on CUDA is skipped: $gpu"
  elif grep -q "run_examples_$system\$" <<<"$offered"; then
    say "running on $system"
    export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive} # spinning threads suffer on a busy machine
    cmake --build "$build" --target "run_examples_$system"
    say "pictures: $build/examples/pictures/$system"
    exit
  fi
done
die "no system to run the examples on"

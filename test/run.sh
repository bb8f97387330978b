#!/usr/bin/env bash
# Builds and runs every test that this machine allows, and installs what is missing. With nvcc and a GPU
# that is everything; with nvcc alone CUDA is compiled and its tests are reported as skipped; without nvcc
# the CPU systems run.
#   HALOGRAM_BUILD_DIR (build/all), HALOGRAM_JOBS (all cores), HALOGRAM_FUZZ_SECONDS
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/machine.sh

prepare doctest/doctest.h:doctest-dev png.h:libpng-dev
cmake "${configure[@]}"

# A unit that does not compile fails its own test and leaves the others to run.
build_failed=0
cmake --build "$build" --parallel "$jobs" -- -k 0 || build_failed=1

results=$build/tests.xml
rm -f "$results"
status=0
ctest --test-dir "$build" --parallel "$jobs" --output-on-failure --no-tests=error \
  --label-exclude '^long$' --output-junit "$(realpath "$build")/tests.xml" || status=$?
[ -e "$results" ] || die "ctest wrote no results"

total=$(grep -c '<testcase ' "$results" || true)
passed=$(grep -c '<testcase .*status="run"' "$results" || true)
skipped=$(grep -c '<skipped message="SKIP_' "$results" || true)
failed=$((total - passed - skipped))
if [ $build_failed -ne 0 ]; then
  say "the build failed"
  failed=$((failed > 0 ? failed : 1))
elif [ $status -ne 0 ] && [ $failed -eq 0 ]; then
  failed=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]

#!/usr/bin/env bash
# The house rules that a script can see.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
shopt -s lastpipe # complain runs in this shell
status=0

# complain RULE: fails with the lines of its input, if it has any.
complain() {
  local lines
  lines=$(cat)
  [ -z "$lines" ] && return
  printf '%s:\n%s\n' "$1" "$lines"
  status=1
}

mapfile -t sources < <(find include test examples benchmarks \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) 2>/dev/null)
mapfile -t headers < <(find include -name '*.h')

for file in "${sources[@]}"; do
  lines=$(wc -l <"$file")
  [ "$lines" -le 500 ] || echo "$file: $lines lines"
done | complain "files of more than 500 lines"

# The README quotes readme_*.cpp word for word, without the license line.
printf "%s\n" "${sources[@]}" | grep -v "/readme_" | xargs grep -L "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" |
  complain "files without a license line"
grep -L '^#pragma once' "${headers[@]}" | complain "headers without #pragma once"
grep -nE '^ *# *define +' "${headers[@]}" | grep -vE 'define +HALOGRAM_' |
  complain "macros outside HALOGRAM_"
grep -nE 'thrust::([a-z_]+::)*detail|cuda_cub|include <(thrust|cub|cuda)/.*detail/' "${headers[@]}" |
  grep -vE '^[^:]*/thrust_access\.h:|^[^:]*:[0-9]*: *//' |
  complain "private parts of CCCL outside detail/thrust_access.h"
grep -nE 'include <cub/cub\.cuh>|include <thrust/system/detail/' "${sources[@]}" |
  complain "headers that are slow or that vanish"
exit $status

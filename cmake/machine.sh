# What test/run.sh and examples/run.sh share: what this machine has, what it lacks, and how to get
# it. To be sourced from the repository's root; sets
#   build        the build folder: HALOGRAM_BUILD_DIR, or build/all
#   nvcc, gpu    "yes" where there is a usable one, else why not
#   configure    arguments for cmake
# shellcheck shell=bash

build=${HALOGRAM_BUILD_DIR:-build/all}
jobs=${HALOGRAM_JOBS:-$(nproc)}
configure=(-S . -B "$build" -G Ninja)

cmake_minimum=3.25
cccl_wheel=nvidia-cuda-cccl==13.0.85
cmake_wheel=cmake==3.28.4

say() { printf -- '-- %s\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() { echo "#include <$1>" | "${CXX:-g++}" -std=c++17 -E -x c++ - >/dev/null 2>&1; }
at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Debian's and Ubuntu's packages. What only the caller needs are its arguments: "header:package".
install_missing() {
  local packages=() item
  has_command "${CXX:-g++}" || packages+=(g++)
  has_command cmake || packages+=(cmake)
  has_command ninja || packages+=(ninja-build)
  for item in tbb/task.h:libtbb-dev "$@"; do
    has_header "${item%%:*}" || packages+=("${item##*:}")
  done
  needs_pip && ! python3 -m pip --version >/dev/null 2>&1 && packages+=(python3-pip)
  ! has_cccl && ! has_command git && packages+=(git)
  [ ${#packages[@]} -eq 0 ] && return

  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    has_command sudo && sudo -n true 2>/dev/null && root=(sudo -n) || root=(no)
  fi
  if ! has_command apt-get || [ "${root[*]}" = no ]; then
    die "missing on this machine, and not to be installed without root: ${packages[*]}
       on Debian or Ubuntu: sudo apt-get install ${packages[*]}"
  fi
  say "installing ${packages[*]}"
  "${root[@]}" apt-get update -qq >/dev/null 2>&1 || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null ||
    die "could not install ${packages[*]}"
}

# Debian's own nvcc is far older than the first toolkit with CCCL 3.
find_nvcc() {
  local path version
  path=$(PATH="$PATH:${CUDA_HOME:-/usr/local/cuda}/bin" command -v nvcc) || {
    nvcc="no nvcc"
    return
  }
  version=$("$path" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  if at_least 13.0 "$version"; then
    nvcc=yes
    configure+=("-DCMAKE_CUDA_COMPILER=$path")
  else
    nvcc="$path is CUDA $version, 13.0 is needed"
  fi
}

find_gpu() {
  if has_command nvidia-smi && nvidia-smi -L 2>/dev/null | grep -q '^GPU'; then
    gpu=yes
  else
    gpu="no GPU"
  fi
}

has_cccl() {
  [ "$nvcc" = yes ] || [ -n "${CCCL_DIR:-}" ] || ls "${CUDA_HOME:-/usr/local/cuda}"/lib*/cmake/cccl \
    >/dev/null 2>&1
}
has_recent_cmake() {
  has_command cmake && at_least $cmake_minimum "$(cmake --version | sed -n '1s/[^0-9]*//p')"
}
needs_pip() { ! has_cccl || { has_command cmake && ! has_recent_cmake; }; }

# pip's --target leaves the machine's own Python packages alone.
pip_install() {
  [ -e "$2" ] || python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore \
    --target "$1" "$3"
}

# Where a distribution's CMake is too old or there is no toolkit to bring CCCL, both come as wheels
# into the build folder. CMake fetches CCCL's sources if that fails.
fetch_missing() {
  mkdir -p "$build"
  local tools
  tools=$(cd "$build" && pwd)/tools
  if ! has_recent_cmake; then
    say "CMake $cmake_minimum is needed: installing $cmake_wheel"
    pip_install "$tools/cmake" "$tools/cmake/cmake/data/bin/cmake" "$cmake_wheel" ||
      die "CMake $cmake_minimum or newer is needed"
    PATH=$tools/cmake/cmake/data/bin:$PATH
  fi
  if ! has_cccl; then
    local cccl=$tools/cccl/nvidia/cu13/lib/cmake/cccl
    say "no CUDA toolkit: taking CCCL from $cccl_wheel"
    if pip_install "$tools/cccl" "$cccl" "$cccl_wheel"; then
      configure+=("-DCCCL_DIR=$cccl")
    else
      say "pip could not install $cccl_wheel; CMake will fetch CCCL's sources"
    fi
  fi
}

# prepare [header:package ...]
prepare() {
  find_nvcc
  find_gpu
  install_missing "$@"
  fetch_missing
  if [ "$nvcc" != yes ]; then
    configure+=(-DHALOGRAM_CUDA=OFF)
    say "CUDA is left out: $nvcc"
  elif [ "$gpu" != yes ]; then
    say "CUDA is compiled for sm_75 and sm_90, and not run: $gpu"
  else
    configure+=(-DCMAKE_CUDA_ARCHITECTURES=native)
    say "CUDA is compiled and run: $(nvidia-smi -L | head -n 1)"
  fi
}

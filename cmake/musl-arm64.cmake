# Cross-compiling static programs for any 64-bit ARM Linux, with musl instead of glibc, by
# Debian's cross compiler and its package musl-dev:arm64. Libraries: tools/build-static-deps
# musl-arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
# libgcc's functions for atomics out of line need glibc.
set(CMAKE_C_FLAGS_INIT
  "-specs=/usr/lib/aarch64-linux-musl/musl-gcc.specs -mno-outline-atomics")
# As in musl.cmake.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,-z,stack-size=8388608")
include(${CMAKE_CURRENT_LIST_DIR}/static-deps.cmake)
trey_static_deps(musl-arm64)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

# Building for Linux with musl instead of glibc, by Debian's musl-gcc: static programs that
# run on any Linux of this architecture. Libraries: tools/build-static-deps musl.
set(CMAKE_C_COMPILER musl-gcc)
# musl's threads have stacks of 128 KiB unless the program asks for more; a search is
# recursive.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,-z,stack-size=8388608")
include(${CMAKE_CURRENT_LIST_DIR}/static-deps.cmake)
trey_static_deps(musl)

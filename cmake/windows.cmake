# Building for Windows (64 bits) with Debian's mingw-w64; the tests run by wine. Programs
# and the DLL need nothing but Windows. Libraries: tools/build-static-deps windows.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# GCC cannot align the stack to 32 bytes on Windows, as aligned moves of AVX need it
# (GCC bug 54412): the assembler writes unaligned ones, which are as fast.
# Sizes and offsets of files have 64 bits; printf is the one of C99.
set(CMAKE_C_FLAGS_INIT "-Wa,-muse-unaligned-vector-move -mno-ms-bitfields \
-D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1")
# The check of the stack (cmake/hardening.cmake) needs libssp.
# Without the time of the build two builds are identical.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-static -fstack-protector-strong -Wl,--no-insert-timestamp")
set(CMAKE_SHARED_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})
include(${CMAKE_CURRENT_LIST_DIR}/static-deps.cmake)
trey_static_deps(windows)
set(CMAKE_CROSSCOMPILING_EMULATOR env WINEDEBUG=-all wine)

# Building for WebAssembly with Debian's clang, lld and wasi-libc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# Debian's clang would find the host's headers first.
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi -msimd128")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -L/usr/lib/wasm32-wasi")

# At -O1 and above, clang runs wasm-opt if binaryen is installed, without enabling SIMD; the
# build must not depend on that. Nothing is left to optimise at link time.
set(CMAKE_C_LINK_EXECUTABLE
  "<CMAKE_C_COMPILER> <FLAGS> -O0 <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")

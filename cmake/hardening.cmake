# The hardening flags of Debian's package builds (hardening=+all), if compiler and linker
# support them: stack checks in functions with arrays, checked calls of the C library in
# optimised builds, read-only relocations, and a random address for the command.
# CMAKE_POSITION_INDEPENDENT_CODE alone gives objects for PIE but does not link so.
if(TREY_HARDENING)
  include(CheckCCompilerFlag)
  include(CheckPIESupported)
  include(CheckLinkerFlag)
  check_pie_supported(LANGUAGES C)
  check_c_compiler_flag(-fstack-protector-strong TREY_HAS_STACK_PROTECTOR)
  if(TREY_HAS_STACK_PROTECTOR)
    target_compile_options(trey_options INTERFACE -fstack-protector-strong)
    # Not in the inner loops of search and training, which read no input: it costs up to 3 % of
    # the instructions there.
    file(GLOB TREY_INNER_LOOPS ${PROJECT_SOURCE_DIR}/src/search/*.c
      ${PROJECT_SOURCE_DIR}/src/learn/kernels*.c)
    list(APPEND TREY_INNER_LOOPS ${PROJECT_SOURCE_DIR}/src/learn/choose.c)
    set_property(SOURCE ${TREY_INNER_LOOPS} APPEND PROPERTY COMPILE_OPTIONS
      -fno-stack-protector)
  endif()
  # A sanitizer checks more, and does not support the checked calls.
  if(CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT CMAKE_C_FLAGS MATCHES "sanitize|_FORTIFY_SOURCE")
    target_compile_options(trey_options INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
  check_linker_flag(C "LINKER:-z,relro,-z,now" TREY_HAS_RELRO)
  if(TREY_HAS_RELRO)
    add_link_options("LINKER:-z,relro,-z,now")
  endif()
endif()

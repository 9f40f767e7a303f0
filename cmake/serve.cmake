# trey_serve: the server behind `trey serve`, with the page in it, where civetweb is there;
# else nothing, and the command says so. Sets TREY_SERVES.
add_library(trey_serve INTERFACE)
set(TREY_SERVES OFF)
# Debian's civetweb has no file for pkg-config. A cross build would find the wrong one.
if(NOT CMAKE_CROSSCOMPILING)
  find_path(CIVETWEB_INCLUDE_DIR civetweb.h)
  find_library(CIVETWEB_LIBRARY civetweb)
  if(CIVETWEB_INCLUDE_DIR AND CIVETWEB_LIBRARY)
    set(TREY_SERVES ON)
  else()
    message(STATUS "civetweb (libcivetweb-dev) is missing: there will be no `trey serve`")
  endif()
endif()

if(TREY_SERVES)
  set(TREY_SITE ${PROJECT_SOURCE_DIR}/web)
  set(TREY_SITE_C ${PROJECT_BINARY_DIR}/generated/site.c)
  file(GLOB_RECURSE TREY_SITE_FILES CONFIGURE_DEPENDS ${TREY_SITE}/*)
  add_custom_command(OUTPUT ${TREY_SITE_C}
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${TREY_SITE} -D OUTPUT=${TREY_SITE_C}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed-site.cmake
    DEPENDS cmake/embed.cmake cmake/embed-site.cmake ${TREY_SITE_FILES})
  file(GLOB TREY_SERVE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/serve_*.c)
  add_library(trey_server STATIC ${TREY_SERVE_SOURCES} ${TREY_SITE_C})
  target_include_directories(trey_server PRIVATE ${PROJECT_SOURCE_DIR}/cli
    ${CIVETWEB_INCLUDE_DIR})
  target_link_libraries(trey_server PRIVATE trey_options trey_static PkgConfig::JANSSON
    Threads::Threads ${CIVETWEB_LIBRARY})
  target_compile_definitions(trey_serve INTERFACE TREY_WITH_CIVETWEB)
  target_link_libraries(trey_serve INTERFACE trey_server)
endif()

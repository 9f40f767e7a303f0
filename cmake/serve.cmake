# trey_server: the server behind `trey serve`, with the files of the page in it.
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
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(trey_server PRIVATE trey_options trey_static PkgConfig::TREY_JANSSON
  Threads::Threads)

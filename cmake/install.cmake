# What `make install` puts where: the command, both libraries, headers, pkg-config file,
# manual.
if(TREY_CLI)
  install(TARGETS trey RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  file(GLOB TREY_MANUALS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
  install(FILES ${TREY_MANUALS} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

install(TARGETS trey_static trey_shared
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/trey
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

configure_file(${PROJECT_SOURCE_DIR}/cmake/trey.pc.in ${PROJECT_BINARY_DIR}/trey.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/trey.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

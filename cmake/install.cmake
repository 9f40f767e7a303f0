# Files and destinations of `make install`: the command, both libraries, headers, files for
# pkg-config and find_package, manual. The tree can be moved afterwards, because files refer to
# each other by relative paths.
if(TREY_CLI)
  install(TARGETS trey RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  file(GLOB TREY_MANUALS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
  install(FILES ${TREY_MANUALS} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${TREY_COMPLETIONS}/trey.bash RENAME trey
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${TREY_COMPLETIONS}/_trey
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${TREY_COMPLETIONS}/trey.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  # The documentation that the manual pages refer to, and the pages that it links to.
  file(GLOB TREY_PAGES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
  install(FILES ${TREY_PAGES} DESTINATION ${CMAKE_INSTALL_DOCDIR})
  foreach(folder formats results figures images)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/${folder} DESTINATION ${CMAKE_INSTALL_DOCDIR}
      FILES_MATCHING PATTERN "*.md" PATTERN "*.csv" PATTERN "*.svg")
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING PATTERN "*.txt" PATTERN "*.c" PATTERN "CMakeLists.txt" EXCLUDE)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/examples/bot.py ${PROJECT_SOURCE_DIR}/examples/review.py
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/check-certificate
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools)
endif()

install(TARGETS ${TREY_LIBRARIES} EXPORT treyTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/trey
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

file(RELATIVE_PATH TREY_PC_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(JOIN TREY_REQUIRES " " TREY_REQUIRES)
foreach(name trey trey-store)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/trey.pc ${PROJECT_BINARY_DIR}/trey-store.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

include(CMakePackageConfigHelpers)
set(TREY_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/trey)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/treyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/treyConfig.cmake
  ${PROJECT_BINARY_DIR}/treyConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/treyConfig.cmake
  ${PROJECT_BINARY_DIR}/treyConfigVersion.cmake DESTINATION ${TREY_PACKAGE})
install(EXPORT treyTargets NAMESPACE trey:: DESTINATION ${TREY_PACKAGE})

file(GLOB TREY_NETWORKS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/*.network)
install(FILES ${TREY_NETWORKS} DESTINATION ${CMAKE_INSTALL_DATADIR}/trey)

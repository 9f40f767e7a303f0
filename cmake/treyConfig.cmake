# find_package(trey) gives trey::trey, the shared library, and trey::static, for which what it
# stands on is looked up by pkg-config.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(ZSTD QUIET IMPORTED_TARGET libzstd)
  pkg_check_modules(XXHASH QUIET IMPORTED_TARGET libxxhash)
  pkg_check_modules(JANSSON QUIET IMPORTED_TARGET jansson)
  pkg_check_modules(SQLITE3 QUIET IMPORTED_TARGET sqlite3)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/treyTargets.cmake)

# find_package(trey) defines trey::trey, the shared library, and trey::static, whose
# dependencies are found with pkg-config; for stores of results (trey/store.h) also trey::store
# and trey::store_static.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(TREY_ZSTD QUIET IMPORTED_TARGET libzstd)
  pkg_check_modules(TREY_XXHASH QUIET IMPORTED_TARGET libxxhash)
  pkg_check_modules(TREY_JANSSON QUIET IMPORTED_TARGET jansson)
  pkg_check_modules(TREY_SQLITE3 QUIET IMPORTED_TARGET sqlite3)
endif()
if("@TREY_MPI@")
  find_dependency(MPI COMPONENTS C)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/treyTargets.cmake)

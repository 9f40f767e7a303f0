# The project's version is told once, in CMakeLists.txt. The header repeats it, so that it
# can be used as it is; here they are held against each other.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/trey/status.h TREY_VERSION_LINES
  REGEX "^#define TREY_VERSION")
foreach(line
    "TREY_VERSION_MAJOR ${PROJECT_VERSION_MAJOR}"
    "TREY_VERSION_MINOR ${PROJECT_VERSION_MINOR}"
    "TREY_VERSION_PATCH ${PROJECT_VERSION_PATCH}"
    "TREY_VERSION       \"${PROJECT_VERSION}\"")
  if(NOT "#define ${line}" IN_LIST TREY_VERSION_LINES)
    message(FATAL_ERROR
      "include/trey/status.h has no line \"#define ${line}\", which CMakeLists.txt wants")
  endif()
endforeach()
# A header that changes is looked at again.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/trey/status.h)

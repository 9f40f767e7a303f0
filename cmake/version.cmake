# The project's version is told once, in CMakeLists.txt. The header repeats it, so that it
# can be used as it is, and so do files that other tools read; here they are held against it.
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
set(TREY_VERSION_SHORT "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
foreach(told
    "python/trey/__init__.py|__version__ = \"${PROJECT_VERSION}\""
    "python/trey/_library.py|VERSION = \"${TREY_VERSION_SHORT}\""
    "web/engine/package/package.json|\"version\": \"${PROJECT_VERSION}\""
    "debian/changelog|trey (${PROJECT_VERSION}) "
    "debian/control|Package: libtrey${TREY_VERSION_SHORT}")
  string(REPLACE "|" ";" told "${told}")
  list(GET told 0 file)
  list(GET told 1 text)
  file(READ ${PROJECT_SOURCE_DIR}/${file} content)
  string(FIND "${content}" "${text}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${file} does not say '${text}', which CMakeLists.txt wants")
  endif()
endforeach()

# What changes is looked at again.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/trey/status.h)

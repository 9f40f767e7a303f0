# CMakeLists.txt defines the project's version. The header repeats it, so that it can be used
# without a build, and so do files for other tools; this file checks that they agree.
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
foreach(place
    "python/trey/__init__.py|__version__ = \"${PROJECT_VERSION}\""
    "python/trey/_library.py|VERSION = \"${TREY_VERSION_SHORT}\""
    "web/engine/package/package.json|\"version\": \"${PROJECT_VERSION}\""
    "debian/changelog|trey (${PROJECT_VERSION}) "
    "debian/control|Package: libtrey${TREY_VERSION_SHORT}"
    "debian/control|Package: libtrey-store${TREY_VERSION_SHORT}")
  string(REPLACE "|" ";" place "${place}")
  list(GET place 0 file)
  list(GET place 1 text)
  file(READ ${PROJECT_SOURCE_DIR}/${file} content)
  string(FIND "${content}" "${text}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${file} does not say '${text}', which CMakeLists.txt wants")
  endif()
endforeach()

# Changes of these files rerun the check.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/trey/status.h)

# Writes the parts of the replay pages as C arrays.
# cmake -D SOURCE=directory-of-parts -D OUTPUT=file.c -P embed-page.cmake
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
set(text "#include \"extras/render/page.h\"\n")
foreach(name page record)
  foreach(part html css js)
    embed(${SOURCE}/${name}.${part} "const char trey_${name}_${part}[]" text)
  endforeach()
endforeach()
embed(${SOURCE}/controls.js "const char trey_controls_js[]" text)
file(WRITE ${OUTPUT} "${text}")

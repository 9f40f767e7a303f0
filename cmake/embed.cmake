# Writes the parts of the replay page as C arrays.
# cmake -D SOURCE=folder-of-parts -D OUTPUT=file.c -P embed.cmake
set(text "#include \"render/page.h\"\n")
foreach(part html css js)
  file(READ ${SOURCE}/page.${part} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  if(bytes MATCHES "0x[89a-f]")
    message(FATAL_ERROR "${SOURCE}/page.${part}: only ASCII is embedded")
  endif()
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  string(APPEND text "\nconst char trey_page_${part}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")

# embed(FILE DECLARATION INTO): appends the bytes of FILE to the variable INTO, as a C array
# ("const char page[]") with a final zero byte. embed_hex does so for bytes given in hex.
function(embed_hex embed_bytes embed_declaration embed_into)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," embed_bytes "${embed_bytes}")
  # Lines of sixteen bytes.
  string(REGEX REPLACE "(................................................................................)" "\\1\n" embed_bytes "${embed_bytes}")
  # A char may be signed.
  string(REGEX REPLACE "0x([89a-f])" "(char)0x\\1" embed_bytes "${embed_bytes}")
  set(${embed_into}
    "${${embed_into}}\n${embed_declaration} = {\n${embed_bytes}0};\n" PARENT_SCOPE)
endfunction()

function(embed embed_file embed_declaration embed_into)
  file(READ ${embed_file} embed_bytes HEX)
  embed_hex("${embed_bytes}" "${embed_declaration}" ${embed_into})
  set(${embed_into} "${${embed_into}}" PARENT_SCOPE)
endfunction()

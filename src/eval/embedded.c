/* The assembler includes the network files; CMake generates the list of them,
 * TREY_EMBEDDED_LIST, with a line NETWORK(symbol, "name", "path") for each. */
#include "eval/embedded.h"

#include <string.h>

#if defined(TREY_EMBEDDED_LIST)

#if defined(_WIN32)
#define READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define READ_ONLY ".section .rodata\n"
#endif

#define NETWORK(symbol, name, path)                                                      \
    __asm__(READ_ONLY ".balign 16\n"                                                     \
                      "trey_network_" #symbol ": .incbin \"" path "\"\n"                 \
                      "trey_network_" #symbol "_end: .byte 0\n"                          \
                      ".text\n");                                                        \
    extern const uint8_t trey_network_##symbol[], trey_network_##symbol##_end[];
#include TREY_EMBEDDED_LIST
#undef NETWORK

static const struct {
    const char *name;
    const uint8_t *bytes, *end;
} networks[] = {
#define NETWORK(symbol, name, path)                                                      \
    {name, trey_network_##symbol, trey_network_##symbol##_end},
#include TREY_EMBEDDED_LIST
#undef NETWORK
};

const uint8_t *trey_embedded_network(const char *name, size_t *size_bytes)
{
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (strcmp(networks[i].name, name) == 0) {
            *size_bytes = (size_t)(networks[i].end - networks[i].bytes);
            return networks[i].bytes;
        }
    return NULL;
}

#else

const uint8_t *trey_embedded_network(const char *name, size_t *size_bytes)
{
    (void)name, (void)size_bytes;
    return NULL;
}

#endif

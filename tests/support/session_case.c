#include "support/session_case.h"

#include <stdio.h>
#include <string.h>

bool case_load_request(const char *answer, char *line, size_t size_bytes)
{
    static const char name[] = "\"record\":\"";
    const char *record = strstr(answer, name);
    if (record == NULL)
        return false;
    size_t size = (size_t)snprintf(line, size_bytes, "load ");
    for (record += sizeof name - 1; *record != '"' && size + 1 < size_bytes; record++) {
        record += *record == '\\';
        line[size++] = *record;
    }
    line[size] = '\0';
    return true;
}

/* A main for fuzz targets without libFuzzer: runs the target on each file. */
#include "fuzz.h"

static int replay(const char *path)
{
    enum { MAX_SEED_BYTES = 1 << 16 };
    static uint8_t bytes[MAX_SEED_BYTES];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    int failed = ferror(file);
    fclose(file);
    /* A copy of the exact size, so that a sanitizer detects reads beyond the end. */
    uint8_t *exact = malloc(size + 1);
    if (failed || exact == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        free(exact);
        return 1;
    }
    uint8_t *input = exact + 1;
    for (size_t i = 0; i < size; i++)
        input[i] = bytes[i];
    LLVMFuzzerTestOneInput(input, size);
    free(exact);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += replay(argv[i]);
    printf("%d passed, %d failed\n", argc - 1 - failed, failed);
    return failed != 0 || argc < 2;
}

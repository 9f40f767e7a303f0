/* N-tuple networks: how tuples are laid over a board, and weights to play by. */
#ifndef TREY_EVAL_NETWORK_H
#define TREY_EVAL_NETWORK_H

#include "board/slide.h"
#include "eval/eval.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    TREY_NETWORK_MAX_TUPLES = 16,
    TREY_NETWORK_MAX_CELLS = 7,
    TREY_NETWORK_MAX_STAGES = 8,
    TREY_NETWORK_MAX_PARTS = 4,     /* tiles that a stage asks for */
    TREY_NETWORK_MIN_DOWNGRADE = 4, /* its rank */
    TREY_NETWORK_IMAGES = 8,        /* of the board: turned and mirrored */
    TREY_NETWORK_MAX_INDICES = TREY_NETWORK_MAX_TUPLES * TREY_NETWORK_IMAGES,
    TREY_NETWORK_DECKS = 125, /* compositions of a deck of up to 4 of each card */
    TREY_NETWORK_SMALL = 7,   /* numbers of 1s, or 2s, told apart */
    TREY_NETWORK_DECK_ENTRIES = (TREY_NETWORK_DECKS + 1) * TREY_NETWORK_SMALL *
                                TREY_NETWORK_SMALL, /* the last: an unknown deck */
};

/* Which cells belong together, on a board of this shape. An index into a tuple's weights
 * has four bits for each of its cells, the lowest for the first; cells are in ascending
 * order. */
struct trey_tuples {
    struct trey_shape shape;
    bool is_4x4; /* turned and mirrored by a few operations; else cell by cell: */
    uint8_t from[TREY_NETWORK_IMAGES][16]; /* the cell that one of an image comes from */
    int count;
    bool pext; /* this machine gathers bits by one instruction */
    uint64_t mask[TREY_NETWORK_MAX_TUPLES]; /* 15 in each nibble of a cell */
    /* The same by runs of neighbouring cells, which one shift brings to their place. */
    struct {
        int count;
        struct {
            uint64_t mask;
            unsigned shift;
        } run[TREY_NETWORK_MAX_CELLS];
    } runs[TREY_NETWORK_MAX_TUPLES];
    uint32_t size[TREY_NETWORK_MAX_TUPLES]; /* entries */
    /* By cell: by how many bits its rank is shifted in the index; -1: not in it. */
    int8_t shift[TREY_NETWORK_MAX_TUPLES][16];
    /* By digit of the index: the one that a symmetry of the board exchanges it with, the
     * same for each digit if none lays the tuple onto itself. */
    uint8_t twin[TREY_NETWORK_MAX_TUPLES][TREY_NETWORK_MAX_CELLS];
    /* By cell: the indices that it is part of, numbered as by trey_network_indices, and
     * its shift there. */
    int holders[16];
    struct trey_tuple_holder {
        uint8_t index, shift;
    } holder[16][TREY_NETWORK_MAX_INDICES];
};

/* From "012345 456789", hex digits for cells. NULL: some that are good for the shape.
 * TREY_ERR_ARGUMENT for anything else, and for a shape that there is not. */
enum trey_status trey_tuples_parse(const char *text, struct trey_shape shape,
                                   struct trey_tuples *tuples, struct trey_error *error);

/* At most TREY_TUPLES_TEXT bytes with the zero. */
#define TREY_TUPLES_TEXT 160
void trey_tuples_format(const struct trey_tuples *tuples, char *text);

/* Stages of the game, each with weights of its own: by the largest tiles on the board. A
 * stage asks for tiles, in descending order, and a board is in it whose largest tile is
 * at least the first, its second largest at least the second, and so on: of several
 * stages in the last. They are in lexical order, the first asks for nothing. */
struct trey_stages {
    enum trey_eval_family family; /* whose tiles they are */
    int count;                    /* at least 1 */
    int parts[TREY_NETWORK_MAX_STAGES];
    uint8_t rank[TREY_NETWORK_MAX_STAGES][TREY_NETWORK_MAX_PARTS];
};

/* From "1536 3072 3072+1536" (of 2048 "16384 16384+8192"), what the second and each
 * further stage asks for; "" and "none" are one stage. TREY_ERR_ARGUMENT for anything
 * else, and where a bonus tile could move a board into another stage as it enters, in
 * Threes!: tiles after a + must be more than an eighth of the largest one of the stage.
 */
enum trey_status trey_stages_parse(const char *text, enum trey_eval_family family,
                                   struct trey_stages *stages, struct trey_error *error);

/* At most TREY_STAGES_TEXT bytes with the zero; one stage is "none". */
#define TREY_STAGES_TEXT 128
void trey_stages_format(const struct trey_stages *stages, char *text);

/* The rank that no tile of the stage has, nor any larger one: where a stage begins that
 * asks for a larger tile and nothing beside it; `most` if there is none. */
unsigned trey_stages_end(const struct trey_stages *stages, int stage, unsigned most);

/* The stage that holds where this one begins if there is no such stage: what it goes on
 * from. Not for the first. */
int trey_stages_before(const struct trey_stages *stages, int stage);

/* True if a search from a board is likely to reach boards of a stage. A heuristic: it
 * decides which stages are unpacked before a search starts. */
bool trey_stages_ahead(const struct trey_stages *stages, int stage, trey_board board);

/* The least board of a stage. */
trey_board trey_stages_first(const struct trey_stages *stages, int stage);

/* The stage of a board. */
static inline int trey_stage_of(const struct trey_stages *stages, trey_board board)
{
    const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu, ones = 0x0101010101010101u;
    uint64_t even = board & nibbles, odd = board >> 4 & nibbles;
    int stage = 0;
    for (int i = 1; i < stages->count; i++) {
        bool in = true;
        for (int part = 0; part < stages->parts[i]; part++) {
            uint64_t short_of = (16u - stages->rank[i][part]) * ones;
            uint64_t found = (even + short_of) & ones << 4; /* carries: one bit a tile */
            found |= (odd + short_of) >> 4 & ones;
            for (int k = 0; k < part; k++)
                found &= found - 1;
            in &= found != 0;
        }
        stage = in ? i : stage;
    }
    assert(stage < stages->count);
    return stage;
}

/* The images of a board of any shape. */
void trey_network_any_images(const struct trey_tuples *tuples, trey_board board,
                             trey_board image[TREY_NETWORK_IMAGES]);

/* The eight images of a board. One that is not square has four, each of them twice. */
static inline void trey_network_images(const struct trey_tuples *tuples, trey_board board,
                                       trey_board image[TREY_NETWORK_IMAGES])
{
    if (!tuples->is_4x4) {
        trey_network_any_images(tuples, board, image);
        return;
    }
    trey_board turned = trey_eval_transpose(board);
    image[0] = board;
    image[1] = trey_eval_mirror(board);
    image[2] = turned;
    image[3] = trey_eval_mirror(turned);
    for (int i = 0; i < 4; i++) { /* upside down: rows in reverse order */
        trey_board b = image[i];
        b = (b >> 32) | (b << 32);
        image[4 + i] = (b >> 16 & 0x0000ffff0000ffffu) | (b & 0x0000ffff0000ffffu) << 16;
    }
}

/* The indices of a tuple on all images: the nibbles of the mask, side by side. Where no
 * instruction gathers them, run by run on all images: they are shifted alike, so that
 * vectors (two images each in WebAssembly) do it. */
static inline void trey_network_index(const struct trey_tuples *tuples, int tuple,
                                      const trey_board image[TREY_NETWORK_IMAGES],
                                      uint32_t index[TREY_NETWORK_IMAGES])
{
    uint64_t gathered[TREY_NETWORK_IMAGES] = {0};
#if defined(__x86_64__)
    if (tuples->pext) {
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            uint64_t bits, mask = tuples->mask[tuple];
            __asm__("pextq %2, %1, %0" : "=r"(bits) : "r"(image[i]), "r"(mask));
            index[i] = (uint32_t)bits;
        }
        return;
    }
#endif
    for (int run = 0; run < tuples->runs[tuple].count; run++) {
        uint64_t mask = tuples->runs[tuple].run[run].mask;
        unsigned shift = tuples->runs[tuple].run[run].shift;
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            gathered[i] |= (image[i] & mask) >> shift;
    }
    for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
        index[i] = (uint32_t)gathered[i];
}

/* The indices of the first so many tuples on all images of a board: of the first tuple on
 * each image, then of the second. Returns how many there are. */
static inline int trey_network_indices(const struct trey_tuples *tuples, int count,
                                       trey_board board,
                                       uint32_t index[TREY_NETWORK_MAX_INDICES])
{
    trey_board image[TREY_NETWORK_IMAGES];
    trey_network_images(tuples, board, image);
    for (int tuple = 0; tuple < count; tuple++)
        trey_network_index(tuples, tuple, image, index + tuple * TREY_NETWORK_IMAGES);
    return count * TREY_NETWORK_IMAGES;
}

/* How many flags (board/lines.h), up to 16: in bytes, and these added by a product. Plain
 * x86-64 has no instruction for it, and a function in its stead. */
static inline uint32_t trey_network_count(uint64_t flags)
{
    assert((flags & ~TREY_LOW_BITS) == 0);
    uint64_t pairs = (flags + (flags >> 4)) & 0x0303030303030303u;
    return (uint32_t)(pairs * 0x0101010101010101u >> 56);
}

/* The entry of the deck's table; a deck as in trey/game.h. */
static inline uint32_t trey_network_deck(uint16_t deck, trey_board board)
{
    uint64_t low = board & TREY_LOW_BITS, second = board >> 1 & TREY_LOW_BITS;
    uint64_t high = (board >> 2 | board >> 3) & TREY_LOW_BITS;
    uint32_t ones = trey_network_count(low & ~second & ~high);
    uint32_t twos = trey_network_count(second & ~low & ~high);
    ones = ones < TREY_NETWORK_SMALL ? ones : TREY_NETWORK_SMALL - 1;
    twos = twos < TREY_NETWORK_SMALL ? twos : TREY_NETWORK_SMALL - 1;
    uint32_t cards[3], composition = 0;
    for (int i = 0; i < 3; i++) {
        cards[i] = (uint32_t)deck >> (4 * i) & 15u;
        composition = 5 * composition + (cards[i] < 5 ? cards[i] : 4);
    }
    if (deck >> 12 != 0)
        composition = TREY_NETWORK_DECKS;
    assert(composition <= TREY_NETWORK_DECKS && ones < TREY_NETWORK_SMALL);
    return (composition * TREY_NETWORK_SMALL + ones) * TREY_NETWORK_SMALL + twos;
}

/* The entry with 1s and 2s exchanged, on the board and in the deck. */
static inline int trey_network_deck_exchanged(int entry)
{
    enum { SMALL = TREY_NETWORK_SMALL };
    int deck = entry / (SMALL * SMALL), ones = entry / SMALL % SMALL;
    int twos = entry % SMALL;
    assert(entry >= 0 && entry < TREY_NETWORK_DECK_ENTRIES);
    if (deck != TREY_NETWORK_DECKS) /* 25 ones + 5 twos + threes */
        deck = deck / 5 % 5 * 25 + deck / 25 * 5 + deck % 5;
    return (deck * SMALL + twos) * SMALL + ones;
}

/* A network whose weights need a larger unit was not learnt, but went to pieces. */
#define TREY_NETWORK_MAX_UNIT 1e9

/* Weights to play by, quantised: a weight is its number times the unit. The tables of a
 * stage have no room for ranks that it does not have, which makes them a fraction of the
 * size: the index of a weight is a number with a digit for each cell, the first cell's
 * the lowest, to the base `radix`. The last stage takes 12288 for 6144 in Threes!, 32768
 * is a rank of its own in 2048.
 *
 * In 2048 a value is that of the board after a slide, whatever tile enters. */
struct trey_network {
    struct trey_evaluator base;
    struct trey_tuples tuples;
    struct trey_stages stages;
    float unit;
    bool exchanged; /* weights that differ by 1s and 2s exchanged are the same */
    struct trey_network_stage {
        int tuples;      /* that it has weights of: the first */
        int holders[16]; /* by cell, of these */
        uint32_t radix;
        uint32_t step[TREY_NETWORK_MAX_CELLS];  /* powers of it */
        uint32_t size[TREY_NETWORK_MAX_TUPLES]; /* of the weights */
        int16_t *weights[TREY_NETWORK_MAX_TUPLES];
        int32_t *deck;         /* TREY_NETWORK_DECK_ENTRIES, in the same unit */
        const uint8_t *packed; /* its part of the file, until it is ready */
        size_t packed_bytes;
        atomic_bool ready;   /* the weights are there */
        atomic_bool damaged; /* they were unpacked, and are not those of the tuples */
    } stage[TREY_NETWORK_MAX_STAGES];
    bool avx2;                                      /* this machine has it: */
    uint8_t spread[TREY_NETWORK_MAX_TUPLES][2][32]; /* of network_avx2.c */
    uint8_t *file;                                  /* that it was read from, or NULL */
    bool by_context;     /* how its weights are packed there: by network_code.c */
    atomic_uint trusted; /* stages in which trey_evaluator_warning found nothing: bits */
    pthread_mutex_t unpacking;
    struct trey_network *self; /* this network: stages are unpacked when they are first
                                  read, through a pointer to const */
};

/* Unpacks a stage unless it is unpacked already. Without this call a stage is unpacked on
 * first use. The stages on which it is based are unpacked as far as needed, and not kept.
 * Thread-safe.
 * Fails for want of memory, then to be tried again, and with TREY_ERR_INPUT for a file
 * whose checksum is right and whose weights are not those of its tuples: such a stage is
 * then as the one that it goes on from. */
enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error);

/* A board, or an index of trey_network_indices, with 1s and 2s exchanged: in digits of
 * four bits, those of which one of the two lower bits is set and no other. */
static inline uint64_t trey_network_exchanged(uint64_t digits)
{
    uint64_t either = (digits ^ digits >> 1) & ~(digits >> 2 | digits >> 3);
    return digits ^ 3 * (either & 0x1111111111111111u);
}

/* From an index of trey_network_indices to that of the stage; its ranks must be below the
 * radix. Pairs of digits first: they fit in the bytes that the four-bit ranks come from.
 */
static inline uint32_t trey_network_pack(const struct trey_network_stage *stage,
                                         uint32_t index)
{
    assert(stage->radix >= 4 && stage->radix <= 16);
    uint32_t pairs = (index & 0x0f0f0f0fu) + stage->radix * (index >> 4 & 0x0f0f0f0fu);
    return (pairs & 255) + stage->step[2] * (pairs >> 8 & 255) +
           stage->step[4] * (pairs >> 16 & 255) + stage->step[6] * (pairs >> 24);
}

/* And back. */
static inline uint32_t trey_network_unpack(const struct trey_network_stage *stage,
                                           uint32_t packed)
{
    uint32_t index = 0;
    for (int shift = 0; packed != 0; packed /= stage->radix, shift += 4)
        index |= packed % stage->radix << shift;
    return index;
}

/* Whether networks value boards of a family. */
static inline bool trey_network_family(enum trey_eval_family family)
{
    return family == TREY_EVAL_THREES || family == TREY_EVAL_2048;
}

/* Sets `avx2`, and what goes with it. */
void trey_network_spread(struct trey_network *network);

/* The indices into the weights of a stage, as of trey_network_indices and
 * trey_network_pack; with AVX2 alone. */
void trey_network_find_avx2(const struct trey_network *network,
                            const struct trey_network_stage *stage, trey_board board,
                            uint32_t index[TREY_NETWORK_MAX_INDICES]);

/* Whether such a network may be for boards that are downgraded from this rank on (0: none
 * are): in 2048, from a rank 4 to 15 that is above those that stages begin at.
 * TREY_ERR_ARGUMENT. */
enum trey_status trey_network_check_downgrade(const struct trey_stages *stages,
                                              enum trey_eval_family family, int downgrade,
                                              struct trey_error *error);

/* An empty network, its weights zero; for trey_evaluator_free. `downgrade` is the
 * evaluator's. TREY_ERR_ARGUMENT, TREY_ERR_MEMORY. */
enum trey_status trey_network_new(const struct trey_tuples *tuples,
                                  const struct trey_stages *stages,
                                  enum trey_eval_family family, int downgrade,
                                  struct trey_network **network,
                                  struct trey_error *error);

/* True if the evaluator is a network. */
bool trey_network_is(const struct trey_evaluator *evaluator);

/* Takes from the stage of this number all tuples but the first so many, at least one. */
void trey_network_keep_tuples(struct trey_network *network, int number, int count);

/* Adds `sign` times the weights `from` of a tuple in one stage to the weights of the
 * tuple in another stage, which has all ranks of the first. */
void trey_network_add_tuple(const struct trey_network *network, int source, int target,
                            int tuple, int sign, const int16_t *from, int16_t *weights);

/* Adds `sign` times a tuple's weights in the stage that the one of this number goes on
 * from, where it has that tuple and such ranks. */
void trey_network_add_before(const struct trey_network *network, int number, int tuple,
                             int sign, int16_t *weights);

/* Writes a file, which appears whole or not at all, and reads one back:
 * docs/formats/network.md. TREY_ERR_INPUT for a file that is not such a network, or
 * damaged. */
enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error);
enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error);

/* The same from the bytes of a file, which it takes over on success, for free(). */
enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error);

#endif

/* N-tuple networks for playing: how they are made, decoded, read and written. Their state
 * is in eval/network_state.h. */
#ifndef TREY_EVAL_NETWORK_H
#define TREY_EVAL_NETWORK_H

#include "eval/network_state.h"

/* Makes a network with weights 0, for trey_evaluator_free. `downgrade` is the
 * evaluator's. TREY_ERR_ARGUMENT, TREY_ERR_MEMORY. */
enum trey_status trey_network_new(const struct trey_tuples *tuples,
                                  const struct trey_stages *stages,
                                  enum trey_eval_family family, int downgrade,
                                  struct trey_network **network,
                                  struct trey_error *error);

/* The same for files before version 8: in 2048 with a digit for the 32768 even if boards
 * are downgraded. */
enum trey_status trey_network_new_before_8(const struct trey_tuples *tuples,
                                           const struct trey_stages *stages,
                                           enum trey_eval_family family, int downgrade,
                                           struct trey_network **network,
                                           struct trey_error *error);

/* Checks that a network can be for boards that are downgraded from this rank on (0: they
 * are not): in 2048, rank 4 to 15, above the ranks with which stages begin.
 * TREY_ERR_ARGUMENT. */
enum trey_status trey_network_check_downgrade(const struct trey_stages *stages,
                                              enum trey_eval_family family, int downgrade,
                                              struct trey_error *error);

/* True if networks evaluate boards of the family. */
static inline bool trey_network_supports(enum trey_eval_family family)
{
    return family == TREY_EVAL_THREES || family == TREY_EVAL_2048;
}

/* True if the evaluator is a network. */
bool trey_network_is(const struct trey_evaluator *evaluator);

/* Decodes a stage unless it is ready. Without this call a stage is decoded on first use.
 * Its ancestors are decoded as far as needed, and not kept. Thread-safe; may use a second
 * thread meanwhile. TREY_ERR_MEMORY: the call may be repeated. TREY_ERR_INPUT if the
 * checksum of the file is right but the weights do not fit the tuples: the stage is then
 * equal to its parent. */
enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error);

/* --- tables of weights ----------------------------------------------------------------
 */

/* Removes all tuples of stage `number` but the first `count`, at least one. */
void trey_network_truncate_tuples(struct trey_network *network, int number, int count);

/* Adds `sign` times the weights `from` of a tuple in one stage to the weights of the
 * tuple in another stage, whose radix must not be smaller. */
void trey_network_add_tuple(const struct trey_network *network, int source, int target,
                            int tuple, int sign, const int16_t *from, int16_t *weights);

/* The same for the weights of stage `source`, unless it does not have the tuple. */
void trey_network_add_stage(const struct trey_network *network, int source, int target,
                            int tuple, int sign, int16_t *weights);

/* Sets use_avx2 and the shuffle masks. */
void trey_network_make_shuffles(struct trey_network *network);

/* Finds the weights of a board: those at the indices of trey_network_indices and
 * trey_network_pack; only with AVX2. */
void trey_network_find_avx2(const struct trey_network *network,
                            const struct trey_network_stage *stage, trey_board board,
                            const int16_t *at[TREY_NETWORK_MAX_INDICES]);

/* --- files (docs/formats/network.md) --------------------------------------------------
 */

/* Writes a file, which appears whole or not at all, and reads one. TREY_ERR_INPUT for a
 * file that is not a network or is damaged; TREY_ERR_IO, TREY_ERR_MEMORY. */
enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error);
enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error);

/* Parses the bytes of a file; on success it owns them and will free() them. */
enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error);

#endif

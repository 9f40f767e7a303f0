/* Certificates: the plan and the size of each layer of the coarse regression.
 * tools/check-certificate computes the same layers independently and compares. */
#include "base/json.h"
#include "sequence/planner.h"

static void add_layer(struct trey_text *text, const struct trey_regress *regress,
                      size_t back)
{
    const trey_multiset *sets;
    struct trey_pattern_set *const *patterns;
    size_t count = trey_regress_list_layer(regress, back, &sets, &patterns);
    size_t alive = 0, pairs = 0;
    for (size_t i = 0; i < count; i++) {
        alive += patterns[i] != NULL;
        for (int word = 0; patterns[i] != NULL && word < TREY_PATTERN_WORDS; word++)
            pairs += (size_t)__builtin_popcountll(patterns[i]->word[word]);
    }
    trey_json_open(text, NULL, '[');
    trey_json_uint(text, NULL, alive);
    trey_json_uint(text, NULL, pairs);
    trey_json_close(text, ']');
}

enum trey_status trey_planner_certify(struct trey_planner *planner,
                                      struct trey_error *error)
{
    struct trey_plan *plan = planner->plan;
    struct trey_text text = {0};
    enum trey_status status = trey_planner_regress_for_certificate(planner, error);
    if (status != TREY_OK)
        return status;
    bool regressed = plan->proof == TREY_PROOF_REGRESSED && !planner->uncertified;
    size_t size;
    if (!regressed && plan->proof != TREY_PROOF_BOUND_MET)
        return TREY_OK;
    trey_json_open(&text, NULL, '{');
    trey_json_uint(&text, "certificate", 1);
    trey_json_uint(&text, "score", planner->best.score);
    trey_json_string(&text, "proof", regressed ? "regressed" : "bound met");
    trey_json_begin_string(&text, "moves");
    for (size_t i = 0; i < planner->best.move_count; i++)
        trey_text_add_char(
            &text, trey_direction_letter((enum trey_direction)planner->best.moves[i]));
    trey_text_add_char(&text, '"');
    if (regressed) {
        trey_json_open(&text, "layers", '[');
        for (size_t back = 0; back <= trey_regress_moves(planner->regress); back++)
            add_layer(&text, planner->regress, back);
        trey_json_close(&text, ']');
    }
    trey_json_close(&text, '}');
    trey_text_add_char(&text, '\n');
    return trey_text_take(&text, &plan->certificate, &size, error);
}

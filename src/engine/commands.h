/* Functions of the commands, one group per file. `rest` is the request's text after the
 * command name. Each function sends the last line of its answer, or starts a job that
 * does. */
#ifndef TREY_ENGINE_COMMANDS_H
#define TREY_ENGINE_COMMANDS_H

#include "engine/calls.h"

void trey_engine_stop(struct trey_engine *engine, char *rest);

void trey_command_trey(struct trey_engine *engine, char *rest);
void trey_command_isready(struct trey_engine *engine, char *rest);
void trey_command_quit(struct trey_engine *engine, char *rest);
void trey_command_newgame(struct trey_engine *engine, char *rest);
void trey_command_setoption(struct trey_engine *engine, char *rest);
void trey_command_position(struct trey_engine *engine, char *rest);
void trey_command_go(struct trey_engine *engine, char *rest);
void trey_command_hello(struct trey_engine *engine, char *rest);
void trey_command_new(struct trey_engine *engine, char *rest);
void trey_command_set(struct trey_engine *engine, char *rest);
void trey_command_check(struct trey_engine *engine, char *rest);
void trey_command_board(struct trey_engine *engine, char *rest);
void trey_command_slide(struct trey_engine *engine, char *rest);
void trey_command_undo(struct trey_engine *engine, char *rest);
void trey_command_redo(struct trey_engine *engine, char *rest);
void trey_command_goto(struct trey_engine *engine, char *rest);
void trey_command_game(struct trey_engine *engine, char *rest);
void trey_command_save(struct trey_engine *engine, char *rest);
void trey_command_record(struct trey_engine *engine, char *rest);
void trey_command_load(struct trey_engine *engine, char *rest);
void trey_command_auto(struct trey_engine *engine, char *rest);
void trey_command_advice(struct trey_engine *engine, char *rest);
void trey_command_odds(struct trey_engine *engine, char *rest);
void trey_command_follow(struct trey_engine *engine, char *rest);
void trey_command_entered(struct trey_engine *engine, char *rest);
void trey_command_next(struct trey_engine *engine, char *rest);
void trey_command_put(struct trey_engine *engine, char *rest);
void trey_command_pixels(struct trey_engine *engine, char *rest);
void trey_command_picture(struct trey_engine *engine, char *rest);
void trey_command_seen(struct trey_engine *engine, char *rest);
void trey_command_steps(struct trey_engine *engine, char *rest);
void trey_command_review(struct trey_engine *engine, char *rest);
void trey_command_sequence(struct trey_engine *engine, char *rest);
void trey_command_plan(struct trey_engine *engine, char *rest);
void trey_command_judge(struct trey_engine *engine, char *rest);
void trey_command_replay(struct trey_engine *engine, char *rest);
void trey_command_solve(struct trey_engine *engine, char *rest);
void trey_command_exact(struct trey_engine *engine, char *rest);
void trey_command_tables(struct trey_engine *engine, char *rest);
void trey_command_grid(struct trey_engine *engine, char *rest);

#endif

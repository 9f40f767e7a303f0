/* The environment in which a program finds itself as one of several. */
#ifndef TREY_RANKS_LAUNCH_H
#define TREY_RANKS_LAUNCH_H

/* Takes from the environment what says so, for the programs that this one starts. */
void trey_ranks_forget_launch(void);

#endif

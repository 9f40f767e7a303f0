/* trey/direction.h - the four directions, common to all games. */
#ifndef TREY_DIRECTION_H
#define TREY_DIRECTION_H

/* Directions, clockwise from the top; used as indices 0..3. */
enum trey_direction { TREY_UP = 0, TREY_RIGHT = 1, TREY_DOWN = 2, TREY_LEFT = 3 };

#endif

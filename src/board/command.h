/* Calls on boards that the command shares with the modules; not part of the public API.
 */
#ifndef TREY_BOARD_COMMAND_H
#define TREY_BOARD_COMMAND_H

/* The letter of a direction as text, for instance for a key in JSON: "U", "R", "D" or
 * "L". */
static inline const char *trey_direction_key(int direction)
{
    static const char keys[4][2] = {"U", "R", "D", "L"};
    return keys[direction];
}

#endif

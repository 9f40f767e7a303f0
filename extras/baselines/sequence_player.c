#include "extras/baselines/compare.h"

void trey_sequence_player_free(struct trey_sequence_player *player)
{
    if (player != NULL && player->free != NULL)
        player->free(player);
}

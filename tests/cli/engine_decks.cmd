# Number of possible decks; none possible, and not computed.
cat >asked <<'END'
check window 1111111111111111 next 2
check window 1111111111111111 next 2 deck 0,0,0
check window 0000012003300000 next 1
check course,rows=3,cols=5,copies=15 000000001000000 next 1
set window 0000012003300000 next 1
follow window,rows=2,cols=2,boost=3072 0,3072,0,0 next 12,24,48
follow window 1111111111111110 next 2
follow 2048 1111111111111110
END
trey engine <asked | sed 's/{"re":"\([a-z]*\)".*\("deck":.*,"decks":[a-z0-9]*\).*/\1 \2/'
# Wrong usage: the answers have the correct usage.
printf 'goto\nsave 3\nauto 0\n' | trey engine
# The end of input stops work that has no limit.
printf 'new window seed 1\nauto infinite\n' | timeout 30 trey engine | tail -1 | cut -c1-40
# Odds use a deck: without one hardly any game makes a 192.
printf 'set window 0000012003300000 next 1\nodds games 40\nfollow window 0000012003300000 next 1\nodds games 40\n' |
    trey engine --seed 5 | sed -n '/"re":"odds","games"/s/.*"reach":{[^}]*"192":\([0-9.]*\).*/\1/p' |
    awk '{ print ($1 > 0.5 ? "most" : "few") " games make a 192" }'
# A game set without a deck has one from its first move on, also after undo and redo.
printf 'set window 0000012003300000 next 1 seed 4\nslide L\nslide L\nundo 2\nredo\n' |
    trey engine | sed 's/{"re":"\([a-z]*\)".*\("deck":.*,"decks":[a-z0-9]*\).*/\1 \2/'

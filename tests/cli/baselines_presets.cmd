# The report's two players on a bundled input.
for player in beta mu; do
    trey plan sequence/gap.txt --preset $player
done

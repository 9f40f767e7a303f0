# Weights of other programs: a .w file of TDL2048+ and weights.bin, written here byte by byte.
# Both have the tuple 01; all weights are 1 except 8 for 32 beside 32, rank 5.
floats() { # number, hexadecimal bytes
    for ((i = 0; i < $1; i++)); do printf '%b' "$2"; done
}
weights() { floats 85 '\0\0\x80\x3f'; printf '\0\0\0\x41'; floats 170 '\0\0\x80\x3f'; }
{ printf '\0\1\0\0\0\4\1\0\0\0\2\0\0\0\4\0\0\1\0\0\0\0\0\0'; weights; printf '\0\0'; } >01.w
{ printf '\1\0\0\0\0\1\0\0\0\0\0\0'; weights; } >weights.bin
npz() { # name of an array of zeros for two cells, 2 x 2
    python3 - "$1" <<'END'
import io, sys, zipfile
header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }"
array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(16)
archive = io.BytesIO()
with zipfile.ZipFile(archive, "w") as file:
    file.writestr(zipfile.ZipInfo(sys.argv[1] + ".npy"), array)
sys.stdout.buffer.write(archive.getvalue())
END
}
train() { trey train --rules 2048 --time-limit 0 --quiet --unit 0.5 "$@"; }
train --import 01.w -o one.network >out && echo "status $?"
train --import weights.bin --tuples 01 -o two.network >out && cmp one.network two.network && echo "equal"
train --import weights.bin --tuples 01 --import-order high --alpha 0.1 -o two.network --force >out &&
    cmp one.network two.network && echo "equal"
train --import weights.bin --tuples 01 --import-once -o once.network --unit 0.125 >out && echo "status $?"
# Down leaves 32 beside 32 in the corner, which is at 01 in one of the eight images: 8 + 7 x 1.
# 32 and 32 to the right make 64 points, and the board that is left 8 x 1 more.
for network in one once; do
    trey advise --rules 2048 --player network:$network.network --depth 1 --json \
        --board '32 32 0 0  0 0 0 0  0 0 0 0  0 0 0 0' | grep -o '"values": {"U": null[^}]*}' | head -1
done
trey train --rules 2048 --import 01.w --games 50 --quiet --checkpoint kept --output more.network >out
echo "status $?, $([ -s more.network ] && echo written)"
mv 01.w 01.w.saved
train --import 01.w --tuples 01 --checkpoint kept --output again.network >out
echo "with a checkpoint and --tuples it is not needed: status $?"

echo "refused"
train --import 01.w -o net; echo "status $?"
train --import weights.bin -o net; echo "status $?"
train --import weights.bin --tuples "01 23" -o net; echo "status $?"
train --import weights.bin --tuples 012 -o net; echo "status $?"
head -c 500 weights.bin >cut.bin
train --import cut.bin --tuples 01 -o net; echo "status $?"
printf 'not weights of any program' >text
train --import text -o net; echo "status $?"
train --import one.network -o net; echo "status $?"
{ printf '\0\1\0\0\0\4\1\0\0\x10\2\0\0\0\4\0\0\1\0\0\0\0\0\0'; weights; printf '\0\0'; } >later.w
train --import later.w -o net; echo "status $?"
train --import later.w --tuples 01 --stages 512 -o net; echo "status $?"
npz 0f >corners.npz
train --import corners.npz --import-order high -o net; echo "status $?"
train --import 01.w.saved --import-order low -o net; echo "status $?"
train --import corners.npz --rows 3 --cols 3 -o net; echo "status $?"
npz 01@1 >later.npz
train --import later.npz -o net; echo "status $?"
train --import weights.bin --tuples 01 -o weights.bin --force; echo "status $?"
train --import weights.bin --tuples 01 --from one.network -o net; echo "status $?"
train --import-once -o net; echo "status $?"
train --import weights.bin --import-order up -o net; echo "status $?"
[ -e net ] || echo "nothing is written"

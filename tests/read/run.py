#!/usr/bin/env python3
"""Tests of `trey read`. Usage: tests/read/run.py TREY [CHECK]

draw.py draws the pictures. Real screenshots from ../shared/cases/screens are read as
well; if they are absent, that check is skipped."""
import base64
import json
import os
import random
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
from draw import Picture, draw_position, load_glyphs  # noqa: E402

TREY = os.path.abspath(sys.argv[1])
GLYPHS = load_glyphs(os.path.join(TOP, "src/picture/glyph_table.c"))
SCREENS = os.path.join(TOP, "../shared/cases/screens")
TILES = [0, 0, 0, 1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]


def run(*arguments, status=0):
    done = subprocess.run([TREY, "read", *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def read_json(*arguments, status=0):
    return [json.loads(line) for line in run("--json", *arguments, status=status).stdout.splitlines()]


def random_board(rng):
    board = [rng.choice(TILES) for _ in range(16)]
    board[rng.randrange(16)] = 0
    return board


def check_drawn_positions():
    """Random boards at random scales and positions are read."""
    seed = int(os.environ.get("TREY_TEST_SEED", "1"))
    rng = random.Random(seed)
    for _ in range(12):
        board = random_board(rng)
        largest = max(board)
        bonus = {48: [[6]], 96: [[6, 12]], 192: [[6, 12, 24]], 384: [[6, 12, 24], [12, 24, 48]]}
        cards = rng.choice([[1], [2], [3]] + ([["+"]] if largest >= 48 else [])
                           + bonus.get(largest, []))
        unit = rng.choice([1, 2, rng.uniform(0.4, 1.6)])
        width, height = int(640 * unit) + rng.randint(0, 300), int(1136 * unit)
        left = rng.randint(5, width - int(500 * unit) - 5)
        draw_position(GLYPHS, board, cards, width, height, left=left, unit=unit).save("drawn.png")
        position = read_json("drawn.png", status=0)[0]
        case = (seed, board, cards, unit, left, position)
        assert position["board"] == board, case
        assert position["next"] == ",".join(map(str, cards)), case
        # Digits drawn at a fraction of a pixel are ragged: read correctly, but with less
        # certainty.
        assert position["overall"] >= 0.5 or unit not in (1, 2), case


def check_moving_tiles():
    """A tile between two cells is an animation, not a position."""
    picture = draw_position(GLYPHS, [3, 0, 0, 0] + [0] * 12, [1])
    for y in range(297 + 21, 297 + 21 + 150):  # shift the tile by 60 pixels
        row = picture.rows[y]
        row[3 * 150:3 * 250] = row[3 * 90:3 * 190]
        row[3 * 85:3 * 150] = bytes((187, 217, 217)) * 65
    picture.save("moving.png")
    done = run("moving.png", status=1)
    assert "the board is moving" in done.stderr, done.stderr


def check_refusals():
    """Files that are not pictures, or show no board, are reported in one line."""
    Picture(300, 300, (120, 120, 120)).save("gray.png")
    with open("text.png", "w") as out:
        out.write("no picture")
    with open("gray.png", "rb") as source, open("cut.png", "wb") as out:
        out.write(source.read()[:60])
    huge = bytearray(open("gray.png", "rb").read())
    huge[16:24] = (100000).to_bytes(4, "big") * 2
    import zlib
    huge[29:33] = zlib.crc32(bytes(huge[12:29])).to_bytes(4, "big")
    open("huge.png", "wb").write(huge)
    for name, text in (("gray.png", "no board was found"), ("text.png", "not a PNG or JPEG file"),
                       ("cut.png", "damaged PNG file"), ("absent.png", "No such file"),
                       ("huge.png", "at most 64 million")):
        done = run(name, status=1)
        assert text in done.stderr and done.stderr.count("\n") == 1, (name, done.stderr)
        assert done.stderr.startswith(name + ": "), done.stderr
    assert subprocess.run([TREY, "read"], capture_output=True).returncode == 2


def check_damaged_files():
    """Truncated and damaged files, and those with false sizes, are refused."""
    corpus = os.path.join(TOP, "fuzz/corpus/fuzz_picture")
    for name, text in (("truncated.jpg", "damaged JPEG file: Premature end"),
                       ("damaged.jpg", "damaged JPEG file: Corrupt JPEG data"),
                       ("scans.jpg", "damaged JPEG file: more than 100 scans"),
                       ("truncated.png", "damaged PNG file: "),
                       ("claims_more.png", "8000 x 8000 pixels cannot be in 1985 bytes"),
                       ("huge.png", "at most 64 million")):
        with open(os.path.join(corpus, name), "rb") as seed, open(name, "wb") as out:
            out.write(seed.read()[1:])  # the first byte selects the fuzz target's part
        done = run(name, status=1)
        assert text in done.stderr and done.stderr.count("\n") == 1, (name, done.stderr)


def check_game():
    """Positions in order become a record; a picture that does not follow is reported."""
    positions = [  # moves: L, then two at once (U, R); then one that does not follow
        ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [2]),
        ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], [1]),
        ([6, 6, 6, 6] + [0] * 12, [1]),
    ]
    for i, (board, cards) in enumerate(positions):
        draw_position(GLYPHS, board, cards).save(f"{i}.png")
    done = run("0.png", "1.png", "2.png", "--record", "game.rec", status=1)
    assert "1.png: L, 2 in row 4 column 4" in done.stdout, done.stdout
    assert "2.png: left out: not one or two moves after 1.png" in done.stdout, done.stdout
    replay = subprocess.run([TREY, "review", "game.rec"], capture_output=True, text=True)
    assert replay.returncode == 0 and "1 slide" in replay.stdout, replay


def check_hidden_tile():
    """A picture with its top cut off: the board is read, and the game continues."""
    game = [  # moves: L, L; then the last one leaves no move
        ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [2]),
        ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], []),
        ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], [1]),
    ]
    for i, (board, cards) in enumerate(game):
        draw_position(GLYPHS, board, cards).save(f"{i}.png")
    assert "next ?" in run("1.png").stdout
    assert read_json("1.png")[0]["next"] == "?"
    done = run("1.png", "--advise", status=1)
    assert "the announced tile was not found" in done.stderr, done.stderr
    done = run("0.png", "1.png", "1.png", "2.png", "-o", "game.rec")
    assert "2.png: L, 3 in row 4 column 4" in done.stdout, done.stdout
    record = json.loads(open("game.rec").read())
    assert record["slides"] == "Lf2:3 Lf3:1", record
    done = run("0.png", "1.png", "-o", "game.rec")  # the hint is a guess then
    assert json.loads(open("game.rec").read())["slides"].startswith("Lf2:"), done
    # No move is left: there is no hint any more.
    full = [1, 3, 1, 3, 3, 1, 3, 1, 1, 3, 1, 3]
    draw_position(GLYPHS, full + [0, 3, 1, 3], [2]).save("before.png")
    draw_position(GLYPHS, full + [3, 1, 3, 2], []).save("over.png")
    done = run("before.png", "over.png", "-o", "over.rec")
    assert "over.png: L, 2 in row 4 column 4" in done.stdout, done.stdout
    replay = subprocess.run([TREY, "review", "over.rec"], capture_output=True, text=True)
    assert replay.returncode == 0 and "1 slide" in replay.stdout, replay


def check_advice_on_last_picture():
    """Advice is given for the last picture, even if it does not belong to the game."""
    draw_position(GLYPHS, [3, 0, 0, 0] + [0] * 11 + [1], [2]).save("0.png")
    draw_position(GLYPHS, [48, 48, 12, 0] + [0] * 11 + [1], [1]).save("1.png")
    done = run("0.png", "1.png", "--advise", "--nodes", "1000", status=1)
    assert "left out" in done.stdout and " 48 " in done.stdout.split("left out")[1], done.stdout


def check_advice():
    draw_position(GLYPHS, [3, 3, 0, 0] + [1, 2, 0, 0] + [0] * 8, [1]).save("advise.png")
    done = run("advise.png", "--advise", "--nodes", "1000")
    assert done.stdout.count("\n* ") == 1, done.stdout


def engine(*lines):
    """The JSON answers of a session to these lines."""
    done = subprocess.run([TREY, "engine", "--player", "heuristic"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_engine_pictures():
    """The session reads the same picture from a file and from pixels, and refuses wrong
    sizes."""
    board = [3, 0, 0, 1, 2, 0, 48, 0] + [0] * 7 + [96]
    picture = draw_position(GLYPHS, board, [6, 12], 400, 640, left=50, top=180, unit=0.6)
    picture.save("a.png")
    rgba = b"".join(bytes(row[3 * x:3 * x + 3]) + b"\xff" for row in picture.rows
                    for x in range(picture.width))
    half = base64.b64encode(rgba[:len(rgba) // 2 // 3 * 3]).decode()
    rest = base64.b64encode(rgba[len(rgba) // 2 // 3 * 3:]).decode()
    answers = engine("picture a.png", "pixels " + half, "#p pixels " + rest, "#q picture 400 640",
                     "picture 400 640", "pixels AAAA/w==", "picture 2 1", "pixels AAAA/w==",
                     "picture 1 1", "picture absent.png", "picture", "pixels A", "pixels A?==",
                     "picture 0 5", "picture 16385 1")
    told = {(a["re"], a.get("tag")): a for a in answers}
    assert told["pixels", "p"]["bytes"] == len(rgba), answers
    by_file = next(a for a in answers if a["re"] == "picture")
    by_pixels = told["picture", "q"]
    assert {**by_pixels, "tag": 0} == {**by_file, "tag": 0}, (by_file, by_pixels)
    assert by_file["board"] == board and by_file["next"] == "6,12", by_file
    assert by_file["rules"] == "window" and by_file["game"] == "threes", by_file
    others = [a for a in answers if a["re"] == "picture" and "board" not in a]
    assert [a.get("error", a.get("problem")) for a in others] == [
        "value", "value", "no_board", "value", "usage", "value", "value"], others
    wrong = [a["error"] for a in answers if a["re"] == "pixels" and "error" in a]
    assert wrong == ["value", "value"], answers


def check_engine_game():
    """`seen` finds the moves of a game, including two at once and after a hidden hint."""
    start, one, two = "3000000000000001", "3000000000000012", "3000000000000121"
    answers = engine(
        "seen window " + start + " next 2", "seen window " + start + " next 2",
        "#one seen window " + one, "next 1", "#two seen window 3000000000001211 next 2",
        "#no seen window 4444000000000000 next 1", "save", "goto 1",
        "#last seen window " + two + " next 3", "save",
        "#new seen new blank window " + one + " next 3", "#odd seen window " + one + " next 3 old",
        "advice depth 1")
    found = [(a.get("tag"), a["found"], "".join(m["slide"] for m in a["made"]))
             for a in answers if a["re"] == "seen" and "found" in a]
    assert found[:3] == [(None, "first", ""), (None, "same", ""), ("one", "one", "L")], found
    told = {a.get("tag"): a for a in answers if a["re"] == "seen"}
    assert told["one"]["waiting"]["for"] == "next", told["one"]
    assert told["no"]["found"] == "nothing" and told["no"]["moves"] == told["two"]["moves"], told
    assert told["new"]["found"] == "first" and told["new"]["moves"] == 0, told["new"]
    assert told["odd"]["error"] == "usage", told["odd"]
    records = [json.loads(a["record"]) for a in answers if a["re"] == "save"]
    assert records[1]["slides"] == "Lf2:1 Lf1:3", records
    assert answers[-1]["best"] in "URDL", answers[-1]


def check_screenshots():
    """All available screenshots, and the game that one series of them shows."""
    if not os.path.isdir(SCREENS):
        print("skipped: no ../shared/cases/screens")
        return
    for folder in ("game", "phone"):
        rows = [line.rstrip("\n").split("\t") for line in open(f"{SCREENS}/{folder}.tsv")][1:]
        files = [f"{SCREENS}/{folder}/{name}" for name, _, _ in rows]
        for file, (name, board, cards) in zip(files, rows):
            position = read_json(file)[0]
            assert position["board"] == [int(t) for t in board.split()], (name, position)
            assert position["next"] == cards, (name, position)
        if folder == "game":
            done = run(*files, "--record", "screens.rec")
            assert "left out" not in done.stdout and done.stdout.count("\n") == len(rows)
            replay = subprocess.run([TREY, "review", "screens.rec"], capture_output=True, text=True)
            assert replay.returncode == 0 and "45 slides" in replay.stdout, replay


def main():
    passed = failed = 0
    checks = {name[6:]: check for name, check in globals().items() if name.startswith("check_")}
    for name, check in checks.items():
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                check()
                passed += 1
                print("ok    ", name)
            except Exception:
                failed += 1
                print("not ok", name)
                traceback.print_exc()
            os.chdir("/")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())

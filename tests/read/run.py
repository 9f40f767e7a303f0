#!/usr/bin/env python3
"""Tests of `trey read`. Usage: tests/read/run.py TREY [CHECK]

draw.py draws the pictures. Real screenshots from ../shared/cases/screens are read as
well; if they are absent, that check is skipped."""
import base64
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
from draw import (WHITE, Picture, cover_2048, draw_2048, draw_position, frame_window,  # noqa: E402
                  load_glyphs, map_point, photograph, project_square)

TREY = os.path.abspath(sys.argv[1])
GLYPHS = load_glyphs(os.path.join(TOP, "src/picture/glyph_table.c"))
GLYPHS_2048 = load_glyphs(os.path.join(TOP, "src/picture/glyph_table_2048.c"))
SCREENS = os.path.join(TOP, "../shared/cases/screens")
TILES = [0, 0, 0, 1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]


def run(*arguments, status=0):
    done = subprocess.run([TREY, "read", *arguments], capture_output=True, text=True, timeout=120)
    assert status is None or done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
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


def random_2048(rng):
    """A board with all small tiles and a few large ones, as in games."""
    return [rng.choice([0, 0] + [2 ** rank for rank in range(1, 16)]) for _ in range(16)]


def check_drawn_2048():
    """Boards of the 2048 page at random scales and places, on the page and in a window."""
    seed = int(os.environ.get("TREY_TEST_SEED", "1"))
    rng = random.Random(seed)
    for i in range(10):
        board = random_2048(rng)
        unit = rng.choice([1, 2, rng.uniform(0.6, 1.6)])
        picture = draw_2048(GLYPHS_2048, board, unit, rng.randint(5, 90), rng.randint(90, 300))
        (frame_window(picture) if i % 2 else picture).save("2048.png")
        position = read_json("2048.png")[0]
        case = (seed, board, unit, position)
        assert position["game"] == "2048" and position["board"] == board, case
        assert "next" not in position and (position["overall"] >= 0.5 or unit not in (1, 2)), case
    assert "2048.png: 2048\n" in run("2048.png").stdout


def check_covered_2048():
    """Behind the translucent messages of the page for desktops the board is read; those of
    the page for telephones hide cells, and the message says so."""
    rng = random.Random(int(os.environ.get("TREY_TEST_SEED", "1")))
    for i in range(8):
        board = [2 ** rng.randint(1, 13) for _ in range(16)]
        unit = rng.choice([1, 2, rng.uniform(0.8, 1.6)])
        picture = draw_2048(GLYPHS_2048, board, unit, 40, 150)
        cover_2048(picture, i % 2 == 1, 40, 150, unit, small=i >= 6)
        picture.save("covered.png")
        position = read_json("covered.png", status=1 if i >= 6 else 0)[0]
        case = (i, board, unit, position)
        if i < 6:
            assert position["board"] == board and position["overall"] >= 0.5, case
        else:
            assert position["problem"] == "the message at the end of the game covers the board", \
                case
            assert position["game"] == "2048", case
    # Half as opaque: the message is still appearing.
    picture = draw_2048(GLYPHS_2048, board, 1, 40, 150)
    cover_2048(picture, True, 40, 150)
    for row, plain in zip(picture.rows, draw_2048(GLYPHS_2048, board, 1, 40, 150).rows):
        row[:] = bytes((a + b) // 2 for a, b in zip(row, plain))
    picture.save("fading.png")
    assert read_json("fading.png", status=1)[0].get("overall", 0) < 0.5


def check_photographs():
    """Screens seen at an angle in uneven light are read, with the board's corners; a moving or
    covered tile is not reported with confidence, and other bright areas are no board."""
    rng = random.Random(int(os.environ.get("TREY_TEST_SEED", "1")))

    def corners():
        shift = [(rng.uniform(-12, 12), rng.uniform(-12, 12)) for _ in range(4)]
        plain = [(290, 90), (610, 90), (640, 650), (260, 650)]
        return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(plain, shift)]

    for tile in (1, 2, 3):
        board = random_board(rng)
        place = corners()
        photograph(draw_position(GLYPHS, board, [tile]), place).save("photo.png")
        position = read_json("photo.png")[0]
        assert position["board"] == board and position["overall"] >= 0.5, (board, place, position)
        assert position["next"] in ("?", str(tile)), (tile, position)
        to_photo = project_square(place)
        for corner, (x, y) in zip(position["corners"], ((70, 297), (570, 297), (570, 967), (70, 967))):
            x, y = map_point(to_photo, x / 640, y / 1136)
            assert abs(corner[0] - x) < 6 and abs(corner[1] - y) < 6, (corner, x, y)

    def overall():
        place = corners()
        photograph(screen, place).save("photo.png")
        return read_json("photo.png", status=None)[0].get("overall", 0)

    screen = draw_position(GLYPHS, [3, 6, 0, 1] * 4, [1])
    for y in range(297 + 21, 297 + 21 + 150):  # moves the 6 by 60 pixels
        row = screen.rows[y]
        row[3 * 270:3 * 380], row[3 * 205:3 * 270] = row[3 * 205:3 * 315], row[3 * 445:3 * 510]
    assert overall() < 0.5
    screen = draw_position(GLYPHS, [3, 6, 0, 1] * 4, [1])
    screen.fill(100, 500, 60, 60, WHITE)
    assert overall() < 0.5
    screen = Picture(640, 1136, WHITE)
    assert overall() == 0
    screen = draw_position(GLYPHS, [0] * 16, [1])  # no game has a board without a tile
    assert overall() == 0


CHROMIUM = next((path for path in ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
                 if os.path.exists(path)), None)


def page_2048(board, small):
    """The 2048 page with its layout, fonts and the light around tiles from 128 on."""
    side, gap, cell = (280, 10, 57.5) if small else (500, 15, 106.25)
    sizes = [0, 35, 35, 25, 15, 10] if small else [0, 55, 55, 45, 35, 30]
    colors = ("#eee4da #ede0c8 #f2b179 #f59563 #f67c5f #f65e3b #edcf72 #edcc61 #edc850 #edc53f "
              "#edc22e").split()
    parts = [f"<body style='margin:0;background:#faf8ef;font-family:Arial,sans-serif'>"
             f"<div style='height:24px;background:#222;color:#fff'>12:30</div><h1>2048</h1>"
             f"<div style='position:absolute;left:20px;top:120px;width:{side}px;height:{side}px;"
             f"background:#bbada0;border-radius:6px'>"]
    for at, tile in enumerate(board):
        place = f"position:absolute;left:{gap + (cell + gap) * (at % 4)}px;" \
                f"top:{gap + (cell + gap) * (at // 4)}px;width:{cell}px;height:{cell}px;" \
                f"border-radius:3px;"
        if tile == 0:
            parts.append(f"<div style='{place}background:rgba(238,228,218,.35)'></div>")
            continue
        rank = tile.bit_length() - 1
        light = min(0.5556, 0.08 * max(0, rank - 6))
        parts.append(
            f"<div style='{place}background:{colors[rank - 1] if rank < 12 else '#3c3a32'};"
            f"color:{'#776e65' if rank < 3 else '#f9f6f2'};text-align:center;"
            f"font:bold {sizes[len(str(tile))]}px/{cell}px Arial,sans-serif;"
            f"box-shadow:0 0 30px 10px rgba(243,215,116,{light if rank < 12 else 0})'>{tile}</div>")
    return "".join(parts)


def check_page_2048():
    """The page as a browser draws it, as PNG and as JPEG files, in both of its sizes."""
    if CHROMIUM is None:
        print("skipped: no chromium")
        return
    rng = random.Random(int(os.environ.get("TREY_TEST_SEED", "1")))
    wrong = 0
    for i, scale in enumerate((1, 2, 0.75, 1.5, 2.5, 1)):
        board = random_2048(rng)
        with open("page.html", "w") as out:
            out.write(page_2048(board, small=i % 2 == 1))
        name = f"page{i}." + ("png" if i % 3 == 0 else "jpg")
        subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                        "--hide-scrollbars", f"--force-device-scale-factor={scale}",
                        "--window-size=560,700", "--screenshot=" + name,
                        "file://" + os.path.abspath("page.html")],
                       check=True, capture_output=True, timeout=300)
        position = read_json(name)[0]
        assert position["game"] == "2048", (name, position)
        wrong += position["board"] != board
        assert position["board"] == board or position["overall"] < 0.5, (name, board, position)
    assert wrong == 0, wrong


def check_game_2048():
    """Moves of a 2048 game; no tile is announced, so each picture is enough for advice."""
    game = [[2, 0, 0, 2] + [0] * 12, [4, 0, 0, 0, 0, 2] + [0] * 10, [4, 0, 0, 0, 2, 0, 0, 4] + [0] * 8]
    for i, board in enumerate(game):
        draw_2048(GLYPHS_2048, board).save(f"{i}.png")
    done = run("0.png", "1.png", "2.png", "--record", "game.rec")
    assert "1.png: L, 2 in row 2 column 2\n2.png: L, 4 in row 2 column 4" in done.stdout, done.stdout
    replay = subprocess.run([TREY, "review", "game.rec", "--depth", "1"], capture_output=True, text=True)
    assert replay.returncode == 0 and "2 moves" in replay.stdout, replay
    assert "\n* " in run("2.png", "--advise", "--nodes", "1000").stdout
    draw_position(GLYPHS, [3, 0, 0, 0] + [0] * 11 + [1], [2]).save("threes.png")
    done = run("0.png", "threes.png", status=1)
    assert "threes.png: left out: not one or two moves" in done.stdout, done.stdout
    answer = engine("picture 2.png", "seen 2048 " + "".join(f"{t.bit_length() - 1 if t else 0:x}" for t in game[0]))
    assert answer[0]["game"] == "2048" and answer[0]["rules"] == "2048", answer
    assert answer[0]["board"] == game[2] and answer[1]["found"] == "first", answer
    # As the page asks: pixels in, then the position that was read, and advice for it.
    board = [0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048] + [0] * 4
    picture = draw_2048(GLYPHS_2048, board)
    rgba = rgba_of(picture)
    pixels = ["pixels " + base64.b64encode(rgba[at:at + 600000]).decode()
              for at in range(0, len(rgba), 600000)]
    answer = engine(*pixels, f"picture {picture.width} {picture.height}",
                    "set 2048 0123456789ab0000", "advice depth 1")
    read, position, advice = (next(a for a in reversed(answer) if a["re"] == name)
                              for name in ("picture", "set", "advice"))
    assert read["game"] == "2048" and read["board"] == board, read
    assert position["board"] == board and advice["best"] in "URDL", (position, advice)


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


def check_video_colors():
    """Colours encoded by BT.601 and decoded by BT.709, or the reverse, as videos of screens often are."""
    weights = {601: (0.299, 0.114), 709: (0.2126, 0.0722)}

    def convert(color, encoded, decoded):
        red, blue = weights[encoded]
        y = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
        cb, cr = (color[2] - y) / (2 - 2 * blue), (color[0] - y) / (2 - 2 * red)
        red, blue = weights[decoded]
        r, b = y + cr * (2 - 2 * red), y + cb * (2 - 2 * blue)
        g = (y - red * r - blue * b) / (1 - red - blue)
        return bytes(max(0, min(255, round(value))) for value in (r, g, b))

    board = [2, 2, 1, 48, 3, 6, 0, 96, 2, 0, 12, 0, 1, 0, 192, 0]
    for encoded, decoded in ((601, 709), (709, 601)):
        picture = draw_position(GLYPHS, board, [2])
        colors, rows = {}, {}
        for at, row in enumerate(picture.rows):
            pixels = bytes(row)
            if pixels not in rows:
                for color in {pixels[x:x + 3] for x in range(0, len(pixels), 3)} - colors.keys():
                    colors[color] = convert(color, encoded, decoded)
                rows[pixels] = b"".join(colors[pixels[x:x + 3]] for x in range(0, len(pixels), 3))
            picture.rows[at] = bytearray(rows[pixels])
        picture.save("video.png")
        position = read_json("video.png")[0]
        assert position["board"] == board and position["next"] == "2", position
        assert position["overall"] >= 0.5, (encoded, position)


def check_covered_tiles():
    """Something of the colour of an empty cell covers a tile's face: its edge is still seen."""
    board = [3, 6, 0, 0] + [0] * 8 + [1, 2, 0, 96]
    for color in ((187, 217, 217), (202, 225, 219)):
        for cell in (0, 1, 12, 13, 15):
            picture = draw_position(GLYPHS, board, [1])
            picture.fill(70 + 20 + 120 * (cell % 4) - 4, 297 + 21 + 160 * (cell // 4) - 4, 108, 145, color)
            picture.save("covered.png")
            position = read_json("covered.png")[0]
            assert position["overall"] < 0.5, (color, cell, position)
    draw_position(GLYPHS, board, [1]).save("whole.png")
    assert read_json("whole.png")[0]["overall"] == 1


def check_plain_areas():
    """Refuses an area with a board's colour and proportions, and a board without a tile."""
    for color, height in (((202, 225, 219), 670), ((187, 217, 217), 670), ((187, 173, 160), 500),
                          ((205, 193, 180), 500)):
        picture = Picture(700, 800, (250, 250, 250))
        picture.fill(100, 50, 500, height, color)
        picture.save("plain.png")
        assert "no board was found" in run("plain.png", status=1).stderr, color
    draw_position(GLYPHS, [0] * 16, [1]).save("plain.png")
    assert "no board was found" in run("plain.png", status=1).stderr


def check_refusals():
    """Files that are not pictures, or show no board, are reported in one line."""
    Picture(300, 300, (120, 120, 120)).save("gray.png")
    with open("text.png", "w") as out:
        out.write("no picture")
    with open("gray.png", "rb") as source, open("cut.png", "wb") as out:
        out.write(source.read()[:60])
    import zlib
    for name, width, height in (("huge.png", 100000, 100000), ("long.png", 1000000, 64),
                                ("high.png", 64, 16385)):
        huge = bytearray(open("gray.png", "rb").read())
        huge[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
        huge[29:33] = zlib.crc32(bytes(huge[12:29])).to_bytes(4, "big")
        open(name, "wb").write(huge)
    for name, text in (("gray.png", "no board was found"), ("text.png", "not a PNG or JPEG file"),
                       ("cut.png", "damaged PNG file"), ("absent.png", "No such file"),
                       ("huge.png", "the limit is 64 million"),
                       ("long.png", "1000000 x 64 pixels; the limit is 16384 on a side"),
                       ("high.png", "64 x 16385 pixels; the limit is 16384 on a side")):
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
                       ("claims_more.png", "8000 x 8000 pixels do not fit into 1985 bytes"),
                       ("huge.png", "the limit is 64 million")):
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
    assert replay.returncode == 0 and "1 move" in replay.stdout, replay


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
    assert "the next tile was not found" in done.stderr, done.stderr
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
    assert replay.returncode == 0 and "1 move" in replay.stdout, replay


def stop_waiting(*_):
    raise TimeoutError("what was waited for did not come")


class Watching:
    """`trey read --watch shots`, whose output is read line by line."""

    def __init__(self, *arguments):
        os.makedirs("shots", exist_ok=True)
        self.process = subprocess.Popen([TREY, "read", "--watch", "shots", *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.expect('{"watching": "shots"}' if "--json" in arguments else "Watching shots")

    def expect(self, *texts, stream="stdout"):
        """Reads lines until all the texts came; returns the lines. Two minutes are a failure, so
        that a test which fails ends."""
        lines = ""
        signal.signal(signal.SIGALRM, stop_waiting)
        while not all(text in lines for text in texts):
            signal.alarm(120)
            line = getattr(self.process, stream).readline()
            signal.alarm(0)
            assert line != "", (texts, lines)
            lines += line
        return lines

    def end(self, status=0):
        """Ctrl-C; nothing more may come on standard error."""
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=120)
        assert self.process.returncode == status and errors == "", (
            self.process.returncode, output, errors)


GAME = [  # moves: L, L
    ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [2]),
    ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], [1]),
    ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1], [3]),
]


def put(board, cards, name):
    """A picture that appears in the watched directory whole, as a copying program makes it."""
    draw_position(GLYPHS, board, cards).save("shots/.part")
    os.rename("shots/.part", "shots/" + name)


def check_watched_game():
    """Pictures that appear in a directory are one game; another one begins where they do not
    follow. Each record is written before the next picture comes."""
    os.mkdir("shots")
    put([48] * 8 + [0] * 8, [1], "old.png")  # was there before
    watching = Watching("--record", "games.rec")
    put(*GAME[0], "a.png")
    lines = watching.expect("Threes!, next 2")
    assert "shots/a.png: first position" in lines and "old" not in lines, lines
    put(*GAME[1], "b.png")
    watching.expect("shots/b.png: L, 2 in row 4 column 4")
    put(*GAME[2], "shot.png")
    watching.expect("shots/shot.png: L, 1 in row 4 column 4")
    assert json.loads(open("games.rec").read())["slides"].startswith("Lf2:1"), "not written"
    put([6, 6, 6, 6] + [0] * 12, [1], "shot.png")  # the same name, another picture
    watching.expect("shots/shot.png: a new game begins: not one or two moves after shots/shot.png")
    put([12, 6, 6, 1] + [0] * 12, [2], "d.png")
    watching.expect("shots/d.png: L, 1 in row 1 column 4")
    put([12, 6, 6, 1] + [0] * 12, [2], "e.png")
    watching.expect("shots/e.png: no move since shots/d.png")
    watching.end()
    records = [json.loads(line) for line in open("games.rec")]
    assert [r["slides"][:5] for r in records] == ["Lf2:1", "L31:2"], records
    assert "Lf1:3" in records[0]["slides"], records
    replay = subprocess.run([TREY, "review", "games.rec"], capture_output=True, text=True)
    assert replay.returncode == 0, replay


def check_watched_files_and_advice():
    """Named files come first. JSON: an object a picture, then the advice on it."""
    for i, (board, cards) in enumerate(GAME[:2]):
        draw_position(GLYPHS, board, cards).save(f"{i}.png")
    os.mkdir("shots")
    watching = Watching("0.png", "--json", "--advise", "--nodes", "1000")
    put(*GAME[1], "1.JPG")  # files are known by their content, not by their names
    move = json.loads(watching.expect("moves"))
    assert move["moves"] == "L, 2 in row 4 column 4" and move["file"] == "shots/1.JPG", move
    assert json.loads(watching.expect("best"))["best"] in "URDL"
    watching.end()


def check_watched_half_written():
    """A file that is written in parts is read when it is whole. What stays half is named."""
    watching = Watching()
    draw_position(GLYPHS, *GAME[0]).save("whole.png")
    whole = open("whole.png", "rb").read()
    with open("shots/z.png", "wb") as out:
        for at in range(0, len(whole), len(whole) // 4):
            out.write(whole[at:at + len(whole) // 4])
            out.flush()
    watching.expect("shots/z.png: first position")
    open("shots/half.png", "wb").write(whole[:len(whole) // 2])
    watching.expect("shots/half.png: damaged PNG file", stream="stderr")
    os.mkdir("shots/folder.png")
    os.mkfifo("shots/pipe.png")
    open("shots/other.txt", "w").write("no name of a picture")
    put(*GAME[1], "a.png")
    watching.expect("shots/a.png: L, 2 in row 4 column 4")
    watching.end(status=1)


def check_watched_directory_lost():
    """A directory that is not there, or goes away, is named."""
    done = run("--watch", "absent", status=1)
    assert "absent: cannot read the directory: No such file" in done.stderr, done.stderr
    watching = Watching("--record", "game.rec")
    for i, position in enumerate(GAME):
        put(*position, f"{i}.png")
        watching.expect(f"shots/{i}.png: ")
    for name in os.listdir("shots"):
        os.remove("shots/" + name)
    os.rmdir("shots")
    watching.expect("shots: cannot read the directory: No such file", stream="stderr")
    assert watching.process.wait(timeout=120) == 1
    assert json.loads(open("game.rec").read())["slides"].startswith("Lf2:1")


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


def rgba_of(picture):
    rgba = bytearray(b"\xff" * (4 * picture.width * picture.height))
    rgb = b"".join(picture.rows)
    for channel in range(3):
        rgba[channel::4] = rgb[channel::3]
    return bytes(rgba)


def check_engine_pictures():
    """The session reads the same picture from a file and from pixels, and refuses wrong
    sizes."""
    board = [3, 0, 0, 1, 2, 0, 48, 0] + [0] * 7 + [96]
    picture = draw_position(GLYPHS, board, [6, 12], 400, 640, left=50, top=180, unit=0.6)
    picture.save("a.png")
    rgba = rgba_of(picture)
    half = base64.b64encode(rgba[:len(rgba) // 2 // 3 * 3]).decode()
    rest = base64.b64encode(rgba[len(rgba) // 2 // 3 * 3:]).decode()
    answers = engine("picture a.png", "pixels " + half, "#p pixels " + rest, "#q picture 400 640",
                     "picture 400 640", "pixels AAAA/w==", "picture 2 1", "pixels AAAA/w==",
                     "picture 1 1", "picture absent.png", "picture", "pixels A", "pixels A?==",
                     "picture 0 5", "picture 16385 1")
    by_tag = {(a["re"], a.get("tag")): a for a in answers}
    assert by_tag["pixels", "p"]["bytes"] == len(rgba), answers
    by_file = next(a for a in answers if a["re"] == "picture")
    by_pixels = by_tag["picture", "q"]
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
    by_tag = {a.get("tag"): a for a in answers if a["re"] == "seen"}
    assert by_tag["one"]["waiting"]["for"] == "next", by_tag["one"]
    assert by_tag["no"]["found"] == "nothing" and by_tag["no"]["moves"] == by_tag["two"]["moves"], by_tag
    assert by_tag["new"]["found"] == "first" and by_tag["new"]["moves"] == 0, by_tag["new"]
    assert by_tag["odd"]["error"] == "usage", by_tag["odd"]
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
            assert replay.returncode == 0 and "45 moves" in replay.stdout, replay


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

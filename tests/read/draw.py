"""Draws positions as the Threes! app shows them, in plain Python, and writes PNG files.

The digits are the templates of src/picture/glyph_table.c, enlarged, so that no picture of
another author is needed. Real screenshots are tested if they are available (run.py)."""
import re
import struct
import zlib

FRAME, EMPTY, BLUE, RED = (202, 225, 219), (187, 217, 217), (102, 204, 255), (255, 102, 128)
PAPER, WHITE, BLACK, YELLOW = (250, 250, 250), (255, 255, 255), (0, 0, 0), (255, 204, 102)


def load_glyphs(path):
    """Aspect ratio and rows of ink (0..15) of the digits 0..9, of the first font in the table."""
    with open(path) as table:
        text = table.read()
    glyphs = []
    for aspect, strings in re.findall(r"\{([0-9.]+)f,(.*?)\}", text, re.S):
        ink = "".join(re.findall(r'"([0-9a-f]*)"', strings))
        glyphs.append((float(aspect), [[int(c, 16) for c in ink[r * 12:r * 12 + 12]] for r in range(18)]))
    assert len(glyphs) % 10 == 0
    return glyphs[:10]


class Picture:
    def __init__(self, width, height, color):
        self.width, self.height = width, height
        self.rows = [bytearray(bytes(color) * width) for _ in range(height)]

    def fill(self, x, y, width, height, color):
        x0, x1 = max(0, round(x)), min(self.width, round(x + width))
        for row in self.rows[max(0, round(y)):min(self.height, round(y + height))]:
            row[3 * x0:3 * x1] = bytes(color) * max(0, x1 - x0)

    def digit(self, glyph, x, y, width, height, color, paper):
        shades = [bytes(round(p + (c - p) * (level / 15)) for p, c in zip(paper, color)) for level in range(16)]
        columns = [min(11, int(dx * 12 / width)) for dx in range(round(width))]
        lines = [b"".join(shades[row[column]] for column in columns) for row in glyph[1]]
        at = 3 * round(x)
        for dy in range(round(height)):
            self.rows[round(y) + dy][at:at + 3 * len(columns)] = lines[min(17, int(dy * 18 / height))]

    def number(self, glyphs, value, center, top, height, color, paper):
        digits = [glyphs[int(c)] for c in str(value)]
        widths = [g[0] * height for g in digits]
        gap = 0.1 * height
        x = center - (sum(widths) + gap * (len(digits) - 1)) / 2
        for glyph, width in zip(digits, widths):
            self.digit(glyph, x, top, width, height, color, paper)
            x += width + gap

    def save(self, path):
        raw = b"".join(b"\0" + bytes(row) for row in self.rows)

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        with open(path, "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n"
                      + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                      + chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b""))


def draw_tile(picture, glyphs, tile, x, y, unit):
    if tile == 0:
        return
    picture.fill(x - 5 * unit, y - 5 * unit, 110 * unit, 160 * unit, EMPTY)
    face = {1: BLUE, 2: RED}.get(tile, WHITE)
    edge = {1: (96, 172, 243), 2: (204, 82, 123)}.get(tile, YELLOW)
    picture.fill(x, y, 100 * unit, 140 * unit, face)
    picture.fill(x, y + 140 * unit, 100 * unit, 10 * unit, edge)
    high = {1: 46, 2: 46, 3: 36, 4: 30}[len(str(tile))]
    ink = WHITE if tile < 3 else RED if tile >= 48 else BLACK
    picture.number(glyphs, tile, x + 50 * unit, y + 45 * unit, high * unit, ink, face)


def draw_next(picture, glyphs, tiles, center, top, unit):
    """Cards for a list of tiles; 3 alone is a blank card; "+" is a plus sign."""
    first = center - 70 * unit * (len(tiles) - 1) / 2
    for i, tile in enumerate(tiles):
        x = first + 70 * unit * i - 25 * unit
        picture.fill(x - 5 * unit, top - 5 * unit, 60 * unit, 80 * unit, EMPTY)
        face = {1: BLUE, 2: RED}.get(tile, WHITE)
        picture.fill(x, top, 50 * unit, 58 * unit, face)
        picture.fill(x, top + 58 * unit, 50 * unit, 12 * unit, face if tile in (1, 2) else YELLOW)
        if tile == "+":
            picture.fill(x + 13 * unit, top + 26 * unit, 24 * unit, 6 * unit, BLACK)
            picture.fill(x + 22 * unit, top + 17 * unit, 6 * unit, 24 * unit, BLACK)
        elif tile not in (1, 2, 3):
            picture.number(glyphs, tile, x + 25 * unit, top + 15 * unit, 26 * unit, BLACK, face)


def draw_position(glyphs, board, next_tiles, width=640, height=1136, left=None, top=None, unit=1.0):
    picture = Picture(width, height, PAPER)
    left = (width - 500 * unit) / 2 if left is None else left
    top = 297 * unit if top is None else top
    picture.fill(left, top, 500 * unit, 670 * unit, FRAME)
    for cell, tile in enumerate(board):
        x = left + (20 + 120 * (cell % 4)) * unit
        y = top + (21 + 160 * (cell // 4)) * unit
        picture.fill(x, y, 100 * unit, 150 * unit, EMPTY)
        draw_tile(picture, glyphs, tile, x, y, unit)
    draw_next(picture, glyphs, next_tiles, left + 250 * unit, top - 192 * unit, unit)
    return picture


# --- the 2048 page ---

PAGE, FRAME_2048, EMPTY_2048 = (250, 248, 239), (187, 173, 160), (205, 193, 180)
PAPERS_2048 = [EMPTY_2048, (238, 228, 218), (237, 224, 200), (242, 177, 121), (245, 149, 99),
               (246, 124, 95), (246, 94, 59), (237, 207, 114), (237, 204, 97), (237, 200, 80),
               (237, 197, 63), (237, 194, 46)]


def draw_2048(glyphs, board, unit=1.0, left=20, top=200, margin=100):
    """The page for desktops: a board of 500 units below a heading."""
    picture = Picture(int(left + 500 * unit + margin), int(top + 500 * unit + margin), PAGE)
    picture.fill(left, top - 80, 100, 60, FRAME_2048)  # the score
    picture.fill(left, top, 500 * unit, 500 * unit, FRAME_2048)
    for cell, tile in enumerate(board):
        x = left + (15 + 121.25 * (cell % 4)) * unit
        y = top + (15 + 121.25 * (cell // 4)) * unit
        rank = tile.bit_length() - 1 if tile else 0
        paper = PAPERS_2048[rank] if rank < 12 else (60, 58, 50)
        picture.fill(x, y, 106.25 * unit, 106.25 * unit, paper)
        if tile:
            high = 0.72 * {1: 55, 2: 55, 3: 45, 4: 35, 5: 30}[len(str(tile))] * unit
            picture.number(glyphs, tile, x + 53 * unit, y + 53 * unit - high / 2, high,
                           (119, 110, 101) if tile < 8 else (249, 246, 242), paper)
    return picture


def cover_2048(picture, won, left, top, unit=1.0, small=False):
    """The translucent message at the end of a game. On telephones (`small`) its text and
    button lie over the middle cells of the second and third row."""
    cover = (237, 194, 46) if won else (238, 228, 218)
    blends = [bytes((value + channel + 1) // 2 for value in range(256)) for channel in cover]
    for row in picture.rows[round(top):round(top + 500 * unit)]:
        for channel, blend in enumerate(blends):
            part = slice(3 * round(left) + channel, 3 * round(left + 500 * unit), 3)
            row[part] = row[part].translate(blend)
    text, button = ((160, 54), (268, 71)) if small else ((230, 44), (341, 40))
    for i in range(9):  # letters
        picture.fill(left + (115 + 30 * i) * unit, top + text[0] * unit, 18 * unit,
                     text[1] * unit, (249, 246, 242) if won else (119, 110, 101))
    picture.fill(left + 150 * unit, top + button[0] * unit, 200 * unit, button[1] * unit,
                 (143, 122, 102))


def project_square(corners):
    """The projective map (nine numbers, row by row) of the unit square to four corners, clockwise
    from the top left."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    ax, ay, bx, by = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    area = ax * by - bx * ay
    g, h = (sx * by - bx * sy) / area, (ax * sy - sx * ay) / area
    return (x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1)


def map_point(m, x, y):
    w = m[6] * x + m[7] * y + m[8]
    return (m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w


def invert_map(m):
    a, b, c, d, e, f, g, h, i = m
    return (e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f,
            d * h - e * g, b * g - a * h, a * e - b * d)


def photograph(screen, corners, width=900, height=760):
    """A photograph of a telephone whose screen has these corners: dark bezel, bright table, and
    light that changes in brightness and colour along the screen."""
    photo = Picture(width, height, (196, 180, 150))
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    photo.fill(left - 20, 10, right - left + 40, height - 20, (14, 14, 18))
    a, b, c, d, e, f, g, h, i = invert_map(project_square(corners))
    for y in range(int(min(y for _, y in corners)), int(max(y for _, y in corners)) + 1):
        row = photo.rows[y]
        to_u, to_v, to_w = b * (y + 0.5) + c, e * (y + 0.5) + f, h * (y + 0.5) + i
        for x in range(int(left), int(right) + 1):
            w = g * (x + 0.5) + to_w
            u, v = (a * (x + 0.5) + to_u) / w, (d * (x + 0.5) + to_v) / w
            if not (0 <= u < 1 and 0 <= v < 1):
                continue
            at = 3 * int(u * screen.width)
            red, green, blue = screen.rows[int(v * screen.height)][at:at + 3]
            row[3 * x] = int(10 + red * (0.62 + 0.1 * v))
            row[3 * x + 1] = int(10 + green * (0.75 - 0.15 * u))
            row[3 * x + 2] = int(10 + blue * (0.85 - 0.1 * v))
    return photo


def frame_window(picture):
    """The picture in a window on a dark screen, below a title bar."""
    framed = Picture(picture.width + 160, picture.height + 200, (32, 48, 64))
    framed.fill(60, 50, picture.width + 8, picture.height + 44, (216, 216, 220))
    for y, row in enumerate(picture.rows):
        framed.rows[90 + y][3 * 64:3 * (64 + picture.width)] = row
    return framed

#!/usr/bin/env python3
"""Certificates of random small games against tools/check-certificate: both must agree on
every one.

Usage: tests/certificates.py TREY
Half of the games are from `trey generate`, of all mixes; half begin on unusual boards:
few or equal tiles, empty lines, large tiles, nearly full. False claims (a worse plan with
the same proof) must not be confirmed. Damaged files, six per game and at most 300, are refused in
one line each.
TREY_TEST_GAMES: number of games (default 20; .ci/run has 200). Below 200, proofs that
    the checker takes longer than about two seconds for are left out.
TREY_TEST_SEED: the first seed (default 1).
Not run without python3."""
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

checker = Path(__file__).resolve().parents[1] / "tools/check-certificate"
trey = os.path.abspath(sys.argv[1])
games = int(os.environ.get("TREY_TEST_GAMES", "20"))
first_seed = int(os.environ.get("TREY_TEST_SEED", "1"))
BATCH = 200
DAMAGED = min(300, 6 * games)  # certificates; a third as many inputs
MAX_WORK = 5000 if games < 200 else None
failed = 0


def fail(text):
    global failed
    failed += 1
    print(f"not ok {text}", flush=True)


# --- games ---

def odd_board(chance):
    """A kind of board that few games of `trey generate` begin with."""
    kind = chance.randrange(9)
    cells = list(range(16))
    if kind == 0:  # one row or column
        line = chance.randrange(4)
        cells = [4 * line + i for i in range(4)] if chance.randrange(2) else [4 * i + line for i in range(4)]
    elif kind == 1:  # a square of four
        cells = [4 * r + c for r in range(2) for c in range(2)]
    least, most = {2: (12, 16), 6: (5, 9), 7: (6, 10), 8: (7, 11)}.get(kind, (1, min(len(cells), 9)))
    tiles = {3: [1], 4: [2], 5: [3, 6, 12, 48, 192, 768], 6: [1, 2, 3], 7: [1, 1, 2, 3]}.get(kind, [1, 2, 3, 3, 6, 12, 24])
    board = [0] * 16
    for cell in chance.sample(cells, chance.randint(least, most)):
        board[cell] = chance.choice(tiles)
    return board


def write_game(seed, path):
    chance = random.Random(seed)
    length = chance.choice([1, 3, 4, 5, 5, 6, 7, 8, 9])
    if seed % 2:
        mix = chance.choice(["deck", "bag30", "official"])
        subprocess.run([trey, "generate", "--mix", mix, "--tiles", str(length), "--seed", str(seed), "-o", path], check=True)
        return
    board = odd_board(chance)
    drawn = chance.choice([[1, 2, 3], [1, 2, 3, 6, 12, 24], [1], [2], [3, 6], [1, 2]])
    rows = "\n".join(" ".join(map(str, board[4 * r:4 * r + 4])) for r in range(4))
    tiles = " ".join(str(chance.choice(drawn)) for _ in range(length))
    Path(path).write_text(f"odd board\nseed {seed}\n{rows}\n\n{tiles}\n")


def plan(seed, folder):
    """Files of the game and its certificate; None instead of the latter if there is
    none."""
    game, certificate = f"{folder}/game{seed}.txt", f"{folder}/seed-{seed}.json"
    write_game(seed, game)
    run = subprocess.run([trey, "plan", game, "-q", "--threads", "1", "--time-limit", "20", "-o", f"{folder}/moves{seed}",
                          "--certificate", certificate], text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    there = os.path.exists(certificate)
    if not there and not run.stderr.startswith("trey: no certificate: "):
        fail(f"{game}: {run.stderr}")
    return game, certificate if there else None


def check(pairs):
    """Output of the checker: its result lines, which name each of several files, and its
    messages."""
    if not pairs:
        return [], []
    if len(pairs) == 1:
        pairs = pairs * 2
    words = [word for pair in pairs for word in pair]
    run = subprocess.run([sys.executable, checker, *words], capture_output=True, text=True)
    return run.stdout.splitlines(), run.stderr.splitlines()


# --- checks ---

def claim_less(game, certificate, folder):
    """A false certificate: the plan without its last move, if it scores less; else None."""
    claim = json.loads(Path(certificate).read_text())
    moves = claim["moves"][:-1]
    Path(folder, "fewer").write_text(f"\n\n{moves}\n")
    answer = subprocess.run([trey, "judge", game, f"{folder}/fewer", "--json"], capture_output=True, text=True)
    score = json.loads(answer.stdout)["score"]
    if claim["proof"] != "bound met" or not moves or score >= claim["score"]:
        return None
    path = certificate.replace("seed", "false")
    Path(path).write_text(json.dumps({**claim, "moves": moves, "score": score}))
    return path


def check_games(seeds, folder, counts):
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda seed: plan(seed, folder), seeds))
    pairs = [pair for pair in made if pair[1] and (MAX_WORK is None or work_of(pair[1]) <= MAX_WORK)]
    counts["certificates"] += len(pairs)
    counts["regressed"] += sum('"regressed"' in Path(pair[1]).read_text() for pair in pairs)
    with ThreadPoolExecutor(2) as pool:  # several files each at least
        halves = list(pool.map(check, (pairs[::2], pairs[1::2])))
    results, complaints = ([line for half in halves for line in half[part]] for part in (0, 1))
    confirmed = {line.split(":")[0] for line in results if line.endswith("optimal, confirmed")}
    for game, certificate in pairs:
        if certificate not in confirmed:
            fail(f"{certificate} is not confirmed: {Path(certificate).read_text()}{Path(game).read_text()}")
    for line in complaints:
        fail(line)
    claims = [(game, claim_less(game, certificate, folder)) for game, certificate in pairs[:40]]
    claims = [claim for claim in claims if claim[1]]
    counts["false"] += len(claims)
    results, complaints = check(claims)
    for line in results:
        if not line.endswith("not confirmed"):
            fail(f"a plan that scores less is confirmed: {line}")
    for line in complaints:
        fail(line)
    return pairs


def damage(text, chance):
    """A damaged text, mostly still valid JSON."""
    kind = chance.randrange(8)
    at = chance.randrange(len(text))
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + bytes([chance.randrange(256)]) + text[at + 1:]
    if kind == 2:
        return text[:at] + text[chance.randrange(len(text)):]
    claim = json.loads(text)
    member = chance.choice(list(claim))
    values = [None, True, -1, 1.5, 10 ** 30, "x", "LRUDX", [], [[]], [[1]], [[1, "2"]], {}, [1, 2], "regressed", "L" * 99]
    if kind == 3:
        del claim[member]
    elif kind == 4 and "layers" in claim:
        claim["layers"] = claim["layers"] * 50
    else:
        claim[member] = chance.choice(values)
    whole = json.dumps(claim)
    return (whole.replace(":", ": " + "[" * 5000, 1) if kind == 5 else whole).encode()


def work_of(certificate):
    """Number of pairs in its layers: about the work of checking it."""
    return sum(size[1] for size in json.loads(Path(certificate).read_text()).get("layers", []))


def check_damaged(pairs, folder):
    """Each damaged certificate or input gets one line, and is not confirmed unless its
    claim is the same."""
    chance = random.Random(first_seed)
    pairs = sorted(pairs, key=lambda pair: work_of(pair[1]))
    pairs = pairs[:4] + [pair for pair in pairs if work_of(pair[1]) > 0][:3]
    for part in ("certificate", "input"):
        damaged = []
        for number in range(DAMAGED if part == "certificate" else DAMAGED // 3):
            game, certificate = chance.choice(pairs)
            path = f"{folder}/damaged-{part}-{number}"
            if part == "certificate":
                Path(path).write_bytes(damage(Path(certificate).read_bytes(), chance))
                damaged.append((game, path))
            else:
                text = Path(game).read_bytes()
                at = chance.randrange(len(text))
                Path(path).write_bytes(text[:at] + chance.choice([b"", b"x", b"-", b"7", b"\xff", b"\0"]) + text[at + 1 + chance.randrange(20):])
                damaged.append((path, certificate))
        damaged += [(damaged[0][0], f"{folder}/none"), (folder, damaged[0][1]), (damaged[0][0], folder)]
        results, complaints = check(damaged)
        if len(results) + len(complaints) != len(damaged):
            fail(f"{len(damaged)} damaged files, {len(results) + len(complaints)} lines")
        for line in complaints:
            if not line.startswith(folder) or "Traceback" in line or len(line) > 300:
                fail(f"no message of one line: {line}")
        print(f"{len(damaged)} files with a damaged {part}: {len(complaints)} refused, "
              f"{sum(line.endswith('not confirmed') for line in results)} not confirmed", flush=True)


def main():
    counts = {"certificates": 0, "regressed": 0, "false": 0}
    kept = []
    print(f"games {first_seed} to {first_seed + games - 1}, TREY_TEST_SEED={first_seed} TREY_TEST_GAMES={games}", flush=True)
    for begin in range(first_seed, first_seed + games, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            seeds = range(begin, min(begin + BATCH, first_seed + games))
            pairs = check_games(seeds, folder, counts)
            print(f"{seeds[0]} to {seeds[-1]}: {counts}", flush=True)
            if not kept:
                kept = pairs
                check_damaged(pairs, folder)
    if counts["regressed"] * 20 < games or counts["false"] == 0:
        fail("too few certificates to say anything")
    print(f"{counts['certificates'] + counts['false'] - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

"""The sessions in docs/formats/engine.md are what the engine says.

Usage: tests/docs/engine.py TREY
A run of lines "    > ..." and "    < ..." in the manual is a session. An ellipsis stands for
anything within a line; a line that is nothing else, for any number of lines."""
import re
import signal
import subprocess
import sys
from pathlib import Path

manual = Path(__file__).resolve().parents[2] / "docs/formats/engine.md"
signal.alarm(300)  # whoever waits longer waits in vain


def sessions():
    """Lists of (said, answers), and the line in which each session begins."""
    found, inside = [], False
    for number, line in enumerate(manual.read_text().splitlines(), 1):
        kind = line[:6] if line.startswith(("    > ", "    < ")) else ""
        if kind == "    > ":
            if not inside:
                found.append((number, []))
            found[-1][1].append((line[6:], []))
        elif kind == "    < ":
            found[-1][1][-1][1].append(line[6:])
        inside = kind != ""
    return found


def fits(wanted, line):
    return re.fullmatch(".*".join(map(re.escape, wanted.split("…"))), line)


def play(trey, session):
    engine = subprocess.Popen([trey, "engine"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for said, answers in session:
        print(said, file=engine.stdin, flush=True)
        skipping = False
        for wanted in answers:
            if wanted == "…":
                skipping = True
                continue
            line = engine.stdout.readline().rstrip("\n")
            while skipping and line and not fits(wanted, line):
                line = engine.stdout.readline().rstrip("\n")
            skipping = False
            if not fits(wanted, line):
                engine.kill()
                return f"> {said}\n- {wanted}\n+ {line}"
    engine.stdin.close()
    rest = engine.stdout.read()
    return f"more was said: {rest}" if rest or engine.wait() != 0 else None


failed = 0
all_sessions = sessions()
for begin, session in all_sessions:
    fault = play(sys.argv[1], session)
    print(f"{'not ok' if fault else 'ok    '} the session in line {begin} of docs/formats/engine.md")
    if fault:
        print(fault)
        failed += 1
print(f"{len(all_sessions) - failed} passed, {failed} failed")
sys.exit(failed > 0 or not all_sessions)

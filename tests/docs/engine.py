"""The sessions in docs/formats/engine.md are what the engine says.

Usage: tests/docs/engine.py TREY
A run of lines "    > ..." and "    < ..." in the manual is a session, of `trey engine` or of the
command in a line "    $ ..." before it. An ellipsis stands for anything within a line; a line that
is nothing else, for any number of lines. What stands in blocks of sh that save a table is run
first, in a folder of its own."""
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

manual = Path(__file__).resolve().parents[2] / "docs/formats/engine.md"
waiting = "nothing"


def give_up(_number, _frame):
    """Whoever waits so long waits in vain: says for what."""
    print(f"not ok: no answer that fits in 300 s, {waiting}", flush=True)
    os._exit(1)


signal.signal(signal.SIGALRM, give_up)
signal.alarm(300)


def sessions():
    """For each session: the line in which it begins, its command, a list of (said, answers)."""
    found, inside, command = [], False, "trey engine"
    for number, line in enumerate(manual.read_text().splitlines(), 1):
        kind = line[:6] if line.startswith(("    > ", "    < ")) else ""
        if kind == "    > ":
            if not inside:
                found.append((number, command, []))
            found[-1][2].append((line[6:], []))
        elif kind == "    < ":
            found[-1][2][-1][1].append(line[6:])
        inside = kind != ""
        command = line[6:] if line.startswith("    $ ") else "trey engine"
    return found


def fits(wanted, line):
    return re.fullmatch(".*".join(map(re.escape, wanted.split("…"))), line)


def tables():
    """The commands of the manual that save a table."""
    blocks = re.findall(r"^```sh\n(.*?)^```", manual.read_text(), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if " --save " in line]


def words(trey, command):
    return [trey if word == "trey" else word for word in shlex.split(command)]


def play(trey, command, session):
    global waiting
    engine = subprocess.Popen(words(trey, command), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for said, answers in session:
        waiting = f"> {said}"
        print(said, file=engine.stdin, flush=True)
        skipping = False
        for wanted in answers:
            if wanted == "…":
                skipping = True
                continue
            line = engine.stdout.readline().rstrip("\n")
            while skipping and line and not fits(wanted, line):
                waiting = f"> {said}\n- {wanted}\n+ {line}"
                line = engine.stdout.readline().rstrip("\n")
            skipping = False
            if not fits(wanted, line):
                engine.kill()
                return f"> {said}\n- {wanted}\n+ {line}"
    waiting = f"the end of {command}"
    engine.stdin.close()
    rest = engine.stdout.read()
    return f"more was said: {rest}" if rest or engine.wait() != 0 else None


failed = 0
all_sessions = sessions()
trey = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
for command in tables():
    waiting = command
    subprocess.run(words(trey, command), check=True)
for begin, command, session in all_sessions:
    fault = play(trey, command, session)
    print(f"{'not ok' if fault else 'ok    '} the session in line {begin} of docs/formats/engine.md")
    if fault:
        print(fault)
        failed += 1
print(f"{len(all_sessions) - failed} passed, {failed} failed")
sys.exit(failed > 0 or not all_sessions)

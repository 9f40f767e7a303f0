"""The sessions shown in docs/formats/engine*.md equal the engine's answers.

Usage: tests/docs/engine.py TREY
A run of lines "    > ..." and "    < ..." in these pages is a session of `trey engine`, or
of the command in a line "    $ ..." before it. An ellipsis matches anything within a
line; a line with only an ellipsis matches any number of lines. Commands in sh blocks that
save a table run first, in a temporary directory. At the end every request that takes a
file gets files that cannot be read."""
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
pages = sorted(TOP.glob("docs/formats/engine*.md"))
waiting = "nothing"


def time_out(_number, _frame):
    """Ends the test after the time limit, and prints what it was waiting for."""
    print(f"not ok: no answer that fits in 300 s, {waiting}", flush=True)
    os._exit(1)


signal.signal(signal.SIGALRM, time_out)
signal.alarm(300)


def sessions():
    """All sessions: (page and line number, command, list of (request, answers))."""
    found, inside, command = [], False, "trey engine"
    for page in pages:
        for number, line in enumerate(page.read_text().splitlines(), 1):
            kind = line[:6] if line.startswith(("    > ", "    < ")) else ""
            if kind == "    > ":
                if not inside:
                    found.append((f"{page.name}:{number}", command, []))
                found[-1][2].append((line[6:], []))
            elif kind == "    < ":
                found[-1][2][-1][1].append(line[6:])
            inside = kind != ""
            command = line[6:] if line.startswith("    $ ") else "trey engine"
    return found


def fits(expected, line):
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), line)


def tables():
    """Commands of the pages that save a table."""
    blocks = [block for page in pages
              for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)]
    return [line for block in blocks for line in block.splitlines() if " --save " in line]


def words(trey, command):
    return [trey if word == "trey" else word for word in shlex.split(command)]


def play(trey, command, session):
    global waiting
    engine = subprocess.Popen(words(trey, command), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for request, answers in session:
        waiting = f"> {request}"
        print(request, file=engine.stdin, flush=True)
        skipping = False
        for expected in answers:
            if expected == "…":
                skipping = True
                continue
            line = engine.stdout.readline().rstrip("\n")
            while skipping and line and not fits(expected, line):
                waiting = f"> {request}\n- {expected}\n+ {line}"
                line = engine.stdout.readline().rstrip("\n")
            skipping = False
            if not fits(expected, line):
                engine.kill()
                return f"> {request}\n- {expected}\n+ {line}"
    waiting = f"the end of {command}"
    engine.stdin.close()
    rest = engine.stdout.read()
    return f"further output: {rest}" if rest or engine.wait() != 0 else None


def failing_files():
    """For each request that takes a file, or a file's text: lines with files that cannot
    be read."""
    folder = tempfile.mkdtemp(dir=".")
    Path(folder, "empty").touch()
    Path(folder, "noise").write_bytes(bytes(range(256)) * 64)
    short = Path("3x2.play").read_bytes()[:-1]
    Path(folder, "short").write_bytes(short)
    files = [f"{folder}/{name}" for name in ("none", "empty", "noise", "short", ".")] + ["/dev/null"]
    long = "x" * 5000
    return {
        "setoption": [f"setoption name Player value network:{file}\ngo depth 1" for file in files],
        "solve": [f"solve course,rows=3,cols=2 file {file}" for file in [*files, long]],
        "sequence": ["sequence one\\ntwo\\n1 3"],
        "judge": ["judge", "judge Q", "judge file", "judge file one"],
        "replay": ["replay", "replay Q", "replay file", "replay file one"],
        "load": ["load {", "load nothing", "load rules window {", "load rules nothing {"],
        "record": ["record", "record window", "record window {", "record nothing {"],
        "board": ["board", "board window", "board nothing 1 2", "board window " + "[" * 50000],
    }


def commands_with_files():
    """The requests in the engine's own table that take a file, its text or a player,
    which may be a file."""
    table = (TOP / "src/engine/commands.c").read_text()
    rows = re.findall(r'^    \{"(\w+)",[^"]*"([^"]*)"', table, re.MULTILINE)
    return {name for name, takes in rows if re.search("TEXT|RECORD|VALUE", takes)}


def refuses_failing_files(trey):
    """None if an open session continues after each of them; otherwise a description of
    the error."""
    global waiting
    cases = failing_files()
    if commands_with_files() != set(cases):
        return f"commands with files: {commands_with_files()}, tried: {set(cases)}"
    engine = subprocess.Popen([trey, "engine"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    begin = "position course,rows=3,cols=2 030003 next 1\nsequence a\\nb\\n1 3 0 0\\n1 0 3 2\\n3 0 2 1\\n0 2 0 0\\n\\n3 1\\n"
    fault = None
    for line in [begin] + [line for lines in cases.values() for line in lines]:
        waiting = f"> {line}"
        answers = [""]
        try:
            print(f"{line}\nhello", file=engine.stdin, flush=True)
        except BrokenPipeError:
            return f"the session has ended before\n> {line}"
        while not answers[-1].startswith('{"re":"hello"'):
            answers.append(engine.stdout.readline())
            if not answers[-1]:
                return f"the session ends after\n> {line}"
        may_be_empty = " file" in line and not line.startswith("solve")
        if line != begin and not may_be_empty and not any('"error":' in answer or "info string" in answer for answer in answers):
            fault = f"not refused:\n> {line}\n" + "".join(answers)
    engine.stdin.close()
    return fault if engine.wait() == 0 else "the session failed"


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
    print(f"{'not ok' if fault else 'ok    '} the session in {begin}")
    if fault:
        print(fault)
        failed += 1
fault = refuses_failing_files(trey)
print(f"{'not ok' if fault else 'ok    '} a session continues after files that cannot be read")
if fault:
    print(fault)
    failed += 1
print(f"{len(all_sessions) + 1 - failed} passed, {failed} failed")
sys.exit(failed > 0 or not all_sessions)

"""trey serve: the files it serves, the requests it refuses, and robustness against any
input.

Usage: tests/serve/run.py TREY [CHECK...]
TREY_TEST_SEED=N repeats the random part, TREY_TEST_SESSIONS=N sets how many sessions are
opened and dropped (1000). Nothing depends on the machine's speed: checks wait for
results. Checks with servers of their own run beside those that share one, in the given
order."""
import collections
import contextlib
import json
import os
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from client import PATIENCE_S, Server, Session, frame, handshake, parse, read_all, wait_until

TREY = sys.argv[1]
WEB = Path(__file__).resolve().parents[2] / "web"
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
checks = []


def check(function):
    checks.append(function)
    return function


def served_files():
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        if path.is_file() and path.suffix not in (".md", ".txt") and name.split("/")[0] not in ("command", "engine", "test", "tests"):
            yield name, path.read_bytes()


def open_when_there_is_room(server, what):
    """A session, as soon as there is room for one."""
    taken = []

    def again():
        taken.append(Session(server))
        return taken[-1].refused is None
    wait_until(again, what)
    return taken[-1]


@check
def each_file_of_the_page(server):
    names = []
    for name, expected in served_files():
        status, headers, body = server.get("/" + name)
        if name == "index.html":
            assert b'name="trey-transport" content="worker"' in expected
            expected = expected.replace(b'content="worker"', b'content="socket"')
        assert (status, body) == (200, expected), name
        assert headers["content-length"] == str(len(expected)), headers
        assert headers["content-type"] == TYPES.get(Path(name).suffix, headers["content-type"])
        assert headers["x-content-type-options"] == "nosniff", headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        names.append(name)
    assert "index.html" in names and "js/main.js" in names
    assert server.get("/")[2] == server.get("/index.html")[2]
    assert server.get("/?a=b")[0] == 200
    status, headers, body = server.get("/", method="HEAD")
    assert (status, body) == (200, b"") and int(headers["content-length"]) > 100


@check
def nothing_else_is_served(server):
    for path in ("/x", "/js", "/js/", "/engine/engine.c", "/../CMakeLists.txt", "/js/../../Makefile",
                 "/%2e%2e/Makefile", "/..%2fMakefile", "/etc/passwd", "//etc/passwd", "/INDEX.HTML",
                 "/index.html/", "/index.html%00", "/session/x", "/trey.css.", "/.", "/%", "/\\..\\x"):
        status, headers, _ = server.get(path)
        assert status in (400, 404), (path, status)
        if status == 404:
            assert "content-security-policy" in headers
    assert server.get("/session")[0] == 426
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "CONNECT", "PATCH"):
        status = server.get("/index.html", method=method)[0]
        assert status in (400, 405), (method, status)
    status, headers, _ = server.get(
        "/", method="OPTIONS", more="Origin: http://a.example\r\nAccess-Control-Request-Method: GET\r\n")
    assert status == 405 and "access-control-allow-origin" not in headers


@check
def answers_to_head_have_no_body(server):
    """Also if the request is refused before its method is parsed."""
    for path, more, status in (("/", "", 200), ("/x", "", 404), ("/", "nocolon\r\n", 400),
                               ("/" + 20000 * "x", "", 431), ("/\x01", "", 400), ("/ HTTP/9 x", "", 400)):
        answer = server.get(path, method="HEAD", more=more)
        assert answer[0] in (status, None), (path[:9], answer[0])
        assert answer[2] == b"", (path[:9], answer[2])


@check
def a_forged_host_is_refused(server):
    for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example", "127.0.0.1.evil.example",
                 "192.0.2.1", "0.0.0.0", "[::1]", "", "127.0.0.1:", "127.0.0.1:80x", "user@127.0.0.1", "127.1"):
        assert server.get("/", host=host)[0] == 403, host
    for host in (server.host, "localhost", f"LOCALHOST:{server.port}", "127.0.0.1:1"):
        assert server.get("/", host=host)[0] == 200, host
    assert parse(server.ask(b"GET / HTTP/1.1\r\n\r\n"))[0] == 403
    twice = f"GET / HTTP/1.1\r\nHost: {server.host}\r\nHost: evil.example\r\n\r\n"
    assert parse(server.ask(twice.encode()))[0] == 403
    absolute = f"GET http://evil.example/ HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
    assert parse(server.ask(absolute.encode()))[0] != 200


@check
def names_that_are_allowed(_):
    server = Server(TREY, "--host=trey.example", "--host=other.example")
    assert server.get("/", host="trey.example")[0] == 200
    assert server.get("/", host="Other.Example:8080")[0] == 200
    assert server.get("/", host="third.example")[0] == 403
    assert server.end() == (0, "")


@check
def an_open_address_gives_a_warning(_):
    for address, warned in (("0.0.0.0", True), ("127.0.0.1", False), ("127.0.0.2", False)):
        process = subprocess.Popen([TREY, "serve", "--port=0", "--address", address], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = process.stdout.readline()
        shown = "127.0.0.1" if address == "0.0.0.0" else address
        assert first.startswith(f"http://{shown}:"), first
        process.send_signal(signal.SIGTERM)
        lines, errors = process.stdout.read(), process.stderr.read()
        assert process.wait(PATIENCE_S) == 0
        assert ("other machines can connect" in errors) == warned, errors
        port = first.rsplit(":")[-1].strip()
        own = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split()
        expected = {f"http://{name}:{port}" for name in own if ":" not in name} if warned else set()
        assert set(lines.split()) == expected, (lines, own)


@check
def a_body_is_refused_at_once(server):
    """The answer comes before any of the body was sent."""
    for more in ("Content-Length: 50000000\r\n", "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n"):
        for method, path in (("POST", "/"), ("GET", "/"), ("GET", "/session")):
            assert server.get(path, method=method, more=more)[0] == 413, more
    upgrade = handshake(server.host)[:-2] + b"Content-Length: 50000000\r\n\r\n"
    assert parse(server.ask(upgrade))[0] == 413
    assert server.get("/", more="X: " + 50000 * "x" + "\r\n")[0] in (None, 400, 413, 431)


@check
def a_session_plays_and_is_advised(server):
    session = Session(server, f"http://{server.host}")
    session.say("hello")
    hello = json.loads(session.until('"hello"'))
    assert hello["files"] is False and hello["threads"] == 1 and hello["movetime"] == 600000
    session.say("new window seed 7", "slide L", "slide U", "#a advice depth 2")
    position = json.loads(session.until('"re":"new"'))
    assert position["hex"] == "0320002313022300"
    assert json.loads(session.until('"re":"slide"'))["moves"] == 1
    assert json.loads(session.until('"re":"slide"'))["moves"] == 2
    while True:
        advice = json.loads(session.until('"tag":"a"'))
        if not advice.get("more"):
            break
    assert advice["depth"] == 2 and advice["best"] in "URDL", advice
    # Blank lines and both kinds of line ends are accepted; frames may split a line.
    session.plug.sendall(frame(1, b"\r\n\nund", last=False) + frame(9, b"ping") + frame(0, b"o\r\nsli", last=False)
                         + frame(0, b"de X"))
    assert json.loads(session.until('"re":"undo"'))["moves"] == 1
    assert json.loads(session.until('"re":"slide"'))["error"] == "value"
    session.say("setoption name Player value network:/etc/passwd", "trey", "setoption name Threads value 99")
    session.until("treyok")
    session.say("#z hello")
    session.until('"tag":"z"')
    session.drop()


@check
def a_network_of_garbage_gives_a_warning(_):
    """Each session reports it once, and the server prints it once on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([TREY, "train", "--tuples", "01 45", "--initial=-10000", "--alpha", "0.00001", "--games", "50",
                        "--minutes", "1", "--threads", "1", "--quiet", "--output", f"{folder}/window.network"],
                       check=True, stdout=subprocess.DEVNULL)
        server = Server(TREY, TREY_NETWORKS=folder)
        for _ in range(2):
            session, reported = Session(server), []
            session.say("new window seed 7", "#a advice depth 1", "#a advice depth 1")
            while len(reported) < 2:
                answer = json.loads(session.until('"tag":"a"'))
                if not answer.get("more"):
                    reported.append((answer["player"], answer.get("warning", "")[:36]))
            assert reported == [("network", "the network gives values that no gam"), ("network", "")], reported
            session.drop()
        status, errors = server.end()
    assert status == 0 and errors == ("trey: warning: network: the network gives values that no game can have; "
                                      "it may not be trained\n"), errors


@check
def thinking_is_stopped(server):
    session = Session(server)
    session.say("new window seed 7", "#a advice infinite")
    session.until('"tag":"a"')
    session.say("stop")
    while True:
        line = json.loads(session.until('"tag":"a"'))
        if not line.get("more"):
            break
    assert line["stopped"] is True
    session.say("quit")
    assert session.line() is None and session.closed == 1000
    session.drop()


@check
def sessions_share_the_network(server):
    """Two searching sessions share one copy of it."""
    def advised():
        session = Session(server)
        session.say("new window seed 3", "#a advice depth 1")
        session.until('"tag":"a","depth"')
        return session
    first = advised()
    data = server.status("VmData")
    second = advised()
    assert server.sanitized() or server.status("VmData") - data < 160 << 10, "a second network was read"
    first.drop()
    second.drop()


@check
def a_socket_from_another_origin_is_refused(server):
    for origin in ("http://evil.example", "null", "", f"http://{server.host}.evil.example", f"ftp://{server.host}",
                   "http://127.0.0.1", f"http://127.0.0.1:{server.port + 1}", f"http://{server.host}/"):
        assert Session(server, origin).refused == 403, origin
    for origin in (None, f"http://{server.host}", f"https://{server.host}"):
        session = Session(server, origin)
        assert session.refused is None, origin
        session.drop()
    forged = handshake("evil.example", "http://evil.example")
    assert parse(server.ask(forged))[0] == 403


@check
def too_much_ends_a_session(server):
    for data, reason in ((frame(2, b"1234") + frame(2, b"1234"), None),
                         (frame(2, (16 << 20) * b"x" + b"x"), 1009),
                         (frame(1, b"new", reserved=0x40), 1002),
                         (frame(1, (2 << 20) * b"x" + b"x"), 1009),
                         (3 * frame(1, (1 << 20) * b"x", last=False), None)):
        session = Session(server)
        try:
            session.plug.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert session.line() is None
        assert reason is None or session.closed in (reason, None), session.closed
        session.drop()
    session = Session(server)
    session.say((1 << 20) * "x" + "x", "#b hello")
    assert json.loads(session.until('"error"'))["error"] == "limit"
    session.until('"tag":"b"')
    session.drop()


@check
def pictures_come_as_binary_messages(server):
    """Also in fragments; each belongs to the line that follows it."""
    session = Session(server)
    pixels = bytes([1, 2, 3, 255]) * 6
    session.plug.sendall(frame(1, b"#a hello") + frame(2, pixels[:10], last=False)
                         + frame(0, pixels[10:]) + frame(1, b"#b picture 3 2\n#c picture 3 2"))
    session.until('"tag":"a"')
    assert json.loads(session.until('"tag":"b"'))["problem"] == "no_board"
    assert json.loads(session.until('"tag":"c"'))["error"] == "value"
    session.plug.sendall(frame(2, 4 * 1600 * 1200 * b"\x80") + frame(1, b"#d picture 1600 1200"))
    assert json.loads(session.until('"tag":"d"'))["problem"] == "no_board"
    session.say("#e picture /etc/passwd")
    assert json.loads(session.until('"tag":"e"'))["error"] == "unavailable"
    session.drop()


@check
def pixels_without_their_line_are_not_followed_by_others(server):
    """Whether or not the engine already has the first ones."""
    for pause_s in (0, 0.3):
        session = Session(server)
        session.plug.sendall(frame(2, 16 * b"\x80"))
        time.sleep(pause_s)
        session.plug.sendall(frame(2, 16 * b"\x80") + frame(1, b"hello"))
        assert session.line() is None and session.closed == 1008, pause_s
        session.drop()


@check
def frames_that_the_standard_forbids_are_refused(server):
    """RFC 6455, 5.1 to 5.5 and 8.1: each ends the session with code 1002 or 1007."""
    unmasked = b"\x81\x05hello"
    long_forms = (b"\x81\xfe\x00\x05" + b"\0\0\0\0hello", b"\x81\xff" + bytes(7) + b"\x05" + b"\0\0\0\0hello",
                  b"\x81\xff\x80" + bytes(7))
    cases = [unmasked, b"\x89\x00", *long_forms]
    cases += [frame(1, b"hello", reserved=bit) for bit in (0x40, 0x20, 0x10)]
    cases += [frame(9, b"", reserved=0x40)]
    cases += [frame(opcode, b"hello") for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)]
    cases += [frame(opcode, b"", last=False) for opcode in (8, 9, 10)]  # a fragmented control frame
    cases += [frame(opcode, 126 * b"x") for opcode in (8, 9, 10)]  # too long for a control frame
    cases += [frame(8, b"x")]  # half of a close code
    cases += [frame(0, b"hello")]  # a continuation without a message
    cases += [frame(1, b"hel", last=False) + frame(1, b"lo")]  # a message inside another
    cases += [frame(8, struct.pack(">H", code)) for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000)]
    not_utf8 = [frame(1, text) for text in (b"\xff", b"a\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80")]
    not_utf8 += [frame(1, b"\xc3", last=False) + frame(0, b"x")]
    not_utf8 += [frame(8, struct.pack(">H", 1000) + b"\xff")]
    for data, code in [(data, 1002) for data in cases] + [(data, 1007) for data in not_utf8]:
        session = open_when_there_is_room(server, "a place")
        session.plug.sendall(data)
        assert session.line() is None and session.closed == code, (data[:8], session.closed)
        assert read_all(session.plug) == b"", "the connection is not closed"
        session.drop()
    session = open_when_there_is_room(server, "a place")
    session.plug.sendall(frame(9, 125 * b"p"))
    assert session.take_frame() == (10, 125 * b"p")
    session.plug.sendall(frame(1, b"\xc3", last=False) + frame(0, b"\xa4 #a"))  # a split character
    assert json.loads(session.line())["error"] == "unknown"
    session.plug.sendall(frame(8, struct.pack(">H", 4999) + "é".encode()))
    assert session.line() is None and session.closed == 1000
    session.drop()


@check
def silent_connections_delay_nobody(_):
    """They use no thread; if an address has too many, they are dropped, but not those
    with requests."""
    server = Server(TREY, "--timeout=3600")
    silent = [server.connect() for _ in range(48)]
    for plug in silent[:24]:
        plug.sendall(b"GET / HTTP/1.1\r\nHost:")
    assert server.get("/")[0] == 200
    assert server.status("Threads") <= server.threads + 1, "a silent connection has a thread"
    silent += [server.connect() for _ in range(1000)]
    assert server.get("/")[0] == 200
    assert server.sockets() < server.listening + 80, "silent connections are not bounded"
    for plug in silent:
        plug.close()
    assert server.end() == (0, "")


@check
def no_session_dies_silently_without_memory(_):
    """With very many sessions, each is answered, refused, or closed with a code that
    gives the reason."""
    server = Server(TREY, "--max-memory=100M", "--search-memory=1M", "--sessions=256")
    if server.sanitized():
        assert server.end() == (0, "")
        return
    limit = server.status("VmSize") + (400 << 10)  # as `ulimit -v` limits it
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (limit << 10, limit << 10))
    sessions = [Session(server) for _ in range(256)]
    fates = []
    for session in sessions:
        if session.refused is None:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                session.say("setoption name Player value heuristic", "new window seed 7", "#a advice depth 2")
    for session in sessions:
        if session.refused is not None:
            fates.append(session.refused)
            continue
        while (line := session.line()) is not None and '"tag":"a"' not in line:
            pass
        fates.append(("error" if '"error"' in line else "answer") if line else session.closed)
        session.drop()
    print(f"       {dict(collections.Counter(fates))}")
    assert set(fates) <= {"answer", "error", 503, 1013}, fates
    session = open_when_there_is_room(server, "a place, once they are gone")
    session.say("setoption name Player value heuristic", "new window seed 7", "#a advice depth 1")
    session.until('"tag":"a"')
    session.drop()
    assert server.end() == (0, "")


@check
def stacks_are_small(_):
    """A session uses little address space: its threads have small stacks and share
    heaps."""
    server = Server(TREY, "--sessions=64")
    if server.sanitized():
        assert server.end() == (0, "")
        return
    session = Session(server)
    session.say("new window seed 7", "#a advice depth 1")
    session.until('"tag":"a","depth"')  # the network is loaded
    before = server.status("VmSize")
    sessions = [Session(server) for _ in range(48)]
    for other in sessions:
        other.say("#h hello")
        other.until('"tag":"h"')
    grown = server.status("VmSize") - before
    assert grown < 48 * (8 << 10), f"{grown} KiB for 48 sessions"
    assert server.end() == (0, "")


@check
def lines_that_wait_are_bounded(server):
    """The engine refuses requests beyond its queue, or the session is ended."""
    session = Session(server)
    session.say("new window seed 7", "#a advice infinite")
    session.until('"tag":"a"')
    try:
        for _ in range(8):
            session.say("judge " + (1 << 20) // 2 * "L", "judge " + (1 << 20) // 4 * "L")
    except BrokenPipeError:
        pass  # the session was ended meanwhile
    try:
        session.until('"error":"limit"')
    except AssertionError:
        assert session.closed == 1008, session.closed
    session.drop()


@check
def no_more_sessions_than_allowed(_):
    server = Server(TREY, "--sessions=2")
    first, second = Session(server), Session(server)
    assert Session(server).refused == 503
    assert server.get("/")[0] == 200
    first.drop()
    # A failed handshake, and an incomplete header, occupy no place for long.
    open_when_there_is_room(server, "a place that was left is free again").drop()
    for old, new in ((b"Version: 13", b"Version: 12"), (b"-Key: ", b"-Key: x"), (b", Upgrade", b""), (b"websocket", b"h2c")):
        wrong = handshake(server.host).replace(old, new)
        for _ in range(4):
            assert parse(server.ask(wrong))[0] in (426, 503), (old, new)
    open_when_there_is_room(server, "their places are free again").drop()
    second.drop()
    assert server.end() == (0, "")


@check
def tables_are_for_all_sessions(_):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "3x2.play")
        subprocess.run([TREY, "solve", "--rows=3", "--cols=2", "--kind=play", "--save", path], check=True)
        server = Server(TREY, f"--table={path}")
        for _ in range(2):
            session = Session(server)
            session.say("#a tables", "new course,rows=3,cols=2 seed 1", "#b exact", f"#c solve course file {path}")
            table, = json.loads(session.until('"tag":"a"'))["tables"]
            assert (table["rules"], table["kind"]) == ("course,rows=3,cols=2", "play"), table
            answer = json.loads(session.until('"tag":"b"'))
            assert answer["values"] is None and answer["best"] in "URDL", answer
            assert json.loads(session.until('"tag":"c"'))["error"] == "unavailable"
        assert server.get("/" + os.path.basename(path))[0] == 404
        assert server.end() == (0, "")


@check
def memory_is_bounded(_):
    """Requests that exceed it are refused or end their own session; others continue."""
    server = Server(TREY, "--max-memory=40M", "--search-memory=1M", "--sessions=4")
    if server.sanitized():  # a sanitizer does not survive running out of memory
        assert server.end() == (0, "")
        return
    session, other = Session(server), Session(server)
    session.say("new window seed 7", "#a advice depth 1")
    answer = json.loads(session.until('"tag":"a"'))
    assert answer.get("error") == "limit", f"the network has room: {answer}"
    session.say("setoption name Player value heuristic", "#b advice depth 1")
    session.until('"tag":"b","depth"')
    other.plug.sendall(bytes([0x81, 0xff]) + (2000 << 20).to_bytes(8, "big") + b"1234")
    assert other.line() is None
    session.say("#c advice depth 1")
    session.until('"tag":"c","depth"')
    session.drop()
    other.drop()
    assert server.end() == (0, "")


@check
def sessions_leave_no_memory(server):
    count = int(os.environ.get("TREY_TEST_SESSIONS", 1000))

    def open_and_drop_sessions(number, together=10):
        sessions = [Session(server) for _ in range(together)]
        entered = [session for session in sessions if session.refused is None]
        for i, session in enumerate(entered):
            session.say("new window seed 7", "advice infinite" if (number + i) % 16 == 0 else "slide L")
        for session in entered:
            session.until('"re":"new"')
            session.drop()
        return len(entered)

    def many(times):
        number = 0
        end = time.monotonic() + PATIENCE_S
        while number < times:
            number += open_and_drop_sessions(number)
            assert time.monotonic() < end, "in vain: places for sessions"
        wait_until(lambda: server.sockets() <= server.listening, "all sockets are closed")
        wait_until(lambda: server.status("Threads") <= server.threads, "all threads have ended")
    many(64)
    before = server.status("VmRSS")
    many(count)
    grown = server.status("VmRSS") - before
    print(f"       {count} sessions: {grown:+d} KiB")
    # Heaps of threads reach a stable size; a sanitizer keeps freed memory, and finds leaks
    # itself.
    assert server.sanitized() or grown < 32 << 10, f"grown by {grown} KiB"


def garbage(random_, server):
    """Bytes that may resemble a request, or a session's handshake and frames."""
    get = f"GET / HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    shake = handshake(server.host, random_.choice([None, f"http://{server.host}"]))
    frames = b"".join(
        frame(random_.choice([0, 1, 1, 1, 2, 3, 8, 9, 10, 15]),
              random_.choice([b"new\n", b"slide L\nadvice depth 1", b"position window 00", b"", b"solve\nstop",
                              random_.randbytes(random_.randrange(300))]),
              last=random_.random() < 0.8, reserved=random_.choice([0, 0, 0, 0x10, 0x40]))
        for _ in range(random_.randrange(8)))
    data = bytearray(random_.choice([get, shake, shake + frames, shake + frames, shake + random_.randbytes(40),
                                     random_.randbytes(random_.randrange(200))]))
    for _ in range(random_.choice([0, 0, 1, 3, 20])):
        if not data:
            break
        at = random_.randrange(len(data))
        choice = random_.randrange(3)
        if choice == 0:
            data[at] = random_.randrange(256)
        elif choice == 1:
            del data[at:at + random_.randrange(1, 30)]
        else:
            data[at:at] = data[random_.randrange(len(data)):][:50]
    return bytes(data)


@check
def garbage_does_no_harm(server):
    seed = int(os.environ.get("TREY_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"       TREY_TEST_SEED={seed}")
    random_ = random.Random(seed)
    for _ in range(600):
        with server.connect() as plug:
            try:
                plug.sendall(garbage(random_, server))
                if random_.random() < 0.3:
                    plug.shutdown(socket.SHUT_WR)
                    plug.settimeout(0.05)
                    plug.recv(1000)
            except OSError:
                pass
        assert server.process.poll() is None, "it ended"
    session = open_when_there_is_room(server, "a session after all this")
    session.say("new window seed 7")
    session.until('"re":"new"')
    session.drop()
    assert server.get("/")[0] == 200


@check
def it_ends_on_signals(_):
    for how in (signal.SIGTERM, signal.SIGINT):
        server = Server(TREY, "--sessions=3")
        sessions = [Session(server) for _ in range(3)]
        sessions[0].say("new window seed 7", "#a advice infinite")
        sessions[0].until('"tag":"a"')
        sessions[1].say("#b solve course,rows=2,cols=4 all")
        code, errors = server.end(how)
        assert (code, errors) == (0, ""), (how, code, errors)
    server = Server(TREY)
    assert server.end() == (0, "")  # while it still loads the network


@check
def errors_are_reported(server):
    def run(*options):
        done = subprocess.run([TREY, "serve", *options], text=True, capture_output=True, timeout=PATIENCE_S)
        return done.returncode, done.stderr
    code, errors = run(f"--port={server.port}")
    assert (code, errors) == (1, f"trey: cannot listen on 127.0.0.1, port {server.port}: Address already in use\n"), errors
    for options in (["--port=65536"], ["--port=x"], ["--address=here"], ["--address=::1"], ["--host=a:1"], ["--sessions=0"],
                    ["--max-memory=x"], ["file"]):
        assert run(*options)[0] == 2, options


@check
def a_client_that_does_not_read_is_dropped(_):
    """A session that reads nothing of its answers."""
    server = Server(TREY, "--sessions=1", "--timeout=1")
    session = Session.__new__(Session)
    session.plug = socket.socket()
    session.plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    session.plug.connect(("127.0.0.1", server.port))
    session.plug.sendall(handshake(server.host) + frame(1, b"new window seed 7\nauto 1000000 depth 1"))
    taken = open_when_there_is_room(server, "the place of a client that does not read")
    wait_until(lambda: server.status("Threads") <= server.threads + 1, "its thread has ended")
    taken.drop()
    session.plug.close()
    assert server.end() == (0, "")


@check
def little_waits_for_a_slow_client(_):
    """The system keeps few bytes for a client: more can be sent only after it has taken a third
    of them, so with megabytes a client that reads slowly would count as one that does not read."""
    server = Server(TREY, "--sessions=1", "--timeout=1")
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.connect(("127.0.0.1", server.port))
    plug.settimeout(PATIENCE_S)
    plug.sendall(handshake(server.host))
    waiting = len(plug.recv(1 << 16))
    plug.sendall(frame(1, b"setoption name Player value points\nnew window seed 7\nauto 100 depth 1\n" +
                       b"steps\n" * 100))
    wait_until(lambda: server.sockets() <= server.listening, "it is dropped")
    with contextlib.suppress(ConnectionResetError):
        while part := plug.recv(1 << 16):
            waiting += len(part)
    assert 10000 < waiting < 1 << 19, f"{waiting} bytes waited"
    plug.close()
    assert server.end() == (0, "")


@check
def a_ping_flood_without_reading_is_dropped(_):
    """Each ping needs an answer; while answers are not read, no more pings are."""
    server = Server(TREY, "--sessions=1", "--timeout=1")
    session = Session(server)
    session.say("new window seed 7", "#a advice depth 1")
    session.until('"tag":"a","depth"')  # the network is loaded
    session.drop()
    wait_until(lambda: server.sockets() <= server.listening, "its socket is closed")
    session = Session.__new__(Session)
    session.plug = socket.socket()
    session.plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    session.plug.connect(("127.0.0.1", server.port))
    session.plug.sendall(handshake(server.host))
    before = server.status("VmRSS")
    with contextlib.suppress(OSError):
        session.plug.settimeout(5)
        for _ in range(2000):
            session.plug.sendall(100 * frame(9, 125 * b"p"))
    grown = server.status("VmRSS") - before
    assert server.sanitized() or grown < 16 << 10, f"answers pile up: {grown} KiB"
    open_when_there_is_room(server, "the place of one that floods").drop()
    session.plug.close()
    assert server.end() == (0, "")


@check
def slow_or_incomplete_requests_are_dropped(_):
    """Headers byte by byte, silent connections, frames that stop in the middle."""
    server = Server(TREY, "--sessions=5", "--timeout=1")
    silent = [server.connect() for _ in range(100)]
    slow = server.connect()
    slow.settimeout(0.05)
    answered = []

    def trickles_on():
        with contextlib.suppress(socket.timeout):
            try:
                slow.sendall(b"G")
                answered.append(slow.recv(100))
            except (BrokenPipeError, ConnectionResetError):
                answered.append(b"")
        return answered
    wait_until(trickles_on, "a head that comes a byte at a time is given up")
    assert not answered[0].startswith(b"HTTP/1.1 200"), answered
    assert server.get("/")[0] == 200, "behind a hundred silent connections"
    half = []
    for part in (b"\x81", b"\x81\xfe", b"\x81\xfe\x01\x00", frame(1, b"new", last=False)):
        half.append(open_when_there_is_room(server, "a place"))
        half[-1].plug.sendall(part)
    cut = open_when_there_is_room(server, "a place")
    cut.plug.sendall(frame(1, 100 * b"x")[:50])
    cut.drop()
    for session in half:  # which answer no ping
        read_all(session.plug)
        session.drop()
    session = open_when_there_is_room(server, "a place after frames that stopped")
    session.say("new window seed 7")
    session.until('"re":"new"')
    session.drop()
    for plug in silent + [slow]:
        plug.close()
    assert server.end() == (0, "")


def main():
    began = time.monotonic()
    server = Server(TREY)
    assert server.get("/")[0] == 200
    print(f"       first answer after {time.monotonic() - began:.3f} s")
    names = sys.argv[2:]  # none: all checks
    results = []

    def attempt(name, function):
        try:
            function()
            results.append(True)
            print(f"ok     {name}", flush=True)
        except Exception as error:  # whatever the error, the other checks run
            results.append(False)
            place = error.__traceback__
            while place.tb_next and "run.py" in place.tb_next.tb_frame.f_code.co_filename:
                place = place.tb_next
            print(f"not ok {name}: line {place.tb_lineno}: {type(error).__name__}: {error}", flush=True)

    def attempt_all(functions):
        for function in functions:
            attempt(function.__name__.replace("_", " "), lambda: function(server))
    chosen = [function for function in checks if not names or function.__name__ in names]
    alone = [function for function in chosen if function.__code__.co_varnames[0] == "_"]
    beside = [threading.Thread(target=attempt_all, args=([function],)) for function in alone]
    for thread in beside:
        thread.start()
    attempt_all(function for function in chosen if function not in alone)
    for thread in beside:
        thread.join()

    def end():
        code, errors = server.end()
        assert (code, errors) == (0, ""), (code, errors)
    attempt("it ends with status 0 after all this, and silently", end)
    passed, failed = results.count(True), results.count(False)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

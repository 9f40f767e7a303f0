"""Starts, queries and ends a server; HTTP requests and WebSockets over plain sockets."""
import base64
import contextlib
import hashlib
import os
import re
import signal
import socket
import struct
import subprocess
import time

PATIENCE_S = 300  # time limit of every wait


def wait_until(true, what):
    """Waits until a condition is true, at most PATIENCE_S."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"in vain: {what}")
        time.sleep(0.02)


class Server:
    """trey serve on a free port."""

    def __init__(self, trey, *options, **environment):
        self.process = subprocess.Popen(
            [trey, "serve", "--port=0", *options], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | environment)
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", self.address)[1])
        self.host = f"127.0.0.1:{self.port}"
        self.listening = self.sockets()
        self.threads = self.status("Threads")  # of an idle server

    def connect(self):
        plug = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        return plug

    def ask(self, request):
        """Sends bytes and returns everything that is received."""
        with self.connect() as plug:
            try:
                plug.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_all(plug)

    def get(self, path, host=None, method="GET", more=""):
        """(status, headers in lower case, body)"""
        host = self.host if host is None else host
        return parse(self.ask(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode()))

    def sockets(self):
        """Number of open sockets. A session's socket is closed after its memory is
        freed."""
        folder = f"/proc/{self.process.pid}/fd"
        count = 0
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                count += os.readlink(f"{folder}/{name}").startswith("socket:")
        return count

    def status(self, name):
        """A number of /proc/PID/status: kilobytes, threads."""
        with open(f"/proc/{self.process.pid}/status") as lines:
            return int(re.search(rf"^{name}:\s*(\d+)", lines.read(), re.M)[1])

    def sanitized(self):
        """True if a sanitizer, which reserves terabytes, manages its memory."""
        return self.status("VmSize") > 1 << 33

    def end(self, how=signal.SIGTERM):
        """Ends the server; returns its exit status and its standard error."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors


def read_all(plug):
    parts = []
    try:
        while part := plug.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def parse(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    found = re.match(r"HTTP/1\.[01] (\d+)", lines[0])
    return (int(found[1]) if found else None), headers, body


def frame(opcode, data, last=True, mask=b"\x01\x02\x03\x04", reserved=0):
    """A masked frame, as clients send it."""
    size = len(data)
    head = bytes([(0x80 if last else 0) | reserved | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", size)
    times = size // 4 + 1
    masked = int.from_bytes(data, "big") ^ int.from_bytes((mask * times)[:size], "big")
    return head + mask + masked.to_bytes(size, "big")


def handshake(host, origin=None, key=b"0123456789abcdef"):
    lines = ["GET /session HTTP/1.1", f"Host: {host}", "Connection: keep-alive, Upgrade",
             "Upgrade: websocket", "Sec-WebSocket-Version: 13",
             "Sec-WebSocket-Key: " + base64.b64encode(key).decode()]
    if origin is not None:
        lines.append(f"Origin: {origin}")
    return "\r\n".join(lines + ["", ""]).encode()


class Session:
    """A WebSocket. `refused` is the HTTP status if the handshake failed."""

    def __init__(self, server, origin=None):
        key = os.urandom(16)
        self.plug = server.connect()
        self.read = b""
        self.lines = []
        self.refused = self.closed = None
        self.plug.sendall(handshake(server.host, origin, key))
        while b"\r\n\r\n" not in self.read:
            if not self.more():
                break
        head, _, self.read = self.read.partition(b"\r\n\r\n")
        status, headers, _ = parse(head + b"\r\n\r\n")
        if status != 101:
            self.refused = status
            self.plug.close()
            return
        text = base64.b64encode(key) + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        expected = base64.b64encode(hashlib.sha1(text).digest()).decode()
        assert headers["sec-websocket-accept"] == expected, headers

    def more(self):
        try:
            part = self.plug.recv(1 << 16)
        except ConnectionResetError:
            part = b""
        self.read += part
        return part != b""

    def say(self, *lines):
        """Sends these lines as one message."""
        self.plug.sendall(frame(1, "\n".join(lines).encode()))

    def take_frame(self):
        """(opcode, data), or None at the end of the connection."""
        while True:
            if len(self.read) >= 2:
                size, at = self.read[1] & 127, 2
                if size == 126 and len(self.read) >= 4:
                    size, at = struct.unpack(">H", self.read[2:4])[0], 4
                elif size == 127 and len(self.read) >= 10:
                    size, at = struct.unpack(">Q", self.read[2:10])[0], 10
                if (size < 126 or at > 2) and len(self.read) >= at + size:
                    opcode, data = self.read[0] & 15, self.read[at:at + size]
                    self.read = self.read[at + size:]
                    return opcode, data
            if not self.more():
                return None

    def line(self):
        """The next line, or None at the end of the session; `closed` is then the close
        code."""
        while not self.lines:
            got = self.take_frame()
            if got is None:
                return None
            opcode, data = got
            if opcode == 8:
                self.closed = struct.unpack(">H", data[:2])[0]
                return None
            if opcode == 9:  # a ping
                self.plug.sendall(frame(10, data))
            if opcode == 1:
                self.lines = data.decode().split("\n")
        return self.lines.pop(0)

    def until(self, text):
        """The first line that contains the text."""
        while (line := self.line()) is not None:
            if text in line:
                return line
        raise AssertionError(f"the session ended ({self.closed}) without {text}")

    def drop(self):
        self.plug.close()

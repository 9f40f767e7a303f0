"""A session in the language of docs/formats/engine.md: lines in, dicts out."""

from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Optional

from . import _library as c
from ._library import lib


class Session:
    """One session, as `trey engine` holds it, without a process of its own.

    >>> session = Session(player="heuristic")
    >>> session.ask("new window seed 7")["re"]
    'new'
    """

    def __init__(self, player: str = "default", seed: int = 1, threads: int = 1) -> None:
        options = c.CEngineOptions()
        lib.trey_engine_defaults(ctypes.byref(options))
        name = c.encode(player)
        options.player, options.seed, options.threads = name, seed, threads
        self._heard: list[bytes] = []
        self._say = c.SAY(self._hear)
        self._engine = ctypes.c_void_p()
        c.call(lib.trey_engine_new, ctypes.byref(options), self._say, None,
               ctypes.byref(self._engine))

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            lib.trey_engine_free(self._engine)

    def _hear(self, context: Any, line: int, size: int) -> None:
        self._heard.append(ctypes.string_at(line, size))

    def lines(self, request: str) -> list[str]:
        """Everything that is answered to a line."""
        if "\n" in request or "\r" in request:
            raise ValueError("one line is asked at a time")
        data = request.encode()
        self._heard.clear()
        lib.trey_engine_line(self._engine, data, len(data))
        while lib.trey_engine_step(self._engine, 50):
            pass
        return [line.decode() for line in self._heard]

    def ask(self, request: str,
            more: Optional[Callable[[dict[str, Any]], None]] = None) -> dict[str, Any]:
        """The last line of the answer. Lines before it are given to `more` when it has
        all of them. Raises Error with the message of an answer that is an error."""
        answers: list[dict[str, Any]] = [json.loads(line) for line in self.lines(request)
                                         if line.startswith("{")]
        if not answers:
            raise c.Error(c.ARGUMENT, f"'{request}' is not answered in JSON")
        if more is not None:
            for answer in answers[:-1]:
                more(answer)
        if "error" in answers[-1]:
            raise c.Error(c.ARGUMENT, answers[-1]["message"])
        return answers[-1]

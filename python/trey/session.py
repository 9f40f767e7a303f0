"""A session of the protocol in docs/formats/engine.md: lines in, dicts out."""

from __future__ import annotations

import ctypes
import json
import warnings
from typing import Any, Callable, Optional

from . import _library as c
from ._library import lib


class Session(c.Owner):
    """One session, as `trey engine` holds it, without a process of its own.

    >>> session = Session(player="heuristic")
    >>> session.ask("new window seed 7")["re"]
    'new'
    """

    def __init__(self, player: str = "default", seed: int = 1, threads: int = 1) -> None:
        options = c.CEngineOptions()
        lib.trey_engine_defaults(ctypes.byref(options))
        name = c.encode(player)
        options.player, options.seed = name, c.whole("a seed", seed)
        options.threads = c.threads_of(threads)
        answers: list[bytes] = []
        self._answers = answers
        self._receive = c.RECEIVE(lambda context, line, size: answers.append(
            ctypes.string_at(line, size)))
        self._handle = ctypes.c_void_p()
        c.call(lib.trey_engine_new, ctypes.byref(options), self._receive, None,
               ctypes.byref(self._handle))
        self._set_threads(threads)

    _free = lib.trey_engine_free

    def lines(self, request: str) -> list[str]:
        """All answers to a line. Ctrl-C ends the work that it started.

        Raises StateError if the session has several threads and was made before the process
        was forked."""
        self._check_process()
        if "\n" in request or "\r" in request:
            raise c.invalid("a request is one line")
        data = c.encode(request)
        interrupts: list[bool] = []
        self._answers.clear()
        with c.deferred_interrupts(lambda: interrupts.append(True)):
            lib.trey_engine_line(self._handle, data, len(data))
            while lib.trey_engine_step(self._handle, 50):
                if interrupts:
                    interrupts.clear()
                    lib.trey_engine_line(self._handle, b"stop", 4)
        return [line.decode() for line in self._answers]

    def ask(self, request: str,
            more: Optional[Callable[[dict[str, Any]], None]] = None) -> dict[str, Any]:
        """The last line of the answer. Lines before it are given to `more` when it has
        all of them. Raises Error with the message of an answer that is an error; issues
        a UserWarning with the warning about the player that an answer has."""
        answers: list[dict[str, Any]] = [json.loads(line) for line in self.lines(request)
                                         if line.startswith("{")]
        if not answers:
            raise c.invalid(f"there is no JSON answer to '{request}'")
        if more is not None:
            for answer in answers[:-1]:
                more(answer)
        if "error" in answers[-1]:
            raise c.invalid(answers[-1]["message"])
        if "warning" in answers[-1]:
            warnings.warn(f"{answers[-1].get('player')}: {answers[-1]['warning']}",
                          stacklevel=2)
        return answers[-1]

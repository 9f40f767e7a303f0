"""The errors that trey raises: one base, `Error`, and a kind for each status of the library.

TypeError and IndexError are raised as they are everywhere in Python.
"""

from __future__ import annotations

import enum
import errno
import os
from typing import Any


class Status(enum.IntEnum):
    """Kinds of errors: the C library's `enum trey_status`, and STATE."""

    OK = 0
    ARGUMENT = 1  #: a value out of its range, or values that contradict each other
    INPUT = 2  #: text or a file in a wrong format
    IO = 3  #: a file that cannot be read or written
    MEMORY = 4  #: not enough memory
    LIMIT = 5  #: a limit of trey was exceeded
    CANCELLED = 6  #: the call was cancelled
    STATE = 7  #: the object cannot be used now: closed, or of another process


OK, ARGUMENT, INPUT, IO = Status.OK, Status.ARGUMENT, Status.INPUT, Status.IO
MEMORY, LIMIT, CANCELLED, STATE = (Status.MEMORY, Status.LIMIT, Status.CANCELLED,
                                   Status.STATE)


class Error(Exception):
    """Base of all errors that trey raises, except TypeError and IndexError.

    Each kind is one of Python's own exceptions too: `InvalidError` is a ValueError,
    `FileError` an OSError, `OutOfMemoryError` a MemoryError, `StateError` a RuntimeError.

    status: the kind of error, a `Status`.
    line: line of the text or file that is wrong, counted from 1; 0 if no line is meant.
    """

    #: The kind of error.
    status: Status
    # Line of the text or file with the error, from 1; 0 if there is none.
    line: int

    def __init__(self, status: int, message: str, line: int = 0,
                 located: bool = False) -> None:
        """`located`: the message already contains the line."""
        super().__init__(message)
        self.status = Status(status)
        self.line = line
        self._message = message
        self._located = located

    def __reduce__(self) -> Any:
        return type(self), (int(self.status), self._message, self.line, self._located)

    def __str__(self) -> str:
        if self.line and not self._located:
            return f"line {self.line}: {self._message}"
        return self._message


class InvalidError(Error, ValueError):
    """A value or text that trey refuses: Status.ARGUMENT or Status.INPUT."""


class FileError(Error, OSError):
    """A file that cannot be read or written: Status.IO.

    filename: the file; None if trey did not name it.
    errno, strerror: the system's reason; None if it has none.
    """

    def __init__(self, status: int, message: str, line: int = 0,
                 located: bool = False) -> None:
        super().__init__(status, message, line, located)
        # The library reports the system's reason as the end of the message.
        for code in errno.errorcode:
            if message.endswith(": " + os.strerror(code)):
                self.errno, self.strerror = code, os.strerror(code)

    def __reduce__(self) -> Any:
        return (*super().__reduce__(), {"filename": self.filename})


class OutOfMemoryError(Error, MemoryError):
    """Memory ran out: Status.MEMORY."""


class LimitError(Error):
    """A limit of trey was exceeded: Status.LIMIT."""


class CancelledError(Error):
    """The call was cancelled: Status.CANCELLED."""


class StateError(Error, RuntimeError):
    """An object that cannot be used now, because it is closed or belongs to another
    process: Status.STATE."""


_ERRORS: dict[int, type[Error]] = {
    ARGUMENT: InvalidError, INPUT: InvalidError, IO: FileError, MEMORY: OutOfMemoryError,
    LIMIT: LimitError, CANCELLED: CancelledError, STATE: StateError,
}


def error_of(status: int, message: str, line: int = 0, located: bool = False) -> Error:
    """The exception for a status of the library."""
    return _ERRORS.get(status, Error)(status, message, line, located)


def invalid(message: str) -> Error:
    """The exception for a value that trey refuses."""
    return InvalidError(ARGUMENT, message)

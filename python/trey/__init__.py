"""trey: Threes!, 2048 and their family, from Python.

Games in lockstep as numpy arrays (`Batch`), environments for learners (`trey.env`), rules
and positions with after-states and chance apart (`Rules`, `Position`, `Game`), networks
and search (`Evaluator`, `Network`, `Search`, `odds`), the planner of known sequences (`Sequence`),
exact values (`Exact`), recorded games and their review (`Record`), and the protocol of
all front ends (`Session`).

All of it calls the shared library of trey, found by the name in TREY_LIBRARY, beside this
package, in the build directory of a source tree, or installed.
"""

from .batch import WAIT, Batch
from .errors import (
    CancelledError, Error, FileError, InvalidError, LimitError, OutOfMemoryError,
    StateError, Status,
)
from .exact import Exact, Value
from .learn import Learner, Progress
from .network import Network
from .played import Played
from .players import Comparison, Games, Player, compare, selfplay
from .picture import read_picture
from .record import Record, Review, Slide, Step
from .rules import (
    DECK_UNKNOWN, NEXT_HIDDEN, NEXT_PLUS, Chance, Direction, Game, Move, Position,
    Rules,
)
from .search import Evaluator, Found, Interval, Odds, Search, odds
from .sequence import Bound, Plan, Sequence, Verdict
from .session import Session

__version__ = "0.3.0"

__all__ = [
    "Batch", "Bound", "CancelledError", "Chance", "Comparison", "DECK_UNKNOWN",
    "Direction", "Error", "Evaluator", "Exact", "FileError", "Found", "Game", "Games",
    "Interval", "InvalidError", "Learner", "LimitError", "Move", "NEXT_HIDDEN",
    "NEXT_PLUS", "Network", "Odds", "OutOfMemoryError", "Plan", "Played", "Player", "Position",
    "Progress", "Record", "Review", "Rules", "Search", "Sequence", "Session", "Slide",
    "StateError", "Status", "Step", "Value", "Verdict", "WAIT", "compare", "odds",
    "read_picture", "selfplay",
]

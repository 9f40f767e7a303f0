"""The shared library: finding it, the structs of its headers, its functions.

Each struct below is one of `include/trey/*.h`, field by field; `python/tests/structs.py`
holds sizes and offsets against what the compiler makes of the headers. The library's
version must have the same major and minor number as VERSION.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import math
import operator
import os
import pathlib
import signal
import threading
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int,
    c_int8, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p,
)
from typing import Any, Callable, Iterator, Optional, Union

from .errors import (
    ARGUMENT as ARGUMENT, CANCELLED as CANCELLED, INPUT as INPUT, IO as IO, LIMIT as LIMIT,
    MEMORY as MEMORY, OK as OK, STATE as STATE, Error as Error, FileError as FileError,
    error_of as error_of, invalid as invalid,
)

VERSION = "0.3"


_RESERVED = ("reserved", c_uint64 * 8)  # TREY_RESERVED, at the end of options


class CCancel(Structure):
    _fields_ = [("raised", c_int)]


class CError(Structure):
    _fields_ = [("code", c_int), ("line", c_size_t), ("message", c_char * 240)]


class Shape(Structure):
    _fields_ = [("rows", c_uint8), ("cols", c_uint8)]


class CRules(Structure):
    _fields_ = [("shape", Shape)] + [
        (name, c_uint8) for name in ("slide", "copies", "bonus", "odds", "hint", "entry",
                                     "top", "start", "boost", "base")]


class CView(Structure):
    _fields_ = [("rules", CRules), ("board", c_uint64), ("score", c_uint64),
                ("moves", c_uint64), ("next", c_uint16), ("deck", c_uint16)]


class CGame(Structure):
    _fields_ = [("view", CView), ("random", c_uint64), ("tile", c_uint8)]


class CMove(Structure):
    _fields_ = [("after", c_uint64), ("gain", c_uint64), ("cell", c_int8),
                ("rank", c_uint8)]


class CChance(Structure):
    _fields_ = [("what", c_uint), ("deck", c_uint16), ("probability", c_double)]


class CBatchArrays(Structure):
    _fields_ = [(name, c_void_p) for name in ("board", "next", "deck", "legal", "after",
                                              "reward", "score", "moved", "over",
                                              "number", "ranks", "flags", "cards", "mask")]


class CSearchDepth(Structure):
    _fields_ = [("value", c_double * 4), ("min_probability", c_double),
                ("nodes", c_uint64), ("depth_plies", c_uint)]


SEARCH_HISTORY = 8  # TREY_SEARCH_HISTORY


class CSearchResult(Structure):
    _fields_ = [("value", c_double * 4), ("legal", c_uint), ("best", c_int),
                ("depth_plies", c_uint), ("min_probability", c_double),
                ("exact", c_bool), ("nodes", c_uint64), ("leaves", c_uint64),
                ("seconds", c_double), ("history_count", c_uint),
                ("history", CSearchDepth * SEARCH_HISTORY)]


class CConfidence(Structure):
    _fields_ = [("certainty", c_int), ("only", c_bool), ("to_come", c_double),
                ("lead", c_double * 4), ("doubt", c_double * 4), ("over", c_int * 4)]


EVALUATE = CFUNCTYPE(None, c_void_p, POINTER(c_uint64), c_size_t, POINTER(c_float))


class CEvaluation(Structure):
    _fields_ = [("value", c_void_p), ("context", c_void_p), ("points", c_bool),
                ("lost", c_float), ("won", c_float), ("values", EVALUATE),
                ("gather", c_size_t)]


class CLearnOptions(Structure):
    _fields_ = [("rules", CRules), ("tuples", c_char_p), ("seed", c_uint64),
                ("threads", c_uint), ("sums", c_bool), ("initial", c_double),
                ("stages", c_char_p), ("restarts", c_double),
                ("restarts_from", c_uint32), ("restarts_to", c_uint32),
                ("doubled", c_double), ("until_stage", c_int), ("downgrade", c_uint32),
                ("alpha", c_double), ("depth", c_uint), ("lambda", c_double),
                ("exchange", c_bool), ("halving", c_bool), ("discount", c_double),
                ("reserved", c_uint64 * 7)]  # TREY_RESERVED - 1


class CWeightsOptions(Structure):
    _fields_ = [("tuples", c_char_p), ("high_first", c_bool), ("once", c_bool)]


WEIGHTS_TEXT = 160  # TREY_WEIGHTS_TEXT
WEIGHTS_DECK = -1  # TREY_WEIGHTS_DECK


class CExportOptions(Structure):
    _fields_ = [("unit", c_double), ("prune", c_double * 8), ("until_stage", c_int),
                _RESERVED]


class CLearnProgress(Structure):
    _fields_ = [("games", c_uint64), ("slides", c_uint64), ("seconds", c_double),
                ("mean", c_double), ("reach", c_double * 16)]


class CPlayedOptions(Structure):
    _fields_ = [("rules", CRules), ("player", c_int), ("end_rank", c_uint),
                ("threads", c_uint), ("values", c_bool), ("memory_bytes", c_uint64),
                ("report", c_void_p), ("context", c_void_p), ("cancel", c_void_p),
                _RESERVED]


class CPlayedCounts(Structure):
    _fields_ = [("value", c_double), ("believed", c_double), ("boards", c_uint64),
                ("states", c_uint64), ("terminal", c_uint64), ("max_tile", c_uint64),
                ("layers", c_uint64), ("memory_bytes", c_uint64), ("seconds", c_double)]


SEARCH_REPORT = CFUNCTYPE(None, c_void_p, POINTER(CSearchResult))


class CSearchLimits(Structure):
    _fields_ = [("depth_plies", c_uint), ("nodes", c_uint64), ("time_s", c_double),
                ("cpu_time", c_bool), ("min_probability", c_double),
                ("best_only", c_bool), ("cancel", c_void_p), ("report", SEARCH_REPORT),
                ("report_context", c_void_p),
                _RESERVED]


class CPlayerOptions(Structure):
    _fields_ = [("limits", CSearchLimits), ("table_bytes", c_size_t), ("seed", c_uint64),
                ("cpu_time", c_bool), ("late", c_bool), ("answer_s", c_double),
                ("exact", c_void_p),
                _RESERVED]


class CWide(Structure):
    _fields_ = [("rank", c_uint8 * 16)]


class CPosition(Structure):
    _fields_ = [("board", CWide), ("moves", c_size_t), ("score", c_uint64)]


class CVerdict(Structure):
    _fields_ = [("final", CPosition), ("moves_given", c_size_t), ("end", c_int)]


class CBound(Structure):
    _fields_ = [("score", c_uint64), ("packing", c_uint64), ("longest_moves", c_size_t)]


class CPlanOptions(Structure):
    _fields_ = [("width", c_uint), ("time_limit_s", c_double), ("threads", c_uint),
                ("seed", c_uint64), ("max_memory_bytes", c_size_t), ("cancel", c_void_p),
                ("progress", c_void_p), ("progress_context", c_void_p),
                ("certificate", c_bool), ("progress_every_s", c_double),
                _RESERVED]


class CPlan(Structure):
    _fields_ = [("moves", POINTER(c_uint8)), ("move_count", c_size_t),
                ("score", c_uint64), ("bound", CBound), ("proof", c_int),
                ("stop", c_int), ("cancelled", c_bool), ("width", c_uint),
                ("widest", c_uint), ("passes", c_uint), ("memory_bytes", c_size_t),
                ("listed_moves", c_size_t), ("listed_boards", c_uint64),
                ("positions", c_uint64), ("certificate", c_char_p),
                ("seconds", c_double), ("moves_per_second", c_double),
                ("ceiling", c_uint64)]


class CExactOptions(Structure):
    _fields_ = [("shape", Shape), ("rules", c_int), ("keep", c_int), ("start", c_uint),
                ("threads", c_uint), ("values", c_bool), ("save", c_char_p),
                ("kind", c_int), ("value_bytes", c_uint), ("states", c_bool),
                ("work_dir", c_char_p), ("memory_bytes", c_uint64),
                ("disk_bytes", c_uint64),
                ("report", c_void_p), ("context", c_void_p), ("cancel", c_void_p),
                _RESERVED]


class CExactProperties(Structure):
    _fields_ = [("shape", Shape), ("rules", c_int), ("keep", c_int), ("kind", c_int),
                ("start", c_uint)]


class CExactValue(Structure):
    _fields_ = [("min", c_double), ("avg", c_double), ("max", c_double)]


class CExactCounts(Structure):
    _fields_ = [("boards", c_uint64), ("classes", c_uint64), ("terminal", c_uint64),
                ("before_states", c_uint64), ("after_states", c_uint64),
                ("max_tile", c_uint64), ("layers", c_uint64), ("longest", c_uint64),
                ("root_value", c_double), ("first", c_double * 3),
                ("rounding", c_double), ("bytes", c_uint64), ("seconds", c_double)]


class CStep(Structure):
    _fields_ = [("direction", c_uint8), ("cell", c_int8), ("rank", c_uint8),
                ("next", c_uint16), ("ms", c_float)]


class CRecord(Structure):
    _fields_ = [("start", CView), ("seed", c_uint64), ("number", c_uint64),
                ("player", c_char_p), ("steps", POINTER(CStep)), ("count", c_size_t),
                ("room", c_size_t), ("score", c_uint64), ("begun_ms", c_uint64),
                ("ended_ms", c_uint64)]


class CReviewSlide(Structure):
    _fields_ = [("done", c_bool), ("forced", c_bool), ("played", c_uint8),
                ("best", c_uint8), ("legal", c_uint8), ("value", c_double * 4),
                ("score", c_uint64), ("loss", c_double), ("unsure", c_double),
                ("mark", c_int)]


class CReviewSum(Structure):
    _fields_ = [("valued", c_size_t), ("counted", c_size_t), ("accuracy", c_double),
                ("loss", c_double), ("marks", c_size_t * 4)]


class CReviewOptions(Structure):
    _fields_ = [("limits", CSearchLimits), ("every", c_size_t), ("report", c_void_p),
                ("context", c_void_p),
                _RESERVED]


class CInterval(Structure):
    _fields_ = [("mean", c_double), ("low", c_double), ("high", c_double),
                ("known", c_bool)]


class COddsOptions(Structure):
    _fields_ = [("games", c_uint64), ("seed", c_uint64), ("first", c_uint64),
                ("threads", c_uint), ("cancel", c_void_p),
                _RESERVED]


class COdds(Structure):
    _fields_ = [("games", c_uint64), ("largest", c_int), ("from", c_int), ("to", c_int),
                ("reach", CInterval * 17), ("score", CInterval), ("quantile", c_uint64 * 5), ("moves", c_double)]


RECEIVE = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class CEngineOptions(Structure):
    _fields_ = [("limits", CSearchLimits), ("table_bytes", c_size_t),
                ("threads", c_uint), ("player", c_char_p), ("seed", c_uint64),
                ("files", c_bool), ("max_threads", c_uint),
                ("max_table_bytes", c_size_t), ("max_seconds", c_double),
                ("evaluator", c_void_p), ("evaluator_context", c_void_p),
                ("tables", c_void_p), ("tables_context", c_void_p),
                ("listen", c_void_p), ("listen_context", c_void_p),
                ("picture", c_void_p), ("picture_context", c_void_p),
                _RESERVED]


# Name in C -> class; python/tests/structs.py compares them with the headers.
STRUCTS = {
    "trey_cancel": CCancel, "trey_error": CError, "trey_shape": Shape, "trey_rules": CRules,
    "trey_view": CView, "trey_game": CGame, "trey_move": CMove, "trey_chance": CChance,
    "trey_batch_arrays": CBatchArrays,
    "trey_search_depth": CSearchDepth, "trey_search_result": CSearchResult,
    "trey_confidence": CConfidence,
    "trey_search_limits": CSearchLimits, "trey_wide": CWide, "trey_position": CPosition,
    "trey_verdict": CVerdict, "trey_bound": CBound, "trey_plan_options": CPlanOptions,
    "trey_plan": CPlan, "trey_exact_options": CExactOptions,
    "trey_exact_properties": CExactProperties,
    "trey_exact_value": CExactValue, "trey_exact_counts": CExactCounts,
    "trey_step": CStep, "trey_record": CRecord, "trey_reviewed_move": CReviewSlide,
    "trey_review_summary": CReviewSum, "trey_review_options": CReviewOptions,
    "trey_interval": CInterval, "trey_odds_options": COddsOptions, "trey_odds": COdds,
    "trey_engine_options": CEngineOptions, "trey_evaluation": CEvaluation,
    "trey_learn_options": CLearnOptions,
    "trey_weights_options": CWeightsOptions, "trey_export_options": CExportOptions,
    "trey_learn_progress": CLearnProgress,
    "trey_played_options": CPlayedOptions, "trey_played_counts": CPlayedCounts,
    "trey_player_options": CPlayerOptions,
}

_ERROR = POINTER(CError)
_RULES = POINTER(CRules)
_VIEW = POINTER(CView)

# Name -> (return type, arguments). Functions that return `int` and take an error as their last
# argument are checked by call() below.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "trey_version": (c_char_p, []),
    "trey_free": (None, [c_void_p]),
    "trey_cancel_raise": (None, [POINTER(CCancel)]),
    "trey_board_canonical": (c_uint64, [Shape, c_uint64]),
    "trey_rules_named": (c_int, [c_char_p, _RULES, _ERROR]),
    "trey_rules_set": (c_int, [_RULES, c_char_p, c_char_p, _ERROR]),
    "trey_rules_check": (c_int, [_RULES, _ERROR]),
    "trey_rules_name_at": (c_char_p, [c_int]),
    "trey_rules_format": (None, [_RULES, c_char_p, c_size_t]),
    "trey_rules_parse": (c_int, [c_char_p, _RULES, _ERROR]),
    "trey_rules_equal": (c_bool, [_RULES, _RULES]),
    "trey_rules_tile": (c_uint64, [_RULES, c_int]),
    "trey_rules_rank": (c_int, [_RULES, c_uint64]),
    "trey_rules_ranks": (c_int, [_RULES]),
    "trey_rules_parse_board": (c_int, [_RULES, c_char_p, POINTER(c_uint64), _ERROR]),
    "trey_rules_parse_any_board": (c_int, [_RULES, c_char_p, _RULES, POINTER(c_uint64),
                                           _ERROR]),
    "trey_rules_slide": (c_uint64, [_RULES, c_uint64, c_int]),
    "trey_rules_legal": (c_uint, [_RULES, c_uint64]),
    "trey_rules_ends": (c_bool, [_RULES, c_uint64]),
    "trey_rules_merges_score": (c_bool, [_RULES]),
    "trey_rules_gain": (c_uint64, [_RULES, c_uint64, c_int]),
    "trey_rules_spawn_cells": (c_uint, [_RULES, c_uint64, c_uint64, c_int]),
    "trey_rules_tiles": (c_int, [_RULES, c_uint64, c_uint16, c_uint16,
                                 POINTER(CChance)]),
    "trey_rules_nexts": (c_int, [_RULES, c_uint64, c_uint16, POINTER(CChance)]),
    "trey_deck_of": (c_uint16, [c_int, c_int, c_int]),
    "trey_deck_left": (c_int, [c_uint16, c_int]),
    "trey_next_format": (None, [_RULES, c_uint16, c_char_p, c_size_t]),
    "trey_next_parse": (c_int, [_RULES, c_char_p, POINTER(c_uint16), _ERROR]),
    "trey_deck_parse": (c_int, [_RULES, c_char_p, POINTER(c_uint16), _ERROR]),
    "trey_view_make": (c_int, [_RULES, c_uint64, c_uint16, c_uint16, _VIEW, _ERROR]),
    "trey_view_check": (c_int, [_VIEW, _ERROR]),
    "trey_view_advance": (c_int, [_VIEW, c_int, c_int, c_int, c_uint16, _ERROR]),
    "trey_game_begin": (None, [POINTER(CGame), _RULES, c_uint64, c_uint64]),
    "trey_game_from_view": (None, [POINTER(CGame), _VIEW, c_uint64, c_uint64]),
    "trey_game_slide": (c_bool, [POINTER(CGame), c_int, POINTER(CMove)]),
    "trey_game_format": (None, [POINTER(CGame), c_char_p, c_size_t]),
    "trey_game_parse": (c_int, [c_char_p, POINTER(CGame), _ERROR]),
    "trey_batch_new": (c_int, [_RULES, c_uint32, c_uint64, c_bool, POINTER(c_void_p),
                               _ERROR]),
    "trey_batch_free": (None, [c_void_p]),
    "trey_batch_begin": (None, [c_void_p, c_uint32, c_uint64, c_uint64]),
    "trey_batch_observe": (None, [c_void_p, POINTER(CBatchArrays)]),
    "trey_batch_step": (c_uint64, [c_void_p, c_void_p, POINTER(CBatchArrays)]),
    "trey_batch_renew": (None, [c_void_p, c_void_p, c_size_t, POINTER(CBatchArrays)]),
    "trey_batch_after_states": (None, [_RULES, c_void_p, c_size_t, c_void_p, c_void_p]),
    "trey_batch_game": (None, [c_void_p, c_uint32, POINTER(CGame)]),
    "trey_evaluator_named": (c_int, [c_char_p, Shape, c_int, POINTER(c_void_p), _ERROR]),
    "trey_evaluator_default": (c_char_p, [Shape, c_int]),
    "trey_evaluator_name": (c_char_p, [c_void_p]),
    "trey_evaluator_warning": (c_char_p, [c_void_p]),
    "trey_evaluator_free": (None, [c_void_p]),
    "trey_evaluator_values": (None, [c_void_p, c_void_p, c_size_t, c_void_p]),
    "trey_evaluator_counts_points": (c_bool, [c_void_p]),
    "trey_eval_family_of": (c_int, [_RULES]),
    "trey_evaluator_custom": (c_int, [Shape, c_int, POINTER(CEvaluation), POINTER(c_void_p),
                                   _ERROR]),
    "trey_evaluator_from_bytes": (c_int, [c_char_p, c_size_t, POINTER(c_void_p), _ERROR]),
    "trey_interval_of": (None, [c_void_p, c_size_t, POINTER(CInterval)]),
    "trey_learn_defaults": (None, [POINTER(CLearnOptions)]),
    "trey_learner_new": (c_int, [POINTER(CLearnOptions), POINTER(c_void_p), _ERROR]),
    "trey_learner_free": (None, [c_void_p]),
    "trey_learner_set_rate": (None, [c_void_p, c_double]),
    "trey_learner_run": (c_int, [c_void_p, c_uint64, c_double, POINTER(CCancel), _ERROR]),
    "trey_learner_progress": (None, [c_void_p, POINTER(CLearnProgress)]),
    "trey_learner_evaluator": (c_int, [c_void_p, c_void_p, POINTER(c_void_p), _ERROR]),
    "trey_learner_export": (c_int, [c_void_p, c_void_p, c_char_p, _ERROR]),
    "trey_learner_save": (c_int, [c_void_p, c_char_p, _ERROR]),
    "trey_learner_restore": (c_int, [c_void_p, c_char_p, _ERROR]),
    "trey_weights_tuples": (c_int, [c_char_p, POINTER(CWeightsOptions), c_char_p,
                                    POINTER(c_int), _ERROR]),
    "trey_learner_import_weights": (c_int, [c_void_p, c_char_p, POINTER(CWeightsOptions),
                                            POINTER(c_double), _ERROR]),
    "trey_learner_get_weights": (c_int, [c_void_p, c_int, c_int, c_void_p, _ERROR]),
    "trey_learner_set_weights": (c_int, [c_void_p, c_int, c_int, c_void_p, c_double,
                                         _ERROR]),
    "trey_learner_test": (c_int, [c_void_p, c_void_p, c_uint64, POINTER(CCancel),
                                  POINTER(CInterval), _ERROR]),
    "trey_played_defaults": (None, [_RULES, POINTER(CPlayedOptions)]),
    "trey_played_solve": (c_int, [POINTER(CPlayedOptions), POINTER(c_void_p), _ERROR]),
    "trey_played_free": (None, [c_void_p]),
    "trey_played_count": (None, [c_void_p, POINTER(CPlayedCounts)]),
    "trey_played_value": (c_bool, [c_void_p, c_uint64, c_uint16, POINTER(c_double)]),
    "trey_played_slides": (c_bool, [c_void_p, _VIEW, POINTER(c_double)]),
    "trey_played_best": (c_int, [c_void_p, _VIEW]),
    "trey_player_defaults": (None, [POINTER(CPlayerOptions)]),
    "trey_player_new": (c_int, [c_char_p, _RULES, POINTER(CPlayerOptions), c_void_p,
                                POINTER(c_void_p), _ERROR]),
    "trey_player_free": (None, [c_void_p]),
    "trey_player_text": (c_char_p, [c_void_p]),
    "trey_player_begin": (c_int, [c_void_p, c_uint64, c_uint64, _ERROR]),
    "trey_player_select_move": (c_int, [c_void_p, _VIEW, POINTER(c_int), _ERROR]),
    "trey_render_view_svg": (c_int, [_VIEW, c_char_p, c_int, POINTER(c_void_p),
                                     POINTER(c_size_t), _ERROR]),
    "trey_search_new": (c_int, [_RULES, c_void_p, c_size_t, POINTER(c_void_p), _ERROR]),
    "trey_search_set_threads": (c_int, [c_void_p, c_uint, _ERROR]),
    "trey_search_free": (None, [c_void_p]),
    "trey_search_limits_defaults": (None, [POINTER(CSearchLimits)]),
    "trey_search_run": (c_int, [c_void_p, _VIEW, POINTER(CSearchLimits),
                                POINTER(CSearchResult), _ERROR]),
    "trey_confidence_of": (None, [_VIEW, POINTER(CSearchResult), c_bool,
                                  POINTER(CConfidence)]),
    "trey_certainty_text": (c_char_p, [c_int]),
    "trey_odds_find": (c_int, [_VIEW, POINTER(c_double), c_size_t, c_void_p,
                               POINTER(COddsOptions), POINTER(COdds), _ERROR]),
    "trey_sequence_read": (c_int, [c_char_p, POINTER(c_void_p), _ERROR]),
    "trey_sequence_parse": (c_int, [c_char_p, c_size_t, POINTER(c_void_p), _ERROR]),
    "trey_sequence_new": (c_int, [POINTER(CWide), c_void_p, c_size_t, POINTER(c_void_p),
                                  _ERROR]),
    "trey_sequence_generate": (c_int, [c_int, c_size_t, c_uint64, POINTER(c_void_p),
                                       _ERROR]),
    "trey_sequence_format": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p),
                                     POINTER(c_size_t), _ERROR]),
    "trey_sequence_free": (None, [c_void_p]),
    "trey_sequence_start": (POINTER(CWide), [c_void_p]),
    "trey_sequence_count": (c_size_t, [c_void_p]),
    "trey_sequence_tiles": (POINTER(c_uint8), [c_void_p]),
    "trey_sequence_bound": (c_int, [c_void_p, POINTER(CBound), _ERROR]),
    "trey_sequence_judge": (None, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p,
                                   POINTER(CVerdict)]),
    "trey_end_text": (c_char_p, [c_int]),
    "trey_moves_parse": (c_int, [c_char_p, c_size_t, POINTER(POINTER(c_uint8)),
                                 POINTER(c_size_t), _ERROR]),
    "trey_moves_format": (c_int, [c_void_p, c_size_t, c_char_p, c_char_p,
                                  POINTER(c_void_p), POINTER(c_size_t), _ERROR]),
    "trey_plan_defaults": (None, [POINTER(CPlanOptions)]),
    "trey_plan_find": (c_int, [c_void_p, POINTER(CPlanOptions), POINTER(CPlan), _ERROR]),
    "trey_plan_clear": (None, [POINTER(CPlan)]),
    "trey_exact_defaults": (None, [c_int, Shape, POINTER(CExactOptions)]),
    "trey_exact_solve": (c_int, [POINTER(CExactOptions), POINTER(c_void_p), _ERROR]),
    "trey_exact_load": (c_int, [c_char_p, POINTER(c_void_p), _ERROR]),
    "trey_exact_check_damage": (c_int, [c_void_p, _ERROR]),
    "trey_exact_free": (None, [c_void_p]),
    "trey_exact_describe": (CExactProperties, [c_void_p]),
    "trey_exact_before": (c_bool, [c_void_p, c_uint64, c_int, POINTER(CExactValue)]),
    "trey_exact_after": (c_bool, [c_void_p, c_uint64, c_int, POINTER(CExactValue)]),
    "trey_exact_best": (c_int, [c_void_p, c_uint64, c_int]),
    "trey_exact_slides": (c_bool, [c_void_p, c_uint64, c_int, POINTER(CExactValue)]),
    "trey_exact_count": (None, [c_void_p, POINTER(CExactCounts)]),
    "trey_record_begin": (c_int, [POINTER(CRecord), _VIEW, c_uint64, c_uint64, c_char_p,
                                  _ERROR]),
    "trey_record_add": (c_int, [POINTER(CRecord), POINTER(CStep), _ERROR]),
    "trey_record_clear": (None, [POINTER(CRecord)]),
    "trey_record_format": (c_int, [POINTER(CRecord), c_int, POINTER(c_void_p), _ERROR]),
    "trey_record_parse": (c_int, [c_char_p, _RULES, POINTER(CRecord), _ERROR]),
    "trey_record_replay": (c_int, [POINTER(CRecord), c_bool, _VIEW, _ERROR]),
    "trey_review_defaults": (None, [POINTER(CReviewOptions)]),
    "trey_review_parallel": (c_int, [c_void_p, c_size_t, c_uint, POINTER(CRecord),
                                     POINTER(CReviewOptions), POINTER(CReviewSlide),
                                     _ERROR]),
    "trey_review_summary": (None, [POINTER(CReviewSlide), c_size_t, POINTER(CReviewSum)]),
    "trey_review_views": (c_int, [POINTER(CRecord), POINTER(CView), _ERROR]),
    "trey_mark_text": (c_char_p, [c_int]),
    "trey_engine_defaults": (None, [POINTER(CEngineOptions)]),
    "trey_engine_new": (c_int, [POINTER(CEngineOptions), RECEIVE, c_void_p,
                                POINTER(c_void_p), _ERROR]),
    "trey_engine_free": (None, [c_void_p]),
    "trey_engine_line": (None, [c_void_p, c_char_p, c_size_t]),
    "trey_engine_pixels": (c_int, [c_void_p, c_char_p, c_size_t, c_void_p]),
    "trey_engine_step": (c_bool, [c_void_p, c_uint]),
}


def _candidates() -> list[str]:
    """Possible paths of the library; the first one that loads is used."""
    named = os.environ.get("TREY_LIBRARY")
    if named:
        return [named]
    here = pathlib.Path(__file__).resolve().parent
    if os.name == "nt":
        return [str(here / "trey.dll"), str(here.parent.parent / "build-windows" / "libtrey.dll")]
    name = f"libtrey.so.{VERSION}"
    places = [str(here / name), str(here.parent.parent / "build" / name), name]
    found = ctypes.util.find_library("trey")
    return places + ([found] if found else [])


def _load() -> ctypes.CDLL:
    problems = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as problem:
            problems.append(str(problem))
    raise ImportError("the library of trey was not found; install libtrey, or name the "
                      "file in TREY_LIBRARY (" + "; ".join(problems) + ")")


def _declare(loaded: ctypes.CDLL) -> ctypes.CDLL:
    try:
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype = result
            function.argtypes = arguments
    except AttributeError as problem:
        raise ImportError(f"the library found is another version: {problem}") from None
    version = loaded.trey_version().decode()
    if not version.startswith(VERSION + "."):
        raise ImportError(f"the library found is of version {version}, not {VERSION}")
    return loaded


lib = _declare(_load())


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last argument is an error; raises the error that it
    reports."""
    error = CError()
    status = function(*arguments, ctypes.byref(error))
    if status != OK:
        raise error_of(status, error.message.decode(errors="replace"), error.line)


@contextlib.contextmanager
def deferred_interrupts(notify: Callable[[], object]) -> Iterator[bool]:
    """Meanwhile Ctrl-C calls `notify`, and Python's handler runs at the end. Yields False
    if there is nothing to defer: in other threads, and if Python does not handle the
    signal."""
    handler: Any = None
    if threading.current_thread() is threading.main_thread():
        handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        yield False
        return
    received: list[int] = []

    def on_signal(number: int, frame: Any) -> None:
        received.append(number)
        notify()

    signal.signal(signal.SIGINT, on_signal)
    try:
        yield True
    finally:
        signal.signal(signal.SIGINT, handler)
    if received:
        handler(received[0], None)


class Cancellable:
    """Options, for call_long, of a function that takes its flag as an argument."""

    cancel: Optional[int] = None  # address of the flag


def call_long(options: Any, function: Any, *arguments: Any,
              on_stop: Optional[Callable[[], object]] = None) -> None:
    """Like call(), for long functions that `options.cancel` can cancel: Ctrl-C ends them,
    and calls `on_stop`. Python handles signals only in the main thread, and only outside of
    C functions, so another thread works while the main thread waits."""
    cancel, done = CCancel(), threading.Event()
    refused: list[BaseException] = []

    def stop() -> None:
        lib.trey_cancel_raise(ctypes.byref(cancel))
        if on_stop is not None:
            on_stop()

    def work() -> None:
        try:
            call(function, *arguments)
        except BaseException as problem:
            refused.append(problem)
        done.set()

    with deferred_interrupts(stop) as deferred:
        if not deferred:
            call(function, *arguments)
            return
        options.cancel = ctypes.addressof(cancel)
        threading.Thread(target=work).start()
        try:
            # The system may deliver the signal to another thread, which does not end a
            # wait of this one; so each wait is short.
            while not done.wait(0.1):
                pass
        except BaseException:  # raised by the handler of another signal
            stop()
            done.wait()
            raise
        finally:
            options.cancel = None
    if refused:
        raise refused[0]


class Single:
    """An object that cannot be copied: it uses memory of the library, which a copy would
    share."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} can neither be copied nor pickled")


class Owner(Single):
    """Owns an object of the library, and frees it once."""

    _free: Any  #: the function that frees it
    _handle: c_void_p
    #: The process that made it, if it has threads, which do not survive a fork.
    _process: Optional[int] = None

    def __del__(self) -> None:
        handle = self.__dict__.pop("_handle", None)
        # In a forked process there are no threads, for whose end freeing would wait.
        if handle and (self._process is None or self._process == os.getpid()):
            self._free(handle)

    def _set_threads(self, threads: int) -> None:
        self._process = None if threads == 1 else os.getpid()

    def _check_process(self) -> None:
        if self._process is not None and self._process != os.getpid():
            raise error_of(STATE, f"a {type(self).__name__.lower()} of several threads does "
                           "not work in a forked process; make a new one there")


U16, U32, U64 = (1 << 16) - 1, (1 << 32) - 1, (1 << 64) - 1


def whole(name: str, number: Any, least: int = 0, most: int = U64) -> int:
    """An integer within bounds: ctypes would silently truncate larger ones."""
    given = operator.index(number)
    if not least <= given <= most:
        raise invalid(f"{name} is {least} to {most}, not {given}")
    return given


def threads_of(number: Any) -> int:
    """A number of threads; 0 lets the library choose where it can."""
    return whole("the number of threads", number, 0, U32)


def seconds_of(seconds: float) -> float:
    """A time limit: the library takes 0 for no limit."""
    given = float(seconds)
    if not given > 0.0:
        raise invalid(f"seconds are more than 0, not {given:g}")
    return given


def finite(name: str, number: float) -> float:
    """A finite number."""
    given = float(number)
    if not math.isfinite(given):
        raise invalid(f"{name} is a finite number, not {given:g}")
    return given


def path_of(path: Union[str, "os.PathLike[str]"]) -> bytes:
    """The name of a file, encoded for the library."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise invalid("the name of a file cannot hold a zero character")
    return name


def call_file(path: Union[str, "os.PathLike[str]"], function: Any, *arguments: Any) -> None:
    """Like call(), for functions whose first argument is the path of a file; errors begin
    with the name of the file."""
    name = path_of(path)
    try:
        call(function, name, *arguments)
    except Error as problem:
        shown = f"{os.fsdecode(name)}:{problem.line}" if problem.line else os.fsdecode(name)
        raised = error_of(problem.status, f"{shown}: {problem._message}",
                          problem.line, located=True)
        if isinstance(raised, FileError):
            raised.filename = os.fsdecode(name)
        raise raised from None


def text_of(function: Any, size: int, *arguments: Any) -> str:
    """The text that a function writes to a buffer of bounded size."""
    room = ctypes.create_string_buffer(size)
    function(*arguments, room, size)
    return room.value.decode()


def take_text(pointer: c_void_p) -> str:
    """A text returned by the library, which is freed here."""
    try:
        return ctypes.string_at(pointer.value or 0).decode()
    finally:
        lib.trey_free(pointer)


def encode(text: str) -> bytes:
    """Encodes a text for the library, which would not see anything after a zero byte."""
    if not isinstance(text, str):
        raise TypeError(f"a str is needed here, not {type(text).__name__}")
    if "\0" in text:
        raise invalid("a text for trey cannot hold a zero character")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise invalid("a text for trey cannot hold half of a surrogate pair") from None

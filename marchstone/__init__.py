"""Schotten Totten and Schotten Totten 2: exact rules, proofs that explain themselves, positions and records as texts.

>>> game = Game("stones", seed=1, first=0)
>>> events = game.play("play v9 5")
>>> game.explain_claim(5).holds
False
"""

from .cards import Card
from .errors import (
    GameError,
    IllegalMoveError,
    MarchstoneError,
    PositionError,
    RecordError,
    TextError,
    UnknownPresetError,
    WrongTypeError,
)
from .events import Event
from .explain import ClaimProof
from .game import Game
from .match import Outcome, RolesMatch, RoundsMatch
from .move import LegalMoves, Move
from .position import Position
from .record import Record
from .rules import Rules
from .view import View

__all__ = [
    "Card",
    "ClaimProof",
    "Event",
    "Game",
    "GameError",
    "IllegalMoveError",
    "LegalMoves",
    "MarchstoneError",
    "Move",
    "Outcome",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "RolesMatch",
    "RoundsMatch",
    "Rules",
    "TextError",
    "UnknownPresetError",
    "View",
    "WrongTypeError",
]

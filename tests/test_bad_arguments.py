"""Wrong arguments: whatever is given to whatever people call, it works or is refused with an error of our own.

The list of callables is made from what the package exports, so that nothing new can be forgotten; each argument of each is
replaced by every bad value in turn, the others being good.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import marchstone
from marchstone import Card, ClaimProof, Event, Game, LegalMoves, Move, Outcome, Position, Record, RolesMatch, RoundsMatch, Rules
from marchstone.batch import play_many
from marchstone.errors import MarchstoneError, WrongTypeError
from marchstone.exact import Deal, all_deals, best_response
from marchstone.explain import explain_claim
from marchstone.guards import check_pair, check_seat, shown
from marchstone.match import outcome_of
from marchstone.players.random import RandomPlayer
from marchstone.table import table_text

# what nobody should give; some of it is right for some arguments, and then it must work
BAD: list[Any] = [
    *(
        None,
        True,
        -1,
        0,
        2,
        7,
        10**30,
        -(10**30),
        10**5000,
        1.5,
        float("nan"),
        1j,
        "",
        "x",
        "\ud800",
        "\0",
        "r1",
        "stones",
        "-" * 5000,
    ),
    *(b"x", [], [None], (), ((),), {}, {"a": None}, {1: 2}, set(), object(), object, len, iter(()), range(3), slice(None)),
]
SLOWEST = 10.0  # seconds for one call; nothing may hang
POSITION = Position.deal("stones-tiny", seed=1, first=0)
FIRST = POSITION.legal_moves[0].text
WON = Outcome("stones", 0, "adjacent", (3, 2))
# good arguments for what has a value of its own; all others are made without
GOOD: dict[str, dict[str, Any]] = {
    "Card": {"text": "r9", "game": "stones"},
    "Card.of": {"number": 1, "game": 0},
    "Card.name": {"language": "en"},
    "Event": {"kind": "passed", "game": "stones", "seat": 0, "card": None, "back": None, "reason": None},
    "Event.sentence": {"language": "en", "players": ("A", "B")},
    "ClaimProof.sentence": {"language": "fr"},
    "Game": {"start": "stones-tiny", "moves": (), "seed": 1, "first": 0},
    "Game.play": {"move": FIRST, "seat": 0},
    "Game.view": {"seat": 0},
    "Game.events": {"seat": 0},
    "Game.explain_claim": {"front": 1, "seat": 0},
    "LegalMoves": {"state": POSITION.state},
    "LegalMoves.filter": {"verb": "play"},
    "LegalMoves.__contains__": {"move": FIRST},
    "LegalMoves.__getitem__": {"index": 0},
    "Move": {"text": "claim 1"},
    "Move.of": {"action": Move("claim 1").action("stones"), "game": "stones"},
    "Move.action": {"game": "stones"},
    "Outcome": {"preset": "stones", "winner": 0, "reason": "adjacent", "stones": (3, 2), "siege_left": 0, "intact": 0, "oil": 0},
    "Position": {"text": POSITION.text},
    "Position.of": {"state": POSITION.state},
    "Position.parse": {"text": POSITION.text, "check": True},
    "Position.problems": {"text": POSITION.text},
    "Position.deal": {"preset": "stones", "seed": 1, "first": 0},
    "Position.apply": {"move": FIRST},
    "Position.legal_action": {"move": FIRST, "seat": 0},
    "Position.hand": {"seat": 0},
    "Position.view": {"seat": 0},
    "Position.perft": {"depth": 1, "target": "python"},
    "Position.resample": {"seat": 0, "seed": 1},
    "Position.front": {"number": 1},
    "Position.explain_claim": {"front": 1, "seat": 0},
    "Position.svg": {"language": "en", "seat": 0},
    "Record": {"start": POSITION, "moves": (), "tags": {"A": "b"}},
    "Record.of": {"game": Game(POSITION), "Event": "x"},
    "Record.parse": {"text": Record(POSITION).text},
    "Record.load": {"path": "nowhere"},
    "Record.save": {"path": "nowhere/at/all"},
    "RolesMatch": {"preset": "walls", "results": ()},
    "RolesMatch.after": {"outcome": Outcome("walls", 0, "fourth")},
    "RoundsMatch": {"preset": "stones", "rounds": 2, "first": 0, "results": (WON,)},
    "RoundsMatch.after": {"outcome": WON},
    "Rules": {"name": "stones"},
    "Rules.front_rules": {"front": 1, "damaged": False, "blind": False, "mud": False},
    "Rules.check_front": {"front": 1},
    "View": {"text": POSITION.view(0).text},
    "View.of": {"seen": POSITION.view(0).vector},
    "View.hand_sizes": {"seat": 0},
    "View.sample": {"seed": 1},
    "View.front": {"number": 1},
    "View.explain_claim": {"front": 1, "seat": 0},
    "View.svg": {"language": "en", "seat": 0},
    # beside what `import marchstone` gives
    "RandomPlayer": {"seed": 1, "eager": True},
    "RandomPlayer.choose": {"view": POSITION.view(0), "legal": POSITION.legal_moves, "budget": None},
    "play_many": {"preset": "stones-tiny", "games": 1, "seed": 0, "eager": True, "target": "python", "threads": 1},
    "best_response": {"name": "stones-tiny", "seat": 0, "deals": list(all_deals("stones-tiny"))[:3], "target": "cpu"},
    "explain_claim": {"state": POSITION.state, "front": 1, "seat": 0},
    "outcome_of": {"game": POSITION},
    "table_text": {"vector": POSITION.state, "seat": 0, "language": "en"},
}
# on what methods are called
SELVES: dict[str, Callable[[], Any]] = {
    "Card": lambda: Card("r9"),
    "ClaimProof": lambda: POSITION.explain_claim(1),
    "Event": lambda: Event("passed", "stones", 0),
    "Game": lambda: Game(POSITION),
    "LegalMoves": lambda: POSITION.legal_moves,
    "Move": lambda: Move("claim 1"),
    "Position": lambda: POSITION,
    "Record": lambda: Record(POSITION),
    "RolesMatch": RolesMatch,
    "RoundsMatch": lambda: RoundsMatch(rounds=2),
    "Rules": lambda: Rules("stones"),
    "View": lambda: POSITION.view(0),
    "RandomPlayer": lambda: RandomPlayer(1),
}
OTHERS = {
    "RandomPlayer": RandomPlayer,
    "RandomPlayer.choose": RandomPlayer.choose,
    **{call.__name__: call for call in (play_many, best_response, explain_claim, outcome_of, table_text)},
}
SPECIAL = ("__contains__", "__getitem__")  # of the methods with underscores, those that people call by other signs
MADE_BY_HAND_NEVER = ("ClaimProof",)  # it is an answer; nobody but `explain_claim` makes one


def exported() -> Iterator[str]:
    """Everything public that takes an argument: classes, their methods, and the functions above; errors left out."""
    for name in marchstone.__all__:
        kind = getattr(marchstone, name)
        if issubclass(kind, Exception):
            continue
        if name not in MADE_BY_HAND_NEVER:
            yield name
        for method in (*(word for word in dir(kind) if not word.startswith("_")), *SPECIAL):
            found = inspect.getattr_static(kind, method, None)
            bound = isinstance(found, (classmethod, staticmethod))
            if (bound or inspect.isfunction(found)) and len(inspect.signature(getattr(kind, method)).parameters) > (not bound):
                yield f"{name}.{method}"
    yield from OTHERS


def call_of(name: str) -> Callable[..., Any]:
    """What is called by that name, bound to a value where it is a method."""
    owner, _, method = name.partition(".")
    return getattr(SELVES[owner](), method) if method else OTHERS.get(name) or getattr(marchstone, name)


def attempt(call: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """What comes of it, used a little: an object that was made can say what it is."""
    try:
        made = call(**arguments)
        str(made), repr(made)
        return made
    except MarchstoneError as problem:
        assert problem.code and len(str(problem)) < 1000, problem
        return problem


def test_the_list_is_whole() -> None:
    """Everything that is exported has good arguments above, which name all its parameters."""
    listed = {name: set(arguments) for name, arguments in GOOD.items()}
    assert set(exported()) == set(listed)
    for name, arguments in listed.items():
        taken = inspect.signature(call_of(name)).parameters
        named = {word for word, parameter in taken.items() if parameter.kind is not inspect.Parameter.VAR_KEYWORD}
        assert named <= arguments | ({"source", "target", "front", "number"} if name == "Event" else set()), name
        good = attempt(call_of(name), GOOD[name])
        fine = ("record.file",) if name in ("Record.load", "Record.save") else ("match.unfinished-game",)
        assert getattr(good, "code", None) in (None, *fine), (name, good)


@pytest.mark.parametrize("name", GOOD)
def test_bad_arguments(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a record may be saved under any name that a file can have
    refused = 0
    for word in GOOD[name]:
        for value in BAD:
            start = time.perf_counter()
            try:
                refused += isinstance(attempt(call_of(name), GOOD[name] | {word: value}), MarchstoneError)
            except IndexError:
                assert name == "LegalMoves.__getitem__"
            except Exception as problem:
                raise AssertionError(f"{name}({word}={shown(value)}): {problem!r}") from problem
            assert time.perf_counter() - start < SLOWEST, (name, word, shown(value))
    assert refused >= len(BAD) / 3 or name == "LegalMoves.__contains__"


# -- one by one ------------------------------------------------------------------------------------------------------------


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(MarchstoneError) as caught:
        call()
    return caught.value.code


@pytest.mark.parametrize("seat", [2, -1, None, True, "0", 1.0, 10**30])
def test_a_seat_is_refused_alike_everywhere(seat: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: check_seat(seat),
        lambda: POSITION.view(seat),
        lambda: POSITION.hand(seat),
        lambda: explain_claim(POSITION.state, 1, seat),
        lambda: best_response("stones-tiny", seat, target="python"),
    ]
    calls += [] if seat is None else [lambda: table_text(POSITION.state, seat), lambda: POSITION.explain_claim(1, seat)]
    for call in calls:
        with pytest.raises(WrongTypeError) as caught:
            call()
        assert (caught.value.code, caught.value.expected) == ("seat.unknown", "0 to 1")


def test_true_is_no_number() -> None:
    assert code_of(lambda: explain_claim(POSITION.state, True, 0)) == "front.type"
    assert code_of(lambda: Move.of(True, "stones")) == "move.number"
    assert code_of(lambda: Move.of(1, True)) == "game.unknown"
    assert code_of(lambda: POSITION.perft(True)) == "perft.depth"
    assert code_of(lambda: RoundsMatch(rounds=True)) == "match.rounds"


def test_flags_are_flags() -> None:
    for given in ({"mud": 2}, {"damaged": None}, {"blind": "x"}, {"mud": 1}):
        assert code_of(lambda given=given: Rules("stones").front_rules(1, **given)) == "flag.type"
    assert code_of(lambda: play_many("stones", 1, eager=1)) == "flag.type"  # type: ignore[arg-type]


def test_deals_that_are_none() -> None:
    """Compiled code believes what it is told, so a deal has all cards of its game, each once."""
    deals = list(all_deals("stones-tiny"))
    good = deals[0]
    doubled, lost = good.pile[:-1] + good.pile[:1], good.pile[:-1]
    wrong = [Deal(2, good.hands, good.pile), Deal(0, good.hands, doubled), Deal(0, good.hands, lost), Deal(0, (0, 0), good.pile)]
    for given in ([], (), iter(()), [None], 5, "x", *([deal] for deal in wrong), [Deal(0, 5, "x")]):  # type: ignore[arg-type]
        assert code_of(lambda given=given: best_response("stones-tiny", 0, given, "python")) == "exact.deals"
    assert best_response("stones-tiny", 0, deals[:1], "python").deals == 1


def test_slices_of_legal_moves() -> None:
    moves = list(POSITION.legal_moves)
    assert len(moves) > 3
    for some in (slice(None), slice(1, 3), slice(-2, None), slice(None, None, -1), slice(99, 100)):
        assert POSITION.legal_moves[some] == moves[some]
    with pytest.raises(IndexError):
        POSITION.legal_moves[len(moves)]
    assert code_of(lambda: POSITION.legal_moves["x"]) == "move.index"  # type: ignore[call-overload]


def test_an_outcome_from_a_position_or_a_view() -> None:
    game = Game("stones-tiny", seed=1)
    while not game.is_over:
        game.play(game.legal_moves[0])
    expected = outcome_of(game.position.state)
    assert outcome_of(game.position) == outcome_of(game.view(1)) == expected
    assert code_of(lambda: outcome_of(POSITION)) == "match.unfinished-game"


def test_a_player_with_nothing_to_choose() -> None:
    assert code_of(lambda: RandomPlayer(1).choose(POSITION.view(1), LegalMoves(None))) == "player.moves"


def test_what_a_message_shows() -> None:
    assert [shown(value) for value in (None, True, 5, 1.5, "x" * 99)] == ["None", "True", "5", "1.5", repr("x" * 40)]
    assert shown(10**5000) == "of type int" and shown(b"x") == "of type bytes"
    check_pair(["a", "b"], "names", "names")


def test_an_answer_says_what_it_is() -> None:
    proof = POSITION.explain_claim(1)
    assert isinstance(proof, ClaimProof) and code_of(lambda: proof.sentence("de")) == "language.unknown"

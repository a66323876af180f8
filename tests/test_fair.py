"""Fair deals: the published examples, that nothing can be changed afterwards, that all orders are equally likely, `verify`."""

import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from marchstone import fair
from marchstone.cli.records import verify
from marchstone.errors import MarchstoneError, WrongTypeError
from marchstone.fair import Stream, check_record, commitment, deal, round_seed, tags_of
from marchstone.game import Game
from marchstone.position import Position
from marchstone.record import Record
from marchstone.rules import Rules

from . import fair_vectors

VECTORS = json.loads(fair_vectors.PATH.read_text(encoding="utf-8"))
GAME, SEED, SEEDS = "abcdefghijkl", bytes(range(32)), ("0" * 32, "f" * 64)


def test_the_examples_are_those_of_the_page() -> None:
    """The file is what its generator writes, so nobody edits it by hand."""
    assert fair_vectors.PATH.read_text(encoding="utf-8") == fair_vectors.text()
    assert {vector["preset"] for vector in VECTORS["deals"]} >= {name for name in Rules.names() if name.count("-small") == 0} - {
        "walls-tiny"
    }


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda v: f"{v['preset']}-{v['game'][:2]}-{v['round']}")
def test_examples(vector: dict) -> None:
    """Two readings of docs/fair.md, which share no line, agree."""
    seed = bytes.fromhex(vector["seed"])
    assert commitment(vector["game"], vector["round"], seed) == vector["commitment"]
    dealt = deal(vector["preset"], vector["game"], vector["round"], seed, (vector["seed0"], vector["seed1"]))
    assert dealt.lot == vector["lot"]
    text = dealt.start.text.split()
    assert [set(hand.split(",")) for hand in text[4].split(":")] == [set(hand) for hand in vector["hands"]]
    pile, tactics = ([card for card in part.split(",") if card] for part in text[5].split(":"))
    assert (pile[::-1], tactics[::-1]) == (vector["pile"], vector["tactic-pile"])
    key = re.search(" key=([0-9a-f]+)", dealt.start.text)
    assert (key[1] if key else None) == vector["key"]
    assert dealt.start.turn == (dealt.lot if dealt.start.rules.game == "stones" else 0)
    assert Position(dealt.start.text) == dealt.start  # it can be, by all that is checked of positions


def test_chain() -> None:
    """Each seed is the hash of the next, so the first commitment binds all rounds."""
    last = bytes.fromhex(VECTORS["chain"]["last"])
    for number, seed in VECTORS["chain"]["seeds"].items():
        assert round_seed(last, int(number)).hex() == seed
    for number in range(1, fair.ROUNDS):
        after = round_seed(last, number + 1)
        assert round_seed(last, number) == hashlib.sha256(b"marchstone chain 1\0" + after).digest()
    assert round_seed(last, fair.ROUNDS) == last


@pytest.mark.parametrize("changed", ["game", "round", "seed", "seed0", "seed1"])
def test_everything_counts(changed: str) -> None:
    """Whatever goes into a deal changes it; so neither the server nor one player alone can choose it."""
    given = {"game": GAME, "round": 1, "seed": SEED, "seed0": SEEDS[0], "seed1": SEEDS[1]}
    other = given | {"game": "b" * 12, "round": 2, "seed": bytes(32), "seed0": "1" * 32, "seed1": "f" * 63}
    mixed = given | {changed: other[changed]}

    def dealt(parts: dict) -> Position:
        return deal("stones", parts["game"], parts["round"], parts["seed"], (parts["seed0"], parts["seed1"])).start

    assert dealt(given) != dealt(mixed) and dealt(given) == dealt(dict(given))


def test_the_order_of_the_seeds_counts() -> None:
    assert deal("stones", GAME, 1, SEED, SEEDS).start != deal("stones", GAME, 1, SEED, SEEDS[::-1]).start


def test_who_begins() -> None:
    """In stones a seat can be named, and nothing else changes by that; in walls the attacker begins whatever the lot says."""
    lots, first = Counter(), set()
    for number in range(1, 101):
        seed = round_seed(SEED, number)
        by_lot = deal("stones", GAME, number, seed, SEEDS)
        lots[by_lot.lot] += 1
        for seat in (0, 1):
            named = deal("stones", GAME, number, seed, SEEDS, seat)
            assert named.start.turn == seat and named.lot == by_lot.lot
            assert [named.start.hand(s) for s in (0, 1)] == [by_lot.start.hand(s) for s in (0, 1)]
        first.add(deal("walls", GAME, number, seed, SEEDS).start.turn)
    assert first == {0} and min(lots.values()) > 25


def test_numbers_are_uniform() -> None:
    """All orders of four cards come, each about as often as the others; the bound is exceeded once in a million runs."""
    counts = Counter(
        "".join(map(str, Stream(GAME, number % 100 + 1, hashlib.sha256(b"%d" % number).digest(), SEEDS).shuffled([0, 1, 2, 3])))
        for number in range(12_000)
    )
    expected = 12_000 / 24
    assert len(counts) == 24
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 75


def test_rejection() -> None:
    """Numbers too high are passed over: only so are remainders equally likely."""

    class Fixed(Stream):
        def __init__(self, words: list[int]) -> None:
            self._words = words[::-1]

    assert Fixed([2**32 - 1, 7]).below(3) == 1  # 2**32 - 1 is the one number too many for 3
    assert Fixed([2**32 - 2, 7]).below(3) == (2**32 - 2) % 3
    assert Fixed([2**31, 5]).below(2**31 + 1) == 2**31
    assert Fixed([2**31 + 1, 5]).below(2**31 + 1) == 5


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(Rules.names()), st.binary(min_size=32, max_size=32), st.integers(1, 100))
def test_any_deal_can_be(preset: str, seed: bytes, number: int) -> None:
    """A deal is a position in which every card is just once, and from which a game can be played."""
    start = deal(preset, GAME, number, seed, SEEDS).start
    assert Position.problems(start.text) == [] and len(start.legal_moves) > 0


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: commitment("short", 1, SEED), "fair.game"),
        (lambda: commitment("A" * 12, 1, SEED), "fair.game"),
        (lambda: commitment(GAME + "\n", 1, SEED), "fair.game"),
        (lambda: commitment(GAME, 0, SEED), "fair.round"),
        (lambda: commitment(GAME, 101, SEED), "fair.round"),
        (lambda: commitment(GAME, True, SEED), "fair.round"),
        (lambda: commitment(GAME, 1, SEED[:31]), "fair.seed"),
        (lambda: commitment(GAME, 1, "00" * 32), "fair.seed"),  # type: ignore[arg-type]
        (lambda: deal("stones", GAME, 1, SEED, ("0" * 31, "f" * 64)), "fair.seed"),
        (lambda: deal("stones", GAME, 1, SEED, ("0" * 32, "F" * 64)), "fair.seed"),
        (lambda: deal("stones", GAME, 1, SEED, ("0" * 32, "f" * 65)), "fair.seed"),
        (lambda: deal("stones", GAME, 1, SEED, ("0" * 32 + "|", "f" * 64)), "fair.seed"),
        (lambda: deal("nope", GAME, 1, SEED, SEEDS), "preset.unknown"),
        (lambda: deal("stones", GAME, 1, SEED, SEEDS, 2), "seat.unknown"),
    ],
)
def test_refused(call: object, code: str) -> None:
    with pytest.raises(MarchstoneError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.code == code


# -- records ---------------------------------------------------------------------------------------------------------------


def record(preset: str = "stones", first: int | None = None) -> Record:
    """A record as the server writes one, of a game that has just begun."""
    dealt = deal(preset, GAME, 1, SEED, SEEDS, first)
    seats = (0, 1) if preset == "stones" or dealt.lot == 0 else (1, 0)
    game = Game(dealt.start)
    game.play(game.legal_moves[0])
    return Record.of(game, **tags_of(GAME, 1, SEED, SEEDS, seats, dealt.lot if first is None else None))


@pytest.mark.parametrize("preset", ["stones", "walls-tactics"])
def test_record(preset: str) -> None:
    told = Record.parse(record(preset).text)
    assert check_record(told.start, told.tags)
    assert check_record(told.start, {"Seat0": "Ann", "Round": "3", "Game": "final"}) is False  # others' tags say nothing


def test_named_first() -> None:
    for first in (0, 1):
        told = record(first=first)
        assert "Lot" not in told.tags and check_record(told.start, told.tags)


@pytest.mark.parametrize(
    ("tag", "value", "code"),
    [
        ("Commitment", "0" * 64, "fair.commitment"),
        ("RoundSeed", "0" * 64, "fair.commitment"),
        ("RoundSeed", "0" * 63, "fair.tags"),
        ("RoundSeed", "0" * 64 + "\u00b2", "fair.tags"),
        ("Round", "2", "fair.commitment"),
        ("Round", "\u0661", "fair.round"),
        ("Round", "0", "fair.round"),
        ("Round", "999", "fair.round"),
        ("Game", "b" * 12, "fair.commitment"),
        ("Game", "", "fair.game"),
        ("Seed0", "1" * 32, "fair.deal"),
        ("Seed1", "x", "fair.seed"),
        ("Seats", "1 0", "fair.lot"),
        ("Seats", "0 0", "fair.tags"),
        ("Lot", "2", "fair.lot"),
        ("Game", None, "fair.tags"),
        ("Seed0", None, "fair.tags"),
        ("Commitment", None, "fair.tags"),
        ("Seats", None, "fair.tags"),
    ],
)
def test_wrong_tags(tag: str, value: str | None, code: str, tmp_path: Path) -> None:
    """Whatever is changed is found, by the function and by the command."""
    good = record()
    tags = {name: text for name, text in good.tags.items() if name != tag} | ({} if value is None else {tag: value})
    with pytest.raises(MarchstoneError) as caught:
        check_record(good.start, tags)
    assert caught.value.code == code
    path = tmp_path / "game.txt"
    path.write_text(Record(good.start, good.moves, tags).text, encoding="utf-8")
    ran = CliRunner().invoke(verify, [str(path), "--json"], standalone_mode=False)
    assert ran.return_value == 2 and json.loads(ran.output)[0]["code"] == code


def test_another_deal() -> None:
    """Two cards that have changed places are found."""
    good = record()
    text = good.start.text.split()
    hands = text[4].split(":")
    ours, theirs = hands[0].split(","), hands[1].split(",")
    ours[0], theirs[0] = theirs[0], ours[0]
    text[4] = ":".join([",".join(ours), ",".join(theirs)])
    with pytest.raises(MarchstoneError) as caught:
        check_record(Position(" ".join(text)), good.tags)
    assert caught.value.code == "fair.deal"


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    record().save(path)
    ran = CliRunner().invoke(verify, [str(path)], standalone_mode=False)
    assert ran.return_value == 0 and ran.output.endswith("result *, the deal follows from its seeds\n")
    ran = CliRunner().invoke(verify, [str(path), "--json"], standalone_mode=False)
    assert json.loads(ran.output)[0]["fair"] is True


def test_wrong_types() -> None:
    with pytest.raises(WrongTypeError):
        deal("stones", GAME, 1, SEED, (1, 2))  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        commitment(3, 1, SEED)  # type: ignore[arg-type]

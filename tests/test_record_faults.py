"""Broken records: however one was cut, altered or garbled, it is refused with a reason, at once, and never taken for another."""

from __future__ import annotations

import random
import re
import time
from functools import cache

import pytest

from marchstone.core.presets import NAMES
from marchstone.errors import MarchstoneError, RecordError
from marchstone.move import ALL_TEXTS
from marchstone.record import LONGEST, Record
from tests.test_record import every_preset, record, refused, refused_at

SLOWEST = 0.2  # seconds for one text; a record is replayed before it can be refused at its end
MUTANTS, DEEP_MUTANTS, CHUNK = 500, 20_000, 1000


# -- cut off and altered ---------------------------------------------------------------------------------------------------


@every_preset
def test_cut_off(preset: str) -> None:
    """After every line, and at many characters; only the line end of the last line can be missing."""
    text, rng = record(preset, 5, 45).text, random.Random(5)
    cuts = {match.end() for match in re.finditer("\n", text)} | set(rng.sample(range(len(text)), min(40, len(text))))
    for cut in cuts - {len(text), len(text) - 1}:
        refused(text[:cut])


def test_cut_off_in_front() -> None:
    """All tags may be missing, but not a part of one, and not a part of the deal."""
    deal = STONES.index("deal")
    for cut in range(1, STONES.index("1. 0 play")):
        text = STONES[cut:]
        if cut <= deal and "\n" in (STONES[cut - 1], STONES[cut]):
            assert Record.parse(text).game() == Record.parse(STONES).game()
        else:
            refused(text)


STONES = """[Preset "stones-tiny"]
[Result "1"]
[Event "altered"]

deal stones-tiny 0 play :/: r3,o3:r1,r2 o1,o2:

1. 0 play o3 1, draw clan
2. 1 play r1 1, draw clan
3. 0 play r3 2
4. 1 play r2 1
5. 0 play o1 1
6. 1 play o2 2, claim 1

final stones-tiny 1 over o3,o1:r1,r2*+1/r3:o2 : : result=1 reason=adjacent
"""
OTHER_END = "final stones-tiny 1 over o3,o1:r1,r2*+1/:o2 r3: : result=1 reason=adjacent"
ALTERED = [
    ('[Result "1"]', '[Result "0"]', "result", "[Result"),
    ('[Result "1"]', '[Result "*"]', "result", "[Result"),
    ('[Result "1"]', '[Reason "majority"]', "result", "[Reason"),
    ('[Preset "stones-tiny"]', '[Preset "stones"]', "result", "[Preset"),
    ('[Event "altered"]', '[Event "a"]\n[Event "b"]', "syntax", '[Event "b"'),
    ('[Event "altered"]', '[Preset "stones-tiny"]', "syntax", '[Preset "stones-tiny"]\n\n'),
    ('[Event "altered"]', '[Event "a" ]', "syntax", "[Event"),
    ('[Event "altered"]', "[Event altered]", "syntax", "[Event"),
    ('[Event "altered"]', '[event "a"]', "syntax", "[event"),
    ('[Event "altered"]', '[Event "a\\n"]', "syntax", "[Event"),
    ('[Event "altered"]', '[Event "a"] # so', "syntax", "[Event"),
    ('[Event "altered"]', ' [Event "a"]', "order", " [Event"),
    ('[Event "altered"]', "Event: altered", "order", "Event"),
    ("reason=adjacent", "reason=majority", "position", "final"),
    ("final stones-tiny 1", "final stones-tiny 0", "final", "final"),
    ("result=1 reason=adjacent", "", "position", "final"),
    ("o3,o1:r1,r2*+1/r3:o2", "o3,o1:r1,r2+1/r3:o2", "position", "final"),
    ("result=1 reason", "reason=adjacent result=1 quiet", "position", "final"),
    (re.search("final.*", STONES)[0], OTHER_END, "final", "final"),  # type: ignore[index]
    ("result=1 reason=adjacent\n", "result=1 reason=adjacent \n", "final", "final"),
    ("3. 0 play r3 2\n", "3. 0 play r3 1\n", "move", "5. 0"),
    ("3. 0 play r3 2\n", "3. 0 play o1 1\n", "move", "5. 0"),
    ("play r1 1, draw clan", "draw clan, play r1 1", "move", "2. 1"),
    ("play r1 1, draw clan", "play r1 1", "move", "3. 0"),
    ("play r1 1, draw clan", "play r1 1, draw clan, draw clan", "move", "2. 1"),
    ("play o2 2, claim 1", "play o2 2, claim 2", "move", "6. 1"),
    ("play o2 2, claim 1", "play o2 2, claim 1, claim 1", "move", "6. 1"),
    ("play o2 2, claim 1", "play o2 2", "final", "final"),
    ("play o2 2, claim 1", "play o2 2,claim 1", "move", "6. 1"),
    ("play o2 2, claim 1", "play o2 2, ", "move", "6. 1"),
    ("play o2 2, claim 1", "", "move", "6. 1"),
    ("play o2 2, claim 1", "play o2 3, claim 1", "move", "6. 1"),
    ("play o2 2, claim 1", "play y0 2", "move", "6. 1"),
    ("2. 1 play", "2. 0 play", "syntax", "2. 0"),
    ("1. 0 play", "1. 1 play", "move", "1. 1"),
    ("1. 0 play", "1. 2 play", "syntax", "1. 2"),
    ("2. 1 play", "3. 1 play", "syntax", "3. 1"),
    ("2. 1 play", "1. 1 play", "syntax", "1. 1"),
    ("2. 1 play", "02. 1 play", "syntax", "02."),
    ("2. 1 play", "2. 1  play", None, ""),
    ("2. 1 play", "2 . 1 play", "syntax", "2 ."),
    ("2. 1 play", "٢. 1 play", "syntax", "٢"),
    ("2. 1 play", "99999999999999999999. 1 play", "syntax", "9999"),
    ("play o3 1, draw clan", "play o3 1\n2. 0 draw clan", "syntax", "2. 0"),
    ("4. 1 play r2 1\n", "", "syntax", "5. 0"),
    ("deal stones-tiny 0", "deal stones-tiny 1", "move", "1. 0"),
    ("o1,o2:\n", "o2,o1:\n", "move", "5. 0"),
    ("r3,o3:r1,r2 o1,o2:\n", "r3,r1:o3,r2 o1,o2:\n", "move", "1. 0"),
    ("r3,o3:r1,r2 o1,o2:\n", "r3,o3:r1,r2 o1:\n", "position", "deal"),
    ("r3,o3:r1,r2 o1,o2:\n", "r3,o3:r1,r2 o1,o2,o2:\n", "position", "deal"),
    ("deal stones-tiny 0 play :/: r3,o3:r1,r2 o1,o2:\n", "deal stones-tiny 0 play :/: r3,o3:?2 ?2: view=0\n", "position", "deal"),
    ("deal stones-tiny 0", "deal chess 0", "position", "deal"),
    ("deal stones-tiny", "Deal stones-tiny", "order", "Deal"),
    ("deal stones-tiny", "deal\tstones-tiny", "order", "deal"),
    ("\nfinal", "\n7. 0 pass\nfinal", "move", "7. 0"),
]


@pytest.mark.parametrize("old, new, code, begins", ALTERED)
def test_altered(old: str, new: str, code: str | None, begins: str) -> None:
    assert STONES.count(old) >= 1
    text = STONES.replace(old, new, 1)
    if code is None:
        assert Record.parse(text) == Record.parse(STONES)
    else:
        refused_at(text, code, begins)


def test_the_order_of_the_parts() -> None:
    """Only the one order is taken, and the deal and the end just once."""
    known, (tags, deal, moves, final) = Record.parse(STONES), STONES.removesuffix("\n").split("\n\n")
    assert Record.parse("\n".join((tags, deal, moves, final))) == known
    for parts in (
        *((deal, tags, moves, final), (tags, moves, deal, final), (tags, deal, final, moves), (final, tags, deal, moves)),
        *((tags, deal, deal, moves, final), (tags, deal, moves, final, final), (tags, deal, moves, tags, final)),
        *((tags, deal, moves, deal, final), (tags, final), (tags, deal, moves, final, '[A "b"]'), (moves,), (final,)),
    ):
        assert refused("\n".join(parts)).code == "record.order", parts
    for parts in ((), (tags,), (tags, deal), (tags, deal, moves), ("# nothing",)):
        assert refused("\n".join(parts)).code == "record.truncated", parts


def test_too_long() -> None:
    known, room = Record.parse(STONES), LONGEST - len(STONES)
    assert Record.parse(STONES + "\n" * room) == known
    with pytest.raises(RecordError) as caught:
        Record.parse(STONES + "\n" * (room + 1))
    assert caught.value.code == "record.too-long"


# -- garbled ---------------------------------------------------------------------------------------------------------------

SIGNS = '[]"\\#.,:/*?%+!= \n\r\t\0\x85\u2028é字\ud8000123456789abcdefghijklmnopqrstuvwxyzADPR'
LINES = [
    "",
    "#",
    "deal ",
    "final ",
    "1. 0 pass",
    '[A "b"]',
    "[",
    "9" * 3000,
    "[" * 3000,
    '[A "' + "\\" * 3000,
    "deal " + "," * 3000,
]


def garbled(text: str, rng: random.Random) -> str:
    """One change, of letters, of lines or of moves."""
    at, lines = rng.randrange(len(text) + 1), text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(10):
        case 0:
            return text[:at] + text[at + rng.choice((1, 1, 5, 100)) :]
        case 1:
            return text[:at] + rng.choice(SIGNS) + text[at + rng.randrange(2) :]
        case 2:
            return text[:at] + rng.choice(SIGNS) * rng.choice((2, 100, 5000)) + text[at:]
        case 3:
            return text[:at]
        case 4:
            lines[one], lines[two] = lines[two], lines[one]
        case 5:
            lines.insert(two, lines[one])
        case 6:
            lines.insert(one, rng.choice(LINES))
        case 7:
            lines.pop(one)
        case 8:
            return re.sub(r"\d+", lambda found: str(rng.randrange(12)) if rng.random() < 0.02 else found[0], text)
        case _:
            moves = list(re.finditer(r"(?<=[01,] )[a-z][^,\n]*(?=[,\n])", text))
            found = rng.choice(moves) if moves else re.match("", text)
            assert found
            return text[: found.start()] + rng.choice(MOVES) + text[found.end() :]
    return "\n".join(lines)


MOVES = sorted(ALL_TEXTS)


@cache
def originals() -> tuple[str, ...]:
    return tuple(record(preset, seed, most).text for preset in NAMES for seed in (0, 1) for most in (12, 10_000))


def seconds(text: str) -> float:
    """How long it takes to read or refuse: the best of three, so that a machine with other work does not fail."""
    best = 1e9
    for _ in range(3):
        start = time.perf_counter()
        attempt(text)
        best = min(best, time.perf_counter() - start)
        if best < SLOWEST / 4:
            break
    return best


def attempt(text: str) -> Record | None:
    """The record, or None where it is refused with an error of ours; whatever is taken is written and read again."""
    try:
        return Record.parse(text)
    except MarchstoneError as error:
        assert isinstance(error, RecordError) and error.code.startswith("record.") and str(error)
        return None


def fuzz(seed: int, number: int) -> tuple[int, float]:
    """That many garbled records: how many still are records, and the slowest of all."""
    rng, taken, slowest = random.Random(seed), 0, 0.0
    for _ in range(number):
        text = rng.choice(originals())
        for _ in range(rng.choice((1, 1, 2, 5))):
            text = garbled(text, rng)
        slowest = max(slowest, seconds(text))
        found = attempt(text)
        if found:
            taken += 1
            assert Record.parse(found.text) == found
            assert f"deal {found.start.text}\n" in found.text and found.final.text in text
    return taken, slowest


def test_garbled() -> None:
    taken, slowest = fuzz(1, MUTANTS)
    assert 0 < taken < MUTANTS / 2 and slowest < SLOWEST


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(DEEP_MUTANTS // CHUNK))
def test_garbled_deep(chunk: int) -> None:
    taken, slowest = fuzz(100 + chunk, CHUNK)
    assert 0 < taken < CHUNK / 2 and slowest < SLOWEST


HUGE = [
    "\n" * LONGEST,
    "#\n" * (LONGEST // 2),
    '[A "' + "\\" * (LONGEST - 10) + '"]',
    '[A "' + '\\"' * (LONGEST // 2 - 10) + '"]',
    "".join(f'[A{number} ""]\n' for number in range(9000)),
    "deal " + "r1," * 33_000,
    STONES.replace("3. 0 play r3 2", "3. 0 " + "play r3 2, " * 9000),
    STONES.replace("\nfinal", "\n" + "7. 0 pass\n" * 9000 + "final"),
    STONES.replace("final ", "final " + " " * 90_000),
    STONES.replace("1. 0", "1" * 90_000 + ". 0"),
]


@pytest.mark.parametrize("text", HUGE, ids=range(len(HUGE)))
def test_huge(text: str) -> None:
    """As long as a text may be, and as tiresome."""
    assert seconds(text) < SLOWEST and attempt(text) is None

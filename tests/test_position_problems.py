"""Every sentence that the checks of a position can say is shown by a line; what is wrong is said all at once.

In the lines here `~` stands for the piles with all cards that are not named (in a view, for as many hidden ones as are left), and
`...` for empty fronts up to the last one.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from marchstone import checks
from marchstone.cards import TEXTS, cards_of
from marchstone.core.layout import FIRST_TACTIC
from marchstone.core.presets import NAMES, PRESETS, deck_of, tactics_of
from marchstone.errors import PositionError
from marchstone.position import Position
from marchstone.view import View

TACTICS = sorted({text for texts in TEXTS for text in texts[FIRST_TACTIC:]})
CARD = re.compile("|".join(["[roygbv][0-9]+", *TACTICS]))
MODES = {"%blind": "blind", "%mud": "mud"}
HIDDEN = re.compile(r"\?([0-9]+)(t?)")
NAMED_AGAIN = ("known=", "given=", "returned=", "ruse=")


def filled(line: str) -> str:
    """The line with `...` and `~` written out."""
    words = line.split(" ")
    preset = PRESETS[NAMES.index(words[0])]
    if words[3].endswith("..."):
        fronts = words[3].removesuffix("...").split("/")
        words[3] = "/".join([*filter(None, fronts), *[":"] * (preset.fronts - len([*filter(None, fronts)]))])
    named = {card for word in words[3:] if not word.startswith(NAMED_AGAIN) for card in CARD.findall(word)}
    named |= {card for mark, card in MODES.items() if mark in line}
    piles = []
    for mark, deck in (("", cards_of(deck_of(preset))), ("t", cards_of(0, tactics_of(preset)))):
        cards = [TEXTS[preset.game][card] for card in deck if TEXTS[preset.game][card] not in named]
        if "view=" in line:
            left = len(cards) - sum(int(number) for number, sign in HIDDEN.findall(words[4]) if sign == mark)
            cards = [f"?{left}"] * (left > 0)
        piles.append(",".join(cards))
    return " ".join(":".join(piles) if word == "~" else word for word in words)


SEVEN = "r1,r2,r3,r4,r5,r6:o1,o2,o3,o4,o5,o6"  # hands of stones-tactics after a Tactic card was played
SIX = "r1,r2,r3,r4,r5,r6:y1,y2,y3,y4,y5,y6"  # hands of walls
FIVE = "r1,r2,r3,r4,r5:y1,y2,y3,y4,y5,y6"  # the same after a play
FULL = "g1,g2,g3:/g4,g5,g6,g7:/g8,g9,g10:/b1,b2:/b3,b4,b5:/b6,b7,b8,b9:/b10,b11,v1:"  # all sides of seat 0
FULL_BEHIND = re.sub("([^/]+):", r":\1", FULL)  # all sides of seat 1
WON = "r1,r2,r3:/r4,r5,r6:/r7,r8,r9:"
RECRUITED = "discard=recruiter ruse=recruiter played=1:0"
EXCHANGED = "removed=exchange ruse=exchange played=1:0"
SUPPORTED = "removed=support played=1:0"

FINE = [
    "stones 0 play ... r1,r2,r3,r4,r5,r6:o1,o2,o3,o4,o5,o6 ~",
    f"stones-tactics 0 recruit ... {SEVEN} ~ {RECRUITED} left=3",
    f"walls-tactics 0 give ... {SIX} ~ {EXCHANGED} left=2 given=r1:",
    f"walls-tactics 1 play ... {SIX} ~ {SUPPORTED} returned=r1,b5 fresh=1:0:0:0",
    "walls 0 play ... ?6:y1,y2,y3,y4,y5,y6 ~ view=1",
]

# line: everything that is wrong with it
WRONG = {
    # cards
    "stones-tiny 0 play :/: r1,o1:r1,o3 o1,r2,r3:": ["in more than one place: r1, o1", "nowhere: o2"],
    "stones-tiny 0 play :/:spy r1,o1:r9,o3 ~": ["not in stones-tiny: r9, spy"],
    "stones-tactics 0 play :%mud/:%mud... r1:o1 ~ played=1:0": ["in more than one place: mud"],
    "stones-tiny 0 play :/:r1 ?2:o2,o3 ?2: view=1": ["4 hidden number cards, but 3 are in sight nowhere"],
    "stones-tactics 0 play ... ?6,?1t:o1,o2 ?46:?8 view=1": ["9 hidden tactic cards, but 10 are in sight nowhere"],
    # fronts
    "stones-tiny 0 play r1,r2,r3:/: o1:o2,o3 :": ["front 1: 3 cards on a side that takes 2"],
    "stones-tiny 0 play r1,r2:o1,o2/: r3:o3 :": [
        "front 1: both sides are complete, so just one of them must be marked '*' as completed first"
    ],
    "stones-tiny 0 play r1,r2*:o1,o2*/: r3:o3 :": [
        "front 1: both sides are complete, so just one of them must be marked '*' as completed first"
    ],
    "stones-tiny 0 play r1,r2*:o1/: r3:o2,o3 :": ["front 1: '*' stands only where both sides are complete"],
    "stones-tiny 0 over :/r1,r2:o1,o2*+0+1 r3:o3 : result=0 reason=adjacent": ["front 2: two owners"],
    "stones-tiny 0 over r1:o1,o2+0/: r2,r3:o3 : result=0 reason=adjacent": ["front 1: claimed by a side that is not complete"],
    # what only one game has
    "stones 0 play :!... r1:o1 ~": ["stones has no damage"],
    "stones 0 play ... r1:o1 ~ oil=1": ["stones has no oil", "1 cauldrons; stones has 0"],
    "stones-tactics 0 play ... r1:o1 ~ removed=spy": ["stones-tactics has no removed", "only Actions leave the game"],
    "walls 0 play r1,r2,r3:+0/... r4:y1 ~": ["walls has no owners"],
    "walls 0 play :%blind... r4:y1 ~": ["not in walls: blind", "walls has no modes"],
    "walls 0 play ... r4:y1 ~ passes=1": ["walls has no quiet turns"],
    "walls 0 play ... r4:y1 ~ oil=4": ["4 cauldrons; walls has 3"],
    "stones 0 play ... r1:o1 ~ discard=b1": ["stones has no discard"],
    "walls 0 play ... r4:y1 ~ key=1": ["walls has no Support: no key, no returned or fresh cards"],
    "stones-tactics 0 play ... r4:o1 ~ returned=o5": ["stones-tactics has no Support: no key, no returned or fresh cards"],
    # counts
    "stones 0 play ... r1,r2,r3,r4,r5,r6,r7:o1 ~": ["hand 0 holds 7 cards, 6 at most"],
    f"stones-tactics 0 recruit ... {SEVEN.replace(':', ',r7:')} ~ {RECRUITED} left=3": ["hand 0 holds 7 cards, 6 at most"],
    f"stones-tactics 0 bury ... {SEVEN.replace(':', ',r7,r8,r9:')} ~ {RECRUITED} left=1": ["hand 0 holds 9 cards, 8 at most"],
    f"walls 0 close r7:... {SIX} ~": ["hand 0 holds 6 cards, 5 at most"],
    "walls 0 play ... r1:y1,y2,y3,y4,y5,y6,y7 ~": ["hand 1 holds 7 cards, 6 at most"],
    "walls 0 play ... ?7:y1 ~ view=1": ["hand 0 holds 7 cards, 6 at most"],
    "walls 1 play ... :y1 ~": ["hand 0 is empty, and in walls nobody can pass"],
    "stones-tactics 0 play ... r1:o1 ~ played=1:0": ["1 Tactic cards played, but 0 in sight"],
    "stones-tactics 0 play :spy... r1:o1 ~": ["0 Tactic cards played, but 1 in sight"],
    "walls-tactics 0 play ... r1:y1 ~ removed=support played=2:2": ["4 Tactic cards played, but 1 in sight"],
    "stones-tactics 0 play :joker1... r1:o1 ~ played=0:1": ["0 Jokers played, but 1 in sight"],
    "stones-tactics 0 play :spy/:shield... r1:o1 ~ played=0:2": ["Tactic cards played 0:2: neither seat can be two ahead"],
    "stones-tactics 0 play :joker1/:shield... r1:o1 ~ played=2:0 jokers=0:1": [
        "Tactic cards played 2:0: neither seat can be two ahead",
        "more Jokers than Tactic cards played",
    ],
    "stones-tactics 0 play joker1,joker2,spy:... r1:o1 ~ played=2:1 jokers=2:0": ["two Jokers played by one seat"],
    # phases
    "stones 0 over ... r1:o1 ~": [
        "a game that is over has phase over, a result and a reason, and no other game has any of them",
        "stones cannot end here with result  and reason ",
    ],
    "stones 0 play ... r1:o1 ~ reason=majority": [
        "a game that is over has phase over, a result and a reason, and no other game has any of them"
    ],
    "stones-tactics 0 take ... r1:o1 ~ left=1": ["phase take does not go with ruse none"],
    "stones-tactics 0 play ... r1:o1 ~ ruse=traitor discard=traitor played=1:0": ["phase play does not go with ruse traitor"],
    "stones-tactics 0 take :b1... r1:o1 ~ ruse=traitor left=1": ["phase take does not go with ruse traitor"],
    "stones-tactics 0 play ... r1:o1 ~ held=b1": ["a card is held in phase put and at no other time"],
    "stones-tactics 0 play ... r1:o1 ~ left=1": ["left=1 says nothing in phase play"],
    "stones-tactics 0 play ... r1:o1 ~ from=2": ["from=2 says nothing in phase play"],
    "stones-tactics 0 play ... r1:o1 ~ actor=1": ["only in an Exchange does somebody else choose than the seat whose turn it is"],
    "walls 0 end ... r1:y1 ~": ["phase end comes only in walls, and while something can be claimed"],
    "stones 0 close b1:... r1,r2,r3,r4,r5,r6:o1 ~": ["nothing is left to do in this turn: it has ended"],
    "stones 0 close b1:... ?6:o1 ~ view=1": ["nothing is left to do in this turn: it has ended"],
    "walls 0 play ... r1:y1 ~ oil=2 oiled=1": ["no cauldron can have been thrown in this turn"],
    "walls 1 play ... r1:y1 ~ oiled=1": ["no cauldron can have been thrown in this turn"],
    "stones 0 close b1:... r1:o1 ~ quiet=1": ["a turn with a Clan card to place has not been quiet"],
    "stones 0 close b1:... ?1:o1 ~ quiet=1 view=1": ["a turn with a Clan card to place has not been quiet"],
    # ruses
    "stones-tactics 0 take :b1... r1:o1 ~ ruse=traitor discard=traitor played=0:1 left=1": [
        "a ruse is under way that was not played"
    ],
    "stones-tactics 0 take :b1... r1:o1 ~ ruse=traitor discard=traitor played=1:0": ["left=0 in phase take"],
    f"stones-tactics 0 bury ... r1:o1 ~ {RECRUITED} left=2": ["more cards to bury than the hand holds"],
    "stones-tactics 0 put :b1... r1:o1 ~ ruse=traitor discard=traitor played=1:0 held=b2": [
        "from= names the front where the card held was taken, and nothing else"
    ],
    "walls-tactics 0 put ... r1:y1 ~ ruse=recruitment removed=recruitment played=1:0 held=b2 from=1": [
        "from= names the front where the card held was taken, and nothing else"
    ],
    "stones-tactics 0 put :b1,b2,b3... r1:o1 ~ ruse=traitor discard=traitor played=1:0 held=b4 from=1": [
        "no card can just have been taken from front 1: there is no gap"
    ],
    "walls-tactics 0 take ... r1:y1 ~ ruse=support removed=support played=1:0 left=2 discard=b1": ["1 cards to take, not 2"],
    f"walls-tactics 0 take {FULL} r1:y1 ~ ruse=recruitment removed=recruitment played=1:0 left=1 discard=v7": [
        "no room to put down a card that is taken"
    ],
    f"walls-tactics 0 put {FULL} r1:y1 ~ ruse=recruitment removed=recruitment played=1:0 held=v7": [
        "there is no legal move, and the game is not over"
    ],
    "stones-tactics 0 put ... r1:o1 ~ ruse=traitor discard=traitor played=2:1 jokers=0:0 held=spy from=1": [
        "3 Tactic cards played, but 2 in sight",
        "Traitor takes no elite troop",
    ],
    f"walls-tactics 0 give ... r1,r2:y1 ~ {EXCHANGED} left=3": ["seat 0 has 2 cards to give, not 3"],
    f"walls-tactics 0 give ... ?2:y1 ~ {EXCHANGED} left=3 view=1": ["seat 0 has 2 cards to give, not 3"],
    f"walls-tactics 0 give ... {SIX} ~ {EXCHANGED} left=3 given=r1:": ["seat 0 has chosen 1 cards to give, not 0"],
    f"walls-tactics 0 give ... {SIX} ~ {EXCHANGED} left=3 given=r1:y1 actor=1": [
        "seat 0 has chosen 1 cards to give, not 3",
        "seat 1 has chosen 1 cards to give, not 0",
    ],
    # ends
    f"stones 0 close {WON.replace(':', ':+0')}... b1:o1 ~": ["the game must be over: adjacent"],
    "stones 0 play ... b1:o1 ~ passes=2": ["the game must be over: stalemate"],
    "walls 0 play :!/:!/:!/:!... r1:y1 ~": ["the game must be over: fourth"],
    f"walls 1 play {FULL_BEHIND} r1:y1 ~": ["the game must be over: full"],
    "stones 0 over ... b1:o1 ~ result=1 reason=majority": ["stones cannot end here with result 1 and reason majority"],
    "walls 0 over ... r1:y1 ~ result=0 reason=twice": ["walls cannot end here with result 0 and reason twice"],
    "walls 0 over ... r1:y1 ~ result=1 reason=deck": ["walls cannot end here with result 1 and reason deck"],
    "stones-tiny 0 over r1,r2:+0/:o1,o2+1 r3:o3 : result=0 reason=adjacent": ["the game has ended twice: adjacent, adjacent"],
    # what the seats know
    "stones-tactics 0 play ... r1:o1 ~ known=o1:b1": ["known: not in hand 0: o1", "known: not in hand 1: b1"],
    f"walls-tactics 0 give ... {SIX} ~ {EXCHANGED} left=2 given=b1:": ["given: not in hand 0: b1"],
    "stones-tactics 0 play ... r1:o1 ~ given=r1:": ["cards are given only in an Exchange"],
    "stones-tactics 0 play ... r1:o1 ~ buried=0:1:0": ["buried: nobody has played Recruiter"],
    "stones-tactics 0 play ... r1:o1 ~ discard=recruiter played=1:0 buried=0:0:0": [
        "buried: the seat, and how many cards of either pile, at least one"
    ],
    "stones-tactics 0 play ... joker1,joker2,spy,shield,blind:mud,strategist,banshee,traitor ~ discard=recruiter played=1:0"
    " buried=0:0:1": ["buried: 1 cards in a pile of 0"],
    "stones-tactics 0 play ... r1:o1 ~ discard=recruiter played=1:0 buried=0:2:1": ["buried: 3 cards, 2 at most"],
    f"stones-tactics 0 recruit ... {SEVEN} ~ {RECRUITED} left=3 buried=0:1:0": ["buried: 1 cards, 0 at most"],
    f"stones-tactics 0 bury ... {SEVEN} ~ {RECRUITED} left=1 buried=1:1:0": [
        "buried: by the seat that has played Recruiter, not by the other one"
    ],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} returned=b1 discard=b1": ["returned, but in sight: b1"],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} returned=r1 known=r1: fresh=1:0:0:0": [
        "returned, but known to be in a hand: r1"
    ],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} returned=b1,b2,b3": ["returned: 3 cards, but Support has put back 2"],
    "walls-tactics 0 play ... r1:y1 ~ returned=b1": ["returned: 1 cards, but Support has put back 0"],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} fresh=1:0:0:0": ["fresh: counts only while returned cards are out of sight"],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} returned=r1": ["hand 0 holds more returned cards than it has drawn"],
    f"walls-tactics 0 play ... r1:y1 ~ {SUPPORTED} returned=b1 fresh=2:0:1:0": [
        "fresh: more cards drawn than the pile can have had"
    ],
}


@pytest.mark.parametrize("line", FINE)
def test_lines_without_problems(line: str) -> None:
    text = filled(line)
    assert Position.problems(text) == []
    board = View(text) if "view=" in line else Position(text)
    assert sorted(board.text.split(" ")) == sorted(text.split(" ")), "but for the order of the keys"


@pytest.mark.parametrize("line", WRONG)
def test_problems(line: str) -> None:
    text = filled(line)
    assert Position.problems(text) == WRONG[line]
    with pytest.raises(PositionError) as caught:
        (View if "view=" in line else Position)(text)
    assert caught.value.problems == WRONG[line]
    assert caught.value.code == "position.impossible"
    assert str(caught.value) == "; ".join(WRONG[line])
    if "view=" not in line:
        assert isinstance(Position.parse(text, check=False), Position)


def sentences() -> list[str]:
    """Every sentence of the checks, as a pattern."""
    tree = ast.parse(Path(checks.__file__).read_text(encoding="utf-8"))
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Yield)]
    return [pattern(value) for value in values if isinstance(value, (ast.JoinedStr, ast.Constant))]


def pattern(value: ast.JoinedStr | ast.Constant) -> str:
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in parts)


def test_every_sentence_is_shown() -> None:
    said = {problem for problems in WRONG.values() for problem in problems}
    assert len(sentences()) > 40
    assert [sentence for sentence in sentences() if not any(re.fullmatch(sentence, problem) for problem in said)] == []


def test_problems_come_all_at_once() -> None:
    text = "stones-tiny 0 play r1,r2*:o1!/r3,o2:o1 o3,spy:r9,b2 : oil=9"
    assert Position.problems(text) == [
        "in more than one place: o1",
        "not in stones-tiny: r9, b2, spy",
        "front 1: '*' stands only where both sides are complete",
        "stones-tiny has no damage",
        "stones-tiny has no oil",
        "9 cauldrons; stones-tiny has 0",
    ]

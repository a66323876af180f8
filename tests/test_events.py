"""Events: they tell the whole difference between two states, and to each seat only what it may know."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from marchstone.cards import Card, cards_of
from marchstone.core import actions as a
from marchstone.core import games, vector, zones
from marchstone.core import layout as lay
from marchstone.core.observe import observe
from marchstone.core.presets import NAMES, PRESETS
from marchstone.core.sample import sample
from marchstone.events import Event, events_between, seen_by, sentences
from marchstone.move import ACTION_TEXTS
from marchstone.targets import core
from tests.differential import Engine, deal

READERS = (0, 1, None)


def some_kind(rng: random.Random, moves: list[int]) -> list[int]:
    """Now and then only claims, or only ruses and modes, so that games differ in what happens."""
    taste = rng.choice(((), (), (a.CLAIM,), (a.RUSE, a.MODE), (a.RETREAT, a.OIL)))
    return [move for move in moves if a.family_of(move) in taste] or moves


def decisions(preset: str, seed: int, games_played: int) -> Iterator[tuple[list[int], list[int], int]]:
    """Random games: the state before each action, the state after it, and the action."""
    rng = random.Random(f"{preset} {seed}")
    for game in range(games_played):
        engine = Engine(core("python"), deal(core("python"), NAMES.index(preset), rng.randrange(10**9) + game))
        while moves := engine.legal():
            before, action = list(engine.s), rng.choice(some_kind(rng, moves))
            games.apply(engine.s, action)
            yield before, list(engine.s), action


def snapshot(state: list[int]) -> dict[str, Any]:
    """The table in texts, read by other code than that of the events."""
    return Engine(core("python"), state).snapshot()


# --- the whole difference


def follow(shown: dict[str, Any], event: Event) -> None:
    """Do to a snapshot what an event says."""
    if event.card and event.source and event.target:
        text = event.card.text
        leave(shown, event.source, text)
        reach(shown, event.target, text)
    front = (event.front or 0) - 1
    if event.kind == "claimed":
        shown["owner"][front] = event.seat
    elif event.kind == "damaged":
        assert not shown["damaged"][front]
        shown["damaged"][front] = True
    elif event.kind == "burnt":
        shown["oil"] = event.number
    elif event.kind == "turned":
        shown["actor"] = event.seat
    elif event.kind == "chosen":
        assert event.card
        shown["given"][event.seat].append(event.card.text)
    elif event.kind == "swapped":
        assert event.card
        shown["given"][event.seat].remove(event.card.text)
    elif event.kind == "over":
        shown["outcome"] = event.seat, event.reason


def cards_in(shown: dict[str, Any], zone: str) -> list[str]:
    """The list that stands for a zone."""
    word, *numbers = zone.split()
    if word == "hand":
        return shown["hands"][int(numbers[0])]
    if word == "side":
        return shown["sides"][int(numbers[0]) - 1][int(numbers[1])]
    if word in ("pile", "tactic-pile"):
        return shown["piles"]["number" if word == "pile" else "tactic"]
    return shown[word]


def leave(shown: dict[str, Any], zone: str, card: str) -> None:
    if zone == "held":
        assert shown["held"] == card
        shown["held"] = None
    else:
        cards_in(shown, zone).remove(card)


def reach(shown: dict[str, Any], zone: str, card: str) -> None:
    if zone == "held":
        assert shown["held"] is None
        shown["held"] = card
    elif zone.startswith("front"):
        assert not shown[card][int(zone[6:]) - 1]
        shown[card][int(zone[6:]) - 1] = True
    else:
        cards_in(shown, zone).append(card)


def comparable(shown: dict[str, Any]) -> dict[str, Any]:
    """What events tell of: order counts on the sides only, and who is to move only while there is a move."""
    told = {key: shown[key] for key in ("sides", "owner", "damaged", "blind", "mud", "held", "oil")}
    told |= {key: sorted(shown[key]) for key in ("discard", "removed")}
    told |= {key: [sorted(cards) for cards in shown[key]] for key in ("hands", "given")}
    told["piles"] = {name: sorted(pile) for name, pile in shown["piles"].items()}
    over = shown["outcome"]
    reason = {"damaged": "fourth"}.get(over[1], over[1]) if over else None
    return told | ({"winner": over[0], "reason": reason} if over else {"actor": shown["actor"]})


@pytest.mark.parametrize("preset", NAMES)
def test_events_lead_from_one_state_to_the_next(preset: str) -> None:
    for before, after, action in decisions(preset, 1, 6):
        shown, then = snapshot(before), snapshot(after)
        events = events_between(before, after, action)
        for event in events:
            follow(shown, event)
        assert comparable(shown) == comparable(then), ACTION_TEXTS[PRESETS[before[lay.PRESET]].game][action]
        assert (events[-1].kind == "over") == bool(after[lay.WINNER])


@pytest.mark.parametrize("preset", NAMES)
def test_the_move_comes_first_and_the_turn_last(preset: str) -> None:
    """Every action says something of its own; the end and the turn come once, at the end, and are nobody's move."""
    for before, after, action in decisions(preset, 2, 3):
        events = events_between(before, after, action)
        assert events[0].kind not in ("turned", "over") and events[0].seat == before[lay.ACTOR]
        assert all(event.kind not in ("turned", "over") for event in events[:-1])
        lines = sentences(events, players=("Ann", "Bob"))
        assert lines and all(line == line.strip() and line.endswith(".") and "{" not in line for line in lines)


@pytest.mark.parametrize("preset", NAMES)
def test_whoever_sees_only_backs_can_still_count(preset: str) -> None:
    """From a spectator's events one can keep the size of every zone, by backs, through a whole game."""
    counts: dict[str, Counter[str]] = {}
    for before, after, action in decisions(preset, 3, 2):
        if not before[lay.PLAYED] and snapshot(before)["sides"] == [([], [])] * PRESETS[before[lay.PRESET]].fronts:
            counts = sizes(before)
        for event in seen_by(events_between(before, after, action), None):
            if event.source and event.target:
                assert event.back
                counts.setdefault(event.source, Counter())[event.back] -= 1
                counts.setdefault(event.target, Counter())[event.back] += 1
        assert {zone: +cards for zone, cards in counts.items() if +cards} == sizes(after)
        counts = sizes(after)


def sizes(state: list[int]) -> dict[str, Counter[str]]:
    """How many cards of either back every zone that is not empty has."""
    shown = snapshot(state)
    places = {f"hand {seat}": shown["hands"][seat] for seat in (0, 1)}
    places |= {f"side {n + 1} {seat}": pair[seat] for n, pair in enumerate(shown["sides"]) for seat in (0, 1)}
    places |= {f"front {n + 1}": ["x"] * (blind + mud) for n, (blind, mud) in enumerate(zip(shown["blind"], shown["mud"]))}
    places |= {"pile": shown["piles"]["number"], "tactic-pile": shown["piles"]["tactic"], "discard": shown["discard"]}
    places |= {"removed": shown["removed"], "held": [shown["held"]] if shown["held"] else []}
    backs = {zone: Counter("number" if text[1:].isdigit() else "tactic" for text in texts) for zone, texts in places.items()}
    return {zone: cards for zone, cards in backs.items() if cards}


# --- secrecy


def view_of(state: list[int], seat: int) -> list[int]:
    view: list[int] = vector(lay.WORDS)
    observe(state, seat, view)
    return view


def faces_known(view: list[int], seat: int) -> set[int]:
    """The cards whose faces a seat has before it: its hand, and what lies open."""
    own = lay.HAND + 2 * seat
    known = {*cards_of(view[own], view[own + 1]), *cards_of(view[lay.DISCARD], view[lay.DISCARD + 1])}
    known |= {*cards_of(0, view[lay.REMOVED]), view[lay.HELD] - 1}
    known |= {lay.BLIND} if view[lay.BLINDED] else set()
    known |= {lay.MUD} if view[lay.MUDDY] else set()
    sides = [zones.side_of(front, owner) for front in range(lay.FRONTS) for owner in (0, 1)]
    return known | {zones.card_on(view, side, slot) for side in sides for slot in range(zones.count_on(view, side))}


@pytest.mark.parametrize("preset", NAMES)
def test_no_face_is_told_that_is_not_seen(preset: str) -> None:
    hidden = 0
    for before, after, action in decisions(preset, 4, 3):
        events = events_between(before, after, action)
        for reader in READERS:
            told = seen_by(events, reader)
            if reader is None:
                views = view_of(before, 0), view_of(after, 0)
                known = set.union(*(faces_known(view, 0) - set(hand_of(view, 0)) for view in views))
            else:
                known = faces_known(view_of(before, reader), reader) | faces_known(view_of(after, reader), reader)
            faces = {event.card.number for event in told if event.card}
            assert faces <= known
            assert ("drawn" in {event.kind for event in told if not event.card}) == (
                a.family_of(action) == a.DRAW and reader != before[lay.ACTOR]
            )
            hidden += sum(event.card is None and full.card is not None for event, full in zip(told, events))
            assert seen_by(told, reader) == told
            assert seen_by(told, None) == seen_by(events, None), "a spectator knows no more than a seat"
    assert hidden > 5


def hand_of(view: list[int], seat: int) -> list[int]:
    return cards_of(view[lay.HAND + 2 * seat], view[lay.HAND + 2 * seat + 1])


HIDDEN = {
    a.BURY: (a.BURY,),
    a.BURY_TACTIC: (a.BURY_TACTIC,),
    a.GIVE: (a.GIVE, a.GIVE_TACTIC),
    a.GIVE_TACTIC: (a.GIVE, a.GIVE_TACTIC),
}


def look_alike(rng: random.Random, state: list[int], action: int, mine: bool) -> int | None:
    """An action in another state that may look the same to the reader: the same one, or one that hides which card it is."""
    engine = Engine(core("python"), state)
    families = () if mine else HIDDEN.get(a.family_of(action), ())
    moves = [move for move in engine.legal() if move == action or a.family_of(move) in families]
    return rng.choice(moves) if moves else None


@pytest.mark.parametrize("preset", NAMES)
def test_what_looks_the_same_tells_the_same(preset: str) -> None:
    """All that a seat cannot see is dealt anew: where its views agree before and after, its events agree."""
    rng, compared = random.Random(preset), Counter[tuple[bool, int]]()
    for before, after, action in decisions(preset, 5, 2 if "tactics" in preset else 1):
        reader = rng.randrange(2)
        view, family, mine = view_of(before, reader), a.family_of(action), before[lay.ACTOR] == reader
        told = seen_by(events_between(before, after, action), reader)
        for _ in range(4):
            other: list[int] = vector(lay.WORDS)
            sample(view, [rng.randrange(1 << 60)], other)
            same = look_alike(rng, other, action, mine)
            if same is None:
                continue
            then = list(other)
            games.apply(then, same)
            if view_of(then, reader) == view_of(after, reader):
                assert seen_by(events_between(other, then, same), reader) == told
                compared[mine, family] += 1
    assert compared[False, a.DRAW] and compared[False, a.PLAY] and compared[True, a.PLAY]
    if preset == "walls-tactics":
        assert compared[False, a.GIVE] + compared[False, a.GIVE_TACTIC]
    elif "tactics" in preset:
        assert compared[False, a.BURY] + compared[False, a.BURY_TACTIC]


# --- as plain values


@pytest.mark.parametrize("preset", ["stones-tactics", "walls-tactics"])
def test_plain_values(preset: str) -> None:
    """Ready for JSON, without what is hidden; and `repr` is a constructor."""
    for before, after, action in decisions(preset, 6, 1):
        for event in seen_by(events_between(before, after, action), 1):
            values = event.to_dict()
            assert json.loads(json.dumps(values)) == values
            assert ("card" in values) == (event.card is not None) and None not in values.values()
            assert eval(repr(event), {"Event": Event, "Card": Card}) == event
            assert hash(event) == hash(replace(event))

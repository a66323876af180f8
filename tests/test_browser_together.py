"""Two people in two browsers by an invitation's link, and one who looks on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.browser import PHONE, Tab
from tests.hands import Hands, Names, Pointer, decide, result, wait_for_turn


def invited(tabs: Callable[..., Tab], tactics: bool = False) -> tuple[Tab, Tab]:
    """Ann makes the invitation, Bob follows its link on his phone."""
    ann, bob = tabs(), tabs(viewport=PHONE)
    ann.page.goto("/")
    ann.page.get_by_text("A friend", exact=True).click()
    if tactics:
        ann.page.get_by_text("with Tactic cards", exact=True).click()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Make the invitation").click()
    link = ann.page.get_by_label("The link", exact=True)
    ann.until(lambda: "#" in link.input_value(), "the link")
    assert ann.page.get_by_role("img", name="The link as a QR code").is_visible()
    bob.page.goto(link.input_value())
    assert (
        bob.page.get_by_role("heading", name="Ann invites you").is_visible()
        or bob.page.get_by_text("Ann invites you").wait_for() is None
    )
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    for tab in (ann, bob):
        tab.page.get_by_role("list", name="Your hand").wait_for()
    assert ann.page.url == bob.page.url
    return ann, bob


def together(hands: tuple[Hands, Hands], turns: int, seed: int = 1) -> bool:
    """So many decisions of both; whether the round has ended."""
    chance, both = random.Random(seed), [one.tab for one in hands]
    for _ in range(turns):
        both[0].until(lambda: both[0].told["n"] == both[1].told["n"], "the same news")
        if all(result(tab) for tab in both):
            return True
        mover = next(one for one in hands if one.tab.told["table"]["legal"])
        assert wait_for_turn(mover.tab)
        decide(mover, chance)
    return False


def check_watcher(tab: Tab) -> None:
    """Whoever looks on has no hand, and nothing of one has come to this browser."""
    assert tab.page.get_by_text("No hand: you are watching").is_visible()
    assert tab.page.get_by_role("list", name="Your hand").count() == 0
    frames = [frame for frame in tab.heard if frame.get("table")]
    assert frames
    for frame in frames:
        table = frame["table"]
        assert table["seat"] is None and not table["hand"] and not table["legal"] and not table["known"] and not table["provable"]
    for event in (event for frame in frames for event in frame.get("events", [])):
        assert not (event.get("card") and str(event.get("target", "")).startswith("hand")), event


def menu(tab: Tab, *names: str) -> None:
    tab.page.get_by_role("button", name="More").click()
    for name in names:
        tab.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_two_and_one_who_looks_on(tabs: Callable[..., Tab]) -> None:
    """By invitation, with offers, until one resigns; then the rematch."""
    ann, bob = invited(tabs)
    watcher = tabs()
    watcher.page.goto(ann.page.url)
    watcher.page.get_by_text("No hand: you are watching").wait_for()
    hands = (Pointer(ann), Names(bob))
    assert not together(hands, 12)
    watcher.until(lambda: watcher.told["n"] == ann.told["n"], "the same news for who looks on")
    check_watcher(watcher)
    for one, other in ((ann, bob), (bob, ann)):
        assert sorted(one.table["hand"]) != sorted(other.table["hand"])

    menu(ann, "Offer a draw")
    offer = bob.page.get_by_role("group", name="What you can do").get_by_text("Ann offers a draw.")
    offer.wait_for()
    bob.page.get_by_role("button", name="Decline").click()
    offer.wait_for(state="detached")

    cards = sum(len(side) for front in ann.table["fronts"] for side in front["sides"])
    menu(bob, "Take back")
    ask = ann.page.get_by_role("button", name="Accept")
    ann.until(
        lambda: (bob.told["game"]["offer"] is None and bob.settled() is None) or ask.count(), "an offer, or taken back at once"
    )
    if ask.count():
        ask.click()
    for tab in (ann, bob):
        tab.until(lambda tab=tab: tab.told["game"]["offer"] is None, "the offer to be over")
        assert sum(len(side) for front in tab.table["fronts"] for side in front["sides"]) <= cards

    menu(bob, "Resign", "Resign")
    ann.page.get_by_role("heading", name="You have won.").wait_for()
    bob.page.get_by_role("heading", name="Ann has won.").wait_for()
    watcher.page.get_by_role("heading", name="Ann has won.").wait_for()

    first = ann.page.url
    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_text("Ann would like to go on.").wait_for()
    bob.page.get_by_role("button", name="Rematch").click()
    for tab in (ann, bob):
        tab.until(lambda tab=tab: tab.page.url != first, "the new table")
        tab.page.get_by_role("list", name="Your hand").wait_for()
    assert ann.page.url == bob.page.url
    assert not together((Pointer(ann), Pointer(bob)), 2)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(3))
def test_two_to_the_end(tabs: Callable[..., Tab], seed: int) -> None:
    ann, bob = invited(tabs, tactics=True)
    assert together((Pointer(ann), Names(bob)), 400, seed)
    told = {result(ann), result(bob)}
    assert told in ({"You have won.", "Ann has won."}, {"You have won.", "Bob has won."}, {"Nobody has won."})
    for tab in (ann, bob):
        assert [frame for frame in tab.answers.values() if frame["t"] == "refused"] == []


def test_two_at_one_screen(tabs: Callable[..., Tab]) -> None:
    """Behind the curtain there is no hand: not even in the page."""
    tab = tabs()
    tab.page.goto("/")
    tab.page.get_by_text("Two here", exact=True).click()
    tab.page.get_by_label("First player").fill("Ann")
    tab.page.get_by_label("Second player").fill("Bob")
    tab.page.get_by_role("button", name="Play", exact=True).click()
    ready = tab.page.get_by_role("button", name="I am ")
    chance, seen = random.Random(1), set[str]()
    for _ in range(6):
        tab.until(lambda: ready.count() or tab.page.title().startswith("●"), "a turn")
        if ready.count():
            assert tab.page.get_by_role("list", name="Your hand").count() == 0
            assert tab.page.locator("[data-row=hand]").count() == 0
            seen.add(ready.text_content() or "")
            ready.click()
            tab.page.get_by_role("list", name="Your hand").wait_for()
        decide(Pointer(tab), chance)
    assert {text.strip() for text in seen} >= {"I am Ann", "I am Bob"}

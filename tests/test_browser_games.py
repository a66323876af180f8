"""Whole games of both games in a real browser: by pointer, by the keyboard alone, by roles and names alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser import Tab
from tests.hands import Hands, Keys, Names, Pointer, play

WAYS: dict[str, Callable[[Tab], Hands]] = {"pointer": Pointer, "keyboard": Keys, "names": Names}
GAMES = {"stones": "Schotten Totten Nine", "walls": "Schotten Totten 2"}


def begin(tab: Tab, way: str, game: str, tactics: bool = True) -> None:
    """From the home page to the table, in the same way as it is played."""
    page = tab.page
    page.goto("/")
    kind = page.get_by_role("radio", name=GAMES[game])
    kind.wait_for()
    if way == "pointer":
        page.locator("label").filter(has=kind).click()
        page.get_by_text("with Tactic cards", exact=True).click()
        page.locator("label").filter(has=page.get_by_role("radio", name="1", exact=True)).click()
        page.get_by_role("button", name="Play", exact=True).click()
    elif way == "keyboard":
        by_keys(tab, game)
    else:
        kind.check(force=True)
        page.get_by_role("checkbox", name="with Tactic cards").check(force=True)
        page.get_by_role("radio", name="1", exact=True).check(force=True)
        page.get_by_role("button", name="Play", exact=True).press("Enter")
    page.get_by_role("list", name="Your hand").wait_for()


def by_keys(tab: Tab, game: str) -> None:
    """The form of the home page by Tab, arrows, Space and Enter."""

    def until(query: str, key: str) -> None:
        for _ in range(40):
            if tab.page.evaluate("(query) => document.activeElement.matches(query)", query):
                return
            tab.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {query} by {key}")

    until("[name=game]", "Tab")
    until(f"[name=game][value={game}]", "ArrowDown")
    until("[type=checkbox]", "Tab")
    tab.page.keyboard.press("Space")
    until("[name=level]", "Tab")
    until("[name=level][value='1']", "ArrowRight")
    until("[type=submit]", "Tab")
    tab.page.keyboard.press("Enter")


def check_whole_game(tab: Tab, way: str, game: str, seed: int) -> None:
    """The page offers nothing that is refused, and says the result; every command went out once."""
    begin(tab, way, game)
    told, done = play(WAYS[way](tab), seed)
    assert told in ("You have won.", "Level 1 has won.", "Nobody has won.")
    assert [frame for frame in tab.answers.values() if frame["t"] == "refused"] == []
    assert tab.sent == len(tab.acts) == len(done)
    assert {one.split()[1] for one in done} >= {"play", "draw"}
    assert tab.told["game"]["preset"] == f"{game}-tactics" and tab.told["game"]["state"] == "over"
    for link in ("Replay", "Review", "Was the deal fair?"):
        assert tab.page.get_by_role("link", name=link).is_visible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(tabs: Callable[..., Tab], way: str, game: str) -> None:
    check_whole_game(tabs(), way, game, seed=1)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_more_whole_games(tabs: Callable[..., Tab], way: str, game: str, seed: int) -> None:
    check_whole_game(tabs(), way, game, seed)

"""Every page and state of the page, and how to get there: for axe, for narrow screens and for pictures.

Nothing is found by words here, since every place is looked at in both languages.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

from .browser import COMPILING, House, Tab
from .sittings import PHASES, Sitting, sitting, verbs

Place = Callable[[Tab, "Games"], None]


class Games:
    """The games in which these places are, made when first wanted. Whoever looks has the key of their first player."""

    def __init__(self, house: House) -> None:
        self.house, self.http = house, house.http()

    def new(self, preset: str, opponent: str = "invited", **settings: Any) -> Sitting:
        return Sitting(self.http, self.house.address, preset, opponent, **settings)

    @functools.cache  # noqa: B019, for as long as the tests run
    def phase(self, name: str) -> Sitting:
        preset, wanted = PHASES[name]
        return sitting(lambda seed: self.new(preset, seed=seed), wanted)

    @functools.cache  # noqa: B019
    def mid(self, preset: str, level: int | None = None, cards: int = 22) -> Sitting:
        """So many cards lie on the table, and one has to play."""
        return sitting(
            lambda seed: self.new(preset, "level" if level else "invited", seed=seed + 40, level=level),
            lambda state: (
                sum(map(len, itertools.chain(*(front["sides"] for front in state["table"]["fronts"])))) >= cards
                and "play" in verbs(state)
            ),
        )

    @functools.cache  # noqa: B019
    def ended(self, preset: str = "stones-tactics", rounds: int = 1) -> Sitting:
        """A round is over."""
        game = self.new(preset, seed=5, rounds=rounds)
        game.on()
        return game

    @functools.cache  # noqa: B019
    def offered(self, by: int) -> Sitting:
        game = self.new("stones")
        game.on(lambda state: len(state["table"]["hand"]) == 6 and "play" in state["table"]["legal"][0])
        game.act(by, "offer draw")
        return game

    @functools.cache  # noqa: B019
    def here(self) -> Sitting:
        return self.new("stones", "here")

    @functools.cache  # noqa: B019
    def open(self) -> Any:
        """An invitation: its game, the token, the key of who has made it."""
        game = object.__new__(Sitting)
        super(Sitting, game).__init__(self.http, self.house.address, "stones", "invited")
        game.join(0)
        return game


def at(path: str, ready: str = "main h1") -> Place:
    """A page by its address."""

    def go(tab: Tab, games: Games) -> None:
        tab.page.goto(path)
        tab.page.locator(ready).first.wait_for()
        tab.page.locator("main .loading").first.wait_for(state="detached")

    return go


def game(find: Callable[[Games], Sitting], path: str = "", ready: str = "main h1", *clicks: str, mine: int | None = 0) -> Place:
    """A page of a game by the eyes of one of its players, or of a stranger; then some clicks."""

    def go(tab: Tab, games: Games) -> None:
        found = find(games)
        if mine is not None:
            tab.is_person(found.people[mine].key)
        at(f"/g/{found.id}{path}", ready)(tab, games)
        for click in clicks:
            tab.page.locator(click).first.click()

    return go


def table(find: Callable[[Games], Sitting], *clicks: str, mine: int | None = 0, ready: str = ".link.live") -> Place:
    """The table, once it is connected."""
    return game(find, "", ready, *clicks, mine=mine)


def phase(name: str) -> Callable[[Games], Sitting]:
    return lambda games: games.phase(name)


def reviewed(tab: Tab, games: Games) -> None:
    game(lambda games: games.ended("stones"), "/review", "main h1")(tab, games)
    tab.page.locator(".accuracy").wait_for(timeout=COMPILING * 1000)


BAR = ".bar button"  # what has happened, more
PLACES: dict[str, Place] = {
    "home": at("/"),
    "home-here": lambda tab, games: (at("/")(tab, games), tab.page.locator("label:has([value=here])").click())[0],
    "home-running": game(lambda games: games.mid("stones"), "/../..", ".game"),
    "lobby-empty": at("/games", "main .panel"),
    "lobby": game(lambda games: games.mid("stones"), "/../../games", ".game"),
    "invitation": game(lambda games: games.open(), "/join", ".invite svg"),
    "waiting": game(lambda games: games.open(), "", "main img"),
    "joining": lambda tab, games: at(f"/g/{games.open().id}/join#{games.open().invite}", "#name")(tab, games),
    "joining-no-token": lambda tab, games: at(f"/g/{games.open().id}/join")(tab, games),
    "joining-taken": lambda tab, games: at(f"/g/{games.mid('stones').id}/join")(tab, games),
    **{f"table-{name}": table(phase(name)) for name in PHASES},
    "table-stones": table(lambda games: games.mid("stones")),
    "table-stones-tactics": table(lambda games: games.mid("stones-tactics")),
    "table-walls": table(lambda games: games.mid("walls")),
    "table-walls-tactics": table(lambda games: games.mid("walls-tactics")),
    "table-level": table(lambda games: games.mid("walls-tactics", level=1)),
    "table-watched": table(lambda games: games.mid("stones"), mine=None),
    "table-theirs": table(lambda games: games.mid("stones"), mine=1),
    "table-picked": table(phase("play"), "[data-row=hand] button"),
    "table-front": table(phase("claim"), "li.front.provable .stone"),
    "table-front-siege": table(phase("siege"), "li.front .stone"),
    "table-log": table(lambda games: games.mid("stones"), f"{BAR} >> nth=0"),
    "table-menu": table(lambda games: games.mid("stones"), f"{BAR} >> nth=-1"),
    "table-resign": table(lambda games: games.mid("stones"), f"{BAR} >> nth=-1", "dialog[open] .list button >> nth=-1"),
    "table-help": table(lambda games: games.mid("stones"), f"{BAR} >> nth=-1", "dialog[open] .list button >> nth=2"),
    "table-tracker": table(lambda games: games.mid("stones-tactics"), f"{BAR} >> nth=-1", "dialog[open] .list button >> nth=1"),
    "table-discard": table(phase("siege"), "[data-zone=discard]"),
    "table-offer": table(lambda games: games.offered(1)),
    "table-own-offer": table(lambda games: games.offered(0)),
    "table-curtain": table(lambda games: games.here(), ready="dialog[open], .link.live"),
    "between": table(lambda games: games.ended("stones", 3), ready="section.over"),
    "over": table(lambda games: games.ended(), ready="section.over"),
    "over-walls": table(lambda games: games.ended("walls-tactics"), ready="section.over"),
    "replay": game(lambda games: games.ended(), "/replay#move=20", ".replay"),
    "replay-walls": game(lambda games: games.ended("walls-tactics"), "/replay#move=20", ".replay"),
    "replay-import": at("/replay", "#record-text"),
    "review": reviewed,
    "fair": at("/fair", ".page > p [aria-hidden]"),
    "fair-game": game(lambda games: games.ended(), "/fair", ".verdict"),
    "rules": at("/rules", "main h2"),
    "rules-beside": table(
        lambda games: games.mid("stones"), f"{BAR} >> nth=-1", "dialog[open] .list button >> nth=2", "a[target=rules]"
    ),
    "learn": at("/learn", ".lessons a"),
    "learn-stones": at("/learn/stones", ".say"),
    "learn-walls": at("/learn/walls", ".say"),
    "learn-tactics": at("/learn/tactics", ".say"),
    "settings": at("/settings", "main select"),
    "settings-dialog": lambda tab, games: (
        at("/")(tab, games),
        tab.page.locator("body > * header button, header button").first.click(),
    )[0],
    "about": at("/about"),
    "missing": at("/nothing/here"),
    "gone": at("/g/aaaaaaaaaaaa", "main [role=alert]"),
}
"""Every page and state, by name."""

"""Reload, lost network, a killed server in the middle of every phase: the same position, nothing lost, nothing doubled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from tests.browser import LOST, House, Tab
from tests.hands import Pointer
from tests.places import Games
from tests.postgres import Proxy
from tests.sittings import PHASES, Sitting, sitting

BACK = 2.0  # seconds after the return


class Street:
    """The way to a server, which can be closed."""

    def __init__(self, house: House) -> None:
        self.house, self.proxy = house, Proxy(house.port)
        self.port, self.address = self.proxy.port, f"http://127.0.0.1:{self.proxy.port}"


@pytest.fixture(scope="module")
def street(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Street]:
    """A server of this module's own, which it may kill."""
    found = Street(House(tmp_path_factory.mktemp("street")).start())
    yield found
    found.proxy.close()
    found.house.end()


@pytest.fixture
def games(street: Street) -> Iterator[Games]:
    found = Games(street.house)
    yield found
    found.http.close()


def seated(tab: Tab, game: Sitting) -> str:
    """At the table, connected; what it shows."""
    tab.is_person(game.people[0].key)
    tab.page.goto(f"/g/{game.id}")
    return stands(tab)


def stands(tab: Tab) -> str:
    """What the table shows once it is connected and knows that the other player is away."""
    tab.page.locator(".link.live").wait_for()
    tab.page.locator(".away").wait_for()
    return tab.shown()


def same(tab: Tab, before: str, since: float) -> None:
    """The same position in time."""
    tab.until(
        lambda: tab.page.locator(".link.live").count() and tab.shown() == before,
        "the same position",
        since + BACK - time.monotonic(),
    )


def lost(tab: Tab) -> None:
    """The page says that the connection is lost."""
    tab.page.locator(".status .warn").wait_for()
    assert tab.page.locator(".link").get_attribute("aria-label") in ("Connection lost. Trying again …", "Connecting …")


def deed(tab: Tab) -> None:
    """One move, the first that the page offers."""
    hands = Pointer(tab)
    for _ in range(4):
        seen = hands.see()
        if seen.fronts:
            return hands.aim(seen.fronts[0])
        if "Cancel" in seen.buttons:
            return hands.press(seen.deeds[0])
        if seen.piles:
            return hands.draw(seen.piles[0])
        if seen.deeds:
            return hands.press(seen.deeds[0])
        (hands.take if seen.lying else hands.pick)((seen.lying or seen.cards)[0])
    raise AssertionError(f"nothing can be done: {hands.see()}")


def phase(games: Games, name: str) -> Sitting:
    preset, wanted = PHASES[name]
    return sitting(lambda seed: games.new(preset, seed=seed), wanted)


@pytest.mark.parametrize("name", PHASES)
def test_reload(tabs: Callable[..., Tab], street: Street, games: Games, name: str) -> None:
    tab = tabs(street)
    before = seated(tab, phase(games, name))
    since = time.monotonic()
    tab.page.reload()
    same(tab, before, since)


@pytest.mark.parametrize("name", PHASES)
def test_lost_network(tabs: Callable[..., Tab], street: Street, games: Games, name: str) -> None:
    """What is done meanwhile is sent when the network is back, once."""
    tab = tabs(street)
    tab.excuse(LOST)
    game = phase(games, name)
    before = seated(tab, game)
    street.proxy.cut_off()
    tab.context.set_offline(True)
    lost(tab)
    street.proxy.restore()
    tab.context.set_offline(False)
    same(tab, before, time.monotonic())

    number = game.number()
    street.proxy.cut_off()
    tab.context.set_offline(True)
    lost(tab)
    deed(tab)
    tab.page.wait_for_timeout(300)
    assert game.number() == number and not tab.acts
    street.proxy.restore()
    tab.context.set_offline(False)
    since = time.monotonic()
    tab.until(lambda: tab.answers, "a receipt", BACK)
    (act,) = tab.acts.values()
    assert tab.answers[act["id"]] == {"t": "receipt", "id": act["id"], "n": number + 1}
    assert time.monotonic() - since < BACK
    after = stands(tab)
    assert after != before
    tab.page.reload()
    same(tab, after, time.monotonic())
    assert game.number() == tab.told["n"]


def test_an_answer_that_was_lost(tabs: Callable[..., Tab], street: Street, games: Games) -> None:
    """The command has arrived, its receipt has not: it is sent again, and counts once."""
    tab = tabs(street)
    tab.excuse(LOST)
    game = phase(games, "draw")
    seated(tab, game)
    number = game.number()
    tab.page.wait_for_timeout(500)  # until it is said that nobody looks on any more
    try:
        street.proxy.cut = lambda piece, up: not up
        deed(tab)
        tab.until(lambda: game.number() > number, "the command at the server")
    finally:
        street.proxy.cut = lambda piece, up: False
    tab.settled()
    assert tab.sent == 2 and len(tab.acts) == 1
    assert [frame["n"] for frame in tab.answers.values()] == [number + 1]
    after = stands(tab)
    tab.page.reload()
    same(tab, after, time.monotonic())


@pytest.mark.parametrize("name", PHASES)
def test_killed_server(tabs: Callable[..., Tab], street: Street, games: Games, name: str) -> None:
    tab = tabs(street)
    tab.excuse(LOST)
    game = phase(games, name)
    before = seated(tab, game)
    street.house.kill()
    lost(tab)
    street.house.start()
    same(tab, before, time.monotonic())
    number = game.number()
    deed(tab)
    tab.settled()
    assert [frame["n"] for frame in tab.answers.values()] == [number + 1]

"""Three ways to play at the page: by pointer, by the keyboard alone, and by roles and names alone, as who listens to it does.

Nothing here knows a rule or a move: each decision is a choice among what the page offers at that moment.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from .browser import COMPILING, Tab

RESULT = re.compile(r"^(You have won\.|.+ has won\.|Nobody has won\.)$")
NEVER = {"Cancel", "Withdraw it"}


@dataclass
class Seen:
    """What the page offers now."""

    now: str = ""  # what it says that one can do
    cards: list[str] = field(default_factory=list)  # of the hand
    lying: list[str] = field(default_factory=list)  # on the table, to be taken
    piles: list[str] = field(default_factory=list)  # to draw from
    fronts: list[int] = field(default_factory=list)  # for what is picked
    buttons: list[str] = field(default_factory=list)

    @property
    def deeds(self) -> list[str]:
        return [name for name in self.buttons if name not in NEVER]


class Hands(Protocol):
    """A way to play."""

    tab: Tab

    def see(self) -> Seen: ...
    def pick(self, card: str) -> None: ...
    def take(self, card: str) -> None: ...
    def draw(self, pile: str) -> None: ...
    def aim(self, front: int) -> None: ...
    def press(self, button: str) -> None: ...
    def cancel(self) -> None: ...
    def look(self, front: int) -> list[str]:
        """Open a front; the deeds that are offered there."""

    def deed(self, name: str | None) -> None:
        """One of them; none: close it again."""


# -- a whole game ----------------------------------------------------------------------------------------------------------


def result(tab: Tab) -> str | None:
    """How the round has ended, if it has."""
    heading = tab.page.get_by_role("heading", level=2).filter(has_text=RESULT)
    return heading.first.text_content() if heading.count() else None


def wait_for_turn(tab: Tab, seconds: float = COMPILING) -> bool:
    """Whether it is one's turn; not: the round is over."""
    state = tab.until(
        lambda: "mine" if tab.page.title().startswith("●") else "over" if result(tab) else "", "one's turn or the end", seconds
    )
    return bool(state == "mine")


def commands(tab: Tab) -> int:
    """How many the page has sent since it was loaded: known at once, while Playwright tells of frames a little later."""
    return int(tab.page.evaluate("() => window.commandsSent"))


def decide(hands: Hands, chance: random.Random) -> str:
    """One decision, however many steps it takes; gives the command that went out."""
    tab, before, tried = hands.tab, len(hands.tab.acts), set[str]()
    looked, said = False, commands(tab)
    for _ in range(60):
        if commands(tab) > said:
            tab.until(lambda: len(tab.acts) > before, "the command on its way")
            tab.settled()
            return str(list(tab.acts.values())[before]["do"])
        seen = hands.see()
        claims = [name for name in seen.deeds if name.startswith("Claim")]
        if claims:
            hands.press(claims[0])
        elif "Cancel" in seen.buttons and not seen.fronts:
            hands.press(seen.deeds[0]) if seen.deeds else hands.cancel()
        elif seen.fronts:
            hands.aim(chance.choice(seen.fronts)) if chance.random() < 0.9 or not seen.deeds else hands.press(seen.deeds[0])
        elif not looked and re.search("oil|retreat", seen.now) and chance.random() < 0.4:
            looked = True
            try_fronts(hands, chance)
        else:
            choose(hands, seen, tried, chance)
    raise AssertionError(f"nothing can be done: {hands.see()}")


def choose(hands: Hands, seen: Seen, tried: set[str], chance: random.Random) -> None:
    """Take something up, or do what needs nothing taken up."""
    ways = [(hands.pick, card) for card in seen.cards if card not in tried]
    ways += [(hands.take, card) for card in seen.lying if card not in tried]
    ways += [(hands.draw, pile) for pile in seen.piles]
    last = [(hands.press, name) for name in seen.deeds]
    if not ways and not last:
        hands.tab.page.wait_for_timeout(30)  # the page is about to change
        return
    way, name = chance.choice(last if last and (not ways or chance.random() < 0.15) else ways)
    tried.add(name)
    way(name)


def try_fronts(hands: Hands, chance: random.Random) -> None:
    """Deeds of fronts stand where one looks at a front closely."""
    for front in chance.sample(range(1, 8), 3):
        deeds = hands.look(front)
        hands.deed(deeds[0] if deeds else None)
        if deeds:
            hands.press(next(name for name in hands.see().deeds))
            return


def play(hands: Hands, seed: int = 1, most: int = 400) -> tuple[str, list[str]]:
    """A whole round; its result as the page says it, and all commands."""
    chance, done = random.Random(seed), list[str]()
    while wait_for_turn(hands.tab):
        done.append(decide(hands, chance))
        assert len(done) < most, "a game without end"
    told = result(hands.tab)
    assert told
    return told, done


# -- by pointer ------------------------------------------------------------------------------------------------------------

SEE = """() => {
  const all = (query) => [...document.querySelectorAll(query)];
  const idle = document.title.startsWith("●") ? ":not(.idle)" : ".none";
  return {
    now: all(".status .now").map((one) => one.textContent).join(" "),
    cards: all(`[data-row=hand] button${idle}`).map((one) => one.dataset.card),
    lying: all("button.slot.live, .tray button").map((one) => one.dataset.card ?? one.textContent.trim()),
    piles: all("button.pile.live").map((one) => one.dataset.zone),
    fronts: all("li.front.target").map((one) => Number(one.dataset.target.split(" ")[1])),
    buttons: all(".actions > button").map((one) => one.textContent.trim()),
  };
}"""
DEEDS = "dialog[open] footer button.main"


class Pointer:
    """Clicks, and every third card is dragged."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page, self._cards, self._held = tab, tab.page, 0, ""

    def see(self) -> Seen:
        return Seen(**self.page.evaluate(SEE))

    def pick(self, card: str) -> None:
        self._cards += 1
        self._held = card
        self.page.locator(f"[data-row=hand] [data-card='{card}']").click()

    def take(self, card: str) -> None:
        own = self.page.locator(f"button.slot.live[data-card='{card}']")
        place = own if own.count() else self.page.locator(".tray button").filter(has_text=card)
        place.first.click(position={"x": 6, "y": 5})

    def draw(self, pile: str) -> None:
        self.page.locator(f"button.pile.live[data-zone='{pile}']").click()

    def aim(self, front: int) -> None:
        stone = self.page.locator(f"[data-target='front {front}'] .stone")
        if self._cards % 3 == 0 and self._held and self.page.locator("[data-row=hand] [aria-pressed=true]").count():
            self._drag(self.page.locator(f"[data-row=hand] [data-card='{self._held}']"), stone)
        else:
            stone.click()

    def _drag(self, card: Any, stone: Any) -> None:
        mouse = self.page.mouse
        start, end = card.bounding_box(), stone.bounding_box()
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        mouse.up()

    def press(self, button: str) -> None:
        self.page.locator(".actions").get_by_role("button", name=button, exact=True).click()

    def cancel(self) -> None:
        self.press("Cancel")

    def look(self, front: int) -> list[str]:
        self.page.locator(f"[data-target='front {front}'] .stone").click()
        self.page.locator("dialog[open]").wait_for()
        return [text.strip() for text in self.page.locator(DEEDS).all_text_contents()]

    def deed(self, name: str | None) -> None:
        self.page.locator("dialog[open]").get_by_role("button", name=name or "Close", exact=True).click()
        self.page.locator("dialog[open]").wait_for(state="detached")


# -- by keyboard -----------------------------------------------------------------------------------------------------------

HERE = """() => {
  const one = document.activeElement;
  return one ? { card: one.dataset.card ?? "", text: one.textContent.trim(), hand: !!one.closest("[data-row=hand]") } : null;
}"""


class Keys:
    """No pointer at all: letters, digits, arrows, Tab, Enter and Escape."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page = tab, tab.page

    def see(self) -> Seen:
        return Seen(**self.page.evaluate(SEE))

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def _reach(self, wanted: str, by: str, most: int) -> None:
        for _ in range(most):
            here = self.page.evaluate(HERE)
            if here and wanted in (here["card"], here["text"]):
                return
            self.key(by)
        raise AssertionError(f"the keyboard does not reach {wanted!r} by {by}")

    def pick(self, card: str) -> None:
        self.key("h")
        self._reach(card, "ArrowRight", 12)
        self.key("Enter")

    def take(self, card: str) -> None:
        self._reach(card, "Tab", 120)
        self.key("Enter")

    def draw(self, pile: str) -> None:
        self.key("t" if pile == "tactic-pile" else "d")

    def aim(self, front: int) -> None:
        self.key(str(front))

    def press(self, button: str) -> None:
        if button in ("Pass", "End the turn"):
            self.key("p")
        else:
            self._reach(button, "Tab", 120)
            self.key("Enter")

    def cancel(self) -> None:
        self.key("Escape")

    def look(self, front: int) -> list[str]:
        self.key(str(front), "Enter")
        self.page.locator("dialog[open]").wait_for()
        return [text.strip() for text in self.page.locator(DEEDS).all_text_contents()]

    def deed(self, name: str | None) -> None:
        if name:
            self._reach(name, "Tab", 12)
            self.key("Enter")
        else:
            self.key("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")


# -- by names --------------------------------------------------------------------------------------------------------------

LINE = re.compile(r"^( *)- (?:')?(\w+)(?: \"((?:[^\"\\]|\\.)*)\")?(.*)$")


class Names:
    """What is offered is what roles and names say; it is done by what helps to listen: a press on what has that role and name."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page, self._names = tab, tab.page, dict[int, str]()

    def _told(self) -> list[tuple[str, str, str]]:
        """Role, name and the named place it stands in, line by line."""
        found: list[tuple[str, str, str]] = []
        within: list[tuple[int, str]] = []
        for text in self.page.locator("main").aria_snapshot().splitlines():
            line = LINE.match(text)
            if not line:
                continue
            depth, name = len(line[1]), (line[3] or line[4].lstrip(": ")).replace("''", "'").replace('\\"', '"')
            within = [one for one in within if one[0] < depth]
            found.append((line[2], name.rstrip("'") if line[3] is None else name, within[-1][1] if within else ""))
            if line[2] in ("list", "group", "region") and line[3]:
                within.append((depth, name))
        return found

    def see(self) -> Seen:
        told = self._told()
        buttons = [(name, place) for role, name, place in told if role == "button"]
        now = next((name for role, name, _ in told if role == "paragraph" and re.search("Your turn|choose where|\\?$", name)), "")
        self._names = {number: name for name, _ in buttons if (number := number_of(name))}
        offered = [name for name, place in buttons if place == "What you can do"]
        picked = "Cancel" in offered
        seen = Seen(now=now, buttons=[name for name in offered if not name.startswith("Take ")])
        if picked or "put the card" in now or "is taken" in now:
            seen.fronts = [number for number, name in self._names.items() if name.endswith("possible.")]
        if not picked:
            if re.search("play a card|under its pile|give away", now):
                seen.cards = [name for name, place in buttons if place == "Your hand"]
            if "draw a card" in now:
                seen.piles = [name for name, _ in buttons if re.search(r" pile, [1-9]\d* left", name)]
            if "take a card" in now:
                seen.lying = [name for name, _ in buttons if name.startswith("Take ")]
        return seen

    def _press(self, name: str, place: Any = None) -> None:
        (place or self.page.locator("main")).get_by_role("button", name=name, exact=True).first.evaluate("(one) => one.click()")

    def pick(self, card: str) -> None:
        self._press(card, self.page.get_by_role("list", name="Your hand"))

    def take(self, card: str) -> None:
        self._press(card)

    def draw(self, pile: str) -> None:
        self._press(pile)

    def aim(self, front: int) -> None:
        self._press(self._names[front])

    def press(self, button: str) -> None:
        self._press(button, self.page.get_by_role("group", name="What you can do"))

    def cancel(self) -> None:
        self.press("Cancel")

    def look(self, front: int) -> list[str]:
        self.see()
        self._press(self._names[front])
        dialog = self.page.get_by_role("dialog")
        dialog.wait_for()
        names = dialog.get_by_role("button").all_text_contents()  # at one moment: the proof that comes adds and takes some
        return [name.strip() for name in names if re.match(r"\s*(Throw oil|Retreat)", name)]

    def deed(self, name: str | None) -> None:
        self._press(name or "Close", self.page.get_by_role("dialog"))
        self.page.get_by_role("dialog").wait_for(state="detached")


def number_of(name: str) -> int:
    """Of a front, by its name."""
    found = re.match(r"(?:Stone|tile) (\d+)\.", name)
    return int(found[1]) if found else 0

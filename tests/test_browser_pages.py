"""Every page and state in a real browser: nothing serious for axe, nothing complained of, nothing that a narrow screen hides."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import DESKTOP, PHONE, House, Tab
from tests.places import PLACES, Games

NARROW = {"width": 320, "height": 568}
TWICE = {"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2}  # what is left at 200 %
EXCUSED = {"missing": "404", "gone": "404|WebSocket connection to"}  # the browser tells of each answer that is no page

OUTSIDE = """() => {
  const wide = document.documentElement.clientWidth + 1;
  const style = (one) => getComputedStyle(one);
  const rolls = (one) => /auto|scroll/.test(style(one).overflowX);
  const scrolls = (one) => one && one !== document.body && (rolls(one) || scrolls(one.parentElement));
  const unseen = (one) => one.closest(".visually-hidden, .skip, dialog:not([open])") || style(one).visibility === "hidden";
  const outside = [...document.querySelectorAll("a, button, input, select, textarea, summary, h1, h2, p")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.right > wide || box.left < -1) && !unseen(one) && !scrolls(one.parentElement);
  });
  const told = (one) => `${one.outerHTML.slice(0, 120)} at ${JSON.stringify(one.getBoundingClientRect())}`;
  const all = document.documentElement.scrollWidth;
  return [...(all > wide ? [`the page is ${all} wide`] : []), ...outside.map(told)];
}"""
BELOW = """() => [".bar", ".board", ".piles", ".status", ".actions", ".hand"].filter((name) => {
  const one = document.querySelector(name);
  const box = one?.getBoundingClientRect();
  return box && (box.top < -1 || box.bottom > innerHeight + 1);
})"""

BROKEN = """() => {
  document.body.innerHTML =
    "<main><h1>Broken</h1><img src='/icon.svg'><button></button><p>pale</p><div></div><p class=hand>low</p></main>";
  Object.assign(document.querySelector("p").style, { color: "#aaa", background: "#fff", width: "3000px" });
  document.querySelector("div").style.height = "3000px";
}"""


@functools.cache
def games_at(house: House) -> Games:
    return Games(house)


def visited(tabs: Callable[..., Tab], house: House, name: str, **options: Any) -> Tab:
    """A window at a place."""
    tab = tabs(**options)
    if name in EXCUSED:
        tab.excuse(EXCUSED[name])
    PLACES[name](tab, games_at(house))
    return tab


def test_what_is_wrong_is_found(tabs: Callable[..., Tab], house: House) -> None:
    """Findings of axe, whatever is too wide or too low, what the policy stops, what goes elsewhere: none of it stays unseen."""
    tab = visited(tabs, house, "about")
    tab.page.evaluate(BROKEN)
    assert {finding.split()[0] for finding in tab.axe()} >= {"color-contrast", "image-alt", "button-name"}
    assert any("is 3000 wide" in line for line in tab.page.evaluate(OUTSIDE))
    assert tab.page.evaluate(BELOW) == [".hand"]
    PLACES["about"](tab, games_at(house))
    tab.page.evaluate(
        "() => { document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.2:9/' })) }"
    )
    tab.page.evaluate("() => { document.body.append(Object.assign(document.createElement('script'), { text: '1' })) }")
    tab.page.evaluate("() => console.error('planted')")
    tab.page.evaluate("() => void setTimeout(() => { throw new Error('thrown') })")
    found = ["planted", "thrown", "script-src", "img-src"]
    tab.until(lambda: all(any(one in fault for fault in tab.faults) for one in found), f"{found} in {tab.faults}", 5)
    tab.excuse("")


def outside(tab: Tab) -> list[str]:
    """What cannot be reached, once the page has had its time to adapt to the window."""
    for _ in range(20):
        found: list[str] = tab.page.evaluate(OUTSIDE)
        if not found:
            break
        tab.page.wait_for_timeout(50)
    return found


@pytest.mark.parametrize("name", PLACES)
def test_a_place_by_day_in_english(tabs: Callable[..., Tab], house: House, name: str) -> None:
    """Also on narrow screens."""
    tab = visited(tabs, house, name)
    assert tab.axe() == []
    for size in (NARROW, TWICE):
        tab.page.set_viewport_size(size)
        assert outside(tab) == [], size
    tab.page.set_viewport_size(PHONE)
    assert outside(tab) == []


@pytest.mark.parametrize("name", PLACES)
def test_a_place_by_night_in_french_on_a_phone(tabs: Callable[..., Tab], house: House, name: str) -> None:
    tab = visited(tabs, house, name, viewport=PHONE, settings={"language": "fr", "theme": "dark"})
    assert tab.page.locator("html").get_attribute("lang") == "fr"
    assert tab.axe() == []
    assert outside(tab) == []
    if name.startswith("table"):
        assert tab.page.evaluate(BELOW) == [], "one has to scroll at 360 × 640"


@pytest.mark.deep
@pytest.mark.parametrize("settings", [{"language": "en", "theme": "dark"}, {"language": "fr", "theme": "light"}], ids=str)
@pytest.mark.parametrize("palette", ["land", "safe", "strong"])
@pytest.mark.parametrize("name", PLACES)
def test_a_place_in_all_colours(
    tabs: Callable[..., Tab], house: House, name: str, palette: str, settings: dict[str, Any]
) -> None:
    tab = visited(tabs, house, name, settings=settings | {"palette": palette, "size": 130})
    assert tab.axe() == []
    tab.page.set_viewport_size(NARROW)
    assert outside(tab) == []

"""What one reads and replays, in a real browser at a real server: lessons played to their end, replays by keys and by link,
records taken in, deals made again, rules found. The page is the built one: `make page`.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from marchstone.game import Game
from marchstone.record import Record
from marchstone.server.about import about
from marchstone.server.lessons import lesson, lesson_names
from tests.server import Running

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
VERBS = {
    "en": {"claim": "Claim", "draw clan": "Draw a Clan", "draw tactic": "Draw a Tactic", "oil": "Oil", "retreat": "Retreat"},
    "fr": {
        "claim": "Revendiquer",
        "draw clan": "Piocher une carte Clan",
        "draw tactic": "Piocher une carte Tactique",
        "oil": "Huile",
    }
    | {"retreat": "Se retirer"},
}
SIZES = {"en": {"width": 360, "height": 740}, "fr": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    assert (Path(__file__).parents[1] / "marchstone/web/index.html").is_file(), "the page is not built: make page"
    with Running(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser, server: Running) -> Iterator[Any]:
    """A page in a browser of its own; whatever it complains of is an error of the test."""
    contexts, faults = [], []

    def opened(path: str, language: str = "en", script: str = "") -> Page:
        context = browser.new_context(viewport=SIZES[language], base_url=server.address, accept_downloads=True)
        settings = f"localStorage.setItem('marchstone.settings', JSON.stringify({{language: '{language}', motion: 0}}));"
        context.add_init_script(settings + script)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture(scope="module")
def finished(server: Running) -> str:
    """A whole little game at the server, played by random."""
    table = server.table("stones-small", "here").seated()
    chance = random.Random(5)
    with table.socket(0) as client:
        while client.game["state"] == "playing":
            assert client.table is not None
            player = client.game["seats"].index(client.table["actor"])
            client.look(player)
            assert client.act(f"move {chance.choice(client.table['legal'])}", player=player)["t"] == "receipt"
    return table.id


def card_name(card: str, language: str) -> str:
    """A card as the page calls it."""
    known = about()
    if card in known["tactics"]:
        return str(known["tactics"][card]["names"][language])
    colour = known["colours"][card[0]][language]
    return f"{colour} {card[1:]}" if language == "en" else f"{card[1:]} {colour}"


# -- lessons ---------------------------------------------------------------------------------------------------------------


def make(page: Page, move: str, language: str) -> None:
    """A move, by the names that a screen reader says."""
    verb, *rest = move.split()
    hand = page.get_by_role("button", name=card_name(rest[0], language), exact=True) if verb in ("play", "take") else None
    if verb == "play" and hand is not None:
        hand.click()
        if len(rest) == 2:
            front(page, rest[1]).click()
    elif verb == "take":
        page.locator(f".fronts button[aria-label$='{card_name(rest[0], language)}']").press("Enter")
    elif verb == "put":
        front(page, rest[0]).click()
    else:
        words = VERBS[language][move if verb == "draw" else verb]
        named = page.locator(".acts").get_by_role("button").filter(has_text=words)
        (named.filter(has_text=rest[0]) if verb != "draw" else named).click()


def front(page: Page, number: str) -> Locator:
    """The button of a front."""
    return page.locator(".fronts > li").nth(int(number) - 1).locator("button.stone")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_is_played_to_its_end(open_page: Any, name: str, language: str) -> None:
    page = open_page(f"/learn/{name}", language)
    for step in lesson(name)["steps"]:
        expect(page.locator(".say p")).to_have_text(step[language])
        if step["kind"] == "try":
            move = next(iter(step["answers"]))
            wrong = next((one for one in step["table"]["legal"] if one not in step["answers"] and one.startswith("play ")), None)
            if wrong and len(wrong.split()) == 3:
                make(page, wrong, language)
                expect(page.locator(".say.wrong p")).to_have_text(step["hints"].get(wrong, step["hints"]["*"])[language])
            make(page, move, language)
            expect(page.locator(".say.right p")).to_contain_text(step["done"][language])
        page.locator(".say .button.main").click()
    expect(page.get_by_role("heading", level=1)).to_have_text({"en": "Well done!", "fr": "Bien joué !"}[language])


def test_there_is_no_lesson_of_that_name(open_page: Any) -> None:
    page = open_page("/learn/chess")
    expect(page.get_by_role("alert").first).to_contain_text("no lesson")


# -- replays ---------------------------------------------------------------------------------------------------------------


def test_a_replay_by_keys_and_by_link(open_page: Any, finished: str, server: Running) -> None:
    steps = server.http.get(f"/games/{finished}/replay").json()["steps"]
    page = open_page(f"/g/{finished}/replay")
    where = page.locator(".where")
    expect(where).to_contain_text(f"step 0 of {len(steps)}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text("step 2 of")
    assert page.url.endswith(f"#n={steps[1]['n']}")
    page.keyboard.press("End")
    expect(where).to_contain_text(f"step {len(steps)} of")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    expect(where).to_contain_text("Turn 1")
    linked = open_page(f"/g/{finished}/replay#n={steps[6]['n']}")
    expect(linked.locator(".where")).to_contain_text("step 7 of")


def test_hands_are_closed_and_nothing_to_come_is_told(open_page: Any, finished: str) -> None:
    page = open_page(f"/g/{finished}/replay", "fr")
    expect(page.locator(".hand svg.back")).to_have_count(0)
    page.get_by_label("Mains").select_option("none")
    expect(page.locator(".hand svg.back")).to_have_count(8)
    page.get_by_label("Cacher la suite").check()
    expect(page.locator("input[type=range]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("ol button")).to_have_count(1)


def test_a_record_goes_out_and_comes_in_again(open_page: Any, finished: str, tmp_path: Path) -> None:
    page = open_page(f"/g/{finished}/replay")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    path = tmp_path / "record.txt"
    download.value.save_as(path)
    moves = len(Record.load(path).moves)
    other = open_page("/replay")
    other.set_input_files("input[type=file]", path)
    expect(other.locator(".where")).to_contain_text(f"of {moves}")
    other.reload()
    expect(other.locator(".where")).to_contain_text(f"of {moves}")


def test_what_is_no_record_is_said_and_what_was_typed_stays(open_page: Any) -> None:
    page = open_page("/replay", "fr")
    broken = Record.of(Game("stones", ["play v9 5"], seed=1, first=0)).text.replace("play v9 5", "claim 5")
    page.get_by_label("Collez une partie").fill(broken)
    page.get_by_role("button", name="Revoir", exact=True).click()
    expect(page.locator(".problem")).to_contain_text("Ligne 6 : On ne revendique qu'après avoir joué.")
    assert page.get_by_label("Collez une partie").input_value() == broken
    page.get_by_label("Collez une partie").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Revoir", exact=True).click()
    expect(page.locator(".problem")).to_contain_text("Ligne 1")


# -- fair deals ------------------------------------------------------------------------------------------------------------

INSECURE = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined});"


@pytest.mark.parametrize("script", ["", INSECURE], ids=["own-hashes", "without"])
def test_the_browser_makes_the_deal_again(open_page: Any, finished: str, server: Running, script: str) -> None:
    page = open_page(f"/g/{finished}/fair", "en", script)
    # this browser did not see the game begin, so that it can say no more
    expect(page.locator(".verdict:not(.bad)")).to_contain_text("The deal is the one that was committed to")
    expect(page.get_by_text("published examples come out right")).to_be_visible()
    record = server.http.get(f"/games/{finished}/record").text
    liar = open_page("/fair", "en", script)
    liar.get_by_label("The record of a game").fill(record.replace('[Commitment "', '[Commitment "f')[:200_000])
    liar.get_by_role("button", name="Check", exact=True).click()
    expect(liar.locator(".verdict.bad")).to_be_visible()


# -- rules -----------------------------------------------------------------------------------------------------------------


def test_a_rule_is_found_by_its_place(open_page: Any) -> None:
    page = open_page("/rules#mud", "fr")
    expect(page.locator("#mud")).to_be_focused()
    expect(page.locator("#mud")).to_have_text("Combat de Boue")
    page.goto("/rules?lang=en#tactics-limit")
    expect(page.locator("#tactics-limit")).to_have_text("The limit")


def test_the_rules_open_beside_the_page_and_close_again(open_page: Any) -> None:
    page = open_page("/about")
    link = '<a id=why href="/rules#oil" target="rules">why</a>'
    page.evaluate("link => document.querySelector('main').insertAdjacentHTML('afterbegin', link)", link)
    page.locator("#why").click()
    drawer = page.get_by_role("complementary", name="Rules")
    expect(drawer.locator("#oil")).to_be_focused()
    drawer.get_by_role("link", name="Spy", exact=True).last.click()
    expect(drawer.locator("#spy")).to_be_focused()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(page.locator("#why")).to_be_focused()
    assert page.url.endswith("/about")

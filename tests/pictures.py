"""Pictures of every page and state in build/pictures, with an album of them all, and the picture in the README.

python -m tests.pictures [NAME ...]    all, or the places whose names begin so
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .browser import DESKTOP, PHONE, ROOT, House, Tab, browser
from .places import PLACES, Games, table

FOLDER = ROOT / "build" / "pictures"
README = ROOT / "docs" / "table.png"
LIMIT = 200_000  # bytes of the picture in the README
LOOKS = {
    "day-desktop-en": {"viewport": DESKTOP, "settings": {"language": "en", "theme": "light"}},
    "night-phone-fr": {"viewport": PHONE, "settings": {"language": "fr", "theme": "dark"}},
    "day-phone-en": {"viewport": PHONE, "settings": {"language": "en", "theme": "light"}},
    "night-desktop-fr": {"viewport": DESKTOP, "settings": {"language": "fr", "theme": "dark"}},
}
ALBUM = """<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>
figure {{ display: inline-block; margin: 8px; vertical-align: top; font: 14px sans-serif }}
img {{ height: 420px; outline: 1px solid #888 }}
</style>
{}
"""


def take(wanted: list[str]) -> None:
    """All pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = [name for name in PLACES if not wanted or name.startswith(tuple(wanted))]
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        house = House(Path(folder)).start()
        try:
            games = Games(house)
            for look, options in LOOKS.items():
                for name in names:
                    tab = Tab(running, house, **options)
                    PLACES[name](tab, games)
                    shoot(tab, FOLDER / f"{name}-{look}.png")
                    tab.close()
            if not wanted or "readme" in wanted:
                tab = Tab(running, house)
                table(lambda games: games.mid("stones-tactics", level=4, cards=24))(tab, games)
                shoot(tab, README)
                tab.close()
                assert README.stat().st_size < LIMIT, "the picture in the README is too large"
        finally:
            house.end()


def shoot(tab: Tab, path: Path) -> None:
    """What is in the window, once nothing moves."""
    tab.page.mouse.move(0, 0)
    tab.page.wait_for_timeout(150)
    tab.page.screenshot(path=path, animations="disabled")
    print(path.relative_to(ROOT), flush=True)


def album() -> None:
    """A page with all of them."""
    figures = (
        f'<figure><img src="{path.name}" alt=""><figcaption>{path.stem}</figcaption></figure>'
        for path in sorted(FOLDER.glob("*.png"))
    )
    (FOLDER / "index.html").write_text(ALBUM.format("\n".join(figures)), encoding="utf-8")


if __name__ == "__main__":
    take(sys.argv[1:])
    album()

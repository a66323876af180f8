"""What the tests in a browser share: a server for each worker, a browser for each module, windows for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser import House, Tab


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that stays."""
    from tests.browser import House

    serving = House(tmp_path_factory.mktemp("house")).start()
    yield serving
    serving.end()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser. Not for longer than a module: while it runs, no other test of this process could have an event loop."""
    from tests.browser import browser

    with browser() as running:
        yield running


@pytest.fixture
def tabs(chrome: Browser, house: House) -> Iterator[Callable[..., Tab]]:
    """Windows as a test wants them. At the end none of them has a complaint."""
    from tests.browser import Tab

    opened: list[Tab] = []

    def tab(at: House = house, **options: Any) -> Tab:
        opened.append(Tab(chrome, at, **options))
        return opened[-1]

    yield tab
    complaints = [complaint for one in opened for complaint in one.complaints()]
    for one in opened:
        one.close()
    assert complaints == []

"""Thousands of connections over a network that loses, doubles and reorders, with a server that dies: both sides come to agree."""

import pytest

from marchstone.server.client import Client
from marchstone.server.session import Session

from .network import simulate


def simulated(seeds: range) -> dict[str, int]:
    """Many worlds of three sessions each; what has happened in all of them."""
    seen = {"sessions": 0, "commands": 0, "kept": 0, "refused": 0, "deaths": 0}
    for seed in seeds:
        world = simulate(seed)
        seen["sessions"] += len(world.pages)
        seen["commands"] += sum(len(page.acted) for page in world.pages)
        seen["kept"] += sum(len(page.receipts) for page in world.pages)
        seen["refused"] += sum(len(page.refusals) for page in world.pages)
        seen["deaths"] += world.lives
    return seen


def test_two_hundred_sessions() -> None:
    seen = simulated(range(68))
    assert seen["sessions"] >= 200 and seen["kept"] > 800 and seen["refused"] > 500 and seen["deaths"] > 10, seen
    assert seen["kept"] + seen["refused"] == seen["commands"]


def test_without_faults_nothing_is_stale_for_nothing() -> None:
    """On a good network a move from the newest table is refused only if the other was quicker."""
    for seed in range(4):
        world = simulate(1000 + seed, faults=0.0)
        assert world.lives == 0 and sum(len(page.receipts) for page in world.pages) > 10


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_sessions(part: int) -> None:
    seen = simulated(range(10_000 + part * 170, 10_000 + (part + 1) * 170))
    assert seen["sessions"] >= 500 and seen["kept"] + seen["refused"] == seen["commands"]


@pytest.mark.parametrize(
    ("owner", "name", "wrong"),
    [
        (Client, "_ask_again", lambda client, now: []),  # commands are not sent again
        (Client, "_hello", lambda client, now: []),  # gaps are not mended
        (Session, "told", lambda session, told: session._send(told.frame(session.audience))),  # numbers are not minded
        (Session, "settled", lambda session, id, player: []),  # no receipts
    ],
)
def test_the_simulation_is_not_blind(owner: type, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any one of the rules broken, it finds that something is wrong."""
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(AssertionError):
        simulated(range(12))

"""A store whose answers are lost: what landed in the log after all is found there, told once, and answered by its receipt."""

from concurrent.futures import Future

import pytest

from marchstone.server.store import StoreError
from tests.server import Running


class Unsure:
    """Stands before a store: an append fails for its caller, although it is written; or before it is."""

    def __init__(self, store):
        self.append_really, self.entries_really = store.append, store.entries
        self.lost = self.refused = self.unread = 0
        store.append, store.entries = self.append, self.entries

    def append(self, game, new, expected_n):
        failed = Future()
        if self.refused:
            self.refused -= 1
            failed.set_exception(StoreError("store.io", place="the log", reason="test"))
            return failed
        made = self.append_really(game, new, expected_n)
        if not self.lost:
            return made
        self.lost -= 1
        made.result(20)
        failed.set_exception(StoreError("store.unreachable", place="the log", reason="test"))
        return failed

    def entries(self, game, after=0):
        if self.unread:
            self.unread -= 1
            raise StoreError("store.unreachable", place="the log", reason="test")
        return self.entries_really(game, after)


@pytest.fixture
def server(tmp_path):
    with Running(tmp_path) as running:
        yield running


def act_of(client, name, do=None):
    return {"t": "act", "id": name, "at": client.n, "do": do or f"move {client.table['legal'][0]}"}


@pytest.fixture
def table(server):
    game = server.table("stones", seat=0).seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        yield game, ann, bob


def test_a_command_that_landed_is_answered_by_its_receipt(server, table):
    game, ann, bob = table
    store, act, n = Unsure(server.store), act_of(ann, "landed-01"), ann.n
    store.lost = 1
    ann.send(act)
    assert ann.until("receipt", "refused")["code"] == "store.unreachable"
    ann.send(act)
    assert ann.until("receipt", "refused") == {"t": "receipt", "id": "landed-01", "n": n + 1}
    bob.reach(ann.n)
    assert bob.n == ann.n == n + 1 and bob.heard[-1]["do"] == act["do"]
    assert len([entry for entry in server.store.entries(game.id) if entry.id == "landed-01"]) == 1


def test_another_command_comes_after_what_landed(server, table):
    _, ann, bob = table
    store, n = Unsure(server.store), ann.n
    store.lost = 1
    ann.send(act_of(ann, "landed-02"))
    assert ann.until("receipt", "refused")["t"] == "refused"
    bob.send(act_of(bob, "other-002", "offer draw"))  # meant for the table of before
    assert bob.until("receipt", "refused")["code"] == "room.stale"
    assert [message["n"] for message in bob.heard if message["t"] == "happened"][-1] == n + 1


def test_as_long_as_the_store_cannot_be_read_nothing_is_taken(server, table):
    _, ann, _ = table
    store, act, n = Unsure(server.store), act_of(ann, "landed-03"), ann.n
    store.lost, store.unread = 1, 2
    for _ in range(3):
        ann.send(act)
        assert ann.until("receipt", "refused")["code"] == "store.unreachable"
    ann.send(act)
    assert ann.until("receipt", "refused")["n"] == n + 1


def test_what_did_not_land_is_written_when_it_comes_again(server, table):
    game, ann, _ = table
    store, act, n = Unsure(server.store), act_of(ann, "landed-04"), ann.n
    store.refused = 2
    for _ in range(2):
        ann.send(act)
        assert ann.until("receipt", "refused")["code"] == "store.io"
    ann.send(act)
    assert ann.until("receipt", "refused")["n"] == n + 1 == len(server.store.entries(game.id))


def test_who_joins_when_the_answer_is_lost_has_the_place(server):
    game = server.table("stones")
    store = Unsure(server.store)
    game.join(0)
    store.lost = 1
    wanted = {"name": "Bob", "seed": "ab" * 16, "invite": game.invite}
    assert game.post(f"/games/{game.id}/join", wanted, game.people[1]).json()["code"] == "store.unreachable"
    assert game.post(f"/games/{game.id}/join", wanted, game.people[1]).json()["player"] == 1
    assert game.get().json()["game"]["state"] == "playing"

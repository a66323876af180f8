"""The store: the append-only log of docs/server.md, on SQLite (one file, one process) or PostgreSQL.

    store = Store.open()                        # the user's own file; or a path, or "postgresql://..."
    game = new_game_id()                        # 12 signs of a-z2-7
    made = store.append(game, [New("create {...}", secret='{"person": "5e8..."}')], expected_n=0)
    entries = await asyncio.wrap_future(made)   # durable now: nobody hears of an entry before
    store.entries(game), store.entries(game, after=7)
    store.games_of(person_hash)                 # that person's games, unfinished and newest first: `Listed`
    store.open_games()                          # the games that go on, to be taken up after a restart: `Listed`
    store.close()                               # what was appended before is written still

`append(game, new, expected_n)` can be called from any thread and returns at once a `concurrent.futures.Future` of the
entries as they stand in the log. All of `new` is committed, or nothing. `expected_n` is how many entries the game has
(0: it does not exist yet). The future fails with a `StoreError`, which has a stable `code` and `sentences` (English, French):

- `store.duplicate` (`DuplicateError`): the player's `id` is in the log already, as entry `error.n`; answer with that number
- `store.conflict` (`ConflictError`): the game has `error.n` entries, not `expected_n`; read the game again, then go on
- `store.full`, `store.read-only`, `store.io`, `store.unreachable`: nothing was acknowledged; the store mends itself when the
  disk or the database is back, so the same may be tried again. If it did get into the log after all, trying again says
  `store.duplicate` or `store.conflict`
- `store.overloaded`: too many wait already; `store.closed`: after `close`; `store.bad-entry`: what no log can hold, a NUL say

Reading (`entries`, `games_of`, `open_games`, `verify`) waits for the disk: a millisecond on SQLite; in a server use
`asyncio.to_thread` where that is too long. `entries` checks the chain and raises `store.chain` or `store.gap` for a damaged game.

Who belongs to a game is read from the log itself. The `secret` of `create` (player 0) and of `join` (its player) is a JSON
object; its `person` is the SHA-256 of that person's key, in hex, and makes the game one of theirs. What else it holds
(`invite`, `seed`) is not the store's business. A game is `open` after `create`, `playing` after `start` and `back`, `between`
after `end`, and `over` after an `end` whose JSON has `"over": true`.
"""

from .entry import Entry, New, is_game_id, new_game_id
from .errors import ConflictError, DuplicateError, StoreError
from .log import Store, look
from .reading import Listed, Reader

__all__ = [
    "ConflictError",
    "DuplicateError",
    "Entry",
    "Listed",
    "New",
    "Reader",
    "Store",
    "StoreError",
    "is_game_id",
    "look",
    "new_game_id",
]

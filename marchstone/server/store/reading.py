"""Reading the log: entries, somebody's games, and whether all is as it was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from sqlalchemy import Connection, and_, bindparam, case, func, or_, select

from .backend import Backend
from .entry import FIRST, Entry, check_chain
from .errors import StoreError
from .schema import games, log, seats

Tell = Callable[[int, int], object]  # is told what is done, and of how much

FROM = select(log).where(log.c.game == bindparam("game"), log.c.n >= bindparam("n")).order_by(log.c.n)
LISTED = select(games.c.game, games.c.created, games.c.updated, games.c.state, games.c.n)
OVER = case((games.c.state == "over", 1), else_=0)
NEWEST_FIRST = (games.c.updated.desc(), games.c.game)


class Listed(Struct, frozen=True):
    """A game in a list; `players` are the places of the person who was asked for."""

    game: str
    created: int
    updated: int
    state: str  # open, playing, between, over
    n: int
    players: tuple[int, ...] = ()


class Reader:
    """Whatever can be asked of a store."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    @property
    def place(self) -> str:
        """Where it is, as people are told."""
        return self.backend.place

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the log; its problems in our words."""
        try:
            with self.backend.reader() as connection:
                yield connection
        except StoreError:
            raise
        except Exception as problem:
            raise self.backend.explain(problem) from problem

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game behind number `after`; none if there is no such game. A damaged game raises."""
        with self.reading() as connection:
            found = [Entry(*row) for row in connection.execute(FROM, {"game": game, "n": max(after, 1)})]
        if after < 1:
            check_chain(found)
            return found
        if not found:
            return []
        if found[0].n != after:
            raise StoreError("store.gap", game=game, n=after)
        check_chain(found[1:], after, found[0].hash)
        return found[1:]

    def games_of(self, person: str, limit: int = 200, before: str | None = None) -> list[Listed]:
        """The games of the person with this hash: those that are not over first, and of either the one that went on last. With
        the name of a game only those behind it."""
        own = select(seats.c.game).where(seats.c.person == person)
        chosen = LISTED.where(games.c.game.in_(own)).order_by(OVER, *NEWEST_FIRST).limit(limit)
        with self.reading() as connection:
            if before is not None:
                place = connection.execute(
                    select(OVER, games.c.updated).where(games.c.game == before, games.c.game.in_(own))
                ).first()
                if place is None:
                    return []
                over, updated = place
                later = and_(games.c.updated == updated, games.c.game > before)
                chosen = chosen.where(or_(over < OVER, and_(over == OVER, or_(games.c.updated < updated, later))))
            found = connection.execute(chosen).all()
            held = connection.execute(select(seats.c.game, seats.c.player).where(seats.c.person == person)).all()
        players: dict[str, tuple[int, ...]] = {}
        for game, player in sorted((row[0], row[1]) for row in held):
            players[game] = (*players.get(game, ()), player)
        return [Listed(*row, players[row[0]]) for row in found]

    def open_games(self) -> list[Listed]:
        """All games that are not over, the one that went on last first."""
        with self.reading() as connection:
            return [Listed(*row) for row in connection.execute(LISTED.where(games.c.state != "over").order_by(*NEWEST_FIRST))]

    def game(self, game: str) -> Listed | None:
        """How one game stands."""
        with self.reading() as connection:
            row = connection.execute(LISTED.where(games.c.game == game)).first()
        return None if row is None else Listed(*row)

    def size(self) -> tuple[int, int]:
        """How many games and entries there are."""
        with self.reading() as connection:
            number = connection.scalar(select(func.count()).select_from(games)) or 0
            return number, connection.scalar(select(func.count()).select_from(log)) or 0

    def last(self) -> int | None:
        """When something was last written, in milliseconds since 1970."""
        with self.reading() as connection:
            at: int | None = connection.scalar(select(func.max(games.c.updated)))
        return at

    def verify(self, game: str) -> int:
        """How many entries a game has, all of them in their place and as they were written; otherwise it raises."""
        with self.reading() as connection:
            return verified(connection, game)

    def faults(self, tell: Tell = lambda done, total: None) -> list[StoreError]:
        """All that is wrong with the games, after a look at every entry."""
        found = []
        with self.reading() as connection:
            names = {row[0] for row in connection.execute(select(log.c.game).distinct())}
            names |= {row[0] for row in connection.execute(select(games.c.game))}
            for done, name in enumerate(sorted(names)):
                tell(done, len(names))
                try:
                    verified(connection, name)
                except StoreError as fault:
                    found.append(fault)
            tell(len(names), len(names))
        return found


def verified(connection: Connection, game: str) -> int:
    """The number of entries of a game in which nothing is missing or changed, at the end neither."""
    found = [Entry(*row) for row in connection.execute(FROM, {"game": game, "n": 0})]
    check_chain(found, 0, FIRST)
    listed = connection.scalar(select(games.c.n).where(games.c.game == game)) or 0
    if listed != len(found):
        raise StoreError("store.gap", game=game, n=min(listed, len(found)) + 1)
    return len(found)

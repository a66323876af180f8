"""Fair deals: who shuffles says beforehand what it will shuffle with, the players add to it, and anybody can check it afterwards.

For every round there is a secret seed. Its commitment is published before the players send seeds of their own; the shuffle
follows from all three, so nobody could have chosen it. When the round is over the seed is revealed. The seeds of a game's rounds
are links of one chain, each the hash of the next, so the first commitment binds them all. `docs/fair.md` defines every byte.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from .core import layout as lay
from .core import vector
from .core.games import clear
from .core.layout import NUMBER, SEATS, STONES, TACTIC
from .core.presets import has_support
from .core.zones import draw, place_on_pile
from .errors import MarchstoneError
from .guards import check_choice, check_number, check_type
from .position import Position
from .rules import Rules

SEED_BYTES = 32
ROUNDS = 100  # links of a chain: more rounds than any game has
COMMIT, CHAIN, DEAL = b"marchstone commit 1", b"marchstone chain 1", "marchstone deal 1"
WORD = 1 << 32  # what a number of the stream is below
KEY_HALF = 1 << 31
PLAYER_SEED = re.compile("[0-9a-f]{32,64}")
GAME_ID = re.compile("[a-z2-7]{12}")
HEX = re.compile("[0-9a-f]{64}")
TAGS = ("Game", "Round", "Commitment", "RoundSeed", "Seed0", "Seed1")


class FairError(MarchstoneError, ValueError):
    """A deal that is not what its commitment and its seeds make it."""


# -- seeds and commitments -------------------------------------------------------------------------------------------------


def new_seed() -> bytes:
    """The last link of a chain."""
    return secrets.token_bytes(SEED_BYTES)


def round_seed(last: bytes, number: int) -> bytes:
    """The seed of a round (from 1): the last link hashed until so many links are left."""
    check_number(number, "fair.round", "a round", 1, ROUNDS)
    seed = check_bytes(last)
    for _ in range(ROUNDS - number):
        seed = link_before(seed)
    return seed


def link_before(seed: bytes) -> bytes:
    """The seed of the round before, which says nothing of this one."""
    return hashlib.sha256(CHAIN + b"\0" + seed).digest()


def commitment(game: str, number: int, seed: bytes) -> str:
    """What is published of a round's seed before the players send theirs."""
    check_game(game)
    check_number(number, "fair.round", "a round", 1, ROUNDS)
    return hashlib.sha256(b"\0".join((COMMIT, game.encode(), str(number).encode(), check_bytes(seed)))).hexdigest()


def check_game(game: str) -> None:
    """Refuse what is no name of a game at a server."""
    check_type(game, str, "fair.game", "the name of a game")
    if not GAME_ID.fullmatch(game):
        raise FairError("fair.game", f"no game is called {game[:40]!r}", expected="12 signs of a-z and 2-7")


def check_bytes(seed: bytes) -> bytes:
    """Refuse what is no seed of a round."""
    check_type(seed, bytes, "fair.seed", "the seed of a round")
    if len(seed) != SEED_BYTES:
        raise FairError("fair.seed", f"a round's seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def check_player_seed(seed: str) -> str:
    """Refuse what no player may add."""
    check_type(seed, str, "fair.seed", "the seed of a player")
    if not PLAYER_SEED.fullmatch(seed):
        raise FairError("fair.seed", f"{seed[:40]!r} is no player's seed", expected="32 to 64 signs of 0-9 and a-f")
    return seed


# -- the shuffle -----------------------------------------------------------------------------------------------------------


class Stream:
    """Numbers that follow from all seeds, and from nothing else."""

    def __init__(self, game: str, number: int, seed: bytes, seeds: tuple[str, str]) -> None:
        check_game(game)
        check_number(number, "fair.round", "a round", 1, ROUNDS)
        ours, theirs = map(check_player_seed, seeds)
        self._key = check_bytes(seed)
        self._head = f"{DEAL}|{game}|{number}|{ours}|{theirs}|"
        self._blocks = 0
        self._words: list[int] = []  # of the last block, those not used yet, the next one last

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            block = hmac.digest(self._key, f"{self._head}{self._blocks}".encode(), "sha256")
            self._blocks += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(len(block) - 4, -1, -4)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each exactly as likely as another."""
        rest = WORD // limit * limit
        while True:
            word = self.word()
            if word < rest:
                return word % limit

    def shuffled(self, cards: list[int]) -> list[int]:
        """The cards in another order: from the last place down, each gets one of those up to it."""
        cards = list(cards)
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


@dataclass(frozen=True)
class Deal:
    """A round as it begins, and whom the lot names: that player begins, who in walls attacks."""

    start: Position
    lot: int


def deal(preset: str, game: str, number: int, seed: bytes, seeds: tuple[str, str], first: int | None = None) -> Deal:
    """The deal of a round. In stones `first` is the seat that begins; without it the lot decides.

    >>> once, again = (deal("stones", "a" * 12, 1, bytes(32), ("0" * 32, "1" * 32)) for _ in range(2))
    >>> once == again, once.start.turn == once.lot, once.start.piles
    (True, True, (42, 0))
    """
    rules, stream = Rules(preset), Stream(game, number, seed, seeds)
    state = vector(lay.WORDS)
    clear(state, rules.number)
    cards = [card.number for card in rules.cards]
    for kind in (NUMBER, TACTIC):
        for card in stream.shuffled([card for card in cards if (card >= lay.FIRST_TACTIC) == (kind == TACTIC)]):
            place_on_pile(state, kind, card)
    for _ in range(rules.hand_size):
        for seat in range(SEATS):
            draw(state, seat, NUMBER)
    if has_support(state):
        state[lay.KEY] = stream.below(KEY_HALF) << 31 | stream.below(KEY_HALF)
    lot = stream.below(SEATS)
    if rules.preset.game == STONES:
        if first is not None:
            check_number(first, "seat.unknown", "a seat", 0, SEATS - 1)
        state[lay.TURN] = state[lay.ACTOR] = lot if first is None else first
    return Deal(Position.of(state), lot)


# -- checking --------------------------------------------------------------------------------------------------------------


def tags_of(
    game: str, number: int, seed: bytes, seeds: tuple[str, str], seats: tuple[int, int], lot: int | None
) -> dict[str, str]:
    """What a record says of its deal: `Seats` are those of both players, `Lot` is there if it has decided who begins."""
    tags = dict(zip(TAGS, (game, str(number), commitment(game, number, seed), seed.hex(), *seeds)))
    return tags | {"Seats": f"{seats[0]} {seats[1]}"} | ({} if lot is None else {"Lot": str(lot)})


def check_record(start: Position, tags: Mapping[str, str]) -> bool:
    """Whether a record's tags tell its deal at all; if they do, and it is another deal, a `FairError` says what is wrong."""
    if "Commitment" not in tags and "RoundSeed" not in tags:
        return False
    missing = [tag for tag in TAGS if tag not in tags]
    if missing:
        raise FairError("fair.tags", f"the tag {missing[0]} is missing", expected=", ".join(TAGS))
    number = int(tags["Round"]) if re.fullmatch("[1-9][0-9]{0,2}", tags["Round"]) else 0
    if not HEX.fullmatch(tags["RoundSeed"]):
        raise FairError("fair.tags", "the tag RoundSeed is no seed", expected="64 signs of 0-9 and a-f")
    seed = bytes.fromhex(tags["RoundSeed"])
    if commitment(tags["Game"], number, seed) != tags["Commitment"]:
        raise FairError("fair.commitment", "the seed of the round is not the one that was committed to")
    dealt = deal(start.rules.name, tags["Game"], number, seed, (tags["Seed0"], tags["Seed1"]), start.turn)
    if dealt.start != start:
        raise FairError("fair.deal", "the seeds make another deal", expected=dealt.start.text)
    if "Lot" in tags:
        check_lot(dealt, tags)
    return True


def check_lot(dealt: Deal, tags: Mapping[str, str]) -> None:
    """The player whom the lot names has begun."""
    seats = tags.get("Seats", "")
    check_choice(seats, ("0 1", "1 0"), "fair.tags", "order of seats", FairError)
    begins = seats.split(" ").index(str(dealt.start.turn))
    if tags["Lot"] != str(dealt.lot) or begins != dealt.lot:
        raise FairError("fair.lot", f"the lot names player {dealt.lot}, who has not begun")

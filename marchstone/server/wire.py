"""Every message between a page (or a bot) and the server, and nothing else. docs/wire.md says what each one means.

A message is one JSON object whose `t` names its kind. Requests and answers over HTTP are the structs without a kind. What comes
from outside is decoded here and nowhere else: unknown kinds, unknown fields, wrong types and texts that are too long are refused
before anything looks at them. Names of people are cleaned where they come in (`clean_name`).
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

LARGEST = 4096  # bytes of a message from a client
NAME_LENGTH = 32

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,36}$")]  # what a client calls its own command, once
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")]  # who somebody is: a secret that only the browser keeps
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")]  # an invitation to a seat
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}$")]  # what a player adds to the shuffle
Name = Annotated[str, Meta(max_length=4 * NAME_LENGTH)]
Preset = Annotated[str, Meta(max_length=40)]
Do = Annotated[str, Meta(min_length=1, max_length=80)]
Player = Annotated[int, Meta(ge=0, le=1)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Level = Annotated[int, Meta(ge=1, le=8)]
Rounds = Annotated[int, Meta(ge=1, le=20)]
Claims = Literal["prompt", "automatic", "find"]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """What goes to a client."""


class Frame(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """What a client sends over its socket."""


# -- from a client, over the socket ----------------------------------------------------------------------------------------


class Hello(Frame, frozen=True):
    """The first frame: who it is, as which player it wants to look (two at one screen), and the last number it has seen.

    `seen` is for who reads along: `welcome` says all there is, whatever the client has seen.
    """

    key: Key | None = None
    player: Player | None = None
    seen: Number | None = None


class Act(Frame, frozen=True):
    """A command; the same `id` counts once.

    `do` is `move TEXT`, `resign`, `offer draw`, `offer takeback`, `accept`, `decline`, `withdraw`, `next` (round) or `rematch`.
    `at` is the last number the client has seen: what was meant for another table is refused. `player` is for two at one screen,
    who may send a command of the one when they look as the other already; without it, it is of the one they look as.
    """

    id: Id
    at: Number
    do: Do
    player: Player | None = None


class Look(Frame, frozen=True):
    """Two at one screen: from now on the table as this player sees it."""

    player: Player


class Hint(Frame, frozen=True):
    """What would the machine do here? Answered by `advice`, in games that allow it."""

    id: Id


class Why(Frame, frozen=True):
    """Why may a front be claimed, or not? Answered by `proof`."""

    id: Id
    front: Annotated[int, Meta(ge=1, le=9)]


class Ping(Frame, frozen=True):
    """Answered by `pong`, with what it brought."""

    at: Number


FromClient = Hello | Act | Look | Hint | Why | Ping


# -- to a client -----------------------------------------------------------------------------------------------------------


class Welcome(Message, frozen=True):
    """The answer to `hello`, and to a gap: all there is to know, as of number `n`."""

    n: int
    game: dict[str, Any]  # `GameInfo`
    table: dict[str, Any] | None  # `Table` by the eyes of this client; none before the first deal
    player: int | None  # which player this client is; none: a spectator
    story: list[dict[str, Any]]  # what happened in this round so far, as events of this client's eyes


class Happened(Message, frozen=True):
    """One entry of the log, as this client may know it. Numbers have no gaps; who finds one says `hello` again."""

    n: int
    by: int | None  # player; none: the server
    do: str  # what was done, hidden cards left out
    at: float  # when, seconds since 1970
    game: dict[str, Any]
    table: dict[str, Any] | None
    events: list[dict[str, Any]]


class Receipt(Message, frozen=True):
    """A command is kept for good: it is number `n` of the log. Sent again for a command that comes again."""

    id: str
    n: int


class Refused(Message, frozen=True):
    """A command has changed nothing, and why: a stable code, one sentence in both languages, the rule's place."""

    id: str | None
    code: str
    en: str
    fr: str
    rule: str | None = None


class Advice(Message, frozen=True):
    """What the machine would do."""

    id: str
    move: str
    chance: float
    moves: list[tuple[str, float]]


class Proof(Message, frozen=True):
    """`ClaimProof.to_dict()`, and its sentence in both languages."""

    id: str
    proof: dict[str, Any]
    en: str
    fr: str


class Presence(Message, frozen=True):
    """Who is there: for each player how many sockets, and how many watch."""

    players: tuple[int, int]
    watching: int


class Thinking(Message, frozen=True):
    """The machine has begun to think (`on`), or waits for its engine to be compiled (`progress` 0-1).

    `problem` is why no move comes: `engine.failed` (it is tried again and again) or `engine.none` (this server has no engine).
    """

    on: bool
    since: float = 0.0
    progress: float | None = None
    problem: str | None = None


class Pong(Message, frozen=True):
    """The answer to `ping`, with the server's clock and the last number it has sent: who lacks that one says `hello` again."""

    at: int
    now: float
    n: int = 0


class Closing(Message, frozen=True):
    """The server ends the connection, and why; `again` says whether to come back."""

    code: str
    en: str
    fr: str
    again: bool = True


ToClient = Welcome | Happened | Receipt | Refused | Advice | Proof | Presence | Thinking | Pong | Closing


# -- over HTTP -------------------------------------------------------------------------------------------------------------


class Create(Strict, frozen=True):
    """A new game: against a level, with somebody who is invited, or two at one screen. Nobody is seated by it: see `Join`."""

    preset: Preset
    opponent: Literal["level", "invited", "here"]
    level: Level | None = None
    seat: Player | None = None  # of the first round; none: by lot
    rounds: Rounds = 1
    claims: Claims = "prompt"
    casual: bool = True  # hints and free takebacks (against a level)
    tracker: bool = True  # the tracker of seen cards
    watched: bool = True  # others may look on, without hands
    thinking: Annotated[float, Meta(ge=0.05, le=30.0)] = 1.0  # seconds for a move of level 8


class Created(Struct, frozen=True):
    """The game, the server's commitment to its first deal, and for an invited player the token of the free place."""

    game: str
    commitment: str
    invite: str | None


class Join(Strict, frozen=True):
    """Take a place: the creator's own without `invite`. The seed goes into every shuffle; the commitment is known before."""

    name: Name
    seed: Seed
    invite: Token | None = None
    player: Player | None = None  # two at one screen: for whom


class Joined(Struct, frozen=True):
    """Which player one is now."""

    player: int
    n: int


class Import(Strict, frozen=True):
    """A record as text, to look at."""

    text: Annotated[str, Meta(max_length=200_000)]


class Problem(Struct, frozen=True):
    """What every refused request gets."""

    code: str
    en: str
    fr: str
    rule: str | None = None


_frames = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def read_frame(data: bytes | str) -> FromClient:
    """A frame from outside; raises `msgspec.DecodeError`, of which `msgspec.ValidationError` is a kind, and nothing else."""
    try:
        frame: FromClient = _frames.decode(data)
    except (UnicodeError, RecursionError):
        raise msgspec.DecodeError("this is no JSON that can be read") from None
    return frame


def written(message: Any) -> bytes:
    """A message as it goes out."""
    return _encoder.encode(message)


def clean_name(name: str) -> str:
    """A name as it is shown: composed, without control signs or directions, spaces joined, at most NAME_LENGTH signs."""
    kept = "".join(sign for sign in unicodedata.normalize("NFC", name) if unicodedata.category(sign)[0] not in "C" or sign == " ")
    return " ".join(kept.split())[:NAME_LENGTH].strip()

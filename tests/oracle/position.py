"""A whole position in lists and texts, and what can be read from it."""

from typing import Any

from .formations import claim_holds, is_number
from .presets import PRESETS, Face

Outcome = tuple[int | None, str]


class Position:
    """A game at one moment. Fronts count from 0 inside and from 1 in the move texts; piles have their top first."""

    def __init__(self, preset: str, hands: tuple[list[str], list[str]], piles: dict[str, list[str]], first: int) -> None:
        self.preset = PRESETS[preset]
        self.walls = self.preset.game.kind == "walls"
        fronts = range(len(self.preset.fronts))
        self.fronts = list(fronts)
        self.sides: list[tuple[list[str], list[str]]] = [([], []) for _ in fronts]
        self.completed: list[list[int | None]] = [[None, None] for _ in fronts]
        self.owner: list[int | None] = [None for _ in fronts]
        self.damaged = [False for _ in fronts]
        self.blind = [False for _ in fronts]
        self.mud = [False for _ in fronts]
        self.hands = [list(hands[0]), list(hands[1])]
        self.piles = {"number": list(piles["number"]), "tactic": list(piles.get("tactic", []))}
        self.discard: list[str] = []
        self.removed: list[str] = []
        self.held: str | None = None  # taken and not yet put
        self.origin: int | None = None  # the front it was taken from
        self.given: list[list[str]] = [[], []]
        self.giver: int | None = None  # who chooses in an Exchange
        self.oil = self.preset.oil
        self.tactics_played = [0, 0]
        self.jokers_played = [0, 0]
        self.ply = 0
        # Phases: play; draw3 and bury (Recruiter); take, put, give (ruses and actions); close; after (the attacker drew).
        self.phase = "play"
        self.ruse = ""
        self.left = 0  # draws, takes or buries still to make
        self.passed = self.oiled = self.claimed = self.drew = False
        self.quiet_before = False  # the turn before was a pass without a claim or a draw
        self.over: Outcome | None = None
        self.seat = 0 if self.walls else first  # in walls the attacker begins
        self._known_moves: set[str] | None = None

    # What can be asked

    @property
    def turn(self) -> int:
        """The seat whose turn it is (at the end: whose turn it was)."""
        return self.seat

    @property
    def actor(self) -> int:
        """The seat that chooses next: whose turn it is, but for the second half of an Exchange."""
        return self.seat if self.giver is None else self.giver

    @property
    def outcome(self) -> Outcome | None:
        """Winner (None for a draw) and reason, once the game has ended."""
        return self.over

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain lists."""
        return {
            "sides": [(list(a), list(b)) for a, b in self.sides],
            "first": [self._first(n) for n in self.fronts],
            "owner": list(self.owner),
            "damaged": list(self.damaged),
            "blind": list(self.blind),
            "mud": list(self.mud),
            "hands": [sorted(hand) for hand in self.hands],
            "piles": {kind: list(pile) for kind, pile in self.piles.items()},
            "discard": sorted(self.discard),
            "removed": sorted(self.removed),
            "held": self.held,
            "given": [sorted(cards) for cards in self.given],
            "actor": self.actor,
            "turn": self.turn,
            "oil": self.oil,
            "tactics_played": list(self.tactics_played),
            "jokers_played": list(self.jokers_played),
            "outcome": self.over,
        }

    def scores(self) -> tuple[int, int]:
        """What the match needs of a finished game.

        stones: the winner has 5, the loser 1 for each Stone; after a draw each has 1 for each Stone.
        walls: (Siege cards left if the attacker won, intact tiles and unused cauldrons if the defender won; else 0).
        """
        if self.over is None:
            raise ValueError("the game goes on")
        winner = self.over[0]
        if self.walls:
            if winner == 0:
                return len(self.piles["number"]), 0
            return 0, self.damaged.count(False) + self.oil
        points = [5 if winner == seat else self.owner.count(seat) for seat in (0, 1)]
        return points[0], points[1]

    # What can be read from the position

    def _face(self, n: int) -> Face:
        """What front n asks for: a damaged tile its other face, Mud Fight one card more, Blind-Man's Bluff only totals."""
        faces = self.preset.fronts[n]
        face = faces[1] if self.damaged[n] else faces[0]
        width = face.width + 1 if self.mud[n] else face.width
        counted: frozenset[str] = frozenset() if self.blind[n] else face.counted
        return Face(width, counted, face.lowest)

    def _open(self) -> list[int]:
        """Unclaimed fronts: a claimed Stone takes no more cards of any kind, and nothing is taken from it."""
        return [n for n in self.fronts if self.owner[n] is None]

    def _rooms(self, seat: int) -> list[int]:
        """Open fronts where the seat's own side has room."""
        return [n for n in self._open() if len(self.sides[n][seat]) < self._face(n).width]

    def _first(self, n: int) -> int | None:
        """Which side of front n was completed first, among those that are complete."""
        times = [(when, seat) for seat, when in enumerate(self.completed[n]) if when is not None]
        return min(times)[1] if times else None

    def _pool(self) -> list[str]:
        """Number cards not visible to both: the pile and both hands."""
        return [card for card in self.piles["number"] + self.hands[0] + self.hands[1] if is_number(card)]

    def _claims(self) -> set[str]:
        """Provable claims of the seat whose turn it is; the defender of walls never claims."""
        seat = self.seat
        moves: set[str] = set()
        if self.walls and seat == 1:
            return moves
        pool = self._pool()
        for n in self._open():
            face, own, other = self._face(n), self.sides[n][seat], self.sides[n][1 - seat]
            first = self._first(n) == seat
            if claim_holds(own, other, face.width, face.counted, face.lowest, first, pool, self.preset.game):
                moves.add(f"claim {n + 1}")
        return moves

    def _draws(self) -> set[str]:
        """A draw from each pile that is not empty."""
        name = {"number": "siege" if self.walls else "clan", "tactic": "tactic"}
        return {f"draw {name[kind]}" for kind, pile in self.piles.items() if pile}

    def _draw_due(self) -> bool:
        """Stones: a draw only if the hand is below its size. Walls: after a play always, after a pass never."""
        if self.walls:
            return not self.passed
        return len(self.hands[self.seat]) < self.preset.hand and self._draws() != set()

    def _takes(self, ruse: str) -> list[str]:
        """The cards that a ruse or action may take."""
        if ruse in ("recruitment", "support"):
            return list(self.discard)
        whose = self.seat if ruse in ("strategist", "redeployment") else 1 - self.seat
        cards = [card for n in self._open() for card in self.sides[n][whose]]
        return [card for card in cards if is_number(card)] if ruse == "traitor" else cards

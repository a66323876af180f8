"""The course of the games, rule by rule."""

from .formations import is_number, value
from .position import Position
from .presets import ELITE


class OracleGame(Position):
    """A game in progress: what is legal, what a move does, and what happens by itself."""

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move text."""
        if self._known_moves is None:
            self._known_moves = set() if self.over else self._moves()
        return set(self._known_moves)

    def _moves(self) -> set[str]:
        if self.phase == "play":
            return self._moves_to_play()
        if self.phase == "draw3":
            return self._draws()
        if self.phase == "bury":
            return {f"bury {card}" for card in self.hands[self.seat]}
        if self.phase == "take":
            return {f"take {card}" for card in self._takes(self.ruse)}
        if self.phase == "put":
            if self.ruse in ("strategist", "redeployment"):  # a different front, or the discard
                return {f"put {n + 1}" for n in self._rooms(self.seat) if n != self.origin} | {"put discard"}
            return {f"put {n + 1}" for n in self._rooms(self.seat)}
        if self.phase == "give":
            return {f"give {card}" for card in self.hands[self.actor] if card not in self.given[self.actor]}
        claims = self._closing_claims()
        if self.phase == "close" and self._draw_due() and self._draws():
            return claims | self._draws()
        return claims | {"done"}

    def _closing_claims(self) -> set[str]:
        """With the Expert variant no Stone is claimed after playing."""
        return set() if self.preset.expert else self._claims()

    def _moves_to_play(self) -> set[str]:
        seat = self.seat
        plays = {move for card in self.hands[seat] for move in self._plays(card)}
        moves = set(plays)
        if self.preset.expert or self.walls:
            moves |= self._claims()
        if self.walls and seat == 0:
            moves |= {f"retreat {n + 1}" for n in self.fronts if self.sides[n][0]}
        if self.walls and seat == 1 and self.oil > 0 and not self.oiled:
            moves |= {f"oil {n + 1}" for n in self.fronts if self.sides[n][0]}
        holds_number = any(is_number(card) for card in self.hands[seat])
        room = self._rooms(seat) != []
        if self.walls:  # with tactics only: room, no Siege card, and no Tactic card playable
            may_pass = self.preset.tactics != [] and room and not holds_number and not plays
        else:  # only when no Clan card can be placed
            may_pass = not (holds_number and room)
        return moves | {"pass"} if may_pass else moves

    def _plays(self, card: str) -> set[str]:
        """The ways to play a card of the hand."""
        on_own_side = {f"play {card} {n + 1}" for n in self._rooms(self.seat)}
        if is_number(card):
            return on_own_side
        # The limit: not above the opponent's count; every kind counts.
        if self.tactics_played[self.seat] > self.tactics_played[1 - self.seat]:
            return set()
        if card in ELITE:
            # In stones one Joker per player and game.
            second_joker = card.startswith("joker") and not self.walls and self.jokers_played[self.seat] > 0
            return set() if second_joker else on_own_side
        if card in ("blind", "mud"):
            return {f"play {card} {n + 1}" for n in self._open()}
        if card == "explosion":
            return {f"play {card} {n + 1}" for n in self.fronts if self.sides[n][0] or self.sides[n][1]}
        return {f"play {card}"} if self._ruse_playable(card) else set()

    def _ruse_playable(self, ruse: str) -> bool:
        """A ruse or action is playable only if it can do something."""
        if ruse == "recruiter":
            return self._draws() != set()
        if ruse == "support":
            return len(self.discard) >= 2
        if ruse == "exchange":  # once it has left the hand, one of the two hands is not empty
            return len(self.hands[self.seat]) > 1 or self.hands[1 - self.seat] != []
        if ruse in ("traitor", "treachery", "recruitment"):
            return self._takes(ruse) != [] and self._rooms(self.seat) != []
        return self._takes(ruse) != []  # strategist, banshee, redeployment, desertion

    # Making a move

    def play(self, text: str, shuffled: list[str] | None = None) -> None:
        """Make a legal move. A take of Support needs the pile as it lies after the shuffle, top first."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text}")
        if self.phase == "take" and self.ruse == "support":
            self._check_shuffle(text.split()[1], shuffled)
        verb, *words = text.split()
        if verb == "play":
            self._play_card(words[0], int(words[1]) - 1 if len(words) > 1 else None)
        elif verb == "claim":
            self._claim(int(words[0]) - 1)
        elif verb == "draw":
            self._draw("tactic" if words[0] == "tactic" else "number")
        elif verb == "retreat":
            self._discard_side(int(words[0]) - 1, 0)
        elif verb == "oil":  # nearest the wall: the first played of those still there
            self.discard.append(self.sides[int(words[0]) - 1][0].pop(0))
            self.oil -= 1
            self.oiled = True
        elif verb == "take":
            self._take(words[0], shuffled)
        elif verb == "put":
            self._put(words[0])
        elif verb == "bury":  # under the pile of its kind
            self.hands[self.seat].remove(words[0])
            self.piles["number" if is_number(words[0]) else "tactic"].append(words[0])
            self.left -= 1
        elif verb == "give":
            self.given[self.actor].append(words[0])
        elif verb == "pass":
            self.passed = True
            self.phase = "close"
        elif verb == "done":
            self._done()
        self.ply += 1
        self._note_completions()
        self._known_moves = None
        self._go_on()

    def _check_shuffle(self, card: str, shuffled: list[str] | None) -> None:
        pile = self.piles["number" if is_number(card) else "tactic"]
        if shuffled is None or sorted(shuffled) != sorted([*pile, card]):
            raise ValueError(f"a wrong pile after {card} was shuffled into it: {shuffled}")

    def _play_card(self, card: str, n: int | None) -> None:
        self.hands[self.seat].remove(card)
        self.phase = "close"
        if not is_number(card):
            self.tactics_played[self.seat] += 1
        if card.startswith("joker"):
            self.jokers_played[self.seat] += 1
        if n is not None and (is_number(card) or card in ELITE):
            self._put_down(card, n)
        elif card == "blind" and n is not None:
            self.blind[n] = True
        elif card == "mud" and n is not None:
            self.mud[n] = True
        else:
            # Ruses go to the discard; Actions leave the game.
            (self.removed if self.walls else self.discard).append(card)
            self._begin_ruse(card, n)

    def _begin_ruse(self, card: str, n: int | None) -> None:
        self.ruse = card
        if card == "explosion" and n is not None:
            self._discard_side(n, 0)
            self._discard_side(n, 1)
        elif card == "recruiter":
            self.phase, self.left = "draw3", 3
        elif card == "exchange":
            self.phase, self.giver = "give", self.seat
        else:
            self.phase, self.left = "take", 2 if card == "support" else 1

    def _put_down(self, card: str, n: int) -> None:
        """A card comes last on its side; the hen (0) and the cook (top value) of a colour annihilate each other."""
        own, other = self.sides[n][self.seat], self.sides[n][1 - self.seat]
        own.append(card)
        if self.walls and is_number(card):
            hen, cook = self.preset.game.values[0], self.preset.game.values[-1]
            if value(card) in (hen, cook):
                enemy = f"{card[0]}{cook if value(card) == hen else hen}"
                if enemy in other:
                    own.remove(card)
                    other.remove(enemy)
                    self.discard += [card, enemy]

    def _discard_side(self, n: int, seat: int) -> None:
        self.discard += self.sides[n][seat]
        self.sides[n][seat].clear()

    def _claim(self, n: int) -> None:
        self.claimed = True
        if self.walls:
            # The tile turns to its damaged side; all its cards go to the discard.
            twice = self.damaged[n]
            self.damaged[n] = True
            self._discard_side(n, 0)
            self._discard_side(n, 1)
            if twice:
                self.over = (0, "twice")
            elif self.damaged.count(True) >= self.preset.breaches:
                self.over = (0, "damaged")
            return
        seat, needed = self.seat, self.preset.adjacent
        self.owner[n] = seat
        if any(self.owner[i : i + needed] == [seat] * needed for i in self.fronts):
            self.over = (seat, "adjacent")
        elif self.owner.count(seat) >= self.preset.majority:
            self.over = (seat, "majority")

    def _draw(self, kind: str) -> None:
        self.hands[self.seat].append(self.piles[kind].pop(0))
        self.drew = True
        if self.phase == "draw3":
            self.left -= 1
        elif self.walls and self.seat == 0:
            self.phase = "after"
        else:
            self._end_turn()

    def _take(self, card: str, shuffled: list[str] | None) -> None:
        self.left -= 1
        self.origin = None
        if card in self.discard and self.ruse in ("recruitment", "support"):
            self.discard.remove(card)
        for n in self._open():
            for side in self.sides[n]:
                if card in side:
                    side.remove(card)
                    self.origin = n
        if self.ruse == "support":
            self.piles["number" if is_number(card) else "tactic"] = list(shuffled or [])
            self.phase = "take" if self.left else "close"
        elif self.ruse in ("banshee", "desertion"):  # it goes to the discard at once
            self.discard.append(card)
            self.phase = "close"
        else:
            self.held = card
            self.phase = "put"

    def _put(self, place: str) -> None:
        card, self.held, self.phase = self.held, None, "close"
        assert card is not None
        if place == "discard":
            self.discard.append(card)
        else:
            self._put_down(card, int(place) - 1)

    def _done(self) -> None:
        if self.walls and self.phase == "close" and not self.passed:
            self.over = (1, "deck")  # the draw that cannot be made
        else:
            self._end_turn()

    def _note_completions(self) -> None:
        """A completion is forgotten when a side stops being complete, and set anew when it is complete again."""
        for n in self.fronts:
            for seat in (0, 1):
                if len(self.sides[n][seat]) < self._face(n).width:
                    self.completed[n][seat] = None
                elif self.completed[n][seat] is None:
                    self.completed[n][seat] = self.ply

    # What happens by itself

    def _go_on(self) -> None:
        """End phases and turns that have nothing left to decide."""
        if self.over:
            return
        if self.phase == "draw3" and (self.left == 0 or not self._draws()):
            self.phase, self.left = "bury", min(2, len(self.hands[self.seat]))
        if self.phase == "bury" and self.left == 0:
            self.phase = "close"
        if self.phase == "give":
            self._go_on_giving()
        if self.phase == "close" and not (self._draw_due() and self._draws()) and not self._closing_claims():
            if self.walls and not self.passed:
                self.over = (1, "deck")
            else:
                self._end_turn()
        elif self.phase == "after" and not self._claims():
            self._end_turn()

    def _go_on_giving(self) -> None:
        """Each gives three cards, fewer from a smaller hand: first the acting seat, then the other; then the swap."""
        for seat in (self.seat, 1 - self.seat):
            if len(self.given[seat]) < min(3, len(self.hands[seat])):
                self.giver = seat
                return
        for seat in (0, 1):
            for card in self.given[seat]:
                self.hands[seat].remove(card)
                self.hands[1 - seat].append(card)
        self.given, self.giver, self.phase = [[], []], None, "close"

    def _end_turn(self) -> None:
        quiet = self.passed and not self.claimed and not self.drew
        if not self.walls and quiet and self.quiet_before:
            self.over = (None, "stalemate")
            return
        self.quiet_before = quiet
        self.passed = self.oiled = self.claimed = self.drew = False
        self.phase, self.ruse, self.origin, self.seat = "play", "", None, 1 - self.seat
        if self.walls and self.seat == 1 and not self._rooms(1):
            self.over = (1, "full")  # all of the defender's sides are complete

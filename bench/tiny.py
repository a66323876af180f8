"""The two tiny games gone through completely: how large they are, and what the best play brings against random play.

`python -m bench.tiny` prints the tables of docs/tiny.md; about a minute on one core.
"""

from __future__ import annotations

import sys
import time

from marchstone.core.layout import SEATS
from marchstone.exact import Response, best_response

GAMES = ("stones-tiny", "walls-tiny")
HEAD = ("game", "seat", "deals", "to choose", "to answer", "finished", "information states", "longest", "random", "best")
ENDS_HEAD = ("game", "ending", "how likely")


def row(cells: tuple[object, ...]) -> str:
    """One line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def sized(found: Response) -> str:
    """How large a game is for a seat, and what it can make of it."""
    counts = (found.deals, found.choices, found.answers, found.ends, found.information, found.longest)
    return row((f"`{found.preset}`", found.seat, *(f"{number:,}" for number in counts), signed(found.random), signed(found.best)))


def ended(found: Response) -> list[str]:
    """How its random games end."""
    return [row((f"`{found.preset}`", reason, f"{100 * share:.4f} %")) for reason, share in found.endings.items()]


def signed(result: float) -> str:
    """A result; without the sign of a zero."""
    return f"{round(result, 6) + 0.0:+.6f}" if round(result, 6) else "0"


def main() -> int:
    start = time.perf_counter()
    found = [best_response(name, seat) for name in GAMES for seat in range(SEATS)]
    ends = [line for response in found if not response.seat for line in ended(response)]
    for head, lines in ((HEAD, map(sized, found)), (ENDS_HEAD, ends)):
        print("\n".join([row(head), row(("---",) * len(head)), *lines]), end="\n\n")
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

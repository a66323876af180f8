"""Why a request or a frame was refused before it came to any rule: stable codes, a status, one sentence in both languages."""

from __future__ import annotations

from ..errors import MarchstoneError
from ..phrases import Pair
from .refusal import Refusal
from .wire import Problem

PROBLEMS: dict[str, tuple[int, Pair]] = {
    "request.unknown": (404, ("There is nothing at this address.", "Il n'y a rien à cette adresse.")),
    "request.method": (405, ("This address does not answer such a request.", "Cette adresse ne répond pas à une telle requête.")),
    "request.json": (400, ("The request is not what is expected here.", "La requête n'est pas celle qui est attendue ici.")),
    "request.query": (
        400,
        ("This is not what may stand there in an address.", "Ce n'est pas ce qui peut figurer là dans une adresse."),
    ),
    "request.large": (413, ("The request is too large.", "La requête est trop grande.")),
    "request.slow": (408, ("The request did not come in time.", "La requête n'est pas arrivée à temps.")),
    "request.many": (429, ("Too many requests; wait a moment.", "Trop de requêtes ; attendez un instant.")),
    "request.origin": (403, ("Requests from other pages are refused.", "Les requêtes venant d'autres pages sont refusées.")),
    "request.host": (400, ("This server is not known by that name.", "Ce serveur n'est pas connu sous ce nom.")),
    "request.key": (401, ("This needs a key.", "Il faut une clé pour cela.")),
    "request.failed": (
        500,
        ("Something went wrong in the server; nothing was changed.", "Une erreur du serveur est survenue ; rien n'a été changé."),
    ),
    "frame.json": (400, ("This message is not one that is known here.", "Ce message n'est pas connu ici.")),
    "frame.large": (413, ("This message is too long.", "Ce message est trop long.")),
    "frame.many": (429, ("Too many messages.", "Trop de messages.")),
    "frame.hello": (400, ("The first message must be `hello`.", "Le premier message doit être `hello`.")),
    "frame.silent": (408, ("Nothing was heard for too long.", "Rien n'a été reçu depuis trop longtemps.")),
    "frame.slow": (408, ("The connection is too slow.", "La connexion est trop lente.")),
    "server.closing": (503, ("The server is closing; come back in a moment.", "Le serveur s'arrête ; revenez dans un instant.")),
    "server.full": (503, ("There are too many connections.", "Il y a trop de connexions.")),
    "server.crowd": (
        429,
        ("There are too many connections from this address.", "Il y a trop de connexions depuis cette adresse."),
    ),
    "game.unknown": (404, ("There is no such game.", "Cette partie n'existe pas.")),
    "game.not-over": (409, ("This is shown when the game is over.", "Cela se montre quand la partie est finie.")),
    "game.not-yours": (403, ("Only a player of this game may do that.", "Seul un joueur de cette partie peut le faire.")),
    "review.unknown": (404, ("No review of this round has been begun.", "Aucune analyse de cette manche n'a été commencée.")),
    "game.closed": (403, ("This game is not open to spectators.", "Cette partie n'est pas ouverte aux spectateurs.")),
    "game.moment": (409, ("There is nothing to decide at this moment.", "Il n'y a rien à décider en ce moment.")),
    "game.hint-waits": (
        429,
        ("The hint before this one is not there yet.", "Le conseil précédent n'est pas encore là."),
    ),
    "game.hints": (403, ("This game is played without hints.", "Cette partie se joue sans conseils.")),
    "game.round": (404, ("There is no such round.", "Cette manche n'existe pas.")),
    "engine.none": (503, ("This server plays without the engine.", "Ce serveur joue sans le moteur.")),
    "engine.failed": (503, ("The engine gave no answer.", "Le moteur n'a pas répondu.")),
    "engine.closed": (503, ("The server is closing; come back in a moment.", "Le serveur s'arrête ; revenez dans un instant.")),
}


class RequestError(MarchstoneError):
    """A refusal of this file's list, by its code; `detail` is for whoever writes a programme."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.detail = detail
        english, french = PROBLEMS[code][1]
        more = f" ({detail})" if detail else ""
        self.sentences: Pair = f"{english[:-1]}{more}.", f"{french[:-1]}{more}."
        super().__init__(code, self.sentences[0])

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.detail)


def problem_of(refusal: MarchstoneError) -> Problem:
    """Any error of ours, as it is told. Most speak both languages; those of the library about texts English only."""
    if isinstance(refusal, Refusal):
        return refusal.problem
    pair = PROBLEMS[refusal.code][1] if refusal.code in PROBLEMS else (f"{refusal}.", "Ce texte n'est pas valable.")
    pair = getattr(refusal, "sentences", pair)
    return Problem(refusal.code, sentence(pair[0]), sentence(pair[1]), getattr(refusal, "rule", None))


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# what forbids an act to somebody, or at this moment; all else that a game refuses is a conflict with how it stands
STATUSES = {
    "room.spectator": 403,
    "session.not-your-place": 403,
    "join.no-place": 403,
    "join.invite": 403,
    "game.preset": 400,
    "game.level": 400,
    "game.rounds": 400,
    "room.unknown": 400,
    "invite.link": 400,
    "lesson.unknown": 404,
}


def status_of(refusal: MarchstoneError) -> int:
    """The HTTP status."""
    if refusal.code in PROBLEMS:
        return PROBLEMS[refusal.code][0]
    if refusal.code in STATUSES:
        return STATUSES[refusal.code]
    part = refusal.code.partition(".")[0]
    return 503 if part == "store" else 400 if part == "record" else 409

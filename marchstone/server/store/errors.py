"""What can go wrong with the store: a stable code, and one sentence with the way out, in English and French."""

from __future__ import annotations

from ...errors import MarchstoneError
from ...phrases import Pair

SENTENCES: dict[str, Pair] = {
    # -- an append that was refused
    "store.duplicate": ("this command is in the log already, as number {n}", "cette commande est déjà au journal, au numéro {n}"),
    "store.conflict": (
        "game {game} has {n} entries, not {expected}: read it again first",
        "la partie {game} a {n} inscriptions, et non {expected} : il faut d'abord la relire",
    ),
    "store.bad-entry": ("this is nothing that the log can hold", "cela ne peut pas être inscrit au journal"),
    "store.overloaded": (
        "too much waits to be written: try again in a moment",
        "trop d'inscriptions attendent d'être écrites : réessayez dans un instant",
    ),
    "store.closed": ("the store is closed", "le journal est fermé"),
    # -- the disk
    "store.full": (
        "the disk is full, nothing can be written to {place}: make room, the server goes on by itself",
        "le disque est plein, rien ne peut être écrit dans {place} : libérez de la place, le serveur reprendra de lui-même",
    ),
    "store.read-only": (
        "{place} cannot be written: allow it, or name another place with --db",
        "impossible d'écrire dans {place} : autorisez l'écriture, ou indiquez un autre endroit avec --db",
    ),
    "store.io": (
        "the disk reports an error at {place} ({reason})",
        "le disque signale une erreur pour {place} ({reason})",
    ),
    "store.unopenable": (
        "{place} cannot be opened ({reason}): name another place with --db",
        "impossible d'ouvrir {place} ({reason}) : indiquez un autre endroit avec --db",
    ),
    "store.missing": ("there is no store at {place}", "il n'y a pas de journal à l'emplacement {place}"),
    "store.exists": (
        "{place} is there already: name a file that is not",
        "{place} existe déjà : indiquez un fichier qui n'existe pas",
    ),
    "store.not-empty": (
        "{place} has games already: name a place without any",
        "{place} contient déjà des parties : indiquez un endroit qui n'en a pas",
    ),
    # -- whose it is
    "store.locked": (
        "{place} is in use by another process{holder}: stop that one, or name another place with --db",
        "{place} est utilisé par un autre processus{holder} : arrêtez-le, ou indiquez un autre endroit avec --db",
    ),
    # -- what is in it
    "store.damaged": (
        "{place} is damaged or no store of Marchstone ({reason}): put a backup in its place",
        "{place} est endommagé ou n'est pas un journal de Marchstone ({reason}) : remplacez-le par une sauvegarde",
    ),
    "store.chain": (
        "game {game} is damaged: entry {n} is not what was written",
        "la partie {game} est endommagée : l'inscription {n} n'est pas celle qui a été écrite",
    ),
    "store.gap": (
        "game {game} is damaged: entry {n} is missing",
        "la partie {game} est endommagée : l'inscription {n} manque",
    ),
    "store.newer": (
        "{place} was written by a newer Marchstone (schema {found}, this one knows {known}): update Marchstone",
        "{place} a été écrit par une version plus récente de Marchstone (schéma {found}, celle-ci connaît {known}) :"
        " mettez Marchstone à jour",
    ),
    "store.older": (
        "{place} has the older schema {found} (now {known}): start the server once, it will be brought up to date",
        "{place} a l'ancien schéma {found} (à présent {known}) : lancez une fois le serveur, il sera mis à niveau",
    ),
    # -- another database
    "store.url": (
        "{place} is neither a file nor an address that begins with postgresql:",
        "{place} n'est ni un fichier ni une adresse commençant par postgresql:",
    ),
    "store.postgres-missing": (
        "PostgreSQL needs a driver that is not installed: pip install 'marchstone[postgres]'",
        "PostgreSQL demande un pilote qui n'est pas installé : pip install 'marchstone[postgres]'",
    ),
    "store.unreachable": (
        "the database {place} cannot be reached ({reason}): the server goes on by itself when it can",
        "la base de données {place} est injoignable ({reason}) : le serveur reprendra de lui-même quand elle le sera",
    ),
    "store.denied": (
        "the database {place} does not allow it ({reason}): check user, password and rights",
        "la base de données {place} le refuse ({reason}) : vérifiez l'utilisateur, le mot de passe et les droits",
    ),
    "store.failed": ("{place} has refused ({reason})", "{place} a refusé ({reason})"),
}


class StoreError(MarchstoneError, RuntimeError):
    """Something is wrong with the store; `sentences` says it in English and French."""

    def __init__(self, code: str, **values: object) -> None:
        self.values = values
        self.sentences: Pair = (SENTENCES[code][0].format(**values), SENTENCES[code][1].format(**values))
        super().__init__(code, self.sentences[0])

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, self.values)


def _again(kind: type[StoreError], code: str, values: dict[str, object]) -> StoreError:
    return kind(code, **values)


class NumberedError(StoreError):
    """An append that was refused because of what the log holds: `n` says where."""

    @property
    def n(self) -> int:
        """A number of the log."""
        found = self.values["n"]
        assert isinstance(found, int)
        return found


class DuplicateError(NumberedError):
    """The command is in the log already, as number `n`."""


class ConflictError(NumberedError):
    """The game has `n` entries, not as many as was thought."""

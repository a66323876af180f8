"""What the game in the terminal says, English and French side by side."""

from __future__ import annotations

from ..phrases import Pair, tongue

WORDS: dict[str, Pair] = {
    # -- names
    "you": ("you", "vous"),
    "level": ("Level {level}", "Niveau {level}"),
    "player": ("Player {number}", "Joueur {number}"),
    "attacker": ("attacker", "attaquant"),
    "defender": ("defender", "défenseur"),
    # -- beginning
    "welcome": (
        "{preset}: {you} against {other}. Type a move such as {example}, or help.",
        "{preset} : {you} contre {other}. Tapez un coup comme {example}, ou aide.",
    ),
    "attack": ("You attack.", "Vous attaquez."),
    "defend": ("You defend.", "Vous défendez."),
    "begins": ("{who} begins.", "{who} commence."),
    "you-begin": ("You begin.", "Vous commencez."),
    "resumed": ("The saved game goes on.", "La partie enregistrée continue."),
    "resumed-match": ("The saved match goes on.", "Le match enregistré continue."),
    "round": ("Round {number} of {rounds}.", "Manche {number} sur {rounds}."),
    "game": ("Game {number} of the match.", "Partie {number} du match."),
    # -- what to do
    "to-play": (
        "Your turn: a card and a front, such as {example}.",
        "À vous : une carte et un front, comme {example}.",
    ),
    "to-play-only": ("Your turn.", "À vous."),
    "to-close": ("Your turn goes on.", "Votre tour continue."),
    "to-draw": ("Time to draw a card.", "Il est temps de piocher."),
    "to-take": ("{ruse}: which card?", "{ruse} : quelle carte ?"),
    "to-put": ("{ruse}: where does {card} go?", "{ruse} : où va {card} ?"),
    "to-recruit": ("{ruse}: draw from which pile? ({left} left)", "{ruse} : piocher où ? (encore {left})"),
    "to-bury": (
        "{ruse}: which card goes under its pile? ({left} left)",
        "{ruse} : quelle carte sous la pioche ? (encore {left})",
    ),
    "to-give": ("Exchange: which card do you give away? ({left} left)", "Échange : quelle carte donnez-vous ? (encore {left})"),
    "to-end": ("Your turn is about to end.", "Votre tour va finir."),
    "where": (
        "Where does {card} go? Fronts: {fronts}. (Enter: another card)",
        "Où va {card} ? Fronts : {fronts}. (Entrée : une autre carte)",
    ),
    "claim-offer": ("You may claim {front}. [c {number}]", "Vous pouvez revendiquer {front}. [c {number}]"),
    "oil-offer": ("You may throw a cauldron of oil. [{keys}]", "Vous pouvez verser un chaudron d'huile. [{keys}]"),
    "retreat-offer": ("You may retreat first. [{keys}]", "Vous pouvez d'abord vous retirer. [{keys}]"),
    "pass-offer": ("You may pass. [pass]", "Vous pouvez passer. [passer]"),
    "choice": ("{key}. {text}", "{key}. {text}"),
    "forced": ("Nothing else was possible: {move}.", "Rien d'autre n'était possible : {move}."),
    "thinks": ("{who} thinks", "{who} réfléchit"),
    "advising": ("Looking for a hint", "Recherche d'un conseil"),
    "reviewing": ("Reviewing the game", "Analyse de la partie"),
    "compiling": (
        "Please wait: the first time, the engine is compiled, which can take a minute.",
        "Patience : la première fois, le moteur est compilé, ce qui peut prendre une minute.",
    ),
    # -- answers
    "rule": ("Rule: {title} [rules {anchor}]", "Règle : {title} [règles {anchor}]"),
    "unknown": (
        "I do not understand {line!r}. A move is a card and a front, such as {example}; help lists the rest.",
        "Je ne comprends pas {line!r}. Un coup est une carte et un front, comme {example} ; aide dit le reste.",
    ),
    "help-word": ("help", "aide"),
    "over-already": (
        "{line!r} has no meaning now: the game is over.",
        "{line!r} n'a pas de sens maintenant : la partie est finie.",
    ),
    "no-such-card": ("There is no card {number} in your hand.", "Il n'y a pas de carte {number} dans votre main."),
    "no-such-choice": ("There is no choice {number} here.", "Il n'y a pas de choix {number} ici."),
    "which-front": ("Which front? Such as: why 3", "Quel front ? Par exemple : pourquoi 3"),
    "which-file": ("Which file? Such as: save game.txt", "Quel fichier ? Par exemple : enregistrer partie.txt"),
    "no-rule": ("No rule is called {word!r}. There are: {names}.", "Aucune règle ne s'appelle {word!r}. Il y a : {names}."),
    "rules-missing": ("The rules pages are not installed.", "Les pages de règles ne sont pas installées."),
    "nothing-to-undo": ("You have not chosen anything yet.", "Vous n'avez encore rien choisi."),
    "undone": ("Taken back to your choice before.", "Retour à votre choix précédent."),
    "nothing-yet": ("Nothing has happened yet.", "Il ne s'est encore rien passé."),
    "hint": ("Hint: {move} ({text}).", "Conseil : {move} ({text})."),
    "no-hint": (
        "No player that could advise you is installed yet. [play.no-hint]",
        "Aucun joueur capable de vous conseiller n'est encore installé. [play.no-hint]",
    ),
    "no-hint-now": ("It is not for you to choose now.", "Ce n'est pas à vous de choisir."),
    "no-review": (
        "Reviews are not available yet. The record is kept: save FILE writes a copy. [play.no-review]",
        "L'analyse n'est pas encore disponible. La partie est gardée : enregistrer FICHIER en fait une copie. [play.no-review]",
    ),
    "failed": (
        "{who} could not choose a move ({reason}); a random one is made. [play.player-failed]",
        "{who} n'a pas su choisir ({reason}) ; un coup au hasard est joué. [play.player-failed]",
    ),
    "not-possible": ("That did not work: {reason}.", "Cela n'a pas marché : {reason}."),
    "saved-copy": ("Saved to {path}.", "Enregistré dans {path}."),
    "really-resign": ("Give this game up? Type yes.", "Abandonner cette partie ? Tapez oui."),
    "not-resigned": ("The game goes on.", "La partie continue."),
    "resigns": ("{who} resigns: {other} wins.", "{who} abandonne : {other} gagne."),
    "you-resign": ("You resign: {who} wins.", "Vous abandonnez : {who} gagne."),
    # -- leaving
    "left": ("The game was left.", "La partie est abandonnée."),
    "left-saved": (
        "The game was left and is saved: marchstone play --resume goes on with it.",
        "La partie est quittée et enregistrée : marchstone play --resume la reprend.",
    ),
    "left-match": (
        "The match was left and is saved: marchstone play --resume goes on with it.",
        "Le match est quitté et enregistré : marchstone play --resume le reprend.",
    ),
    "no-output": (
        "the output cannot be written: {reason}. {parting}",
        "la sortie ne peut pas être écrite : {reason}. {parting}",
    ),
    "cannot-save": (
        "The game cannot be kept on disk ({reason}); it goes on without. [play.unsaved]",
        "La partie ne peut pas être gardée sur disque ({reason}) ; elle continue sans cela. [play.unsaved]",
    ),
    "damaged-game": (
        "The saved game is damaged and was kept aside as {path}: {reason} [play.damaged]",
        "La partie enregistrée est abîmée et mise de côté dans {path} : {reason} [play.damaged]",
    ),
    "in-use": (
        "the saved game is being played in another window{by}: leave it there first; marchstone play starts another one",
        "la partie enregistrée est en cours dans une autre fenêtre{by} : quittez-la d'abord ; marchstone play en ouvre une autre",
    ),
    "by-process": (" (process {pid})", " (processus {pid})"),
    "nothing-saved": ("No game is saved.", "Aucune partie n'est enregistrée."),
    "bye": ("Goodbye.", "Au revoir."),
    # -- two at one screen
    "hide": ("Press Enter to hide your cards.", "Entrée pour cacher vos cartes."),
    "reveal": ("{who}: press Enter when the screen is yours.", "{who} : Entrée quand l'écran est à vous."),
    "only-enter": (
        "Only Enter hides your cards, not {line!r}; undo, help, rules, save FILE and quit are possible, too.",
        "Seule Entrée cache vos cartes, pas {line!r} ; annuler, aide, règles, enregistrer FICHIER, quitter sont aussi possibles.",
    ),
    "only-enter-reveals": (
        "Only Enter shows the cards, not {line!r}; help, rules, save FILE and quit are possible, too.",
        "Seule Entrée montre les cartes, pas {line!r} ; aide, règles, enregistrer FICHIER, quitter sont aussi possibles.",
    ),
    # -- the end
    "after": (
        "Now: {first}review, undo, log, save FILE, again, quit.",
        "Ensuite : {first}analyse, annuler, journal, enregistrer FICHIER, encore, quitter.",
    ),
    "next-first": ("next (Enter), ", "suivante (Entrée), "),
    "score": ("Score: {ours} {a}, {theirs} {b}.", "Score : {ours} {a}, {theirs} {b}."),
    "games-won": ("Games won: {ours} {a}, {theirs} {b}.", "Parties gagnées : {ours} {a}, {theirs} {b}."),
    "you-match": ("You win the match.", "Vous gagnez le match."),
    "wins-match": ("{who} wins the match.", "{who} gagne le match."),
    "drawn-match": ("The match is drawn.", "Le match est nul."),
    "by-both": ("Both games went the same way.", "Les deux parties sont allées au même joueur."),
    "by-siege-left": (
        "Both attackers won; the quicker one left more cards in the pile.",
        "Les deux attaquants ont gagné ; le plus rapide a laissé plus de cartes dans la pioche.",
    ),
    "by-defence": (
        "Both defenders won; the better one kept more whole tiles and cauldrons.",
        "Les deux défenseurs ont gagné ; le meilleur a gardé plus de Murailles intactes et de chaudrons.",
    ),
    "equal": ("All is equal: both games are played again.", "Tout est égal : les deux parties sont rejouées."),
    # -- the table
    "hand": ("Your hand", "Votre main"),
    "their-hand": ("Hand of {who}", "Main de {who}"),
    "ruses-played": ("Tactic cards played: you {ours}, {who} {theirs}", "Cartes Tactique jouées : vous {ours}, {who} {theirs}"),
    "tactics-short": ("Tactic played: {ours}-{theirs}", "Tactique : {ours}-{theirs}"),
    "yours": ("yours", "à vous"),
    "theirs": ("theirs", "à eux"),
    "may-claim": ("claim!", "à prendre !"),
    "may-claim-long": ("you may claim it", "vous pouvez la revendiquer"),
    "damaged": ("damaged", "endommagée"),
    "owned": ("claimed by {who}", "prise par {who}"),
    "was-first": ("first", "premier"),
    "empty": ("nothing", "rien"),
    "takes": ("{width} cards, {type}", "{width} cartes, {type}"),
    "open-places": ("{number} open", "{number} à remplir"),
    "all-open": ("No front has a card yet.", "Aucun front n'a encore de carte."),
    "untouched": ("Nothing yet at: {fronts}.", "Rien encore devant : {fronts}."),
    "turn-of": ("{who} to play", "{who} doit jouer"),
    "your-turn": ("your turn", "à vous"),
    "over": ("the game is over", "la partie est finie"),
    # -- cards seen and unseen
    "tracker": ("Cards still unseen", "Cartes encore non vues"),
    "unseen": ("unseen {cards}", "non vues {cards}"),
    "in-hand": ("in your hand {cards}", "dans votre main {cards}"),
    "seen": ("seen {cards}", "vues {cards}"),
    "known": ("in the other hand {cards}", "dans l'autre main {cards}"),
    "none": ("none", "aucune"),
    "tracker-key": (
        "7 unseen   (7) in your hand   <7> known in the other hand   . seen",
        "7 non vue   (7) dans votre main   <7> connue en face   . vue",
    ),
    "unseen-tactics": ("Tactic cards unseen: {cards}", "Cartes Tactique non vues : {cards}"),
    # -- the menu
    "menu-saved": ("A saved game is waiting:", "Une partie enregistrée vous attend :"),
    "menu-resume": (
        "go on with it ({preset}, {other}, {moves} moves)",
        "la reprendre ({preset}, {other}, {moves} coups)",
    ),
    "menu-new": ("start a new game", "commencer une nouvelle partie"),
    "menu-preset": ("Which game?", "Quel jeu ?"),
    "menu-level": ("Which level?", "Quel niveau ?"),
    "menu-level-number": ("Level {level}", "Niveau {level}"),
    "menu-weakest": ("for a first game", "pour une première partie"),
    "menu-strongest": ("as strong as it gets", "aussi fort que possible"),
    "menu-random": ("plays at random", "joue au hasard"),
    "menu-seat": ("Which side?", "Quel camp ?"),
    "menu-attack": ("attack", "attaquer"),
    "menu-defend": ("defend", "défendre"),
    "menu-lot": ("let the lot decide", "tirer au sort"),
    "menu-ask": ("Number, or Enter for {default}: ", "Numéro, ou Entrée pour {default} : "),
    "menu-again": ("A number from 1 to {most}, please.", "Un numéro de 1 à {most}, s'il vous plaît."),
}
PRESETS: dict[str, Pair] = {
    "stones": ("Schotten Totten", "Schotten Totten"),
    "stones-tactics": ("Schotten Totten with Tactic cards", "Schotten Totten avec cartes Tactique"),
    "stones-expert": ("Schotten Totten, Expert variant", "Schotten Totten, variante Expert"),
    "stones-tactics-expert": ("Schotten Totten, Tactic and Expert", "Schotten Totten, Tactique et Expert"),
    "walls": ("Schotten Totten 2", "Schotten Totten 2"),
    "walls-tactics": ("Schotten Totten 2 with Tactic cards", "Schotten Totten 2 avec cartes Tactique"),
    "stones-tiny": ("tiny Schotten Totten", "minuscule Schotten Totten"),
    "stones-small": ("small Schotten Totten", "petit Schotten Totten"),
    "walls-tiny": ("tiny Schotten Totten 2", "minuscule Schotten Totten 2"),
    "walls-small": ("small Schotten Totten 2", "petit Schotten Totten 2"),
}
HELP: Pair = (
    """2 5             play card 2 of your hand at front 5
r9 5, spy 5     the same by the name of the card
2               play card 2; where, is asked next (some cards need no front)
c 3             claim front 3 (claim 3)
d, d tactic     draw from the number pile, from the Tactic pile
oil 3           throw a cauldron at front 3 (defender)
retreat 2       give up your cards at front 2 (attacker)
pass, done      play nothing; end your turn
moves           every legal move; each can be typed as it stands
why 3           can front 3 be claimed, and why
hint            what a strong player would do
undo            back to your previous choice
table           the table, in full
tracker         which cards are still unseen
log             what has happened so far
rules WORD      the rule about a word or a card, such as rules mud
save FILE       write the record of the game to a file
resign          give the game up
quit            leave; the game is saved (marchstone play --resume)""",
    """2 5                  jouer la carte 2 de votre main devant le front 5
r9 5, espion 5       la même chose par le nom de la carte
2                    jouer la carte 2 ; où, est demandé ensuite (certaines vont sans front)
c 3                  revendiquer le front 3 (revendiquer 3)
d, piocher tactique  piocher une carte numérotée, une carte Tactique
huile 3              verser un chaudron devant le front 3 (défenseur)
retraite 2           abandonner vos cartes devant le front 2 (attaquant)
passer, fin          ne rien jouer ; finir votre tour
coups                tous les coups permis ; chacun peut se taper tel quel
pourquoi 3           peut-on revendiquer le front 3, et pourquoi
conseil              ce que ferait un joueur fort
annuler              revenir à votre choix précédent
plateau              la table en entier
suivi                quelles cartes n'ont pas encore été vues
journal              ce qui s'est passé jusqu'ici
règles MOT           la règle sur un mot ou une carte, comme règles boue
enregistrer FICHIER  écrire la partie dans un fichier
abandonner           abandonner la partie
quitter              partir ; la partie est enregistrée (marchstone play --resume)""",
)


class Words:
    """The words in one language.

    >>> Words("fr")("level", level=3)
    'Niveau 3'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.place = tongue(language)

    def __call__(self, name: str, **values: object) -> str:
        """A sentence by its name."""
        return WORDS[name][self.place].format(**values)

    def preset(self, name: str) -> str:
        """What a preset is called."""
        return PRESETS[name][self.place]

    @property
    def help(self) -> str:
        """Everything that can be typed."""
        return HELP[self.place]

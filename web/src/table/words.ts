// Sentences of the table that are the page's own: what one can do, what a move is called, what a front asks for.
import { cardName } from "../lib/cards";
import { t, tt } from "../lib/i18n.svelte";
import type { Front, GameInfo, Table } from "../lib/wire";
import { verbs } from "./moves";

export function gameOf(preset: string): "stones" | "walls" {
  return preset.startsWith("walls") ? "walls" : "stones";
}

export function frontName(preset: string, number: number | string): string {
  return tt(`front.${gameOf(preset)}`, { n: number });
}

export function moveName(preset: string, move: string): string {
  const [verb = "", first = "", second] = move.split(" ");
  if (verb === "play") {
    const card = cardName(first);
    return second ? t("move.play.at", { card, front: frontName(preset, second) }) : t("move.play", { card });
  }
  if (verb === "put") return first === "discard" ? t("move.put.discard") : t("move.put", { front: frontName(preset, first) });
  if (verb === "draw") return tt(`move.draw.${first}`);
  if (verb === "take" || verb === "bury" || verb === "give") return tt(`move.${verb}`, { card: cardName(first) });
  if (verb === "pass" || verb === "done") return tt(`move.${verb}`);
  return tt(`move.${verb}`, { front: frontName(preset, first) });
}

/** Seats are the server's affair: a name, or the role. */
export function nameOf(game: GameInfo, player: number): string {
  const { name, level } = game.players[player] ?? { name: "", level: null };
  if (name) return name;
  if (level !== null) return t("level.name", { level });
  return game.you === player ? t("you") : t("player.nth", { n: player + 1 });
}

export function playerAt(game: GameInfo, seat: number): number {
  return game.seats[0] === seat ? 0 : 1;
}

/** What can be done now, in one sentence. */
export function possible(table: Table): string {
  const known = ["play", "take", "put", "bury", "give", "oil", "retreat", "claim", "draw", "pass", "done"];
  const now = verbs(table.legal);
  const parts = known.filter((verb) => now.has(verb)).map((verb) => tt(`can.${verb}`, { front: tt(`a.front.${gameOf(table.preset)}`) }));
  if (!parts.length) return "";
  const last = parts.pop() ?? "";
  return parts.length ? `${parts.join(", ")} ${t("or")} ${last}` : last;
}

/** What a front asks for: cards, types, the lowest total. */
export function asks(front: Front): string {
  const width = t("asks.width", { n: front.width });
  return `${width}; ${kindOf(front)}.`;
}

export function kindOf(front: Front): string {
  if (front.lowest) return t("asks.lowest");
  if (front.counts.length === 1) return t("asks.sum");
  if (front.counts.length === 5) return t("asks.all");
  return t("asks.some", { types: front.counts.map((type) => tt(`type.${type}`)).join(", ") });
}

export function sideWords(cards: readonly string[]): string {
  return cards.length ? cards.map(cardName).join(", ") : t("side.empty");
}

/** All that a front shows, for who listens. */
export function frontWords(table: Table, number: number, below: number): string {
  const front = table.fronts[number - 1];
  if (!front) return "";
  const parts = [
    frontName(table.preset, number),
    t("side.mine.is", { cards: sideWords(front.sides[below] ?? []) }),
    t("side.theirs.is", { cards: sideWords(front.sides[1 - below] ?? []) }),
    ...marks(table, front, number, below),
  ];
  return `${parts.join(". ")}. ${asks(front)}`;
}

export function marks(table: Table, front: Front, number: number, below: number): string[] {
  return [
    ...(front.owner === null ? [] : [front.owner === below ? t("owner.mine") : t("owner.theirs")]),
    ...(front.damaged ? [t("mark.damaged")] : []),
    ...(front.blind ? [cardName("blind")] : []),
    ...(front.mud ? [cardName("mud")] : []),
    ...(front.first === null ? [] : [front.first === below ? t("first.mine") : t("first.theirs")]),
    ...(table.provable.includes(number) ? [t("mark.provable")] : []),
  ];
}

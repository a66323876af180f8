// Texts of cards, taken apart to draw and to name them. What a card may do, the server knows.
import { t, tt } from "./i18n.svelte";

export type Clan = "r" | "o" | "y" | "g" | "b" | "v";
export type Face = { clan: Clan; value: number } | { tactic: string };

const NUMBER = /^([roygbv])(\d+)$/;
export const CLANS: readonly Clan[] = ["r", "o", "y", "g", "b", "v"];

export function face(card: string): Face {
  const found = NUMBER.exec(card);
  return found ? { clan: found[1] as Clan, value: Number(found[2]) } : { tactic: card };
}

export function cardName(card: string): string {
  const shown = face(card);
  if ("tactic" in shown) return tt(`card.${shown.tactic}`);
  return t("card.number", { colour: tt(`colour.${shown.clan}`), value: shown.value });
}

/** Number cards by clan and value, tactic cards behind them: a hand is easier to read in order. */
export function sorted(cards: readonly string[]): string[] {
  const rank = (card: string) => {
    const shown = face(card);
    return "tactic" in shown ? 10_000 : CLANS.indexOf(shown.clan) * 100 + shown.value;
  };
  return [...cards].sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
}

/** Clans that a game has: there is no ochre in `walls`. */
export function clansOf(preset: string): Clan[] {
  return CLANS.filter((clan) => clan !== "o" || !preset.startsWith("walls"));
}

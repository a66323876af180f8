// What was chosen for the last new game; whatever stands there is checked.
import { keep, kept, type Settings } from "../../lib/settings.svelte";
import type { Create } from "../../lib/wire";

export type Choice = {
  way: "level" | "invited" | "here";
  game: "stones" | "walls";
  tactics: boolean;
  expert: boolean;
  level: number;
  seat: "lot" | "0" | "1";
  rounds: number;
  closed: boolean; // nobody may look on
  serious: boolean; // against a level: without hints and free takebacks
  bare: boolean; // without the tracker of cards
};

const PLACE = "marchstone.choice";
const USUAL: Choice = {
  way: "level",
  game: "stones",
  tactics: false,
  expert: false,
  level: 2,
  seat: "lot",
  rounds: 1,
  closed: false,
  serious: false,
  bare: false,
};
const ALLOWED: { [K in keyof Choice]: readonly Choice[K][] } = {
  way: ["level", "invited", "here"],
  game: ["stones", "walls"],
  tactics: [false, true],
  expert: [false, true],
  level: [1, 2, 3, 4, 5, 6, 7, 8],
  seat: ["lot", "0", "1"],
  rounds: [1, 2, 3, 5],
  closed: [false, true],
  serious: [false, true],
  bare: [false, true],
};

export function choice(): Choice {
  let found: unknown = null;
  try {
    found = JSON.parse(kept(PLACE) ?? "{}");
  } catch {
    return { ...USUAL };
  }
  if (typeof found !== "object" || found === null) return { ...USUAL };
  const valid = Object.entries(found).filter(([name, value]) => (ALLOWED[name as keyof Choice] as readonly unknown[] | undefined)?.includes(value));
  return { ...USUAL, ...Object.fromEntries(valid) };
}

export function keepChoice(chosen: Choice): void {
  keep(PLACE, JSON.stringify(chosen));
}

export function presetOf({ game, tactics, expert }: Choice): string {
  return `${game}${tactics ? "-tactics" : ""}${expert && game === "stones" ? "-expert" : ""}`;
}

/** What the server is asked for. */
export function createOf(chosen: Choice, claims: Settings["claims"]): Create {
  const { way, game, level, seat, rounds, closed, serious, bare } = chosen;
  return {
    preset: presetOf(chosen),
    opponent: way,
    seat: seat === "lot" ? null : Number(seat),
    rounds: game === "walls" ? (rounds > 1 ? 2 : 1) : rounds,
    claims,
    casual: way === "level" ? !serious : way === "here",
    tracker: !bare,
    watched: !closed,
    ...(way === "level" ? { level } : {}),
  };
}

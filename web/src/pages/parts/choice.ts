// What was chosen for the last new game; whatever stands there is checked.
import { keep, kept } from "../../lib/settings.svelte";

export type Choice = {
  way: "level" | "invited" | "here";
  game: "stones" | "walls";
  tactics: boolean;
  expert: boolean;
  level: number;
  seat: "lot" | "0" | "1";
  rounds: number;
};

const PLACE = "marchstone.choice";
const USUAL: Choice = { way: "level", game: "stones", tactics: false, expert: false, level: 2, seat: "lot", rounds: 1 };
const ALLOWED: { [K in keyof Choice]: readonly Choice[K][] } = {
  way: ["level", "invited", "here"],
  game: ["stones", "walls"],
  tactics: [false, true],
  expert: [false, true],
  level: [1, 2, 3, 4, 5, 6, 7, 8],
  seat: ["lot", "0", "1"],
  rounds: [1, 2, 3, 5],
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

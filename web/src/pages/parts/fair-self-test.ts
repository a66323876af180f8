// The published examples (docs/fair-vectors.json), recomputed by this browser before anybody believes what it says.
import { type PresetCards, bytesOf, commitment, deal, linkBefore } from "./fair";

type Example = {
  preset: string;
  game: string;
  round: number;
  seed: string;
  seed0: string;
  seed1: string;
  commitment: string;
  hands: [string[], string[]];
  pile: string[];
  "tactic-pile": string[];
  key: string | null;
  lot: number;
};
export type Examples = { chain: { last: string; seeds: Record<string, string> }; deals: Example[] };
const ROUNDS = 100;

/** How many examples there are, and how many this browser makes otherwise. */
export async function selfTest(presets: readonly PresetCards[], examples?: Examples): Promise<{ total: number; failed: number }> {
  const { deals, chain } = examples ?? ((await import("../../../../docs/fair-vectors.json")).default as unknown as Examples);
  let failed = Number(!(await sameChain(chain)));
  for (const one of deals) failed += Number(!(await sameDeal(one, presets)));
  return { total: deals.length + 1, failed };
}

async function sameDeal(one: Example, presets: readonly PresetCards[]): Promise<boolean> {
  const preset = presets.find((known) => known.name === one.preset);
  if (!preset) return false;
  const seed = bytesOf(one.seed);
  const made = await deal(preset, one.game, one.round, seed, [one.seed0, one.seed1]);
  const written = [made.hands, [...made.piles[0]].reverse(), [...made.piles[1]].reverse(), made.lot, made.key === null ? null : made.key.toString(16)];
  const said = [one.hands, one.pile, one["tactic-pile"], one.lot, one.key];
  return JSON.stringify(written) === JSON.stringify(said) && (await commitment(one.game, one.round, seed)) === one.commitment;
}

async function sameChain({ last, seeds }: Examples["chain"]): Promise<boolean> {
  let seed = last;
  for (let round = ROUNDS; round > 0; round--) {
    if (seeds[round] !== undefined && seeds[round] !== seed) return false;
    seed = await linkBefore(bytesOf(seed));
  }
  return true;
}

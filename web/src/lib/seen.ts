// What this browser saw and sent before a game was dealt: the server's commitment and its own seeds. Kept here and not asked for
// again, so that afterwards the deal can be compared with something the server cannot change.
import { post, randomSeed, Refusal } from "./api";
import { keep, kept } from "./settings.svelte";
import type { Join, Joined } from "./wire";

export type Seen = { commitment: string; seeds: { 0?: string; 1?: string } };

const PLACE = "marchstone.seen";
const MOST = 300; // games; the oldest are forgotten
const GAME = /^[a-z2-7]{12}$/;
const COMMITMENT = /^[0-9a-f]{64}$/;
const SEED = /^[0-9a-f]{32,64}$/;

export function seenOf(game: string): Seen | null {
  return all().get(game) ?? null;
}

/** Take a place in a game that is not dealt yet, whose commitment is known: what was seen is written down first. */
export async function sit(game: string, commitment: string, player: 0 | 1, join: Omit<Join, "seed">): Promise<Joined> {
  const before = seenOf(game);
  const seed = before?.seeds[player] ?? randomSeed(); // if an answer was lost, this one may be in the shuffle already
  write(game, { commitment: before?.commitment ?? commitment, seeds: { ...before?.seeds, [player]: seed } });
  try {
    return await post<Joined>(`/games/${game}/join`, { ...join, seed });
  } catch (error) {
    // refused: this seed is in no shuffle
    if (error instanceof Refusal && error.status >= 400 && error.status < 500 && !before?.seeds[player]) write(game, before);
    throw error;
  }
}

function all(): Map<string, Seen> {
  try {
    const found: unknown = JSON.parse(kept(PLACE) ?? "{}");
    if (typeof found !== "object" || found === null) return new Map();
    return new Map(Object.entries(found).flatMap(([game, value]) => (GAME.test(game) && isSeen(value) ? [[game, value] as const] : [])));
  } catch {
    return new Map();
  }
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== "object" || value === null) return false;
  const { commitment, seeds } = value as Partial<Seen>;
  if (typeof commitment !== "string" || !COMMITMENT.test(commitment) || typeof seeds !== "object" || seeds === null) return false;
  return Object.entries(seeds).every(([player, seed]) => /^[01]$/.test(player) && typeof seed === "string" && SEED.test(seed));
}

function write(game: string, seen: Seen | null): void {
  const games = all();
  if (seen) games.set(game, seen);
  else games.delete(game);
  keep(PLACE, JSON.stringify(Object.fromEntries([...games].slice(-MOST))));
}

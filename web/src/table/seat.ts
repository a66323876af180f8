// Taking one's own place in a game that is not open to others: a rematch, or a game whose making was cut short.
import { get, post, randomSeed } from "../lib/api";
import type { GameInfo, Joined, Table } from "../lib/wire";
import { ownName } from "../pages/parts/names";

/** The places that are mine and empty. */
export function emptyPlaces(game: GameInfo): number[] {
  if (game.state !== "open" || game.you === null) return [];
  const mine = game.settings.opponent === "here" ? [0, 1] : [game.you];
  return mine.filter((player) => !game.players[player as 0 | 1].joined);
}

/** Sit down at all of them, under the names of the game before if there was one. */
export async function sitDown(game: GameInfo): Promise<void> {
  const before = game.before ? await get<{ game: GameInfo; table: Table | null }>(`/games/${game.before}`) : null;
  for (const player of emptyPlaces(game)) {
    const name = before?.game.players[player as 0 | 1].name ?? ownName();
    await post<Joined>(`/games/${game.id}/join`, { name, seed: randomSeed(), player });
  }
}

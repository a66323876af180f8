// Taking one's own place in a game that is not open to others: a rematch, or a game whose making was cut short.
import { get } from "../lib/api";
import { sit } from "../lib/seen";
import type { GameInfo, Table } from "../lib/wire";
import { ownName } from "../pages/parts/names";

/** The places that are mine and empty. */
export function emptyPlaces(game: GameInfo): (0 | 1)[] {
  if (game.state !== "open" || game.you === null) return [];
  const mine: (0 | 1)[] = game.settings.opponent === "here" ? [0, 1] : [game.you === 1 ? 1 : 0];
  return mine.filter((player) => !game.players[player].joined);
}

/** Sit down at all of them, under the names of the game before if there was one. */
export async function sitDown(game: GameInfo): Promise<void> {
  const before = game.before ? await get<{ game: GameInfo; table: Table | null }>(`/games/${game.before}`) : null;
  for (const player of emptyPlaces(game)) {
    const name = before?.game.players[player].name ?? ownName();
    await sit(game.id, game.commitment, player, { name, player });
  }
}

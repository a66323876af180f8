// Beginning a game and sitting down to it; one's own games.
import { get, post } from "../../lib/api";
import { sit } from "../../lib/seen";
import type { Create, Created, GameInfo, Joined, Table } from "../../lib/wire";
import type { Both } from "./about";

export type Mine = { game: GameInfo; turn: number | null; last: Both | null; at: number };

/** One's own games, newest first. */
export function mine(): Promise<Mine[]> {
  return get<Mine[]>("/games");
}

/** A new game with one's own place taken; at one screen both. */
export async function begin(create: Create, names: string[]): Promise<Created> {
  const created = await post<Created>("/games", create);
  const here = create.opponent === "here";
  for (const player of here ? ([0, 1] as const) : ([0] as const)) {
    await sit(created.game, created.commitment, player, { name: names[player] ?? "", ...(here ? { player } : {}) });
  }
  return created;
}

/** A guest's place; what the server has committed to is read before. */
export async function invited(id: string, token: string, name: string): Promise<Joined> {
  const { game } = await get<{ game: GameInfo; table: Table | null }>(`/games/${id}`);
  return sit(id, game.commitment, 1, { name, invite: token });
}

/** Whether it is for me to do something there. */
export function isMine({ game, turn }: Mine): boolean {
  if (game.state !== "playing") return game.state === "between";
  return game.settings.opponent === "here" || (turn !== null && turn === game.you);
}

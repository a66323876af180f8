// Beginning a game and sitting down to it; one's own games.
import { get, post, randomSeed } from "../../lib/api";
import type { Create, Created, GameInfo, Joined } from "../../lib/wire";
import type { Both } from "./about";

export type Mine = { game: GameInfo; turn: number | null; last: Both | null; at: number };

/** One's own games, newest first. */
export function mine(): Promise<Mine[]> {
  return get<Mine[]>("/games");
}

/** A new game with one's own place taken; at one screen both. */
export async function begin(create: Create, names: string[]): Promise<Created> {
  const created = await post<Created>("/games", create);
  const places = create.opponent === "here" ? [0, 1] : [null];
  for (const [place, player] of places.entries()) {
    await post<Joined>(`/games/${created.game}/join`, { name: names[place] ?? "", seed: randomSeed(), ...(player === null ? {} : { player }) });
  }
  return created;
}

export function invited(id: string, token: string, name: string): Promise<Joined> {
  return post<Joined>(`/games/${id}/join`, { name, seed: randomSeed(), invite: token });
}

/** Whether it is for me to do something there. */
export function isMine({ game, turn }: Mine): boolean {
  if (game.state !== "playing") return game.state === "between";
  return game.settings.opponent === "here" || (turn !== null && turn === game.you);
}

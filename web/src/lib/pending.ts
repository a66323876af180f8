// Commands on their way, written down in this tab: they survive its being loaded again or turned to another page. To send one
// twice does no harm, for the server knows its id; one that comes too late is refused, for it says at which number it was meant.
import type { Keeping } from "./session";
import type { Act } from "./wire";

const ID = /^[A-Za-z0-9_-]{8,36}$/;
const MOST = 50; // nobody has more on their way; whatever else stands there was not written by this page

export function keeping(game: string): Keeping {
  const place = `marchstone.pending.${game}`;
  return { load: () => readActs(stored(place)), save: (acts) => store(place, acts) };
}

/** What is readable of it; a store that somebody has put their hands on is no reason to fail. */
export function readActs(text: string | null): Act[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isAct).slice(0, MOST).map(clean) : [];
  } catch {
    return [];
  }
}

function isAct(value: unknown): value is Act {
  if (typeof value !== "object" || value === null) return false;
  const { id, at, do: what, player } = value as Partial<Record<keyof Act, unknown>>;
  const known = player === undefined || player === 0 || player === 1;
  return typeof id === "string" && ID.test(id) && Number.isSafeInteger(at) && Number(at) >= 0 && isText(what) && known;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= 80;
}

function clean({ id, at, do: what, player }: Act): Act {
  return { t: "act", id, at, do: what, ...(player === undefined ? {} : { player }) };
}

function stored(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null; // a browser that keeps nothing: then a command is lost with its page
  }
}

function store(place: string, acts: Act[]): void {
  try {
    if (acts.length) sessionStorage.setItem(place, JSON.stringify(acts));
    else sessionStorage.removeItem(place);
  } catch {
    // likewise
  }
}

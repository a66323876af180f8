// The texts of moves (docs/notation.md), sorted by what one takes in hand and where one puts it. This is grammar, not rules: what is
// legal the server says.

export type Choice = { move: string; source: string; target: string };

/** Targets that are no place but a deed; most of them are asked about before they are sent. */
const DEEDS_TO_CONFIRM = new Set(["begin", "bury", "give", "take", "retreat", "oil", "discard", "pass"]);

export function choice(move: string): Choice {
  const [verb = "", first = "", second] = move.split(" ");
  switch (verb) {
    case "play":
      return { move, source: `card ${first}`, target: second ? `front ${second}` : "begin" };
    case "put":
      return { move, source: "held", target: first === "discard" ? "discard" : `front ${first}` };
    case "take":
    case "bury":
    case "give":
      return { move, source: `card ${first}`, target: verb };
    case "claim":
    case "retreat":
    case "oil":
      return { move, source: `front ${first}`, target: verb };
    case "draw":
      return { move, source: `pile ${first}`, target: "hand" };
    default:
      return { move, source: "turn", target: verb };
  }
}

export function choices(legal: readonly string[]): Choice[] {
  return legal.map(choice);
}

export function verbs(legal: readonly string[]): Set<string> {
  return new Set(legal.map((move) => move.split(" ")[0] ?? ""));
}

/** Cards that can be taken up, picked or acted on. */
export function liveSources(all: readonly Choice[]): Set<string> {
  return new Set(all.map((one) => one.source));
}

export function from(all: readonly Choice[], source: string | null): Choice[] {
  return all.filter((one) => one.source === source);
}

/** The fronts that a card in hand may go to. */
export function targetsOf(all: readonly Choice[], source: string | null): Set<string> {
  return new Set(from(all, source).map((one) => one.target));
}

export function needsConfirm(one: Choice, always: boolean): boolean {
  return always || DEEDS_TO_CONFIRM.has(one.target);
}

/** What somebody wants who tries what is not legal: the server then says why not. */
export function attempt(source: string, target: string): string | null {
  const [kind, name] = source.split(" ");
  const [place, number] = target.split(" ");
  if (kind === "card" && place === "front") return `play ${name} ${number}`;
  if (kind === "held" && place === "front") return `put ${number}`;
  if (kind === "front" && (place === "claim" || place === "retreat" || place === "oil")) return `${place} ${name}`;
  return null;
}

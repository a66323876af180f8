// One way to make a move, whatever the hand uses for it: pick what is to be moved, aim, confirm. Tapping, dragging and the keyboard
// all come here; nothing else sends a move.
import { attempt, type Choice, from, needsConfirm } from "./moves";

export type State = { picked: string | null; aimed: Choice | null };
export type Input =
  | { do: "pick"; source: string }
  | { do: "target"; target: string }
  | { do: "move"; move: string } // by its text: buttons
  | { do: "confirm" }
  | { do: "cancel" };
export type Around = { all: readonly Choice[]; held: boolean; hand: readonly string[]; confirm: boolean };
export type Result = { state: State; send?: string };

export const REST: State = { picked: null, aimed: null };

export function step(state: State, input: Input, around: Around): Result {
  switch (input.do) {
    case "pick":
      return pick(state, input.source, around);
    case "target":
      return target(state, input.target, around);
    case "move":
      return byText(state, input.move, around);
    case "confirm":
      return state.aimed ? { state: REST, send: state.aimed.move } : { state };
    case "cancel":
      return { state: REST };
  }
}

/** The table has changed: what is no longer there is no longer picked, what is no longer legal no longer aimed. */
export function changed(state: State, around: Around): State {
  const aimed = state.aimed && around.all.find((one) => one.move === state.aimed?.move) ? state.aimed : null;
  const card = state.picked?.startsWith("card ") ? state.picked.slice(5) : null;
  const there = card === null || around.hand.includes(card) || from(around.all, state.picked).length > 0;
  const gone = state.picked === "held" && !around.held;
  return { picked: there && !gone && !(state.aimed && !aimed) ? state.picked : null, aimed };
}

/** What a target would be for: what is picked, or else the card that was taken and must be put down. */
export function sourceOf(state: State, around: Around): string | null {
  return state.picked ?? (around.held && from(around.all, "held").length ? "held" : null);
}

function pick(state: State, source: string, around: Around): Result {
  const possible = from(around.all, source);
  if (state.picked === source) return state.aimed ? step(state, { do: "confirm" }, around) : { state: REST };
  const only = possible.length === 1 ? possible[0] : undefined;
  if (only && !only.target.startsWith("front ")) return aim(only, around);
  return { state: { picked: source, aimed: null } };
}

function target(state: State, wanted: string, around: Around): Result {
  const source = sourceOf(state, around);
  if (source === null) return { state };
  if (state.aimed?.target === wanted) return { state: REST, send: state.aimed.move };
  const found = from(around.all, source).find((one) => one.target === wanted);
  if (found) return aim(found, around);
  const tried = attempt(source, wanted);
  return tried ? { state: { picked: state.picked, aimed: null }, send: tried } : { state };
}

function byText(state: State, move: string, around: Around): Result {
  const found = around.all.find((one) => one.move === move);
  return found ? aim(found, around) : { state, send: move };
}

function aim(one: Choice, around: Around): Result {
  if (needsConfirm(one, around.confirm)) return { state: { picked: one.source, aimed: one } };
  return { state: REST, send: one.move };
}

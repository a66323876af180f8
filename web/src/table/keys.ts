// The keyboard: letters and digits do what a tap does. Arrows move among the cards of the hand and among the fronts.
import { settings } from "../lib/settings.svelte";

export type Keys = Record<"hand" | "claim" | "draw" | "tactic" | "finish" | "last" | "state" | "why" | "help" | "confirm" | "cancel", () => void> & {
  front: (number: number) => void;
};

const LETTERS: Record<string, Exclude<keyof Keys, "front">> = {
  h: "hand",
  c: "claim",
  d: "draw",
  t: "tactic",
  p: "finish",
  l: "last",
  s: "state",
  w: "why",
  "?": "help",
};

export function onKey(event: KeyboardEvent, root: HTMLElement, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.matches("input, select, textarea")) return;
  if (event.key === "Escape") return keys.cancel();
  if (arrow(event, root, target)) return event.preventDefault();
  if (event.key === "Enter" && (!target || target === document.body || target.id === "main")) return keys.confirm();
  if (!settings.keys) return;
  const letter = LETTERS[event.key.toLowerCase()];
  if (letter) keys[letter]();
  else if (/^[1-9]$/.test(event.key)) keys.front(Number(event.key));
  else return;
  event.preventDefault();
}

const ROWS = ["[data-row=fronts]", "[data-row=hand]"];

function arrow(event: KeyboardEvent, root: HTMLElement, target: Element | null): boolean {
  const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = ROWS.findIndex((one) => target?.closest(one));
  if (row < 0 || (along === undefined && across === undefined)) return false;
  const list = stops(root, ROWS[row + (across ?? 0)]);
  const here = stops(root, ROWS[row]).findIndex((one) => one.contains(target));
  const next = along === undefined ? Math.min(Math.max(here, 0), list.length - 1) : (here + along + list.length) % list.length;
  list[next]?.focus();
  return list.length > 0;
}

function stops(root: HTMLElement, row: string | undefined): HTMLElement[] {
  return row ? [...root.querySelectorAll<HTMLElement>(`${row} [data-stop]`)] : [];
}

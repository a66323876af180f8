// The name that somebody plays under, kept in the browser.
import { keep, kept } from "../../lib/settings.svelte";

const PLACE = "marchstone.name";
export const LONGEST_NAME = 32;

export function ownName(): string {
  return (kept(PLACE) ?? "").slice(0, LONGEST_NAME);
}

export function keepName(name: string): void {
  keep(PLACE, name.trim().slice(0, LONGEST_NAME));
}

// Own drawings: a symbol for every clan and for every tactic card, each on a square of 24.
import type { Clan } from "../lib/cards";

/** Sun, boulder, lightning, leaf, drop, moon: told apart by their outline alone. Filled. */
export const CLAN_SYMBOLS: Record<Clan, string> = {
  r: "M12 6.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11zM11 0h2v4.500h-2zM11 19.500h2V24h-2zM0 11h4.500v2H0zM19.500 11H24v2h-4.500zM2.800 4.200l1.400-1.400l3.200 3.200l-1.400 1.400zM16.600 18l1.400-1.400l3.200 3.200l-1.400 1.400zM2.800 19.800l3.200-3.200l1.400 1.400l-3.200 3.200zM16.600 6l3.200-3.200l1.400 1.400l-3.200 3.200z",
  o: "M7 2.500h9l6.500 8.500l-3 11h-15L1 12.500z",
  y: "M14.500 0L3 14h7.500L8.500 24L21 9.500h-7.800z",
  g: "M21.500 1.500C9 1.500 3 7 3.200 14.500c0 1.500.3 2.700.8 3.800L1.500 22l1.800 1.200l2.600-3.600C15 23.500 22.500 16 21.500 1.500zM17 6.500L7.500 17l-.8-.8z",
  b: "M12 0C7.500 7 4 11.200 4 15.800a8 8 0 0 0 16 0C20 11.200 16.500 7 12 0z",
  v: "M16.500 1A11.500 11.500 0 1 0 23 16.500A9.500 9.500 0 0 1 16.500 1z",
};

/** Strokes. */
export const TACTIC_GLYPHS: Record<string, string> = {
  joker: "M3 17L5 7l4 4l3-7l3 7l4-4l2 10zM3 20.500h18", // a crown of any colour
  spy: "M2 12c3-5 6.500-7 10-7s7 2 10 7c-3 5-6.500 7-10 7s-7-2-10-7zM12 8.500v7M8.500 12h7",
  shield: "M12 2.500l8 3v6c0 5-3.500 8.500-8 10c-4.500-1.500-8-5-8-10v-6zM12 6v12M7 10h10",
  blind: "M2 9c4 2 16 2 20 0v5c-4 2-16 2-20 0zM4 3l16 18",
  mud: "M2 15c2.500-3 5-3 7 0s5 3 7 0s4-3 6 0M2 20c2.500-3 5-3 7 0s5 3 7 0s4-3 6 0M12 2v7M9 6l3 3l3-3",
  recruiter: "M4 20l9-9M11 5l8 8M9 7l3-4M17 15l4-3M3 3v6M0 6h6",
  strategist: "M4 20V8h7V4l7 6l-7 6v-4H8v8z",
  banshee: "M12 3c-4 0-6 3-6 7v11l3-2l3 2l3-2l3 2V10c0-4-2-7-6-7zM10 9v1M14 9v1M12 13v2",
  traitor: "M3 8h13l-4-4M21 16H8l4 4",
  redeployment: "M4 20V8h7V4l7 6l-7 6v-4H8v8z",
  recruitment: "M12 21V5M5 11l7-7l7 7M4 21h16",
  desertion: "M5 21V3h9v5M14 21H5M11 14h11M18 10l4 4l-4 4",
  treachery: "M3 8h13l-4-4M21 16H8l4 4",
  explosion: "M12 1l2.500 6l6-2l-3 5.500l5.500 3l-6 1.500l1 6.500l-5-4l-4.500 4.500l.5-6.500L2 14l5-3l-3-6l6 2z",
  support: "M3 6h12v12H3zM8 6V2h13v13h-6M6 12h6M9 9v6",
  exchange: "M7 3v15l-4-4M7 18l4-4M17 21V6l-4 4M17 6l4 4",
};

export function tacticGlyph(tactic: string): string {
  return TACTIC_GLYPHS[tactic.replace(/\d$/, "")] ?? "";
}

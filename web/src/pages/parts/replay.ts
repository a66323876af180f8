// Finished rounds and lessons as the server sends them: marchstone/server/replays.py and lessons.py.
import type { Table, TableEvent } from "../../lib/wire";
import type { Both } from "./about";

/** A table with both hands beside it, seen by nobody. */
export type OpenTable = Omit<Table, "hand"> & { open: [string[], string[]] };
export type Step = { n: number; do: string; by: number | null; place: number; turn: number; events: TableEvent[]; table: OpenTable };
export type Replay = {
  preset: string;
  players: [string, string];
  result: { winner: number | null; reason: string } | null;
  start: OpenTable;
  steps: Step[];
  tags?: Record<string, string>;
};

export type Told = { events: TableEvent[]; after: OpenTable };
export type LessonStep = Both & {
  n: number;
  chapter: number;
  seat: number;
  kind: "say" | "watch" | "try";
  table: OpenTable;
  do?: string;
  by?: number;
  events?: TableEvent[];
  after?: OpenTable;
  answers?: Record<string, Told>;
  hints?: Record<string, Both>;
  done?: Both;
};
export type Lesson = { name: string; preset: string; minutes: number; title: Both; steps: LessonStep[] };

/** A review: marchstone/server/reviews.py. */
export type Review = {
  preset: string;
  players: [string, string];
  names: { en: [string, string]; fr: [string, string] };
  opening: Both;
  accuracy: [number | null, number | null];
  curve: { place: number; turn: number; chance: number }[];
  decisions: { place: number; turn: number; seat: number; loss: number; words: { en: { move: string; best: string }; fr: { move: string; best: string } } }[];
  worst: {
    number: number;
    place: number;
    turn: number;
    seat: number;
    best_chance: number;
    chance: number;
    loss: number;
    title: Both;
    words: Both;
    position: string;
  }[];
};

/** The step at which so many moves stood, in the round as it ended: 0 is the deal. */
export function stepOf(replay: Replay, place: number): number {
  return place === 0 ? 0 : replay.steps.findLastIndex((step) => step.place === place) + 1;
}

/** Where an imported record waits for its page, and for the next visit. */
export const IMPORTED = "marchstone.imported";

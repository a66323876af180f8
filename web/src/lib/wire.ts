// The messages of marchstone/server/wire.py; tests/test_web_wire.py compares the two. What they mean stands in docs/wire.md.

export type Hello = { t: "hello"; key?: string | null; player?: number | null; seen?: number | null };
export type Act = { t: "act"; id: string; at: number; do: string; player?: number | null };
export type Look = { t: "look"; player: number };
export type Hint = { t: "hint"; id: string };
export type Why = { t: "why"; id: string; front: number };
export type Ping = { t: "ping"; at: number };
export type FromClient = Hello | Act | Look | Hint | Why | Ping;

export type Welcome = {
  t: "welcome";
  n: number;
  game: GameInfo;
  table: Table | null;
  player: number | null;
  story: TableEvent[];
};
export type Happened = {
  t: "happened";
  n: number;
  by: number | null;
  do: string;
  at: number;
  game: GameInfo;
  table: Table | null;
  events: TableEvent[];
};
export type Receipt = { t: "receipt"; id: string; n: number };
export type Refused = { t: "refused"; id: string | null; code: string; en: string; fr: string; rule?: string | null };
export type Advice = { t: "advice"; id: string; move: string; chance: number; moves: [string, number][] };
export type Proof = { t: "proof"; id: string; proof: ClaimProof; en: string; fr: string };
export type Presence = { t: "presence"; players: [number, number]; watching: number };
export type Thinking = { t: "thinking"; on: boolean; since?: number; progress?: number | null; problem?: string | null };
export type Pong = { t: "pong"; at: number; now: number; n?: number };
export type Closing = { t: "closing"; code: string; en: string; fr: string; again?: boolean };
export type ToClient = Welcome | Happened | Receipt | Refused | Advice | Proof | Presence | Thinking | Pong | Closing;

export type Create = {
  preset: string;
  opponent: "level" | "invited" | "here";
  level?: number | null;
  seat?: number | null;
  rounds?: number;
  claims?: "prompt" | "automatic" | "find";
  casual?: boolean;
  tracker?: boolean;
  watched?: boolean;
  thinking?: number;
};
export type Created = { game: string; commitment: string; invite: string | null };
export type Join = { name: string; seed: string; invite?: string | null; player?: number | null };
export type Joined = { player: number; n: number };
export type Import = { text: string };
export type Problem = { code: string; en: string; fr: string; rule?: string | null };

// -- plain values inside the messages: docs/server.md, "What a client sees" ---------------------------------------------------

export type Player = { name: string; level: number | null; joined: boolean };
export type Outcome = { winner: number | null; reason: string; points: [number, number] };
export type Offer = { kind: "draw" | "takeback"; by: number };
export type GameInfo = {
  id: string;
  preset: string;
  settings: Create;
  round: number;
  rounds: number;
  seats: [number, number];
  you: number | null;
  players: [Player, Player];
  score: [number, number];
  state: "open" | "playing" | "between" | "over";
  outcome: Outcome | null;
  offer: Offer | null;
  commitment: string;
  revealed: string | null;
  ready: [boolean, boolean];
  match: { winner: number | null; by: string | null } | null;
  undo: "free" | "ask" | null;
  before: string | null;
  again: string | null;
};

export type Front = {
  sides: [string[], string[]];
  first: number | null;
  owner: number | null;
  damaged: boolean;
  blind: boolean;
  mud: boolean;
  width: number;
  counts: string[];
  lowest: boolean;
};
export type Table = {
  preset: string;
  seat: number | null;
  turn: number;
  actor: number;
  phase: string;
  fronts: Front[];
  hand: string[];
  hands: [[number, number], [number, number]];
  known: string[];
  piles: [number, number];
  discard: string[];
  removed: string[];
  held: string | null;
  oil: number;
  tactics: [number, number];
  unseen: string[];
  legal: string[];
  provable: number[];
  over: { winner: number | null; reason: string } | null;
  text: string;
};

/** `Event.to_dict()` with its sentences. */
export type TableEvent = {
  kind: string;
  game: "stones" | "walls";
  seat?: number;
  player?: number; // of what is no move
  card?: string;
  back?: "number" | "tactic";
  source?: string;
  target?: string;
  front?: number;
  number?: number;
  reason?: string;
  en: string;
  fr: string;
};

export type ClaimProof = {
  front: number;
  seat: number;
  holds: boolean;
  proved: boolean;
  reason: string;
  needs: string[];
  blocking: string[];
  own_hand: string[];
  [other: string]: unknown;
};

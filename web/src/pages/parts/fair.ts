// A deal made again from its seeds, and compared with what was committed to: docs/fair.md, byte by byte, with the browser's own
// hashes where it offers them. Which cards a preset has, in which order, the server says (`/api/about`); nothing else of the rules is needed.

import type { Seen } from "../../lib/seen";
import { hmacSha256, sha256 } from "./sha";

export type Tags = Record<string, string>;
export type Dealt = { hands: [string[], string[]]; piles: [string[], string[]]; key: bigint | null; lot: number };
export type PresetCards = { name: string; cards: string[]; hand: number };
/** One thing that was checked: `code` names it, `values` are what was found and what was said. */
export type Check = { code: string; ok: boolean; found?: string; said?: string };

const CARD = /^[roygbv]\d+$/;
const HEX = /^[0-9a-f]{64}$/;
const PLAYER_SEED = /^[0-9a-f]{32,64}$/;
const GAME = /^[a-z2-7]{12}$/;
const ROUND = /^[1-9]\d?$|^100$/;
const WORD = 2 ** 32;
const HALF = 2 ** 31;
const NEEDED = ["Game", "Round", "Commitment", "RoundSeed", "Seed0", "Seed1"] as const;

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, parts.length - 1));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length + 1; // one byte 0 between two parts
  }
  return whole;
}

/** The browser's own hashes, unless the page is not secure: then there are none. */
export function browserHashes(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle;
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const own = browserHashes();
  return hexOf(own ? new Uint8Array(await own.digest("SHA-256", bytes)) : sha256(bytes));
}

/** What must have been published before anybody sent a seed. */
export async function commitment(game: string, round: number, seed: Uint8Array): Promise<string> {
  return hash(joined(ascii("marchstone commit 1"), ascii(game), ascii(String(round)), seed));
}

/** The seed of the round before. */
export async function linkBefore(seed: Uint8Array): Promise<string> {
  return hash(joined(ascii("marchstone chain 1"), seed));
}

/** Numbers that follow from all seeds. */
export class Stream {
  private readonly head: string;
  private blocks = 0;
  private words: number[] = [];
  private readonly sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

  constructor(game: string, round: number, seed: Uint8Array<ArrayBuffer>, seeds: [string, string]) {
    this.head = `marchstone deal 1|${game}|${round}|${seeds[0]}|${seeds[1]}|`;
    const own = browserHashes();
    const key = own?.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    this.sign = async (message) => (own && key ? new Uint8Array(await own.sign("HMAC", await key, message)) : hmacSha256(seed, message));
  }

  async word(): Promise<number> {
    if (!this.words.length) {
      const block = new DataView((await this.sign(ascii(`${this.head}${this.blocks++}`))).buffer);
      for (let at = 0; at < block.byteLength; at += 4) this.words.push(block.getUint32(at));
    }
    return this.words.shift() as number;
  }

  async below(limit: number): Promise<number> {
    const rest = Math.floor(WORD / limit) * limit;
    for (;;) {
      const word = await this.word();
      if (word < rest) return word % limit;
    }
  }

  async shuffled(cards: readonly string[]): Promise<string[]> {
    const mixed = [...cards];
    for (let place = mixed.length - 1; place > 0; place--) {
      const other = await this.below(place + 1);
      [mixed[place], mixed[other]] = [mixed[other] as string, mixed[place] as string];
    }
    return mixed;
  }
}

/** The whole deal of a round; piles begin with the card that is drawn next. */
export async function deal(preset: PresetCards, game: string, round: number, seed: Uint8Array<ArrayBuffer>, seeds: [string, string]): Promise<Dealt> {
  const stream = new Stream(game, round, seed, seeds);
  const numbers = (await stream.shuffled(preset.cards.filter((card) => CARD.test(card)))).reverse();
  const tactics = (await stream.shuffled(preset.cards.filter((card) => !CARD.test(card)))).reverse();
  const hands: [string[], string[]] = [[], []];
  for (let card = 0; card < 2 * preset.hand; card++) hands[card % 2 === 0 ? 0 : 1].push(numbers.shift() as string);
  const key = tactics.includes("support") ? BigInt(await stream.below(HALF)) * BigInt(HALF) + BigInt(await stream.below(HALF)) : null;
  return { hands, piles: [numbers, tactics], key, lot: await stream.below(2) };
}

/** What a position line says of a deal: its six words and its keys, as docs/notation.md has them. */
export function dealtIn(text: string): { preset: string; turn: number; hands: [string[], string[]]; piles: [string[], string[]]; key: bigint | null } | null {
  const [preset, turn, phase, fronts, hands, piles, ...keys] = text.trim().split(" ");
  if (!preset || !turn || phase !== "play" || !fronts || !/^[:/!]+$/.test(fronts) || !hands || !piles) return null;
  const pair = (word: string): [string[], string[]] => {
    const [one = "", other = ""] = word.split(":");
    return [one.split(",").filter(Boolean), other.split(",").filter(Boolean)];
  };
  const found = keys.find((key) => key.startsWith("key="))?.slice(4);
  if (found !== undefined && !/^[0-9a-f]{1,16}$/.test(found)) return null;
  return { preset, turn: Number(turn), hands: pair(hands), piles: pair(piles), key: found === undefined ? null : BigInt(`0x${found}`) };
}

const inOrder = (cards: readonly string[]) => [...cards].sort().join(" ");

/** Everything that can be checked of a round: by its tags and its deal alone. */
export async function checkRound(tags: Tags, dealText: string, presets: readonly PresetCards[]): Promise<Check[]> {
  const missing = NEEDED.filter((name) => !tags[name]);
  if (missing.length) return [{ code: "tags", ok: false, found: missing.join(", ") }];
  const { Game = "", Round = "", Commitment = "", RoundSeed = "", Seed0 = "", Seed1 = "" } = tags;
  const readable = GAME.test(Game) && ROUND.test(Round) && HEX.test(RoundSeed) && HEX.test(Commitment) && PLAYER_SEED.test(Seed0) && PLAYER_SEED.test(Seed1);
  const stood = dealtIn(dealText);
  const preset = presets.find((one) => one.name === stood?.preset);
  if (!readable || !stood || !preset) return [{ code: "tags", ok: false }];
  const seed = bytesOf(RoundSeed);
  const committed = await commitment(Game, Number(Round), seed);
  const made = await deal(preset, Game, Number(Round), seed, [Seed0, Seed1]);
  const checks: Check[] = [
    { code: "commitment", ok: committed === Commitment, found: committed, said: Commitment },
    ...([0, 1] as const).map((seat) => ({
      code: `hand${seat}`,
      ok: inOrder(made.hands[seat]) === inOrder(stood.hands[seat]),
      found: made.hands[seat].join(" "),
      said: stood.hands[seat].join(" "),
    })),
    { code: "pile", ok: made.piles[0].join(" ") === stood.piles[0].join(" "), found: made.piles[0].join(" "), said: stood.piles[0].join(" ") },
  ];
  if (made.piles[1].length || stood.piles[1].length) {
    checks.push({ code: "tactics", ok: made.piles[1].join(" ") === stood.piles[1].join(" "), found: made.piles[1].join(" "), said: stood.piles[1].join(" ") });
  }
  if (made.key !== stood.key) checks.push({ code: "key", ok: false, found: String(made.key), said: String(stood.key) });
  return tags.Lot === undefined ? checks : [...checks, lotCheck(made.lot, tags, stood.turn)];
}

/** The lot names a player; who begins is a seat. */
function lotCheck(lot: number, tags: Tags, turn: number): Check {
  const seats = (tags.Seats ?? "").split(" ").map(Number);
  return { code: "lot", ok: String(lot) === tags.Lot && seats[lot] === turn, found: String(lot), said: tags.Lot ?? "" };
}

/** Whether the seeds of rounds that follow each other are links of one chain. */
export async function checkChain(rounds: readonly Tags[]): Promise<Check[]> {
  const seeds = new Map(rounds.map((tags) => [Number(tags.Round), tags.RoundSeed ?? ""]));
  const checks: Check[] = [];
  for (const [round, seed] of seeds) {
    const before = seeds.get(round - 1);
    if (before !== undefined) checks.push({ code: "chain", ok: (await linkBefore(bytesOf(seed))) === before, found: String(round) });
  }
  return checks;
}

/** What this browser saw and sent before the game, compared with what is told now. The first commitment binds all rounds. */
export async function checkSeen(game: string, tags: Tags, seen: Seen): Promise<Check[]> {
  const { Round = "", Commitment = "", RoundSeed = "" } = tags;
  if (!ROUND.test(Round) || !HEX.test(RoundSeed)) return [{ code: "seen", ok: false, found: Commitment, said: seen.commitment }];
  let first = RoundSeed;
  for (let round = Number(Round); round > 1; round--) first = await linkBefore(bytesOf(first));
  const made = await commitment(game, 1, bytesOf(first));
  const found = Round === "1" && made === seen.commitment ? Commitment : made;
  const checks: Check[] = [{ code: "seen", ok: found === seen.commitment, found, said: seen.commitment }];
  for (const player of [0, 1] as const) {
    const [mine, told = ""] = [seen.seeds[player], tags[`Seed${player}`]];
    if (mine !== undefined) checks.push({ code: `own${player}`, ok: told === mine, found: told, said: mine });
  }
  return checks;
}

/** Tags and deal of a record's text: what the page needs of it, no more. */
export function readRecord(text: string): { tags: Tags; deal: string } {
  const tags: Tags = {};
  let dealt = "";
  for (const line of text.split("\n")) {
    const tag = /^\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]\r?$/.exec(line);
    if (tag?.[1]) tags[tag[1]] = (tag[2] ?? "").replace(/\\(.)/g, "$1");
    if (line.startsWith("deal ")) dealt ||= line.slice(5).trim();
  }
  return { tags, deal: dealt };
}

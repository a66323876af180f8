// The page's fair deals against the published examples, with the browser's hashes and with its own.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import vectors from "../../docs/fair-vectors.json";
import { type PresetCards, bytesOf, checkChain, checkRound, deal, dealtIn, hexOf, readRecord } from "../src/pages/parts/fair";
import { type Examples, selfTest } from "../src/pages/parts/fair-self-test";
import { hmacSha256, sha256 } from "../src/pages/parts/sha";

const TROOPS = ["joker1", "joker2", "spy", "shield"];
const RUSES = [...TROOPS, "blind", "mud", "recruiter", "strategist", "banshee", "traitor"];
const ACTIONS = [...TROOPS, "redeployment", "recruitment", "desertion", "treachery", "explosion", "support", "exchange"];
const cards = (colours: string, first: number, last: number) =>
  [...colours].flatMap((colour) => Array.from({ length: last - first + 1 }, (_, place) => `${colour}${first + place}`));
const STONES = cards("roygbv", 1, 9);
const WALLS = cards("rygbv", 0, 11);
// what /api/about answers
const PRESETS: PresetCards[] = [
  { name: "stones", cards: STONES, hand: 6 },
  { name: "stones-tactics", cards: [...STONES, ...RUSES], hand: 7 },
  { name: "stones-expert", cards: STONES, hand: 6 },
  { name: "stones-tactics-expert", cards: [...STONES, ...RUSES], hand: 7 },
  { name: "walls", cards: WALLS, hand: 6 },
  { name: "walls-tactics", cards: [...WALLS, ...ACTIONS], hand: 7 },
  { name: "stones-tiny", cards: cards("ro", 1, 3), hand: 2 },
  { name: "stones-small", cards: cards("royg", 1, 6), hand: 4 },
  { name: "walls-tiny", cards: cards("ry", 0, 3), hand: 2 },
  { name: "walls-small", cards: cards("rygb", 0, 7), hand: 4 },
];
const EXAMPLES = vectors as unknown as Examples;

/** Without the browser's hashes, as on a page of the local network. */
async function unsecured<T>(work: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto") as PropertyDescriptor;
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  try {
    return await work();
  } finally {
    Object.defineProperty(globalThis, "crypto", own);
  }
}

test("every published example comes out right", async () => {
  assert.deepEqual(await selfTest(PRESETS, EXAMPLES), { total: EXAMPLES.deals.length + 1, failed: 0 });
  assert.ok(EXAMPLES.deals.length >= 40);
});

test("and without the browser's hashes too", async () => {
  assert.equal((await unsecured(() => selfTest(PRESETS, EXAMPLES))).failed, 0);
});

test("an example with one wrong digit fails", async () => {
  const [first, ...rest] = EXAMPLES.deals;
  assert.ok(first);
  const wrong = { ...EXAMPLES, deals: [{ ...first, seed1: `${first.seed1.slice(0, -1)}${first.seed1.endsWith("0") ? "1" : "0"}` }, ...rest] };
  assert.equal((await selfTest(PRESETS, wrong)).failed, 1);
  assert.equal((await selfTest(PRESETS, { ...EXAMPLES, chain: { ...EXAMPLES.chain, last: "00".repeat(32) } })).failed, 1);
});

test("its own hashes are those of everybody", () => {
  for (let length = 0; length < 300; length += 7) {
    const message = randomBytes(length);
    const key = randomBytes(length % 90);
    assert.equal(hexOf(sha256(message)), createHash("sha256").update(message).digest("hex"));
    assert.equal(hexOf(hmacSha256(key, message)), createHmac("sha256", key).update(message).digest("hex"));
  }
});

/** The tags and the deal of a round as a record of the server has them. */
async function round(change: { tags?: Record<string, string>; deal?: (text: string) => string } = {}) {
  const one = EXAMPLES.deals.find((example) => example.preset === "walls-tactics");
  const preset = PRESETS.find((known) => known.name === "walls-tactics");
  assert.ok(one && preset);
  const made = await deal(preset, one.game, one.round, bytesOf(one.seed), [one.seed0, one.seed1]);
  const seats = made.lot ? "1 0" : "0 1";
  const tags = { Game: one.game, Round: String(one.round), Commitment: one.commitment, RoundSeed: one.seed, Seed0: one.seed0, Seed1: one.seed1, Seats: seats, Lot: String(made.lot) };
  const lists = (pair: [string[], string[]]) => pair.map((list) => list.join(",")).join(":");
  const text = `walls-tactics 0 play :/:/:/:/:/:/: ${lists(made.hands)} ${lists(made.piles)} key=${one.key}`;
  return checkRound({ ...tags, ...change.tags }, change.deal?.(text) ?? text, PRESETS);
}

const failures = (checks: { code: string; ok: boolean }[]) => checks.filter((check) => !check.ok).map((check) => check.code);

test("a round that is right", async () => {
  const checks = await round();
  assert.deepEqual(failures(checks), []);
  assert.deepEqual(checks.map((check) => check.code), ["commitment", "hand0", "hand1", "pile", "tactics", "lot"]);
});

test("every lie about a round is found", async () => {
  assert.deepEqual(failures(await round({ tags: { Commitment: "0".repeat(64) } })), ["commitment"]);
  assert.ok(failures(await round({ tags: { Seed0: "0".repeat(32) } })).includes("pile"));
  assert.ok(failures(await round({ tags: { RoundSeed: "0".repeat(64) } })).includes("commitment"));
  assert.deepEqual(failures(await round({ tags: { Seats: "x" } })), ["lot"]);
  assert.deepEqual(failures(await round({ deal: (text) => text.replace(/key=.*/, "key=1") })), ["key"]);
  const swapped = await round({ deal: (text) => text.replace(/ (\w+),(\w+),/, " $2,$1,") });
  assert.deepEqual(failures(swapped), [], "a hand has no order");
  const pile = await round({ deal: (text) => text.replace(/(\w+),(\w+):(\w+),(\w+)(,\S+ key)/, "$2,$1:$3,$4$5") });
  assert.deepEqual(failures(pile), ["pile"], "a pile has one");
});

test("what cannot be read is said, whatever it is", async () => {
  assert.deepEqual(failures(await checkRound({}, "", PRESETS)), ["tags"]);
  assert.deepEqual(failures(await round({ tags: { Game: "../etc" } })), ["tags"]);
  assert.deepEqual(failures(await round({ tags: { Round: "101" } })), ["tags"]);
  assert.deepEqual(failures(await round({ deal: () => "chess 0 play : : :" })), ["tags"]);
  assert.equal(dealtIn("stones 0 close r1:/: : :"), null);
});

test("rounds that follow each other are links of one chain", async () => {
  const { seeds } = EXAMPLES.chain;
  const rounds = ["1", "2", "50", "99", "100"].map((number) => ({ Round: number, RoundSeed: seeds[number] ?? "" }));
  assert.deepEqual((await checkChain(rounds)).map((check) => check.ok), [true, true]);
  assert.deepEqual((await checkChain([{ Round: "1", RoundSeed: "00".repeat(32) }, ...rounds.slice(1, 2)])).map((check) => check.ok), [false]);
});

test("tags and deal of a record's text", () => {
  const { tags, deal: dealt } = readRecord('[Game "abc"]\r\n[Event "a \\"b\\" \\\\ c"]\n\ndeal stones 0 play\n1. 0 play r9 5\n[bad\n');
  assert.deepEqual(tags, { Game: "abc", Event: 'a "b" \\ c' });
  assert.equal(dealt, "stones 0 play");
});

// What was seen before play, and the deal compared with it afterwards: a server that changes its mind is found out.
import assert from "node:assert/strict";
import { test } from "node:test";

import "./places";
import { put } from "./places";
import { bytesOf, checkSeen, commitment, linkBefore } from "../src/pages/parts/fair";

const { seenOf, sit } = await import("../src/lib/seen");
const { begin, invited } = await import("../src/pages/parts/games");
const { sitDown } = await import("../src/table/seat");
const { Refusal } = await import("../src/lib/api");

const PLACE = "marchstone.seen";
const GAME = "abcdefghijkl";
const LAST = "5a".repeat(32); // the seed of round 3; those before follow from it
const SECOND = await linkBefore(bytesOf(LAST));
const FIRST = await linkBefore(bytesOf(SECOND));
const SEEDS = ["a1".repeat(32), "b2".repeat(32)] as const;
const SEEN = { commitment: await commitment(GAME, 1, bytesOf(FIRST)), seeds: { 1: SEEDS[1] } };

async function tags(round: 1 | 2 | 3, change: Record<string, string> = {}) {
  const seed = [FIRST, SECOND, LAST][round - 1] as string;
  const committed = await commitment(GAME, round, bytesOf(seed));
  return { Game: GAME, Round: String(round), Commitment: committed, RoundSeed: seed, Seed0: SEEDS[0], Seed1: SEEDS[1], ...change };
}

const wrong = async (round: 1 | 2 | 3, change: Record<string, string> = {}) =>
  (await checkSeen(GAME, await tags(round, change), SEEN)).filter((check) => !check.ok).map((check) => check.code);

test("rounds that follow from what was seen are right", async () => {
  for (const round of [1, 2, 3] as const) assert.deepEqual(await wrong(round), []);
  const checks = await checkSeen(GAME, await tags(1), { ...SEEN, seeds: { 0: SEEDS[0], 1: SEEDS[1] } });
  assert.deepEqual(checks.map((check) => [check.code, check.ok]), [["seen", true], ["own0", true], ["own1", true]]);
});

test("a seed and a commitment that were exchanged together are found", async () => {
  for (const round of [1, 2, 3] as const) {
    const RoundSeed = "77".repeat(32);
    const change = { RoundSeed, Commitment: await commitment(GAME, round, bytesOf(RoundSeed)) };
    assert.deepEqual(await wrong(round, change), ["seen"], `round ${round}`);
  }
});

test("so is every altered tag, whether it can be read or not", async () => {
  assert.deepEqual(await wrong(1, { Commitment: "0".repeat(64) }), ["seen"]);
  assert.deepEqual(await wrong(1, { RoundSeed: "0".repeat(64) }), ["seen"]);
  assert.deepEqual(await wrong(1, { RoundSeed: "x" }), ["seen"]);
  assert.deepEqual(await wrong(2, { Round: "0" }), ["seen"]);
  assert.deepEqual(await wrong(3, { Round: "2" }), ["seen"]);
  assert.deepEqual(await wrong(1, { Seed1: "c3".repeat(32) }), ["own1"]);
  assert.deepEqual(await wrong(1, { Seed0: SEEDS[1], Seed1: SEEDS[0] }), ["own1"]);
  assert.deepEqual(await wrong(1, { Seed0: "c3".repeat(32) }), [], "of the other's seed this browser knows nothing");
  for (const check of await checkSeen(GAME, await tags(1, { RoundSeed: "0".repeat(64) }), SEEN)) {
    if (!check.ok) assert.notEqual(check.found, check.said);
  }
});

/** A server that answers as told; gives what was asked of it. */
function server(answers: (path: string, body: Record<string, unknown>) => [number, unknown]): { path: string; body: Record<string, unknown> }[] {
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  put("fetch", async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? "{}")) as Record<string, unknown>;
    asked.push({ path, body });
    const [status, answer] = answers(path, body);
    if (status === 0) throw new TypeError("no network");
    return new Response(JSON.stringify(answer), { status });
  });
  return asked;
}

const joined = { player: 0, n: 2 };
const refusal = { code: "join.taken", en: "", fr: "" };
const game = (id: string, more: Record<string, unknown> = {}) => ({ id, commitment: SEEN.commitment, state: "open", ...more });

test("whoever makes a game, at one screen for both", async () => {
  const asked = server((path) => [200, path.endsWith("/join") ? joined : { game: "mmmmmmmmmmmm", commitment: SEEN.commitment, invite: null }]);
  await begin({ preset: "stones", opponent: "here" }, ["Ann", "Bob"]);
  const [zero, one] = asked.filter(({ path }) => path.endsWith("/join")).map(({ body }) => body.seed);
  assert.deepEqual(seenOf("mmmmmmmmmmmm"), { commitment: SEEN.commitment, seeds: { 0: zero, 1: one } });
  assert.notEqual(zero, one);
});

test("a guest reads the commitment before it sends its seed", async () => {
  const asked = server((path) => [200, path.endsWith("/join") ? { player: 1, n: 3 } : { game: game("gggggggggggg"), table: null }]);
  await invited("gggggggggggg", "token", "Bob");
  assert.deepEqual(asked.map(({ path }) => path), ["/api/games/gggggggggggg", "/api/games/gggggggggggg/join"]);
  assert.deepEqual(seenOf("gggggggggggg"), { commitment: SEEN.commitment, seeds: { 1: asked[1]?.body.seed } });
  assert.equal(asked[1]?.body.invite, "token");
});

test("whoever sits down to a rematch", async () => {
  const asked = server(() => [200, joined]);
  const places = [{ name: "", level: null, joined: false }, { name: "", level: 3, joined: true }];
  const rematch = game("rrrrrrrrrrrr", { you: 0, before: null, players: places, settings: { opponent: "level" } });
  await sitDown(rematch as unknown as Parameters<typeof sitDown>[0]);
  assert.deepEqual(seenOf("rrrrrrrrrrrr"), { commitment: SEEN.commitment, seeds: { 0: asked[0]?.body.seed } });
});

test("an answer that was lost: the same seed goes again, and what was seen first stays", async () => {
  server(() => [0, null]);
  await assert.rejects(sit("llllllllllll", SEEN.commitment, 0, { name: "" }), Refusal);
  const first = seenOf("llllllllllll");
  const asked = server(() => [200, joined]);
  await sit("llllllllllll", "0".repeat(64), 0, { name: "" });
  assert.equal(asked[0]?.body.seed, first?.seeds[0]);
  assert.deepEqual(seenOf("llllllllllll"), first);
});

test("a place that was refused leaves nothing to compare with", async () => {
  server(() => [409, refusal]);
  await assert.rejects(sit("nnnnnnnnnnnn", SEEN.commitment, 1, { name: "" }), Refusal);
  assert.equal(seenOf("nnnnnnnnnnnn"), null);
});

test("whatever else stands in the store is passed over, and it does not grow for ever", async () => {
  const bad = { [GAME]: SEEN, short: SEEN, nnnnnnnnnnnn: { commitment: "x", seeds: {} }, oooooooooooo: { commitment: SEEN.commitment, seeds: { 2: SEEDS[0] } }, pppppppppppp: 3 };
  for (const text of ["", "{", "null", "3", "[]"]) {
    localStorage.setItem(PLACE, text);
    assert.equal(seenOf(GAME), null, text);
  }
  localStorage.setItem(PLACE, JSON.stringify(bad));
  assert.deepEqual(seenOf(GAME), SEEN);
  for (const none of ["short", "nnnnnnnnnnnn", "oooooooooooo", "pppppppppppp", "toString"]) assert.equal(seenOf(none), null, none);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const many = Array.from({ length: 400 }, (_, n) => `${letters[n % 26]}${letters[Math.floor(n / 26)]}aaaaaaaaaa`);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(many.map((id) => [id, SEEN]))));
  server(() => [200, joined]);
  await sit("zzzzzzzzzzzz", SEEN.commitment, 0, { name: "" });
  assert.equal(Object.keys(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as object).length, 300);
  assert.ok(seenOf("zzzzzzzzzzzz") && !seenOf(many[0] ?? ""));
});

// Commands on their way when the page is loaded again: they are sent once more, unchanged, and count once.
import assert from "node:assert/strict";
import { test } from "node:test";

import "./places";
import { keeping, readActs } from "../src/lib/pending";
import { type Output, Session } from "../src/lib/session";

const frames = (out: Output[]) => out.flatMap((one) => (one.do === "send" ? [one.frame] : []));
const welcome = (n: number) => JSON.stringify({ t: "welcome", n, game: {}, table: null, player: 0, story: [] });
let next = 0;

/** A page on a game that has been greeted; gives what it sends then. */
function page(game: string, n = 3, player: number | null = null) {
  const one = new Session({ key: null, random: () => 0.5, id: () => `command-${++next}`, player, keeping: keeping(game) });
  one.start(0);
  one.opened(0);
  return { one, sent: frames(one.received(welcome(n), 0)) };
}

test("a command without an answer is sent by the page that comes after, unchanged", () => {
  const first = page("aaaaaaaaaaaa", 3, 1).one;
  const acts = [first.act("move play r1 1", 1), first.act("move done", 2)].flatMap(({ out }) => frames(out));
  assert.equal(acts.length, 2);
  const second = page("aaaaaaaaaaaa", 5);
  assert.deepEqual(second.sent, acts, "in their order, with their ids, numbers and players");
  assert.equal(second.one.pending.size, 2);
});

test("what was answered is forgotten, be it kept or refused", () => {
  const { one } = page("bbbbbbbbbbbb");
  const kept = one.act("move pass", 1).id;
  const refused = one.act("resign", 1).id;
  one.received(JSON.stringify({ t: "receipt", id: kept, n: 4 }), 2);
  assert.deepEqual(page("bbbbbbbbbbbb").sent.map((frame) => frame.t === "act" && frame.id), [refused]);
  one.received(JSON.stringify({ t: "refused", id: refused, code: "x", en: "", fr: "" }), 2);
  assert.deepEqual(page("bbbbbbbbbbbb").sent, []);
  assert.equal(sessionStorage.getItem("marchstone.pending.bbbbbbbbbbbb"), null, "nothing is left behind");
});

test("a game has its own, and an end for good is the end of them", () => {
  const { one } = page("cccccccccccc");
  one.act("move pass", 1);
  assert.deepEqual(page("dddddddddddd").sent, []);
  one.received(JSON.stringify({ t: "closing", code: "x", en: "", fr: "", again: false }), 2);
  assert.deepEqual(page("cccccccccccc").sent, []);
});

test("given while there was no connection, it is sent by the next page too", () => {
  const { one } = page("eeeeeeeeeeee");
  one.closed(1);
  assert.deepEqual(frames(one.act("resign", 2).out), []);
  assert.deepEqual(page("eeeeeeeeeeee").sent.map((frame) => frame.t === "act" && frame.do), ["resign"]);
});

test("whatever else stands in the store is passed over", () => {
  const good = { t: "act", id: "command-x", at: 3, do: "move pass" };
  for (const text of [null, "", "{", "null", "3", "{}", '"act"']) assert.deepEqual(readActs(text), [], String(text));
  const bad = [null, 3, {}, { ...good, id: "a b" }, { ...good, id: 7 }, { ...good, at: -1 }, { ...good, at: 1.5 }, { ...good, do: "" }];
  const worse = [{ ...good, do: "x".repeat(81) }, { ...good, player: 2 }, { ...good, player: null }];
  assert.deepEqual(readActs(JSON.stringify([...bad, ...worse, { ...good, more: 1 }])), [good]);
  const many = Array.from({ length: 99 }, (_, number) => ({ ...good, id: `command-${number}` }));
  assert.equal(readActs(JSON.stringify(many)).length, 50);
});

test("a browser that keeps nothing plays all the same", () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage") as PropertyDescriptor;
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: () => { throw new Error("forbidden"); } });
  try {
    const { one } = page("ffffffffffff");
    assert.deepEqual(frames(one.act("move pass", 1).out).length, 1);
    assert.equal(one.pending.size, 1);
  } finally {
    Object.defineProperty(globalThis, "sessionStorage", own);
  }
});

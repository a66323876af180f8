// The connection: nothing lost, nothing doubled, whatever the network does.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ANSWER_WITHIN, LONGEST_WAIT, type Output, PING_EVERY, Session, SILENCE } from "../src/lib/session";
import type { Act, FromClient } from "../src/lib/wire";

const GAME = { id: "g" };

function session(player: number | null = null): Session {
  let next = 0;
  return new Session({ key: "k".repeat(43), random: () => 0.5, id: () => `command-${++next}`, player });
}

const frames = (out: Output[]) => out.flatMap((one) => (one.do === "send" ? [one.frame] : []));
const told = (out: Output[]) => out.flatMap((one) => (one.do === "tell" ? [one.told.t] : []));
const welcome = (n: number) => JSON.stringify({ t: "welcome", n, game: GAME, table: null, player: 0, story: [] });
const happened = (n: number) => JSON.stringify({ t: "happened", n, by: 0, do: "move pass", at: 0, game: GAME, table: null, events: [] });
const receipt = (id: string, n: number) => JSON.stringify({ t: "receipt", id, n });

function live(n = 3): Session {
  const one = session();
  one.start(0);
  one.opened(0);
  one.received(welcome(n), 0);
  return one;
}

test("hello comes first and names the last number seen", () => {
  const one = session(1);
  assert.deepEqual(one.start(0).map((each) => each.do), ["tell", "open"]);
  assert.deepEqual(frames(one.opened(0)), [{ t: "hello", key: "k".repeat(43), seen: 0, player: 1 }]);
  assert.deepEqual(told(one.received(welcome(7), 0)), ["state", "welcome"]);
  assert.equal(one.seen, 7);
});

test("numbers follow each other; doubled ones are passed over, a gap asks for everything", () => {
  const one = live(3);
  assert.deepEqual(told(one.received(happened(4), 1)), ["happened"]);
  assert.deepEqual(told(one.received(happened(4), 1)), []);
  const gap = one.received(happened(6), 1);
  assert.deepEqual(frames(gap).map((frame) => frame.t), ["hello"]);
  assert.deepEqual(told(one.received(happened(7), 1)), []);
  one.received(welcome(7), 1);
  assert.equal(one.seen, 7);
  assert.deepEqual(told(one.received(happened(8), 1)), ["happened"]);
});

test("a command goes out at once, and again with the same id after every new welcome until it is kept", () => {
  const one = live(3);
  const first = frames(one.act("move pass", 1).out)[0] as Act;
  assert.deepEqual(first, { t: "act", id: "command-1", at: 3, do: "move pass" });
  one.closed(10);
  one.start(20);
  one.opened(20);
  assert.deepEqual(frames(one.received(welcome(3), 20)), [first]);
  one.received(receipt("command-1", 4), 21);
  assert.equal(one.pending.size, 0);
  assert.deepEqual(told(one.received(receipt("command-1", 4), 22)), []);
});

test("a command given without a connection waits for it", () => {
  const one = live(3);
  one.closed(1);
  assert.deepEqual(frames(one.act("resign", 1).out), []);
  one.start(2);
  one.opened(2);
  assert.deepEqual(frames(one.received(welcome(3), 2)).map((frame) => frame.t), ["act"]);
});

test("a command without an answer is sent once more on the same connection", () => {
  const one = live(3);
  const first = frames(one.act("move pass", 100).out);
  assert.equal(one.due, 100 + ANSWER_WITHIN);
  assert.deepEqual(frames(one.tick(100 + ANSWER_WITHIN)), first);
  one.received(receipt("command-1", 4), 7000);
  assert.equal(one.due, PING_EVERY);
});

test("a refusal settles a command, and is told", () => {
  const one = live();
  one.act("move pass", 1);
  assert.deepEqual(told(one.received(JSON.stringify({ t: "refused", id: "command-1", code: "x", en: "", fr: "" }), 1)), ["refused"]);
  assert.equal(one.pending.size, 0);
});

test("pings go out in time; silence ends the connection", () => {
  const one = live();
  assert.equal(one.due, PING_EVERY);
  assert.deepEqual(frames(one.tick(PING_EVERY)).map((frame) => frame.t), ["ping"]);
  assert.equal(one.due, SILENCE);
  assert.deepEqual(one.tick(SILENCE).map((each) => each.do), ["shut", "tell"]);
  assert.equal(one.state, "waiting");
});

test("waits grow, and not beyond their limit", () => {
  const one = session();
  let now = 0;
  const waits: number[] = [];
  one.start(now);
  for (let round = 0; round < 12; round++) {
    one.closed(now);
    const wait = (one.due ?? 0) - now;
    waits.push(wait);
    now += wait;
    assert.deepEqual(one.tick(now).map((each) => each.do), ["tell", "open"]);
  }
  assert.ok(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0) && wait <= LONGEST_WAIT), String(waits));
  assert.equal(waits[11], LONGEST_WAIT * 0.75);
});

test("a closing that says so is the end", () => {
  const one = live();
  one.act("move pass", 1);
  assert.deepEqual(one.received(JSON.stringify({ t: "closing", code: "x", en: "", fr: "", again: false }), 1).map((each) => each.do), ["tell", "tell", "shut"]);
  assert.equal(one.due, null);
  assert.deepEqual(one.start(2), []);
});

test("what is no message changes nothing", () => {
  const one = live(3);
  for (const text of ["", "{", "null", "[]", "3", '{"t":"nonsense"}', '{"t":"__proto__"}']) assert.deepEqual(one.received(text, 1), [], text);
});

// -- a server that keeps to the contract, behind a network that does not ------------------------------------------------------

class Server {
  readonly log: string[] = [];
  private readonly ids = new Map<string, number>();

  answer(frame: FromClient): string[] {
    if (frame.t === "hello") return [welcome(this.log.length)];
    if (frame.t !== "act") return [];
    const before = this.ids.get(frame.id);
    if (before !== undefined) return [receipt(frame.id, before)];
    this.log.push(frame.do);
    this.ids.set(frame.id, this.log.length);
    return [happened(this.log.length), receipt(frame.id, this.log.length)];
  }
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("1,000 sessions on a bad network: every command counts exactly once and in the end both agree", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const chance = random(seed);
    const server = new Server();
    let next = 0;
    const one = new Session({ key: null, random: chance, id: () => `command-${++next}` });
    let now = 0;
    let open = false;
    let wire: string[] = []; // to the client
    const run = (out: Output[], calm: boolean): void => {
      for (const each of out) {
        if (each.do === "open") {
          open = true;
          wire = [];
          run(one.opened(now), calm);
        } else if (each.do === "shut") open = false;
        else if (each.do === "send" && open && (calm || chance() > 0.1)) {
          const answers = server.answer(each.frame);
          for (const answer of answers) {
            if (calm || chance() > 0.1) wire.push(answer);
            if (!calm && chance() < 0.1) wire.push(answer);
          }
        }
      }
    };
    run(one.start(now), false);
    const wanted: string[] = [];
    for (let round = 0; round < 400; round++) {
      const calm = round > 60;
      now += 1000;
      if (!calm && wanted.length < 8 && chance() < 0.3) {
        const what = `move ${wanted.length}`;
        wanted.push(what);
        run(one.act(what, now).out, calm);
      }
      if (!calm && open && chance() < 0.1) {
        open = false;
        run(one.closed(now), calm);
      }
      while (wire.length && (calm || chance() > 0.2)) run(one.received(wire.shift() ?? "", now), calm);
      run(one.tick(now), calm);
    }
    while (wire.length) run(one.received(wire.shift() ?? "", now), true);
    assert.deepEqual([...server.log].sort(), [...wanted].sort(), `seed ${seed}`);
    assert.equal(one.pending.size, 0, `seed ${seed}`);
    assert.equal(one.seen, server.log.length, `seed ${seed}`);
  }
});

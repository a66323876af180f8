// The way from a tap to a move.
import assert from "node:assert/strict";
import { test } from "node:test";

import { type Around, changed, type Input, REST, step } from "../src/table/machine";
import { choice, choices } from "../src/table/moves";

const LEGAL = ["play r3 1", "play r3 2", "play y4 1", "play spy 2", "play recruiter", "claim 5", "retreat 4", "oil 6", "draw clan", "draw tactic", "pass"];
const HAND = ["r3", "y4", "spy", "recruiter", "banshee"];

function around(legal: string[] = LEGAL, more: Partial<Around> = {}): Around {
  return { all: choices(legal), held: false, hand: HAND, confirm: false, ...more };
}

/** What is sent by some inputs, one after the other. */
function sent(inputs: Input[], where: Around = around()): string[] {
  let state = REST;
  const moves: string[] = [];
  for (const input of inputs) {
    const result = step(state, input, where);
    state = result.state;
    if (result.send) moves.push(result.send);
  }
  return moves;
}

const pick = (source: string): Input => ({ do: "pick", source });
const target = (place: string): Input => ({ do: "target", target: place });
const confirm: Input = { do: "confirm" };

test("a card and a front make a move at once", () => {
  assert.deepEqual(sent([pick("card r3"), target("front 2")]), ["play r3 2"]);
});

test("with confirmation the second tap on the front, or confirm, sends it", () => {
  const asking = around(LEGAL, { confirm: true });
  assert.deepEqual(sent([pick("card r3"), target("front 2")], asking), []);
  assert.deepEqual(sent([pick("card r3"), target("front 2"), confirm], asking), ["play r3 2"]);
  assert.deepEqual(sent([pick("card r3"), target("front 2"), target("front 2")], asking), ["play r3 2"]);
  assert.deepEqual(sent([pick("card r3"), target("front 2"), target("front 1"), confirm], asking), ["play r3 1"]);
  assert.deepEqual(sent([pick("card r3"), target("front 2"), { do: "cancel" }, confirm], asking), []);
});

test("a card that names no front asks before it is played", () => {
  assert.deepEqual(sent([pick("card recruiter")]), []);
  assert.deepEqual(sent([pick("card recruiter"), confirm]), ["play recruiter"]);
  assert.deepEqual(sent([pick("card recruiter"), pick("card recruiter")]), ["play recruiter"]);
});

test("picking again puts back", () => {
  assert.deepEqual(sent([pick("card r3"), pick("card r3"), target("front 1")]), []);
});

test("another card takes the place of the first", () => {
  assert.deepEqual(sent([pick("card r3"), pick("card y4"), target("front 1")]), ["play y4 1"]);
});

test("what is not legal is asked for all the same: the server says why not", () => {
  assert.deepEqual(sent([pick("card r3"), target("front 9")]), ["play r3 9"]);
  assert.deepEqual(sent([pick("card banshee"), target("front 9")]), ["play banshee 9"]);
});

test("a front alone is no move", () => {
  assert.deepEqual(sent([target("front 1")]), []);
});

test("what costs something is confirmed, what does not is done", () => {
  assert.deepEqual(sent([{ do: "move", move: "claim 5" }]), ["claim 5"]);
  assert.deepEqual(sent([pick("pile clan")]), ["draw clan"]);
  for (const move of ["retreat 4", "oil 6", "pass"]) {
    assert.deepEqual(sent([{ do: "move", move }]), [], move);
    assert.deepEqual(sent([{ do: "move", move }, confirm]), [move]);
  }
});

test("a card that was taken goes where one taps", () => {
  const put = around(["put 2", "put 3", "put discard"], { held: true });
  assert.deepEqual(sent([target("front 3")], put), ["put 3"]);
  assert.deepEqual(sent([target("discard")], put), []);
  assert.deepEqual(sent([target("discard"), confirm], put), ["put discard"]);
  assert.deepEqual(sent([target("front 9")], put), ["put 9"]);
});

test("cards on the table are taken, those of the hand given or buried", () => {
  for (const verb of ["take", "give", "bury"]) {
    const where = around([`${verb} r3`, `${verb} y4`]);
    assert.deepEqual(sent([pick("card r3"), confirm], where), [`${verb} r3`]);
    assert.deepEqual(sent([pick("card r3"), pick("card y4"), confirm], where), [`${verb} y4`]);
  }
});

test("a change of the table forgets what is gone and keeps what is not", () => {
  const picked = step(REST, pick("card r3"), around()).state;
  assert.equal(changed(picked, around([])).picked, "card r3");
  assert.equal(changed(picked, around([], { hand: ["y4"] })).picked, null);
  const aimed = step(REST, { do: "move", move: "retreat 4" }, around()).state;
  assert.deepEqual(changed(aimed, around(["claim 5"])), REST);
  assert.equal(changed(aimed, around()).aimed?.move, "retreat 4");
});

test("every move of the notation can be reached, by its card, its place or its button", () => {
  const all = [...LEGAL, "play blind 3", "put 4", "put discard", "take v2", "bury r3", "give r3", "draw siege", "done"];
  for (const move of all) {
    const one = choice(move);
    const where = around([move], { held: one.source === "held" });
    const first: Input = one.source === "turn" || one.source.startsWith("front ") ? { do: "move", move } : pick(one.source);
    const inputs = one.source === "held" ? [target(one.target), confirm] : [first, target(one.target), confirm];
    assert.ok(sent(inputs, where).includes(move), move);
  }
});

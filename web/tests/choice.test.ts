// The choices of a new game: what the server is asked for, and what is kept of them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { render } from "svelte/server";

import "./places";
import { put } from "./places";

put("location", { protocol: "http:", host: "localhost", origin: "http://localhost", hash: "", search: "", pathname: "/" });
put("addEventListener", () => undefined);
put("fetch", () => new Promise(() => undefined));
const { choice, createOf, keepChoice } = await import("../src/pages/parts/choice");
const { t } = await import("../src/lib/i18n.svelte");
const { default: Home } = await import("../src/pages/Home.svelte");

const usual = choice();

test("a usual game is casual, with the tracker, and may be watched", () => {
  const { casual, tracker, watched, level, seat } = createOf(usual, "prompt");
  assert.deepEqual({ casual, tracker, watched, level, seat }, { casual: true, tracker: true, watched: true, level: 2, seat: null });
});

test("every switch is in what the server is asked for", () => {
  assert.equal(createOf({ ...usual, serious: true }, "prompt").casual, false);
  assert.equal(createOf({ ...usual, bare: true }, "prompt").tracker, false);
  assert.equal(createOf({ ...usual, closed: true }, "prompt").watched, false);
  assert.equal(createOf({ ...usual, way: "here", serious: true }, "prompt").casual, true, "the switch is for levels");
  const invited = createOf({ ...usual, way: "invited", seat: "1" }, "find");
  assert.deepEqual([invited.casual, "level" in invited, invited.seat, invited.claims], [false, false, 1, "find"]);
});

test("presets and rounds", () => {
  const asked = (more: Partial<typeof usual>) => {
    const { preset, rounds } = createOf({ ...usual, ...more }, "prompt");
    return `${preset} ${rounds}`;
  };
  assert.equal(asked({ tactics: true, expert: true, rounds: 3 }), "stones-tactics-expert 3");
  assert.equal(asked({ game: "walls", expert: true, rounds: 5 }), "walls 2");
  assert.equal(asked({ game: "walls", tactics: true }), "walls-tactics 1");
});

test("the switches stand in the form, and are kept", () => {
  const shown = () => render(Home).body;
  for (const word of ["home.serious", "home.bare", "home.closed"] as const) assert.ok(shown().includes(t(word)), word);
  keepChoice({ ...usual, way: "invited", closed: true, bare: true });
  assert.deepEqual([choice().closed, choice().bare, choice().serious], [true, true, false]);
  assert.ok(!shown().includes(t("home.serious")), "hints and takebacks are an affair of levels");
  localStorage.setItem("marchstone.choice", JSON.stringify({ closed: "yes", bare: 1, serious: null }));
  assert.deepEqual(choice(), usual);
});

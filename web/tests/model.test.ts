// The table's model on a connection of the test: over plain HTTP, and with answers that come late.
import assert from "node:assert/strict";
import { test } from "node:test";

import { render } from "svelte/server";

import { put } from "./places";

class Wire {
  static all: Wire[] = [];
  onopen = () => undefined;
  onmessage = (_event: { data: string }) => undefined;
  onclose = () => undefined;
  readonly sent: Record<string, unknown>[] = [];

  constructor(readonly address: string) {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.onclose();
  }

  says(message: Record<string, unknown>): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

put("WebSocket", Wire);
put("location", { protocol: "http:", host: "192.168.1.2:8177", hash: "", search: "", pathname: "/" });
put("addEventListener", () => undefined);
put("removeEventListener", () => undefined);
put("document", { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: "visible" });
// what browsers leave out where a page is not secure
put("isSecureContext", false);
Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });

const { Model } = await import("../src/table/model.svelte");
const { Control } = await import("../src/table/control.svelte");
const { default: Status } = await import("../src/table/Status.svelte");
const { setting } = await import("../src/lib/settings.svelte");

const ID = /^[A-Za-z0-9_-]{8,36}$/; // as marchstone/server/wire.py has it
const GAME = { id: "abcdefghijkl", players: [{ name: "", level: null }, { name: "", level: 3 }], seats: [0, 1], settings: { opponent: "level" } };
const watcher = { change: (_change: unknown, apply: () => void) => apply(), refused: () => undefined, again: () => undefined };
const happened = (n: number) => ({ t: "happened", n, by: 1, do: "move pass", at: 0, game: GAME, table: null, events: [] });
const advice = (id: unknown) => ({ t: "advice", id, move: "pass", chance: 0.5, moves: [] });

const shown = (answer: { id: string } | null) => answer?.id ?? null;

function sitting(id = GAME.id) {
  const model = new Model(id, watcher);
  const wire = Wire.all.at(-1);
  assert.ok(wire);
  wire.onopen();
  wire.says({ t: "welcome", n: 3, game: GAME, table: null, player: 0, story: [] });
  return { model, wire };
}

test("hints and proofs are asked for on a page that is not secure", () => {
  const { model, wire } = sitting();
  model.hint();
  model.why(4);
  const asked = wire.sent.filter((frame) => frame.t === "hint" || frame.t === "why");
  assert.deepEqual(asked.map((frame) => frame.t), ["hint", "why"]);
  for (const frame of asked) assert.match(String(frame.id), ID);
  assert.notEqual(asked[0]?.id, asked[1]?.id);
  model.end();
});

test("a hint is shown at the table it was asked at, and nowhere else", () => {
  const { model, wire } = sitting();
  model.hint();
  const first = wire.sent.at(-1)?.id;
  wire.says(advice("somebody-else"));
  assert.equal(shown(model.advice), null);
  wire.says(advice(first));
  assert.equal(shown(model.advice), first);
  wire.says(happened(4));
  assert.equal(shown(model.advice), null);
  model.hint();
  const late = wire.sent.at(-1)?.id;
  wire.says(happened(5));
  wire.says(advice(late));
  assert.equal(shown(model.advice), null, "the table has changed since");
  model.hint();
  const after = wire.sent.at(-1)?.id;
  model.act("move pass");
  wire.says(advice(after));
  assert.equal(shown(model.advice), null, "it has been decided already");
  model.end();
});

test("of two questions about fronts the last one is answered", () => {
  const { model, wire } = sitting();
  model.why(1);
  const first = wire.sent.at(-1)?.id;
  model.why(2);
  const second = wire.sent.at(-1)?.id;
  const proof = (id: unknown) => ({ t: "proof", id, proof: { front: 1 }, en: "", fr: "" });
  wire.says(proof(first));
  assert.equal(shown(model.proof), null);
  wire.says(proof(second));
  assert.equal(shown(model.proof), second);
  model.end();
});

test("hints are offered where the server gives them, draws where one can come of it", () => {
  const { model, wire } = sitting();
  const offered = (settings: Record<string, unknown>, preset = "stones", more: Record<string, unknown> = {}) => {
    wire.says({ ...happened(model.n + 1), game: { ...GAME, preset, offer: null, settings, ...more } });
    return [model.mayHint, model.mayDraw];
  };
  assert.deepEqual(offered({ opponent: "level", casual: true }), [true, false]);
  assert.deepEqual(offered({ opponent: "level", casual: false }), [false, false]);
  assert.deepEqual(offered({ opponent: "invited", casual: true }), [false, true]);
  assert.deepEqual(offered({ opponent: "here", casual: true }, "stones-tactics"), [false, true]);
  assert.deepEqual(offered({ opponent: "here", casual: true }, "walls-tactics"), [false, false]);
  assert.deepEqual(offered({ opponent: "invited" }, "walls"), [false, false]);
  assert.deepEqual(offered({ opponent: "invited" }, "stones", { offer: { kind: "draw", by: 0 } }), [false, false]);
  model.player = null;
  assert.deepEqual(offered({ opponent: "level", casual: true }), [false, false]);
  assert.deepEqual(offered({ opponent: "invited" }), [false, false]);
  model.end();
});

test("why the machine cannot move is said, with a way out, in both languages", () => {
  const { model, wire } = sitting();
  const table = { preset: "stones", seat: 0, turn: 1, actor: 1, over: null, held: null, legal: [], provable: [] };
  const game = { ...GAME, preset: "stones", state: "playing", offer: null };
  wire.says({ ...happened(4), game, table });
  const shown = () => render(Status, { props: { model, control: new Control(model) } }).body;
  const says = (problem: string | undefined, on = true) => (wire.says({ t: "thinking", on, since: 0, ...(problem ? { problem } : {}) }), shown());
  assert.doesNotMatch(says(undefined), /cannot move/);
  assert.match(says("engine.failed"), /role="alert"[^>]*>The machine cannot move: its engine has failed\..*resign/);
  assert.match(says("engine.none", false), /without the engine\..*resign/);
  assert.match(says("engine.asleep"), /cannot move \(engine\.asleep\)/);
  setting("language", "fr");
  assert.match(says("engine.failed"), /La machine ne peut pas jouer.*abandonnez/);
  setting("language", "en");
  assert.doesNotMatch(says(undefined, false), /cannot move/);
  model.end();
});

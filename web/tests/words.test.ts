// The catalogues: the same keys and the same values in both languages, and plurals.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = join(process.env.MARCHSTONE_PAGE ?? process.cwd(), "src", "i18n");
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf-8")) as Record<string, string>;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".en.json"))
  .map((file) => file.replace(".en.json", ""));
const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

test("both languages have the same keys, and the same values in them", () => {
  assert.ok(names.includes("table"));
  for (const name of names) {
    const english = read(`${name}.en.json`);
    const french = read(`${name}.fr.json`);
    assert.deepEqual(Object.keys(french).sort(), Object.keys(english).sort(), name);
    for (const [key, text] of Object.entries(english)) {
      assert.ok(text.trim() && french[key]?.trim(), `${name}: ${key} is empty`);
      assert.deepEqual(values(french[key] ?? ""), values(text), `${name}: ${key}`);
    }
  }
});

test("no key stands in two catalogues", () => {
  const all = names.flatMap((name) => Object.keys(read(`${name}.en.json`)));
  assert.deepEqual(all.filter((key, index) => all.indexOf(key) !== index), []);
});

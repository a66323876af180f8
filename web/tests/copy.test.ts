// Copying a link where the clipboard may be written to, where only the old way works, and where none does.
import assert from "node:assert/strict";
import { test } from "node:test";

import { copyText } from "../src/lib/copy";
import { put } from "./places";

/** A document in which `execCommand` does as told; gives what was marked when it was called. */
function page(does: () => boolean): { marked: string[]; left: () => number } {
  const marked: string[] = [];
  const there: unknown[] = [];
  let selected = "";
  const field = { value: "", className: "", readOnly: false, select: () => (selected = field.value), remove: () => there.pop() };
  put("HTMLElement", class {});
  put("document", {
    activeElement: null,
    body: { append: (one: unknown) => there.push(one) },
    createElement: () => field,
    execCommand: () => (marked.push(selected), does()),
  });
  return { marked, left: () => there.length };
}

test("with the clipboard of a secure page", async () => {
  const written: string[] = [];
  put("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
  const { marked } = page(() => true);
  assert.equal(await copyText("http://a/b"), true);
  assert.deepEqual([written, marked], [["http://a/b"], []]);
});

test("without it, and where it is forbidden, the old way", async () => {
  for (const clipboard of [undefined, { writeText: () => Promise.reject(new Error("no")) }]) {
    put("navigator", { clipboard });
    const { marked, left } = page(() => true);
    assert.equal(await copyText("http://a/c"), true);
    assert.deepEqual(marked, ["http://a/c"]);
    assert.equal(left(), 0, "nothing is left in the page");
  }
});

test("and where neither works it is said", async () => {
  put("navigator", {});
  const refusing = page(() => false);
  assert.equal(await copyText("x"), false);
  const failing = page(() => {
    throw new Error("no");
  });
  assert.equal(await copyText("x"), false);
  assert.deepEqual([refusing.left(), failing.left()], [0, 0]);
});

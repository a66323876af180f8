// The rules pages as HTML: every anchor that a refusal may name is there, in both languages, and nothing of the Markdown is left.
import assert from "node:assert/strict";
import { test } from "node:test";

import english from "../../docs/rules.en.md?raw";
import french from "../../docs/rules.fr.md?raw";
import { page } from "../tools/rules.js";

const ids = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);

for (const [name, source] of [["en", english], ["fr", french]] as const) {
  test(`anchors and links: ${name}`, () => {
    const { html, sections } = page(source);
    const wanted = [...source.matchAll(/<a id="([^"]+)">/g)].map((found) => found[1]);
    assert.ok(wanted.length > 35);
    assert.deepEqual(ids(html), wanted);
    assert.deepEqual(sections.map((section) => section.anchor), wanted);
    const led = [...html.matchAll(/href="\/rules#([^"]+)"/g)].map((found) => found[1]);
    assert.ok(led.length > 10);
    assert.deepEqual(led.filter((anchor) => !wanted.includes(anchor)), []);
  });

  test(`nothing of the Markdown is left: ${name}`, () => {
    const { html } = page(source);
    const words = html.replace(/<[^>]+>/g, "");
    assert.equal(/\*\*|`|\]\(|^#+ |<a id/m.test(words), false, words.match(/.{30}(\*\*|`|\]\().{30}/)?.[0]);
    for (const tag of ["table", "ul", "ol", "tr", "li", "p", "h2", "h3", "h4", "code", "strong"]) {
      assert.equal(html.split(`<${tag}`).length, html.split(`</${tag}>`).length, tag);
    }
  });
}

test("both languages have the same places", () => {
  assert.deepEqual(ids(page(english).html), ids(page(french).html));
});

test("cards are in their clan's ink, with their letter", () => {
  assert.equal(page("`r9 y4` and `stones`").html, '<p><code class="card-text r">r9</code> <code class="card-text y">y4</code> and <code>stones</code></p>');
});

test("what looks like HTML is text", () => {
  assert.equal(page("a <b> & `<i>`").html, "<p>a &lt;b&gt; &amp; <code>&lt;i&gt;</code></p>");
});

// Colours of the look: text can be read (4.5 : 1), signs can be told from their ground (3 : 1), by day and by night, in every palette.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const css = readFileSync(join(process.env.MARCHSTONE_PAGE ?? process.cwd(), "src", "styles.css"), "utf-8");

/** The custom properties of the rule that begins with this selector. */
function properties(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]));
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const day = properties(":root");
const night = properties(':root[data-theme="dark"]');
const themes = { day, night: { ...day, ...night } };
const palettes = { land: {}, safe: properties(':root[data-palette="safe"]'), strong: properties(':root[data-palette="strong"]') };
const TEXT: [string, string][] = [
  ...["ground", "ground-deep", "raised", "hover"].flatMap((ground) => [["ink", ground], ["ink-soft", ground]] as [string, string][]),
  ...["ground", "raised", "hover"].flatMap((ground) => [["accent", ground], ["warn", ground]] as [string, string][]),
  ["accent-ink", "accent"],
  ["stone-ink", "stone"],
  ...["r", "o", "y", "g", "b", "v", "t"].map((clan) => [`${clan}-ink`, "wool"] as [string, string]),
];
const SIGNS: [string, string][] = [["focus", "ground"], ["focus", "raised"], ["card-ink", "wool"], ["live", "card-ink"], ["mine", "ground"], ["theirs", "ground"], ["stone-edge", "ground"], ["stone-edge", "raised"]];

for (const [theme, tokens] of Object.entries(themes))
  for (const [palette, more] of Object.entries(palettes))
    test(`contrast by ${theme} with the palette ${palette}`, () => {
      const all: Record<string, string> = { ...tokens, ...more };
      for (const [pairs, least] of [[TEXT, 4.5], [SIGNS, 3]] as const)
        for (const [front, ground] of pairs) {
          const found = contrast(all[front] ?? "", all[ground] ?? "");
          assert.ok(found >= least, `${front} on ${ground}: ${found.toFixed(2)}`);
        }
    });

test("the night that the system chooses is the one that a person chooses", () => {
  const at = css.indexOf("@media (prefers-color-scheme: dark)");
  const body = css.slice(at, css.indexOf('\n:root[data-theme="dark"]'));
  const chosen = Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]));
  assert.deepEqual(chosen, night);
});

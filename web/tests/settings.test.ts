// The form of settings: every choice there is can be made in it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { render } from "svelte/server";

import "./places";

const { default: SettingsForm } = await import("../src/components/SettingsForm.svelte");
const { CHOICE, setting, settings } = await import("../src/lib/settings.svelte");
const { t, tt } = await import("../src/lib/i18n.svelte");

const shown = () => render(SettingsForm).body;

test("every setting has its place in the form", () => {
  for (const name of Object.keys(CHOICE)) assert.ok(shown().includes(tt(`set.${name}`)), name);
});

test("letters as keys can be switched off", () => {
  const box = () => shown().split("<label").find((part) => part.includes(t("set.keys"))) ?? "";
  assert.match(box(), /<input[^>]*type="checkbox"[^>]*checked/);
  setting("keys", false);
  assert.equal(settings.keys, false);
  assert.doesNotMatch(box(), /checked=|checked\s/);
  assert.match(box(), /type="checkbox"/);
  setting("keys", true);
});

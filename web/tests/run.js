// Bundles the tests as the page is bundled and runs them with Node's own runner: no other test framework is needed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

import { rules } from "../tools/rules.js";

const here = import.meta.dirname;
const files = readdirSync(here).filter((file) => file.endsWith(".test.ts"));
const out = mkdtempSync(join(tmpdir(), "marchstone-units-"));
symlinkSync(join(here, "..", "node_modules"), join(out, "node_modules"), "dir");
try {
  await build({
    root: join(here, ".."),
    configFile: false,
    logLevel: "warn",
    plugins: [rules(), svelte()],
    build: {
      ssr: true,
      outDir: join(out, "units"),
      emptyOutDir: true,
      target: "node20",
      rolldownOptions: { input: Object.fromEntries(files.map((file) => [file.replace(".ts", ""), join(here, file)])) },
    },
  });
  const units = files.map((file) => join(out, "units", file.replace(".ts", ".js")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...units], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}

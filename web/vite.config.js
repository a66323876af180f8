import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { budget } from "./tools/budget.js";
import { offline } from "./tools/offline.js";
import { packed } from "./tools/packed.js";
import { rules } from "./tools/rules.js";

const server = process.env.MARCHSTONE_SERVER ?? "http://127.0.0.1:8737";

export default defineConfig({
  plugins: [rules(), svelte(), offline(), packed(), budget(150_000)],
  build: {
    outDir: process.env.MARCHSTONE_WEB ?? "../marchstone/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy forbids data: addresses
    modulePreload: { polyfill: false }, // the polyfill would be an inline script
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
});

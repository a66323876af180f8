// The service worker: it keeps the files of this build, so that the page opens without network. It never keeps what /api says.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const source = new URL("./worker.js", import.meta.url);

export function offline() {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((file) => !file.endsWith(".map") && file !== "index.html");
      const kept = ["/", "/icon.svg", "/manifest.webmanifest", ...files.map((file) => `/${file}`)].sort();
      const html = bundle["index.html"]?.source ?? "";
      const version = createHash("sha256").update(JSON.stringify(kept)).update(html).digest("hex").slice(0, 12);
      const text = readFileSync(source, "utf-8");
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(kept)};\n`;
      this.emitFile({ type: "asset", fileName: "worker.js", source: head + text });
    },
  };
}

// Everything that is worth it also lies there compressed: the server sends it as it is.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH = /\.(js|css|html|svg|json|webmanifest)$/;
const LEAST = 600; // bytes; below that nothing is won

export function packed() {
  return {
    name: "packed",
    apply: "build",
    writeBundle(options, bundle) {
      for (const file of Object.keys(bundle).filter((name) => WORTH.test(name))) {
        const path = join(options.dir, file);
        const content = readFileSync(path);
        if (content.length < LEAST) continue;
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
      }
    },
  };
}

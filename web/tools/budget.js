// What a first visit loads must stay small: the page, its entry script with all that it imports at once, and the styles.
import { gzipSync } from "node:zlib";

export function budget(most) {
  return {
    name: "budget",
    apply: "build",
    writeBundle(_options, bundle) {
      const files = first(bundle);
      const size = files.reduce((sum, file) => sum + gzipSync(content(bundle[file])).length, 0);
      this.info(`first load: ${(size / 1000).toFixed(1)} kB gzipped in ${files.length} files (at most ${most / 1000})`);
      if (size > most) this.error(`the first load is ${size} bytes gzipped, more than ${most}`);
    },
  };
}

function content(item) {
  return item.type === "chunk" ? item.code : item.source;
}

// The table is what most visits open first: its chunk counts as well.
function first(bundle) {
  const found = new Set(Object.keys(bundle).filter((file) => file.endsWith(".html") || file.endsWith(".css")));
  const visit = (file) => {
    if (found.has(file) || !bundle[file]) return;
    found.add(file);
    (bundle[file].imports ?? []).forEach(visit);
  };
  for (const [file, item] of Object.entries(bundle)) if (item.isEntry || item.name === "Table") visit(file);
  return [...found];
}

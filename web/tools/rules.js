// The rules pages (docs/rules.*.md) as HTML while the page is built: just the Markdown that they use, with their own anchors.
const CARD = /^([roygbv])(\d{1,2})$/;

export function rules() {
  return {
    name: "rules",
    enforce: "pre",
    transform(source, id) {
      if (!id.endsWith(".md")) return null;
      return { code: `export default ${JSON.stringify(page(source))};`, map: null };
    },
  };
}

/** The text as HTML, and its sections for a table of contents. */
export function page(source) {
  const sections = [];
  const html = [];
  let anchor = "";
  for (const block of blocks(source)) {
    const found = /^<a id="([a-z0-9-]+)"><\/a>$/.exec(block[0]);
    if (found) anchor = found[1];
    const lines = found ? block.slice(1) : block;
    if (!lines.length) continue;
    const heading = /^(#{1,4}) +(.+)$/.exec(lines[0]);
    if (!heading) {
      html.push(body(lines));
      continue;
    }
    const level = heading[1].length;
    if (anchor && level > 1) sections.push({ anchor, level, title: heading[2] });
    html.push(`<h${level}${anchor ? ` id="${anchor}" tabindex="-1"` : ""}>${inline(heading[2])}</h${level}>`);
    anchor = "";
    if (lines.length > 1) html.push(body(lines.slice(1)));
  }
  return { html: html.join("\n"), sections };
}

/** Lines between empty lines; a heading ends its block. */
function blocks(source) {
  const found = [];
  let block = [];
  const close = () => {
    if (block.length) found.push(block);
    block = [];
  };
  for (const line of source.split("\n")) {
    if (!line.trim()) close();
    else block.push(line.trimEnd());
    if (line.startsWith("#")) close();
  }
  close();
  return found;
}

function body(lines) {
  if (lines[0].startsWith("|")) return table(lines);
  if (lines[0].startsWith("- ")) return list("ul", lines, /^- /);
  if (/^\d+\. /.test(lines[0])) return list("ol", lines, /^\d+\. /);
  const first = lines.findIndex((line) => line.startsWith("- "));
  if (first > 0) return `<p>${inline(lines.slice(0, first).join(" "))}</p>\n${body(lines.slice(first))}`;
  return `<p>${inline(lines.join(" "))}</p>`;
}

function list(tag, lines, mark) {
  const items = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

function table(lines) {
  const [head, , ...rows] = lines.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const cells = (row, tag) => row.map((cell) => `<${tag}${tag === "th" ? ' scope="col"' : ""}>${inline(cell)}</${tag}>`).join("");
  // a header without a word is a column of its own kind: then it is no header
  const top = head.map((cell) => (cell ? `<th scope="col">${inline(cell)}</th>` : "<td></td>")).join("");
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(head.filter(Boolean).join(", "))}"><table><thead><tr>${top}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</tbody></table></div>`;
}

/** Code, bold, italic and links; links to other files lead to the other language, or are words only. */
function inline(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? code(part.slice(1, -1)) : words(part)))
    .join("");
}

function words(text) {
  return escaped(text)
    .replace(/\[([^\]]+)\]\((#[a-z0-9-]+)\)/g, '<a href="/rules$2">$1</a>')
    .replace(/\[([^\]]+)\]\(rules\.(en|fr)\.md\)/g, '<a href="/rules?lang=$2" hreflang="$2">$1</a>')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[^\w*])\*([^*]+)\*(?!\w)/g, "$1<em>$2</em>");
}

/** Cards are shown in their clan's ink, with their letter; several in one piece of code each by itself. */
function code(text) {
  const parts = text.split(" ");
  const card = (part) => (CARD.test(part) ? `<code class="card-text ${part[0]}">${part}</code>` : "");
  if (parts.every((part) => CARD.test(part))) return parts.map(card).join(" ");
  return `<code>${escaped(text)}</code>`;
}

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

// Which page is shown: a path becomes the name of a file in `pages/` and its parameters. A page that is there needs no other entry.
import type { Component } from "svelte";

export type Params = Record<string, string>;
export type Found = { page: string; params: Params };

const ROUTES: [RegExp, string][] = [
  [/^\/$/, "Home"],
  [/^\/games$/, "Lobby"],
  [/^\/g\/(?<id>[a-z2-7]{12})$/, "Table"],
  [/^\/g\/(?<id>[a-z2-7]{12})\/join$/, "Join"], // the invitation's token stands behind the #, which no server sees
  [/^\/g\/(?<id>[a-z2-7]{12})\/replay$/, "Replay"], // ?round=R#STEP
  [/^\/g\/(?<id>[a-z2-7]{12})\/review$/, "Review"],
  [/^\/g\/(?<id>[a-z2-7]{12})\/fair$/, "Fairness"],
  [/^\/replay$/, "Replay"], // of an imported record
  [/^\/fair$/, "Fairness"],
  [/^\/rules$/, "Rules"],
  [/^\/learn$/, "Tutorial"],
  [/^\/learn\/(?<name>[a-z-]+)$/, "Tutorial"],
  [/^\/settings$/, "Settings"],
  [/^\/about$/, "About"],
];

type Loaded = { default: Component<Record<string, string>> };
const pages = import.meta.glob<Loaded>("../pages/*.svelte");

export function match(path: string): Found {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path);
    if (found && pages[fileOf(page)]) return { page, params: { ...found.groups } };
  }
  return { page: "Missing", params: {} };
}

function fileOf(page: string): string {
  return `../pages/${page}.svelte`;
}

export async function load(page: string): Promise<Loaded["default"]> {
  const loader = pages[fileOf(page)];
  if (!loader) throw new Error(`no page ${page}`);
  return (await loader()).default;
}

class Route {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }
}

export const route = new Route();

/** Go to a page of ours; `replace` leaves no step back. */
export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  route.read();
  if (!replace) scrollTo(0, 0);
}

/** Links inside the page are followed without loading it again; with a modifier key the browser does as always. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.origin !== location.origin || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

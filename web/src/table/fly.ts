// Cards travel from zone to zone as the events say. A copy flies above the table while the table already is as it will be: nobody
// has to wait for it.
import { tick } from "svelte";

import { flight } from "../lib/settings.svelte";
import type { TableEvent } from "../lib/wire";

type Spot = { box: DOMRect; node: Element };

const STAGGER = 70;

/** Change the table and let the cards of `events` fly. */
export async function fly(root: HTMLElement | undefined, events: TableEvent[], apply: () => void): Promise<void> {
  const time = flight();
  const moves = root && time ? events.filter((event) => event.source && event.target) : [];
  if (!root || !moves.length || document.hidden) return apply();
  const before = moves.map((event) => spotOf(root, event, event.source ?? ""));
  apply();
  await tick();
  moves.forEach((event, index) => {
    const start = before[index];
    const end = spotOf(root, event, event.target ?? "");
    if (start && end) launch(start, end, time, index * STAGGER);
  });
}

/** Where a card is, or the place of its zone where it cannot be seen. */
function spotOf(root: HTMLElement, event: TableEvent, zone: string): Spot | null {
  const card = event.card ? root.querySelector(`[data-zone="${zone}"] [data-card="${event.card}"]`) : null;
  const node = card ?? root.querySelector(`[data-zone="${zone}"]`);
  return node ? { box: node.getBoundingClientRect(), node } : null;
}

function launch(start: Spot, end: Spot, time: number, delay: number): void {
  const shown = drawing(end.node) ?? drawing(start.node);
  if (!shown) return;
  const width = Math.min(end.box.width, 72);
  const copy = shown.cloneNode(true) as SVGElement;
  const frame = document.createElement("div");
  frame.className = "flying";
  frame.setAttribute("aria-hidden", "true");
  frame.style.width = `${width}px`;
  frame.append(copy);
  document.body.append(frame);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2 - width / 2}px, ${box.top + Math.min(box.height, width * 1.4) / 2 - width * 0.7}px) scale(${scale})`;
  const frames = [
    { transform: at(start.box, Math.min(1.15, start.box.width / width || 1)) },
    { transform: at(end.box, 1) },
  ];
  const options: KeyframeAnimationOptions = { duration: time, delay, easing: "cubic-bezier(.3,.05,.2,1)", fill: "both" };
  if (end.node.hasAttribute("data-card")) end.node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time + delay });
  frame.animate(frames, options).finished.then(
    () => frame.remove(),
    () => frame.remove(),
  );
}

function drawing(node: Element): Element | null {
  return node.matches("svg.card") ? node : node.querySelector("svg.card");
}

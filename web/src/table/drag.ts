// Dragging a card with mouse, pen or finger: it does the same two things as two taps.
const FAR = 8; // pixels before a press becomes a drag

export type Drag = { pick: () => void; drop: (target: string) => void; cancel: () => void };

/** To be called on `pointerdown` of a card. A press without way stays a click. */
export function drag(event: PointerEvent, means: Drag): void {
  const node = event.currentTarget;
  if (event.button !== 0 || !(node instanceof HTMLElement)) return;
  const from = { x: event.clientX, y: event.clientY };
  const pointer = event.pointerId;
  let ghost: HTMLElement | null = null;

  const move = (now: PointerEvent) => {
    if (now.pointerId !== pointer) return;
    if (!ghost && Math.hypot(now.clientX - from.x, now.clientY - from.y) < FAR) return;
    ghost ??= begin(node, means);
    ghost.style.transform = `translate(${now.clientX - ghost.offsetWidth / 2}px, ${now.clientY - ghost.offsetHeight * 0.7}px)`;
    mark(under(now));
  };
  const end = (now: PointerEvent) => {
    if (now.pointerId !== pointer) return;
    stop();
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    const target = now.type === "pointerup" ? under(now)?.dataset.target : undefined;
    if (target) means.drop(target);
    else means.cancel();
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    mark(null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function begin(node: HTMLElement, means: Drag): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "flying";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${node.offsetWidth}px`;
  const drawing = node.querySelector("svg.card");
  if (drawing) ghost.append(drawing.cloneNode(true));
  document.body.append(ghost);
  means.pick();
  return ghost;
}

function under(event: PointerEvent): HTMLElement | null {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-target]");
  return found instanceof HTMLElement ? found : null;
}

let marked: HTMLElement | null = null;

function mark(target: HTMLElement | null): void {
  if (marked === target) return;
  marked?.classList.remove("over");
  target?.classList.add("over");
  marked = target;
}

/** The click that browsers send after a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}

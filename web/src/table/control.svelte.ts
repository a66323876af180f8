// The interaction state machine on a real game: what is picked, and what the fingers, the mouse and the keys do with it.
import { settings } from "../lib/settings.svelte";
import { type Around, changed, type Input, REST, sourceOf, type State, step } from "./machine";
import type { Model } from "./model.svelte";
import { type Choice, choices, liveSources, targetsOf } from "./moves";

export class Control {
  state: State = $state.raw(REST);
  looked: string | null = $state(null); // the card of the hand that is looked at: with focus, or under the mouse
  readonly all: Choice[] = $derived.by(() => choices(this.model.table?.legal ?? []));
  readonly live: Set<string> = $derived.by(() => liveSources(this.all));
  readonly source: string | null = $derived.by(() => sourceOf(this.state, this.around));
  readonly targets: Set<string> = $derived.by(() => targetsOf(this.all, this.source));

  constructor(private readonly model: Model) {}

  get around(): Around {
    const table = this.model.table;
    return { all: this.all, held: table?.held !== null && this.model.mine, hand: table?.hand ?? [], confirm: settings.confirm };
  }

  do(input: Input): void {
    const { state, send } = step(this.state, input, this.around);
    this.state = state;
    if (send) this.model.move(send);
  }

  /** After every change of the table. */
  refresh(): void {
    const next = changed(this.state, this.around);
    if (next.picked !== this.state.picked || next.aimed !== this.state.aimed) this.state = next;
  }

  /** A front: the target of what is picked; with nothing picked `false`, and it is looked at instead. */
  front(number: number): boolean {
    if (this.source === null) return false;
    this.do({ do: "target", target: `front ${number}` });
    return true;
  }
}

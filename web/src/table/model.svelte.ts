// A game as this page knows it: what the connection has told, and nothing it has thought up itself.
import { randomText } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { State, Told } from "../lib/session";
import { Connection } from "../lib/socket";
import type { Advice, Closing, GameInfo, Happened, Presence, Proof, Refused, Table, TableEvent, Thinking, Welcome } from "../lib/wire";
import { gameOf, nameOf } from "./words";

export type Line = { n: number; seat: number | null; en: string; fr: string };
export type Change = { before: Table | null; after: Table | null; events: TableEvent[]; lines: Line[] };
export type Watcher = {
  change: (change: Change, apply: () => void) => void;
  refused: (refused: Refused) => void;
  again: (game: string) => void;
};

export class Model {
  game: GameInfo | null = $state.raw(null);
  table: Table | null = $state.raw(null);
  player: number | null = $state(null);
  lines: Line[] = $state.raw([]);
  link: State = $state("connecting");
  delay: number | null = $state(null);
  presence: Presence | null = $state.raw(null);
  thinking: Thinking | null = $state.raw(null);
  since: number = $state(Date.now()); // when the last thing happened
  waiting: number = $state(0); // commands on their way
  advice: Advice | null = $state.raw(null);
  proof: Proof | null = $state.raw(null);
  fresh: Set<string> = $state.raw(new Set()); // cards that the other side put on the table in its last turn
  closing: Closing | null = $state.raw(null);
  private readonly connection: Connection;
  private asked = { id: "", n: 0 }; // the last question for a hint, and at which number: to another table its answer says nothing
  private wondered = ""; // the last question about a front

  constructor(
    id: string,
    private readonly watcher: Watcher,
    player: number | null = null,
  ) {
    this.connection = new Connection(id, (told) => this.told(told), player);
  }

  get mine(): boolean {
    return this.table !== null && this.table.seat !== null && this.table.actor === this.table.seat && !this.table.over;
  }

  /** Whether the server gives hints: in casual games against a level. */
  get mayHint(): boolean {
    return this.player !== null && this.game?.settings.opponent === "level" && this.game.settings.casual !== false;
  }

  /** Whether a draw may be offered: `walls` knows none, and a level declines always. */
  get mayDraw(): boolean {
    const game = this.game;
    return this.player !== null && game !== null && gameOf(game.preset) === "stones" && game.settings.opponent !== "level" && !game.offer;
  }

  /** The seat shown at the lower edge. */
  get below(): number {
    return this.table?.seat ?? (this.game && this.player !== null ? this.game.seats[this.player as 0 | 1] : 0) ?? 0;
  }

  /** The last number of the log that is known here. */
  get n(): number {
    return this.connection.session.seen;
  }

  act(what: string): void {
    this.advice = null;
    this.asked.id = "";
    this.connection.act(what);
    this.count();
  }

  move(text: string): void {
    this.act(`move ${text}`);
  }

  hint(): void {
    this.asked = { id: randomText(12), n: this.n };
    this.connection.ask({ t: "hint", id: this.asked.id });
  }

  why(front: number): void {
    this.proof = null;
    this.wondered = randomText(12);
    this.connection.ask({ t: "why", id: this.wondered, front });
  }

  look(player: number): void {
    this.connection.look(player);
  }

  end(): void {
    this.connection.end();
  }

  private count(): void {
    this.waiting = this.connection.session.pending.size;
  }

  private told(told: Told): void {
    switch (told.t) {
      case "welcome":
        return this.welcome(told);
      case "happened":
        return this.happened(told);
      case "refused":
        this.count();
        return this.watcher.refused(told);
      case "receipt":
        return this.count();
      case "state":
        this.link = told.state;
        if (told.state === "waiting") this.thinking = null; // whoever comes back is told anew
        return;
      case "delay":
        this.delay = told.ms;
        return;
      case "presence":
        this.presence = told;
        return;
      case "thinking":
        this.thinking = told.on || (told.progress ?? null) !== null || told.problem ? told : null;
        return;
      case "advice":
        if (told.id === this.asked.id && this.n === this.asked.n) this.advice = told;
        return;
      case "proof":
        if (told.id === this.wondered) this.proof = told;
        return;
      case "closing":
        this.closing = told;
        return;
      case "pong":
        return;
    }
  }

  private welcome(told: Welcome): void {
    const lines = linesOf(told.n, told.story);
    const apply = () => {
      this.game = told.game;
      this.table = told.table;
      this.player = told.player;
      this.lines = lines;
      this.advice = this.proof = this.closing = null;
      this.fresh = new Set();
    };
    this.watcher.change({ before: this.table, after: told.table, events: [], lines: [] }, apply);
    this.count();
  }

  private happened(told: Happened): void {
    const lines = linesOf(told.n, told.events);
    const word = told.do.split(" ")[0] ?? "";
    const apply = () => {
      this.game = told.game;
      if (told.table) this.table = told.table;
      this.lines = word === "start" ? lines : [...this.lines, ...lines];
      this.since = Date.now();
      this.fresh = freshCards(this.fresh, told, this.below);
      this.advice = this.proof = null;
      if (told.game.players[1].level === null && told.game.players[0].level === null) this.thinking = null;
    };
    this.watcher.change({ before: this.table, after: told.table ?? this.table, events: told.events, lines }, apply);
    if (word === "again" && told.game.again) this.watcher.again(told.game.again);
    if (word === "back") this.connection.again(); // what was taken back is no longer part of the story
    this.count();
  }
}

function linesOf(n: number, events: TableEvent[]): Line[] {
  return events
    .filter((event) => event.kind !== "turned")
    .map((event) => ({ n, seat: event.seat ?? null, en: event.en, fr: event.fr }));
}

/** They stay marked until the other side begins to move again. */
function freshCards(old: Set<string>, told: Happened, below: number): Set<string> {
  const moved = told.events.filter((event) => event.card && event.target?.startsWith("side ") && event.seat !== below);
  const begins = told.events.some((event) => event.kind === "turned" && event.seat !== below);
  if (!moved.length) return begins ? new Set() : old;
  return new Set([...old, ...moved.map((event) => event.card ?? "")]);
}

export function turnWords(model: Model): string {
  const { game, table } = model;
  if (!game || !table || table.over) return "";
  if (model.mine) return t("turn.mine");
  const actor = game.seats[0] === table.actor ? 0 : 1;
  return t("turn.theirs", { who: nameOf(game, actor) });
}

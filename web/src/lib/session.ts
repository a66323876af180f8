// One client's side of the connection, without any input or output of its own: what comes in is told to it, what is to be done it
// gives back. So it can be simulated, with lost, doubled and late messages.
//
// The rules: `hello` comes first and is answered by `welcome`; then `happened` is numbered without gaps, and who finds a gap says
// `hello` again. A command is sent again, by the same id, until there is a receipt or a refusal.
import type { Act, Closing, FromClient, Happened, Pong, Refused, ToClient, Welcome } from "./wire";

export const PING_EVERY = 15_000;
export const SILENCE = 25_000; // without any word for so long the connection is taken for lost
export const WELCOME_WITHIN = 8_000;
export const ANSWER_WITHIN = 6_000; // after that a command is sent once more
export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 2_000;

export type State = "connecting" | "live" | "waiting" | "ended";
export type Told = ToClient | { t: "state"; state: State } | { t: "delay"; ms: number };
export type Output =
  | { do: "open" } // a new connection
  | { do: "shut" } // the one there is
  | { do: "send"; frame: FromClient }
  | { do: "tell"; told: Told };

/** Where commands on their way are written down, so that a page that is loaded again still sends them. */
export type Keeping = { load: () => Act[]; save: (acts: Act[]) => void };
export type Means = { key: string | null; random: () => number; id: () => string; player?: number | null; keeping?: Keeping };

export class Session {
  state: State = "waiting";
  seen = 0;
  player: number | null;
  readonly pending = new Map<string, Act>(); // commands without a receipt, in order
  private greeted = false; // the welcome to the last hello has come
  private open = false;
  private tries = 0;
  private next = 0; // when something is due: a try to connect, a ping
  private heard = 0;
  private sent = 0; // when a command went out last
  private out: Output[] = [];

  constructor(private readonly means: Means) {
    this.player = means.player ?? null;
    for (const act of means.keeping?.load() ?? []) this.pending.set(act.id, act);
  }

  /** Begin, or try again at once: the page is back, the network is back. */
  start(now: number): Output[] {
    if (this.state === "ended" || this.open || this.state === "connecting") return [];
    this.become("connecting");
    this.next = now + WELCOME_WITHIN;
    return this.done({ do: "open" });
  }

  opened(now: number): Output[] {
    this.open = true;
    this.heard = now;
    this.hello(now);
    return this.done();
  }

  closed(now: number): Output[] {
    if (this.state === "ended") return [];
    this.open = false;
    this.greeted = false;
    if (this.state !== "waiting") this.wait(now);
    return this.done();
  }

  /** A message from the server; what is no message is no reason to fail. */
  received(text: string, now: number): Output[] {
    this.heard = now;
    const message = read(text);
    if (message) this.take(message, now);
    return this.done();
  }

  act(what: string, now: number): { id: string; out: Output[] } {
    this.sent = now;
    const act: Act = { t: "act", id: this.means.id(), at: this.seen, do: what };
    if (this.player !== null) act.player = this.player; // whoever it looks as when this is sent again
    this.pending.set(act.id, act);
    this.keep();
    return { id: act.id, out: this.live ? this.done({ do: "send", frame: act }) : this.done() };
  }

  /** A question that need not be kept: looked at again when it is asked again. */
  ask(frame: FromClient): Output[] {
    return this.live ? this.done({ do: "send", frame }) : [];
  }

  /** Two at one screen: from now on as this player. A new `hello` brings the whole table by these eyes. */
  look(player: number, now: number): Output[] {
    this.player = player;
    return this.again(now);
  }

  /** Everything from the beginning, on the same connection. */
  again(now: number): Output[] {
    if (this.live) this.hello(now);
    return this.done();
  }

  /** When `tick` is wanted next. */
  get due(): number | null {
    if (this.state === "ended") return null;
    if (!this.live) return this.next;
    return Math.min(this.next, this.heard + SILENCE, this.pending.size ? this.sent + ANSWER_WITHIN : Infinity);
  }

  tick(now: number): Output[] {
    const due = this.due;
    if (due === null || now < due) return [];
    if (this.state === "waiting") return this.start(now);
    if (this.state === "connecting" || now >= this.heard + SILENCE) return this.lose(now);
    if (this.pending.size && now >= this.sent + ANSWER_WITHIN) this.resend(now);
    if (now < this.next) return this.done();
    this.next = now + PING_EVERY;
    return this.done({ do: "send", frame: { t: "ping", at: Math.floor(now) } });
  }

  private get live(): boolean {
    return this.open && this.greeted;
  }

  private take(message: ToClient, now: number): void {
    if (message.t === "welcome") this.welcome(message, now);
    else if (message.t === "happened") this.happened(message, now);
    else if (message.t === "receipt") this.settle(message.id, message);
    else if (message.t === "refused") this.refuse(message);
    else if (message.t === "closing") this.closing(message, now);
    else if (message.t === "pong") this.pong(message, now);
    else this.tell(message);
  }

  /** The answer to a ping names the last number that was sent: so even a last message that was lost is missed. */
  private pong(message: Pong, now: number): void {
    this.tell({ t: "delay", ms: Math.max(0, now - message.at) });
    if (this.live && (message.n ?? 0) > this.seen) this.hello(now);
  }

  private welcome(message: Welcome, now: number): void {
    if (this.greeted) return; // a second answer to one question
    this.greeted = true;
    this.tries = 0;
    this.seen = message.n;
    this.next = now + PING_EVERY;
    this.become("live");
    this.tell(message);
    this.resend(now);
  }

  private resend(now: number): void {
    this.sent = now;
    for (const act of this.pending.values()) this.out.push({ do: "send", frame: act });
  }

  private keep(): void {
    this.means.keeping?.save([...this.pending.values()]);
  }

  private happened(message: Happened, now: number): void {
    if (!this.greeted || message.n <= this.seen) return;
    if (message.n !== this.seen + 1) return this.hello(now);
    this.seen = message.n;
    this.tell(message);
  }

  private settle(id: string, message: ToClient): void {
    if (!this.pending.delete(id)) return;
    this.keep();
    this.tell(message);
  }

  private refuse(message: Refused): void {
    if (message.id !== null && this.pending.delete(message.id)) this.keep();
    this.tell(message);
  }

  private closing(message: Closing, now: number): void {
    this.tell(message);
    if (message.again ?? true) {
      this.lose(now, true);
      return;
    }
    this.open = this.greeted = false;
    this.pending.clear();
    this.keep();
    this.become("ended");
    this.out.push({ do: "shut" });
  }

  private hello(now: number): void {
    this.greeted = false;
    this.become("connecting");
    this.next = now + WELCOME_WITHIN;
    const frame: FromClient = { t: "hello", key: this.means.key, seen: this.seen };
    if (this.player !== null) frame.player = this.player;
    this.out.push({ do: "send", frame });
  }

  private lose(now: number, keep = false): Output[] {
    this.open = this.greeted = false;
    this.out.push({ do: "shut" });
    this.wait(now);
    return keep ? [] : this.done();
  }

  private wait(now: number): void {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries = Math.min(this.tries + 1, 16);
    this.next = now + longest * (0.5 + 0.5 * this.means.random());
    this.become("waiting");
  }

  private become(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.tell({ t: "state", state });
  }

  private tell(told: Told): void {
    this.out.push({ do: "tell", told });
  }

  private done(...more: Output[]): Output[] {
    const all = [...this.out, ...more];
    this.out = [];
    return all;
  }
}

const KINDS = new Set(["welcome", "happened", "receipt", "refused", "advice", "proof", "presence", "thinking", "pong", "closing"]);

function read(text: string): ToClient | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && KINDS.has((value as ToClient).t) ? (value as ToClient) : null;
  } catch {
    return null;
  }
}

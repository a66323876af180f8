// A session on a real WebSocket and a real clock.
import { key, randomText } from "./api";
import { keeping } from "./pending";
import { type Output, Session, type Told } from "./session";
import type { FromClient } from "./wire";

export class Connection {
  readonly session: Session;
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly back = () => {
    if (document.visibilityState === "visible") this.run(this.session.start(Date.now()));
  };

  constructor(
    private readonly game: string,
    private readonly tell: (told: Told) => void,
    player: number | null = null,
  ) {
    this.session = new Session({ key: key(), random: Math.random, id: () => randomText(12), player, keeping: keeping(game) });
    addEventListener("online", this.back);
    document.addEventListener("visibilitychange", this.back);
    this.run(this.session.start(Date.now()));
  }

  act(what: string): string {
    const { id, out } = this.session.act(what, Date.now());
    this.run(out);
    return id;
  }

  ask(frame: FromClient): void {
    this.run(this.session.ask(frame));
  }

  look(player: number): void {
    this.run(this.session.look(player, Date.now()));
  }

  again(): void {
    this.run(this.session.again(Date.now()));
  }

  /** The page is left. */
  end(): void {
    removeEventListener("online", this.back);
    document.removeEventListener("visibilitychange", this.back);
    clearTimeout(this.timer);
    this.drop();
  }

  private run(outputs: Output[]): void {
    for (const output of outputs) {
      if (output.do === "open") this.open();
      else if (output.do === "shut") this.drop();
      else if (output.do === "send") this.socket?.send(JSON.stringify(output.frame));
      else this.tell(output.told);
    }
    clearTimeout(this.timer);
    const due = this.session.due;
    if (due !== null) this.timer = setTimeout(() => this.run(this.session.tick(Date.now())), Math.max(0, due - Date.now()));
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.game}/socket`);
    this.socket = socket;
    socket.onopen = () => this.of(socket, () => this.session.opened(Date.now()));
    socket.onmessage = (event) => this.of(socket, () => this.session.received(String(event.data), Date.now()));
    socket.onclose = () => this.of(socket, () => this.session.closed(Date.now()));
  }

  /** What an old connection still says is of no interest. */
  private of(socket: WebSocket, outputs: () => Output[]): void {
    if (this.socket === socket) this.run(outputs());
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

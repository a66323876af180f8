// What is said aloud and shown for a moment: one live region for the whole page.

export type Toast = { id: number; text: string; kind: "news" | "fault"; rule: string | null };

class Announcements {
  polite = $state("");
  urgent = $state("");
  toasts: Toast[] = $state([]);
  private next = 1;

  /** For who listens only: what everybody else sees anyway. */
  say(text: string): void {
    this.polite = this.polite === text ? `${text}\u00a0` : text; // the same words twice are news twice
  }

  /** For everybody: shown for a while, and said. */
  show(text: string, kind: Toast["kind"] = "news", rule: string | null = null): void {
    const toast = { id: this.next++, text, kind, rule };
    this.toasts = [...this.toasts.slice(-2), toast];
    if (kind === "fault") this.urgent = this.urgent === text ? `${text}\u00a0` : text;
    else this.say(text);
    if (kind === "news") setTimeout(() => this.drop(toast.id), 6000);
  }

  drop(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}

export const announcements = new Announcements();

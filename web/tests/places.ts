// What the page's modules expect of a browser, for tests that run without one: stores, and a preference for motion.

class Store {
  private readonly texts = new Map<string, string>();

  getItem(place: string): string | null {
    return this.texts.get(place) ?? null;
  }

  setItem(place: string, text: string): void {
    this.texts.set(place, text);
  }

  removeItem(place: string): void {
    this.texts.delete(place);
  }
}

export function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

put("localStorage", new Store());
put("sessionStorage", new Store());
put("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
put("navigator", { languages: ["en"] });

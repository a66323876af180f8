// What somebody likes, kept in the browser. Whatever stands there is checked: anything unknown is the default again.

export const LANGUAGES = ["en", "fr"] as const;
export const THEMES = ["auto", "light", "dark"] as const;
export const PALETTES = ["land", "safe", "strong"] as const; // safe: told apart with any colour blindness; strong: most contrast
export const MOTIONS = [0, 1, 2] as const; // none, quick, slow
export const SIZES = [100, 115, 130, 150] as const; // per cent

export type Language = (typeof LANGUAGES)[number];

const CHOICES = {
  language: LANGUAGES,
  theme: THEMES,
  palette: PALETTES,
  motion: MOTIONS,
  size: SIZES,
  sound: [false, true],
  confirm: [false, true],
  keys: [true, false],
  claims: ["prompt", "automatic", "find"],
} as const;

export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
const PLACE = "marchstone.settings";

export function defaults(languages: readonly string[] = []): Settings {
  const spoken = languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.some((known) => known === tag));
  return {
    language: (spoken as Language | undefined) ?? "en",
    theme: "auto",
    palette: "land",
    motion: 1,
    size: 100,
    sound: false,
    confirm: false,
    keys: true,
    claims: "prompt",
  };
}

export function readSettings(text: string | null, base: Settings): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    return base;
  }
  if (typeof kept !== "object" || kept === null) return base;
  const valid = Object.entries(kept).filter(([name, value]) =>
    (CHOICES[name as keyof Settings] as readonly unknown[] | undefined)?.includes(value),
  );
  return { ...base, ...Object.fromEntries(valid) };
}

/** Text from the browser's store; a browser that keeps nothing behaves as an empty one. */
export function kept(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

export function keep(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {
    // a full or forbidden store: the setting holds until the page is closed
  }
}

export const settings: Settings = $state(readSettings(kept(PLACE), defaults(navigator.languages)));
export const CHOICE = CHOICES;

export function setting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  keep(PLACE, JSON.stringify(settings));
}

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a card flies, in milliseconds; nothing moves for whom the system asks for rest. */
export function flight(): number {
  return quiet.matches ? 0 : [0, 260, 620][settings.motion] ?? 0;
}

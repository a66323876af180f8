// What the server says about the games: names, fronts, cards, levels. Asked for once; the page knows no rule of its own.
import { get } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";

export type Both = { en: string; fr: string };
export type Asks = { width: number; counts: string[]; lowest: boolean };
export type FrontAbout = { names: Both; intact: Asks; damaged: Asks | null };
export type PresetAbout = {
  name: string;
  names: Both;
  game: "stones" | "walls";
  tactics: boolean;
  expert: boolean;
  little: boolean;
  hand: number;
  colours: string[];
  values: [number, number];
  cards: string[];
  fronts: FrontAbout[];
};
export type LessonAbout = { name: string; preset: string; minutes: number; title: Both; about: Both };
export type About = {
  product: string;
  version: string;
  presets: PresetAbout[];
  colours: Record<string, Both>;
  tactics: Record<string, { names: Both; texts: Both; rule: string }>;
  types: Record<string, Both>;
  levels: { level: number; names: Both }[];
  lessons: LessonAbout[];
};

let asked: Promise<About> | null = null;

/** The answer, kept for as long as the page is open; a failure is asked again. */
export function about(): Promise<About> {
  asked ??= get<About>("/about").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export function said(both: Both): string {
  return both[settings.language];
}

export function presetName(known: About, name: string): string {
  const preset = known.presets.find((one) => one.name === name);
  return preset ? said(preset.names) : name;
}

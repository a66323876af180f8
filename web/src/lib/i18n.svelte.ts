// Words in both languages. The English catalogues name the keys; tests/units.test.ts sees to it that the French ones have the same.
import commonEn from "../i18n/common.en.json";
import commonFr from "../i18n/common.fr.json";
import pagesEn from "../i18n/pages.en.json";
import pagesFr from "../i18n/pages.fr.json";
import tableEn from "../i18n/table.en.json";
import tableFr from "../i18n/table.fr.json";
import { type Language, settings } from "./settings.svelte";

const english = { ...commonEn, ...tableEn, ...pagesEn };
export type Word = keyof typeof english;
type Catalogue = Record<Word, string>;
const CATALOGUES: Record<Language, Catalogue> = { en: english, fr: { ...commonFr, ...tableFr, ...pagesFr } };

export type Values = Record<string, string | number>;

/** A text in the chosen language; `{name}` stands for a value. With `{n|one|many}` the number n chooses. */
export function t(word: Word, values: Values = {}, language: Language = settings.language): string {
  return fill(CATALOGUES[language][word], values, language);
}

/** The same for a key that is put together while running; a key that is missing is shown as it is. */
export function tt(word: string, values: Values = {}, language: Language = settings.language): string {
  return word in english ? t(word as Word, values, language) : word;
}

export function fill(text: string, values: Values, language: Language): string {
  const chosen = text.replace(/\{(\w+)\|([^|{}]*)\|([^|{}]*)\}/g, (_all, name: string, one: string, many: string) => {
    const number = Number(values[name]);
    return (language === "fr" ? Math.abs(number) < 2 : number === 1) ? one : many;
  });
  return chosen.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** What comes in both languages from the server. */
export function say(both: { en: string; fr: string }): string {
  return both[settings.language];
}

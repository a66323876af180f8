import type { Plugin } from "vite";

export function rules(): Plugin;
export function page(source: string): { html: string; sections: { anchor: string; level: number; title: string }[] };

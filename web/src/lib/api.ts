// HTTP with the server: one's key, JSON in and out, refusals as errors that people can read.
import { keep, kept } from "./settings.svelte";
import type { Problem } from "./wire";

const PLACE = "marchstone.key";
let own: string | null = null;

/** Who one is: a secret that only this browser keeps. */
export function key(): string {
  own ??= kept(PLACE);
  if (!own || !/^[A-Za-z0-9_-]{22,64}$/.test(own)) {
    own = randomText(32);
    keep(PLACE, own);
  }
  return own;
}

export function randomText(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...values)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What a player adds to the shuffle. */
export function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.en);
  }
}

const UNREACHABLE: Problem = {
  code: "net.unreachable",
  en: "The server cannot be reached.",
  fr: "Le serveur est injoignable.",
};
const UNREADABLE: Problem = {
  code: "net.unreadable",
  en: "The server's answer cannot be read.",
  fr: "La réponse du serveur est illisible.",
};

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key()}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`/api${path}`, init).catch(() => {
    throw new Refusal(UNREACHABLE, 0);
  });
  if (answer.ok) return answer;
  const problem: unknown = await answer.json().catch(() => null);
  throw new Refusal(isProblem(problem) ? problem : UNREADABLE, answer.status);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "en" in value && "fr" in value;
}

async function json<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Refusal(UNREADABLE, answer.status);
  }
}

/** `get<GameInfo[]>("/games")`; throws `Refusal`. */
export async function get<T>(path: string): Promise<T> {
  return json<T>(await ask("GET", path));
}

export async function getText(path: string): Promise<string> {
  return (await ask("GET", path)).text();
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return json<T>(await ask("POST", path, body));
}

/** Any error as something to say. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  return { code: "page.fault", en: `Something went wrong: ${String(error)}`, fr: `Une erreur s'est produite : ${String(error)}` };
}

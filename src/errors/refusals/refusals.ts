import { CliError } from '../cli-error.ts';
import type { ErrorKind } from '../error-kinds.ts';
import { OF_PODS } from './of-pods.ts';
import { OF_POLICIES } from './of-policies.ts';
import { OF_RIGHTS } from './of-rights.ts';
import { OF_ROOTS } from './of-roots.ts';
import { OF_STARTS } from './of-starts.ts';
import { placedWord } from '../shell-word.ts';
import type { Refusal, Refuser } from './refusal.ts';

/** Every way in which a cluster refuses a debug container: the stable word, the reason, and what to type next. */
export const REFUSALS = { ...OF_RIGHTS, ...OF_POLICIES, ...OF_PODS, ...OF_STARTS, ...OF_ROOTS } as const;

export type RefusalName = keyof typeof REFUSALS;

type FactsIn<Text extends string> = Text extends `${string}{${infer Fact}}${infer Rest}`
  ? (Fact extends `${string}"${string}` ? never : Fact) | FactsIn<Rest>
  : never;

/** The facts that the texts of a refusal need. */
export type FactsOf<Name extends RefusalName> = Readonly<
  Record<FactsIn<(typeof REFUSALS)[Name]['why' | 'next']>, string>
>;

/** A refusal in words. */
export interface Explained {
  readonly kind: ErrorKind;
  readonly why: string;
  readonly hint: string;
}

const ROWS: Readonly<Record<RefusalName, Refusal>> = REFUSALS;

/** Facts in a hint that hold several words; each word was quoted when they were put together. */
const PHRASES: readonly string[] = ['place', 'image', 'secrets', 'rule'];

/** Writes a fact after the text in front of it. */
type Write = (before: string, fact: { readonly name: string; readonly value: string }) => string;

const asSaid: Write = (_, { value }) => value;
const asTyped: Write = (before, { name, value }) =>
  PHRASES.includes(name) ? value : placedWord(before, value);

/** In one pass, so that text from a cluster is never taken for the name of a fact. */
function fill(text: string, facts: Readonly<Record<string, string>>, write: Write): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) =>
    write(text.slice(0, at), { name, value: facts[name] ?? '' }),
  );
}

/** The texts of a refusal, filled in with the facts of the case. */
export function explainRefusal<Name extends RefusalName>(name: Name, facts: FactsOf<Name>): Explained {
  const { kind, why, next } = ROWS[name];
  return { kind, why: fill(why, facts, asSaid), hint: fill(next, facts, asTyped) };
}

/** The same as an error that begins with `what` was tried. */
export function refusalError<Name extends RefusalName>(
  what: string,
  name: Name,
  facts: FactsOf<Name>,
): CliError {
  const { kind, why, hint } = explainRefusal(name, facts);
  return new CliError(kind, `${what}: ${why}`, { hint });
}

type RefusalSaidBy<By extends Refuser> = {
  [Name in RefusalName]: (typeof REFUSALS)[Name] extends { readonly said: { readonly by: By } }
    ? Name
    : never;
}[RefusalName];

const NAMES = Object.keys(ROWS).filter((name): name is RefusalName => Object.hasOwn(ROWS, name));

/** A refusal says early what it is about, and some expressions take time for each word of a text. */
const RECOGNISED_CHARACTERS = 8192;

/** The first row that recognises a text of a registry, a runtime or a policy; undefined if none does. */
export function recogniseRefusal<By extends Refuser>(by: By, text: string): RefusalSaidBy<By> | undefined {
  const isOf = (name: RefusalName): name is RefusalSaidBy<By> => ROWS[name].said?.by === by;
  const beginning = text.slice(0, RECOGNISED_CHARACTERS);
  return NAMES.filter(isOf).find((name) => ROWS[name].said?.as.test(beginning));
}

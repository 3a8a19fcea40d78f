import { FLAG_TEXT } from './flag-text.ts';
import type { Flag, FlagDefault, FlagKind, FlagTexts, FlagValues } from './flag.ts';

/**
 * The values of `texts`, which must be valid, as must be `defaults`, which stand in for flags that were not typed. A getter
 * throws a plain Error for a name or a kind that `flags` does not declare, as that is our bug.
 */
export function flagValuesOf(
  flags: readonly Flag[],
  texts: FlagTexts,
  defaults: ReadonlyMap<string, FlagDefault> = new Map(),
): FlagValues {
  const declared = (name: string, ...kinds: readonly FlagKind[]): Flag => {
    const flag = flags.find(
      (known) => known.name === name && (kinds.length === 0 || kinds.includes(known.kind)),
    );
    if (flag === undefined) throw new Error(`no table declares ${kinds.join(' or ')} --${name}`);
    return flag;
  };
  const textsOf = (flag: Flag): readonly string[] =>
    texts.get(flag.name) ??
    defaults.get(flag.name)?.texts ??
    (flag.default === undefined ? [] : [flag.default]);
  const last = <T>(flag: Flag, read: (text: string) => T): T | undefined => textsOf(flag).map(read).at(-1);
  return {
    string: (name) => last(declared(name, 'string'), FLAG_TEXT.string),
    boolean: (name) => last(declared(name, 'boolean'), FLAG_TEXT.boolean) ?? false,
    integer: (name) => last(declared(name, 'integer'), FLAG_TEXT.integer),
    duration: (name) => last(declared(name, 'duration'), FLAG_TEXT.duration),
    strings: (name) => {
      const flag = declared(name, 'strings', 'texts');
      return textsOf(flag).flatMap(FLAG_TEXT[flag.kind === 'strings' ? 'strings' : 'texts']);
    },
    keyValues: (name) =>
      Object.fromEntries(textsOf(declared(name, 'key-values')).flatMap(FLAG_TEXT['key-values'])),
    declares: (name) => flags.some((known) => known.name === name),
    isGiven: (name) => texts.has(declared(name).name),
    isSet: (name) => texts.has(declared(name).name) || (defaults.get(name)?.texts.length ?? 0) > 0,
    origin: (name) => (texts.has(declared(name).name) ? undefined : defaults.get(name)?.origin),
  };
}

import type { Io, PluginPolicy } from '../io.ts';
import { makeNotes } from '../output/say/notes.ts';
import { printable } from '../output/printable.ts';
import { shellText } from '../errors/shell-word.ts';
import {
  resolveCommand,
  usableAliases,
  type KnownCommand,
  type TypedLine,
  type ResolvedLine,
} from './expand-line.ts';
import type { KubercLocation } from './find-kuberc.ts';
import type { Alias } from './preference.ts';
import { readKuberc } from './read-kuberc.ts';
import { pluginPolicyOf } from './validate-preference.ts';

/** An alias in a help text. */
interface AliasSummary {
  readonly name: string;
  readonly summary: string;
}

/** A command line with the kuberc applied. */
export interface AppliedLine<T> extends Omit<ResolvedLine<T>, 'expand'> {
  /** Returns the line without the command's name and prints warnings. Throws `kuberc` and `usage`. */
  readonly expand: () => readonly string[];
  /** The aliases of the kuberc, printable. */
  readonly aliases: readonly AliasSummary[];
  /** The caller's Io with the plugin policy of the kuberc. */
  readonly io: Io;
}

/**
 * Reads a kuberc and applies it to a command line. Prints warnings to stderr. Returns undefined if there is nothing
 * to apply. Throws `kuberc`.
 */
export async function applyKuberc<T extends KnownCommand>(
  io: Io,
  location: KubercLocation,
  line: TypedLine<T>,
): Promise<AppliedLine<T> | undefined> {
  const { warn } = makeNotes(io, { quiet: false });
  const { kuberc, warnings } = await readKuberc(location);
  warnings.forEach(warn);
  if (kuberc === undefined) return undefined;
  const policy = pluginPolicyOf(kuberc.preference, kuberc.file);
  const { expand, ...named } = resolveCommand(kuberc, line);
  return {
    ...named,
    aliases: usableAliases(kuberc.preference, line.commands).map(summaryOf),
    io: withPolicy(io, policy),
    expand: () => {
      const expanded = expand();
      expanded.warnings.forEach(warn);
      return expanded.argv;
    },
  };
}

function summaryOf({ name, command, prependArgs, appendArgs, options }: Alias): AliasSummary {
  const flags = options.map((option) => `--${option.name}=${option.value}`);
  const words = [command, ...prependArgs, ...flags, ...appendArgs];
  return { name, summary: printable(['Alias of kubectl', shellText(words)].join(' ')) };
}

/** Copies getters without calling them: the first read of stdin opens it. */
function withPolicy(io: Io, pluginPolicy: PluginPolicy | undefined): Io {
  if (pluginPolicy === undefined) return io;
  const fields = Object.getOwnPropertyDescriptors(io);
  const policy = { value: pluginPolicy, enumerable: true };
  return Object.create(Object.getPrototypeOf(io) as object, { ...fields, pluginPolicy: policy }) as Io;
}

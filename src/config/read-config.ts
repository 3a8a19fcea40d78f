import { parseKubectlYaml } from '../cluster/formats/kubectl-yaml.ts';
import { readTextFile } from '../cluster/formats/read-text-file.ts';
import { BOUNDS } from '../errors/bounds.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { fileErrorText, isMissingFile } from '../errors/error-text.ts';
import type { placesInYaml } from '../cluster/formats/parse-yaml.ts';
import { textOfPath, type Config, type ConfigurableCommand } from './config.ts';
import { decodeAll, type Mistakes } from './decode/decode-all.ts';
import type { ConfigLocation } from './find-config.ts';

/**
 * Reads one config file; undefined if there is none. Throws `config` with line and column for each mistake, and for a file
 * that cannot be read: a company's rules must not disappear with it.
 */
export async function readConfig(
  location: ConfigLocation,
  commands: readonly ConfigurableCommand[],
): Promise<Config | undefined> {
  const { path: file, isOfCompany } = location;
  const read = await readFile(location);
  if (read === undefined) return undefined;
  const source = read.replace(/^\ufeff/, '');
  const decoded = decodeAll(await parse(source, file), { file, commands, isOfCompany });
  if (decoded.kind === 'config') return decoded.config;
  throw await asError(file, source, decoded);
}

/** The error about the mistakes in a file, in the order of its lines. */
async function asError(file: string, source: string, { mistakes, hasMore }: Mistakes): Promise<CliError> {
  const placeOf = await placesIn(source);
  const lines = mistakes
    .map(({ path, message }) => ({ place: placeOf(path), text: `${textOfPath(path)} ${message}` }))
    .toSorted(({ place: one }, { place: other }) => (one?.line ?? 0) - (other?.line ?? 0))
    .map(
      ({ place, text }) => `${file}${place === undefined ? '' : `:${place.line}:${place.column}`}: ${text}`,
    );
  const told = hasMore ? [...lines, `${file}: and more mistakes`] : lines;
  return new CliError('config', told.join('\n'), { hint: 'correct the file, or see docs/config.md' });
}

async function readFile({ path, isNamed }: ConfigLocation): Promise<string | undefined> {
  try {
    return await readTextFile(path);
  } catch (cause) {
    if (isMissingFile(cause) && !isNamed) return undefined;
    const why = isCliError(cause) ? cause.message : fileErrorText(cause);
    throw new CliError('config', `cannot read the config ${path}: ${why}`, {
      cause,
      ...(isNamed && { hint: 'correct KUBECTL_DEBUG_CONFIG, or set it to off' }),
    });
  }
}

/** Most files need no full parser, which takes longer to load than anything else. */
async function parse(source: string, file: string): Promise<unknown> {
  if (source.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return undefined;
  const plain = parseKubectlYaml(source);
  if (plain !== undefined) return plain;
  const { parseYaml } = await import('../cluster/formats/parse-yaml.ts');
  const parsed = parseYaml(source, { version: '1.2' });
  switch (parsed.kind) {
    case 'documents': {
      const [value, ...others] = parsed.documents;
      if (others.length > 0)
        throw new CliError('config', `${file} has more than one document`, {
          hint: 'keep one document: remove the lines with ---',
        });
      return value;
    }
    case 'too-large':
      throw new CliError('config', `${file} ${BOUNDS[parsed.bound].passed}`);
    case 'mistake':
      throw new CliError('config', `${file}:${parsed.line}:${parsed.column}: ${parsed.why}`, {
        hint: 'the file is YAML or JSON',
      });
  }
}

/** Finds line and column of a path. */
async function placesIn(source: string): Promise<ReturnType<typeof placesInYaml>> {
  const { placesInYaml: find } = await import('../cluster/formats/parse-yaml.ts');
  return find(source);
}

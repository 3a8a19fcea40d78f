import { parseKubectlYaml } from '../cluster/formats/kubectl-yaml.ts';
import { readTextFile } from '../cluster/formats/read-text-file.ts';
import { BOUNDS } from '../errors/bounds.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { fileErrorText, isMissingFile } from '../errors/error-text.ts';
import { textOfPath, type Config, type ConfigPath, type ConfigurableCommand } from './config.ts';
import { ConfigMistake } from './decode/config-fields.ts';
import { decodeConfig } from './decode/decode-config.ts';
import type { ConfigLocation } from './find-config.ts';

/**
 * Reads one config file; undefined if there is none. Throws `config` with line and column for a mistake, and for a file
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
  const value = await parse(source, file);
  try {
    return decodeConfig(value, { file, commands, isOfCompany });
  } catch (error) {
    if (!(error instanceof ConfigMistake)) throw error;
    const place = await placeIn(source, error.path);
    throw new CliError('config', `${file}${place}: ${textOfPath(error.path)} ${error.message}`, {
      hint: 'correct the file, or see docs/config.md',
    });
  }
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

/** `:LINE:COLUMN` of a path; empty if the file has changed since. */
async function placeIn(source: string, path: ConfigPath): Promise<string> {
  const { placesInYaml } = await import('../cluster/formats/parse-yaml.ts');
  const place = placesInYaml(source)(path);
  return place === undefined ? '' : `:${place.line}:${place.column}`;
}

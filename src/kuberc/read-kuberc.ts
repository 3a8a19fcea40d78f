import { readTextFile } from '../cluster/formats/read-text-file.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { fileErrorText, isMissingFile } from '../errors/error-text.ts';
import { decodePreference } from './decode-preference.ts';
import type { Kuberc } from './expand-line.ts';
import type { KubercLocation } from './find-kuberc.ts';
import { findMistake } from './validate-preference.ts';

/** The kuberc and its warnings. */
interface KubercReading {
  /** undefined if there is nothing to apply. */
  readonly kuberc: Kuberc | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads a kuberc as strictly as kubectl. Unknown fields are warnings. An unusable file is an error if the user
 * named it, else a warning. A violation of kubectl's rules is always an error. Throws `kuberc`, and `too-large` for
 * a named file.
 */
export async function readKuberc(location: KubercLocation): Promise<KubercReading> {
  const { path, isExplicit } = location;
  const unusable = (why: string): KubercReading => {
    if (isExplicit) throw new CliError('kuberc', `cannot use the kuberc ${path}: ${why}`);
    return { kuberc: undefined, warnings: [`the kuberc ${path} is not used: ${why}`] };
  };
  const read = await readFile(location);
  if (typeof read !== 'string') {
    if (isMissingFile(read) && !isExplicit) return { kuberc: undefined, warnings: [] };
    return unusable(fileErrorText(read));
  }
  const decoded = await decodePreference(read.replace(/^\ufeff/, ''));
  switch (decoded.kind) {
    case 'empty':
      return { kuberc: undefined, warnings: [] };
    case 'unusable':
      return unusable(decoded.reasons.join('; '));
    case 'preference': {
      const { preference, mistakes } = decoded;
      const mistake = findMistake(preference);
      if (mistake !== undefined)
        throw new CliError('kuberc', `cannot use the kuberc ${path}: ${mistake}`, {
          hint: 'correct the file, or set KUBERC=off and omit --kuberc for this call',
        });
      const warnings = mistakes.map((each) => `the kuberc ${path}: ${each} is ignored`);
      return { kuberc: { file: path, preference }, warnings };
    }
  }
}

async function readFile({ path, isExplicit }: KubercLocation): Promise<string | Error> {
  try {
    return await readTextFile(path);
  } catch (error) {
    if (isExplicit && isCliError(error)) throw error;
    if (error instanceof Error) return error;
    throw error;
  }
}

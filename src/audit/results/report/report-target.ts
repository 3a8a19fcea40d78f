import { CliError } from '../../../errors/cli-error.ts';
import { isLabelName, isObjectName } from '../../../pod/object-names.ts';

/** A ConfigMap of a cluster. */
export interface ConfigMapRef {
  /** undefined for that of `-n` or the context. */
  readonly namespace: string | undefined;
  readonly name: string;
}

const FORM = /^(?:configmaps?|cm)\/(?<words>.*)$/;

/**
 * The ConfigMap that `--report` names: `configmap/NAME` or `configmap/NAMESPACE/NAME`, and `configmaps` and `cm` as with
 * kubectl. undefined for the path of a file. Throws `usage` for what can be no name.
 */
export function parseConfigMapRef(text: string): ConfigMapRef | undefined {
  const words = FORM.exec(text)?.groups?.['words']?.split('/');
  if (words === undefined) return undefined;
  const [name = '', namespace, ...others] = words.toReversed();
  if (isObjectName(name) && (namespace === undefined || isLabelName(namespace)) && others.length === 0)
    return { namespace, name };
  throw new CliError('usage', `--report=${text} names no ConfigMap`, {
    hint: `use --report=configmap/NAME or --report=configmap/NAMESPACE/NAME; for a file, --report=./${text}`,
  });
}

/** The object that Headlamp shows. */
export interface Shown {
  readonly kind: string;
  readonly name: string;
  /** undefined for a node. */
  readonly namespace: string | undefined;
}

/** One word of a shell, whatever it has. */
const word = (text: string): string =>
  /^[\w./:@=+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;

/**
 * The command line that debugs an object; undefined for a kind that cannot be debugged. Headlamp names a cluster as the
 * kubeconfig names its context; inside of a cluster there is no name.
 */
export function debugCommand({ kind, name, namespace }: Shown, cluster: string | null): string | undefined {
  const context = cluster === null || cluster === 'main' ? [] : [word(`--context=${cluster}`)];
  switch (kind) {
    case 'Pod':
      return ['kubectl dbg', word(name), ...inNamespace(namespace), ...context, '-it'].join(' ');
    case 'Deployment':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
      return [
        'kubectl dbg',
        word(`${kind.toLowerCase()}/${name}`),
        ...inNamespace(namespace),
        ...context,
        '-it',
      ].join(' ');
    case 'Node':
      return ['kubectl dbg', word(`node/${name}`), ...context, '-it', '--rm'].join(' ');
    default:
      return undefined;
  }
}

const inNamespace = (namespace: string | undefined): readonly string[] =>
  namespace === undefined ? [] : ['-n', word(namespace)];

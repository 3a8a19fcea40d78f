/** scripts/build.mjs defines it. */
declare const PACKAGE_VERSION: string;

/** The version of the package; unbuilt source, as in tests, has none. */
export const VERSION = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0-source';

/** The version of kubectl that this program follows; `--match-server-version` compares with it. */
export const KUBECTL_VERSION = 'v1.37.0';

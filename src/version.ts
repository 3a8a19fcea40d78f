/** Written in by scripts/build.mjs. */
declare const PACKAGE_VERSION: string;

/** The version of the package; source that was not built, as in tests, has none. */
export const VERSION = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0-source';

/** The kubectl whose flags, words and objects these are; `--match-server-version` goes by it. */
export const KUBECTL_VERSION = 'v1.37.0';

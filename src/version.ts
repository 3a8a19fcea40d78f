/** Written in by scripts/build.mjs. */
declare const PACKAGE_VERSION: string;

/** The version of the package; source that was not built, as in tests, has none. */
export const VERSION = typeof PACKAGE_VERSION === 'string' ? PACKAGE_VERSION : '0.0.0-source';

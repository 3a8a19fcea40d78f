/** The pages of docs/ for users: their Markdown, by name without `.md`. */
export type Documents = Readonly<Record<string, string>>;

/** scripts/build.mjs defines it. */
declare const USER_DOCUMENTS: Documents;

/** The documents that the program shows; unbuilt source, as in tests, has none. */
export const DOCUMENTS: Documents = typeof USER_DOCUMENTS === 'object' ? USER_DOCUMENTS : {};

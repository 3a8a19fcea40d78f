import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openLocalTerminal, type LocalTerminal } from '../../drivers/local-terminal.ts';
import { DEBUG_IMAGE, KUBECONFIG, KUBECTL, PROGRAM } from '../environment.ts';
import { kubectl } from '../kubectl.ts';

/** What a command line printed, and how it ended. */
export interface Answer {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A desk at which command lines work as they stand in a story: the names of the programs, and the namespace. */
export interface Desk {
  /** Types a line into a shell without a terminal. */
  readonly run: (line: string, kubeconfig?: string) => Promise<Answer>;
  /** Types a line into a terminal. */
  readonly type: (line: string) => Promise<LocalTerminal>;
  /** Writes a kubeconfig like this one, whose namespace is that of the stories, and returns its path. */
  readonly standIn: (kubeconfig: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** Sets a desk for a namespace; the debug image stands for the one that is built in. */
export async function aDesk(namespace: string): Promise<Desk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'desk-'));
  for (const name of ['kubectl-debug', 'kubectl-dbg']) await symlink(PROGRAM, path.join(folder, name));
  if (path.isAbsolute(KUBECTL)) await symlink(KUBECTL, path.join(folder, 'kubectl'));
  process.env['PATH'] = `${folder}:${process.env['PATH'] ?? ''}`;
  process.env['KUBECTL_DEBUG_IMAGE'] = DEBUG_IMAGE;
  const standIn = async (kubeconfig: string): Promise<string> => {
    const file = path.join(folder, path.basename(kubeconfig));
    await writeFile(file, await kubectl(['config', 'view', '--raw', '--kubeconfig', kubeconfig]), {
      mode: 0o600,
    });
    await kubectl(['config', 'set-context', '--current', '--namespace', namespace, '--kubeconfig', file]);
    return file;
  };
  const own = await standIn(KUBECONFIG);
  return {
    standIn,
    async run(line, kubeconfig = own) {
      const child = spawn('sh', ['-c', line], {
        env: { ...process.env, KUBECONFIG: kubeconfig },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const printed = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
      await once(child, 'close');
      return { exitCode: child.exitCode, ...printed };
    },
    async type(line) {
      const terminal = await openLocalTerminal({ program: [], kubeconfig: own });
      terminal.type(`${line}; echo "exit=$?"\r`);
      await terminal.waitFor('\n');
      return terminal;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

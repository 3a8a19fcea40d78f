import { describe, expect, it } from 'vitest';
import { asCalled } from './as-called.ts';

const calledAs = { programName: 'kubectl dbg', connection: ['--context=staging'], identity: ['--as=bob'] };

describe('asCalled', () => {
  it.each([
    {
      text: 'to come back: kubectl-debug attach web-1 -n shop',
      shown: 'to come back: kubectl dbg --context=staging --as=bob attach web-1 -n shop',
    },
    { text: 'kubectl logs web-1 -c dbg', shown: 'kubectl --context=staging --as=bob logs web-1 -c dbg' },
    {
      text: 'a | kubectl-debug audit - -- ls',
      shown: 'a | kubectl dbg --context=staging --as=bob audit - -- ls',
    },
    { text: 'kubectl-debug audit --context=x', shown: 'kubectl dbg --as=bob audit --context=x' },
    { text: 'kubectl-debug --help', shown: 'kubectl dbg --context=staging --as=bob --help' },
    // An administrator grants rights as themselves, with a kubeconfig of their own.
    { text: 'kubectl apply -f rights.yaml', shown: 'kubectl --context=staging apply -f rights.yaml' },
    {
      text: 'kubectl config view --minify',
      shown: 'kubectl --context=staging --as=bob config view --minify',
    },
    { text: "kubectl-debug pods '--context=a b'", shown: "kubectl dbg --as=bob pods '--context=a b'" },
    { text: 'kubectl debug has no flag like', shown: 'kubectl debug has no flag like' },
    {
      text: 'role kubectl-debug-pods-exec of kubectl-debug',
      shown: 'role kubectl-debug-pods-exec of kubectl-debug',
    },
    { text: '/bin/kubectl-debug attach', shown: '/bin/kubectl-debug attach' },
  ])('shows $shown', ({ text, shown }) => {
    expect(asCalled(text, { calledAs })).toBe(shown);
  });

  it('names no kubeconfig of ours to somebody else', () => {
    const connection = ["'--kubeconfig=/home/me/my config'", '--cluster=c'];
    const text = 'kubectl-debug check > rights.yaml; kubectl apply -f rights.yaml';
    expect(asCalled(text, { calledAs: { ...calledAs, connection } })).toBe(
      "kubectl dbg '--kubeconfig=/home/me/my config' --cluster=c --as=bob check > rights.yaml; kubectl --cluster=c apply -f rights.yaml",
    );
  });

  it('leaves a text alone before the command line was read', () => {
    expect(asCalled('kubectl-debug attach', {})).toBe('kubectl-debug attach');
  });
});

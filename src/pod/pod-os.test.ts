import { describe, expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { hintsAtWindows, isWindowsSpec } from './pod-os.ts';
import type { PodSpec } from './types.ts';

const APP = { name: 'app', image: 'example/app:1' };

describe('the operating system of a pod', () => {
  it.each<{ label: string; spec: Partial<PodSpec>; says: boolean; hints: boolean }>([
    { label: 'nothing', spec: {}, says: false, hints: false },
    { label: 'os: windows', spec: { os: { name: 'windows' } }, says: true, hints: false },
    {
      label: 'a selector',
      spec: { nodeSelector: { 'kubernetes.io/os': 'windows' } },
      says: true,
      hints: false,
    },
    {
      label: 'an old selector',
      spec: { nodeSelector: { 'beta.kubernetes.io/os': 'windows' } },
      says: true,
      hints: false,
    },
    {
      label: 'an option of Windows',
      spec: { securityContext: { windowsOptions: { runAsUserName: 'ContainerUser' } } },
      says: true,
      hints: false,
    },
    {
      label: 'an option of Windows in a container',
      spec: { containers: [{ ...APP, securityContext: { windowsOptions: {} } }] },
      says: true,
      hints: false,
    },
    {
      label: 'a toleration',
      spec: { tolerations: [{ key: 'os', operator: 'Equal', value: 'Windows' }] },
      says: false,
      hints: true,
    },
    { label: 'a runtime class', spec: { runtimeClassName: 'windows-2022' }, says: false, hints: true },
    {
      label: 'an image',
      spec: { containers: [{ ...APP, image: 'mcr.microsoft.com/windows/servercore:ltsc2022' }] },
      says: false,
      hints: true,
    },
    {
      label: 'os: linux beside a hint',
      spec: { os: { name: 'linux' }, runtimeClassName: 'windows' },
      says: false,
      hints: false,
    },
  ])('$label', ({ spec, says, hints }) => {
    const pod = aPod({ spec });
    expect({ says: isWindowsSpec(pod), hints: hintsAtWindows(pod) }).toEqual({ says, hints });
  });
});

import { onTestFinished } from 'vitest';
import {
  createPlayground,
  type Playground,
  type PlaygroundOptions,
  type PlaygroundPod,
} from '../../playground/playground.ts';
import { type FakeKubelet, type FakeKubeletOptions, makeFakeKubelet } from './fake-kubelet.ts';
import { sharedCertificate } from './shared-certificate.ts';

/** The pods of the namespace `default`. */
export const PODS = '/api/v1/namespaces/default/pods';
/** The first pod of every test's playground. */
export const WEB_1 = { namespace: 'default', name: 'web-1' };
/** The `Accept` header of `kubectl get`. */
export const ACCEPT_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
/** The only patch type of the playground. */
export const STRATEGIC_MERGE = 'application/strategic-merge-patch+json';

const WEB: PlaygroundPod = {
  name: 'web-1',
  labels: { app: 'web' },
  spec: { containers: [{ name: 'app', image: 'web:1' }] },
};

/** A pod like `web-1` with another name. */
export function aPodNamed(name: string, rest: Partial<PlaygroundPod> = {}): PlaygroundPod {
  return { ...WEB, name, ...rest };
}

export interface Started {
  readonly playground: Playground;
  readonly kubelet: FakeKubelet;
}

/** Starts a playground with the pod `web-1` on a fake kubelet; it ends with the test. */
export async function startPlayground(
  options: Partial<Omit<PlaygroundOptions, 'makeKubelet'>> = {},
  kubeletOptions: FakeKubeletOptions = {},
): Promise<Started> {
  const kubelets: FakeKubelet[] = [];
  const playground = await createPlayground({
    certificate: await sharedCertificate(),
    pods: [WEB],
    ...options,
    makeKubelet: (host) => {
      const kubelet = makeFakeKubelet(host, kubeletOptions);
      kubelets.push(kubelet);
      return kubelet;
    },
  });
  onTestFinished(() => playground.close());
  const [kubelet] = kubelets;
  if (kubelet === undefined) throw new Error('the playground made no kubelet');
  return { playground, kubelet };
}

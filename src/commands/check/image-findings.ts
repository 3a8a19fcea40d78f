import type { Node } from '../../cluster/api/nodes.ts';
import type { NamedSecret, PullSecretState } from '../../cluster/api/pull-secrets.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import {
  defaultPullPolicy,
  DOCKER_HUB,
  isSameImage,
  parseImageReference,
  type ImageReference,
} from '../../pod/images/image-reference.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Finding } from './check-findings.ts';

/** Whether a node has the image. */
export type OnNode =
  | { readonly kind: 'absent' | 'maybe'; readonly node: string }
  /** `asksAgain`: of a private image the kubelet wants the credentials that it was pulled with. */
  | { readonly kind: 'there'; readonly node: string; readonly asksAgain: boolean }
  | { readonly kind: 'unreadable'; readonly node: string }
  | { readonly kind: 'no-node' };

/** What is known of a pull for a pod. */
export interface PullFacts {
  readonly image: string;
  readonly pod: Pod;
  readonly onNode: OnNode;
  /** Those of the pod. */
  readonly secrets: readonly NamedSecret[];
  /** Those of its service account; undefined if the user may not read that. */
  readonly ofAccount: readonly NamedSecret[] | undefined;
}

/** What the name of the image means. */
export function describeReference(image: ImageReference): readonly Finding[] {
  const { registry, repository, tag, digest } = image;
  const version = [
    ...(tag === undefined
      ? []
      : [`tag ${tag}${digest === undefined ? '' : ' (ignored, as there is a digest)'}`]),
    ...(digest === undefined ? [] : [`digest ${digest}`]),
  ];
  const hub = registry === DOCKER_HUB ? ' (Docker Hub)' : '';
  const text = [`${registry}${hub}`, `repository ${repository}`, ...version].join(', ');
  return [
    { verdict: 'info', subject: 'registry', text },
    { verdict: 'info', subject: 'pull policy', text: POLICIES[defaultPullPolicy(image)] },
  ];
}

const POLICIES = {
  Always:
    'Always, as the tag is latest: the node asks the registry at each start, unless --image-pull-policy says otherwise',
  IfNotPresent:
    'IfNotPresent: the node pulls the image if it lacks it, unless --image-pull-policy says otherwise',
} as const;

/** A kubelet reports as many images, the largest ones, unless it is told otherwise (nodeStatusMaxImages). */
const MOST_IMAGES = 50;

/** Whether the node reports the image. */
export function findOnNode({ metadata, status }: Node, image: ImageReference): OnNode {
  const { images = [] } = status ?? {};
  const { name: node } = metadata;
  const names = images.flatMap((one) => one.names ?? []).filter((name) => !name.includes('<none>'));
  if (names.some((name) => isSameImage(parseImageReference(name), image)))
    return { kind: 'there', node, asksAgain: asksAgain(status?.nodeInfo?.kubeletVersion ?? '') };
  return { kind: images.length < MOST_IMAGES ? 'absent' : 'maybe', node };
}

/** Since 1.33 a kubelet can check who may use an image that it has, and later ones do by default (KEP-2535). */
const CHECKS_SINCE_MINOR = 33;

function asksAgain(kubeletVersion: string): boolean {
  const minor = Number(/^v1\.(\d+)/.exec(kubeletVersion)?.[1]);
  return !(minor < CHECKS_SINCE_MINOR);
}

/** Whether the image can be pulled for a container in the pod, as far as that can be known from outside of the node. */
export function judgePull(facts: PullFacts): readonly Finding[] {
  const image = parseImageReference(facts.image);
  const secrets = facts.secrets.map((secret) => judgeSecret(secret, image));
  return [
    judgeOnNode(facts.onNode),
    ...(secrets.length === 0 ? [NO_SECRETS] : secrets),
    judgeAccount(facts, image),
    judgeAll(facts, image),
  ];
}

const NO_SECRETS: Finding = {
  verdict: 'info',
  subject: 'pull secret',
  text: 'the pod has none, and a pod that exists cannot get any',
};

function judgeOnNode(onNode: OnNode): Finding {
  const subject = 'on the node';
  switch (onNode.kind) {
    case 'there':
      return {
        verdict: 'ok',
        subject,
        text: `node ${onNode.node} has the image${onNode.asksAgain ? ', but a pod may need the credentials that it was pulled with all the same' : ''}`,
      };
    case 'absent':
      return { verdict: 'info', subject, text: `node ${onNode.node} does not have the image` };
    case 'maybe':
      return {
        verdict: 'unknown',
        subject,
        text: `node ${onNode.node} has more images than it lists, and this one is not in the list`,
      };
    case 'unreadable':
      return {
        verdict: 'unknown',
        subject,
        text: `you may not read node ${onNode.node}, which lists its images (right: get nodes)`,
      };
    case 'no-node':
      return { verdict: 'info', subject, text: 'the pod has no node yet' };
  }
}

/** What each state of a secret means, after its name. */
const STATES: Readonly<
  Record<PullSecretState['kind'], { readonly verdict: Finding['verdict']; readonly text: string }>
> = {
  credentials: { verdict: 'ok', text: 'has credentials for REGISTRY' },
  'no-password': {
    verdict: 'info',
    text: 'names REGISTRY without a password: its config.json kept that in a credential store',
  },
  'other-registries': { verdict: 'info', text: 'has nothing for REGISTRY' },
  unreadable: { verdict: 'info', text: 'has content that no kubelet can read' },
  'not-a-pull-secret': { verdict: 'info', text: 'is ignored, as its type is not that of a pull secret' },
  missing: { verdict: 'unknown', text: 'does not exist; the kubelet goes on without it' },
  forbidden: {
    verdict: 'unknown',
    text: 'may have credentials for REGISTRY: you may not read it (right: get secrets)',
  },
  refused: { verdict: 'unknown', text: 'may have credentials for REGISTRY: the server did not give it' },
};

function describeState({ state }: NamedSecret, image: ImageReference): string {
  return STATES[state.kind].text.replace('REGISTRY', () => placeOf(image));
}

function placeOf({ registry, repository }: ImageReference): string {
  return `${registry}/${repository}`;
}

function judgeSecret(secret: NamedSecret, image: ImageReference): Finding {
  const { verdict } = STATES[secret.state.kind];
  const text = `secret "${secret.name}" of the pod ${describeState(secret, image)}`;
  return { verdict, subject: 'pull secret', text };
}

/** What a copy or a node pod has: the API server gives the secrets of the service account to a pod without any. */
function judgeAccount({ pod, secrets, ofAccount }: PullFacts, image: ImageReference): Finding {
  const subject = 'copies';
  const account = pod.spec.serviceAccountName ?? 'default';
  if (secrets.length > 0) return { verdict: 'info', subject, text: 'a copy has the pull secrets of the pod' };
  if (ofAccount === undefined)
    return {
      verdict: 'unknown',
      subject,
      text: `a copy gets the pull secrets of service account "${account}", which you may not read (right: get serviceaccounts)`,
    };
  const all = ofAccount.map((secret) => `"${secret.name}", which ${describeState(secret, image)}`);
  const which = all.length === 0 ? 'none' : all.join('; ');
  return {
    verdict: 'info',
    subject,
    text: `a copy gets the pull secrets of service account "${account}": ${which}`,
  };
}

/** See https://docs.docker.com/docker-hub/image-library/trusted-content/#docker-official-images */
function isOfficial({ registry, repository }: ImageReference): boolean {
  return registry === DOCKER_HUB && repository.startsWith('library/');
}

function judgeAll(
  { image: name, pod, onNode, secrets, ofAccount = [] }: PullFacts,
  image: ImageReference,
): Finding {
  const subject = 'pull';
  const covering = secrets.filter(({ state }) => state.kind === 'credentials');
  if (covering.length > 0)
    return {
      verdict: 'ok',
      subject,
      text: `the node has credentials from the pod (${shellNames(covering.map((secret) => secret.name))}); the registry is not asked whether it accepts them, or has the image`,
    };
  if (onNode.kind === 'there' && !onNode.asksAgain && defaultPullPolicy(image) === 'IfNotPresent')
    return { verdict: 'ok', subject, text: 'no pull is needed on that node' };
  if (isOfficial(image))
    return {
      verdict: 'ok',
      subject,
      text: 'Docker Hub lets everybody pull its official images, so many a day',
    };
  const ofCopy = ofAccount.find(({ state }) => state.kind === 'credentials')?.name ?? 'SECRET';
  const { namespace, name: podName } = podRef(pod);
  const copy = commandText`kubectl-debug ${podName} -n ${namespace} --copy-to=${podName}-debug --image=${name} --image-pull-secret=${ofCopy}`;
  return {
    verdict: 'unknown',
    subject,
    text: `it works if ${image.registry} lets everybody pull the image, or the node has credentials of its own (a credential provider of the kubelet, a setting of the runtime), which cannot be seen from here; else debug a copy with a pull secret: ${copy}`,
  };
}

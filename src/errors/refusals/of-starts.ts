import type { Refusal } from './refusal.ts';

/**
 * Why an added container does not start. Registries and runtimes answer in free text, and the first row that matches
 * wins. The texts come from containerd 1.6 to 2.1, CRI-O 1.36, runc 1.1 and several registries.
 */
export const OF_STARTS = {
  'image-platform': {
    when: 'the image has no variant for the architecture of the node',
    kind: 'image-platform',
    why: 'image "{image}" has no variant for the architecture of the node',
    next: 'use a multi-arch image: add --image=busybox',
    said: {
      by: 'registry',
      as: /no match for platform|no image found in (?:manifest list|image index) for architecture/i,
    },
  },
  'image-denied': {
    when: 'the registry wants a password, and the pod has no pull secret',
    kind: 'image-denied',
    why: 'image "{image}" cannot be pulled: the registry refused it, or it does not exist',
    next: 'the pod has no imagePullSecrets, and a running pod cannot get any; to debug a copy that has one: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --image={imageName} --image-pull-secret={wanted}; or use an --image=IMAGE that needs no password',
    said: {
      by: 'registry',
      as: /denied|unauthorized|authentication required|authorization failed|no basic auth|\b401\b|403 forbidden/i,
    },
  },
  'image-denied-to-secrets': {
    when: 'none of the pull secrets of the pod grants access to the registry',
    kind: 'image-denied',
    why: 'image "{image}" cannot be pulled: the registry refused it, or it does not exist',
    next: 'the imagePullSecrets of the pod ({secrets}) do not grant access, and a running pod gets no others; to debug a copy that has another one: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --image={imageName} --image-pull-secret={wanted}; or use an --image=IMAGE that they cover, or that needs no password',
  },
  'image-denied-to-new-pod': {
    when: 'the registry wants a password, and the copy or the node pod has none for it',
    kind: 'image-denied',
    why: 'image "{image}" cannot be pulled: the registry refused it, or it does not exist',
    next: 'the pull secrets of the new pod ({secrets}) do not grant access: add --image-pull-secret={wanted}, or use an --image=IMAGE that needs no password; to list the secrets: kubectl get secrets -n {namespace}',
  },
  'image-unreachable': {
    // Before image-not-found, as an unknown host is "not found" too.
    when: 'the node cannot reach the registry',
    kind: 'image-unreachable',
    why: 'image "{image}" cannot be pulled: the node cannot reach its registry',
    next: 'check the name of --image, or use an image that the node can pull; the node keeps trying, and when it succeeds: kubectl-debug attach {pod} -n {namespace} -c {container}',
    said: {
      by: 'registry',
      as: /no such host|connection refused|no route to host|network is unreachable|x509:|server gave HTTP response/i,
    },
  },
  'image-not-found': {
    when: 'the image does not exist',
    kind: 'image-not-found',
    why: 'image "{image}" does not exist in its registry',
    next: 'check the name and the tag of --image, and, as some registries hide private images, the pull secrets: kubectl-debug check {pod} -n {namespace} --image={imageName}; or leave out --image to use the default image: kubectl-debug {pod} -n {namespace}',
    said: {
      by: 'registry',
      as: /not found|manifest unknown|name unknown|does not exist|repository name not known/i,
    },
  },
  'image-invalid': {
    when: 'the node cannot read the name of the image',
    kind: 'image-invalid',
    why: '"{image}" is not a valid image name',
    next: 'check --image; or leave it out to use the default image: kubectl-debug {pod} -n {namespace}',
  },
  'image-never-pulled': {
    when: 'the image is not on the node, and the pull policy is Never',
    kind: 'image-never-pulled',
    why: 'image "{image}" is not on the node',
    next: 'leave out --image-pull-policy=Never',
  },
  'program-platform': {
    when: 'the program in the image is for another architecture',
    kind: 'image-platform',
    why: '{said}',
    next: 'the program in the image is built for another architecture than the node, or is a script without #!: use a multi-arch image; to see the nodes: kubectl get nodes -L kubernetes.io/arch',
    said: { by: 'runtime', as: /exec format error/i },
  },
  'command-not-found': {
    when: 'the command is not in the image',
    kind: 'command-not-found',
    why: '{said}',
    next: 'after --, give a command that the image contains; or use another image: kubectl-debug {pod} -n {namespace} --image=busybox',
    said: {
      by: 'runtime',
      as: /executable file not found|exec: .*: no such file or directory|no command specified/i,
    },
  },
  'command-not-executable': {
    when: 'the command in the image cannot be executed',
    kind: 'command-not-executable',
    why: '{said}',
    next: 'after --, give a command that the image can execute; or use another image: kubectl-debug {pod} -n {namespace} --image=busybox',
    said: { by: 'runtime', as: /exec: .*permission denied|is a directory/i },
  },
  'image-runs-as-root': {
    when: 'the pod sets runAsNonRoot, and the image runs as root',
    kind: 'run-as-root',
    why: '{said}',
    next: "use a non-root user: add --run-as-user=UID, or --run-as-user=target for the target's user",
    said: { by: 'runtime', as: /runAsNonRoot and image|runAsUser breaks non-root policy/i },
  },
  'target-stopped': {
    when: 'the target stopped before the debug container started',
    kind: 'target-not-running',
    why: '{said}',
    next: "wait until the target runs (kubectl-debug pods {pod} -n {namespace} --containers), or debug without a target: kubectl-debug {pod} -n {namespace} --target=''",
    said: { by: 'runtime', as: /invalid target container|unable to find target container/i },
  },
  'start-otherwise': {
    when: 'the runtime cannot start the container for another reason',
    kind: 'start-failed',
    why: '{said}',
    next: 'the node reported this; for its events: kubectl describe pod {pod} -n {namespace}',
  },
  'not-picked-up': {
    when: 'the node never picks the container up',
    kind: 'not-picked-up',
    why: 'its node never picked it up',
    next: 'to see what its node waits for: kubectl-debug pods {pod} -n {namespace} --explain; to see whether the node is ready: kubectl get nodes',
  },
  'start-too-slow': {
    when: 'the container does not start in time',
    kind: 'timeout',
    why: '{state}',
    next: 'to see why: kubectl-debug pods {pod} -n {namespace} --explain; or check --image, or allow more time with --timeout=10m; if it starts later: kubectl-debug attach {pod} -n {namespace} -c {container}',
  },
} as const satisfies Record<string, Refusal>;

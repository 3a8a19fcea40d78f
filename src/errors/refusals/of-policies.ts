import type { Refusal } from './refusal.ts';

/**
 * What Pod Security, policies and admission webhooks refuse. A policy says it in its own words, so a row recognises what
 * the policy is about, and the first row that matches wins. The words come from Kyverno, Gatekeeper, GKE Warden,
 * Kubewarden and the sigstore policy controller.
 */
export const OF_POLICIES = {
  'level-refuses-profile': {
    when: 'the Pod Security level of the namespace refuses the profile',
    kind: 'pod-security',
    why: 'the namespace enforces Pod Security level "{level}": {checks}',
    next: 'leave out --profile to get a profile that passes; or use --profile={level}',
  },
  'level-refuses-root': {
    when: 'level "restricted" refuses the profile',
    kind: 'pod-security',
    why: 'the namespace enforces Pod Security level "restricted": {checks}',
    next: 'leave out --profile to get a profile that passes; or use --profile=restricted --run-as-user=UID',
  },
  'level-refuses-flags': {
    when: 'the level refuses what flags add to the profile',
    kind: 'pod-security',
    why: 'the namespace enforces Pod Security level "{level}": {checks}',
    next: 'leave out the flag that it refuses: --cap-add, --run-as-user=0 or --custom',
  },
  'pod-breaks-level': {
    when: 'the pod itself violates the level, so that no profile passes',
    kind: 'pod-security',
    why: 'the pod itself violates Pod Security level "{level}" of its namespace, so no profile passes: {checks}',
    next: 'look at it from its node, in a namespace without a level (often kube-system): kubectl-debug node/{node} -n kube-system',
  },
  'earlier-breaks-level': {
    when: 'a debug container that the pod got earlier violates the level, so that it gets no other one',
    kind: 'pod-security',
    why: 'Pod Security level "{level}" of the namespace forbids what the pod got earlier, {earlier}, so no other debug container passes: {checks}',
    next: 'a debug container stays in its pod for good, so only a new pod is free of it: debug another pod of its workload, or a copy: kubectl-debug {pod}{place} --copy-to={pod}-debug --rm',
  },
  'level-refuses-node-pod': {
    when: 'the level refuses a node pod',
    kind: 'pod-security',
    why: 'the namespace enforces Pod Security level "{level}": {checks}',
    next: 'a node pod needs what the level forbids; start it in a namespace without a level (often kube-system): add -n kube-system',
  },
  'level-refuses-capture': {
    when: 'the level refuses a container that captures packets',
    kind: 'pod-security',
    why: 'the namespace enforces Pod Security level "{level}", which no capture passes: it needs root and NET_RAW',
    next: "capture on the pod's node, in a namespace without a level (often kube-system): kubectl-debug node/{node} -n kube-system --preset=net -- tcpdump -n -i any host {ip}",
  },
  'policy-broken': {
    when: 'the rule of a policy fails, or its parameters are missing',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'the policy itself is broken, and refuses everything; for its owner: kubectl get {rule} -o yaml',
  },
  'policy-names-images': {
    when: 'a policy refuses the image, and says which ones it allows',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'add an image that it allows: --image={allowed}',
    said: { by: 'policy', as: /\ballowed images?: *[\w.]/i },
  },
  'policy-on-reason': {
    when: 'a policy asks for a reason, such as a ticket',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'give the reason, with the ticket that it asks for: add --reason=TICKET',
    said: {
      by: 'policy',
      as: /\bticket\b|KUBECTL_DEBUG_REASON|kubectl-debug\/reason|\bjustification\b/i,
    },
  },
  'policy-on-hours': {
    when: 'a policy allows debugging only at certain hours',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'come back in the hours that it allows; whom it excepts, an administrator sees: kubectl get {rule} -o yaml',
    said: {
      by: 'policy',
      as: /\b(?:working|business|office|outside|after|off)[ -]?(?:of )?hours\b|\bo'clock\b|\bfreeze\b/i,
    },
  },
  'policy-on-people': {
    when: 'a policy allows debugging only to certain users or groups',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'ask its owner to let you in; to see who you are for the server: kubectl auth whoami',
    said: {
      by: 'policy',
      as: /\buser "[^"]*" is not allowed|\ballowed (?:groups|users):|\bonly (?:members|users|groups) (?:of|in)\b/i,
    },
  },
  'policy-on-resources': {
    when: 'a policy requires resources or probes',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'a debug container cannot have resources or probes: the policy must exclude spec.ephemeralContainers; or debug a copy: add --copy-to=NAME',
    said: {
      by: 'policy',
      as: /resource (?:limits|requests)|limits? (?:is|are) required|resources\.(?:limits|requests)|probe/i,
    },
  },
  'policy-on-root-files': {
    when: 'a policy requires a read-only root file system',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'add --custom=FILE with: {"securityContext": {"readOnlyRootFilesystem": true}}',
    said: { by: 'policy', as: /read-?only ?root/i },
  },
  'policy-on-image': {
    when: 'a policy refuses the image',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'add an image that the policy allows: --image=IMAGE',
    said: {
      by: 'policy',
      as: /signature|attestation|registr(?:y|ies)|repositor(?:y|ies)|image tag|latest tag|allowed repos/i,
    },
  },
  'policy-on-rights': {
    when: 'a policy forbids privileges, capabilities or root',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'ask for less: add --profile=restricted --run-as-user=UID, or --profile=baseline',
    said: {
      by: 'policy',
      as: /privilege|capabilit|run ?as|root|seccomp|host ?(?:path|network|pid|ipc|port)/i,
    },
  },
  'policy-on-debugging': {
    when: 'a policy forbids debug containers',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'the policy forbids debug containers; a copy may pass: add --copy-to=NAME',
    said: { by: 'policy', as: /ephemeral|debug/i },
  },
  'policy-otherwise': {
    when: 'a policy refuses for another reason',
    kind: 'admission-denied',
    why: '{refuser} refuses it{reason}',
    next: 'ask the owner of the policy what it allows; a copy may pass: add --copy-to=NAME',
  },
  'webhook-down': {
    when: 'an admission webhook of the cluster is down',
    kind: 'server-error',
    why: '{said}',
    next: 'to find its owner: kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations',
  },
} as const satisfies Record<string, Refusal>;

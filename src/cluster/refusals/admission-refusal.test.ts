import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainApiError } from './explain-api-error.ts';

const refuse = (code: number, message: string): Error =>
  explainApiError(new ApiError({ method: 'PATCH', path: '/x' }, code, { message }), { action: 'do it' });

/** As the API server words what a policy of its own says. */
const policyText = (policy: string, said: string): string =>
  `pods "web-1" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding 'shop' denied request: ${said}`;

/** As the policy engines word them. */
const REFUSALS = [
  {
    by: 'Kyverno',
    code: 400,
    message:
      'admission webhook "validate.kyverno.svc-fail" denied the request: \n\nresource Pod/shop/web-1 was blocked due to the following policies\n\ndisallow-privileged-containers:\n  privileged-containers: \'validation error: Privileged mode is disallowed.\'',
    refuser: 'admission webhook "validate.kyverno.svc-fail"',
    why: 'blocked due to the following policies disallow-privileged-containers: privileged-containers:',
    hint: /--profile=restricted/,
  },
  {
    by: 'Gatekeeper',
    code: 403,
    message:
      'admission webhook "validation.gatekeeper.sh" denied the request: [psp-capabilities] ephemeral container <dbg> is not dropping all required capabilities. Container must drop all of ["NET_RAW"] or "ALL"',
    refuser: 'admission webhook "validation.gatekeeper.sh"',
    why: '[psp-capabilities] ephemeral container <dbg>',
    hint: /--profile=restricted/,
  },
  {
    by: 'Gatekeeper about the root file system',
    code: 403,
    message:
      'admission webhook "validation.gatekeeper.sh" denied the request: [psp-readonlyrootfilesystem] only read-only root filesystem container is allowed: dbg',
    refuser: 'admission webhook "validation.gatekeeper.sh"',
    why: '[psp-readonlyrootfilesystem] only',
    hint: /--custom/,
  },
  {
    by: 'GKE Warden',
    code: 400,
    message:
      'admission webhook "warden-validating.common-webhooks.networking.gke.io" denied the request: GKE Warden rejected the request because it violates one or more constraints.\nViolations details: {"[denied by autogke-disallow-privilege]":["container dbg is privileged; not allowed in Autopilot"]}',
    refuser: 'admission webhook "warden-validating.common-webhooks.networking.gke.io"',
    why: 'constraints. Violations details: {"[denied by autogke-disallow-privilege]"',
    hint: /--profile=restricted/,
  },
  {
    by: 'Kubewarden',
    code: 400,
    message:
      'admission webhook "kw.cap.container-resources-policy.kubewarden.admission" denied the request: container without resource limits',
    refuser: 'admission webhook "kw.cap.container-resources-policy.kubewarden.admission"',
    why: 'container without resource limits',
    hint: /cannot have resources/,
  },
  {
    by: 'sigstore',
    code: 400,
    message:
      'admission webhook "policy.sigstore.dev" denied the request: validation failed: failed policy: demo: spec.ephemeralContainers[0].image\nbusybox signature keyless validation failed',
    refuser: 'admission webhook "policy.sigstore.dev"',
    why: 'validation failed: failed policy: demo: spec.ephemeralContainers[0].image busybox signature',
    hint: /--image=IMAGE/,
  },
  {
    by: 'a policy of the API server',
    code: 422,
    message:
      "pods \"web-1\" is forbidden: ValidatingAdmissionPolicy 'no-debug' with binding 'no-debug' denied request: no ephemeral containers here",
    refuser: "ValidatingAdmissionPolicy 'no-debug' (binding 'no-debug')",
    why: 'no ephemeral containers here',
    hint: /--copy-to/,
  },
  {
    by: 'a policy without a binding in its message',
    code: 422,
    message:
      'pods "web-1" is invalid: : ValidatingAdmissionPolicy \'no-debug\' denied request: the moon is full',
    refuser: "ValidatingAdmissionPolicy 'no-debug'",
    why: 'the moon is full',
    hint: /--copy-to/,
  },
  {
    by: 'a policy that wants a ticket',
    code: 403,
    message: policyText('ticket', 'a debug container needs a ticket such as INC-7'),
    refuser: "ValidatingAdmissionPolicy 'ticket' (binding 'shop')",
    why: 'a debug container needs a ticket such as INC-7',
    hint: /add --reason=TICKET$/,
  },
  {
    by: 'a webhook that wants a reason',
    code: 403,
    message:
      'admission webhook "validation.gatekeeper.sh" denied the request: [debug] KUBECTL_DEBUG_REASON is missing',
    refuser: 'admission webhook "validation.gatekeeper.sh"',
    why: '[debug] KUBECTL_DEBUG_REASON is missing',
    hint: /add --reason=TICKET$/,
  },
  {
    by: 'a policy about hours',
    code: 403,
    message: policyText('hours', 'debug containers are allowed only in working hours'),
    refuser: "ValidatingAdmissionPolicy 'hours' (binding 'shop')",
    why: 'only in working hours',
    hint: /kubectl get validatingadmissionpolicy hours -o yaml$/,
  },
  {
    by: 'a policy about people',
    code: 403,
    message: policyText('people', 'user "jane" is not allowed to add debug containers; allowed groups: sre'),
    refuser: "ValidatingAdmissionPolicy 'people' (binding 'shop')",
    why: 'user "jane" is not allowed',
    hint: /kubectl auth whoami$/,
  },
  {
    by: 'a policy that names the images',
    code: 403,
    message: policyText('images', 'image "x" is not allowed; allowed images: r.example/a/*, busybox:1.37, b'),
    refuser: "ValidatingAdmissionPolicy 'images' (binding 'shop')",
    why: 'allowed images: r.example/a/*, busybox:1.37, b',
    hint: /add an image that it allows: --image=busybox:1\.37$/,
  },
  {
    by: 'a policy that names only patterns of images',
    code: 403,
    message: policyText('images', 'image "x" is not allowed; allowed images: r.example/a/*'),
    refuser: "ValidatingAdmissionPolicy 'images' (binding 'shop')",
    why: 'allowed images: r.example/a/*',
    hint: /--image=IMAGE$/,
  },
  {
    by: 'a policy that names what would be a flag or a second command',
    code: 403,
    message: policyText('images', "allowed images: x --rm, $(reboot), ';reboot', -it, y"),
    refuser: "ValidatingAdmissionPolicy 'images' (binding 'shop')",
    why: '$(reboot)',
    hint: /--image=x$/,
  },
  {
    by: 'a policy whose parameters are gone',
    code: 422,
    message: policyText(
      'images',
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    ),
    refuser: "ValidatingAdmissionPolicy 'images' (binding 'shop')",
    why: 'no params found',
    hint: /is broken.*kubectl get validatingadmissionpolicy images -o yaml$/,
  },
  {
    by: 'a policy whose rule fails',
    code: 422,
    message: policyText(
      'hours',
      "expression 'int(params.data.from)\n  <= 1' resulted in error: unknown time zone Nowhere/City",
    ),
    refuser: "ValidatingAdmissionPolicy 'hours' (binding 'shop')",
    why: 'its rule fails: unknown time zone Nowhere/City',
    hint: /is broken/,
  },
  {
    by: 'somebody who says nothing',
    code: 400,
    message: 'admission webhook "x.example.org" denied the request without explanation',
    refuser: 'admission webhook "x.example.org"',
    why: '',
    hint: /--copy-to/,
  },
];

describe('a refusal by admission', () => {
  it.each(REFUSALS)('of $by is one line and has a hint', ({ code, message, refuser, why, hint }) => {
    const error = refuse(code, message);
    expect(error).toMatchObject({
      kind: 'admission-denied',
      hint: expect.stringMatching(hint) as string,
    });
    expect(error.message).toContain(`cannot do it: ${refuser} refuses it${why === '' ? '' : ': '}`);
    expect(error.message).toContain(why);
    expect(error.message).not.toContain('\n');
  });

  it('ends where a policy goes on for ever', () => {
    const { message } = refuse(400, `admission webhook "x" denied the request: ${'no '.repeat(2000)}`);
    expect(message.length).toBeLessThan(1100);
  });
});

it('tells a webhook that is down from one that says no', () => {
  const message = 'Internal error occurred: failed calling webhook "x.example.org": connection refused';
  expect(refuse(500, message)).toMatchObject({
    kind: 'server-error',
    hint: expect.stringContaining('validatingwebhookconfigurations') as string,
  });
});

it.each([
  { code: 413, message: 'Request entity too large: limit is 3145728' },
  { code: 500, message: 'etcdserver: request is too large' },
])('knows that a pod is full by "$message"', ({ code, message }) => {
  expect(refuse(code, message)).toMatchObject({
    kind: 'too-many-containers',
    hint: expect.stringContaining('--copy-to') as string,
  });
});

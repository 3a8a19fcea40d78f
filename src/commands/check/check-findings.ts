import type { EffectiveSettings } from '../../cluster/connect/effective-settings.ts';
import type { PodSecurity } from '../../cluster/api/pod-security.ts';
import type { UpgradeProbe } from '../../cluster/api/probe-upgrade.ts';
import { minorOf, type ServerVersion } from '../../cluster/api/server-version.ts';
import { allowedProfiles } from '../../plan/security/allowed-profiles.ts';

/** One line of the report of `check`. */
export interface Finding {
  /** `missing` makes the check fail; `unknown` could not be found out; `info` is only information. */
  readonly verdict: 'ok' | 'info' | 'missing' | 'unknown';
  readonly subject: string;
  /** Not made printable yet. */
  readonly text: string;
}

const info = (subject: string, text: string): Finding => ({ verdict: 'info', subject, text });

/** What old servers lack; the first matching row counts. See KEP-277 and KEP-4006. */
const LACKS: readonly {
  readonly before: number;
  readonly verdict: Finding['verdict'];
  readonly lack: string;
}[] = [
  { before: 23, verdict: 'missing', lack: 'it has no ephemeral containers, which need 1.23' },
  {
    before: 25,
    verdict: 'info',
    lack: 'ephemeral containers may be disabled before 1.25, and the end of piped input (-i without -t) is not passed on before 1.30',
  },
  {
    before: 30,
    verdict: 'info',
    lack: 'it does not pass on the end of piped input (-i without -t), which needs 1.30',
  },
];

/** The version of the server, and what it lacks. */
export function judgeVersion(version: ServerVersion, { server, isVerified }: EffectiveSettings): Finding {
  const { gitVersion = 'of an unknown version' } = version;
  const lacking = LACKS.find(({ before }) => minorOf(version) < before);
  const doubt = isVerified ? '' : ', whose certificate is not verified';
  const text = `${server} (${gitVersion})${doubt}${lacking === undefined ? '' : `: ${lacking.lack}`}`;
  return { verdict: lacking?.verdict ?? 'ok', subject: 'server', text };
}

/** The settings that result from flags, environment and kubeconfig. */
export function describeSettings(
  settings: EffectiveSettings,
  {
    userName,
    namespace,
    image,
  }: { readonly userName: string | undefined; readonly namespace: string; readonly image: string },
): readonly Finding[] {
  const { context, cluster, user, credentials, plugin, impersonates, proxy } = settings;
  const identity = [
    userName ?? 'a name that the server does not report',
    ...(user === undefined ? [] : [user]),
    ...credentials,
    ...(impersonates === undefined ? [] : [`acting as ${impersonates}`]),
  ];
  return [
    info('context', [context ?? 'none', ...(cluster === undefined ? [] : [cluster])].join(', ')),
    info('user', identity.join(', ')),
    ...(plugin === undefined ? [] : [info('plugin', `${plugin} provides the credentials`)]),
    info('proxy', proxy ?? 'none'),
    info('namespace', namespace),
    info('image', image),
  ];
}

/** Which profiles pass, judging only by the labels of the namespace. */
export function judgeLabels(security: PodSecurity | undefined): Finding {
  const subject = 'pod security';
  if (security === undefined)
    return {
      verdict: 'unknown',
      subject,
      text: 'you may not read the namespace; name a POD to try the profiles',
    };
  const { enforce, warn } = security;
  const warns = warn === undefined || warn === enforce ? '' : `, warns of what breaks "${warn}"`;
  if (enforce === undefined)
    return info(
      subject,
      `the namespace has no level of its own${warns}: every profile passes, unless the cluster has a default`,
    );
  const profiles = allowedProfiles(enforce);
  return info(
    subject,
    `the namespace enforces "${enforce}"${warns}: profiles that pass: ${profiles.join(', ')}`,
  );
}

/** Whether WebSockets, and so sessions, get through. */
export function judgeUpgrade(probe: UpgradeProbe): Finding {
  const subject = 'websockets';
  switch (probe.kind) {
    case 'passes':
      return {
        verdict: 'ok',
        subject,
        text: `pass (${probe.protocol}, tried without attaching to anything)`,
      };
    case 'blocked':
      return { verdict: 'missing', subject, text: `${probe.why}; without them only --via=log works` };
    case 'unknown':
      return { verdict: 'unknown', subject, text: `not tested: ${probe.why}` };
  }
}

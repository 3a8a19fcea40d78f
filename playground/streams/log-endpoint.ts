import { podRef } from '../../src/pod/pod-ref.ts';
import { parseTime } from '../../src/pod/timestamp.ts';
import type { Pod } from '../../src/pod/types.ts';
import { isTrue } from '../api/request/api-request.ts';
import type { Reply } from '../api/request/reply.ts';
import { badRequest, cause, invalid, type StatusCause, StatusError } from '../api/request/status-error.ts';
import type { Kubelet, LogOptions } from '../kubelet.ts';
import { parseInteger } from '../read/list-options.ts';
import { chooseContainer } from './stream-options.ts';

/**
 * Answers `pods/NAME/log` with the log as text, and follows it if asked to. Throws `StatusError` 400 if the kubelet
 * refuses, 422 for contradictory options.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-read-log-of-the-specified-pod
 */
export function openLog(
  kubelet: Kubelet,
  { pod, query }: { readonly pod: Pod; readonly query: URLSearchParams },
  now: Date,
): Reply {
  const options = parseLogOptions(pod, query, now);
  if ((pod.spec.nodeName ?? '') === '') return { kind: 'text', status: 204, body: '' };
  const ending = new AbortController();
  const log = kubelet.log(pod, { ...options, signal: ending.signal });
  if ('kind' in log) throw refusal(log.code, log.message);
  return {
    kind: 'stream',
    contentType: 'text/plain',
    run: async (output) => {
      output.signal.addEventListener('abort', () => ending.abort());
      for await (const chunk of log) output.write(chunk);
    },
  };
}

function refusal(code: number, message: string): StatusError {
  return code === 400 ? badRequest(message) : new StatusError(code, message);
}

function parseLogOptions(pod: Pod, query: URLSearchParams, now: Date): Omit<LogOptions, 'signal'> {
  const tailLines = parseInteger(query.get('tailLines'));
  const limitBytes = parseInteger(query.get('limitBytes'));
  const sinceSeconds = parseInteger(query.get('sinceSeconds'));
  const sinceTime = parseSinceTime(query.get('sinceTime') ?? '');
  const causes = [
    ...atLeast(tailLines, 'tailLines', 0),
    ...atLeast(limitBytes, 'limitBytes', 1),
    ...atLeast(sinceSeconds, 'sinceSeconds', 1),
    ...(sinceTime === undefined || sinceSeconds === undefined ? [] : [TWO_SINCES]),
  ];
  if (causes.length > 0) throw invalid({ kind: 'PodLogOptions', name: podRef(pod).name }, causes);
  const since = sinceSeconds === undefined ? sinceTime : new Date(now.getTime() - sinceSeconds * 1000);
  return {
    container: chooseContainer(pod, query.get('container') ?? ''),
    follow: isTrue(query.get('follow')),
    isPrevious: isTrue(query.get('previous')),
    timestamps: isTrue(query.get('timestamps')),
    ...(since === undefined ? {} : { sinceTime: since }),
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
  };
}

const TWO_SINCES = cause.forbidden('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified');

function atLeast(value: number | undefined, field: string, least: 0 | 1): readonly StatusCause[] {
  if (value === undefined || value >= least) return [];
  const rule = least === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0';
  return [cause.invalid(field, String(value), rule)];
}

/** The API server passes only whole seconds to the kubelet. */
function parseSinceTime(text: string): Date | undefined {
  if (text === '') return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? parseTime(text) : undefined;
  if (time !== undefined) return new Date(Math.floor(time.getTime() / 1000) * 1000);
  throw badRequest(`parsing time "${text}" as "2006-01-02T15:04:05Z07:00": cannot parse "${text}" as "2006"`);
}
